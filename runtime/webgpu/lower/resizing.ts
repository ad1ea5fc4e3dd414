import { constantNode } from '../../graph/builder.js';
import type { KernelNode, Value } from '../../graph/graph.js';
import { Index } from '../wgsl/index.js';
import { convert } from '../wgsl/scalar.js';
import type { Lowering, LoweringRule, LoweringRules } from './lowering.js';
import { sizesOf } from './operation.js';

/** Where the elements of one axis of the result come from. They are computed here, with the precision that cpu has. */
function sourcesOf(
  node: KernelNode,
  axis: 1 | 2,
): { readonly size: number; readonly at: number[] } {
  const { alignCorners, halfPixelCenters } = node.attributes;
  const size = sizesOf(node.inputs[0]!)[axis]!;
  const length = sizesOf(node.outputs[0]!)[axis]!;
  const isAligned = alignCorners && length > 1;
  const ratio = (isAligned ? size - 1 : size) / (isAligned ? length - 1 : length);
  const shift = halfPixelCenters ? 0.5 : 0;
  return { size, at: Array.from({ length }, (_, position) => ratio * (position + shift)) };
}

function table(lowering: Lowering, values: readonly number[], dtype: 'int32' | 'float32'): Value {
  const data = dtype === 'int32' ? Int32Array.from(values) : Float32Array.from(values);
  const node = constantNode({ values: data }, { dtype, shape: [values.length] });
  const value = node.outputs[0]!;
  lowering.constants.set(value, node);
  return value;
}

const nearest: LoweringRule = (node, lowering) => {
  const images = node.inputs[0]!;
  const { alignCorners } = node.attributes;
  const tables = ([1, 2] as const).map((axis) => {
    const { size, at } = sourcesOf(node, axis);
    const round = alignCorners ? Math.round : Math.floor;
    const places = at.map((source) => Math.max(0, Math.min(size - 1, round(source))));
    return table(lowering, places, 'int32');
  });
  lowering.map(node.outputs[0]!, [images, ...tables], 1, (reader, { axes }) => {
    const { emitter } = reader;
    const [row, column] = tables.map(
      (places, axis) =>
        reader.read(places, Index.ofAxes(emitter, sizesOf(places), [axes[axis + 1]!])).code,
    );
    const place = [axes[0]!, row!, column!, axes[3]!];
    return reader.read(images, Index.ofAxes(emitter, sizesOf(images), place));
  });
};

const bilinear: LoweringRule = (node, lowering) => {
  const images = node.inputs[0]!;
  const tables = ([1, 2] as const).map((axis) => {
    const { size, at } = sourcesOf(node, axis);
    const sources = node.attributes.halfPixelCenters ? at.map((source) => source - 0.5) : at;
    const lower = sources.map((source) => Math.max(0, Math.floor(source)));
    return {
      lower: table(lowering, lower, 'int32'),
      upper: table(
        lowering,
        sources.map((source) => Math.min(size - 1, Math.ceil(source))),
        'int32',
      ),
      fraction: table(
        lowering,
        sources.map((source, position) => source - lower[position]!),
        'float32',
      ),
    };
  });
  const inputs = [images, ...tables.flatMap((one) => Object.values(one))];
  lowering.map(node.outputs[0]!, inputs, 16, (reader, { axes }) => {
    const { emitter } = reader;
    const lookUp = (values: Value, axis: number): string =>
      reader.read(values, Index.ofAxes(emitter, sizesOf(values), [axes[axis + 1]!])).code;
    const [rows, columns] = tables.map(({ lower, upper, fraction }, axis) => ({
      lower: lookUp(lower, axis),
      upper: lookUp(upper, axis),
      fraction: lookUp(fraction, axis),
    }));
    const pixel = (row: string, column: string): string => {
      const place = Index.ofAxes(emitter, sizesOf(images), [axes[0]!, row, column, axes[3]!]);
      return emitter.let(convert(reader.read(images, place), 'f32').code);
    };
    const mix = (a: string, b: string, fraction: string): string =>
      emitter.let(`${a} + (${b} - ${a}) * ${fraction}`);
    const line = (row: string): string =>
      mix(pixel(row, columns!.lower), pixel(row, columns!.upper), columns!.fraction);
    return { code: mix(line(rows!.lower), line(rows!.upper), rows!.fraction), type: 'f32' };
  });
};

export const resizingRules: LoweringRules = {
  ResizeBilinear: bilinear,
  ResizeNearestNeighbor: nearest,
};
