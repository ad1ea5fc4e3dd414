import { pad, reshape, slice, type Tensor } from '@tensorflow/tfjs-core';

/** A filter with zeros between its elements along the first axes. */
export function dilate(filter: Tensor, dilations: readonly number[]): Tensor {
  return alongAxes(filter, dilations, (rows, { outer, size, inner, dilation }) => {
    const apart = pad(reshape(rows, [outer * size, inner]), [
      [0, 0],
      [0, (dilation - 1) * inner],
    ]);
    const count = (size - 1) * dilation + 1;
    const cut = slice(reshape(apart, [outer, size * dilation * inner]), 0, [outer, count * inner]);
    return { cut, count };
  });
}

/** The elements between which `dilate` put zeros. */
export function undilate(filter: Tensor, dilations: readonly number[]): Tensor {
  return alongAxes(filter, dilations, (rows, { outer, size, inner, dilation }) => {
    const count = (size - 1) / dilation + 1;
    const whole = pad(rows, [
      [0, 0],
      [0, (dilation - 1) * inner],
    ]);
    const apart = reshape(whole, [outer * count, dilation * inner]);
    return { cut: slice(apart, 0, [outer * count, inner]), count };
  });
}

interface Axis {
  readonly outer: number;
  readonly size: number;
  readonly inner: number;
  readonly dilation: number;
}

/** Changes one axis after the other, as one of a matrix: not all kernels take five or six. */
function alongAxes(
  filter: Tensor,
  dilations: readonly number[],
  change: (rows: Tensor, axis: Axis) => { readonly cut: Tensor; readonly count: number },
): Tensor {
  return dilations.reduce((current, dilation, axis) => {
    const { shape } = current;
    const size = shape[axis]!;
    const inner = shape.slice(axis + 1).reduce((product, each) => product * each, 1);
    const outer = current.size / size / inner;
    const rows = reshape(current, [outer, size * inner]);
    const { cut, count } = change(rows, { outer, size, inner, dilation });
    return reshape(cut, [...shape.slice(0, axis), count, ...shape.slice(axis + 1)]);
  }, filter);
}
