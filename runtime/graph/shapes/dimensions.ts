import { type Dimension, formatDimensions, isFullyKnown, type Shape } from '../types.js';
import { ensure } from './shapeFunction.js';

/** Arithmetic on sizes, of which any may be unknown. */

export function unknownDimensions(rank: number): Dimension[] {
  return new Array<Dimension>(rank).fill(null);
}

/** Applies `compute` to sizes that are all known; otherwise the result is not known. */
export function derive(
  dimensions: readonly Dimension[],
  compute: (...sizes: number[]) => number,
): Dimension {
  return isFullyKnown(dimensions) ? compute(...dimensions) : null;
}

export function sizeOf(shape: Shape): Dimension {
  if (shape === null) return null;
  // One empty axis empties the tensor, whatever the others are.
  return shape.includes(0) ? 0 : derive(shape, (...sizes) => sizes.reduce((a, b) => a * b, 1));
}

/** The axis counted from the front. */
export function normalizeAxis(axis: number, rank: number): number {
  const exists = Number.isInteger(axis) && axis >= -rank && axis < rank;
  ensure(exists, `axis ${axis} does not exist in rank ${rank}`, axesOf(rank));
  return axis < 0 ? axis + rank : axis;
}

function axesOf(rank: number): string {
  if (rank === 0)
    return 'A scalar has no axes: tf.expandDims(x, 0) or tf.stack makes a vector of it.';
  if (rank === 1) return 'A vector has one axis, 0.';
  return `Axes are 0 to ${rank - 1}, or -${rank} to -1 from the last one.`;
}

/** The axes that an attribute means: one, several, or all when there is none. */
export function normalizeAxes(
  axes: number | readonly number[] | null | undefined,
  rank: number,
): number[] {
  if (axes == null) return Array.from({ length: rank }, (_, axis) => axis);
  const list = typeof axes === 'number' ? [axes] : axes;
  return list.map((axis) => normalizeAxis(axis, rank));
}

/** What to do where they do not broadcast. */
export const broadcasting =
  'Sizes are compared from the last axis on, and must be equal or 1: use tf.expandDims or tf.reshape.';

/** One axis of a result that an axis of each of two operands spans. */
export function broadcastDimension(a: Dimension, b: Dimension): Dimension {
  if (a === 1) return b;
  if (b === 1) return a;
  ensure(a === null || b === null || a === b, `sizes ${a} and ${b} do not broadcast`, broadcasting);
  return a ?? b;
}

export function broadcastShapes(a: Shape, b: Shape): Shape {
  if (a === null || b === null) return null;
  const rank = Math.max(a.length, b.length);
  return Array.from({ length: rank }, (_, axis) => {
    const ofA = axis - (rank - a.length);
    const ofB = axis - (rank - b.length);
    return broadcastDimension(ofA < 0 ? 1 : a[ofA]!, ofB < 0 ? 1 : b[ofB]!);
  });
}

/** What is known of a size that two sources tell about. */
export function mergeDimension(a: Dimension, b: Dimension, where = '', fix?: string): Dimension {
  ensure(a === null || b === null || a === b, `sizes ${a} and ${b} differ${where}`, fix);
  return a ?? b;
}

/** What is known of a shape that two sources tell about. */
export function mergeShapes(a: Shape, b: Shape, fix?: string): Shape {
  if (a === null) return b;
  if (b === null) return a;
  ensure(
    a.length === b.length,
    `shapes [${formatDimensions(a)}] and [${formatDimensions(b)}] differ`,
    fix,
  );
  return a.map((dimension, axis) => mergeDimension(dimension, b[axis]!, ` in axis ${axis}`, fix));
}

/** The shape with one size changed. */
export function withDimension(
  shape: readonly Dimension[],
  axis: number,
  dimension: Dimension,
): Dimension[] {
  return shape.map((other, index) => (index === axis ? dimension : other));
}

/** The shape without some of its axes. */
export function withoutAxes(shape: readonly Dimension[], axes: readonly number[]): Dimension[] {
  return shape.filter((_, axis) => !axes.includes(axis));
}
