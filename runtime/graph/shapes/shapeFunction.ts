import type { Dimension, TensorType } from '../types.js';

/** The inputs of a kernel by the kernel's own names, or in order for kernels that take an array. */
export type KernelInputs = Readonly<Record<string, TensorType>> | readonly TensorType[];

export type Attributes = Readonly<Record<string, unknown>>;

/** What a shape function sees of one call of a kernel. */
export interface KernelCall {
  readonly kernel: string;
  readonly inputs: KernelInputs;
  readonly attributes: Attributes;
}

/** Abstract evaluation of one kernel: from what is known of its inputs to what is known of its outputs. */
export type ShapeFunction = (call: KernelCall) => TensorType[];

export type ShapeFunctions = Readonly<Record<string, ShapeFunction>>;

/** What is wrong with a call, in a few words; `inferTypes` adds the kernel, its inputs and the place. */
export class Mismatch extends Error {}

export function require(condition: boolean, detail: string): asserts condition {
  if (!condition) throw new Mismatch(detail);
}

/** The input of that name, which the kernel needs. */
export function input(call: KernelCall, name: string): TensorType {
  const type = optionalInput(call, name);
  require(type !== undefined, `it needs an input named '${name}'`);
  return type;
}

export function optionalInput({ inputs }: KernelCall, name: string): TensorType | undefined {
  return isList(inputs) ? undefined : (inputs[name] ?? undefined);
}

/** All inputs in order. */
export function inputList({ inputs }: KernelCall): readonly TensorType[] {
  return isList(inputs) ? inputs : Object.values(inputs).filter((type) => type != null);
}

function isList(inputs: KernelInputs): inputs is readonly TensorType[] {
  return Array.isArray(inputs);
}

/** An attribute, whose type the kernel's signature in TensorFlow.js vouches for. */
export function attribute<T>({ attributes }: KernelCall, name: string): T {
  return attributes[name] as T;
}

export function unknownDimensions(rank: number): Dimension[] {
  return new Array<Dimension>(rank).fill(null);
}
