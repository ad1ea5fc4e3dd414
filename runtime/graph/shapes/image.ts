import type { DataType, Dimension } from '../types.js';
import { broadcastDimension } from './dimensions.js';
import {
  attribute,
  each,
  input,
  like,
  type ShapeFunction,
  type ShapeFunctions,
  shapeOfRank,
} from './shapeFunction.js';

/** Images are `[batch, height, width, channels]`. */
function resize(resultOf: (dtype: DataType) => DataType): ShapeFunction {
  return (call) => {
    const { dtype } = input(call, 'images');
    const images = shapeOfRank(call, 'images', 4);
    const [height, width] = attribute<readonly [Dimension, Dimension]>(call, 'size');
    const shape = [images?.[0] ?? null, height, width, images?.[3] ?? null];
    return [{ dtype: resultOf(dtype), shape }];
  };
}

const cropAndResize: ShapeFunction = (call) => {
  const image = shapeOfRank(call, 'image', 4);
  const boxes = shapeOfRank(call, 'boxes', 2);
  const [height, width] = attribute<readonly [number, number]>(call, 'cropSize');
  return [
    {
      dtype: 'float32',
      shape: [boxes?.[0] ?? null, height, width, image?.[3] ?? null],
    },
  ];
};

const transform: ShapeFunction = (call) => {
  const { dtype } = input(call, 'image');
  const image = shapeOfRank(call, 'image', 4);
  const transforms = shapeOfRank(call, 'transforms', 2);
  // One transformation serves the whole batch.
  if (image !== null && transforms !== null) broadcastDimension(transforms[0]!, image[0]!);
  const [height, width] = attribute<readonly [number, number] | null>(call, 'outputShape') ?? [
    image?.[1] ?? null,
    image?.[2] ?? null,
  ];
  return [{ dtype, shape: [image?.[0] ?? null, height, width, image?.[3] ?? null] }];
};

export const images: ShapeFunctions = {
  ResizeBilinear: resize(() => 'float32'),
  ResizeNearestNeighbor: resize((dtype) => dtype),
  ...each(['ResizeBilinearGrad', 'ResizeNearestNeighborGrad'], like('images', 'float32')),
  CropAndResize: cropAndResize,
  FlipLeftRight: like('image'),
  RotateWithOffset: like('image'),
  Transform: transform,
};
