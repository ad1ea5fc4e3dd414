import type { Tensor } from '@tensorflow/tfjs-core';
import type { Shape } from '../../graph/types.js';
import { symbolicData } from '../../trace/symbolic.js';
import { currentTracer } from '../../trace/tracer.js';
import { arrayAsTensor } from '../operators/operands.js';
import { isMadeSince } from '../state/creation.js';
import { originalOf } from '../values/originals.js';
import { nodeOf } from '../values/structure.js';
import { isTensor, typeOf } from '../values/tensors.js';
import { isHostScalar } from '../values/weak.js';

/*
 * `let cells = image; … cells = next`: a tensor before the loop, and an array of as many elements after an iteration. To the
 * program both are their rows, so that the array is the tensor of them. Nobody else may have it, who could tell the difference.
 */

/**
 * What an iteration has left in the place of a tensor, as a tensor if that is possible. `others` is all else that it has left, or
 * changed; what was made after `count` others is its own.
 */
export function stackedRows(
  before: Tensor,
  after: unknown,
  others: readonly unknown[],
  count: number,
): unknown {
  if (!Array.isArray(after) || !hasShape(after, typeOf(before).shape)) return after;
  const arrays = ownArrays(after, count);
  if (arrays === null || others.some((other) => other !== after && holdsOne(other, arrays)))
    return after;
  return arrayAsTensor(after, before);
}

function hasShape(value: unknown, shape: Shape): boolean {
  if (shape === null) return false;
  if (Array.isArray(value)) {
    const [size, ...rest] = shape;
    return size === value.length && size > 0 && value.every((item) => hasShape(item, rest));
  }
  if (!isTensor(value)) return shape.length === 0 && isHostScalar(value);
  const sizes = value.dtype === 'string' ? null : typeOf(value).shape;
  return sizes?.length === shape.length && sizes.every((size, axis) => size === shape[axis]);
}

/** The arrays of which the nested copies are copies; null where the iteration need not have made one of them. */
function ownArrays(copy: readonly unknown[], count: number): Set<object> | null {
  const found = new Set<object>();
  const visit = (array: readonly unknown[]): boolean => {
    const original = originalOf(array);
    if (original === undefined) return false;
    found.add(original);
    // One from before that holds what the iteration has made has been changed, and so is part of the state.
    const isOwn = isMadeSince(original, count) || array.some(isOfIteration);
    return array.every((item) => !Array.isArray(item) || visit(item)) && isOwn;
  };
  return visit(copy) ? found : null;
}

function isOfIteration(item: unknown): boolean {
  if (Array.isArray(item)) return item.some(isOfIteration);
  return isTensor(item) && symbolicData(item)?.tracer === currentTracer();
}

function holdsOne(value: unknown, objects: ReadonlySet<object>): boolean {
  const original = originalOf(value) ?? value;
  if (typeof original === 'object' && original !== null && objects.has(original)) return true;
  return nodeOf(value)?.children.some((child) => holdsOne(child, objects)) ?? false;
}
