import { add, scalar, sub, type Tensor } from '@tensorflow/tfjs-core';
import { dtypeOf, isTensor } from './tensors.js';
import { asIntegers } from './weak.js';

/*
 * A sum of an int32 tensor and a number that int32 does not hold (`hash + 0xe6546b64`) is float32, which rounds it. A bit
 * operator, which takes its last 32 bits, gets them from a sum of integers that wraps around.
 */

const wrapped = new WeakMap<Tensor, () => Tensor>();

/** The last 32 bits of what a sum has rounded. */
export function wrappedSum(sum: Tensor): Tensor | undefined {
  return wrapped.get(sum)?.();
}

export function keepWrapped(
  made: Tensor,
  symbol: string,
  [a, b]: readonly [unknown, unknown],
): Tensor {
  if ((symbol !== '+' && symbol !== '-') || dtypeOf(made) !== 'float32') return made;
  const [left, right] = [integersOf(a), integersOf(b)];
  if (left !== null && right !== null)
    wrapped.set(made, () => (symbol === '+' ? add : sub)(left(), right()));
  return made;
}

function integersOf(value: unknown): (() => Tensor) | null {
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? () => scalar(value | 0, 'int32') : null;
  if (!isTensor(value)) return null;
  return dtypeOf(value) === 'int32' ? () => asIntegers(value) : (wrapped.get(value) ?? null);
}
