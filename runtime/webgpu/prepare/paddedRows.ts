import { constantNode, kernelNode } from '../../graph/builder.js';
import type { Graph, KernelNode, Node, Value } from '../../graph/graph.js';
import { normalizeAxes } from '../../graph/shapes/dimensions.js';
import { elementwise } from '../../graph/shapes/elementwise.js';
import { sizeOf } from '../wgsl/index.js';
import { NodeList } from './nodeList.js';
import { withRowsRead } from './rowReads.js';

/** Rows of which only the first count: what is behind them is arbitrary. */
export interface PaddedRows {
  readonly from: Value;
  /** `from` with more rows. */
  readonly to: Value;
  /** How many rows `from` has: `counter` and `first`. */
  readonly counter: Value;
  readonly first: number;
}

/**
 * The graph in which `to` stands in the place of `from`, of which rows are read, each element by itself is computed with,
 * and which is reduced along the rows, where those behind do not take part. `null` where anything else is done with it.
 */
export function withPaddedRows(
  graph: Graph,
  { from, to, counter, first }: PaddedRows,
): Graph | null {
  const padded = new Map([[from, to]]);
  let current: Graph = { ...graph, nodes: [] };
  for (const node of graph.nodes) {
    const isReader = node.inputs.some((input) => padded.has(input));
    const next = !isReader ? [node] : (reading(node) ?? computing(node));
    if (next === null) return null;
    current = { ...current, nodes: [...current.nodes, ...next] };
  }
  return graph.outputs.some((output) => padded.has(output)) ? null : current;

  /** Reads rows, where it does. */
  function reading(node: Node): readonly Node[] | null {
    let alone: Graph | null = { ...graph, nodes: [node], outputs: [] };
    for (const [before, after] of padded) {
      if (alone !== null) alone = withRowsRead(alone, before, after);
    }
    return alone?.nodes ?? null;
  }

  function computing(node: Node): readonly Node[] | null {
    if (node.kind !== 'kernel') return null;
    const inputs = node.inputs.map((input) => padded.get(input) ?? input);
    const [x] = inputs;
    if (node.kernel in neutral) {
      const axes = axesOf(node, x!);
      if (axes.includes(0)) return reducing(node, x!, axes);
    } else if (!isElementwise(node, inputs)) return null;
    const list = new NodeList(node.location);
    const names = node.inputNames ?? [];
    if (names.length !== inputs.length) return null;
    const operands = Object.fromEntries(names.map((name, index) => [name, inputs[index]!]));
    padded.set(node.outputs[0]!, list.kernel(node.kernel, operands, node.attributes));
    return list.nodes;
  }

  function reducing(node: KernelNode, x: Value, axes: readonly number[]): readonly Node[] {
    const list = new NodeList(node.location);
    const shape = x.shape as readonly number[];
    const rows = shape[0]!;
    const numbers = constantNode(
      { values: Int32Array.from({ length: rows }, (_, row) => row) },
      { dtype: 'int32', shape: shape.map((_, axis) => (axis === 0 ? rows : 1)) },
    );
    const [row] = list.add(numbers);
    const count = list.binary('Add', counter, first);
    const condition = list.binary('Less', row!, count);
    const none = neutral[node.kernel]!;
    const isWhole = x.dtype === 'int32' && !Number.isFinite(none);
    const e = list.constant(isWhole ? Math.sign(none) * 2 ** 31 - Number(none > 0) : none, x);
    const counted = list.kernel('Select', { condition, t: x, e });
    if (node.kernel !== 'Mean') {
      list.add({ ...node, inputs: [counted] });
      return list.nodes;
    }
    const keepDims = node.attributes.keepDims ?? false;
    const others = sizeOf(axes.filter((axis) => axis > 0).map((axis) => shape[axis]!));
    const asFloat = (value: Value) => list.kernel('Cast', { x: value }, { dtype: 'float32' });
    const sum = list.kernel('Sum', { x: asFloat(counted) }, { axis: [...axes], keepDims });
    const elements = asFloat(list.binary('Multiply', count, others));
    const mean = kernelNode('RealDiv', [sum, elements], ['a', 'b'], {}, node.location);
    list.add({ ...mean, outputs: node.outputs });
    return list.nodes;
  }

  function isElementwise({ kernel, outputs }: KernelNode, inputs: readonly Value[]): boolean {
    const rank = outputs[0]!.shape?.length;
    return (
      (kernel in elementwise || (rowwise.has(kernel) && rank! > 1)) &&
      inputs.every(({ shape }) => {
        if (shape === null || shape.includes(null)) return false;
        return shape.length < rank! || shape[0] === 1 || shape[0] === to.shape![0];
      }) &&
      inputs.some(({ shape }) => shape!.length === rank && shape![0] === to.shape![0])
    );
  }
}

/** Kernels that go along the last axis. */
const rowwise = new Set(['Softmax', 'LogSoftmax']);

/** Reductions, and what does not count in them. */
const neutral: Readonly<Record<string, number>> = {
  Sum: 0,
  Mean: 0,
  Prod: 1,
  Max: Number.NEGATIVE_INFINITY,
  Min: Number.POSITIVE_INFINITY,
  Any: 0,
  All: 1,
};

function axesOf({ attributes }: KernelNode, { shape }: Value): readonly number[] {
  const axis = (attributes.axis ?? attributes.reductionIndices ?? null) as number | number[] | null;
  return normalizeAxes(axis, shape!.length);
}
