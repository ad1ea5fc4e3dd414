import {
  add,
  backend_util,
  cast,
  equal,
  logicalAnd,
  logicalNot,
  logicalOr,
  maximum,
  mul,
  pad as padded,
  reshape,
  stridedSlice,
  type Tensor,
  tensor,
  unstack,
} from '@tensorflow/tfjs-core';

/** The windows of a pooling, over two or three axes. */
export interface Pooling {
  readonly filterSize: readonly number[] | number;
  readonly strides: readonly number[] | number;
  readonly pad: 'same' | 'valid' | number;
  readonly dimRoundingMode?: 'floor' | 'round' | 'ceil';
}

/** One axis of the windows. */
interface Axis {
  readonly size: number;
  readonly filter: number;
  readonly stride: number;
  readonly dilation?: number;
  readonly before: number;
  readonly count: number;
}

function axesOf(shape: readonly number[], pooling: Pooling): Axis[] {
  const { filterSize, strides, pad, dimRoundingMode: rounding } = pooling;
  if (shape.length === 4) {
    const given = [shape as [number, number, number, number], filterSize, strides, 1] as const;
    const info = backend_util.computePool2DInfo(
      ...(given as unknown as [[number, number, number, number], number, number, number]),
      pad,
      rounding,
    );
    const { inHeight, inWidth, filterHeight, filterWidth, strideHeight, strideWidth } = info;
    const { padInfo, outHeight, outWidth } = info;
    return [
      {
        size: inHeight,
        filter: filterHeight,
        stride: strideHeight,
        before: padInfo.top,
        count: outHeight,
      },
      {
        size: inWidth,
        filter: filterWidth,
        stride: strideWidth,
        before: padInfo.left,
        count: outWidth,
      },
    ];
  }
  const given = [shape, filterSize, strides, 1] as const;
  const info = backend_util.computePool3DInfo(
    ...(given as unknown as [[number, number, number, number, number], number, number, number]),
    pad,
    rounding,
  );
  const { inDepth, filterDepth, strideDepth, padInfo, outDepth } = info;
  return [
    {
      size: inDepth,
      filter: filterDepth,
      stride: strideDepth,
      before: padInfo.front,
      count: outDepth,
    },
    {
      size: info.inHeight,
      filter: info.filterHeight,
      stride: info.strideHeight,
      before: padInfo.top,
      count: info.outHeight,
    },
    {
      size: info.inWidth,
      filter: info.filterWidth,
      stride: info.strideWidth,
      before: padInfo.left,
      count: info.outWidth,
    },
  ];
}

/**
 * For each window, how much of it lies in the image; `null` where all of each does.
 */
export function windowShare(shape: readonly number[], pooling: Pooling): Tensor | null {
  const axes = axesOf(shape, pooling);
  const shares = axes.map(({ size, filter, stride, before, count }) =>
    Array.from({ length: count }, (_, window) => {
      const start = window * stride - before;
      return (Math.min(start + filter, size) - Math.max(start, 0)) / filter;
    }),
  );
  if (shares.every((along) => along.every((share) => share === 1))) return null;
  return shares
    .map((along, axis) =>
      tensor(along, [1, ...axes.map((_, other) => (other === axis ? along.length : 1)), 1]),
    )
    .reduce((product, along) => mul(product, along));
}

/** The elements of `x` at the places where the windows of `input` have their largest, the first of equal ones. */
export function chosenInWindows(
  x: Tensor,
  input: Tensor,
  largest: Tensor,
  pooling: Pooling,
): Tensor {
  const axes = axesOf(input.shape, pooling);
  return chosenTap(tapsOf(x, axes, 0), tapsOf(input, axes, Number.NEGATIVE_INFINITY), largest);
}

/** The windows of a dilation: the filter is added to each, and the largest sum is its result. */
export interface Morphology {
  readonly strides: number | [number, number];
  readonly pad: 'same' | 'valid' | number;
  readonly dilations: number | [number, number];
}

/** The elements of `chosen`, or of as many values as the filter has, where a dilation has its largest sum. */
export function chosenInDilation(
  chosen: { readonly image: Tensor } | { readonly filter: Tensor },
  x: Tensor,
  filter: Tensor,
  { strides, pad, dilations }: Morphology,
): Tensor {
  const info = backend_util.computeDilation2DInfo(
    x.shape as [number, number, number, number],
    filter.shape as [number, number, number],
    strides,
    pad,
    'NHWC',
    dilations,
  );
  const axes = [
    {
      size: info.inHeight,
      filter: info.filterHeight,
      stride: info.strideHeight,
      dilation: info.dilationHeight,
      before: info.padInfo.top,
      count: info.outHeight,
    },
    {
      size: info.inWidth,
      filter: info.filterWidth,
      stride: info.strideWidth,
      dilation: info.dilationWidth,
      before: info.padInfo.left,
      count: info.outWidth,
    },
  ];
  const depth = info.inChannels;
  const filterTaps = (of: Tensor) => unstack(reshape(of, [-1, 1, 1, 1, depth]));
  const added = filterTaps(filter);
  const sums = tapsOf(x, axes, Number.NEGATIVE_INFINITY).map((tap, index) =>
    add(tap, added[index]!),
  );
  const largest = sums.reduce((one, other) => maximum(one, other));
  const values = 'image' in chosen ? tapsOf(chosen.image, axes, 0) : filterTaps(chosen.filter);
  return chosenTap(values, sums, largest);
}

/** Of `values`, the one at the index where `inputs` have the largest first. */
function chosenTap(values: readonly Tensor[], inputs: readonly Tensor[], largest: Tensor): Tensor {
  let chosen: Tensor | null = null;
  let isFound: Tensor | null = null;
  inputs.forEach((tap, index) => {
    const isLargest: Tensor = equal(tap, largest);
    const isChosen: Tensor =
      isFound === null ? isLargest : logicalAnd(isLargest, logicalNot(isFound));
    isFound = isFound === null ? isLargest : logicalOr(isFound, isLargest);
    const part = mul(values[index]!, cast(isChosen, 'float32'));
    chosen = chosen === null ? part : add(chosen, part);
  });
  return chosen!;
}

/** For each place in a window, the elements that stand there in all windows. */
function tapsOf(x: Tensor, axes: readonly Axis[], beside: number): Tensor[] {
  const around = axes.map(
    ({ size, filter, stride, dilation = 1, before, count }): [number, number] => [
      before,
      Math.max(0, (count - 1) * stride + (filter - 1) * dilation + 1 - before - size),
    ],
  );
  const all = padded(x, [[0, 0], ...around, [0, 0]], beside);
  const strides = [1, ...axes.map(({ stride }) => stride), 1];
  let places: number[][] = [[]];
  for (const { filter, dilation = 1 } of axes) {
    places = places.flatMap((place) =>
      Array.from({ length: filter }, (_, at) => [...place, at * dilation]),
    );
  }
  return places.map((place) => {
    const ends = place.map((at, axis) => at + (axes[axis]!.count - 1) * axes[axis]!.stride + 1);
    return stridedSlice(all, [0, ...place, 0], [x.shape[0]!, ...ends, x.shape.at(-1)!], strides);
  });
}
