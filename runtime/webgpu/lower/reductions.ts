import type { Value } from '../../graph/graph.js';
import { normalizeAxes } from '../../graph/shapes/dimensions.js';
import { Index, plus, sizeOf, times } from '../wgsl/index.js';
import {
  convert,
  literal,
  quotient,
  type Scalar,
  type ScalarType,
  scalarTypeOf,
} from '../wgsl/scalar.js';
import type { Lowering, LoweringRule, LoweringRules } from './lowering.js';
import { type Reader, type ReduceOperation, sizesOf } from './operation.js';

/** How partial results are combined. */
interface Combination {
  readonly initial: (type: ScalarType) => string;
  readonly combine: (a: string, b: string, type: ScalarType) => string;
  readonly ofSubgroup?: string;
}

/** Of numbers that may be no number, the built-in function for a subgroup may give any as the greatest. */
const combinations = {
  sum: {
    initial: (type) => literal(0, type),
    combine: (a, b) => `${a} + ${b}`,
    ofSubgroup: 'subgroupAdd',
  },
  product: {
    initial: (type) => literal(1, type),
    combine: (a, b) => `${a} * ${b}`,
    ofSubgroup: 'subgroupMul',
  },
  maximum: {
    initial: (type) => (type === 'f32' ? literal(-Infinity, type) : literal(-2147483648, type)),
    combine: (a, b, type) =>
      `select(${b}, ${a}, (${a} >= ${b})${type === 'f32' ? ` | is_nan(${a})` : ''})`,
  },
  minimum: {
    initial: (type) => (type === 'f32' ? literal(Infinity, type) : literal(2147483647, type)),
    combine: (a, b, type) =>
      `select(${b}, ${a}, (${a} <= ${b})${type === 'f32' ? ` | is_nan(${a})` : ''})`,
  },
  all: { initial: () => 'true', combine: (a, b) => `${a} & ${b}`, ofSubgroup: 'subgroupAll' },
  any: { initial: () => 'false', combine: (a, b) => `${a} | ${b}`, ofSubgroup: 'subgroupAny' },
  anyBit: { initial: () => '0i', combine: (a, b) => `${a} | ${b}`, ofSubgroup: 'subgroupOr' },
} as const satisfies Record<string, Combination>;

/** Where an element of the input is that belongs to `outer` of the output and `inner` of the axes reduced. */
export function joinAxes(
  shape: readonly number[],
  axes: readonly number[],
  outer: Index,
  inner: Index,
): Index {
  const { emitter } = outer;
  const outerShape = shape.filter((_, axis) => !axes.includes(axis));
  const outerAxes = outer.reshape(outerShape).axes;
  const innerAxes = inner.axes;
  let nextOuter = 0;
  let nextInner = 0;
  const places = shape.map((_, axis) =>
    axes.includes(axis) ? innerAxes[nextInner++]! : outerAxes[nextOuter++]!,
  );
  return Index.ofAxes(emitter, shape, places, joinedPosition(shape, axes, outer, inner));
}

/** The position where the axes reduced are the last or the first. */
function joinedPosition(
  shape: readonly number[],
  axes: readonly number[],
  { emitter, knownFlat: outer }: Index,
  { knownFlat: inner, shape: innerShape }: Index,
): string | null {
  if (outer === null || inner === null) return null;
  const count = axes.length;
  const join = (major: string, minor: string, size: number): string => {
    const code = plus(times(major, size), minor);
    return code.startsWith('(') ? emitter.let(code) : code;
  };
  if (axes.every((axis) => axis >= shape.length - count))
    return join(outer, inner, sizeOf(innerShape));
  if (axes.every((axis) => axis < count)) return join(inner, outer, sizeOf(shape.slice(count)));
  return null;
}

/** Combines the elements of `x` along axes into `output`, which has one axis for each other one or keeps them as ones. */
function reduceAlong(
  lowering: Lowering,
  output: Value,
  x: Value,
  axes: readonly number[],
  { initial, combine, ofSubgroup }: Combination,
  type: ScalarType,
): void {
  const shape = sizesOf(x);
  lowering.add({
    kind: 'reduce',
    output,
    inputs: [x],
    inner: shape.filter((_, axis) => axes.includes(axis)),
    along: { input: x, shape, axes },
    cost: 1,
    accumulators: [{ type, initial: initial(type) }],
    element: (reader: Reader, outer: Index, inner: Index): Scalar[] => {
      const scalar = convert(reader.read(x, joinAxes(shape, axes, outer, inner)), type);
      return [{ code: reader.emitter.let(scalar.code), type }];
    },
    combine: (emitter, [a], [b]) => [emitter.let(combine(a!, b!, type))],
    ofSubgroup,
    result: (emitter, [accumulated]) => {
      const target = scalarTypeOf(output.dtype);
      return emitter.scalar(convert({ code: accumulated!, type }, target).code, target);
    },
  } satisfies ReduceOperation);
}

/** Each element of `output` is the sum of `term` over all places in `inner`. */
export function addSum(
  lowering: Lowering,
  output: Value,
  inputs: readonly Value[],
  inner: readonly number[],
  term: (reader: Reader, outer: Index, inner: Index, type: ScalarType) => string,
): void {
  const type = arithmetic(output);
  const target = scalarTypeOf(output.dtype);
  lowering.add({
    kind: 'reduce',
    output,
    inputs,
    inner,
    along: null,
    cost: 2,
    accumulators: [{ type, initial: literal(0, type) }],
    element: (reader, outer, within) => [
      reader.emitter.scalar(term(reader, outer, within, type), type),
    ],
    combine: (emitter, [sum], [summand]) => [emitter.let(`${sum} + ${summand}`)],
    ofSubgroup: 'subgroupAdd',
    result: (emitter, [sum]) => emitter.scalar(convert({ code: sum!, type }, target).code, target),
  });
}

function reduction(
  combination: Combination,
  operandType: (x: Value) => ScalarType,
  axisAttribute = 'axis',
): LoweringRule {
  return (node, lowering) => {
    const x = node.inputs[0]!;
    const axes = normalizeAxes(
      node.attributes[axisAttribute] as number | number[] | null,
      sizesOf(x).length,
    );
    reduceAlong(lowering, node.outputs[0]!, x, axes, combination, operandType(x));
  };
}

const arithmetic = ({ dtype }: Value): ScalarType => (dtype === 'float32' ? 'f32' : 'i32');
const own = ({ dtype }: Value): ScalarType => (dtype === 'bool' ? 'i32' : scalarTypeOf(dtype));

/** The sum of the elements, each divided by their number first where that is exact, as TensorFlow.js does. */
const mean: LoweringRule = (node, lowering) => {
  const x = node.inputs[0]!;
  const axes = normalizeAxes(node.attributes.axis as number[] | null, sizesOf(x).length);
  const count = sizeOf(sizesOf(x).filter((_, axis) => axes.includes(axis)));
  const output = node.outputs[0]!;
  const sum = lowering.value('float32', sizesOf(output));
  reduceAlong(lowering, sum, x, axes, combinations.sum, 'f32');
  const divisor = literal(count, 'f32');
  lowering.map(output, [sum], 1, (reader, index) =>
    reader.emitter.scalar(quotient(reader.read(sum, index).code, divisor, divisor), 'f32'),
  );
};

/**
 * The first position of the greatest or least element. A not-a-number counts as neither, unless it comes first: then, in
 * TensorFlow.js, nothing is greater or less.
 */
function position(comparison: '>' | '<'): LoweringRule {
  return (node, lowering) => {
    const x = node.inputs[0]!;
    const shape = sizesOf(x);
    const axes =
      shape.length === 0 ? [] : normalizeAxes(node.attributes.axis as number, shape.length);
    const type = own(x);
    const { initial } = comparison === '>' ? combinations.maximum : combinations.minimum;
    const utmost = literal(comparison === '>' ? Infinity : -Infinity, 'f32');
    lowering.add({
      kind: 'reduce',
      output: node.outputs[0]!,
      inputs: [x],
      inner: shape.filter((_, axis) => axes.includes(axis)),
      along: { input: x, shape, axes },
      cost: 3,
      accumulators: [
        { type, initial: initial(type) },
        { type: 'i32', initial: '2147483647i' },
      ],
      element: (reader, outer, inner) => {
        const place = joinAxes(shape, axes, outer, inner);
        const scalar = convert(reader.read(x, place), type);
        const { flat } = inner;
        const code = `select(${scalar.code}, ${utmost}, is_nan(${scalar.code}) & (${flat} == 0))`;
        return [
          type === 'f32' ? reader.emitter.scalar(code, type) : scalar,
          { code: flat, type: 'i32' },
        ];
      },
      combine: (emitter, [a, i], [b, j]) => {
        const isLater = emitter.let(`(${b} ${comparison} ${a}) | ((${b} == ${a}) & (${j} < ${i}))`);
        return [
          emitter.let(`select(${a}, ${b}, ${isLater})`),
          emitter.let(`select(${i}, ${j}, ${isLater})`),
        ];
      },
      result: (emitter, [, found]) => emitter.scalar(found!, 'i32'),
    });
  };
}

const softmax: LoweringRule = (node, lowering) => {
  const logits = node.inputs[0]!;
  const shape = sizesOf(logits);
  const dim = node.attributes.dim as number | undefined;
  const axis = dim === undefined || dim === -1 ? shape.length - 1 : dim;
  const greatest = lowering.call(
    'Max',
    { x: logits },
    { reductionIndices: [axis], keepDims: true },
  );
  const shifted = lowering.call('Sub', { a: logits, b: greatest });
  const exponentials = lowering.call('Exp', { x: shifted });
  const sum = lowering.call('Sum', { x: exponentials }, { axis: [axis], keepDims: true });
  const quotient = lowering.call('RealDiv', { a: exponentials, b: sum });
  lowering.alias(node.outputs[0]!, quotient);
};

/** The name of the kernel that gives the bits that any of many integers has. */
export const anyBitKernel = '_AnyBit';

export const reductionRules: LoweringRules = {
  [anyBitKernel]: reduction(combinations.anyBit, () => 'i32'),
  All: reduction(combinations.all, () => 'bool'),
  Any: reduction(combinations.any, () => 'bool'),
  ArgMax: position('>'),
  ArgMin: position('<'),
  Max: reduction(combinations.maximum, own, 'reductionIndices'),
  Mean: mean,
  Min: reduction(combinations.minimum, own),
  Prod: reduction(combinations.product, arithmetic),
  Softmax: softmax,
  Sum: reduction(combinations.sum, arithmetic),
};
