import {
  booleanMaskAsync,
  gather,
  image,
  kernel_impls,
  reshape,
  setdiff1dAsync,
  squeeze,
  type Tensor,
  type Tensor1D,
  tensor,
  tensor1d,
  unique,
  whereAsync,
} from '@tensorflow/tfjs-core';
import { type DataType, formatType, type TensorType } from '../../graph/types.js';
import { canReadSynchronously } from '../../interpret/backend.js';
import { engine } from '../../trace/engine.js';
import { errorHere } from '../../trace/errorHere.js';
import { emitHost } from '../../trace/hostCall.js';
import { isTracing } from '../../trace/session.js';
import { isStaging } from '../values/staging.js';
import { dtypeOf, isTensor, shapeOf, typeOf } from '../values/tensors.js';

/*
 * Ops of TensorFlow.js whose results are as large as the elements of their inputs say. It reads these, most often behind a
 * promise; in a graph the host does when it runs, and the sizes are not known before. Which elements were chosen has no
 * gradient, what is gathered by that has.
 */

type Selection = (args: readonly unknown[]) => unknown;

/** What the op means in staged code; `undefined` for every other call. */
export function callSelection(f: unknown, args: readonly unknown[]): (() => unknown) | undefined {
  const selection = selections.get(f);
  if (selection === undefined || !isStaging() || !args.some(isTensor)) return undefined;
  if (!isTracing() && !canReadSynchronously(engine().backendName)) return undefined;
  return () => selection(args);
}

const selections = new Map<unknown, Selection>([
  [whereAsync, ([condition]) => positions(condition as Tensor)],
  [booleanMaskAsync, ([tensor, mask, axis]) => masked(tensor as Tensor, mask as Tensor, axis)],
  [setdiff1dAsync, ([x, y]) => difference(x, y)],
  [unique, ([x, axis]) => distinct(x as Tensor, axis)],
  ...[image.nonMaxSuppression, image.nonMaxSuppressionAsync].map((op): [unknown, Selection] => [
    op,
    (args) => bestBoxes(args).selectedIndices,
  ]),
  ...[image.nonMaxSuppressionWithScore, image.nonMaxSuppressionWithScoreAsync].map(
    (op): [unknown, Selection] => [op, bestBoxes],
  ),
]);

/** Has the host choose, when the graph runs or else at once, by what the tensors hold. */
function chooseOnHost(
  name: string,
  tensors: readonly Tensor[],
  types: readonly TensorType[],
  choose: (...given: Tensor[]) => readonly Tensor[],
): Tensor[] {
  if (!isTracing()) return [...choose(...tensors)];
  const call = (given: readonly Tensor[]) => {
    try {
      return choose(...given);
    } finally {
      for (const each of given) each.dispose();
    }
  };
  return emitHost({ name, calledBy: 'the program', isPure: true, call, types }, tensors);
}

function positions(condition: Tensor): Tensor {
  const type = { dtype: 'int32' as const, shape: [null, shapeOf(condition).length] };
  return chooseOnHost('tf.whereAsync', [condition], [type], (given) => [
    kernel_impls.whereImpl(given.shape, given.dataSync()),
  ])[0]!;
}

function masked(given: unknown, mask: Tensor, from: unknown): Tensor {
  const tensor = tensorOf(given);
  const axis = typeof from === 'number' ? from : 0;
  const shape = shapeOf(tensor);
  const rank = shapeOf(mask).length;
  const maskedShape = shape.slice(axis, axis + rank);
  const fits =
    rank > 0 &&
    maskedShape.length === rank &&
    maskedShape.every((size, at) => [size, null].includes(shapeOf(mask)[at]!) || size === null);
  if (!fits) {
    throw errorHere(
      'operand-type',
      `tf.booleanMaskAsync of ${formatType(typeOf(tensor))} by the mask ${formatType(typeOf(mask))} has no meaning: the mask ` +
        `must have the sizes of the axes from ${axis} on.`,
    );
  }
  const rest = [...shape.slice(0, axis), -1, ...shape.slice(axis + rank)];
  const rows = reshape(tensor, rest as number[]);
  return gather(rows, squeeze(positions(reshape(mask, [-1])), [1]) as Tensor1D, axis);
}

function difference(...given: readonly unknown[]): Tensor[] {
  const [x, y] = given.map(tensorOf) as [Tensor, Tensor];
  const types = [
    { dtype: dtypeOf(x), shape: [null] },
    { dtype: 'int32' as const, shape: [null] },
  ];
  return chooseOnHost('tf.setdiff1dAsync', [x, y], types, (from, without) => {
    const excluded = new Set<unknown>(without!.dataSync());
    const elements = Array.from<unknown>(from!.dataSync());
    const indices = [...elements.keys()].filter((index) => !excluded.has(elements[index]));
    return listed(
      indices.map((index) => elements[index]),
      dtypeOf(from!),
      indices,
    );
  });
}

function distinct(x: Tensor, given: unknown): { values: Tensor; indices: Tensor } {
  const shape = shapeOf(x);
  const axis = typeof given === 'number' ? (given + shape.length) % shape.length : 0;
  const types: TensorType[] = [
    { dtype: dtypeOf(x), shape: shape.map((size, at) => (at === axis ? null : size)) },
    { dtype: 'int32', shape: [shape[axis] ?? null] },
  ];
  const [values, indices] = chooseOnHost('tf.unique', [x], types, (from) => {
    if (from!.rank !== 1) return Object.values(unique(from!, axis));
    const places = new Map<unknown, number>();
    const indices = Array.from<unknown, number>(from!.dataSync(), (element) => {
      if (!places.has(element)) places.set(element, places.size);
      return places.get(element)!;
    });
    return listed([...places.keys()], dtypeOf(from!), indices);
  });
  return { values: values!, indices: indices! };
}

function listed(elements: readonly unknown[], dtype: DataType, indices: number[]): Tensor[] {
  return [tensor1d(elements as number[], dtype as 'float32'), tensor1d(indices, 'int32')];
}

function bestBoxes([
  boxes,
  scores,
  most,
  overlap = 0.5,
  least = Number.NEGATIVE_INFINITY,
  softness = 0,
]: readonly unknown[]): { selectedIndices: Tensor; selectedScores: Tensor } {
  const types: TensorType[] = [
    { dtype: 'int32', shape: [null] },
    { dtype: 'float32', shape: [null] },
  ];
  const given = [boxes, scores].map(tensorOf);
  const [selectedIndices, selectedScores] = chooseOnHost(
    'tf.image.nonMaxSuppression',
    given,
    types,
    (boxes, scores) => {
      const { selectedIndices, selectedScores } = kernel_impls.nonMaxSuppressionV5Impl(
        boxes!.dataSync(),
        scores!.dataSync(),
        Math.min(most as number, boxes!.shape[0]!),
        overlap as number,
        least as number,
        softness as number,
      );
      return [tensor1d(selectedIndices, 'int32'), tensor1d(selectedScores!)];
    },
  );
  return { selectedIndices: selectedIndices!, selectedScores: selectedScores! };
}

function tensorOf(value: unknown): Tensor {
  return isTensor(value) ? value : tensor(value as number[]);
}
