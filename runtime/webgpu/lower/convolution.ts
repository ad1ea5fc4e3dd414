import type { KernelNode, Value } from '../../graph/graph.js';
import { Index, named, plus, sizeOf, times } from '../wgsl/index.js';
import { inputOf, type Lowering, type LoweringRule, type LoweringRules } from './lowering.js';
import { finish } from './matrices.js';
import { type Reader, sizesOf } from './operation.js';
import { inputByPhases, isWorthPhases } from './phases.js';
import { addSum } from './reductions.js';
import { convolutionWindow, readAt, seeing, seen, splitChannels, type Window } from './window.js';

/**
 * A convolution is a product of matrices: the rows of one are what each window sees, and the other is the filter. The
 * former is never stored: its elements are read from the input where the product needs them.
 */
function convolve(node: KernelNode, lowering: Lowering): Value {
  const [x, filter] = [inputOf(node, 'x'), inputOf(node, 'filter')];
  const window = convolutionWindow(node, sizesOf(x), sizesOf(filter));
  const depth = sizeOf(window.size) * window.inputChannels;
  const weights = reshape(lowering, filter, [depth, window.outputChannels]);
  const shape = sizesOf(node.outputs[0]!);
  if (window.channelsFirst) {
    const product = lowering.call(
      'BatchMatMul',
      {
        a: reshape(lowering, weights, [1, depth, window.outputChannels]),
        b: patches(lowering, x, window, 'columns'),
      },
      { transposeA: true, transposeB: false },
    );
    return reshape(lowering, product, shape);
  }
  const a = isPointwise(window)
    ? reshape(lowering, x, [sizeOf(sizesOf(x)) / depth, depth])
    : patches(lowering, x, window, 'rows');
  return reshape(lowering, multiply(lowering, a, weights), shape);
}

function isPointwise({ size, strides, padding }: Window): boolean {
  return sizeOf(size) === 1 && sizeOf(strides) === 1 && padding.every((start) => start === 0);
}

/** What each window sees, one window a row, or a column for each batch. */
function patches(lowering: Lowering, x: Value, window: Window, layout: 'rows' | 'columns'): Value {
  const { batch, output, size, inputChannels } = window;
  const inner = [...size, inputChannels];
  const count = sizeOf(output);
  const value = lowering.value(
    x.dtype,
    layout === 'rows' ? [batch * count, sizeOf(inner)] : [batch, sizeOf(inner), count],
  );
  lowering.map(value, [x], 0, (reader, { axes }) => {
    const { emitter } = reader;
    const [row, column] =
      layout === 'rows'
        ? [Index.ofFlat(emitter, [batch, ...output], axes[0]!).axes, axes[1]!]
        : [[axes[0]!, ...Index.ofFlat(emitter, output, axes[2]!).axes], axes[1]!];
    const offset = Index.ofFlat(emitter, inner, column).axes;
    const place = seen(emitter, window, row.slice(1), offset.slice(0, -1));
    return readAt(reader, x, window, row[0]!, place, offset.at(-1)!);
  });
  return value;
}

const convolution: LoweringRule = (node, lowering) =>
  lowering.alias(node.outputs[0]!, convolve(node, lowering));

const fusedConvolution: LoweringRule = (node, lowering) =>
  finish(alignedToChannels(node, lowering), lowering, convolve(node, lowering));

/** Where channels come first, vectors with one element for each of them do not broadcast by themselves. */
function alignedToChannels(node: KernelNode, lowering: Lowering): KernelNode {
  if (node.attributes.dataFormat !== 'NCHW') return node;
  const inputs = node.inputs.map((input, index) => {
    const isOfChannels = ['bias', 'preluActivationWeights'].includes(node.inputNames![index]!);
    const sizes = sizesOf(input);
    return isOfChannels && sizes.length === 1 ? reshape(lowering, input, [sizes[0]!, 1, 1]) : input;
  });
  return { ...node, inputs };
}

/** Each element of the input has gone into the windows that see it. */
const convolutionOfInput: LoweringRule = (node, lowering) => {
  const [dy, filter] = [inputOf(node, 'dy'), inputOf(node, 'filter')];
  const output = node.outputs[0]!;
  const window = convolutionWindow(node, sizesOf(output), sizesOf(filter));
  const result = isWorthPhases(window)
    ? inputByPhases(lowering, dy, filter, window)
    : inputAtOnce(lowering, dy, filter, window);
  lowering.alias(output, toChannels(lowering, window, result));
};

/** With channels last: the sums over all offsets within a window. */
function inputAtOnce(lowering: Lowering, dy: Value, filter: Value, window: Window): Value {
  const { batch, input, size, inputChannels, outputChannels } = window;
  const inner = [...size, outputChannels];
  const gradients = lowering.value('float32', [batch * sizeOf(input), sizeOf(inner)]);
  lowering.map(gradients, [dy], 0, (reader, { axes }) => {
    const { emitter } = reader;
    const row = Index.ofFlat(emitter, [batch, ...input], axes[0]!).axes;
    const offset = Index.ofFlat(emitter, inner, axes[1]!).axes;
    const place = seeing(emitter, window, row.slice(1), offset.slice(0, -1));
    return readAt(reader, dy, window, row[0]!, place, offset.at(-1)!);
  });
  const weights = lowering.value('float32', [sizeOf(inner), inputChannels]);
  lowering.view(weights, filter, ({ emitter, axes }) => {
    const offset = Index.ofFlat(emitter, inner, axes[0]!).axes;
    const places = [...offset.slice(0, -1), axes[1]!, offset.at(-1)!];
    return Index.ofAxes(emitter, sizesOf(filter), places);
  });
  const product = multiply(lowering, gradients, weights);
  return reshape(lowering, product, [batch, ...input, inputChannels]);
}

/** Each weight has met what all windows see at its place. */
const convolutionOfFilter: LoweringRule = (node, lowering) => {
  const [x, dy] = [inputOf(node, 'x'), inputOf(node, 'dy')];
  const window = convolutionWindow(node, sizesOf(x), sizesOf(node.outputs[0]!));
  const { batch, output, outputChannels } = window;
  const rows = batch * sizeOf(output);
  const rank = output.length + 2;
  const last = window.channelsFirst
    ? lowering.call('Transpose', { x: dy }, { perm: channelsLast(rank) })
    : dy;
  const product = lowering.call(
    'BatchMatMul',
    {
      a: patches(lowering, x, window, 'rows'),
      b: reshape(lowering, last, [rows, outputChannels]),
    },
    { transposeA: true, transposeB: false },
  );
  lowering.alias(node.outputs[0]!, product);
};

function multiply(lowering: Lowering, a: Value, b: Value): Value {
  return lowering.call('BatchMatMul', { a, b }, { transposeA: false, transposeB: false });
}

function reshape(lowering: Lowering, x: Value, shape: readonly number[]): Value {
  return lowering.call('Reshape', { x }, { shape });
}

const channelsLast = (rank: number): number[] => [
  0,
  ...Array.from({ length: rank - 2 }, (_, axis) => axis + 2),
  1,
];

/** From channels that come last to where those of the window's tensors are. */
function toChannels(lowering: Lowering, { channelsFirst, input }: Window, x: Value): Value {
  if (!channelsFirst) return x;
  const perm = [0, input.length + 1, ...input.map((_, axis) => axis + 1)];
  return lowering.call('Transpose', { x }, { perm });
}

function depthwiseConvolve(node: KernelNode, lowering: Lowering): Value {
  const [x, filter] = [inputOf(node, 'x'), inputOf(node, 'filter')];
  const window = convolutionWindow(node, sizesOf(x), sizesOf(filter), true);
  const multiplier = sizesOf(filter).at(-1)!;
  const output = lowering.value(x.dtype, sizesOf(node.outputs[0]!));
  addSum(lowering, output, [x, filter], window.size, (reader, outer, inner) => {
    const { emitter } = reader;
    const { batch, spatial, channel } = splitChannels(window, outer.axes);
    const source = multiplier === 1 ? channel : emitter.let(`(${channel} / ${multiplier})`);
    const which = multiplier === 1 ? '0' : emitter.let(`(${channel} % ${multiplier})`);
    const place = seen(emitter, window, spatial, inner.axes);
    const pixel = readAt(reader, x, window, batch, place, source);
    const weight = readWeight(reader, filter, [...inner.axes, source, which]);
    return `${pixel.code} * ${weight}`;
  });
  return output;
}

function readWeight(reader: Reader, filter: Value, axes: readonly string[]): string {
  return reader.read(filter, Index.ofAxes(reader.emitter, sizesOf(filter), axes)).code;
}

const depthwiseConvolution: LoweringRule = (node, lowering) =>
  lowering.alias(node.outputs[0]!, depthwiseConvolve(node, lowering));

const fusedDepthwiseConvolution: LoweringRule = (node, lowering) =>
  finish(alignedToChannels(node, lowering), lowering, depthwiseConvolve(node, lowering));

const depthwiseOfInput: LoweringRule = (node, lowering) => {
  const [dy, filter] = [inputOf(node, 'dy'), inputOf(node, 'filter')];
  const output = node.outputs[0]!;
  const window = convolutionWindow(node, sizesOf(output), sizesOf(filter), true);
  const multiplier = sizesOf(filter).at(-1)!;
  const inner = [...window.size, multiplier];
  addSum(lowering, output, [dy, filter], inner, (reader, outer, within) => {
    const { emitter } = reader;
    const { batch, spatial, channel } = splitChannels(window, outer.axes);
    const [offset, which] = [within.axes.slice(0, -1), within.axes.at(-1)!];
    const place = seeing(emitter, window, spatial, offset);
    const made = named(emitter, plus(times(channel, multiplier), which));
    const gradient = readAt(reader, dy, window, batch, place, made);
    return `${gradient.code} * ${readWeight(reader, filter, [...offset, channel, which])}`;
  });
};

const depthwiseOfFilter: LoweringRule = (node, lowering) => {
  const [x, dy] = [inputOf(node, 'x'), inputOf(node, 'dy')];
  const output = node.outputs[0]!;
  const window = convolutionWindow(node, sizesOf(x), sizesOf(output), true);
  const multiplier = sizesOf(output).at(-1)!;
  const inner = [window.batch, ...window.output];
  addSum(lowering, output, [x, dy], inner, (reader, outer, within) => {
    const { emitter } = reader;
    const [offset, channel, which] = [
      outer.axes.slice(0, -2),
      outer.axes.at(-2)!,
      outer.axes.at(-1)!,
    ];
    const [batch, spatial] = [within.axes[0]!, within.axes.slice(1)];
    const pixel = readAt(reader, x, window, batch, seen(emitter, window, spatial, offset), channel);
    const made = named(emitter, plus(times(channel, multiplier), which));
    const place = { axes: spatial, conditions: [] };
    return `${pixel.code} * ${readAt(reader, dy, window, batch, place, made).code}`;
  });
};

export const convolutionRules: LoweringRules = {
  Conv2D: convolution,
  Conv2DBackpropFilter: convolutionOfFilter,
  Conv2DBackpropInput: convolutionOfInput,
  Conv3D: convolution,
  Conv3DBackpropFilterV2: convolutionOfFilter,
  Conv3DBackpropInputV2: convolutionOfInput,
  DepthwiseConv2dNative: depthwiseConvolution,
  DepthwiseConv2dNativeBackpropFilter: depthwiseOfFilter,
  DepthwiseConv2dNativeBackpropInput: depthwiseOfInput,
  FusedConv2D: fusedConvolution,
  FusedDepthwiseConv2D: fusedDepthwiseConvolution,
};
