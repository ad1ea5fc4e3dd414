import type { Argument, TensorArgument, VariableArgument } from './argument.js';
import { isPlainObject, isTensor, isVariable, typedArrayDtype } from './structure.js';

/** A tensor, a variable, or a typed array that is made a tensor when the graph runs. */
export type Leaf = object;

/**
 * Whether a call with `args` can use a trace that was made for `expected`. Tensors and variables are collected in
 * `leaves`, in the order of `leafArguments`. Runs at every call: it allocates nothing but the leaves.
 */
export function matchArguments(
  expected: readonly Argument[],
  args: ArrayLike<unknown>,
  leaves: Leaf[],
): boolean {
  if (expected.length !== args.length) return false;
  for (let index = 0; index < expected.length; index++) {
    if (!matches(expected[index]!, args[index], leaves)) return false;
  }
  return true;
}

function matches(expected: Argument, value: unknown, leaves: Leaf[]): boolean {
  switch (expected.kind) {
    case 'tensor':
      if (!matchesTensor(expected, value)) return false;
      leaves.push(value as Leaf);
      return true;
    case 'variable':
      if (!matchesVariable(expected, value, leaves)) return false;
      leaves.push(value as Leaf);
      return true;
    case 'value':
      return Object.is(expected.value, value);
    case 'reference':
      return expected.reference.deref() === value;
    case 'array':
      return Array.isArray(value) && matchArguments(expected.items, value, leaves);
    case 'record':
      return matchesRecord(expected.keys, expected.items, value, leaves);
    case 'set':
      return value instanceof Set && matchArguments(expected.items, [...value], leaves);
    case 'map':
      return (
        value instanceof Map &&
        matchArguments(expected.keys, [...value.keys()], leaves) &&
        matchArguments(expected.items, [...value.values()], leaves)
      );
  }
}

function matchesTensor(expected: TensorArgument, value: unknown): boolean {
  if (isTensor(value)) {
    return (
      !isVariable(value) && value.dtype === expected.dtype && shapeFits(value.shape, expected.shape)
    );
  }
  const dtype = typedArrayDtype(value);
  if (dtype === null || dtype !== expected.dtype) return false;
  return shapeFits([(value as Float32Array).length], expected.shape);
}

function matchesVariable(expected: VariableArgument, value: unknown, leaves: Leaf[]): boolean {
  if (!isTensor(value) || !isVariable(value) || value.dtype !== expected.dtype) return false;
  if (value.trainable !== expected.trainable || !shapeFits(value.shape, expected.shape))
    return false;
  const earlier = leaves.indexOf(value);
  return expected.first === (earlier < 0 ? leaves.length : earlier);
}

function shapeFits(
  shape: readonly (number | null)[],
  expected: readonly (number | null)[] | null,
): boolean {
  if (expected === null) return true;
  if (shape.length !== expected.length) return false;
  for (let axis = 0; axis < shape.length; axis++) {
    const size = expected[axis];
    if (size !== null && size !== shape[axis]) return false;
  }
  return true;
}

function matchesRecord(
  keys: readonly string[],
  items: readonly Argument[],
  value: unknown,
  leaves: Leaf[],
): boolean {
  if (typeof value !== 'object' || value === null || isTensor(value)) return false;
  if (!isPlainObject(value) || Object.keys(value).length !== keys.length) return false;
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index]!;
    if (!Object.hasOwn(value, key)) return false;
    if (!matches(items[index]!, value[key], leaves)) return false;
  }
  return true;
}
