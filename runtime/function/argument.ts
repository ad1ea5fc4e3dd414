import { SignatureError } from '../errors.js';
import type { DataType, Shape } from '../graph/types.js';
import { isPlainObject, isTensor, isVariable, typedArrayDtype } from './structure.js';
import { TensorSpec } from './tensorSpec.js';

/**
 * What a trace depends on in one argument. Tensors and typed arrays count by dtype and shape; strings, numbers and the
 * like by value; variables, functions and other objects by identity, and weakly: nothing here keeps them alive.
 */
export type Argument =
  | TensorArgument
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'reference'; readonly reference: WeakRef<object> }
  | { readonly kind: 'array' | 'set'; readonly items: readonly Argument[] }
  | {
      readonly kind: 'record';
      readonly keys: readonly string[];
      readonly items: readonly Argument[];
    }
  | {
      readonly kind: 'map';
      readonly keys: readonly Argument[];
      readonly items: readonly Argument[];
    };

export interface TensorArgument {
  readonly kind: 'tensor';
  readonly dtype: DataType;
  readonly shape: Shape;
  /** Where it stands in the call: `x`, `batch.images`, `xs[0]`. */
  readonly name: string;
}

/** Describes all arguments of a call, whose parameters have the names given. */
export function describeArguments(args: readonly unknown[], names: readonly string[]): Argument[] {
  return args.map((value, index) => describeArgument(value, names[index] ?? `arguments[${index}]`));
}

export function describeArgument(value: unknown, name: string): Argument {
  const cyclic: string[] = [];
  const described = describe(value, name, [], cyclic);
  if (cyclic.length > 0 && tensorArguments([described]).length > 0) {
    throw new SignatureError(
      'cyclic-argument',
      `The argument ${cyclic[0]} contains itself.`,
      null,
      'Pass the tensors in it as arguments of their own.',
    );
  }
  return described;
}

/** A container within itself, by which `cyclic` learns of it, counts by identity. */
function describe(
  value: unknown,
  name: string,
  ancestors: readonly object[],
  cyclic: string[],
): Argument {
  if (typeof value === 'function') return { kind: 'reference', reference: new WeakRef(value) };
  if (typeof value !== 'object' || value === null) return { kind: 'value', value };
  if (value instanceof TensorSpec) {
    return { kind: 'tensor', dtype: value.dtype, shape: value.shape, name: value.name ?? name };
  }
  if (isTensor(value) && !isVariable(value)) {
    return { kind: 'tensor', dtype: value.dtype as DataType, shape: [...value.shape], name };
  }
  const dtype = typedArrayDtype(value);
  if (dtype !== null) {
    return { kind: 'tensor', dtype, shape: [(value as unknown as Float32Array).length], name };
  }
  return (
    describeObject(value, name, ancestors, cyclic) ?? {
      kind: 'reference',
      reference: new WeakRef(value),
    }
  );
}

function describeObject(
  value: object,
  name: string,
  ancestors: readonly object[],
  cyclic: string[],
): Argument | null {
  const isStructure =
    Array.isArray(value) || value instanceof Map || value instanceof Set || isPlainObject(value);
  if (!isStructure || isTensor(value)) return null;
  if (ancestors.includes(value)) {
    cyclic.push(name);
    return null;
  }
  const inside = [...ancestors, value];
  const describeItem = (item: unknown, place: string | number) =>
    describe(
      item,
      typeof place === 'number' ? `${name}[${place}]` : `${name}.${place}`,
      inside,
      cyclic,
    );
  if (Array.isArray(value)) return { kind: 'array', items: Array.from(value, describeItem) };
  if (value instanceof Set) return { kind: 'set', items: Array.from(value, describeItem) };
  if (value instanceof Map) {
    return {
      kind: 'map',
      keys: Array.from(value.keys(), describeItem),
      items: Array.from(value, ([key, item]) => describeItem(item, String(key))),
    };
  }
  const keys = Object.keys(value);
  const record = value as Record<string, unknown>;
  return { kind: 'record', keys, items: keys.map((key) => describeItem(record[key], key)) };
}

/** The tensors among the arguments, in the order in which they become parameters of the graph. */
export function tensorArguments(args: readonly Argument[]): TensorArgument[] {
  return args.flatMap((argument): TensorArgument[] => {
    switch (argument.kind) {
      case 'tensor':
        return [argument];
      case 'array':
      case 'set':
      case 'record':
        return tensorArguments(argument.items);
      case 'map':
        return tensorArguments([...argument.keys, ...argument.items]);
      default:
        return [];
    }
  });
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
