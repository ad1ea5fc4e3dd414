import {
  attribute,
  each,
  Refusal,
  type ShapeFunction,
  type ShapeFunctions,
} from './shapeFunction.js';

/** Kernels that cannot be nodes of a graph, each refused with what to do instead. */

const sizeFollowsFromValues: ShapeFunction = ({ kernel }) => {
  throw new Refusal(
    'value-dependent-shape',
    `How large the result of ${kernel} is depends on the values of its inputs, which are not known while tracing. ` +
      'Call it outside of the graph function and pass its result in, or write it with ops whose results have ' +
      'a fixed size, such as where, topk or a mask that is multiplied.',
  );
};

const nonMaxSuppression: ShapeFunction = ({ kernel }) => {
  throw new Refusal(
    'value-dependent-shape',
    `How many boxes ${kernel} selects depends on the values of its inputs, which are not known while tracing. ` +
      'Call it outside of the graph function and pass its result in.',
  );
};

const paddedNonMaxSuppression: ShapeFunction = (call) => {
  if (!attribute<boolean>(call, 'padToMaxOutputSize')) return nonMaxSuppression(call);
  return [
    { dtype: 'int32', shape: [attribute<number>(call, 'maxOutputSize')] },
    { dtype: 'int32', shape: [] },
  ];
};

const needsTheHost: ShapeFunction = ({ kernel }) => {
  throw new Refusal(
    'host-kernel',
    `${kernel} works on an object of the page, such as a canvas or a video, and not on tensors alone, so that it ` +
      'cannot become part of a graph. Call it outside of the graph function.',
  );
};

export const refused: ShapeFunctions = {
  ...each(
    [
      ...['RaggedGather', 'RaggedRange', 'RaggedTensorToTensor', 'SparseFillEmptyRows'],
      ...['SparseSegmentMean', 'SparseSegmentSum', 'StringNGrams', 'StringSplit', 'Unique'],
    ],
    sizeFollowsFromValues,
  ),
  ...each(['NonMaxSuppressionV3', 'NonMaxSuppressionV5'], nonMaxSuppression),
  NonMaxSuppressionV4: paddedNonMaxSuppression,
  ...each(['Draw', 'FromPixels'], needsTheHost),
};
