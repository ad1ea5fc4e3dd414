import { like, type ShapeFunctions } from './shapeFunction.js';

export const normalizations: ShapeFunctions = {
  FusedBatchNorm: like('x'),
  LRN: like('x'),
  LRNGrad: like('x', 'float32'),
  Softmax: like('logits'),
};
