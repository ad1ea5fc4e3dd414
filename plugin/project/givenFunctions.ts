import { libraryMethods } from '../directive/libraryMethods.js';
import { puttingMethods } from '../syntax/puttingMethods.js';

/** Which calls in a file's text may be given functions, as far as a look at it can tell. */
export class GivenFunctions {
  /** By a name, whether it may be that of a function: of one file's names, many calls have the same. */
  readonly #functions = new Map<string, boolean>();

  constructor(private readonly text: string) {}

  /** Whether some call of a name, or of a part of it, is given what may be a function, or a part is assigned it. */
  isSomeGivenTo(name: string): boolean {
    const parts = `(?:\\s*\\??\\.\\s*[\\w$]+|\\[[^\\]\\n]*\\])*`;
    const use = new RegExp(
      `(?<![\\w$])${startOf(name)}(?:<[^()]*?>)?${parts}\\s*(?:\\?\\.)?(\\(|=(?!=))`,
      'g',
    );
    for (const match of this.text.matchAll(use)) {
      const start = match.index + match[0].length;
      const isSome =
        match[1] === '=' ? this.#mayHoldFunction(lineAt(this.text, start)) : this.#isGivenAt(start);
      if (isSome) return true;
    }
    return false;
  }

  /** Whether a name has parts that are assigned or methods that may put a variable there, or is given to a call, or another name. */
  mayFill(name: string): boolean {
    const word = `(?<![\\w$.])${startOf(name)}(?![\\w$])`;
    const isHandedOn = new RegExp(
      `\\(\\s*${word}\\s*[,)]|,\\s*${word}\\s*,?\\s*\\)|=\\s*${word}\\s*(?:;|$)`,
      'm',
    );
    if (isHandedOn.test(this.text)) return true;
    const parts = `((?:\\s*\\??\\.\\s*[\\w$]+|\\[[^\\]\\n]*\\])+)`;
    const uses = new RegExp(`${word}${parts}\\s*(?:\\?\\.)?(\\(|=(?![=>]))`, 'g');
    for (const match of this.text.matchAll(uses)) {
      if (match[2] === '=') return true;
      const [method] = /[\w$]+$/.exec(match[1]!) ?? [];
      const given = argumentsAt(this.text, match.index + match[0].length);
      if (method !== undefined && mayKeep(method) && /(?<![\w$."'`])[A-Za-z_$]/.test(given))
        return true;
    }
    return false;
  }

  /** The arguments of a call, and those of calls of its result. */
  #isGivenAt(start: number): boolean {
    for (let from = start; ; from = nextCall.lastIndex) {
      const given = argumentsAt(this.text, from);
      if (this.#mayHoldFunction(given)) return true;
      nextCall.lastIndex = from + given.length - 1;
      if (!nextCall.test(this.text)) return false;
    }
  }

  #mayHoldFunction(given: string): boolean {
    if (/=>|\bfunction\b/.test(given)) return true;
    const words = new Set(given.match(/(?<![\w$.])[A-Za-z_$][\w$]*/g));
    return [...words].some((word) => this.#mayBeFunction(word));
  }

  #mayBeFunction(name: string): boolean {
    let known = this.#functions.get(name);
    if (known === undefined) {
      known = definitionOf(name).test(this.text);
      this.#functions.set(name, known);
    }
    return known;
  }
}

function mayKeep(method: string): boolean {
  return puttingMethods.includes(method) || !libraryMethods.has(method);
}

function startOf(name: string): string {
  const escaped = name.replaceAll('$', '\\$');
  return libraryMethods.has(name) ? `(?<!\\.)${escaped}` : escaped;
}

const nextCall = /\)\s*(?:\??\.\s*[\w$]+\s*)?\(/y;

function lineAt(text: string, start: number): string {
  const end = text.slice(start).search(/[;\n]/);
  return end === -1 ? text.slice(start) : text.slice(start, start + end);
}

/** Up to the parenthesis that closes. */
function argumentsAt(text: string, start: number): string {
  let depth = 1;
  let end = start;
  for (; end < text.length && end - start < 4_000 && depth > 0; end++) {
    const character = text[end]!;
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) depth--;
  }
  return text.slice(start, end);
}

/** What makes a function, or gets one from elsewhere, under a name. */
function definitionOf(name: string): RegExp {
  const word = `(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`;
  const declares = '\\b(?:const|let|var)';
  const value = '(?:(?:async|function|new|await)\\b|[{[]|\\(?[^;\\n]*=>|[\\w$.]+\\()';
  return new RegExp(
    `\\b(?:function|class)\\s+${word}|${declares}\\s+${word}\\s*(?::[^=]*)?=\\s*${value}|` +
      `${declares}\\s*[{[][^=;]*${word}[^=;]*[}\\]]\\s*=\\s*(?:await\\b|[\\w$.]+\\()|` +
      `\\bimport\\s[^;"']*${word}[^;"']*["'](?!@tensorflow)`,
  );
}
