import { SignatureError } from '../../errors.js';
import type { DataType, Shape, TensorType } from '../../graph/types.js';

/** The dtype and shape that a function expects of a tensor, and a name for it. */
export class TensorSpec implements TensorType {
  constructor(
    readonly shape: Shape,
    readonly dtype: DataType = 'float32',
    readonly name?: string,
  ) {}

  toString(): string {
    const name = this.name === undefined ? '' : `, name=${this.name}`;
    return `TensorSpec(shape=${formatShape(this.shape)}, dtype=${this.dtype}${name})`;
  }
}

/** `[2, null]`, or `null` where the rank is not known. */
function formatShape(shape: Shape): string {
  return shape === null ? 'null' : `[${shape.map(String).join(', ')}]`;
}

export function formatTensorType({ shape, dtype }: TensorType): string {
  return new TensorSpec(shape, dtype).toString();
}

export const dataTypes: readonly string[] = ['float32', 'int32', 'bool', 'complex64', 'string'];

/**
 * Describes a tensor argument for `inputSignature` and `getConcreteFunction`, like `tf.TensorSpec` of TensorFlow.
 *
 * @param shape The size of each axis, `null` for an axis of any size; `null` in its place for any rank.
 * @param dtype `'float32'` unless given.
 * @param name A name for the argument, shown in signatures.
 * @throws SignatureError when the shape holds anything but `null` and whole numbers from zero on, or the dtype is none.
 */
export function tensorSpec(
  shape: readonly (number | null)[] | null,
  dtype: DataType = 'float32',
  name?: string,
): TensorSpec {
  const isShape =
    shape === null ||
    (Array.isArray(shape) &&
      shape.every((size) => size === null || (Number.isInteger(size) && size >= 0)));
  if (!isShape) {
    throw new SignatureError(
      'bad-tensor-spec',
      `The shape of a tensorSpec is an array of sizes, null where any size will do, or null for any rank; got ${JSON.stringify(shape)}.`,
    );
  }
  if (!dataTypes.includes(dtype)) {
    throw new SignatureError(
      'bad-tensor-spec',
      `The dtype of a tensorSpec is one of ${dataTypes.join(', ')}; got ${String(dtype)}.`,
    );
  }
  return new TensorSpec(shape === null ? null : [...shape], dtype, name);
}
