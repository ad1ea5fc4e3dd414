import { type Tensor, tensor1d } from '@tensorflow/tfjs-core';
import { isFullyKnown } from '../../graph/types.js';
import { engine } from '../../trace/engine.js';
import { shapeKernel } from '../../trace/shapeKernel.js';
import { requireKind } from './misuse.js';
import { typeOf } from './tensors.js';

/**
 * The sizes of all axes as an int32 vector: `tf.shape` of TensorFlow. In a graph they may be known only when it runs, and
 * then `x.shape` has null for them.
 */
export function shapeOf(x: Tensor): Tensor {
  requireKind('a tensor', x, 'shapeOf()', 'its argument');
  const { shape } = typeOf(x);
  if (isFullyKnown(shape)) return tensor1d([...shape], 'int32');
  return engine().runKernel(shapeKernel, { x }, {}) as Tensor;
}
