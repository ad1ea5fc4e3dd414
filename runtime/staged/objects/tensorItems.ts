import {
  add,
  cast,
  equal,
  gather,
  less,
  range as numbers,
  reshape,
  scalar,
  type Tensor,
  where,
} from '@tensorflow/tfjs-core';
import { formatType, isFullyKnown } from '../../graph/types.js';
import { errorHere } from '../../trace/errorHere.js';
import { arrayAsTensor, asOperand } from '../operators/operands.js';
import { whereOfUnknownSize } from '../operators/unknownSizes.js';
import { describeValue } from '../values/describeValue.js';
import { requireElements, rowAt, rowCount, rowPositions } from '../values/rows.js';
import { dtypeOf, hasOneElement, isTensor, shapeOf, typeOf } from '../values/tensors.js';
import { asWholeNumbers } from '../values/wholeNumbers.js';

const nonNegative = new WeakSet<Tensor>();

/** Tells that an index cannot be negative, so that it need not be counted from the end. */
export function markNonNegative(index: Tensor): Tensor {
  nonNegative.add(index);
  return index;
}

export function itemOf(x: Tensor, index: unknown): Tensor {
  requireElements(x);
  if (Array.isArray(index) || ArrayBuffer.isView(index))
    return itemOf(x, arrayAsTensor(index, null));
  if (!isTensor(index)) return hostItem(x, wholeNumber(index));
  const position = requireInt32(index);
  if (index.shape.length > 1) {
    throw errorHere(
      'index-type',
      `An index must be a scalar or have one axis, but is ${formatType(typeOf(index))}.`,
      'Use tf.gather or tf.gatherND.',
    );
  }
  return gather(x, fromStart(position, rowCount(x)));
}

function hostItem(x: Tensor, index: number): Tensor {
  const [size] = shapeOf(x);
  if (size === null || size === undefined)
    return rowAt(x, index >= 0 ? index : add(rowCount(x) as Tensor, asIndex(index)));
  requireWithin(index, size);
  return rowAt(x, index < 0 ? index + size : index);
}

export function replaced(x: Tensor, index: unknown, value: unknown): Tensor {
  requireElements(x);
  const isMask = isTensor(index) && index.dtype === 'bool';
  const mask = isMask ? givenMask(x, index) : rowMask(x, index);
  const next = valueFor(x, value);
  if (!isMask) requireFits(next, x);
  return isFullyKnown(shapeOf(x)) ? where(mask, next, x) : whereOfUnknownSize(mask, next, x);
}

/** A row takes what broadcasts to its own shape. */
function requireFits(value: Tensor, x: Tensor): void {
  const [given, row] = [shapeOf(value), shapeOf(x).slice(1)];
  const fits = given.every((size, axis) => {
    const own = row[axis + row.length - given.length];
    return own === null || size === null || size === 1 || size === own;
  });
  if (fits) return;
  throw errorHere(
    'incompatible-inputs',
    `${formatType(typeOf(value))} is assigned to an element of ${formatType(typeOf(x))}, whose shape is [${row}].`,
    'Assign a value of that shape, or one that broadcasts to it.',
  );
}

/** Where the elements of `x` lie under a mask of its leading axes. */
function givenMask(x: Tensor, mask: Tensor): Tensor {
  const missing = x.shape.length - mask.shape.length;
  return missing <= 0
    ? mask
    : reshape(mask, [...mask.shape, ...new Array<number>(missing).fill(1)]);
}

function rowMask(x: Tensor, index: unknown): Tensor {
  const [size = null, ...rest] = shapeOf(x);
  if (size === null) {
    const position = isTensor(index) ? index : asIndex(wholeNumber(index));
    const column = reshape(rowPositions(x), [-1, ...rest.map(() => 1)]);
    return equal(column, fromStart(reshape(requireInt32(position), []), rowCount(x)));
  }
  const position = positionIn(index, size);
  const column = reshape(numbers(0, size, 1, 'int32'), [size, ...rest.map(() => 1)]);
  return equal(column, position);
}

function positionIn(index: unknown, size: number): Tensor {
  if (isTensor(index) && hasOneElement(index)) {
    return fromStart(reshape(requireInt32(index), []), size);
  }
  if (isTensor(index) || typeof index === 'object') {
    throw errorHere(
      'index-type',
      `Only one row at a time, or a bool mask, can be assigned, but the index is ${describeValue(index)}.`,
      'Loop over the rows, or use tf.tensorScatterUpdate.',
    );
  }
  const whole = wholeNumber(index);
  requireWithin(whole, size);
  return asIndex(whole < 0 ? whole + size : whole);
}

export function valueFor(x: Tensor, value: unknown): Tensor {
  const tensor = asOperand(value, x, 'An assignment to an element');
  const [from, to] = [dtypeOf(tensor), dtypeOf(x)];
  if (from === to) return tensor;
  if (to === 'float32' || (to === 'int32' && from === 'bool')) return cast(tensor, to);
  throw errorHere(
    'element-dtype',
    `A ${from} value is assigned to an element of ${formatType(typeOf(x))}.`,
    'Cast one of them with tf.cast.',
  );
}

export function fromStart(index: Tensor, size: number | Tensor): Tensor {
  if (nonNegative.has(index)) return index;
  const isFromEnd = less(index, asIndex(0));
  return where(isFromEnd, add(index, isTensor(size) ? size : asIndex(size)), index);
}

export function asIndex(index: number): Tensor {
  return scalar(index, 'int32');
}

export function wholeNumber(index: unknown): number {
  const number = typeof index === 'string' ? Number(index) : index;
  if (Number.isInteger(number)) return number as number;
  throw errorHere(
    'index-type',
    `A tensor is indexed with ${describeValue(index)}: an index must be a whole number or an int32 tensor.`,
    typeof number === 'number'
      ? 'Round it: Math.floor(i).'
      : 'A tensor has no other properties; keep those in an object of their own.',
  );
}

function requireWithin(index: number, size: number): void {
  if (index >= -size && index < size) return;
  throw errorHere(
    'index-out-of-range',
    `The index ${index} is out of range: the first axis has the size ${size}.`,
    size === 0
      ? 'A tensor of size 0 has no elements: ask for its length first (`x.shape[0] > 0`).'
      : `Use an index from 0 to ${size - 1}, or from the end, -${size} to -1; how many there are, x.shape[0] tells.`,
  );
}

export function requireInt32(index: Tensor): Tensor {
  const position = index.dtype === 'int32' ? index : asWholeNumbers(index);
  if (position !== null) return position;
  const isMask = index.dtype === 'bool';
  throw errorHere(
    'index-type',
    isMask
      ? `A tensor is indexed with the mask ${formatType(typeOf(index))}: how many elements that gives is not known while ` +
          'tracing.'
      : `An index must be a whole number or an int32 tensor, but is ${formatType(typeOf(index))}.`,
    isMask
      ? 'Use tf.where(mask, x, 0), or multiply with tf.cast(mask, x.dtype).'
      : "Cast it: tf.cast(i, 'int32').",
  );
}
