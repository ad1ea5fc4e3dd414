import type { Tensor } from '@tensorflow/tfjs-core';
import { knownToHold } from '../../trace/knownFlags.js';
import { isSameTensor } from '../../trace/symbolic.js';
import { isScalar, isTensor } from '../values/tensors.js';

/*
 * What a branch or loop has asked (`i < rows.length`) is known in it: an element at that index is there.
 */

interface Asked {
  readonly symbol: string;
  readonly a: Tensor;
  readonly b: unknown;
  readonly result: Tensor;
}

/** By what the first operand holds, which names of it share. */
const asked = new WeakMap<object, Asked[]>();

export function noteAsked(symbol: string, a: unknown, b: unknown, result: unknown): void {
  if (!isTensor(a) || !isTensor(result) || !isScalar(result)) return;
  const others = asked.get(a.dataId);
  const own = { symbol, a, b, result };
  if (others === undefined) asked.set(a.dataId, [own]);
  else others.push(own);
}

/** Whether the branches and loops around have asked the same, and it was so. */
export function isAnswered(symbol: string, a: Tensor, b: unknown): boolean {
  return (asked.get(a.dataId) ?? []).some(
    (one) =>
      one.symbol === symbol &&
      isSameTensor(one.a, a) &&
      areSame(one.b, b) &&
      knownToHold(one.result) === true,
  );
}

function areSame(one: unknown, other: unknown): boolean {
  return isTensor(one) && isTensor(other) ? isSameTensor(one, other) : Object.is(one, other);
}
