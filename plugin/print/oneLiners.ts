import {
  endOf,
  type GeneratedText,
  type Mapping,
  type Position,
  shift as shifted,
} from './mappedText.js';

/*
 * The printer gives each property and statement a line of its own. What the passes write besides the user's code is short
 * and always the same: on one line it is out of the way.
 */

const information = String.raw`\{\n +name: .*,\n +at: .*:\d+:\d+['"](?:,\n +\w+: .*?)*\n +\}`;
const stateOptions = String.raw`\{\n +(?:(?:flags|mutated|inputs): \[[\d, ]*\],?\n +)+\}`;
const setter = String.raw`(\$|values\S*) => \{\n +\[.*\] = \1;\n +\}`;
const spread = new RegExp(`${setter}|${information}|${stateOptions}`, 'g');

/** The text with the helpers' own arguments on one line each. Its mappings are moved. */
export function withOneLiners({ code, mappings }: GeneratedText): GeneratedText {
  const breaks: { from: number; to: number }[] = [];
  for (const match of code.matchAll(spread)) {
    for (const { index, 0: space } of match[0].matchAll(/\n */g)) {
      breaks.push({ from: match.index + index, to: match.index + index + space.length });
    }
  }
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

function move(
  mappings: readonly Mapping[],
  code: string,
  breaks: readonly { from: number; to: number }[],
): void {
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
