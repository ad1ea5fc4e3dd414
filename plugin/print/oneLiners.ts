import {
  endOf,
  type GeneratedText,
  type Mapping,
  type Position,
  shift as shifted,
} from './mappedText.js';

/*
 * The printer gives each property, declared variable and statement a line of its own. What the passes write besides the
 * user's code is short and always the same: on one line it is out of the way. What the user wrote on one line stays there.
 */

const information = String.raw`\{\n +name: .*,\n +at: .*:\d+:\d+['"](?:,\n +\w+: .*?)*\n *\}`;
const stateOptions = String.raw`\{\n +(?:(?:flags|results|mutated|inputs): \[[\d, ]*\],?\n +)+\}`;
const setter = String.raw`(\$|values\S*) => \{(?:\n +(?:\[.*\] = \1|\S+ = \1\[\d+\]|\S+\.put_back\(.*\1\[\d+\]\));)+\n +\}`;
const setters = [
  setter,
  String.raw`\(\$, (values\S*)\) => \{\n +\[.*\] = \2;\n +\}`,
  String.raw`\(\$, (value\S*)\) => \{\n +\$\.#[\w$]+ = \3;\n +\}`,
  String.raw`\$ => \{\n +[\w$]+ = \$;\n +\}`,
].join('|');
/** Of `closure({ i, k }, ({ i, k }) => …)`. */
const known = String.raw`(?<known>\{(?:\n +[\w$]+,?)+\n *\}), \(\k<known>\) =>`;
const spread = new RegExp(`${setters}|${information}|${stateOptions}|${known}`, 'g');
/** What a class tells of its fields, once the setter in it is on one line. */
const fields = /static \{\n +[\w$]+\.private_fields\(.*\);\n *\}/g;

/** A part of a line of a listing: without what a statement, a block, a comment or a text of more lines would have. */
const part = String.raw`(?:(?!//)[^\n{}\`;]|\{(?:(?!//)[^\n{}\`;])*\})*`;
/** Where a line begins can be found in one way only, so that what is no listing after all is given up at once. */
const begin = String.raw`\n +(?! )`;
const lines = `(?:${begin}${part},)*${begin}${part}`;
const listing = new RegExp(
  String.raw`(?<=[^)\s] |[([])\{${lines}\n *\}|\b(?:let|const|var) ${part},${lines};`,
  'g',
);
const longest = 110;

interface Break {
  from: number;
  to: number;
}

/** The text with what belongs on one line each on one. Its mappings are moved. */
export function withOneLiners(text: GeneratedText, hasTags: boolean): GeneratedText {
  let joined = text;
  for (const pattern of [spread, fields])
    joined = withoutBreaks(
      joined,
      breaksIn(joined.code, pattern, () => true),
    );
  if (hasTags) return joined;
  for (let count = 0; count < 3; count++) {
    const origins = new Origins(joined);
    const breaks = breaksIn(joined.code, listing, (match) => origins.areOnOneLine(match));
    if (breaks.length === 0) break;
    joined = withoutBreaks(joined, breaks);
  }
  return joined;
}

function breaksIn(
  code: string,
  pattern: RegExp,
  isWanted: (match: RegExpExecArray) => boolean,
): Break[] {
  return Array.from(code.matchAll(pattern))
    .filter(isWanted)
    .flatMap(({ index: start, 0: text }) =>
      Array.from(text.matchAll(/\n */g), ({ index, 0: space }) => ({
        from: start + index,
        to: start + index + space.length,
      })),
    );
}

function withoutBreaks({ code, mappings }: GeneratedText, breaks: readonly Break[]): GeneratedText {
  if (breaks.length === 0) return { code, mappings };
  let text = '';
  let end = 0;
  for (const { from, to } of breaks) {
    text += `${code.slice(end, from)} `;
    end = to;
  }
  move(mappings, code, breaks);
  return { code: text + code.slice(end), mappings };
}

/** Where pieces of a text, in their order, come from. */
class Origins {
  readonly #text: GeneratedText;
  #known = 0;
  #place: Position = { line: 0, column: 0 };
  #next = 0;

  constructor(text: GeneratedText) {
    this.#text = text;
  }

  /** Whether a piece was on one line, and is no longer than one. */
  areOnOneLine({ index, 0: piece }: RegExpExecArray): boolean {
    const start = this.#placeOf(index);
    const end = this.#placeOf(index + piece.length);
    const { mappings } = this.#text;
    const found = new Set<number>();
    while (this.#next < mappings.length && isBefore(mappings[this.#next]!.generated, start))
      this.#next++;
    for (
      let at = this.#next;
      at < mappings.length && isBefore(mappings[at]!.generated, end);
      at++
    ) {
      const { original } = mappings[at]!;
      if (original !== null) found.add(original.line);
    }
    return found.size === 1 && piece.replace(/\n */g, ' ').length <= longest;
  }

  #placeOf(index: number): Position {
    const { code } = this.#text;
    this.#place = shifted(this.#place, endOf(code.slice(this.#known, index)));
    this.#known = index;
    return this.#place;
  }
}

function move(mappings: readonly Mapping[], code: string, breaks: readonly Break[]): void {
  let known = 0;
  let place: Position = { line: 0, column: 0 };
  const placeOf = (index: number): Position => {
    place = shifted(place, endOf(code.slice(known, index)));
    known = index;
    return place;
  };
  const joins = breaks.map(({ from, to }) => ({ at: placeOf(from), next: placeOf(to) }));
  let index = 0;
  let lines = 0;
  // Where the last joined line now begins, in columns.
  let shift = 0;
  let joined = -1;
  for (const { generated } of mappings) {
    const { line, column } = generated;
    while (index < joins.length && !isBefore(generated, joins[index]!.next)) {
      const { at, next } = joins[index++]!;
      const start = at.line === joined ? at.column + shift : at.column;
      shift = start + 1 - next.column;
      joined = next.line;
      lines++;
    }
    generated.line = line - lines;
    if (line === joined) generated.column = column + shift;
  }
}

function isBefore(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.column < b.column);
}
