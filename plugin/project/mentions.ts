import { libraryMethods } from '../directive/libraryMethods.js';

/** The names of a set that a file's text defines, or calls, as far as a look at the text can tell. */
export function mentionsIn(text: string, names: RegExp): Set<string> {
  const found = new Set<string>();
  for (const [, name] of text.matchAll(names)) found.add(name!);
  return found;
}

/** A name with a parenthesis, a colon or an equals sign behind it, or one that is a text. */
export function patternOf(names: Iterable<string>): RegExp | null {
  const words = [...names].filter((name) => /^[\w$]+$/.test(name)).sort();
  if (words.length === 0) return null;
  const escaped = words.map((word) => word.replaceAll('$', '\\$'));
  return new RegExp(
    `(?<![\\w$])(${escaped.join('|')})(?:\\s*(?:[(:=<]|\\?\\.\\()|["']\\s*[,:(\\]])`,
    'g',
  );
}

/** The same of definitions only: `add(x) {`, `add: (x) =>`, `add = wrap(`, `get add() {`, but no call of a method. */
export function definitionsOf(names: Iterable<string>): RegExp {
  const words = [...names].filter((name) => /^[\w$]+$/.test(name)).sort();
  const value = `\\s*(?:[(<]|[:=]\\s*[^\\s\\d"'\`=])`;
  return new RegExp(`(?<![\\w$.])(${words.join('|')})["']?${value}`, 'g');
}

/**
 * A name that is called, or whose parts are: `register(`, `new Store(`, `table.set(`, `hooks[0] =`. One that arrays and others have
 * for a method is no method here.
 */
export function callsOf(names: Iterable<string>): RegExp | null {
  const words = [...names].filter((name) => /^[\w$]+$/.test(name)).sort();
  if (words.length === 0) return null;
  const escaped = words.map(startOf);
  return new RegExp(`(?<![\\w$])(${escaped.join('|')})\\s*(?:[(<.[]|\\?\\.)`, 'g');
}

function startOf(name: string): string {
  const escaped = name.replaceAll('$', '\\$');
  return libraryMethods.has(name) ? `(?<!\\.)${escaped}` : escaped;
}

/** Whether some call of a name, or of a part of it, is given what may be a function, or a part is assigned it. */
export function givesFunction(text: string, name: string): boolean {
  const parts = `(?:\\s*\\??\\.\\s*[\\w$]+|\\[[^\\]\\n]*\\])*`;
  const use = new RegExp(
    `(?<![\\w$])${startOf(name)}(?:<[^()]*?>)?${parts}\\s*(?:\\?\\.)?(\\(|=(?!=))`,
    'g',
  );
  for (const match of text.matchAll(use)) {
    const start = match.index + match[0].length;
    if (match[1] === '=' ? mayHoldFunction(text, lineAt(text, start)) : isGiven(text, start))
      return true;
  }
  return false;
}

const nextCall = /\)\s*(?:\??\.\s*[\w$]+\s*)?\(/y;

/** The arguments of a call, and those of calls of its result. */
function isGiven(text: string, start: number): boolean {
  for (let from = start; ; from = nextCall.lastIndex) {
    const given = argumentsAt(text, from);
    if (mayHoldFunction(text, given)) return true;
    nextCall.lastIndex = from + given.length - 1;
    if (!nextCall.test(text)) return false;
  }
}

function mayHoldFunction(text: string, given: string): boolean {
  if (/=>|\bfunction\b/.test(given)) return true;
  const words = new Set(given.match(/(?<![\w$.])[A-Za-z_$][\w$]*/g));
  return [...words].some((word) => mayBeFunction(text, word));
}

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

function mayBeFunction(text: string, name: string): boolean {
  const word = `(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`;
  const declares = '\\b(?:const|let|var)';
  const value = '(?:(?:async|function|new|await)\\b|[{[]|\\(?[^;\\n]*=>|[\\w$.]+\\()';
  return new RegExp(
    `\\b(?:function|class)\\s+${word}|${declares}\\s+${word}\\s*(?::[^=]*)?=\\s*${value}|` +
      `${declares}\\s*[{[][^=;]*${word}[^=;]*[}\\]]\\s*=\\s*(?:await\\b|[\\w$.]+\\()|` +
      `\\bimport\\s[^;"']*${word}[^;"']*["'](?!@tensorflow)`,
  ).test(text);
}
