import { backend_util } from '@tensorflow/tfjs-core';
import type { KernelNode, Value } from '../../graph/graph.js';
import { Index } from '../wgsl/index.js';
import { convert } from '../wgsl/scalar.js';
import {
  inputOf,
  type Lowering,
  type LoweringRule,
  type LoweringRules,
  optionalInput,
} from './lowering.js';
import { sizesOf } from './operation.js';
import { addSum } from './reductions.js';

const matMul: LoweringRule = (node, lowering) => {
  const [a, b] = [inputOf(node, 'a'), inputOf(node, 'b')];
  const output = node.outputs[0]!;
  const shape = sizesOf(output);
  const transposeA = Boolean(node.attributes.transposeA);
  const transposeB = Boolean(node.attributes.transposeB);
  lowering.add({
    kind: 'matmul',
    output,
    inputs: [a, b],
    a,
    b,
    transposeA,
    transposeB,
    batch: shape.slice(0, -2),
    rows: shape.at(-2)!,
    columns: shape.at(-1)!,
    depth: sizesOf(a).at(transposeA ? -2 : -1)!,
  });
};

/** What fused kernels do with their result: a bias is added and a function applied. */
export function finish(node: KernelNode, lowering: Lowering, product: Value): void {
  const bias = optionalInput(node, 'bias');
  const sum = bias === undefined ? product : lowering.call('Add', { a: product, b: bias });
  lowering.alias(node.outputs[0]!, activate(node, lowering, sum));
}

const activations: Readonly<Record<string, string>> = {
  relu: 'Relu',
  relu6: 'Relu6',
  elu: 'Elu',
  sigmoid: 'Sigmoid',
};

function activate(node: KernelNode, lowering: Lowering, x: Value): Value {
  const activation = node.attributes.activation as string | undefined;
  if (activation == null || activation === 'linear') return x;
  if (activation === 'prelu') {
    return lowering.call('Prelu', { x, alpha: inputOf(node, 'preluActivationWeights') });
  }
  if (activation === 'leakyrelu') {
    return lowering.call('LeakyRelu', { x }, { alpha: node.attributes.leakyreluAlpha });
  }
  return lowering.call(activations[activation]!, { x });
}

const fusedMatMul: LoweringRule = (node, lowering) => {
  const { transposeA, transposeB } = node.attributes;
  const [a, b] = [inputOf(node, 'a'), inputOf(node, 'b')];
  finish(node, lowering, lowering.call('BatchMatMul', { a, b }, { transposeA, transposeB }));
};

/** Each element sums the products of all operands over the labels that the output lacks. */
const einsum: LoweringRule = (node, lowering) => {
  const output = node.outputs[0]!;
  const equation = (node.attributes.equation as string).replace(/\s/g, '');
  const { allDims, idDims } = backend_util.decodeEinsumEquation(equation, node.inputs.length);
  const sizes = new Array<number>(allDims.length).fill(1);
  node.inputs.forEach((input, operand) => {
    idDims[operand]!.forEach((label, axis) => {
      sizes[label] = sizesOf(input)[axis]!;
    });
  });
  const inner = sizes.slice(sizesOf(output).length);
  addSum(lowering, output, node.inputs, inner, (reader, outer, within, type) => {
    const places = [...outer.axes, ...within.axes];
    const factors = node.inputs.map((input, operand) => {
      const axes = idDims[operand]!.map((label) => places[label]!);
      const scalar = reader.read(input, Index.ofAxes(reader.emitter, sizesOf(input), axes));
      return convert(scalar, type).code;
    });
    return factors.join(' * ');
  });
};

export const matrixRules: LoweringRules = {
  BatchMatMul: matMul,
  Einsum: einsum,
  _FusedMatMul: fusedMatMul,
};
