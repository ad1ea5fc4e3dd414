import { type Tensor, tensor, type Variable } from '@tensorflow/tfjs-core';
import { SignatureError } from '../../errors.js';
import { type DataType, isSubtype, type Shape, type SourceLocation } from '../../graph/types.js';
import {
  type Argument,
  describeArguments,
  leafArguments,
  type TensorArgument,
  type VariableArgument,
} from './argument.js';
import { formatSignature } from './formatSignature.js';
import { isRejected, type Rejection, rejection } from './rejection.js';
import {
  formatHostValue,
  isPlainObject,
  isTensor,
  isVariable,
  tensorOf,
  typedArrayDtype,
} from './structure.js';
import { formatTensorType, TensorSpec } from './tensorSpec.js';

/** An `inputSignature` option, checked: `tensorSpec`s, possibly in arrays and object literals, one for each parameter. */
export function parseInputSignature(
  signature: readonly unknown[],
  names: readonly string[],
  location: SourceLocation | null,
): Argument[] {
  const invalid: unknown[] = [];
  const collect = (item: unknown): void => {
    if (item instanceof TensorSpec) return;
    if (Array.isArray(item)) item.forEach(collect);
    else if (typeof item === 'object' && item !== null && isPlainObject(item))
      Object.values(item).forEach(collect);
    else invalid.push(item);
  };
  if (Array.isArray(signature)) signature.forEach(collect);
  else invalid.push(signature);
  if (invalid.length > 0) {
    const isAlone = signature instanceof TensorSpec;
    const shown = isAlone
      ? 'a tensorSpec in no array'
      : invalid.map((item) => `${formatHostValue(item)} (${typeof item})`).join(', ');
    throw new SignatureError(
      'bad-input-signature',
      `inputSignature must be an array of tensorSpecs, one for each parameter, possibly nested in arrays and objects; got ${shown}.`,
      location,
      isAlone
        ? 'Put it in an array: inputSignature: [tensorSpec([2, 3])].'
        : 'Wrap the shape: tensorSpec([2, 3]).',
    );
  }
  return describeArguments(signature, names);
}

/** The tensors that a call gives for the arguments that a function expects; numbers and arrays become tensors. */
export interface BoundArguments {
  readonly leaves: readonly Tensor[];
  /** Those of `leaves` that were made here and are nobody else's. */
  readonly temporaries: readonly Tensor[];
}

/** Fits a call's arguments to those that were declared; throws `SignatureError` with both sides where they do not fit. */
export function bindArguments(
  functionName: string,
  expected: readonly Argument[],
  names: readonly string[],
  args: readonly unknown[],
  location: SourceLocation | null,
): BoundArguments {
  const given = trimUndefined(args, expected.length);
  const fail = (problem: string, remedy = 'Call it with such arguments.'): never => {
    throw new SignatureError(
      'arguments-do-not-fit',
      `${functionName} was called with arguments that do not fit its signature ${functionName}${formatSignature(expected, names)}: ${problem}.`,
      location,
      remedy,
    );
  };
  if (given.length > expected.length) {
    fail(
      `it takes ${expected.length}, but was given ${counted(given.length)}`,
      'Call it with as many, or declare the others in the signature too.',
    );
  }
  const binding = new Binding();
  try {
    expected.forEach((argument, index) => {
      if (index >= given.length && leafArguments([argument]).length > 0) {
        throw rejection(`the argument ${names[index] ?? index} is missing`);
      }
      binding.bind(argument, given[index], names[index] ?? `arguments[${index}]`);
    });
  } catch (error) {
    binding.dispose();
    if (isRejected(error)) fail(error.problem, error.remedy);
    throw error;
  }
  return binding;
}

function counted(count: number): string {
  return count === 1 ? '1 argument' : `${count} arguments`;
}

function trimUndefined(args: readonly unknown[], length: number): readonly unknown[] {
  let count = args.length;
  while (count > length && args[count - 1] === undefined) count--;
  return args.slice(0, count);
}

type Container = Exclude<
  Argument,
  { readonly kind: 'tensor' | 'variable' | 'value' | 'reference' | 'hole' | 'same' }
>;

class Binding implements BoundArguments {
  readonly leaves: Tensor[] = [];
  readonly temporaries: Tensor[] = [];
  readonly #containers: unknown[] = [];

  bind(expected: Argument, value: unknown, name: string): void {
    switch (expected.kind) {
      case 'tensor':
        this.leaves.push(this.#tensor(expected, value, name));
        return;
      case 'variable':
        this.leaves.push(this.#variable(expected, value, name));
        return;
      case 'value':
        if (!Object.is(expected.value, value)) throw differs(name, expected.value, value);
        return;
      case 'reference':
        if (expected.reference.deref() !== value) {
          throw differs(name, expected.reference.deref(), value);
        }
        return;
      case 'hole':
        if (value !== undefined) throw differs(name, undefined, value);
        return;
      case 'same':
        if (this.#containers[expected.first] !== value)
          throw rejection(`${name} must be the same object as another argument, or a part of one`);
        return;
      default:
        this.#containers.push(value);
        this.#container(expected, value, name);
    }
  }

  #container(expected: Container, value: unknown, name: string): void {
    switch (expected.kind) {
      case 'array':
        if (!Array.isArray(value) || value.length !== expected.items.length) {
          throw rejection(
            `${name} must be an array of ${expected.items.length}, but is ${formatHostValue(value)}`,
          );
        }
        this.#items(expected.items, value, name);
        return;
      case 'record':
        this.#record(expected.keys, expected.items, value, name);
        return;
      case 'set':
        this.#collection(value instanceof Set ? [...value] : null, expected.items, value, name);
        return;
      case 'map': {
        const entries = value instanceof Map ? [...value.keys(), ...value.values()] : null;
        this.#collection(entries, [...expected.keys, ...expected.items], value, name);
      }
    }
  }

  dispose(): void {
    for (const temporary of this.temporaries) temporary.dispose();
  }

  #record(
    keys: readonly PropertyKey[],
    items: readonly Argument[],
    value: unknown,
    name: string,
  ): void {
    const isRecord =
      typeof value === 'object' && value !== null && !isTensor(value) && isPlainObject(value);
    const record = isRecord ? value : {};
    const fits = keys.every((key) => Object.hasOwn(record, key));
    if (!fits || Reflect.ownKeys(record).length !== keys.length) {
      throw rejection(
        `${name} must be an object with ${keys.map(String).join(', ') || 'no fields'}, but is ${formatHostValue(value)}`,
      );
    }
    for (const [index, key] of keys.entries()) {
      this.bind(items[index]!, record[key as string], `${name}.${String(key)}`);
    }
  }

  #collection(
    values: readonly unknown[] | null,
    items: readonly Argument[],
    value: unknown,
    name: string,
  ): void {
    if (values === null || values.length !== items.length) {
      throw rejection(
        `${name} does not have the structure of the signature; it is ${formatHostValue(value)}`,
      );
    }
    this.#items(items, values, name);
  }

  #items(items: readonly Argument[], values: readonly unknown[], name: string): void {
    for (const [index, item] of items.entries())
      this.bind(item, values[index], `${name}[${index}]`);
  }

  #variable(expected: VariableArgument, value: unknown, name: string): Variable {
    const given = typeof value === 'object' && isTensor(value) && isVariable(value) ? value : null;
    const isSame =
      given !== null &&
      isSubtype({ dtype: given.dtype as DataType, shape: given.shape }, expected) &&
      given.trainable === expected.trainable;
    if (!isSame) {
      throw rejection(
        `${name} must be a variable, ${formatTensorType(expected)}, but is ${formatHostValue(value)}`,
      );
    }
    const earlier = this.leaves.indexOf(given);
    if (expected.first !== (earlier < 0 ? this.leaves.length : earlier)) {
      const other =
        earlier < 0 ? 'the same variable as an earlier argument' : 'a variable of its own';
      throw rejection(`${name} must be ${other}, but is ${formatHostValue(value)}`);
    }
    return given;
  }

  #tensor(expected: TensorArgument, value: unknown, name: string): Tensor {
    const given = isTensor(value) ? value : this.#convert(expected, value, name);
    const type = { dtype: given.dtype as DataType, shape: given.shape };
    if (!isSubtype(type, expected)) {
      throw rejection(
        `${name} must be ${formatTensorType(expected)}, but is ${formatTensorType(type)}`,
        type.dtype === expected.dtype
          ? adviceOn(type.shape, expected.shape)
          : `Cast it, tf.cast(${name}, '${expected.dtype}'), or declare the dtype that it has.`,
      );
    }
    return given;
  }

  #convert(expected: TensorArgument, value: unknown, name: string): Tensor {
    const made = convert(value, expected.dtype);
    if (made === null) {
      throw rejection(
        `${name} must be ${formatTensorType(expected)}, but is ${formatHostValue(value)}`,
      );
    }
    this.temporaries.push(made);
    return made;
  }
}

function convert(value: unknown, dtype: DataType): Tensor | null {
  const isMask = dtype === 'bool' && value instanceof Uint8Array;
  if (typedArrayDtype(value) !== null && !isMask) return tensorOf(value as object);
  if (!isMask && !everyElement(value, (item) => isElement(item, dtype))) return null;
  try {
    return tensor(value as number[], undefined, dtype as 'float32');
  } catch {
    return null;
  }
}

function differs(name: string, bound: unknown, given: unknown): Rejection {
  return rejection(
    `${name} is bound to ${formatHostValue(bound)}, but was given as ${formatHostValue(given)}`,
  );
}

function everyElement(value: unknown, test: (element: unknown) => boolean): boolean {
  return Array.isArray(value) ? value.every((item) => everyElement(item, test)) : test(value);
}

function isElement(value: unknown, dtype: DataType): boolean {
  switch (dtype) {
    case 'float32':
      return typeof value === 'number';
    case 'int32':
      return Number.isInteger(value);
    case 'bool':
      return typeof value === 'boolean';
    case 'string':
      return typeof value === 'string';
    case 'complex64':
      return false;
  }
}

function adviceOn(given: readonly number[], expected: Shape): string {
  return given.length === expected?.length
    ? 'Call it with such arguments, or put null for each size that varies.'
    : 'Call it with such arguments (tf.reshape, tf.expandDims), or let it have any number of axes: tensorSpec(null).';
}
