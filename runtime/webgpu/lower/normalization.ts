import type { KernelNode, Value } from '../../graph/graph.js';
import { Index } from '../wgsl/index.js';
import { literal } from '../wgsl/scalar.js';
import { inputOf, type Lowering, type LoweringRule, type LoweringRules } from './lowering.js';
import { sizesOf } from './operation.js';
import { addSum } from './reductions.js';

interface Attributes {
  readonly depthRadius: number;
  readonly bias: number;
  readonly alpha: number;
  readonly beta: number;
}

/** The sum over the channels that lie near, of the elements of `x` or of their squares. */
function sumOfNear(lowering: Lowering, x: Value, radius: number, isOfSquares: boolean): Value {
  const sizes = sizesOf(x);
  const sum = lowering.value('float32', sizes);
  addSum(lowering, sum, [x], [2 * radius + 1], (reader, outer, inner) => {
    const { emitter } = reader;
    const channel = emitter.let(`${outer.axes[3]} + ${inner.flat} - ${radius}`);
    const place = Index.ofAxes(emitter, sizes, [...outer.axes.slice(0, 3), channel]);
    const { code } = reader.read(x, place);
    const isInside = `(${channel} >= 0) & (${channel} < ${sizes[3]})`;
    return `select(0f, ${isOfSquares ? `${code} * ${code}` : code}, ${isInside})`;
  });
  return sum;
}

/** What each element is divided by, before it is raised to `beta`. */
function normOf(node: KernelNode, lowering: Lowering, x: Value): Value {
  const { depthRadius, bias, alpha } = node.attributes as unknown as Attributes;
  const squares = sumOfNear(lowering, x, depthRadius, true);
  const norm = lowering.value('float32', sizesOf(x));
  lowering.map(norm, [squares], 2, (reader, index) =>
    reader.emitter.scalar(
      `${literal(bias, 'f32')} + ${literal(alpha, 'f32')} * ${reader.read(squares, index).code}`,
      'f32',
    ),
  );
  return norm;
}

const powerCost = 16;

const localResponse: LoweringRule = (node, lowering) => {
  const x = inputOf(node, 'x');
  const { beta } = node.attributes as unknown as Attributes;
  const norm = normOf(node, lowering, x);
  lowering.map(node.outputs[0]!, [x, norm], powerCost, (reader, index) => {
    const power = `pow(${reader.read(norm, index).code}, ${literal(-beta, 'f32')})`;
    return reader.emitter.scalar(`${reader.read(x, index).code} * ${power}`, 'f32');
  });
};

/** Each element has gone into its own result, and into the norms of those near it. */
const localResponseGradient: LoweringRule = (node, lowering) => {
  const [x, y, dy] = [inputOf(node, 'x'), inputOf(node, 'y'), inputOf(node, 'dy')];
  const { depthRadius, alpha, beta } = node.attributes as unknown as Attributes;
  const norm = normOf(node, lowering, x);
  const ofNorm = lowering.value('float32', sizesOf(x));
  lowering.map(ofNorm, [y, dy, norm], 2, (reader, index) => {
    const [a, b, c] = [y, dy, norm].map((value) => reader.read(value, index).code);
    return reader.emitter.scalar(`${a} * ${b} / ${c}`, 'f32');
  });
  const near = sumOfNear(lowering, ofNorm, depthRadius, false);
  lowering.map(node.outputs[0]!, [x, dy, norm, near], powerCost, (reader, index) => {
    const [a, b, c, d] = [x, dy, norm, near].map((value) => reader.read(value, index).code);
    const own = `${b} * pow(${c}, ${literal(-beta, 'f32')})`;
    return reader.emitter.scalar(
      `${own} - ${literal(2 * alpha * beta, 'f32')} * ${a} * ${d}`,
      'f32',
    );
  });
};

export const normalizationRules: LoweringRules = {
  LRN: localResponse,
  LRNGrad: localResponseGradient,
};
