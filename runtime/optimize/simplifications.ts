import type { ConstantNode, KernelNode, Value } from '../graph/graph.js';

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
  Transpose: (node, known) => {
    const x = input(node, 'x');
    const permutation = node.attributes.perm as readonly number[];
    if (permutation.every((axis, index) => axis === index)) return x;
    const inner = kernelAt(x, 'Transpose', known);
    if (inner === null) return null;
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
  Neg: inverseOf('Neg'),
  LogicalNot: inverseOf('LogicalNot'),
  Abs: againSame('Abs'),
  Relu: againSame('Relu'),
  Floor: againSame('Floor'),
  Ceil: againSame('Ceil'),
  Multiply: (node, known) => besides(node, 1, known),
  RealDiv: (node, known) => {
    const divisor = splat(input(node, 'b'), known);
    return divisor === 1 ? input(node, 'a') : null;
  },
  // x + 0 is not x where x is -0.
  Sub: (node, known) => (Object.is(splat(input(node, 'b'), known), 0) ? input(node, 'a') : null),
  Add: (node, known) => (node.outputs[0]!.dtype === 'int32' ? besides(node, 0, known) : null),
  Pow: (node, known) => {
    const exponent = splat(input(node, 'b'), known);
    const a = input(node, 'a');
    if (exponent === 1) return a;
    return exponent === 2 && a.dtype === 'float32' ? { kernel: 'Square', inputs: { x: a } } : null;
  },
  LogicalAnd: (node, known) => besides(node, 1, known),
  LogicalOr: (node, known) => besides(node, 0, known),
  Select: (node, known) => {
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
  Concat: (node) => (node.inputs.length === 1 ? node.inputs[0]! : null),
};

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
