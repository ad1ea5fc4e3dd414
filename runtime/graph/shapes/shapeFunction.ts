import type { RuntimeCode } from '../../../diagnostics/index.js';
import type { DataType, Shape, TensorType } from '../types.js';

/** The inputs of a kernel by the kernel's own names, or in order for kernels that take an array. */
export type KernelInputs = Readonly<Record<string, TensorType>> | readonly TensorType[];

/** What a shape function sees of one call of a kernel. */
export interface KernelCall {
  readonly kernel: string;
  readonly inputs: KernelInputs;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Abstract evaluation of one kernel: from what is known of its inputs to what is known of its outputs. */
export type ShapeFunction = (call: KernelCall) => TensorType[];

export type ShapeFunctions = Readonly<Record<string, ShapeFunction>>;

/** What is wrong with a call, in a few words; `inferTypes` adds the kernel, its inputs and the place. */
export class Mismatch extends Error {
  constructor(
    message: string,
    /** What to do about it, where that is one thing. */
    readonly remedy = '',
  ) {
    super(message);
  }
}

/** Why the kernel cannot be a node whatever its inputs; `inferTypes` adds the place. */
export class Refusal extends Error {
  constructor(
    readonly code: RuntimeCode,
    message: string,
  ) {
    super(message);
  }
}

export function ensure(condition: boolean, detail: string, remedy = ''): asserts condition {
  if (!condition) throw new Mismatch(detail, remedy);
}

/** The input of that name, which the kernel needs. */
export function input(call: KernelCall, name: string): TensorType {
  const type = isList(call.inputs) ? undefined : call.inputs[name];
  ensure(type != null, `it needs an input named '${name}'`);
  return type;
}

/** All inputs in order. */
export function inputList({ inputs }: KernelCall): readonly TensorType[] {
  return isList(inputs) ? inputs : Object.values(inputs).filter((type) => type != null);
}

function isList(inputs: KernelInputs): inputs is readonly TensorType[] {
  return Array.isArray(inputs);
}

/** An attribute; that it has this type is what the kernel's signature in TensorFlow.js says. */
export function attribute<T>(call: KernelCall, name: string): T {
  return call.attributes[name] as T;
}

/** The shape of an input that must have so many axes, or `null` where its rank is not known. */
export function shapeOfRank(call: KernelCall, name: string, rank: number): Shape {
  const { shape } = input(call, name);
  ensure(shape === null || shape.length === rank, `${name} must have ${rank} axes`);
  return shape;
}

/** The shape of the input of that name, and its dtype unless the kernel always returns one. */
export function like(name: string, dtype?: DataType): ShapeFunction {
  return (call) => {
    const x = input(call, name);
    return [{ dtype: dtype ?? x.dtype, shape: x.shape }];
  };
}

/** The same function for several kernels. */
export function each(kernels: readonly string[], shapeFunction: ShapeFunction): ShapeFunctions {
  return Object.fromEntries(kernels.map((kernel) => [kernel, shapeFunction]));
}
