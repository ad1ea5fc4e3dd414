import { emptyArray } from './emptyArray.js';
import type { ConstantData, KernelNode, Value } from './graph.js';
import { type DataType, isFullyKnown, type TensorType } from './types.js';
import { evaluateVectors } from './vectors.js';

/** A tensor whose elements are known before the graph runs. */
export interface Constant {
  readonly type: TensorType;
  readonly data: ConstantData;
}

/** Constants of more elements are left to the backend: a graph should not carry what an op makes in no time. */
const mostElements = 256;

/** Whether the constant is cheap enough to stand in several graphs. */
export function isSmall({ data }: Constant): boolean {
  return 'splat' in data || data.values.length <= mostElements;
}

type Numbers = ArrayLike<number>;
type Unary = (x: number) => number;
type Binary = (a: number, b: number) => number;

/** What a kernel gives, where the constants that its inputs are tell it; `null` where they do not. */
export function constantResult(
  node: KernelNode,
  constantOf: (input: Value) => Constant | undefined,
): ConstantData | null {
  const filled = fillOf(node) ?? counted(node);
  if (filled !== null) return filled;
  const inputs = node.inputs.map(constantOf);
  if (inputs.length === 0 || inputs.includes(undefined)) return null;
  const known = inputs as Constant[];
  return evaluate(node, known) ?? reshaped(node, known[0]!) ?? evaluateVectors(node, known);
}

/** Kernels whose elements are known without those of their inputs. */
function fillOf({ kernel, attributes, outputs }: KernelNode): ConstantData | null {
  const { shape, dtype } = outputs[0]!;
  if (!isFullyKnown(shape) || dtype === 'string' || dtype === 'complex64') return null;
  if (kernel === 'ZerosLike') return { splat: 0 };
  if (kernel === 'OnesLike') return { splat: 1 };
  if (kernel !== 'Fill' || typeof attributes.value !== 'number') return null;
  return { splat: dtype === 'float32' ? Math.fround(attributes.value) : attributes.value };
}

/**
 * The kernel's result where its inputs are constants and the same arithmetic in JavaScript gives exactly what the cpu
 * backend gives; `null` for all else, such as transcendental functions, which differ from backend to backend.
 */
function evaluate(node: KernelNode, inputs: readonly Constant[]): ConstantData | null {
  const [output] = node.outputs;
  if (node.outputs.length !== 1 || output === undefined || !isNumeric(output.dtype)) return null;
  if (!isFullyKnown(output.shape)) return null;
  const operands = inOrderOfKernel(node, inputs);
  if (operands === null || !operands.every(({ type }) => isNumeric(type.dtype))) return null;
  const compute = computationOf(node, operands);
  if (compute === null) return null;
  const { dtype, shape } = output;
  const splats = operands.map(({ data }) => splatOf(data));
  if (splats.every((value) => value !== null)) {
    return { splat: rounded(compute(...splats), dtype) };
  }
  const count = sizeOf(shape);
  if (count > mostElements) return null;
  const readers = operands.map((operand) => broadcastReader(operand, shape));
  const values = emptyArray(dtype, count);
  for (let index = 0; index < count; index++) {
    values[index] = compute(...readers.map((read) => read(index)));
  }
  return { values };
}

/** Kernels that only give the same elements another shape. */
const reshaping = new Set(['Reshape', 'ExpandDims', 'Identity']);

/** Kernels that give elements of their input at other places, some of them perhaps several times. */
const rearranging = new Set([
  'Transpose',
  'Tile',
  'Reverse',
  'Slice',
  'StridedSlice',
  'BroadcastTo',
]);

/** The result of a kernel that gives the same elements another shape, or equal ones another place. */
function reshaped(node: KernelNode, { data }: Constant): ConstantData | null {
  if (!isFullyKnown(node.outputs[0]!.shape)) return null;
  if (reshaping.has(node.kernel)) return data;
  return 'splat' in data && rearranging.has(node.kernel) ? data : null;
}

/** The numbers that a kernel without inputs counts, as the cpu backend counts them. */
function counted({ kernel, attributes, outputs }: KernelNode): ConstantData | null {
  const { dtype, shape } = outputs[0]!;
  if (!isFullyKnown(shape) || shape.length !== 1 || shape[0]! > mostCounted) return null;
  if (kernel !== 'Range' || !isNumeric(dtype)) return null;
  const { start, stop, step = 1 } = attributes as Readonly<Record<string, number>>;
  const values = emptyArray(dtype, shape[0]!);
  if (values.length > 0) values[0] = start!;
  const increment = stop! < start! && step === 1 ? -1 : step;
  for (let index = 1; index < values.length; index++)
    values[index] = values[index - 1]! + increment;
  return { values };
}

/** Longer ranges are left to the backend. */
const mostCounted = 4096;

const inputNames: Readonly<Record<number, readonly string[]>> = {
  1: ['x'],
  2: ['a', 'b'],
  3: ['condition', 't', 'e'],
};

function inOrderOfKernel(node: KernelNode, inputs: readonly Constant[]): Constant[] | null {
  const names = inputNames[inputs.length];
  if (names === undefined || node.inputNames === null) return null;
  const indices = names.map((name) => node.inputNames!.indexOf(name));
  return indices.includes(-1) ? null : indices.map((index) => inputs[index]!);
}

type Computation = (...operands: number[]) => number;

function computationOf(
  { kernel, outputs }: KernelNode,
  operands: readonly Constant[],
): Computation | null {
  const { dtype } = outputs[0]!;
  switch (operands.length) {
    case 1:
      if (kernel === 'Cast') return castFrom(operands[0]!.type.dtype, dtype);
      // The cpu backend computes these in float32 whatever the dtype.
      if ((kernel === 'Square' || kernel === 'Abs') && dtype !== 'float32') return null;
      return (unary as Readonly<Record<string, Unary>>)[kernel] ?? null;
    case 2:
      if (kernel === 'RealDiv' && dtype !== 'float32') return null;
      return (binary as Readonly<Record<string, Binary>>)[kernel] ?? null;
    default:
      // A condition of a lower rank chooses whole rows.
      if (kernel !== 'Select' || !hasShape(operands[0]!, outputs[0]!)) return null;
      return (condition, t, e) => (condition ? t! : e!);
  }
}

const unary = {
  Neg: (x) => -x,
  Abs: Math.abs,
  Square: (x) => x * x,
  Floor: Math.floor,
  Ceil: Math.ceil,
  Relu: (x) => Math.max(0, x),
  LogicalNot: (x) => (x ? 0 : 1),
} satisfies Record<string, Unary>;

const binary = {
  Add: (a, b) => a + b,
  Sub: (a, b) => a - b,
  Multiply: (a, b) => a * b,
  RealDiv: (a, b) => a / b,
  FloorDiv: (a, b) => Math.floor(a / b),
  Maximum: Math.max,
  Minimum: Math.min,
  Equal: (a, b) => Number(a === b),
  NotEqual: (a, b) => Number(a !== b),
  Less: (a, b) => Number(a < b),
  LessEqual: (a, b) => Number(a <= b),
  Greater: (a, b) => Number(a > b),
  GreaterEqual: (a, b) => Number(a >= b),
  LogicalAnd: (a, b) => Number(Boolean(a && b)),
  LogicalOr: (a, b) => Number(Boolean(a || b)),
} satisfies Record<string, Binary>;

function castFrom(from: DataType, to: DataType): Computation | null {
  if (to === 'bool') return (x) => Number(x !== 0);
  if (to === 'int32') return from === 'float32' ? (x) => Math.trunc(x!) : (x) => x!;
  return to === 'float32' ? (x) => x! : null;
}

/** The element as the dtype's arrays store it. */
function rounded(value: number, dtype: DataType): number {
  const array = emptyArray(dtype, 1);
  array[0] = value;
  return array[0];
}

function splatOf(data: ConstantData): number | null {
  if ('splat' in data) return data.splat;
  return data.values.length === 1 ? ((data.values as Numbers)[0] ?? null) : null;
}

/** Reads the element of a constant that belongs to an index of a shape that it is broadcast to. */
function broadcastReader(
  { type, data }: Constant,
  shape: readonly number[],
): (index: number) => number {
  const splat = splatOf(data);
  if (splat !== null || 'splat' in data) return () => splat!;
  const values = data.values as Numbers;
  const sizes = type.shape as readonly number[];
  const offset = shape.length - sizes.length;
  return (index) => {
    let [rest, position, stride] = [index, 0, 1];
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      const coordinate = rest % shape[axis]!;
      rest = Math.floor(rest / shape[axis]!);
      const size = sizes[axis - offset] ?? 1;
      if (size !== 1) position += coordinate * stride;
      stride *= size;
    }
    return values[position]!;
  };
}

function hasShape({ type }: Constant, { shape }: TensorType): boolean {
  return String(type.shape) === String(shape);
}

function isNumeric(dtype: DataType): boolean {
  return dtype === 'float32' || dtype === 'int32' || dtype === 'bool';
}

function sizeOf(shape: readonly number[]): number {
  return shape.reduce((size, dimension) => size * dimension, 1);
}
