import { prod, type Tensor } from '@tensorflow/tfjs-core';
import type { SourceLocation } from '../../graph/types.js';
import {
  hasOpenArguments,
  noteOpenSize,
  ofOpenShape,
  refuseUnknown,
} from '../../trace/openShapes.js';
import { at, isTracing } from '../../trace/session.js';
import { hasUnknownRank } from '../../trace/symbolic.js';
import { rowAt, rowCount } from './rows.js';
import { shapeOf as sizesOf } from './shapeOf.js';
import { isTensor, shapeOf } from './tensors.js';
import { giveMembers } from './weak.js';

/*
 * A size that the graph decides, such as how many elements a mask keeps, is a tensor where the program reads it. `null`, which
 * a shape has for it, is for code that is not staged.
 */

const sizes = new WeakSet<Tensor>();

/** `x.shape[axis]`, where `shape` is that of a tensor and only the graph will know the size; `undefined` of anything else. */
export function openSize(
  shape: unknown,
  axis: unknown,
  location: SourceLocation | null,
): Tensor | undefined {
  const tensor = isTracing() ? ofOpenShape(shape) : undefined;
  if (tensor === undefined || typeof axis !== 'number') return undefined;
  if (shapeOf(tensor)[axis] !== null || isOfSignature()) return undefined;
  return at(location, () => sizeAt(tensor, axis));
}

/** What the sizes of a tensor are taken from, all of them or by a method of arrays. */
export function sizesIn(shape: unknown): unknown {
  const tensor = isTracing() ? ofOpenShape(shape) : undefined;
  if (tensor === undefined || isOfSignature()) return shape;
  return shapeOf(tensor).map((size, axis) => size ?? sizeAt(tensor, axis));
}

/** `shape[name]()`, of whatever the shape is. */
export function ownerOfMethod(shape: unknown, name: unknown): unknown {
  if (describing.has(name)) return shape;
  const sizes = sizesIn(shape);
  if (sizes === shape && comparing.has(name) && isTracing() && ofOpenShape(shape) !== undefined)
    refuseUnknown(`${String(name)}()`);
  return sizes;
}

/** Methods of arrays that take `null` as it is. */
const comparing = new Set<unknown>(['includes', 'indexOf', 'lastIndexOf']);

/** A text tells, while tracing, what the trace knows of a shape, as it does in TensorFlow. */
const describing = new Set<unknown>(['join', 'toString', 'toLocaleString']);

/** Whether an open size may be one of an argument, which is `null` for the program too. */
function isOfSignature(): boolean {
  const isOpen = hasOpenArguments();
  if (isOpen) noteOpenSize();
  return isOpen;
}

/** How many elements a tensor has. */
export function sizeOf(x: Tensor, location: SourceLocation | null): unknown {
  if (hasUnknownRank(x) || ofOpenShape(x.shape) === undefined) return x.size;
  return at(location, () => (hasOpenArguments() ? x.size : prod(sizesOf(x))));
}

/** A shape for `tf.reshape`, which leaves the sizes open that its elements stand for. */
export function withOpenSizes(shape: readonly unknown[]): readonly unknown[] {
  return shape.some(isSize) ? shape.map((size) => (isSize(size) ? null : size)) : shape;
}

function sizeAt(tensor: Tensor, axis: number): Tensor {
  const size = axis === 0 ? rowCount(tensor) : rowAt(sizesOf(tensor), axis);
  sizes.add(size as Tensor);
  giveMembers(size as Tensor);
  return size as Tensor;
}

/** Whether it is such a size, which is a number of the program's in JavaScript. */
export function isSize(value: unknown): boolean {
  return isTensor(value) && sizes.has(value);
}
