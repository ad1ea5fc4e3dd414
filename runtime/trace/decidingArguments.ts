import type { Tensor } from '@tensorflow/tfjs-core';
import { parameterTexts } from './parameterTexts.js';
import { hasUnknownRank, isSymbolic } from './symbolic.js';
import { escaped, testsFor } from './unstagedText.js';

/*
 * What the text of a function tells about what it is given: that it takes a tensor for true because it is an object, or
 * compares it by identity, as never with a number.
 */

type IsTensor = (value: unknown) => value is Tensor;

/** How values are told apart. */
export interface Values {
  readonly isTensor: IsTensor;
  /** A tensor decides which object it is, or what it holds. */
  readonly isDecided: (value: unknown) => boolean;
}

/** What a function is called with. */
export interface Given {
  readonly args: readonly unknown[];
  /** Its `this`. */
  readonly self?: unknown;
}

/** What of a function's arguments it decides with, as it stands in its text; null where it does so with none. */
export function decidingArgument(
  text: string,
  { args, self }: Given,
  isTensor: IsTensor,
): string | null {
  const parameters = parameterTexts(text) ?? [];
  const tensors = args.flatMap((arg, index) => tensorsUnder(parameters[index], arg, isTensor));
  tensors.push(...(isTensor(self) ? [] : propertiesOf('this', self, isTensor)));
  for (const [expression, tensor] of tensors) {
    if (!isSingle(tensor)) continue;
    for (const name of [expression, ...aliasesOf(expression, text)]) {
      const asCondition = tensor.dtype === 'bool' && testsFor(name).test(text);
      if (asCondition || comparesIdentity(name, text)) return expression;
      if (comparedWith(parameters, args, tensor, isTensor).some((asked) => asked(name).test(text)))
        return expression;
    }
  }
  return listAsSet(text, parameters, args, isTensor);
}

/**
 * A traced number among the arguments that a function looks for in what is not given to it, or compares with what it finds there,
 * as it stands in its text: among numbers of JavaScript's a tensor is none. Null where it gives something that a tensor may be in.
 */
export function soughtNumber(
  text: string,
  { args }: Given,
  result: unknown,
  isTensor: IsTensor,
): string | null {
  if (!['boolean', 'number', 'string'].includes(typeof result)) return null;
  const parameters = parameterTexts(text) ?? [];
  const tensors = args.flatMap((arg, index) => tensorsUnder(parameters[index], arg, isTensor));
  const sought = tensors.find(
    ([expression, tensor]) =>
      tensor.dtype !== 'bool' &&
      isSingle(tensor) &&
      isSymbolic(tensor) &&
      [expression, ...aliasesOf(expression, text)].some((name) => looksFor(name, text, parameters)),
  );
  return sought?.[0] ?? null;
}

/**
 * `list.includes(x)`, `known.has(x)`, `[1, 3].includes(x)`, `y === x`, of what is no parameter, of which the arguments tell. What is put there before is
 * meant as an object.
 */
function looksFor(expression: string, text: string, parameters: readonly string[]): boolean {
  const x = named(expression);
  if (new RegExp(`\\.(?:set|add|push)\\(\\s*${x}\\s*[,)]`).test(text)) return false;
  const y = '(?<![\\w$.])(?!(?:undefined|null|true|false)\\b)([A-Za-z_$][\\w$]*)';
  const others = [
    `((?<![\\w$)\\]])\\[[^[\\]]*\\]|new \\w+\\([^()]*\\)|[\\w$]+)\\.(?:includes|indexOf|lastIndexOf|has|get)\\(\\s*${x}\\s*[,)]`,
    `${x}\\s*[!=]==\\s*${y}(?!\\s*[.[(])`,
    `${y}\\s*[!=]==\\s*${x}(?!\\s*[.[(])`,
  ].flatMap((pattern) => [...text.matchAll(new RegExp(pattern, 'g'))]);
  return others.some(([, other]) => !parameters.some((given) => nameOf(given) === other));
}

/** The expressions under which a function finds the tensors of an argument: `x`, `options.x`, or `x` of `{ x }`. */
function tensorsUnder(
  parameter: string | undefined,
  arg: unknown,
  isTensor: IsTensor,
): [string, Tensor][] {
  if (parameter === undefined) return [];
  const name = nameOf(parameter);
  if (name !== undefined && isTensor(arg)) return [[name, arg]];
  if (typeof arg !== 'object' || arg === null || Object.getPrototypeOf(arg) !== Object.prototype)
    return [];
  if (name !== undefined) return propertiesOf(name, arg, isTensor);
  return propertiesOf('', arg, isTensor).map(([path, tensor]) => {
    const key = path.slice(1);
    const renamed = new RegExp(`[{,]\\s*${escaped(key)}\\s*:\\s*([\\w$]+)`).exec(parameter)?.[1];
    return [renamed ?? key, tensor];
  });
}

/** The tensors that an object holds, without asking its getters. */
function propertiesOf(name: string, object: unknown, isTensor: IsTensor): [string, Tensor][] {
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return [];
  return Object.entries(Object.getOwnPropertyDescriptors(object)).flatMap(([key, { value }]) =>
    /^[A-Za-z_$][\w$]*$/.test(key) && isTensor(value)
      ? [[`${name}.${key}`, value] as [string, Tensor]]
      : [],
  );
}

function nameOf(parameter: string | undefined): string | undefined {
  return /^[\w$]+/.exec(parameter ?? '')?.[0];
}

export function isSingle(tensor: Tensor): boolean {
  return !hasUnknownRank(tensor) && tensor.shape.every((size) => size === 1);
}

/** Other names that a function gives what an expression means: `const flag = options.flag;` */
function aliasesOf(expression: string, text: string): string[] {
  const alias = new RegExp(
    `\\b(?:const|let|var)\\s+([\\w$]+)\\s*=\\s*${escaped(expression)}\\s*[;,\\n]`,
    'g',
  );
  return [...text.matchAll(alias)].map(([, name]) => name!);
}

/** `x === 0`, `0 !== x`, `switch (x)`, `Number.isInteger(x)`: never what is meant, since a tensor is no number. */
function comparesIdentity(expression: string, text: string): boolean {
  const x = named(expression);
  return new RegExp(
    `${x}\\s*[!=]==\\s*-?\\d|(?<![\\w$.])\\d[\\d.]*\\s*[!=]==\\s*${x}(?!\\s*[.[(])|\\bswitch\\s*\\(\\s*${x}\\s*\\)|` +
      `\\bNumber\\.is(?:Finite|Integer|NaN|SafeInteger)\\(\\s*${x}\\s*\\)|\\bObject\\.is\\(\\s*${x}\\s*,\\s*-?\\d`,
  ).test(text);
}

/** The expressions in which a tensor is compared by identity with another argument that holds a number, or with one's elements. */
function comparedWith(
  parameters: readonly string[],
  args: readonly unknown[],
  tensor: Tensor,
  isTensor: IsTensor,
): ((expression: string) => RegExp)[] {
  return args.flatMap((arg, index) => {
    const other = nameOf(parameters[index]);
    if (other === undefined) return [];
    const y = named(other);
    if (arg !== tensor && isNumber(arg, isTensor))
      return [
        (expression: string) => {
          const x = named(expression);
          return new RegExp(
            `${x}\\s*[!=]==\\s*${y}(?!\\s*[.[(])|${y}\\s*[!=]==\\s*${x}(?!\\s*[.[(])|` +
              `\\bObject\\.is\\(\\s*(?:${x}\\s*,\\s*${y}|${y}\\s*,\\s*${x})\\s*\\)`,
          );
        },
      ];
    const isList = Array.isArray(arg) && !arg.includes(tensor);
    if (!isList || !arg.some((element) => isNumber(element, isTensor))) return [];
    return [
      (expression: string) =>
        new RegExp(`${y}\\.(?:includes|indexOf|lastIndexOf)\\(\\s*${named(expression)}\\s*[,)]`),
    ];
  });
}

/** A list of numbers of which a Set is made, that leaves out none that is a tensor. */
function listAsSet(
  text: string,
  parameters: readonly string[],
  args: readonly unknown[],
  isTensor: IsTensor,
): string | null {
  for (const [index, arg] of args.entries()) {
    const name = nameOf(parameters[index]);
    if (name === undefined || !Array.isArray(arg)) continue;
    // A proxy of the program's would notice being asked.
    if (!new RegExp(`\\bnew Set\\(\\s*${named(name)}\\s*\\)`).test(text)) continue;
    const numbers = arg.filter((element) => isNumber(element, isTensor));
    if (numbers.length > 1 && numbers.some(isTensor)) return name;
  }
  return null;
}

/** A number or truth value of the program's, or a tensor that stands for one. */
function isNumber(value: unknown, isTensor: IsTensor): boolean {
  if (isTensor(value)) return isSymbolic(value) && isSingle(value);
  return typeof value === 'number' || typeof value === 'boolean';
}

function named(expression: string): string {
  return `(?<![\\w$.])${escaped(expression)}(?![\\w$])`;
}
