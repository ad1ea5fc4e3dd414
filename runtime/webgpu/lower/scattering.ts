import type { KernelNode, Value } from '../../graph/graph.js';
import { Index, sizeOf } from '../wgsl/index.js';
import { convert, literal, type Scalar, scalarTypeOf } from '../wgsl/scalar.js';
import { inputOf, type Lowering, type LoweringRule, type LoweringRules } from './lowering.js';
import { type Reader, sizesOf } from './operation.js';
import { addSum } from './reductions.js';

/**
 * Kernels that write to places which tensors tell. Here each place asks all who might write to it, which is as much work
 * as there are places times writers, but always in the same order, and fused with what comes before and after.
 */

/** Beyond so many questions the kernels of TensorFlow.js, which write in any order, do less. */
const mostQuestions = 2 ** 22;

export function areFewQuestions(node: KernelNode): boolean {
  const [count] = writersOf(node);
  const asked = node.kernel === 'TopK' ? inputOf(node, 'x') : node.outputs[0]!;
  return sizeOf(sizesOf(asked)) * count <= mostQuestions;
}

const namesOfWriters = ['indices', 'sparseIndices', 'segmentIds', 'sortedSequence', 'x'];

/** How many writers a place has to ask, and how many numbers tell the place of each. */
function writersOf(node: KernelNode): [count: number, depth: number] {
  const name = namesOfWriters.find((one) => node.inputNames!.includes(one))!;
  const sizes = sizesOf(inputOf(node, name));
  if (node.kernel === 'Bincount') return [sizeOf(sizes), 1];
  if (name === 'sortedSequence' || name === 'x') return [sizes.at(-1) ?? 1, 1];
  const depth = sizes.length > 1 ? sizes.at(-1)! : 1;
  return [sizeOf(sizes) / depth, depth];
}

/** Whether the writer `update` means the place `axes`. */
function meets(
  reader: Reader,
  indices: Value,
  [count, depth]: readonly [number, number],
  update: string,
  axes: readonly string[],
): string {
  const { emitter } = reader;
  const conditions = Array.from({ length: depth }, (_, coordinate) => {
    const place = Index.ofAxes(emitter, [count, depth], [update, String(coordinate)]);
    const { code } = convert(reader.read(indices, place.reshape(sizesOf(indices))), 'i32');
    return `(${code} == ${axes[coordinate]})`;
  });
  return emitter.let(conditions.join(' & '));
}

/** What the writer has for the place, or the one value that all have. */
function updateAt(
  reader: Reader,
  updates: Value,
  count: number,
  update: string,
  slice: Index,
): Scalar {
  const { emitter } = reader;
  const sizes = sizesOf(updates);
  if (sizeOf(sizes) === 1) return reader.read(updates, Index.ofFlat(emitter, sizes, '0'));
  const place = Index.ofAxes(emitter, [count, ...slice.shape], [update, ...slice.axes]);
  return reader.read(updates, place.reshape(sizes));
}

const sliceOf = ({ emitter, shape, axes }: Index, depth: number): Index =>
  Index.ofAxes(emitter, shape.slice(depth), axes.slice(depth));

const scatter: LoweringRule = (node, lowering) => {
  const [indices, updates] = [inputOf(node, 'indices'), inputOf(node, 'updates')];
  const writers = writersOf(node);
  const [count, depth] = writers;
  addSum(lowering, node.outputs[0]!, [indices, updates], [count], (reader, outer, inner, type) => {
    const isMet = meets(reader, indices, writers, inner.flat, outer.axes);
    const update = updateAt(reader, updates, count, inner.flat, sliceOf(outer, depth));
    return `select(${literal(0, type)}, ${convert(update, type).code}, ${isMet})`;
  });
};

/** The last of those that write to a place is what remains there. */
function overwrite(
  node: KernelNode,
  lowering: Lowering,
  indices: Value,
  updates: Value,
  before: Value,
): void {
  const output = node.outputs[0]!;
  const sizes = sizesOf(output);
  const writers = writersOf(node);
  const [count, depth] = writers;
  const last = lowering.value('int32', sizes.slice(0, depth));
  lowering.add({
    kind: 'reduce',
    output: last,
    inputs: [indices],
    inner: [count],
    along: null,
    cost: 2,
    accumulators: [{ type: 'i32', initial: '-1i' }],
    element: (reader, outer, inner) => {
      const isMet = meets(reader, indices, writers, inner.flat, outer.axes);
      return [reader.emitter.scalar(`select(-1, ${inner.flat}, ${isMet})`, 'i32')];
    },
    combine: (emitter, [a], [b]) => [emitter.let(`max(${a}, ${b})`)],
    result: (_, [found]) => ({ code: found!, type: 'i32' }),
  });
  const type = scalarTypeOf(output.dtype);
  lowering.map(output, [last, updates, before], 2, (reader, index) => {
    const { emitter } = reader;
    const place = Index.ofAxes(emitter, sizes.slice(0, depth), index.axes.slice(0, depth));
    const writer = reader.read(last, place).code;
    const chosen = emitter.let(`max(${writer}, 0)`);
    const update = updateAt(reader, updates, count, chosen, sliceOf(index, depth));
    const old = reader.read(before, index.broadcast(sizesOf(before)));
    const [a, b] = [convert(old, type).code, convert(update, type).code];
    return emitter.scalar(`select(${a}, ${b}, ${writer} >= 0)`, type);
  });
}

const scatterUpdate: LoweringRule = (node, lowering) =>
  overwrite(
    node,
    lowering,
    inputOf(node, 'indices'),
    inputOf(node, 'updates'),
    inputOf(node, 'tensor'),
  );

const sparseToDense: LoweringRule = (node, lowering) =>
  overwrite(
    node,
    lowering,
    inputOf(node, 'sparseIndices'),
    inputOf(node, 'sparseValues'),
    inputOf(node, 'defaultValue'),
  );

const segmentSum: LoweringRule = (node, lowering) => {
  const [x, ids] = [inputOf(node, 'x'), inputOf(node, 'segmentIds')];
  const writers = writersOf(node);
  const [count] = writers;
  addSum(lowering, node.outputs[0]!, [x, ids], [count], (reader, outer, inner, type) => {
    const isMet = meets(reader, ids, writers, inner.flat, outer.axes);
    const update = updateAt(reader, x, count, inner.flat, sliceOf(outer, 1));
    return `select(${literal(0, type)}, ${convert(update, type).code}, ${isMet})`;
  });
};

/** Each number asks all elements of its row whether they are that number. */
const count: LoweringRule = (node, lowering) => {
  const [given, weights] = [inputOf(node, 'x'), inputOf(node, 'weights')];
  const output = node.outputs[0]!;
  // The elements of `Bincount` are one row, whatever their shape.
  const sizes = node.kernel === 'Bincount' ? [sizeOf(sizesOf(given))] : sizesOf(given);
  const x = lowering.call('Reshape', { x: given }, { shape: sizes });
  const isWeighted = sizeOf(sizesOf(weights)) > 0 && node.attributes.binaryOutput !== true;
  const sum = lowering.value(output.dtype, sizesOf(output));
  const inputs = isWeighted ? [x, weights] : [x];
  addSum(lowering, sum, inputs, sizes.slice(-1), (reader, outer, inner, type) => {
    const { emitter } = reader;
    const place = Index.ofAxes(emitter, sizes, [...outer.axes.slice(0, -1), inner.flat]);
    const element = convert(reader.read(x, place), 'i32').code;
    const one = isWeighted
      ? convert(reader.read(weights, place.reshape(sizesOf(weights))), type).code
      : literal(1, type);
    return `select(${literal(0, type)}, ${one}, ${element} == ${outer.axes.at(-1)})`;
  });
  if (node.attributes.binaryOutput !== true) return lowering.alias(output, sum);
  const type = scalarTypeOf(output.dtype);
  lowering.map(output, [sum], 1, (reader, index) =>
    reader.emitter.scalar(`min(${reader.read(sum, index).code}, ${literal(1, type)})`, type),
  );
};

/** How many elements of the sorted row come before a value. */
const searchSorted: LoweringRule = (node, lowering) => {
  const [sorted, values] = [inputOf(node, 'sortedSequence'), inputOf(node, 'values')];
  const sizes = sizesOf(sorted);
  const comparison = node.attributes.side === 'left' ? '<' : '<=';
  addSum(lowering, node.outputs[0]!, [sorted, values], sizes.slice(-1), (reader, outer, inner) => {
    const place = Index.ofAxes(reader.emitter, sizes, [outer.axes[0]!, inner.flat]);
    const [a, b] = [reader.read(sorted, place).code, reader.read(values, outer).code];
    return `select(0i, 1i, ${a} ${comparison} ${b})`;
  });
};

/** Each element is told how many of its row come before it, and each place of the result which element has its number. */
const topK: LoweringRule = (node, lowering) => {
  const x = inputOf(node, 'x');
  const [values, indices] = node.outputs as [Value, Value];
  const sizes = sizesOf(x);
  const rank = lowering.value('int32', sizes);
  addSum(lowering, rank, [x], sizes.slice(-1), (reader, outer, inner) => {
    const { emitter } = reader;
    const place = Index.ofAxes(emitter, sizes, [...outer.axes.slice(0, -1), inner.flat]);
    const [own, other] = [reader.read(x, outer).code, reader.read(x, place).code];
    const isEarlier = `(${inner.flat} < ${outer.axes.at(-1)})`;
    return `select(0i, 1i, (${other} > ${own}) | ((${other} == ${own}) & ${isEarlier}))`;
  });
  addSum(lowering, indices, [rank], sizes.slice(-1), (reader, outer, inner) => {
    const place = Index.ofAxes(reader.emitter, sizes, [...outer.axes.slice(0, -1), inner.flat]);
    return `select(0, ${inner.flat}, ${reader.read(rank, place).code} == ${outer.axes.at(-1)})`;
  });
  lowering.map(values, [x, indices], 1, (reader, index) => {
    const found = reader.read(indices, index).code;
    return reader.read(x, Index.ofAxes(reader.emitter, sizes, [...index.axes.slice(0, -1), found]));
  });
};

export const scatteringRules: LoweringRules = {
  Bincount: count,
  DenseBincount: count,
  ScatterNd: scatter,
  SearchSorted: searchSorted,
  SparseToDense: sparseToDense,
  TensorScatterUpdate: scatterUpdate,
  TopK: topK,
  UnsortedSegmentSum: segmentSum,
};
