import { type Tensor, tensor1d, type Variable } from '@tensorflow/tfjs-core';
import { isTensor } from '../../trace/isTensor.js';

export { isTensor };

/*
 * What counts as a structure, in arguments and in results: arrays, object literals, `Map` and `Set`. Instances of other
 * classes are values of their own.
 */

export type PlainObject = Record<string, unknown>;

export function isPlainObject(value: object): value is PlainObject {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || isForeignPlain(prototype);
}

/** An object literal of another realm, such as a frame or the sandbox of a test runner. */
function isForeignPlain(prototype: unknown): boolean {
  return (
    Object.getPrototypeOf(prototype) === null &&
    Object.hasOwn(prototype as object, 'hasOwnProperty') &&
    Object.hasOwn(prototype as object, 'isPrototypeOf')
  );
}

export function isVariable(tensor: Tensor): tensor is Variable {
  return typeof (tensor as Partial<Variable>).assign === 'function';
}

/** The dtype of the tensor that a typed array stands for; `null` for every other value. */
export function typedArrayDtype(value: unknown): 'float32' | 'int32' | null {
  if (!ArrayBuffer.isView(value)) return null;
  if (value instanceof Float32Array || value instanceof Float64Array) return 'float32';
  if (value instanceof DataView) return null;
  if (value instanceof BigInt64Array || value instanceof BigUint64Array) return null;
  return 'int32';
}

/** The tensor that a typed array stands for. TensorFlow.js takes four kinds of them only. */
export function tensorOf(array: object): Tensor {
  const elements = array as ArrayLike<number>;
  const isFloat = typedArrayDtype(array) === 'float32';
  return isFloat
    ? tensor1d(elements instanceof Float32Array ? elements : Float32Array.from(elements), 'float32')
    : tensor1d(elements instanceof Int32Array ? elements : Int32Array.from(elements), 'int32');
}

/** For messages: `2`, `'relu'`, `[1, -1]`, `{ rate: 0.1 }`, `an Optimizer`, `function relu`. */
export function formatHostValue(value: unknown, depth = 3): string {
  if (typeof value === 'string') return `'${value}'`;
  if (Object.is(value, -0)) return '-0';
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return `function ${value.name || '(anonymous)'}`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (isTensor(value)) {
    const type = `${value.dtype} tensor of shape [${value.shape}]`;
    return isVariable(value) ? `the variable '${value.name}', a ${type}` : `a ${type}`;
  }
  if (Array.isArray(value)) {
    if (depth === 0) return '[…]';
    return `[${formatItems(value.map((item) => formatHostValue(item, depth - 1)))}]`;
  }
  if (isPlainObject(value)) {
    const entries = Object.entries(value);
    if (entries.length === 0) return '{}';
    if (depth === 0) return '{…}';
    const items = entries.map(([key, item]) => `${key}: ${formatHostValue(item, depth - 1)}`);
    return `{ ${formatItems(items)} }`;
  }
  return `an instance of ${className(value)}`;
}

export function className(value: object): string {
  return (value.constructor as { name?: string } | undefined)?.name || 'an unnamed class';
}

const itemsShown = 8;

function formatItems(items: readonly string[]): string {
  const shown = items.slice(0, itemsShown).join(', ');
  return items.length > itemsShown ? `${shown}, … (${items.length})` : shown;
}
