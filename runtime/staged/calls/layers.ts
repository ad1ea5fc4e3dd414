import { type Tensor, tidy, zeros } from '@tensorflow/tfjs-core';
import { keepStatesInVariables } from '../../function/statefulLayers.js';
import { isFullyKnown } from '../../graph/types.js';
import { outsideOfTraces } from '../../trace/session.js';
import { currentTracer } from '../../trace/tracer.js';
import { dtypeOf, isTensor, shapeOf } from '../values/tensors.js';

/** A layer of tf.layers, which makes its weights when it is first applied (tfjs-layers/src/engine/topology.ts). */
interface Layer {
  apply(inputs: Tensor | Tensor[]): unknown;
}

/** How models and layers of tf.layers are called. */
const runsLayers = new Set(['predict', 'predictOnBatch', 'apply', 'call']);

/** What a call needs that runs a model or layers of tf.layers. */
export function prepareLayers(
  f: { readonly name: string },
  self: unknown,
  [inputs]: readonly unknown[],
): void {
  if (!runsLayers.has(f.name) || typeof self !== 'object' || self === null) return;
  keepStatesInVariables(self);
  if (f.name === 'apply') buildBeforeBranch(self, inputs);
}

/**
 * Has a layer make its weights before the branch or loop in which it is first applied: they are there once, whether that
 * runs never or often.
 */
function buildBeforeBranch(layer: object, inputs: unknown): void {
  if (!isUnbuilt(layer) || currentTracer().parent === null) return;
  const tensors = [inputs].flat();
  if (!tensors.every(isTensor)) return;
  const types = tensors.map((tensor) => ({ dtype: dtypeOf(tensor), shape: shapeOf(tensor) }));
  outsideOfTraces(() =>
    tidy(() => {
      const examples = types.flatMap(({ dtype, shape }) =>
        isFullyKnown(shape) ? [zeros([...shape], dtype as 'float32')] : [],
      );
      if (examples.length < types.length) return;
      layer.apply(Array.isArray(inputs) ? examples : examples[0]!);
    }),
  );
}

function isUnbuilt(layer: object): layer is Layer {
  return Reflect.get(layer, 'built') === false && Reflect.get(layer, 'stateful') !== true;
}
