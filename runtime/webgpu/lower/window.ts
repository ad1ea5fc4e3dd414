import { backend_util } from '@tensorflow/tfjs-core';
import type { KernelNode, Value } from '../../graph/graph.js';
import type { Emitter } from '../wgsl/emitter.js';
import { allOf, Index, named, plus, times } from '../wgsl/index.js';
import { literal, type Scalar, scalarTypeOf } from '../wgsl/scalar.js';
import { type Reader, sizesOf } from './operation.js';

/** A window that slides over the spatial axes of a tensor, as those of convolutions and pooling do. */
export interface Window {
  readonly channelsFirst: boolean;
  readonly batch: number;
  /** The spatial sizes of what it slides over, of what it leaves, and its own. */
  readonly input: readonly number[];
  readonly output: readonly number[];
  readonly size: readonly number[];
  readonly strides: readonly number[];
  readonly dilations: readonly number[];
  /** How far the first window begins before the first element. */
  readonly padding: readonly number[];
  readonly inputChannels: number;
  readonly outputChannels: number;
}

type Attributes = {
  readonly strides: number;
  readonly dilations?: number;
  readonly pad: 'same';
  readonly dimRoundingMode?: 'floor';
  readonly dataFormat?: string;
  readonly filterSize: number;
};
type Sizes4 = [number, number, number, number];
type Sizes5 = [number, number, number, number, number];

const attributesOf = (node: KernelNode): Attributes => node.attributes as Attributes;

export function convolutionWindow(
  node: KernelNode,
  x: readonly number[],
  filter: readonly number[],
  isDepthwise = false,
): Window {
  const { strides, dilations, pad, dimRoundingMode, dataFormat } = attributesOf(node);
  if (x.length === 5) {
    return windowOf3D(
      backend_util.computeConv3DInfo(x as Sizes5, filter as Sizes5, strides, dilations ?? 1, pad),
    );
  }
  return windowOf2D(
    backend_util.computeConv2DInfo(
      x as Sizes4,
      filter as Sizes4,
      strides,
      dilations ?? 1,
      pad,
      dimRoundingMode,
      isDepthwise,
      dataFormat === 'NCHW' ? 'channelsFirst' : 'channelsLast',
    ),
  );
}

export function poolingWindow(node: KernelNode, x: readonly number[]): Window {
  const { filterSize, strides, pad, dimRoundingMode, dataFormat } = attributesOf(node);
  if (x.length === 5) {
    return windowOf3D(
      backend_util.computePool3DInfo(
        x as Sizes5,
        filterSize,
        strides,
        1,
        pad,
        dimRoundingMode,
        dataFormat === 'NCDHW' ? 'NCDHW' : 'NDHWC',
      ),
    );
  }
  return windowOf2D(
    backend_util.computePool2DInfo(x as Sizes4, filterSize, strides, 1, pad, dimRoundingMode),
  );
}

export function dilationWindow(
  node: KernelNode,
  x: readonly number[],
  filter: readonly number[],
): Window {
  const { strides, pad, dilations } = attributesOf(node);
  const of = filter as [number, number, number];
  return windowOf2D(
    backend_util.computeDilation2DInfo(x as Sizes4, of, strides, pad, 'NHWC', dilations ?? 1),
  );
}

function windowOf2D(info: backend_util.Conv2DInfo): Window {
  return {
    channelsFirst: info.dataFormat === 'channelsFirst',
    batch: info.batchSize,
    input: [info.inHeight, info.inWidth],
    output: [info.outHeight, info.outWidth],
    size: [info.filterHeight, info.filterWidth],
    strides: [info.strideHeight, info.strideWidth],
    dilations: [info.dilationHeight, info.dilationWidth],
    padding: [info.padInfo.top, info.padInfo.left],
    inputChannels: info.inChannels,
    outputChannels: info.outChannels,
  };
}

function windowOf3D(info: backend_util.Conv3DInfo): Window {
  return {
    channelsFirst: info.dataFormat === 'channelsFirst',
    batch: info.batchSize,
    input: [info.inDepth, info.inHeight, info.inWidth],
    output: [info.outDepth, info.outHeight, info.outWidth],
    size: [info.filterDepth, info.filterHeight, info.filterWidth],
    strides: [info.strideDepth, info.strideHeight, info.strideWidth],
    dilations: [info.dilationDepth, info.dilationHeight, info.dilationWidth],
    padding: [info.padInfo.front, info.padInfo.top, info.padInfo.left],
    inputChannels: info.inChannels,
    outputChannels: info.outChannels,
  };
}

/** A place along the spatial axes, and what must hold for there being one. */
export interface Place {
  readonly axes: readonly string[];
  readonly conditions: readonly string[];
}

/** What the window at `output` sees at `offset` within it. */
export function seen(
  emitter: Emitter,
  window: Window,
  output: readonly string[],
  offset: readonly string[],
): Place {
  const conditions: string[] = [];
  const axes = window.input.map((size, axis) => {
    const [stride, dilation, padding] = [
      window.strides[axis]!,
      window.dilations[axis]!,
      window.padding[axis]!,
    ];
    const start = plus(times(output[axis]!, stride), times(offset[axis]!, dilation));
    const place = named(emitter, plus(start, String(-padding)));
    const last = (window.output[axis]! - 1) * stride + (window.size[axis]! - 1) * dilation;
    if (padding > 0) conditions.push(`${place} >= 0`);
    if (last - padding >= size) conditions.push(`${place} < ${size}`);
    return place;
  });
  return { axes, conditions };
}

/** Which window sees the place `input` at `offset` within it. */
export function seeing(
  emitter: Emitter,
  window: Window,
  input: readonly string[],
  offset: readonly string[],
): Place {
  const conditions: string[] = [];
  const axes = window.output.map((size, axis) => {
    const [stride, padding] = [window.strides[axis]!, window.padding[axis]!];
    const back = times(offset[axis]!, -window.dilations[axis]!);
    const start = named(emitter, plus(plus(input[axis]!, String(padding)), back));
    const place = stride === 1 ? start : emitter.let(`${start} / ${stride}`);
    conditions.push(`${start} >= 0`, `${place} < ${size}`);
    if (stride > 1) conditions.push(`${start} % ${stride} == 0`);
    return place;
  });
  return { axes, conditions };
}

/** The element at a place of a tensor with batch and channels, or `otherwise` where there is no such place. */
export function readAt(
  reader: Reader,
  value: Value,
  { channelsFirst }: Window,
  batch: string,
  { axes, conditions }: Place,
  channel: string,
  otherwise = literal(0, scalarTypeOf(value.dtype)),
): Scalar {
  const places = joinChannels(channelsFirst, batch, axes, channel);
  const { emitter } = reader;
  const type = scalarTypeOf(value.dtype);
  // Reading outside of a buffer gives some element of it, which is not used.
  const { code } = reader.read(value, Index.ofAxes(emitter, sizesOf(value), places));
  if (conditions.length === 0) return { code, type };
  return emitter.scalar(`select(${otherwise}, ${code}, ${allOf(conditions)})`, type);
}

function joinChannels<T>(channelsFirst: boolean, batch: T, spatial: readonly T[], channel: T): T[] {
  return channelsFirst ? [batch, channel, ...spatial] : [batch, ...spatial, channel];
}

/** The axes of an element of a tensor with batch and channels. */
export function splitChannels(
  { channelsFirst }: Window,
  axes: readonly string[],
): { readonly batch: string; readonly spatial: readonly string[]; readonly channel: string } {
  return channelsFirst
    ? { batch: axes[0]!, channel: axes[1]!, spatial: axes.slice(2) }
    : { batch: axes[0]!, spatial: axes.slice(1, -1), channel: axes.at(-1)! };
}
