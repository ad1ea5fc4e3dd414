import { type Dimension, isFullyKnown, type Shape } from '../types.js';

/** The attributes that convolutions and pooling share. */
export interface WindowAttributes {
  readonly strides: number | readonly number[];
  readonly pad: 'same' | 'valid' | number | readonly (readonly [number, number])[];
  readonly dilations?: number | readonly number[];
  readonly dimRoundingMode?: 'floor' | 'round' | 'ceil';
}

export interface Layout {
  readonly spatialAxes: number;
  /** Whether the channels stand before the spatial axes instead of behind them. */
  readonly channelsFirst: boolean;
}

/** Large enough to hold every window. */
const STAND_IN = 1 << 20;

/**
 * The shape of what a window leaves that slides over the spatial axes of `shape`. `compute` is TensorFlow.js's own
 * arithmetic on sizes that are all known. Since each spatial size of the result depends on the same axis of the input
 * and on the window alone, a stand-in takes the place of an unknown size, and the sizes that came from it are dropped.
 */
export function slidingWindow(
  shape: Shape,
  { spatialAxes, channelsFirst }: Layout,
  window: readonly Dimension[],
  outputChannels: (inputChannels: Dimension) => Dimension,
  compute: (shape: number[], window: number[]) => readonly number[],
): Shape {
  const rank = spatialAxes + 2;
  const input = shape ?? new Array<Dimension>(rank).fill(null);
  const channelAxis = channelsFirst ? 1 : rank - 1;
  const computed = compute(
    input.map((dimension) => dimension ?? STAND_IN),
    window.map((dimension) => dimension ?? 1),
  );
  return input.map((dimension, axis) => {
    if (axis === 0) return dimension;
    if (axis === channelAxis) return outputChannels(dimension);
    return dimension === null || !isFullyKnown(window) ? null : computed[axis]!;
  });
}
