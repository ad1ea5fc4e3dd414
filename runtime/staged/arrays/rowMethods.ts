import { any, argMax, cast, reshape, scalar, type Tensor, where } from '@tensorflow/tfjs-core';
import type { StagingError } from '../../errors.js';
import { formatType } from '../../graph/types.js';
import { errorHere } from '../../trace/errorHere.js';
import { eq } from '../objects/equality.js';
import { sameValueZero } from '../objects/sameValue.js';
import { requireRows, rowsOf } from '../values/rows.js';
import { isTensor, shapeOf, typeOf } from '../values/tensors.js';
import { decidingMethod, mutating } from './arrayMethods.js';
import { concatenate } from './concatenate.js';
import { type Method, method, prototype } from './native.js';

/** Methods of arrays that a tensor, which has none, is asked for: of its rows. */
export function methodOfRows(tensor: Tensor, name: unknown): Method | undefined {
  if (typeof name !== 'string' || name === 'length' || !Object.hasOwn(prototype, name))
    return undefined;
  if (mutating.has(name)) throw cannotChange(tensor, name);
  if (name === 'concat') return (_, args) => concatenate(tensor, args);
  if (name === 'flat') return (_, [depth = 1]) => flattened(tensor, depth as number);
  return (_, args) => {
    if (tensor.shape.length === 1 && args.length === 1 && name in ofVector) {
      return ofVector[name as keyof typeof ofVector](tensor, args[0]);
    }
    const rows = rowsOf(tensor);
    const own = decidingMethod(method(name));
    return own === undefined ? method(name).apply(rows, [...args]) : own(rows, args);
  };
}

/** Searches that need not look at each row by itself. */
const ofVector = {
  includes: (vector: Tensor, needle: unknown): unknown => {
    const found = sameValueZero(vector, needle);
    return isTensor(found) ? any(found) : found;
  },
  indexOf: (vector: Tensor, needle: unknown): unknown => {
    const found = eq(vector, needle, null);
    return isTensor(found)
      ? where(any(found), argMax(cast(found, 'int32')), scalar(-1, 'int32'))
      : -1;
  },
};

function cannotChange(tensor: Tensor, name: string): StagingError {
  return errorHere(
    'tensor-mutation',
    `${name}() would change ${formatType(typeOf(tensor))} in place, but a tensor is a value.`,
    `${instead[name] ?? 'Make a new one, with tf.concat, tf.slice or tf.where'}, and assign it.`,
  );
}

const instead: Readonly<Record<string, string>> = {
  push: 'Use tf.concat, or collect the parts in an array or a TensorArray and call tf.stack',
  reverse: 'Use tf.reverse',
  sort: 'Use toSorted((p, q) => p - q) or tf.topk',
  fill: 'Use tf.fill',
};

/** `flat()` takes the first axes together. */
function flattened(tensor: Tensor, depth: number): Tensor[] {
  const { shape } = requireRows(tensor);
  const merged = Math.min(Math.max(0, Math.trunc(depth)), shape.length - 1) + 1;
  if (merged === 1) return rowsOf(tensor);
  if (shapeOf(tensor).includes(null))
    return rowsOf(tensor).flatMap((row) => flattened(row, depth - 1));
  const size = shape.slice(0, merged).reduce((a, b) => a * b, 1);
  return rowsOf(reshape(tensor, [size, ...shape.slice(merged)]));
}
