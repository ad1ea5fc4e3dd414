import type { ConstantNode, KernelNode, Value } from '../graph/graph.js';
import { isFullyKnown, type Shape } from '../graph/types.js';

/** What made a value, where it is a kernel or a constant of the same graph. */
export type Known = (value: Value) => KernelNode | ConstantNode | undefined;

/** What to put in a kernel's place: a value that is there already, or another kernel. */
export type Replacement =
  | Value
  | {
      readonly kernel: string;
      readonly inputs: Readonly<Record<string, Value>>;
      readonly attributes?: Readonly<Record<string, unknown>>;
    };

type Rule = (node: KernelNode, known: Known) => Replacement | null;

/** By the kernel that they apply to. A replacement of another type than the kernel's result is not used. */
export const rules: Readonly<Record<string, Rule | undefined>> = {
  Identity: (node) => input(node, 'x'),
  Cast: (node, known) => {
    const x = input(node, 'x');
    if (x.dtype === node.attributes.dtype) return x;
    // From 0 and 1 every way leads to the same number.
    const inner = kernelAt(x, 'Cast', known);
    if (inner === null || input(inner, 'x').dtype !== 'bool') return null;
    return { kernel: 'Cast', inputs: { x: input(inner, 'x') }, attributes: node.attributes };
  },
  Reshape: (node, known) => {
    const x = input(node, 'x');
    if (String(x.shape) === String(node.outputs[0]!.shape)) return x;
    const inner = kernelAt(x, 'Reshape', known) ?? kernelAt(x, 'ExpandDims', known);
    if (inner === null) return null;
    const source = inner.inputs[0]!;
    return { kernel: 'Reshape', inputs: { x: source }, attributes: node.attributes };
  },
  ExpandDims: (node, known) => {
    const x = input(node, 'x');
    const inner = kernelAt(x, 'Reshape', known) ?? kernelAt(x, 'ExpandDims', known);
    return inner === null ? null : asShape(inner.inputs[0]!, node);
  },
  Transpose: (node, known) => {
    const x = input(node, 'x');
    const permutation = node.attributes.perm as readonly number[];
    if (permutation.every((axis, index) => axis === index)) return x;
    const inner = kernelAt(x, 'Transpose', known);
    if (inner === null) return keepsOrder(x.shape, permutation) ? asShape(x, node) : null;
    const first = inner.attributes.perm as readonly number[];
    return {
      kernel: 'Transpose',
      inputs: { x: input(inner, 'x') },
      attributes: { perm: permutation.map((axis) => first[axis]!) },
    };
  },
  Reverse: (node, known) => {
    const inner = kernelAt(input(node, 'x'), 'Reverse', known);
    if (inner === null || String(inner.attributes.dims) !== String(node.attributes.dims))
      return null;
    return input(inner, 'x');
  },
  BatchMatMul: (node, known) => {
    const a = swapped(input(node, 'a'), known);
    const b = swapped(input(node, 'b'), known);
    if (a === null && b === null) return null;
    const { transposeA, transposeB } = node.attributes;
    return {
      kernel: 'BatchMatMul',
      inputs: { a: a ?? input(node, 'a'), b: b ?? input(node, 'b') },
      attributes: {
        transposeA: (transposeA === true) !== (a !== null),
        transposeB: (transposeB === true) !== (b !== null),
      },
    };
  },
  Neg: inverseOf('Neg'),
  LogicalNot: inverseOf('LogicalNot'),
  Abs: againSame('Abs'),
  Relu: againSame('Relu'),
  Floor: againSame('Floor'),
  Ceil: againSame('Ceil'),
  Square: (node, known) => {
    const inner =
      kernelAt(input(node, 'x'), 'Neg', known) ?? kernelAt(input(node, 'x'), 'Abs', known);
    return inner === null ? null : { kernel: 'Square', inputs: { x: input(inner, 'x') } };
  },
  Multiply: (node, known): Replacement | null => {
    const [a, b] = operands(node);
    if (a === b && a.dtype === 'float32') return { kernel: 'Square', inputs: { x: a } };
    const [x, y] = [kernelAt(a, 'Neg', known), kernelAt(b, 'Neg', known)];
    return x !== null && y !== null
      ? { kernel: 'Multiply', inputs: { a: input(x, 'x'), b: input(y, 'x') } }
      : besides(node, 1, known);
  },
  Maximum: ofOne,
  Minimum: ofOne,
  RealDiv: (node, known) => {
    const divisor = splat(input(node, 'b'), known);
    return divisor === 1 ? input(node, 'a') : null;
  },
  // x + 0 is not x where x is -0.
  Sub: (node, known) => {
    const [a, b] = operands(node);
    if (Object.is(splat(b, known), 0)) return a;
    const inner = kernelAt(b, 'Neg', known);
    return inner === null ? null : { kernel: 'Add', inputs: { a, b: input(inner, 'x') } };
  },
  Add: (node, known) => {
    const [a, b] = operands(node);
    for (const [one, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const inner = kernelAt(other, 'Neg', known);
      if (inner !== null) return { kernel: 'Sub', inputs: { a: one, b: input(inner, 'x') } };
    }
    return node.outputs[0]!.dtype === 'int32' ? besides(node, 0, known) : null;
  },
  Pow: (node, known) => {
    const exponent = splat(input(node, 'b'), known);
    const a = input(node, 'a');
    if (exponent === 1) return a;
    if (a.dtype !== 'float32') return null;
    if (exponent === 2) return { kernel: 'Square', inputs: { x: a } };
    return exponent === -1 ? { kernel: 'Reciprocal', inputs: { x: a } } : null;
  },
  LogicalAnd: (node, known) => ofOne(node) ?? besides(node, 1, known),
  LogicalOr: (node, known) => ofOne(node) ?? besides(node, 0, known),
  Select: (node, known) => {
    if (input(node, 't') === input(node, 'e')) return input(node, 't');
    const condition = splat(input(node, 'condition'), known);
    return condition === null ? null : input(node, condition === 0 ? 'e' : 't');
  },
  Tile: (node) =>
    (node.attributes.reps as readonly number[]).every((count) => count === 1)
      ? input(node, 'x')
      : null,
  BroadcastTo: (node) => input(node, 'x'),
  Slice: (node) =>
    [node.attributes.begin].flat().every((start) => start === 0) ? input(node, 'x') : null,
  PadV2: (node) =>
    (node.attributes.paddings as readonly (readonly number[])[]).flat().every((size) => size === 0)
      ? input(node, 'x')
      : null,
  UseGraphPadTo: (node) => {
    const [x, sizes] = [input(node, 'x'), node.outputs[0]!.shape];
    if (!isFullyKnown(x.shape) || !isFullyKnown(sizes)) return null;
    const paddings = x.shape.map((size, axis) => [0, sizes[axis]! - size]);
    return { kernel: 'PadV2', inputs: { x }, attributes: { paddings, constantValue: 0 } };
  },
  UseGraphCutTo: (node) => {
    const [x, size] = [input(node, 'x'), node.outputs[0]!.shape];
    if (!isFullyKnown(x.shape) || !isFullyKnown(size)) return null;
    const begin = size.map(() => 0);
    return { kernel: 'Slice', inputs: { x }, attributes: { begin, size: [...size] } };
  },
  Concat: (node) => (node.inputs.length === 1 ? node.inputs[0]! : null),
};

function operands(node: KernelNode): readonly [Value, Value] {
  return [input(node, 'a'), input(node, 'b')];
}

/** The operand of what gives that back where both are the same. */
function ofOne(node: KernelNode): Value | null {
  const [a, b] = operands(node);
  return a === b ? a : null;
}

/** The same elements in the shape of the node's result. */
function asShape(x: Value, { outputs }: KernelNode): Replacement | null {
  const { shape } = outputs[0]!;
  return isFullyKnown(shape) ? { kernel: 'Reshape', inputs: { x }, attributes: { shape } } : null;
}

/** Whether a permutation moves axes of size one only. */
function keepsOrder(shape: Shape, permutation: readonly number[]): boolean {
  if (!isFullyKnown(shape)) return false;
  const long = permutation.filter((axis) => shape[axis] !== 1);
  return long.every((axis, index) => index === 0 || axis > long[index - 1]!);
}

/** What a matrix, or a batch of them, is the transpose of. */
function swapped(value: Value, known: Known): Value | null {
  const node = kernelAt(value, 'Transpose', known);
  if (node === null) return null;
  const permutation = node.attributes.perm as readonly number[];
  const last = permutation.length - 1;
  const isSwap = permutation.every(
    (axis, index) => axis === (index === last ? last - 1 : index === last - 1 ? last : index),
  );
  return isSwap && last > 0 ? input(node, 'x') : null;
}

function inverseOf(kernel: string): Rule {
  return (node, known) => {
    const inner = kernelAt(input(node, 'x'), kernel, known);
    return inner === null ? null : input(inner, 'x');
  };
}

/** A kernel that changes nothing when it is applied again. */
function againSame(kernel: string): Rule {
  return (node, known) =>
    kernelAt(input(node, 'x'), kernel, known) === null ? null : input(node, 'x');
}

/** The operand beside a constant that changes nothing. */
function besides(node: KernelNode, neutral: number, known: Known): Value | null {
  const [a, b] = [input(node, 'a'), input(node, 'b')];
  if (splat(b, known) === neutral) return a;
  return splat(a, known) === neutral ? b : null;
}

function input({ inputs, inputNames }: KernelNode, name: string): Value {
  return inputs[inputNames?.indexOf(name) ?? -1] ?? inputs[0]!;
}

function kernelAt(value: Value, kernel: string, known: Known): KernelNode | null {
  const node = known(value);
  return node?.kind === 'kernel' && node.kernel === kernel ? node : null;
}

/** The number that all elements of a constant are. */
function splat(value: Value, known: Known): number | null {
  const node = known(value);
  if (node?.kind !== 'constant') return null;
  if ('splat' in node.data) return node.data.splat;
  const { values } = node.data;
  return values.length === 1 && typeof values[0] === 'number' ? values[0] : null;
}
