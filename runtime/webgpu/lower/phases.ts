import type { Value } from '../../graph/graph.js';
import { allOf, Index, named, plus, sizeOf } from '../wgsl/index.js';
import { literal } from '../wgsl/scalar.js';
import type { Lowering } from './lowering.js';
import { sizesOf } from './operation.js';
import { readAt, type Window } from './window.js';

/** So many products are worth the kernel that puts places side by side again. */
const mostAtOnce = 2 ** 22;

/** Whether windows leave out so many places that it pays to tell apart which ones see a place. */
export function isWorthPhases(window: Window): boolean {
  const { batch, input, size, strides, dilations, inputChannels, outputChannels } = window;
  const products = batch * sizeOf(input) * sizeOf(size) * inputChannels * outputChannels;
  return sizeOf(strides) > 1 && sizeOf(dilations) === 1 && products > mostAtOnce;
}

/**
 * What the input of windows that stride has gone into, with channels last. Windows see a place at those of their offsets
 * alone that have its phase, its position modulo the stride. So each phase is a product of matrices by itself, of the gradients
 * near each place and the weights of its offsets: with strides of two, a quarter of the work.
 */
export function inputByPhases(lowering: Lowering, dy: Value, filter: Value, window: Window): Value {
  const { batch, input, output, size, strides, padding, inputChannels, outputChannels } = window;
  const phases = sizeOf(strides);
  const offsets = size.map((length, axis) => Math.ceil(length / strides[axis]!));
  const counts = input.map((length, axis) => Math.ceil((length + padding[axis]!) / strides[axis]!));
  const rows = [batch, ...counts];
  const inner = [...offsets, outputChannels];

  const gradients = lowering.value('float32', [phases, sizeOf(rows), sizeOf(inner)]);
  lowering.map(gradients, [dy], 0, (reader, { axes }) => {
    const { emitter } = reader;
    const [image, ...places] = Index.ofFlat(emitter, rows, axes[1]!).axes as [string, ...string[]];
    const offset = Index.ofFlat(emitter, inner, axes[2]!).axes;
    const spatial = places.map((place, axis) => emitter.let(`${place} - ${offset[axis]}`));
    const conditions = spatial.flatMap((at, axis) => [`${at} >= 0`, `${at} < ${output[axis]}`]);
    return readAt(reader, dy, window, image, { axes: spatial, conditions }, offset.at(-1)!);
  });

  const weights = lowering.value('float32', [phases, sizeOf(inner), inputChannels]);
  lowering.map(weights, [filter], 1, (reader, { axes }) => {
    const { emitter } = reader;
    const phase = Index.ofFlat(emitter, strides, axes[0]!).axes;
    const offset = Index.ofFlat(emitter, inner, axes[1]!).axes;
    const places = strides.map((stride, axis) =>
      emitter.let(`${phase[axis]} + ${offset[axis]} * ${stride}`),
    );
    const place = [...places, axes[2]!, offset.at(-1)!];
    const { code } = reader.read(filter, Index.ofAxes(emitter, sizesOf(filter), place));
    const isThere = allOf(places.map((at, axis) => `${at} < ${size[axis]}`));
    return emitter.scalar(`select(${literal(0, 'f32')}, ${code}, ${isThere})`, 'f32');
  });

  const product = lowering.call('BatchMatMul', { a: gradients, b: weights });
  const result = lowering.value('float32', [batch, ...input, inputChannels]);
  lowering.view(result, product, ({ emitter, axes }) => {
    const places = padding.map((start, axis) =>
      named(emitter, plus(axes[axis + 1]!, String(start))),
    );
    const phase = places.map((place, axis) => emitter.let(`${place} % ${strides[axis]}`));
    const near = places.map((place, axis) => emitter.let(`${place} / ${strides[axis]}`));
    const row = Index.ofAxes(emitter, rows, [axes[0]!, ...near]).flat;
    const which = Index.ofAxes(emitter, strides, phase).flat;
    return Index.ofAxes(emitter, sizesOf(product), [which, row, axes.at(-1)!]);
  });
  return result;
}
