import * as tf from '@tensorflow/tfjs-core';
import { expect } from 'vitest';

export type Scalar = (x: tf.Tensor) => tf.Tensor | Promise<tf.Tensor>;

async function evaluate(f: Scalar, x: readonly number[]): Promise<number> {
  const given = tf.tensor1d([...x]);
  const result = await f(given);
  const [value] = await result.data();
  tf.dispose([given, result]);
  return value!;
}

/** The derivatives of `f` at `x`, from its values around it; `null` where it is not smooth there. */
export async function finiteDifferences(
  f: Scalar,
  x: readonly number[],
): Promise<readonly number[] | null> {
  const slope = async (axis: number, step: number) => {
    const at = (offset: number) =>
      evaluate(
        f,
        x.map((value, index) => (index === axis ? value + offset : value)),
      );
    return ((await at(step)) - (await at(-step))) / (2 * step);
  };
  const slopes: number[] = [];
  for (const axis of x.keys()) {
    const [wide, narrow] = [await slope(axis, 2e-2), await slope(axis, 1e-2)];
    if (!isNear(wide, narrow, 0.1)) return null;
    slopes.push(narrow);
  }
  return slopes;
}

export function expectNear(found: ArrayLike<number>, expected: readonly number[]): void {
  const isClose =
    found.length === expected.length &&
    expected.every((value, index) => isNear(found[index]!, value, 0.03));
  if (!isClose) expect.fail(`The gradient is [${Array.from(found)}], and should be [${expected}].`);
}

function isNear(a: number, b: number, tolerance: number): boolean {
  return Math.abs(a - b) <= tolerance * (1 + Math.abs(b));
}
