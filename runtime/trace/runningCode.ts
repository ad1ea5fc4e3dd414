import { isTensor } from './isTensor.js';
import { parameterTexts } from './parameterTexts.js';
import { symbolicData } from './symbolic.js';
import { textOf } from './unstagedText.js';

/*
 * An error that names what the program calls a value finds it where the program is: in the text of the staged code that is
 * running, at the place that the code gives its helper.
 */

interface Running {
  readonly code: object;
  /** The user's names of its parameters, where they are known. */
  readonly parameters: readonly string[] | undefined;
}

const running: Running[] = [];

/** `body` runs the code of the function. */
export function whileRunning<T>(code: object, body: () => T, parameters?: readonly string[]): T {
  running.push({ code, parameters });
  try {
    return body();
  } finally {
    running.pop();
  }
}

/**
 * The texts of the first `count` arguments of `helper` at a place, as names of variables and properties; undefined for any
 * other expression, where a minifier has renamed what they consist of, and where calls at one place differ: `a + b + c` has two.
 * Which of these it is may be told by what the arguments are that it was `given`.
 */
export function argumentNames(
  helper: string,
  place: string,
  count: number,
  given: readonly unknown[] = [],
): readonly (string | undefined)[] {
  for (const { code } of running.toReversed()) {
    const text = textOf(code);
    const all = argumentsIn(text, helper, place).map((call) => call.slice(0, count));
    const calls = meantBy(given, all, place, text).map((call) =>
      call.map((one) => nameOf(one, text)),
    );
    if (calls.length === 0) continue;
    const renamed = renamedAround(text);
    const written = textAsWritten(text);
    return calls[0]!.map((name, index) =>
      calls.every((other) => other[index] === name) ? inSource(name, renamed, written) : undefined,
    );
  }
  return [];
}

/** What a bundler renamed in a function, and in those that it is written in. */
function renamedAround(text: string): ReadonlyMap<string, string> {
  const renamed = new Map<string, string>();
  for (const { code, parameters } of running) {
    const around = textOf(code);
    if (!around.includes(text)) continue;
    for (const [name, own] of renamedParameters(around, parameters)) renamed.set(name, own);
  }
  return renamed;
}

/**
 * What a bundler renamed, of which the staged code is inside of a function with the same parameters: esbuild makes `x2` of the
 * inner `x`.
 */
function renamedParameters(
  text: string,
  names: readonly string[] | undefined,
): ReadonlyMap<string, string> {
  const stagedAlong = /["'`]staged from [^"'`\n]*["'`]\)+\s*(?:return\b|\?)\s*\(/.exec(text);
  const inner = stagedAlong === null ? text : text.slice(stagedAlong.index + stagedAlong[0].length);
  const own = stagedAlong === null ? names : namesIn(text);
  const written = namesIn(inner);
  const pairs = written.map((name, index) => [name, own?.[index]?.replace(/^\.\.\./, '')]);
  return new Map(pairs.filter((pair): pair is [string, string] => pair.every((name) => !!name)));
}

/** The names of a function's parameters; empty for one that is a pattern. */
function namesIn(text: string): string[] {
  const parameters = parameterTexts(text) ?? [];
  return parameters.map((parameter) => /^(?:\.\.\.)?([\w$]+)/.exec(parameter)?.[1] ?? '');
}

function inSource(
  path: string | undefined,
  renamed: ReadonlyMap<string, string>,
  written: string,
): string | undefined {
  return path?.replace(/^[\w$]+/, (name) => renamed.get(name) ?? nameIn(written, name));
}

/** What the user wrote of a function that is staged along, which its staged code stands in; empty where it is not known. */
function textAsWritten(text: string): string {
  const end = text.search(/\}\)\(\.\.\.arguments\);/);
  return end < 0 ? '' : text.slice(end);
}

/** Variables have been renamed, too: `wide2` is the `wide` of a text that has no `wide2`. */
function nameIn(written: string, name: string): string {
  const plain = /^(.*\D)\d+$/.exec(name)?.[1];
  const has = (one: string) => new RegExp(`(?<![\\w$.])${escaped(one)}(?![\\w$])`).test(written);
  return plain !== undefined && has(plain) && !has(name) ? plain : name;
}

/**
 * The calls one of whose literals was given, or else, of `a + b + c`, those whose first operand is what an operation at the same
 * place has made, as that which was given is or is not.
 */
function meantBy(
  given: readonly unknown[],
  calls: string[][],
  place: string,
  text: string,
): string[][] {
  const told = calls.filter((call) => call.some((text, index) => isLiteralOf(text, given[index])));
  if (told.length > 0) return told;
  const maker = placeOfMaker(given[0]);
  // What is assigned may have been made there before: `x = x + b + c` in a loop.
  const isAssigned = ([first = '']: string[]) =>
    new RegExp(`(?<!(?:const|let|var) )(?<![\\w$.])${escaped(first)} = `).test(text);
  if (maker === undefined || calls.some(isAssigned)) return calls;
  const isMadeHere = new RegExp(`(["'\`])${escaped(place)}\\1\\)$`);
  const fitting = calls.filter(([first = '']) => isMadeHere.test(first) === (maker === place));
  return fitting.length > 0 ? fitting : calls;
}

/** Where an operation of the graph made the value; null where it has none, undefined where it is no traced tensor. */
function placeOfMaker(value: unknown): string | null | undefined {
  const data = isTensor(value) ? symbolicData(value) : null;
  return data === null ? undefined : (data.tracer.producer(data.value)?.location ?? null);
}

function isLiteralOf(text: string, value: unknown): boolean {
  if (typeof value === 'string') return /^(['"])(.*)\1$/s.exec(text)?.[2] === value;
  if (typeof value === 'number') return /^-?[\d.]/.test(text) && Number(text) === value;
  return isLiteral.test(text) && text === String(value);
}

function argumentsIn(text: string, helper: string, place: string): string[][] {
  const end = new RegExp(`,\\s*(["'\`])${escaped(place)}\\1`, 'g');
  const callee = new RegExp(`(?:[\\w$]{2,}\\.|(?<![\\w$.]))${helper}(?:\\$\\d+)?\\)?$`);
  return [...text.matchAll(end)].flatMap(({ index }) => {
    const given = givenBefore(text, index);
    return given !== null && callee.test(text.slice(0, given.begin)) ? [given.all] : [];
  });
}

/** The arguments of a call that stand before `end`, and where the parenthesis in front of them is. */
function givenBefore(text: string, end: number): { begin: number; all: string[] } | null {
  const all: string[] = [];
  let depth = 0;
  let last = end;
  for (let index = end - 1; index >= 0; index--) {
    const character = text[index]!;
    if (quotes.has(character)) index = text.lastIndexOf(character, index - 1);
    else if (closing.has(character)) depth++;
    else if (depth > 0 && opening.has(character)) depth--;
    else if (depth === 0 && (character === ',' || character === '(')) {
      all.unshift(text.slice(index + 1, last).trim());
      last = index;
      if (character === '(') return { begin: index, all };
    } else if (depth === 0 && (opening.has(character) || character === ';')) return null;
    if (index < 0) return null;
  }
  return null;
}

const quotes = new Set('"\'`');
const opening = new Set('([{');
const closing = new Set(')]}');

/** Bundlers write `module.name`, or `(0, module.name)`, for a name that is imported. */
const ofImport = /^(?:\w*__WEBPACK_IMPORTED_MODULE_\d+__|__vi(?:te_ssr)?_import_\d+__)\./;

function nameOf(expression: string, text: string): string | undefined {
  const [, array, index] = elementRead.exec(expression) ?? [];
  if (array === undefined) return pathOf(expression, text);
  const [from, at] = [pathOf(array, text), /^\d+$/.test(index!) ? index : pathOf(index!, text)];
  return from === undefined || at === undefined ? undefined : `${from}[${at}]`;
}

/** What staged code writes for `list[i]`. */
const elementRead = /^\(?(?:0, ?)?(?:[\w$]+\.)?get_item(?:\$\d+)?\)?\(([^(),]+), ([^(),]+), /;

function pathOf(expression: string, text: string): string | undefined {
  const called = /^\(0, ?(.*)\)$/.exec(expression)?.[1] ?? expression;
  const name = withoutConstant(called, text).replace(ofImport, '');
  return /^(?:this|[A-Za-z_$][\w$]*)(?:\.#?[\w$]+|\[\d+\])*$/.test(name) && !isLiteral.test(name)
    ? name
    : undefined;
}

/** What leads to a property that is assigned to stands in a constant of staged code's own. */
function withoutConstant(expression: string, text: string): string {
  const [, constant, rest] = /^(object(?:\$\d+)?)(\..*)$/.exec(expression) ?? [];
  if (constant === undefined) return expression;
  const declared = new RegExp(`\\bconst ${escaped(constant)} = ([\\w$.]+);`).exec(text)?.[1];
  return declared === undefined ? expression : `${declared}${rest}`;
}

const isLiteral = /^(?:undefined|null|true|false|NaN|Infinity)$/;

function escaped(text: string): string {
  return text.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&');
}
