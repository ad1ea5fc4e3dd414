import {
  clipByValue,
  linspace,
  randomNormal,
  randomUniform,
  range,
  truncatedNormal,
  util,
} from '@tensorflow/tfjs-core';
import {
  hasOpenArguments,
  ofOpenShape,
  refuseUnknown,
  requireKnownSize,
} from '../../trace/openShapes.js';
import { isTracing } from '../../trace/session.js';

/*
 * A size that is not known while tracing is `null` in a shape, and JavaScript takes `null` for zero. Where the arguments'
 * sizes are open, the function is traced for each then (`function/eachSize.ts`).
 */

/** The operands of an operator of JavaScript that takes them for numbers. */
export function requireNumbers(symbol: string, ...operands: readonly unknown[]): void {
  if (operands.includes(null) && operands.every(mayBeSize)) refuseUnknown(symbol);
  for (const operand of operands) requireKnownSize(symbol, operand);
}

/** Whether a size is a number is another question than whether a value is there: it matters where sizes are open. */
export function requireComparable(symbol: string, a: unknown, b: unknown): void {
  const isSize = (a === null && typeof b === 'number') || (b === null && typeof a === 'number');
  if (isSize && isTracing() && hasOpenArguments()) refuseUnknown(symbol);
}

/** Functions that take numbers and nothing else, as JavaScript does. */
const ofNumbers = new Set<unknown>([
  ...Object.getOwnPropertyNames(Math).map((name) => Reflect.get(Math, name) as unknown),
  ...[clipByValue, linspace, randomNormal, randomUniform, range, truncatedNormal],
]);

/** Functions that take a shape as the array that it is. */
const ofShapes = new Set<unknown>([
  ...[Object.values, Object.entries, Set],
  ...Object.values(util),
]);

/** The arguments of a function that computes with numbers or makes as many elements. */
export function requireKnownNumbers(f: unknown, args: readonly unknown[]): void {
  const name = (f as { readonly name: string }).name.replace(/__op$/, '');
  const [first] = args;
  const isUnknown =
    (ofNumbers.has(f) && args.includes(null)) ||
    (ofShapes.has(f) && args.some((arg) => ofOpenShape(arg) !== undefined)) ||
    (f === Array && args.length === 1 && first === null) ||
    (f === Array.from && (first as { length?: unknown } | null)?.length === null) ||
    (/^tensor([1-6]d)?$/.test(name) && Array.isArray(first) && first.flat(6).includes(null));
  if (isUnknown) refuseUnknown(`${name}()`);
}

function mayBeSize(operand: unknown): boolean {
  return operand === null || typeof operand === 'number';
}
