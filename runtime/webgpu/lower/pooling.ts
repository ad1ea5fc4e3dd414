import type { Value } from '../../graph/graph.js';
import { isSameShape, sizeOf } from '../wgsl/index.js';
import { literal, scalarTypeOf } from '../wgsl/scalar.js';
import { addGreatest, greatestPlaces, nowhere, type Sight } from './greatest.js';
import { inputOf, type LoweringRule, type LoweringRules } from './lowering.js';
import { sizesOf } from './operation.js';
import { addSum } from './reductions.js';
import { poolingWindow, readAt, seeing, seen, splitChannels, type Window } from './window.js';

/**
 * A window of one element that leaves the sizes as they are is taken for none at all, as in TensorFlow.js, whatever its
 * strides and its padding.
 */
function isNone({ size, input, output }: Window): boolean {
  return size.length === 2 && sizeOf(size) === 1 && isSameShape(input, output);
}

function sightOf(x: Value, window: Window): Sight {
  const type = scalarTypeOf(x.dtype);
  const lowest = literal(type === 'f32' ? -Infinity : -2147483648, type);
  const see: Sight['see'] = (reader, outer, inner) => {
    const { batch, spatial, channel } = splitChannels(window, outer.axes);
    const place = seen(reader.emitter, window, spatial, inner.axes);
    return readAt(reader, x, window, batch, place, channel, lowest).code;
  };
  return { inputs: [x], window, type, lowest, see };
}

const maxPool: LoweringRule = (node, lowering) => {
  const x = inputOf(node, 'x');
  const window = poolingWindow(node, sizesOf(x));
  if (isNone(window)) return lowering.alias(node.outputs[0]!, x);
  addGreatest(lowering, node.outputs[0]!, sightOf(x, window));
};

/** Beside the greatest element, its place in the image or the batch; -1 where there is none. */
const maxPoolWithArgmax: LoweringRule = (node, lowering) => {
  const x = inputOf(node, 'x');
  const [pooled, positions] = node.outputs as [Value, Value];
  const window = poolingWindow(node, sizesOf(x));
  const sight = sightOf(x, window);
  addGreatest(lowering, pooled, sight);
  const places = greatestPlaces(lowering, sizesOf(positions), sight);
  const [height, width] = window.input as [number, number];
  lowering.map(positions, [places], 8, (reader, index) => {
    const { emitter } = reader;
    const { batch, spatial, channel } = splitChannels(window, index.axes);
    const place = reader.read(places, index).code;
    const [row, column] = seen(emitter, window, spatial, [
      emitter.let(`${place} / ${window.size[1]}`),
      emitter.let(`${place} % ${window.size[1]}`),
    ]).axes;
    const first = node.attributes.includeBatchInIndex === true ? `${batch} * ${height} + ` : '';
    const flat = `((${first}${row}) * ${width} + ${column}) * ${window.inputChannels} + ${channel}`;
    return emitter.scalar(`select(${flat}, -1, ${place} == ${nowhere})`, 'i32');
  });
};

const maxPoolGradient: LoweringRule = (node, lowering) => {
  const [dy, x] = [inputOf(node, 'dy'), inputOf(node, 'input')];
  const window = poolingWindow(node, sizesOf(x));
  const greatest = greatestPlaces(lowering, sizesOf(dy), sightOf(x, window));
  addSum(lowering, node.outputs[0]!, [dy, greatest], window.size, (reader, outer, inner) => {
    const { emitter } = reader;
    const { batch, spatial, channel } = splitChannels(window, outer.axes);
    const place = seeing(emitter, window, spatial, inner.axes);
    const gradient = readAt(reader, dy, window, batch, place, channel);
    const found = readAt(reader, greatest, window, batch, place, channel, '-1i');
    return `select(0f, ${gradient.code}, ${found.code} == ${inner.flat})`;
  });
};

const averagePool: LoweringRule = (node, lowering) => {
  const x = inputOf(node, 'x');
  const output = node.outputs[0]!;
  const window = poolingWindow(node, sizesOf(x));
  if (isNone(window)) return lowering.alias(output, x);
  const sum = lowering.value(output.dtype, sizesOf(output));
  addSum(lowering, sum, [x], window.size, (reader, outer, inner) => {
    const { batch, spatial, channel } = splitChannels(window, outer.axes);
    const place = seen(reader.emitter, window, spatial, inner.axes);
    return readAt(reader, x, window, batch, place, channel).code;
  });
  const type = scalarTypeOf(output.dtype);
  lowering.map(output, [sum], 4, (reader, index) => {
    const { emitter } = reader;
    // Places outside of the tensor do not count.
    const counts = splitChannels(window, index.axes).spatial.map((position, axis) => {
      const [size, length] = [window.size[axis]!, window.input[axis]!];
      const start = emitter.let(`${position} * ${window.strides[axis]} - ${window.padding[axis]}`);
      return emitter.let(`max(min(${start} + ${size}, ${length}) - max(${start}, 0), 0)`);
    });
    // In three dimensions cpu gives zero, and not 0 / 0, for a window with no place inside.
    const least = window.size.length === 3 ? 1 : 0;
    const count = emitter.let(`${type}(max(${counts.join(' * ')}, ${least}))`);
    return emitter.scalar(`${reader.read(sum, index).code} / ${count}`, type);
  });
};

/** Every place of a window counts here, also one outside of the tensor, as in TensorFlow.js. */
const averagePoolGradient: LoweringRule = (node, lowering) => {
  const [dy, x] = [inputOf(node, 'dy'), inputOf(node, 'input')];
  const output = node.outputs[0]!;
  const window = poolingWindow(node, sizesOf(x));
  const sum = lowering.value('float32', sizesOf(output));
  addSum(lowering, sum, [dy], window.size, (reader, outer, inner) => {
    const { batch, spatial, channel } = splitChannels(window, outer.axes);
    const place = seeing(reader.emitter, window, spatial, inner.axes);
    return readAt(reader, dy, window, batch, place, channel).code;
  });
  const share = literal(1 / sizeOf(window.size), 'f32');
  lowering.map(output, [sum], 1, (reader, index) =>
    reader.emitter.scalar(`${reader.read(sum, index).code} * ${share}`, 'f32'),
  );
};

export const poolingRules: LoweringRules = {
  AvgPool: averagePool,
  AvgPool3D: averagePool,
  AvgPool3DGrad: averagePoolGradient,
  AvgPoolGrad: averagePoolGradient,
  MaxPool: maxPool,
  MaxPool3D: maxPool,
  MaxPool3DGrad: maxPoolGradient,
  MaxPoolGrad: maxPoolGradient,
  MaxPoolWithArgmax: maxPoolWithArgmax,
};
