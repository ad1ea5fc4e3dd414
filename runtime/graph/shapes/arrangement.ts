import type { Dimension, Shape, TensorType } from '../types.js';
import {
  derive,
  mergeShapes,
  normalizeAxes,
  normalizeAxis,
  sizeOf,
  withDimension,
  withoutAxes,
} from './dimensions.js';
import {
  attribute,
  each,
  ensure,
  input,
  inputList,
  type KernelCall,
  Refusal,
  type ShapeFunction,
  type ShapeFunctions,
  shapeOfRank,
} from './shapeFunction.js';

const sameShape =
  'Make them alike, with tf.slice, tf.pad or tf.reshape; tf.concat joins what differs in the size of one axis.';
const listSizes =
  'List the size of each part: tf.split(x, [2, 1]) takes three; one may be -1, which is what is left.';

const reshape: ShapeFunction = (call) => {
  const { dtype, shape } = input(call, 'x');
  const target = attribute<readonly Dimension[]>(call, 'shape');
  return [{ dtype, shape: fill(target, sizeOf(shape)) }];
};

/** The sizes asked for, of which one may follow from the number of elements: -1, or one that is not known. */
function fill(target: readonly Dimension[], size: Dimension): Dimension[] {
  const isOpen = (dimension: Dimension): boolean => dimension === -1 || dimension === null;
  const open = target.filter(isOpen).length;
  const rest = sizeOf(target.map((dimension) => (isOpen(dimension) ? 1 : dimension)))!;
  ensure(
    target.filter((dimension) => dimension === -1).length <= 1,
    `[${target}] leaves more than one size open`,
  );
  let filled: Dimension = null;
  if (size !== null && open <= 1) {
    filled = rest === 0 ? null : size / rest;
    const fits = open === 0 ? size === rest : filled === null || Number.isInteger(filled);
    ensure(
      fits,
      `${size} elements do not fill [${target}]`,
      'Give a shape of as many elements; one size may be -1, which is what is left.',
    );
  }
  return target.map((dimension) => (isOpen(dimension) ? filled : dimension));
}

const transpose: ShapeFunction = (call) => {
  const { dtype, shape } = input(call, 'x');
  const perm = attribute<readonly number[]>(call, 'perm');
  ensure(
    shape === null || perm.length === shape.length,
    `the permutation [${perm}] does not fit the rank`,
  );
  return [{ dtype, shape: perm.map((axis) => (shape === null ? null : shape[axis]!)) }];
};

const expandDims: ShapeFunction = (call) => {
  const { dtype, shape } = input(call, 'input');
  if (shape === null) return [{ dtype, shape }];
  const axis = normalizeAxis(attribute<number>(call, 'dim'), shape.length + 1);
  return [{ dtype, shape: [...shape.slice(0, axis), 1, ...shape.slice(axis)] }];
};

const concat: ShapeFunction = (call) => {
  const inputs = inputList(call);
  const dtype = commonDtype(inputs);
  const axisAttribute = attribute<number>(call, 'axis');
  const known = inputs.find(({ shape }) => shape !== null)?.shape ?? null;
  if (known === null) return [{ dtype, shape: null }];
  const axis = normalizeAxis(axisAttribute, known.length);
  let others: Shape = null;
  const lengths: Dimension[] = [];
  for (const { shape } of inputs) {
    const rank = shape?.length ?? known.length;
    ensure(
      rank === known.length,
      `their ranks, ${known.length} and ${rank}, differ`,
      'Give them as many axes, with tf.expandDims or tf.reshape; tf.stack puts tensors of one shape along a new axis.',
    );
    lengths.push(shape?.[axis] ?? null);
    others = mergeShapes(
      others,
      shape === null ? null : withDimension(shape, axis, null),
      'Take the axis in which they differ, or tf.slice, tf.pad or tf.reshape one of them.',
    );
  }
  const length = derive(lengths, (...sizes) => sizes.reduce((a, b) => a + b, 0));
  return [{ dtype, shape: withDimension(others!, axis, length) }];
};

const pack: ShapeFunction = (call) => {
  const inputs = inputList(call);
  const dtype = commonDtype(inputs);
  const shape = inputs.reduce<Shape>(
    (known, { shape }) => mergeShapes(known, shape, sameShape),
    null,
  );
  if (shape === null) return [{ dtype, shape }];
  const axis = normalizeAxis(attribute<number>(call, 'axis'), shape.length + 1);
  return [{ dtype, shape: [...shape.slice(0, axis), inputs.length, ...shape.slice(axis)] }];
};

function commonDtype(inputs: readonly TensorType[]): TensorType['dtype'] {
  const [first] = inputs;
  ensure(first !== undefined, 'it needs at least one input');
  ensure(
    inputs.every(({ dtype }) => dtype === first.dtype),
    'their dtypes differ',
  );
  return first.dtype;
}

const unpack: ShapeFunction = (call) => {
  const { dtype, shape } = input(call, 'value');
  if (shape === null) throw unknownCount(call);
  const axis = normalizeAxis(attribute<number>(call, 'axis') ?? 0, shape.length);
  const count = shape[axis]!;
  if (count === null) throw unknownCount(call);
  return Array.from({ length: count }, () => ({ dtype, shape: withoutAxes(shape, [axis]) }));
};

function unknownCount({ kernel }: KernelCall): Refusal {
  return new Refusal(
    'unknown-count',
    `${kernel} makes one tensor for each position along an axis whose size is not known while tracing. ` +
      'Give that size in the signature, or loop over the tensor with for-of.',
  );
}

const split: ShapeFunction = (call) => {
  const { dtype, shape } = input(call, 'x');
  const sections = attribute<number | readonly number[]>(call, 'numOrSizeSplits');
  const count = typeof sections === 'number' ? sections : sections.length;
  if (shape === null) return Array.from({ length: count }, () => ({ dtype, shape }));
  const axis = normalizeAxis(attribute<number>(call, 'axis') ?? 0, shape.length);
  return sectionSizes(shape[axis]!, sections).map((size) => ({
    dtype,
    shape: withDimension(shape, axis, size),
  }));
};

function sectionSizes(total: Dimension, sections: number | readonly number[]): Dimension[] {
  if (typeof sections === 'number') {
    ensure(
      total === null || total % sections === 0,
      `${sections} does not divide ${total}`,
      listSizes,
    );
    return new Array<Dimension>(sections).fill(total === null ? null : total / sections);
  }
  const given = sections.filter((size) => size !== -1).reduce((a, b) => a + b, 0);
  const open = sections.includes(-1);
  ensure(
    sections.indexOf(-1) === sections.lastIndexOf(-1),
    `only one of the sections [${sections}] can be left open`,
  );
  ensure(
    total === null || (open ? given <= total : given === total),
    `the sections [${sections}] do not fill ${total}`,
    listSizes,
  );
  return sections.map((size) => (size !== -1 ? size : total === null ? null : total - given));
}

const reverse: ShapeFunction = (call) => {
  const { dtype, shape } = input(call, 'x');
  // Of a scalar nothing is reversed, whatever the axes are.
  const dims = attribute<number | readonly number[] | undefined>(call, 'dims');
  if (shape !== null && shape.length > 0) normalizeAxes(dims, shape.length);
  return [{ dtype, shape }];
};

const tile: ShapeFunction = (call) => {
  const { dtype, shape } = input(call, 'x');
  const repetitions = attribute<readonly Dimension[]>(call, 'reps');
  ensure(
    shape === null || shape.length === repetitions.length,
    `the repetitions [${repetitions}] do not fit the rank`,
  );
  return [
    {
      dtype,
      shape: repetitions.map((count, axis) =>
        derive([shape === null ? null : shape[axis]!, count], (size, times) => size * times),
      ),
    },
  ];
};

const pad: ShapeFunction = (call) => {
  const { dtype, shape } = input(call, 'x');
  const paddings = attribute<readonly (readonly [number, number])[]>(call, 'paddings');
  return [{ dtype, shape: padShape(shape, paddings) }];
};

function padShape(shape: Shape, paddings: readonly (readonly number[])[]): Dimension[] {
  ensure(
    shape === null || shape.length === paddings.length,
    `${paddings.length} paddings do not fit the rank`,
    'Give a pair [before, after] for each axis.',
  );
  ensure(
    paddings.every(([before, after]) => before! >= 0 && after! >= 0),
    `the paddings [${paddings.map((pair) => `[${pair}]`)}] are not all sizes`,
  );
  return paddings.map(([before, after], axis) =>
    derive([shape === null ? null : shape[axis]!], (size) => before! + size + after!),
  );
}

const spaceToBatch: ShapeFunction = (call) => {
  const { dtype, shape } = input(call, 'x');
  const blocks = attribute<readonly number[]>(call, 'blockShape');
  const paddings = attribute<readonly (readonly number[])[]>(call, 'paddings');
  if (shape === null) return [{ dtype, shape }];
  const rest = shape.slice(1 + blocks.length);
  const padded = padShape(shape, [[0, 0], ...paddings, ...rest.map(() => [0, 0])]);
  const result = padded.map((dimension, axis) => {
    if (axis === 0) return derive([dimension], (batch) => batch * product(blocks));
    const block = blocks[axis - 1] ?? 1;
    return derive([dimension], (size) => {
      ensure(size % block === 0, `the block ${block} does not divide the padded size ${size}`);
      return size / block;
    });
  });
  return [{ dtype, shape: result }];
};

const batchToSpace: ShapeFunction = (call) => {
  const { dtype, shape } = input(call, 'x');
  const blocks = attribute<readonly number[]>(call, 'blockShape');
  const crops = attribute<readonly (readonly [number, number])[]>(call, 'crops');
  if (shape === null) return [{ dtype, shape }];
  const result = shape.map((dimension, axis) => {
    if (axis === 0) {
      return derive([dimension], (batch) => {
        ensure(batch % product(blocks) === 0, `the blocks [${blocks}] do not divide ${batch}`);
        return batch / product(blocks);
      });
    }
    const block = blocks[axis - 1];
    if (block === undefined) return dimension;
    const [before, after] = crops[axis - 1]!;
    return derive([dimension], (size) => size * block - before - after);
  });
  return [{ dtype, shape: result }];
};

function product(sizes: readonly number[]): number {
  return sizes.reduce((a, b) => a * b, 1);
}

const depthToSpace: ShapeFunction = (call) => {
  const { dtype } = input(call, 'x');
  const shape = shapeOfRank(call, 'x', 4);
  const block = attribute<number>(call, 'blockSize');
  const [batch, height, width, depth] =
    attribute<string>(call, 'dataFormat') === 'NCHW' && shape !== null
      ? [shape[0]!, shape[2]!, shape[3]!, shape[1]!]
      : (shape ?? [null, null, null, null]);
  const [newHeight, newWidth] = [height!, width!].map((size) => derive([size], (n) => n * block));
  const newDepth = derive([depth!], (channels) => channels / (block * block));
  return [
    {
      dtype,
      shape:
        attribute<string>(call, 'dataFormat') === 'NCHW'
          ? [batch!, newDepth, newHeight!, newWidth!]
          : [batch!, newHeight!, newWidth!, newDepth],
    },
  ];
};

/** The inputs and the output are shapes. */
const broadcastArguments: ShapeFunction = (call) => {
  const a = shapeOfRank(call, 's0', 1)?.[0] ?? null;
  const b = shapeOfRank(call, 's1', 1)?.[0] ?? null;
  return [{ dtype: 'int32', shape: [derive([a, b], Math.max)] }];
};

/** Ours (`trace/paddedRows.ts`): along some axes at least, or at most, as long as another tensor. */
const fitted =
  (choose: (one: number, other: number) => number): ShapeFunction =>
  (call) => {
    const { dtype, shape } = input(call, 'x');
    const other = input(call, 'like').shape;
    const axes = attribute<readonly number[]>(call, 'axes');
    if (shape === null || other === null) return [{ dtype, shape }];
    const sizes = shape.map((size, axis) => {
      if (!axes.includes(axis)) return size;
      return derive([size, other[axis]!], choose);
    });
    return [{ dtype, shape: sizes }];
  };

export const arrangement: ShapeFunctions = {
  Reshape: reshape,
  Transpose: transpose,
  ExpandDims: expandDims,
  Concat: concat,
  Pack: pack,
  Unpack: unpack,
  SplitV: split,
  Tile: tile,
  ...each(['PadV2', 'MirrorPad'], pad),
  UseGraphPadTo: fitted(Math.max),
  UseGraphCutTo: fitted(Math.min),
  Reverse: reverse,
  SpaceToBatchND: spaceToBatch,
  BatchToSpaceND: batchToSpace,
  DepthToSpace: depthToSpace,
  BroadcastArgs: broadcastArguments,
};
