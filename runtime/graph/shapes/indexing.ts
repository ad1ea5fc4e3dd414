import { slice_util } from '@tensorflow/tfjs-core';
import type { Dimension, Shape } from '../types.js';
import { mergeDimension, mergeShapes, normalizeAxis, unknownDimensions } from './dimensions.js';
import {
  attribute,
  ensure,
  input,
  type ShapeFunction,
  type ShapeFunctions,
  shapeOfRank,
} from './shapeFunction.js';

const slice: ShapeFunction = (call) => {
  const { dtype, shape } = input(call, 'x');
  const begin = attribute<number | readonly number[]>(call, 'begin');
  const size = attribute<Dimension | readonly Dimension[] | undefined>(call, 'size');
  if (shape === null) return [{ dtype, shape }];
  for (const [given, what] of [
    [begin, 'beginnings'],
    [size, 'sizes'],
  ] as const) {
    const count = Array.isArray(given) ? given.length : 0;
    ensure(
      count <= shape.length,
      `${count} ${what} do not fit the rank ${shape.length}`,
      'Give one for each axis; what is left out begins at 0, and takes all.',
    );
  }
  const starts = padded(begin, shape.length, 0);
  const sizes = padded(size ?? -1, shape.length, -1);
  const result = shape.map((dimension, axis): Dimension => {
    const start = starts[axis]!;
    const length = sizes[axis]!;
    ensure(
      start >= 0 && (length ?? 0) >= -1,
      `a slice cannot begin at ${start} with size ${length}`,
      'Count from the front: the last row begins at x.shape[0] - 1. The size -1 takes all that is left.',
    );
    const end = length === -1 ? start : length === null ? null : start + length;
    ensure(
      dimension === null || end === null || end <= dimension,
      `the slice from ${start} of size ${length} is not inside axis ${axis}`,
      `There are ${dimension} along it; the size -1 takes all that is left.`,
    );
    return length !== -1 ? length : dimension === null ? null : dimension - start;
  });
  return [{ dtype, shape: result }];
};

/** An attribute may tell about the first axis or axes only. */
function padded<T>(values: T | readonly T[], rank: number, rest: T): readonly T[] {
  const list: readonly T[] = Array.isArray(values) ? values : [values as T];
  return Array.from({ length: rank }, (_, axis) => (axis < list.length ? list[axis]! : rest));
}

const stridedSlice: ShapeFunction = (call) => {
  const { dtype, shape } = input(call, 'x');
  if (shape === null) return [{ dtype, shape }];
  const mask = (name: string): number => attribute<number | undefined>(call, name) ?? 0;
  // The helper, which is TensorFlow's, writes an unknown size as -1.
  const { finalShape } = slice_util.sliceInfo(
    shape.map((dimension) => dimension ?? -1),
    [...attribute<number[]>(call, 'begin')],
    [...attribute<number[]>(call, 'end')],
    attribute<number[]>(call, 'strides'),
    mask('beginMask'),
    mask('endMask'),
    mask('ellipsisMask'),
    mask('newAxisMask'),
    mask('shrinkAxisMask'),
  );
  return [{ dtype, shape: finalShape.map((size) => (size === -1 ? null : size)) }];
};

const gather: ShapeFunction = (call) => {
  const x = input(call, 'x');
  const indices = input(call, 'indices');
  const batchAttribute = attribute<number | undefined>(call, 'batchDims') ?? 0;
  if (x.shape === null || indices.shape === null) return [{ dtype: x.dtype, shape: null }];
  const axis = normalizeAxis(attribute<number>(call, 'axis') ?? 0, x.shape.length);
  const batchDims = batchAttribute < 0 ? batchAttribute + indices.shape.length : batchAttribute;
  ensure(batchDims <= axis, `the ${batchDims} batch axes reach beyond axis ${axis}`);
  const batch = mergeShapes(x.shape.slice(0, batchDims), indices.shape.slice(0, batchDims))!;
  const outer = x.shape.slice(batchDims, axis);
  const inner = x.shape.slice(axis + 1);
  const shape = [...batch, ...outer, ...indices.shape.slice(batchDims), ...inner];
  return [{ dtype: x.dtype, shape }];
};

const gatherNd: ShapeFunction = (call) => {
  const { dtype, shape: params } = input(call, 'params');
  const { shape: indices } = input(call, 'indices');
  const coordinates = indices?.at(-1) ?? null;
  if (params === null || indices === null || coordinates === null) return [{ dtype, shape: null }];
  ensure(
    coordinates <= params.length,
    `indices have ${coordinates} coordinates for ${params.length} axes`,
  );
  return [{ dtype, shape: [...indices.slice(0, -1), ...params.slice(coordinates)] }];
};

const scatterNd: ShapeFunction = (call) => [
  { dtype: input(call, 'updates').dtype, shape: attribute<Shape>(call, 'shape') },
];

const tensorScatterUpdate: ShapeFunction = (call) => {
  const { dtype, shape } = input(call, 'tensor');
  return [{ dtype, shape }];
};

const sparseToDense: ShapeFunction = (call) => [
  { dtype: input(call, 'sparseValues').dtype, shape: attribute<Shape>(call, 'outputShape') },
];

const sparseReshape: ShapeFunction = (call) => {
  const indices = shapeOfRank(call, 'inputIndices', 2) ?? unknownDimensions(2);
  const [rank] = shapeOfRank(call, 'newShape', 1) ?? unknownDimensions(1);
  return [
    { dtype: 'int32', shape: [indices[0]!, rank!] },
    { dtype: 'int32', shape: [rank!] },
  ];
};

const unsortedSegmentSum: ShapeFunction = (call) => {
  const { dtype, shape } = input(call, 'x');
  const segments = shapeOfRank(call, 'segmentIds', 1);
  if (shape === null) return [{ dtype, shape }];
  ensure(shape.length > 0, 'a scalar has no segments');
  if (segments !== null) mergeDimension(segments[0]!, shape[0]!);
  return [{ dtype, shape: [attribute<number>(call, 'numSegments'), ...shape.slice(1)] }];
};

const searchSorted: ShapeFunction = (call) => [
  { dtype: 'int32', shape: input(call, 'values').shape },
];

const topK: ShapeFunction = (call) => {
  const { dtype, shape } = input(call, 'x');
  const k = attribute<number>(call, 'k');
  ensure(shape === null || shape.length > 0, 'a scalar has no largest elements');
  const last = shape?.at(-1) ?? null;
  ensure(last === null || k <= last, `it cannot take ${k} of ${last} elements`);
  const result = shape === null ? null : [...shape.slice(0, -1), k];
  return [
    { dtype, shape: result },
    { dtype: 'int32', shape: result },
  ];
};

const bincount: ShapeFunction = (call) => [
  { dtype: input(call, 'weights').dtype, shape: [attribute<number>(call, 'size')] },
];

const denseBincount: ShapeFunction = (call) => {
  const { shape } = input(call, 'x');
  const size = attribute<number>(call, 'size');
  ensure(shape === null || shape.length === 1 || shape.length === 2, 'x must have one or two axes');
  const rows = shape?.slice(0, -1);
  return [
    { dtype: input(call, 'weights').dtype, shape: rows === undefined ? null : [...rows, size] },
  ];
};

export const indexing: ShapeFunctions = {
  Slice: slice,
  StridedSlice: stridedSlice,
  GatherV2: gather,
  GatherNd: gatherNd,
  ScatterNd: scatterNd,
  TensorScatterUpdate: tensorScatterUpdate,
  SparseToDense: sparseToDense,
  SparseReshape: sparseReshape,
  UnsortedSegmentSum: unsortedSegmentSum,
  SearchSorted: searchSorted,
  TopK: topK,
  Bincount: bincount,
  DenseBincount: denseBincount,
};
