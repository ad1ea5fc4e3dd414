import {
  add,
  cast,
  clipByValue,
  div,
  expandDims,
  floor,
  type GradConfig,
  greater,
  greaterEqual,
  less,
  lessEqual,
  logicalAnd,
  mul,
  range,
  reshape,
  round,
  scatterND,
  slice,
  sub,
  type Tensor,
  tile,
  where,
  zeros,
  zerosLike,
} from '@tensorflow/tfjs-core';
import { engine } from '../engine.js';

interface Transformation {
  readonly interpolation: 'nearest' | 'bilinear';
  readonly fillMode: 'constant' | 'reflect' | 'wrap' | 'nearest';
}

/** Each pixel of the result is one of the image, or lies between four of them, or beside the image. */
export const warpGradients: readonly GradConfig[] = [
  {
    kernelName: 'RotateWithOffset',
    inputsToSave: ['image'],
    gradFunc: (dy, [image], attributes) => ({
      image: () => {
        const given = { ...attributes, fillValue: 0 };
        const from = run('RotateWithOffset', { image: placesIn(image!, 1) }, given);
        return putBack(dy as Tensor, from, image!.shape);
      },
    }),
  },
  {
    kernelName: 'Transform',
    inputsToSave: ['image', 'transforms'],
    gradFunc: (dy, [image, transforms], attributes) => {
      const transformation = attributes as unknown as Transformation;
      const ofImage = () => {
        if (transformation.interpolation === 'bilinear') {
          return interpolated(dy as Tensor, image!, transforms!, transformation.fillMode);
        }
        const given = { ...attributes, fillValue: 0 };
        const places = placesIn(image!, transforms!.shape[0]!);
        const from = run('Transform', { image: places, transforms: transforms! }, given);
        return putBack(dy as Tensor, from, image!.shape);
      };
      // As in TensorFlow, which has none.
      return { image: ofImage, transforms: () => zerosLike(transforms!) };
    },
  },
];

function run(kernel: string, inputs: Record<string, Tensor>, attributes: object): Tensor {
  return engine().runKernel(kernel, inputs, attributes) as Tensor;
}

/** An image whose pixels tell which they are, from one on: the same op on it tells where each pixel comes from. */
function placesIn({ shape: [, height, width] }: Tensor, batch: number): Tensor {
  const places = reshape(range(1, height! * width! + 1), [1, height!, width!, 1]);
  return batch === 1 ? places : tile(places, [batch, 1, 1, 1]);
}

/** The sum, for each pixel of the image, of what came from it; `from` is 0 where nothing did. */
function putBack(dy: Tensor, from: Tensor, shape: readonly number[]): Tensor {
  const [batch, height, width, depth] = shape as [number, number, number, number];
  const [, rows, columns] = dy.shape as [number, number, number, number];
  const places = height * width + 1;
  const first = reshape(range(0, batch * places, places), [batch, 1, 1, 1]);
  const indices = reshape(cast(add(round(from), first), 'int32'), [-1, 1]);
  const updates = reshape(dy, [batch * rows * columns, depth]);
  const sums = reshape(scatterND(indices, updates, [batch * places, depth]), [
    batch,
    places,
    depth,
  ]);
  return reshape(slice(sums, [0, 1, 0], [-1, -1, -1]), [batch, height, width, depth]);
}

function interpolated(
  dy: Tensor,
  image: Tensor,
  transforms: Tensor,
  fillMode: Transformation['fillMode'],
): Tensor {
  const [, height, width] = image.shape as [number, number, number, number];
  const [, rows, columns] = dy.shape as [number, number, number, number];
  const coefficient = (index: number) =>
    expandDims(expandDims(slice(transforms, [0, index], [-1, 1]), 2), 3);
  const x = reshape(range(0, columns), [1, 1, columns, 1]);
  const y = reshape(range(0, rows), [1, rows, 1, 1]);
  const line = (first: number, last: Tensor | number) =>
    add(add(mul(coefficient(first), x), mul(coefficient(first + 1), y)), last);
  const depth = line(6, 1);
  const at = (first: number, length: number) =>
    inside(div(line(first, coefficient(first + 2)), depth), length, fillMode);
  const [alongX, alongY] = [at(0, width), at(3, height)];
  let sum: Tensor = zeros(image.shape);
  for (const down of [0, 1]) {
    for (const right of [0, 1]) {
      const [row, column] = [add(floor(alongY), down), add(floor(alongX), right)];
      const share = mul(nearness(alongX, column), nearness(alongY, row));
      const isInside = logicalAnd(
        logicalAnd(greaterEqual(column, 0), lessEqual(column, width - 1)),
        logicalAnd(greaterEqual(row, 0), lessEqual(row, height - 1)),
      );
      const place = add(add(mul(row, width), column), 1);
      const from = where(isInside, place, zerosLike(place));
      const spread = mul(dy, where(isInside, share, zerosLike(share)));
      sum = add(sum, putBack(spread, from, image.shape));
    }
  }
  return sum;
}

function nearness(position: Tensor, pixel: Tensor): Tensor {
  const distance = sub(position, pixel);
  return where(less(distance, 0), add(distance, 1), sub(1, distance));
}

/** Where the image is looked at, for a coordinate that may lie beside it (tensorflow/core/kernels/image/image_ops.h). */
function inside(coordinate: Tensor, length: number, fillMode: Transformation['fillMode']): Tensor {
  const clipped = (x: Tensor) => clipByValue(x, 0, length - 1);
  const multiple = (x: Tensor, of: number) => floor(div(x, of));
  switch (fillMode) {
    case 'nearest':
      return clipped(coordinate);
    case 'reflect': {
      const folded = sub(coordinate, mul(multiple(coordinate, 2 * length), 2 * length));
      const mirrored = sub(2 * length - 1, folded);
      return clipped(where(greaterEqual(folded, length), mirrored, folded));
    }
    case 'wrap': {
      if (length === 1) return zerosLike(coordinate);
      const before = mul(add(multiple(sub(0, coordinate), length - 1), 1), length);
      const behind = mul(multiple(coordinate, length - 1), length);
      const wrapped = where(greater(coordinate, length - 1), sub(coordinate, behind), coordinate);
      return clipped(where(less(coordinate, 0), add(coordinate, before), wrapped));
    }
    default:
      return coordinate;
  }
}
