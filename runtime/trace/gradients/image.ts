import {
  abs,
  add,
  cast,
  div,
  expandDims,
  floor,
  type GradConfig,
  gather,
  greaterEqual,
  lessEqual,
  logicalAnd,
  matMul,
  mul,
  range,
  relu,
  reshape,
  slice,
  sub,
  type Tensor,
  type Tensor1D,
  tensor2d,
  transpose,
  unsortedSegmentSum,
  zeros,
} from '@tensorflow/tfjs-core';
import { gradientWithin } from './within.js';

interface Crop {
  readonly method: 'bilinear' | 'nearest';
  readonly cropSize: readonly [number, number];
}

/** A crop is a product of the image with a matrix for its rows and one for its columns, which depend on the box. */
export const imageGradients: readonly GradConfig[] = [
  {
    kernelName: 'CropAndResize',
    inputsToSave: ['image', 'boxes', 'boxInd'],
    gradFunc: (dy, [image, boxes, boxInd], attributes) => {
      const { method, cropSize } = attributes as unknown as Crop;
      const [batch, height, width, depth] = image!.shape as [number, number, number, number];
      const weights = (from: Tensor) => ({
        rows: sampling(from, 0, cropSize[0], height, method),
        columns: sampling(from, 1, cropSize[1], width, method),
      });
      const ofImage = () => {
        const { rows, columns } = weights(boxes!);
        const spread = alongRows(
          transpose(rows, [0, 2, 1]),
          alongColumns(transpose(columns, [0, 2, 1]), dy as Tensor),
        );
        return unsortedSegmentSum(spread, cast(boxInd!, 'int32') as Tensor1D, batch);
      };
      const ofBoxes = () => {
        if (method === 'nearest') return zeros(boxes!.shape);
        const crops = () => {
          const { rows, columns } = weights(boxes!);
          const chosen = reshape(gather(image!, cast(boxInd!, 'int32')), [
            -1,
            height,
            width,
            depth,
          ]);
          return alongRows(rows, alongColumns(columns, chosen));
        };
        return gradientWithin(crops, boxes!, dy as Tensor);
      };
      return { image: ofImage, boxes: ofBoxes, boxInd: () => zeros(boxInd!.shape) };
    },
  },
];

/** In the kernels for these gradients pixels have no width: they are right for the corners only, and for whole factors. */
export function halfPixelGradient(
  dy: Tensor,
  [, height, width]: readonly number[],
  isNearest: boolean,
): Tensor {
  const matrix = (size: number, count: number) => {
    const positions = Array.from({ length: count }, (_, index) => {
      const position = ((index + 0.5) * size) / count - 0.5;
      const clamped = Math.min(Math.max(position, 0), size - 1);
      return isNearest ? Math.min(size - 1, Math.floor(position + 0.5)) : clamped;
    });
    return transpose(nearness(tensor2d([positions]), size), [0, 2, 1]);
  };
  const [, rows, columns] = dy.shape as [number, number, number];
  return alongRows(matrix(height!, rows), alongColumns(matrix(width!, columns), dy));
}

/** `[boxes, count, size]`: how much of each pixel is in each of the points of a crop along one axis. */
function sampling(
  boxes: Tensor,
  axis: 0 | 1,
  count: number,
  size: number,
  method: Crop['method'],
): Tensor {
  const edge = (column: number) => slice(boxes, [0, column], [-1, 1]);
  const [start, end] = [edge(axis), edge(axis + 2)];
  const steps = count > 1 ? div(reshape(range(0, count), [1, count]), count - 1) : 0.5;
  const positions = mul(add(start, mul(sub(end, start), steps)), size - 1);
  const isInside = logicalAnd(greaterEqual(positions, 0), lessEqual(positions, size - 1));
  const nearest = method === 'nearest' ? floor(add(positions, 0.5)) : positions;
  return mul(nearness(nearest, size), cast(expandDims(isInside, 2), 'float32'));
}

/** One for the pixel at a position, and less for its neighbours where the position is between two. */
function nearness(positions: Tensor, size: number): Tensor {
  const pixels = reshape(range(0, size), [1, 1, size]);
  return relu(sub(1, abs(sub(expandDims(positions, 2), pixels))));
}

function alongRows(matrix: Tensor, x: Tensor): Tensor {
  const [batch, rows, columns, depth] = x.shape as [number, number, number, number];
  const product = matMul(matrix, reshape(x, [batch, rows, columns * depth]));
  return reshape(product, [batch, matrix.shape[1]!, columns, depth]);
}

function alongColumns(matrix: Tensor, x: Tensor): Tensor {
  const order = [0, 2, 1, 3];
  return transpose(alongRows(matrix, transpose(x, order)), order);
}
