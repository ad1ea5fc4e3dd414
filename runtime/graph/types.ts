/** The dtypes of TensorFlow.js. */
export type DataType = 'float32' | 'int32' | 'bool' | 'complex64' | 'string';

/** The size of one axis; `null` where it is not known until the graph runs. */
export type Dimension = number | null;

/** The sizes of all axes; `null` where even the rank is not known. */
export type Shape = readonly Dimension[] | null;

/** What is known of a tensor before the graph runs. */
export interface TensorType {
  readonly dtype: DataType;
  readonly shape: Shape;
}

/**
 * A place in the user's source, written `file:line:column`, the line and the column counted from one. The plugin puts
 * it into staged code as a literal, so that it holds in a minified bundle too.
 */
export type SourceLocation = string;

export function isFullyKnown(shape: Shape): shape is readonly number[] {
  return shape?.every((dimension) => dimension !== null) ?? false;
}

export function sameShape(a: Shape, b: Shape): boolean {
  if (a === null || b === null) return a === b;
  return a.length === b.length && a.every((dimension, axis) => dimension === b[axis]);
}

export function sameType(a: TensorType, b: TensorType): boolean {
  return a.dtype === b.dtype && sameShape(a.shape, b.shape);
}

/** Whether every tensor of type `specific` is also one of type `general`. */
export function isSubtype(specific: TensorType, general: TensorType): boolean {
  if (specific.dtype !== general.dtype) return false;
  if (general.shape === null) return true;
  const { shape } = specific;
  return (
    shape !== null &&
    shape.length === general.shape.length &&
    general.shape.every((dimension, axis) => dimension === null || dimension === shape[axis])
  );
}

/** The most specific shape that covers both: unequal sizes become `null`, unequal ranks an unknown rank. */
export function commonShape(a: Shape, b: Shape): Shape {
  if (a === null || b === null || a.length !== b.length) return null;
  return a.map((dimension, axis) => (dimension === b[axis] ? dimension : null));
}

/** `float32[2,?]`, `int32[]`, `bool[...]` (unknown rank). */
export function formatType({ dtype, shape }: TensorType): string {
  return `${dtype}[${formatDimensions(shape)}]`;
}

export function formatDimensions(shape: Shape): string {
  return shape === null ? '...' : shape.map((dimension) => dimension ?? '?').join(',');
}
