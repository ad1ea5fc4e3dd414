import { parameterTexts } from './parameterTexts.js';

/*
 * What a function's text tells about the conditions in it. JavaScript has no way to notice at run time that a tensor was
 * taken for true because it is an object, or compared by identity.
 */

const comparisons =
  '(?:greater|greaterEqual|less|lessEqual|equal|notEqual|logicalAnd|logicalOr|logicalNot|logicalXor|all|any|isNaN|isInf|isFinite)';
/** The arguments of a call, with at most two levels of parentheses inside. */
const givenArguments = '\\((?:[^()]|\\((?:[^()]|\\([^()]*\\))*\\))*\\)';
/** A call such as `x.greater(0)`, `greater(x, 0)`, or `greater$1(x, 0)` as bundlers name it. */
const comparison = `(?:\\.|(?<![\\w$.]))${comparisons}(?:[$_]\\d+)?${givenArguments}`;
const conditions = [
  new RegExp(`\\bif\\s*\\((?:[^{};]*[^\\w$])?[\\w$.]*${comparison}\\s*\\)`),
  new RegExp(`${comparison}\\s*\\)?\\s*(?:\\?(?![.?])|&&|\\|\\|)`),
  new RegExp(`!\\s*[\\w$.]*${comparison}\\s*[)?&|;,]`),
];
const assignedComparison = new RegExp(`([\\w$]+)\\s*=\\s*[^;=]*${comparison}`, 'g');
const endlessLoop = new RegExp(`\\bwhile\\s*\\((?:[^{};]*[^\\w$])?[\\w$.]*${comparison}\\s*\\)`);

/** The text of a function of JavaScript; empty where it is native. */
export function textOf(callee: object): string {
  let text = texts.get(callee);
  if (text === undefined) {
    text = Function.prototype.toString.call(callee);
    if (/\{\s*\[native code\]\s*\}\s*$/.test(text)) text = '';
    texts.set(callee, text);
  }
  return text;
}

const texts = new WeakMap<object, string>();

/** Whether the text is staged code, which names places of the source: a minifier leaves texts as they are. */
export function isStagedText(text: string): boolean {
  return /["'`][^"'`\n]*:\d+:\d+["'`]/.test(text);
}

const entered = new WeakSet<object>();

/** Said of a function of the runtime's that stands for a staged one: its own text says nothing. */
export function noteStaged(callable: object): void {
  entered.add(callable);
}

export function isStagedFunction(callee: object): boolean {
  return entered.has(callee) || isStagedText(textOf(callee));
}

/**
 * Whether the methods of a class only hold and give values, so that tensors may stand for the numbers among these. What staged
 * code announces is an assignment: `this.x = ug.written(x, this, "x", "model.js:3:5")`.
 */
export function onlyHolds(classText: string): boolean {
  if (!/^class\b/.test(classText)) return false;
  const code = classText
    .replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '')
    .replace(/(["'])(?:\\.|(?!\1)[^\\\n])*\1/g, '""')
    .replace(/[\w$.]+\(\s*[\w$.]+,\s*this,\s*"",\s*""\s*\)/g, 'value');
  const isComputed =
    /[-+*/%<>!?&|^~`]|==|\b(?:if|for|while|do|switch|typeof|in|instanceof|await|yield)\b/;
  const isCalled = /(?<!\bsuper)\s*\((?![^()]*\)\s*\{)/;
  return !isComputed.test(code) && !isCalled.test(code);
}

/** Whether a comparison of tensors stands as a condition. */
export function comparesInCondition(text: string): boolean {
  if (conditions.some((condition) => condition.test(text))) return true;
  for (const [, name] of text.matchAll(assignedComparison))
    if (testsFor(name!).test(text)) return true;
  return false;
}

/** Whether a loop runs on for as long as a comparison of tensors is an object: for ever. */
export function loopsWhileCompared(text: string): boolean {
  return endlessLoop.test(text);
}

/** Whether it is a function that stays as it is and has a staged body besides, for where staged code calls it. */
export function isStagedAlong(text: string): boolean {
  return /["'`]staged from [^"'`\n]*:\d+:\d+["'`]/.test(text);
}

/** Whether it is a graph function, which enters itself at a place of the source. */
export function isGraphFunction(text: string): boolean {
  return /\bat:\s*["'`][^"'`\n]*:\d+:\d+["'`]/.test(text);
}

/** The parameters to which a function is given functions, by the indices of the arguments; none where it is given none. */
export function functionParameters(text: string, args: readonly unknown[]): (string | null)[] {
  if (!args.some((arg) => typeof arg === 'function')) return [];
  const parameters = parameterTexts(text) ?? [];
  return args.map((arg, index) => {
    if (typeof arg !== 'function') return null;
    return /^[\w$]+/.exec(parameters[index] ?? '')?.[0] ?? 'a function';
  });
}

/** Whether a function calls one that it is given, or gives it to another one that may, and does not only keep or return it. */
export function handsOn(name: string, text: string): boolean {
  const body = text.slice(text.indexOf(')') + 1);
  const keeping = '(?:push|unshift|add|set|get|has|delete|append|includes|indexOf|isFunction)';
  const given = `(?<!\\.${keeping})\\((?:[^()]*,)?\\s*${escaped(name)}\\s*[,)]`;
  return new RegExp(callOf(name)).test(body) || new RegExp(given).test(body);
}

/** Whether a loop runs on for as long as what a function returns is an object. */
export function loopsWhileCallOf(name: string, text: string): boolean {
  return new RegExp(`\\bwhile\\s*\\((?:[^{};]*[^\\w$.])?${callOf(name)}\\s*\\)`).test(text);
}

/** Whether a `try` block with a handler stands in it. */
export function catches(text: string): boolean {
  return /\bcatch\b/.test(text);
}

/** Whether it calls one of the functions in a `try` block with a handler, or gives it to another one there. */
export function catchesCallOf(names: readonly (string | null)[], text: string): boolean {
  return guardedBlocks(text).some((block) =>
    names.some((name) => name !== null && handsOn(name, `)${block}`)),
  );
}

function guardedBlocks(text: string): string[] {
  return [...text.matchAll(/\btry\s*\{/g)].flatMap((start) => {
    let depth = 0;
    let end = start.index;
    do {
      const bracket = text[end++];
      if (bracket === '{') depth++;
      if (bracket === '}' && --depth === 0) break;
    } while (end < text.length);
    return /^\s*catch\b/.test(text.slice(end)) ? [text.slice(start.index, end)] : [];
  });
}

/** A call that staged code does not make: it leaves that to a helper. */
function callOf(name: string): string {
  return `(?<![\\w$.])${escaped(name)}${callEnd}`;
}

const callEnd = `(?:\\.(?:call|apply))?\\s*${givenArguments}`;

/** Where what a function returns stands as a condition. */
function testsOf(name: string, called: string): RegExp[] {
  return [
    // JavaScript's own methods take what it returns for true or false.
    `\\.(?:filter|some|every|find(?:Last)?(?:Index)?)\\s*\\(\\s*${name}\\s*[,)]`,
    `\\b(?:if|while)\\s*\\((?:[^{};]*[^\\w$.])?${called}\\s*\\)`,
    `${called}\\s*(?:\\?(?![.?])|&&|\\|\\|)`,
    `!\\s*${called}`,
  ].map((pattern) => new RegExp(pattern));
}

/** What stands as a condition as the result of a call: `test` of `(x) => !test(x)`; null where there is no such. */
export function testsSomeCall(text: string): string | null {
  const name =
    '((?:this\\.)?#?(?!(?:if|while|for|switch|function|typeof|return)\\b)[A-Za-z_$][\\w$]*)';
  const tests = testsOf(name, `(?<![\\w$.#])${name}${callEnd}`);
  for (const test of tests) {
    const called = test.exec(text)?.[1];
    if (called !== undefined) return called;
  }
  return null;
}

/** Whether what a function returns stands as a condition. */
export function testsCallOf(name: string, text: string): boolean {
  const called = callOf(name);
  if (testsOf(escaped(name), called).some((pattern) => pattern.test(text))) return true;
  const assigned = new RegExp(`([\\w$]+)\\s*=\\s*${called}`, 'g');
  return [...text.matchAll(assigned)].some(([, variable]) => testsFor(variable!).test(text));
}

/** `if (x)`, `while (!x)`, `x ? …`, `x && …`, `!x`, `Boolean(x)`; but `x = x || …` only asks whether there is an `x`. */
export function testsFor(expression: string): RegExp {
  const name = escaped(expression);
  const x = `(?<![\\w$.]|(?<![\\w$.])${name}\\s*=\\s*)${name}(?![\\w$])`;
  return new RegExp(
    `\\b(?:if|while)\\s*\\(\\s*!*\\s*${x}\\s*\\)|${x}\\s*(?:\\?(?![.?])|&&|\\|\\|)|!\\s*${x}\\s*(?:[)?&|;,:}]|$)|\\bBoolean\\(\\s*${x}\\s*\\)`,
  );
}

export function escaped(name: string): string {
  return name.replace(/[.$]/g, '\\$&');
}

/** Whether the text is a function's that begins with the directive, as the user wrote it. */
export function carriesDirective(text: string, directive = 'use graph'): boolean {
  return new RegExp(`^[^{]*\\{\\s*(["'])${directive}\\1`).test(text);
}
