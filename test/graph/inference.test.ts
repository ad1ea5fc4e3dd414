import { describe, expect, it } from 'vitest';
import { StagingError } from '../../runtime/errors.js';
import { inferTypes } from '../../runtime/graph/shapes/inferTypes.js';
import {
  type DataType,
  formatType,
  type Shape,
  type TensorType,
} from '../../runtime/graph/types.js';

const type = (shape: Shape, dtype: DataType = 'float32'): TensorType => ({ dtype, shape });

function infer(
  kernel: string,
  inputs: Record<string, TensorType> | TensorType[],
  attributes: Record<string, unknown> = {},
): string {
  return inferTypes(kernel, inputs, attributes).map(formatType).join(', ');
}

function failure(run: () => unknown): StagingError {
  try {
    run();
  } catch (error) {
    if (error instanceof StagingError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('types with sizes that are not known', () => {
  it('of elementwise kernels broadcast', () => {
    const add = (a: Shape, b: Shape): string => infer('Add', { a: type(a), b: type(b) });
    expect(add([null, 3], [3])).toBe('float32[?,3]');
    expect(add([null], [1])).toBe('float32[?]');
    expect(add([null], [4])).toBe('float32[4]');
    expect(add([null], [null])).toBe('float32[?]');
    expect(add(null, [])).toBe('float32[...]');
    expect(infer('Greater', { a: type([null]), b: type([]) })).toBe('bool[?]');
  });

  it('of reductions keep what stays', () => {
    const sum = (shape: Shape, axis: number[] | null, keepDims = false): string =>
      infer('Sum', { x: type(shape, 'bool') }, { axis, keepDims });
    expect(sum([null, 3], [0])).toBe('int32[3]');
    expect(sum([null, 3], [-1], true)).toBe('int32[?,1]');
    expect(sum(null, null)).toBe('int32[]');
    expect(sum(null, [0])).toBe('int32[...]');
  });

  it('of products take the outer sizes', () => {
    const a = type([null, 4]);
    const b = type([4, 5]);
    expect(infer('BatchMatMul', { a, b }, {})).toBe('float32[?,5]');
    expect(infer('BatchMatMul', { a, b: a }, { transposeB: true })).toBe('float32[?,?]');
    expect(infer('Einsum', [type([null, 4]), type([4, 5])], { equation: 'ij,jk->ki' })).toBe(
      'float32[5,?]',
    );
    // The other input tells the size.
    expect(infer('Einsum', [type([2, null]), type([4, 5])], { equation: 'ij,jk->ij' })).toBe(
      'float32[2,4]',
    );
  });

  it('of convolution and pooling lose only the axes concerned', () => {
    const x = type([null, 28, null, 3]);
    const filter = type([5, 5, 3, 8]);
    expect(infer('Conv2D', { x, filter }, { strides: 2, pad: 'valid', dilations: 1 })).toBe(
      'float32[?,12,?,8]',
    );
    expect(infer('MaxPool', { x }, { filterSize: [2, 2], strides: [2, 2], pad: 'same' })).toBe(
      'float32[?,14,?,3]',
    );
    const unknown = type(null);
    expect(infer('Conv2D', { x: unknown, filter }, { strides: 1, pad: 'same' })).toBe(
      'float32[?,?,?,8]',
    );
  });

  it('of rearrangements follow from what is known', () => {
    const x = type([null, 4]);
    expect(infer('Reshape', { x }, { shape: [-1, 2] })).toBe('float32[?,2]');
    expect(infer('Reshape', { x: type([6, 4]) }, { shape: [-1, 2] })).toBe('float32[12,2]');
    expect(infer('Reshape', { x: type([6, 4]) }, { shape: [null, 2] })).toBe('float32[12,2]');
    expect(infer('Reshape', { x: type(null) }, { shape: [2, 3] })).toBe('float32[2,3]');
    expect(infer('Concat', [x, type([3, 4])], { axis: 0 })).toBe('float32[?,4]');
    expect(infer('Concat', [x, type([3, 4])], { axis: 1 })).toBe('float32[3,8]');
    expect(infer('Pack', [x, type([3, 4])], { axis: 0 })).toBe('float32[2,3,4]');
    expect(infer('Transpose', { x }, { perm: [1, 0] })).toBe('float32[4,?]');
    expect(infer('Tile', { x }, { reps: [2, 2] })).toBe('float32[?,8]');
    expect(infer('SplitV', { x }, { numOrSizeSplits: [2, -1], axis: 0 })).toBe(
      'float32[2,4], float32[?,4]',
    );
    expect(infer('Unpack', { value: x }, { axis: 1 })).toBe(
      'float32[?], float32[?], float32[?], float32[?]',
    );
  });

  it('of indexing take the sizes that were asked for', () => {
    const x = type([null, 4]);
    expect(infer('Slice', { x }, { begin: [1, 1], size: [2, -1] })).toBe('float32[2,3]');
    expect(infer('Slice', { x }, { begin: [1, 0], size: [-1, -1] })).toBe('float32[?,4]');
    const strided = { begin: [0, 1], end: [0, 3], strides: [1, 1], beginMask: 1, endMask: 1 };
    expect(infer('StridedSlice', { x }, strided)).toBe('float32[?,2]');
    expect(infer('StridedSlice', { x }, { ...strided, shrinkAxisMask: 1 })).toBe('float32[2]');
    const indices = type([null], 'int32');
    expect(infer('GatherV2', { x, indices }, { axis: 0, batchDims: 0 })).toBe('float32[?,4]');
    expect(infer('TopK', { x }, { k: 2 })).toBe('float32[?,2], int32[?,2]');
  });
});

describe('a call that a kernel would refuse', () => {
  it.each([
    ['Add', { a: type([2, 3]), b: type([4]) }, {}, 'float32[2,3] and float32[4]: sizes 3 and 4'],
    [
      'BatchMatMul',
      { a: type([2, 3]), b: type([2, 3]) },
      { transposeA: false, transposeB: false },
      'float32[2,3] and float32[2,3]: the inner sizes 3 and 2 differ',
    ],
    ['Concat', [type([2, 3]), type([2, 4])], { axis: 0 }, 'sizes 3 and 4 differ'],
    ['Concat', [type([2]), type([2], 'int32')], { axis: 0 }, 'dtypes differ'],
    ['Reshape', { x: type([5]) }, { shape: [2, -1] }, '5 elements do not fill'],
    ['Transpose', { x: type([5]) }, { perm: [1, 0] }, 'does not fit the rank'],
    ['Sum', { x: type([5]) }, { axis: [1] }, 'axis 1 does not exist in rank 1'],
    ['Slice', { x: type([5]) }, { begin: [3], size: [3] }, 'not inside axis 0'],
    [
      'Conv2D',
      { x: type([1, 8, 8, 3]), filter: type([3, 3, 4, 8]) },
      { strides: 1, pad: 'same' },
      'x has 3 channels, but the filter reads 4',
    ],
    ['Slice', { x: type([5]) }, { begin: [6], size: [-1] }, 'not inside axis 0'],
    ['PadV2', { x: type([5]) }, { paddings: [[0, -1]] }, 'paddings [[0,-1]] are not all sizes'],
    ['Einsum', [type([2, 3])], { equation: 'ij' }, 'without an arrow'],
    ['Relu', {}, {}, "needs an input named 'x'"],
  ])('is an error that names kernel, types and place: %s', (kernel, inputs, attributes, detail) => {
    const error = failure(() =>
      inferTypes(kernel, inputs as Record<string, TensorType>, attributes, 'model.js:3:7'),
    );
    expect(error.code).toBe('incompatible-inputs');
    expect(error.message).toContain(`${kernel} cannot take`);
    expect(error.message).toContain(detail);
    expect(error.message).toContain('at model.js:3:7');
  });

  it('says why the kernel cannot be in a graph at all', () => {
    const refusal = (kernel: string, attributes = {}): string =>
      failure(() =>
        inferTypes(kernel, { x: type([3]), value: type([null]) }, attributes, 'a.js:1:1'),
      ).message;
    expect(refusal('Unique')).toMatch(
      /the result of Unique is depends on the values .*\[value-dependent-shape\]/s,
    );
    expect(refusal('NonMaxSuppressionV3')).toContain('[value-dependent-shape]');
    expect(refusal('NonMaxSuppressionV4')).toContain('[value-dependent-shape]');
    expect(refusal('FromPixels')).toContain('[host-kernel]');
    expect(refusal('Unpack', { axis: 0 })).toContain('[unknown-count]');
    expect(refusal('MyKernel')).toMatch(/'MyKernel'.*at a\.js:1:1.*\[unknown-kernel\]/s);
    expect(refusal('toString')).toContain('[unknown-kernel]');
  });
});
