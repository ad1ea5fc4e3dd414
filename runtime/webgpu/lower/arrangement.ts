import { backend_util, slice_util } from '@tensorflow/tfjs-core';
import type { KernelNode, Value } from '../../graph/graph.js';
import { normalizeAxes, normalizeAxis } from '../../graph/shapes/dimensions.js';
import { allOf, Index, named, plus, sizeOf, times } from '../wgsl/index.js';
import { convert, literal, type Scalar, scalarTypeOf } from '../wgsl/scalar.js';
import { inputOf, type LoweringRule, type LoweringRules } from './lowering.js';
import { type Reader, sizesOf } from './operation.js';

const attribute = <T>(node: KernelNode, name: string): T => node.attributes[name] as T;

const reshape: LoweringRule = (node, lowering) => lowering.alias(node.outputs[0]!, node.inputs[0]!);

const transpose: LoweringRule = (node, lowering) => {
  const x = node.inputs[0]!;
  const perm = attribute<readonly number[]>(node, 'perm');
  lowering.view(node.outputs[0]!, x, ({ emitter, axes }) =>
    Index.ofAxes(
      emitter,
      sizesOf(x),
      perm.map((_, axis) => axes[perm.indexOf(axis)]!),
    ),
  );
};

/** Each axis read from an offset, with a stride. */
function strided(
  x: Value,
  begins: readonly number[],
  strides: readonly number[],
): (index: Index) => Index {
  return ({ emitter, axes }) =>
    Index.ofAxes(
      emitter,
      sizesOf(x),
      axes.map((axis, position) =>
        named(emitter, plus(times(axis, strides[position]!), String(begins[position]))),
      ),
    );
}

const slice: LoweringRule = (node, lowering) => {
  const x = node.inputs[0]!;
  const begin = attribute<number | readonly number[]>(node, 'begin');
  const list = typeof begin === 'number' ? [begin] : begin;
  const begins = sizesOf(x).map((_, axis) => list[axis] ?? 0);
  lowering.view(
    node.outputs[0]!,
    x,
    strided(
      x,
      begins,
      begins.map(() => 1),
    ),
  );
};

const stridedSlice: LoweringRule = (node, lowering) => {
  const x = node.inputs[0]!;
  const mask = (name: string): number => attribute<number | undefined>(node, name) ?? 0;
  const begin = attribute<number[]>(node, 'begin');
  const info = slice_util.sliceInfo(
    [...sizesOf(x)],
    [...begin],
    [...attribute<number[]>(node, 'end')],
    [...(attribute<number[] | undefined>(node, 'strides') ?? begin.map(() => 1))],
    mask('beginMask'),
    mask('endMask'),
    mask('ellipsisMask'),
    mask('newAxisMask'),
    mask('shrinkAxisMask'),
  );
  // The final shape lacks some of these axes and has new ones.
  const sizes = slice_util.computeOutShape(info.begin, info.end, info.strides);
  const sparse = lowering.value(x.dtype, sizes);
  lowering.view(sparse, x, strided(x, info.begin, info.strides));
  lowering.alias(node.outputs[0]!, sparse);
};

const reverse: LoweringRule = (node, lowering) => {
  const x = node.inputs[0]!;
  const sizes = sizesOf(x);
  const dims = attribute<number | number[] | undefined>(node, 'dims') ?? null;
  const reversed = sizes.length === 0 ? [] : normalizeAxes(dims, sizes.length);
  const isReversed = (axis: number) => reversed.includes(axis);
  lowering.view(
    node.outputs[0]!,
    x,
    strided(
      x,
      sizes.map((size, axis) => (isReversed(axis) ? size - 1 : 0)),
      sizes.map((_, axis) => (isReversed(axis) ? -1 : 1)),
    ),
  );
};

const flipLeftRight: LoweringRule = (node, lowering) =>
  lowering.alias(node.outputs[0]!, lowering.call('Reverse', { x: node.inputs[0]! }, { dims: [2] }));

const tile: LoweringRule = (node, lowering) => {
  const x = node.inputs[0]!;
  const sizes = sizesOf(x);
  const output = node.outputs[0]!;
  lowering.view(output, x, ({ emitter, axes }) =>
    Index.ofAxes(
      emitter,
      sizes,
      axes.map((axis, position) =>
        sizes[position] === sizesOf(output)[position]
          ? axis
          : emitter.let(`(${axis} % ${sizes[position]})`),
      ),
    ),
  );
};

const pad: LoweringRule = (node, lowering) => {
  const x = node.inputs[0]!;
  const paddings = attribute<readonly (readonly [number, number])[]>(node, 'paddings');
  const type = scalarTypeOf(x.dtype);
  const filler = literal(attribute<number>(node, 'constantValue'), type);
  const sizes = sizesOf(x);
  lowering.map(node.outputs[0]!, [x], 1, (reader, { axes }) => {
    const { emitter } = reader;
    const conditions = paddings.flatMap(([before, after], axis) => [
      ...(before > 0 ? [`${axes[axis]} >= ${before}`] : []),
      ...(after > 0 ? [`${axes[axis]} < ${before + sizes[axis]!}`] : []),
    ]);
    const place = strided(
      x,
      paddings.map(([before]) => -before),
      sizes.map(() => 1),
    );
    const inside = (): Scalar => reader.read(x, place(Index.ofAxes(emitter, sizes, axes)));
    if (conditions.length === 0) return inside();
    return emitter.choose(allOf(conditions), type, inside, () => ({ code: filler, type }));
  });
};

const mirrorPad: LoweringRule = (node, lowering) => {
  const x = node.inputs[0]!;
  const paddings = attribute<readonly (readonly [number, number])[]>(node, 'paddings');
  const offset = attribute<string>(node, 'mode') === 'reflect' ? 0 : 1;
  const sizes = sizesOf(x);
  lowering.view(node.outputs[0]!, x, ({ emitter, axes }) => {
    const mirrored = axes.map((axis, position) => {
      const [before, after] = paddings[position]!;
      if (before === 0 && after === 0) return axis;
      const size = sizes[position]!;
      const inner = emitter.let(`(${axis} - ${before})`);
      const high = emitter.let(
        `select(${inner}, ${2 * (size - 1) + offset} - ${inner}, ${inner} >= ${size})`,
      );
      return emitter.let(`select(${high}, -${inner} - ${offset}, ${inner} < 0)`);
    });
    return Index.ofAxes(emitter, sizes, mirrored);
  });
};

/** At most so many tensors are joined in one kernel, which can bind only few buffers. */
const partLimit = 4;

const concat: LoweringRule = (node, lowering) => {
  const axis = normalizeAxis(attribute<number>(node, 'axis'), sizesOf(node.inputs[0]!).length);
  const parts = node.inputs;
  if (parts.length > partLimit) {
    const half = Math.ceil(parts.length / 2);
    const halves = [parts.slice(0, half), parts.slice(half)].map((group) =>
      lowering.call('Concat', group, { axis }),
    );
    lowering.alias(node.outputs[0]!, lowering.call('Concat', halves, { axis }));
    return;
  }
  const type = scalarTypeOf(node.outputs[0]!.dtype);
  lowering.map(node.outputs[0]!, parts, parts.length > 1 ? 1 : 0, (reader, { axes }) => {
    const { emitter } = reader;
    const from = (part: number, start: number): Scalar => {
      const sizes = sizesOf(parts[part]!);
      const read = (): Scalar => {
        const position = named(emitter, plus(axes[axis]!, String(-start)));
        const places = axes.map((code, index) => (index === axis ? position : code));
        return reader.read(parts[part]!, Index.ofAxes(emitter, sizes, places));
      };
      if (part === parts.length - 1) return read();
      const end = start + sizes[axis]!;
      return emitter.choose(`${axes[axis]} < ${end}`, type, read, () => from(part + 1, end));
    };
    return from(0, 0);
  });
};

const pack: LoweringRule = (node, lowering) => {
  const rank = sizesOf(node.inputs[0]!).length;
  const axis = normalizeAxis(attribute<number>(node, 'axis'), rank + 1);
  const parts = node.inputs.map((input) => lowering.call('ExpandDims', { input }, { dim: axis }));
  lowering.alias(node.outputs[0]!, lowering.call('Concat', parts, { axis }));
};

const unpack: LoweringRule = (node, lowering) => {
  const value = node.inputs[0]!;
  const sizes = sizesOf(value);
  const axis = normalizeAxis(attribute<number | undefined>(node, 'axis') ?? 0, sizes.length);
  for (const [position, output] of node.outputs.entries()) {
    lowering.view(output, value, ({ emitter, axes }) =>
      Index.ofAxes(emitter, sizes, [...axes.slice(0, axis), String(position), ...axes.slice(axis)]),
    );
  }
};

const split: LoweringRule = (node, lowering) => {
  const x = node.inputs[0]!;
  const sizes = sizesOf(x);
  const axis = normalizeAxis(attribute<number | undefined>(node, 'axis') ?? 0, sizes.length);
  let start = 0;
  for (const output of node.outputs) {
    const begins = sizes.map((_, position) => (position === axis ? start : 0));
    lowering.view(
      output,
      x,
      strided(
        x,
        begins,
        sizes.map(() => 1),
      ),
    );
    start += sizesOf(output)[axis]!;
  }
};

/** A place along an axis, out of a tensor of places, and whether there is such a place. */
function gathered(
  reader: Reader,
  indices: Value,
  place: Index,
  size: number,
): { readonly at: string; readonly isInside: string } {
  const { emitter } = reader;
  const at = emitter.let(convert(reader.read(indices, place), 'i32').code);
  return { at, isInside: emitter.let(`(${at} >= 0) & (${at} < ${size})`) };
}

/** The element, or zero where an index was outside of its axis: cpu refuses such ones, WebGPU cannot. */
function orZero(reader: Reader, value: Value, place: Index, conditions: readonly string[]): Scalar {
  const { code, type } = reader.read(value, place);
  const zero = literal(0, type);
  return reader.emitter.scalar(`select(${zero}, ${code}, ${conditions.join(' & ')})`, type);
}

const gather: LoweringRule = (node, lowering) => {
  const [x, indices] = [inputOf(node, 'x'), inputOf(node, 'indices')];
  const sizes = sizesOf(x);
  const indexSizes = sizesOf(indices);
  const axis = normalizeAxis(attribute<number | undefined>(node, 'axis') ?? 0, sizes.length);
  const given = attribute<number | undefined>(node, 'batchDims') ?? 0;
  const batchDims = given < 0 ? given + indexSizes.length : given;
  lowering.map(node.outputs[0]!, [x, indices], 1, (reader, { axes }) => {
    const { emitter } = reader;
    const batch = axes.slice(0, batchDims);
    const outer = axes.slice(batchDims, axis);
    const looked = axes.slice(axis, axis + indexSizes.length - batchDims);
    const inner = axes.slice(axis + indexSizes.length - batchDims);
    const place = Index.ofAxes(emitter, indexSizes, [...batch, ...looked]);
    const { at, isInside } = gathered(reader, indices, place, sizes[axis]!);
    const source = Index.ofAxes(emitter, sizes, [...batch, ...outer, at, ...inner]);
    return orZero(reader, x, source, [isInside]);
  });
};

const gatherNd: LoweringRule = (node, lowering) => {
  const [params, indices] = [inputOf(node, 'params'), inputOf(node, 'indices')];
  const sizes = sizesOf(params);
  const indexSizes = sizesOf(indices);
  const count = indexSizes.at(-1)!;
  const lead = indexSizes.length - 1;
  lowering.map(node.outputs[0]!, [params, indices], 1, (reader, { axes }) => {
    const { emitter } = reader;
    const positions = Array.from({ length: count }, (_, coordinate) => {
      const place = Index.ofAxes(emitter, indexSizes, [...axes.slice(0, lead), String(coordinate)]);
      return gathered(reader, indices, place, sizes[coordinate]!);
    });
    const places = positions.map(({ at }) => at);
    const source = Index.ofAxes(emitter, sizes, [...places, ...axes.slice(lead)]);
    const conditions = positions.map(({ isInside }) => isInside);
    return orZero(reader, params, source, conditions);
  });
};

const oneHot: LoweringRule = (node, lowering) => {
  const indices = inputOf(node, 'indices');
  const type = scalarTypeOf(node.outputs[0]!.dtype);
  const [on, off] = ['onValue', 'offValue'].map((name) =>
    literal(attribute<number>(node, name), type),
  );
  lowering.map(node.outputs[0]!, [indices], 1, (reader, { axes }) => {
    const { emitter } = reader;
    const place = Index.ofAxes(emitter, sizesOf(indices), axes.slice(0, -1));
    const { code } = reader.read(indices, place);
    return emitter.scalar(`select(${off}, ${on}, ${code} == ${axes.at(-1)})`, type);
  });
};

const diagonal: LoweringRule = (node, lowering) => {
  const x = node.inputs[0]!;
  const type = scalarTypeOf(x.dtype);
  const size = sizeOf(sizesOf(x));
  lowering.map(node.outputs[0]!, [x], 1, (reader, index) => {
    const { emitter } = reader;
    const [row, column] = index.reshape([size, size]).axes;
    const read = reader.read(x, Index.ofFlat(emitter, sizesOf(x), row!));
    return emitter.scalar(`select(${literal(0, type)}, ${read.code}, ${row} == ${column})`, type);
  });
};

const depthToSpace: LoweringRule = (node, lowering) => {
  const x = node.inputs[0]!;
  const block = attribute<number>(node, 'blockSize');
  const sizes = sizesOf(x);
  const isFirst = attribute<string>(node, 'dataFormat') === 'NCHW';
  const depth = sizesOf(node.outputs[0]!)[isFirst ? 1 : 3]!;
  lowering.view(node.outputs[0]!, x, ({ emitter, axes }) => {
    const [batch, y, z, channel] = isFirst
      ? [axes[0]!, axes[2]!, axes[3]!, axes[1]!]
      : [axes[0]!, axes[1]!, axes[2]!, axes[3]!];
    const corner = emitter.let(`((${y} % ${block}) * ${block} + ${z} % ${block})`);
    const source = emitter.let(`(${corner} * ${depth} + ${channel})`);
    const [row, column] = [emitter.let(`(${y} / ${block})`), emitter.let(`(${z} / ${block})`)];
    const places = isFirst ? [batch, source, row, column] : [batch, row, column, source];
    return Index.ofAxes(emitter, sizes, places);
  });
};

const spaceToBatch: LoweringRule = (node, lowering) => {
  const x = node.inputs[0]!;
  const block = attribute<number[]>(node, 'blockShape');
  const given = attribute<readonly (readonly [number, number])[]>(node, 'paddings');
  const paddings = sizesOf(x).map((_, axis) => given[axis - 1] ?? [0, 0]);
  const padded = lowering.call('PadV2', { x }, { paddings, constantValue: 0 });
  const size = sizeOf(block);
  const parts = backend_util.getReshaped([...sizesOf(padded)], block, size, false);
  const perm = backend_util.getPermuted(parts.length, block.length, false);
  const parted = lowering.call('Reshape', { x: padded }, { shape: parts });
  lowering.alias(node.outputs[0]!, lowering.call('Transpose', { x: parted }, { perm }));
};

const batchToSpace: LoweringRule = (node, lowering) => {
  const x = node.inputs[0]!;
  const sizes = [...sizesOf(x)];
  const block = attribute<number[]>(node, 'blockShape');
  const crops = attribute<number[][]>(node, 'crops');
  const size = sizeOf(block);
  const parts = backend_util.getReshaped(sizes, block, size);
  const perm = backend_util.getPermuted(parts.length, block.length);
  const whole = backend_util.getReshapedPermuted(sizes, block, size);
  const parted = lowering.call('Reshape', { x }, { shape: parts });
  const turned = lowering.call('Transpose', { x: parted }, { perm });
  const joined = lowering.call('Reshape', { x: turned }, { shape: whole });
  const begin = backend_util.getSliceBeginCoords(crops, block.length);
  const length = backend_util.getSliceSize(whole, crops, block.length);
  lowering.alias(node.outputs[0]!, lowering.call('Slice', { x: joined }, { begin, size: length }));
};

export const arrangementRules: LoweringRules = {
  BatchToSpaceND: batchToSpace,
  Concat: concat,
  DepthToSpace: depthToSpace,
  Diag: diagonal,
  ExpandDims: reshape,
  FlipLeftRight: flipLeftRight,
  GatherNd: gatherNd,
  GatherV2: gather,
  MirrorPad: mirrorPad,
  OneHot: oneHot,
  Pack: pack,
  PadV2: pad,
  Reshape: reshape,
  Reverse: reverse,
  Slice: slice,
  SpaceToBatchND: spaceToBatch,
  SplitV: split,
  StridedSlice: stridedSlice,
  Tile: tile,
  Transpose: transpose,
  Unpack: unpack,
};
