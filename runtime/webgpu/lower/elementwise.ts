import type { Value } from '../../graph/graph.js';
import type { Index } from '../wgsl/index.js';
import { convert, literal, type Scalar, scalarTypeOf } from '../wgsl/scalar.js';
import { activationRules } from './activations.js';
import { arithmeticRules } from './arithmetic.js';
import { elementwise, named, number, unary } from './expression.js';
import { functionRules } from './functions.js';
import { logicRules } from './logic.js';
import { inputOf, type LoweringRule, type LoweringRules, optionalInput } from './lowering.js';
import { type Reader, sizesOf } from './operation.js';

/** The operand is converted to the type of the output and nothing else happens. */
const identity = elementwise(
  0,
  unary((x) => x),
);

const cast: LoweringRule = (node, lowering) => {
  const [output, input] = [node.outputs[0]!, node.inputs[0]!];
  const target = scalarTypeOf(output.dtype);
  lowering.map(
    output,
    [input],
    target === scalarTypeOf(input.dtype) ? 0 : 1,
    (reader, index) => {
      const scalar = convert(reader.read(input, index), target);
      return { code: named(reader.emitter, scalar.code), type: target };
    },
    true,
  );
};

function constant(value: number): LoweringRule {
  return (node, lowering) => {
    const output = node.outputs[0]!;
    const type = scalarTypeOf(output.dtype);
    lowering.map(output, [], 0, () => ({ code: literal(value, type), type }), true);
  };
}

/** At most so many operands are added in one kernel, which can bind only few buffers. */
const operandLimit = 4;

const addN: LoweringRule = (node, lowering) => {
  let sums: readonly Value[] = node.inputs;
  while (sums.length > 1) {
    const next: Value[] = [];
    for (let start = 0; start < sums.length; start += operandLimit) {
      const group = sums.slice(start, start + operandLimit);
      next.push(group.reduce((a, b) => lowering.call('Add', { a, b })));
    }
    sums = next;
  }
  lowering.alias(node.outputs[0]!, sums[0]!);
};

/** The shapes of statistics are those of the last axis, or of all axes. */
const batchNorm: LoweringRule = (node, lowering) => {
  const [x, mean, variance] = ['x', 'mean', 'variance'].map((name) => inputOf(node, name));
  const [offset, scale] = ['offset', 'scale'].map((name) => optionalInput(node, name));
  const inputs = [x, mean, variance, offset, scale].filter((value) => value !== undefined);
  const epsilon = literal(number(node.attributes, 'varianceEpsilon'), 'f32');
  const emit = (reader: Reader, index: Index): Scalar => {
    const read = (value: Value) => reader.read(value, index.broadcast(sizesOf(value))).code;
    const { emitter } = reader;
    const factor = emitter.let(`inverseSqrt(${read(variance!)} + ${epsilon})`);
    const scaled = scale === undefined ? factor : emitter.let(`${factor} * ${read(scale)}`);
    const centered = emitter.let(`${read(x!)} - ${read(mean!)}`);
    const shift = offset === undefined ? '0f' : read(offset);
    return emitter.scalar(`${centered} * ${scaled} + ${shift}`, 'f32');
  };
  lowering.map(node.outputs[0]!, inputs, 8, emit, true);
};

/** The kernels each of whose elements depends on one element of each operand. */
export const elementwiseRules: LoweringRules = {
  ...activationRules,
  ...arithmeticRules,
  ...functionRules,
  ...logicRules,
  AddN: addN,
  Cast: cast,
  FusedBatchNorm: batchNorm,
  Identity: identity,
  OnesLike: constant(1),
  ZerosLike: constant(0),
};
