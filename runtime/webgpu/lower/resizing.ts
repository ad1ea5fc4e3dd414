import type { KernelNode, Value } from '../../graph/graph.js';
import { Index } from '../wgsl/index.js';
import { convert } from '../wgsl/scalar.js';
import { inputOf, type Lowering, type LoweringRule, type LoweringRules } from './lowering.js';
import { sizesOf } from './operation.js';
import { addSum } from './reductions.js';
import { table } from './tables.js';

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

/** Which elements of one axis have gone into each of the result, and with what weight. */
function sharesOf(node: KernelNode, axis: 1 | 2, isBilinear: boolean): Map<number, number>[] {
  const { alignCorners } = node.attributes;
  const size = sizesOf(inputOf(node, 'images'))[axis]!;
  const length = sizesOf(inputOf(node, 'dy'))[axis]!;
  const isAligned = alignCorners && length > 1;
  const scale = (isAligned ? size - 1 : size) / (isAligned ? length - 1 : length);
  const shares = Array.from({ length: size }, () => new Map<number, number>());
  const add = (place: number, position: number, weight: number) => {
    const of = shares[Math.min(place, size - 1)]!;
    of.set(position, (of.get(position) ?? 0) + weight);
  };
  for (let position = 0; position < length; position++) {
    const source = position * scale;
    const lower = Math.floor(source);
    if (!isBilinear) {
      add(alignCorners ? Math.round(source) : lower, position, 1);
      continue;
    }
    add(lower, position, 1 - (source - lower));
    add(Math.ceil(source), position, source - lower);
  }
  return shares;
}

/** The gradient along one axis, and then along the other: each element has a share of some that lie side by side. */
const gradient =
  (isBilinear: boolean): LoweringRule =>
  (node, lowering) => {
    const dy = inputOf(node, 'dy');
    const sizes = sizesOf(node.outputs[0]!);
    const between = lowering.value('float32', [sizes[0]!, sizes[1]!, ...sizesOf(dy).slice(2)]);
    addShares(lowering, between, dy, 1, sharesOf(node, 1, isBilinear));
    addShares(lowering, node.outputs[0]!, between, 2, sharesOf(node, 2, isBilinear));
  };

function addShares(
  lowering: Lowering,
  output: Value,
  x: Value,
  axis: 1 | 2,
  shares: readonly ReadonlyMap<number, number>[],
): void {
  const starts = shares.map((of) => Math.min(...of.keys(), sizesOf(x)[axis]! - 1));
  const most = Math.max(
    1,
    ...shares.map((of, place) => Math.max(0, ...of.keys()) - starts[place]! + 1),
  );
  const weights = shares.flatMap((of, place) =>
    Array.from({ length: most }, (_, offset) => of.get(starts[place]! + offset) ?? 0),
  );
  const [first, weight] = [table(lowering, starts, 'int32'), table(lowering, weights, 'float32')];
  addSum(lowering, output, [x, first, weight], [most], (reader, outer, inner) => {
    const { emitter } = reader;
    const place = outer.axes[axis]!;
    const start = reader.read(first, Index.ofFlat(emitter, [shares.length], place)).code;
    const position = emitter.let(`min(${start} + ${inner.flat}, ${sizesOf(x)[axis]! - 1})`);
    const share = emitter.let(`${place} * ${most} + ${inner.flat}`);
    const axes = outer.axes.map((own, index) => (index === axis ? position : own));
    const element = reader.read(x, Index.ofAxes(emitter, sizesOf(x), axes)).code;
    return `${element} * ${reader.read(weight, Index.ofFlat(emitter, [weights.length], share)).code}`;
  });
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
  ResizeBilinearGrad: gradient(true),
  ResizeNearestNeighbor: nearest,
  ResizeNearestNeighborGrad: gradient(false),
};
