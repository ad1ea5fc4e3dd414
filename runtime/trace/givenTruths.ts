import { dispose, keep } from '@tensorflow/tfjs-core';
import type { Value } from '../graph/graph.js';
import { type Given, isSingle, type Values } from './decidingArguments.js';
import { isSymbolic, symbolicData } from './symbolic.js';

/*
 * Functions that run as they are written may decide with what they are given, or compare it by identity, in functions of their
 * own that nobody sees. What gives them away is that nothing comes of it in the graph.
 */

/** Functions of TensorFlow.js that do something with a tensor, and not with what it holds. */
const ofLifetimes = new Set<unknown>([dispose, keep]);

/** The traced truth values that a function of no graph is given, as they are or in arrays and objects. */
export function truthsGiven(
  f: object,
  { args, self }: Given,
  values: Values,
): { readonly value: Value; readonly dataId: object }[] {
  if (values.isTensor(self) || ofLifetimes.has(f)) return [];
  const given = [...partsIn(args, values, 2), ...partsIn([self], values, 1)];
  return given.filter(values.isTensor).flatMap((tensor) => {
    const data = tensor.dtype === 'bool' ? symbolicData(tensor) : null;
    return data === null ? [] : [{ value: data.value, dataId: data }];
  });
}

/** Whether a function said no about a traced number that it was given together with another: it may have compared them. */
export function deniesNumbers({ args }: Given, result: unknown, values: Values): boolean {
  if (result !== false) return false;
  const { isTensor } = values;
  const numbers = partsIn(args, values, 2).filter((value) =>
    isTensor(value)
      ? value.dtype !== 'bool' && isSingle(value) && isSymbolic(value)
      : typeof value === 'number',
  );
  return numbers.length > 1 && numbers.some(isTensor);
}

/** The values, and what arrays and objects among them hold, without asking getters, nor what a tensor decides about. */
function partsIn(given: readonly unknown[], values: Values, depth: number): unknown[] {
  return given.flatMap((value) => {
    const isEntered = depth > 0 && typeof value === 'object' && value !== null;
    if (!isEntered || values.isTensor(value) || values.isDecided(value) || isLong(value))
      return [value];
    const held = Object.values(Object.getOwnPropertyDescriptors(value)).map((one) => one.value);
    return partsIn(held, values, depth - 1);
  });
}

/** Data, and not what a function would decide about one by one. */
function isLong(value: object): boolean {
  return ArrayBuffer.isView(value) || (Array.isArray(value) && value.length > 64);
}
