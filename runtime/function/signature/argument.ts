import type { Variable } from '@tensorflow/tfjs-core';
import { SignatureError } from '../../errors.js';
import type { DataType, Shape } from '../../graph/types.js';
import { ownPrototype } from './collections.js';
import { isPlainObject, isTensor, isVariable, typedArrayDtype } from './structure.js';
import { TensorSpec } from './tensorSpec.js';

/**
 * What a trace depends on in one argument. Tensors and typed arrays count by dtype and shape, variables also by which of
 * them are the same; strings, numbers and the like by value; functions and other objects by identity. All objects are held
 * weakly: nothing here keeps them alive.
 */
export type Argument =
  | TensorArgument
  | VariableArgument
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'reference'; readonly reference: WeakRef<object> }
  /** Where an array has no element. */
  | { readonly kind: 'hole' }
  /** An array, object literal, map or set that stands earlier in the call, too: which of them, counted in their order. */
  | { readonly kind: 'same'; readonly first: number }
  | {
      readonly kind: 'array' | 'set';
      readonly items: readonly Argument[];
      readonly prototype: Prototype;
    }
  | {
      readonly kind: 'record';
      /** Those that `Object.keys` lists, in their order, which a loop over them sees, and then the others. */
      readonly keys: readonly PropertyKey[];
      readonly items: readonly Argument[];
      readonly listed: number;
      readonly isBare: boolean;
    }
  | {
      readonly kind: 'map';
      readonly keys: readonly Argument[];
      readonly items: readonly Argument[];
      readonly prototype: Prototype;
    };

/** That of a class of the program's that extends Array, Map or Set; null for these themselves. */
export type Prototype = WeakRef<object> | null;

export interface TensorArgument {
  readonly kind: 'tensor';
  readonly dtype: DataType;
  readonly shape: Shape;
  /** Where it stands in the call: `x`, `batch.images`, `xs[0]`. */
  readonly name: string;
}

export interface VariableArgument {
  readonly kind: 'variable';
  readonly dtype: DataType;
  readonly shape: readonly number[];
  readonly trainable: boolean;
  readonly name: string;
  /** Which of the leaves (`leafArguments`) was the first to be this variable. */
  readonly first: number;
  /** The variable of the call that was described. */
  readonly reference: WeakRef<Variable>;
}

/** Describes all arguments of a call, whose parameters have the names given. */
export function describeArguments(args: readonly unknown[], names: readonly string[]): Argument[] {
  const leaves: unknown[] = [];
  const containers = new Map<object, number>();
  return args.map((value, index) =>
    describeArgument(value, names[index] ?? `arguments[${index}]`, leaves, containers),
  );
}

function describeArgument(
  value: unknown,
  name: string,
  leaves: unknown[],
  containers: Map<object, number>,
): Argument {
  const seen: Seen = { leaves, containers, cyclic: [] };
  const described = describe(value, name, [], seen);
  if (seen.cyclic.length > 0 && tensorArguments([described]).length > 0) {
    throw new SignatureError(
      'cyclic-argument',
      `The argument ${seen.cyclic[0]} contains itself.`,
      null,
      'Pass the tensors in it as arguments of their own.',
    );
  }
  return described;
}

interface Seen {
  /** The tensors and variables so far. */
  readonly leaves: unknown[];
  /** The containers so far, each with how many came before. */
  readonly containers: Map<object, number>;
  /** Where containers stand within themselves: these count by identity. */
  readonly cyclic: string[];
}

function describe(
  value: unknown,
  name: string,
  ancestors: readonly object[],
  seen: Seen,
): Argument {
  if (typeof value === 'function') return { kind: 'reference', reference: new WeakRef(value) };
  if (typeof value !== 'object' || value === null) return { kind: 'value', value };
  if (value instanceof TensorSpec) {
    seen.leaves.push(value);
    return { kind: 'tensor', dtype: value.dtype, shape: value.shape, name: value.name ?? name };
  }
  if (isTensor(value)) {
    if (isVariable(value)) return describeVariable(value, name, seen.leaves);
    seen.leaves.push(value);
    return { kind: 'tensor', dtype: value.dtype as DataType, shape: [...value.shape], name };
  }
  const dtype = typedArrayDtype(value);
  if (dtype !== null) {
    seen.leaves.push(value);
    return { kind: 'tensor', dtype, shape: [(value as unknown as Float32Array).length], name };
  }
  return (
    describeObject(value, name, ancestors, seen) ?? {
      kind: 'reference',
      reference: new WeakRef(value),
    }
  );
}

function describeVariable(variable: Variable, name: string, leaves: unknown[]): VariableArgument {
  const earlier = leaves.indexOf(variable);
  const index = leaves.push(variable) - 1;
  return {
    kind: 'variable',
    dtype: variable.dtype as DataType,
    shape: [...variable.shape],
    trainable: variable.trainable,
    name,
    first: earlier < 0 ? index : earlier,
    reference: new WeakRef(variable),
  };
}

function describeObject(
  value: object,
  name: string,
  ancestors: readonly object[],
  seen: Seen,
): Argument | null {
  const isStructure =
    Array.isArray(value) || value instanceof Map || value instanceof Set || isPlainObject(value);
  if (!isStructure || isTensor(value)) return null;
  if (ancestors.includes(value)) {
    seen.cyclic.push(name);
    return null;
  }
  const first = seen.containers.get(value);
  if (first !== undefined && !holdsSpec(value)) return { kind: 'same', first };
  seen.containers.set(value, seen.containers.size);
  const inside = [...ancestors, value];
  const describeItem = (item: unknown, place: string | number) =>
    describe(
      item,
      typeof place === 'number' ? `${name}[${place}]` : `${name}.${place}`,
      inside,
      seen,
    );
  if (Array.isArray(value)) {
    const items = Array.from(
      value,
      (item, index): Argument => (index in value ? describeItem(item, index) : hole),
    );
    return { kind: 'array', items, prototype: prototypeOf(value, Array) };
  }
  if (value instanceof Set) {
    const items = Array.from(value, describeItem);
    return { kind: 'set', items, prototype: prototypeOf(value, Set) };
  }
  if (value instanceof Map) {
    return {
      kind: 'map',
      keys: Array.from(value.keys(), describeItem),
      items: Array.from(value, ([key, item]) => describeItem(item, String(key))),
      prototype: prototypeOf(value, Map),
    };
  }
  const listed = Object.keys(value);
  const others = Reflect.ownKeys(value).filter((key) => !listed.includes(key as string));
  const keys = [...listed, ...others];
  const record = value as Record<PropertyKey, unknown>;
  return {
    kind: 'record',
    keys,
    items: keys.map((key) => describeItem(record[key], String(key))),
    listed: listed.length,
    isBare: Object.getPrototypeOf(value) === null,
  };
}

const hole: Argument = { kind: 'hole' };

function prototypeOf(value: object, standard: { readonly prototype: object }): Prototype {
  const own = ownPrototype(value, standard);
  return own && new WeakRef(own);
}

/** A specification is no object of a call: those that are written once may be given by several. */
function holdsSpec(value: unknown): boolean {
  if (value instanceof TensorSpec) return true;
  if (typeof value !== 'object' || value === null || isTensor(value)) return false;
  if (value instanceof Map) return [...value].some((entry) => entry.some(holdsSpec));
  if (Array.isArray(value) || value instanceof Set) return [...value].some(holdsSpec);
  return isPlainObject(value) && Object.values(value).some(holdsSpec);
}

/** The tensors among the arguments, in the order in which they become parameters of the graph. */
export function tensorArguments(args: readonly Argument[]): TensorArgument[] {
  return leafArguments(args).filter((leaf) => leaf.kind === 'tensor');
}

/** The tensors and variables among the arguments, in their order. */
export function leafArguments(args: readonly Argument[]): (TensorArgument | VariableArgument)[] {
  return args.flatMap((argument) => {
    switch (argument.kind) {
      case 'tensor':
      case 'variable':
        return [argument];
      case 'array':
      case 'set':
      case 'record':
        return leafArguments(argument.items);
      case 'map':
        return leafArguments([...argument.keys, ...argument.items]);
      default:
        return [];
    }
  });
}

/** The same arguments with other shapes of tensors; `index` counts the leaves. */
export function withShapes(
  args: readonly Argument[],
  shapeOf: (shape: Shape, index: number) => Shape,
): Argument[] {
  let index = 0;
  const replace = (argument: Argument): Argument => {
    switch (argument.kind) {
      case 'variable':
        index++;
        return argument;
      case 'tensor':
        return { ...argument, shape: shapeOf(argument.shape, index++) };
      case 'array':
      case 'set':
      case 'record':
        return { ...argument, items: argument.items.map(replace) };
      case 'map':
        return {
          ...argument,
          keys: argument.keys.map(replace),
          items: argument.items.map(replace),
        };
      default:
        return argument;
    }
  };
  return args.map(replace);
}

/** Whether an object that the arguments were compared with by identity has been collected: then they match no call. */
export function isOutlived(args: readonly Argument[]): boolean {
  return args.some((argument) => {
    switch (argument.kind) {
      case 'reference':
        return argument.reference.deref() === undefined;
      case 'array':
      case 'set':
      case 'record':
        return isOutlived(argument.items);
      case 'map':
        return isOutlived([...argument.keys, ...argument.items]);
      default:
        return false;
    }
  });
}
