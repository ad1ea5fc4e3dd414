import type { Argument, Prototype, TensorArgument, VariableArgument } from './argument.js';
import { isPlainObject, isTensor, isVariable, typedArrayDtype } from './structure.js';

/** A tensor, a variable, or a typed array that is made a tensor when the graph runs. */
export type Leaf = object;

/**
 * Whether a call with `args` can use a trace that was made for `expected`. Tensors and variables are collected in
 * `leaves`, in the order of `leafArguments`. Runs at every call: it allocates little but the leaves.
 */
export function matchArguments(
  expected: readonly Argument[],
  args: ArrayLike<unknown>,
  leaves: Leaf[],
): boolean {
  return matchesAll(expected, args, { leaves, containers: null });
}

interface Found {
  readonly leaves: Leaf[];
  /** The arrays, object literals, maps and sets so far, each with how many came before. */
  containers: Map<unknown, number> | null;
}

function matchesAll(
  expected: readonly Argument[],
  values: ArrayLike<unknown>,
  found: Found,
): boolean {
  if (expected.length !== values.length) return false;
  for (let index = 0; index < expected.length; index++) {
    const value = values[index];
    if (value === undefined && (expected[index]!.kind === 'hole') === index in values) return false;
    if (!matches(expected[index]!, value, found)) return false;
  }
  return true;
}

function matches(expected: Argument, value: unknown, found: Found): boolean {
  switch (expected.kind) {
    case 'tensor':
      if (!matchesTensor(expected, value)) return false;
      found.leaves.push(value as Leaf);
      return true;
    case 'variable':
      if (!matchesVariable(expected, value, found.leaves)) return false;
      found.leaves.push(value as Leaf);
      return true;
    case 'value':
      return Object.is(expected.value, value);
    case 'hole':
      return value === undefined;
    case 'reference':
      return expected.reference.deref() === value;
    case 'same':
      return found.containers?.get(value) === expected.first;
    case 'array':
      return (
        Array.isArray(value) &&
        hasPrototype(value, expected.prototype, Array) &&
        isNew(value, found) &&
        matchesAll(expected.items, value, found)
      );
    case 'record':
      return matchesRecord(expected, value, found);
    case 'set':
      return (
        value instanceof Set &&
        hasPrototype(value, expected.prototype, Set) &&
        isNew(value, found) &&
        matchesAll(expected.items, [...value], found)
      );
    case 'map':
      return (
        value instanceof Map &&
        hasPrototype(value, expected.prototype, Map) &&
        isNew(value, found) &&
        matchesAll(expected.keys, [...value.keys()], found) &&
        matchesAll(expected.items, [...value.values()], found)
      );
  }
}

/** Whether the container does not stand earlier in the call. */
function isNew(container: object, found: Found): boolean {
  found.containers ??= new Map();
  if (found.containers.has(container)) return false;
  found.containers.set(container, found.containers.size);
  return true;
}

function hasPrototype(
  value: object,
  expected: Prototype,
  standard: { readonly prototype: object },
): boolean {
  const prototype = expected === null ? standard.prototype : expected.deref();
  return Object.getPrototypeOf(value) === prototype;
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

/** Of keys that are not listed it asks for symbols, and for those that are expected: listing the others takes much longer. */
function matchesRecord(
  { keys, items, listed, isBare }: Argument & { readonly kind: 'record' },
  value: unknown,
  found: Found,
): boolean {
  if (typeof value !== 'object' || value === null || isTensor(value)) return false;
  if (!isPlainObject(value) || (Object.getPrototypeOf(value) === null) !== isBare) return false;
  const given: readonly PropertyKey[] = Object.keys(value);
  const others = Object.getOwnPropertySymbols(value).length;
  if (given.length !== listed || others > keys.length - listed || !isNew(value, found))
    return false;
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index]!;
    if (index < listed ? given[index] !== key : !Object.hasOwn(value, key)) return false;
    if (!matches(items[index]!, value[key as string], found)) return false;
  }
  return true;
}
