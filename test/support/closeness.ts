import type { Tensor } from '@tensorflow/tfjs-core';
import { expect } from 'vitest';

/** What single-precision arithmetic of a few dozen operations may differ by between two implementations. */
const tolerance = { relative: 1e-4, absolute: 1e-5 };

export function isClose(a: number, b: number, { relative, absolute } = tolerance): boolean {
  if (Object.is(a, b) || a === b) return true;
  if (!Number.isFinite(a) || !Number.isFinite(b)) return false;
  return Math.abs(a - b) <= absolute + relative * Math.max(Math.abs(a), Math.abs(b));
}

/** Asserts that shape and dtype of two tensors are the same, and their elements close. Integers must be equal. */
export async function expectClose(
  actual: Tensor,
  expected: Tensor,
  allowed = tolerance,
): Promise<void> {
  expect({ dtype: actual.dtype, shape: actual.shape }).toEqual({
    dtype: expected.dtype,
    shape: expected.shape,
  });
  expectElements(await actual.data(), await expected.data(), allowed);
}

/** Asserts that the elements of two arrays are close; strings must be equal. */
export function expectElements(
  actual: ArrayLike<number | string>,
  expected: ArrayLike<number | string>,
  allowed = tolerance,
): void {
  expect(actual.length).toBe(expected.length);
  const differing = Array.from(actual).findIndex((element, index) => {
    const other = expected[index]!;
    if (typeof element === 'string' || typeof other === 'string') return element !== other;
    return !isClose(element, other, allowed);
  });
  if (differing === -1) return;
  expect.fail(
    `Element ${differing} is ${actual[differing]}, expected ${expected[differing]}; ` +
      `all: [${Array.from(actual).slice(0, 20)}], expected [${Array.from(expected).slice(0, 20)}]`,
  );
}
