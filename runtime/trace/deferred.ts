import type { Tensor } from '@tensorflow/tfjs-core';
import { type DeferredNode, type Graph, Value } from '../graph/graph.js';
import type { TensorType } from '../graph/types.js';
import { symbolicTensor } from './kernels.js';
import { currentLocation } from './location.js';
import { currentTracer } from './tracer.js';

/** More random nodes than any op of TensorFlow.js makes. */
const drawsOfDeferred = 64;

/**
 * Adds a node whose outputs `compute` gives when the sizes are known.
 *
 * TensorFlow.js computes with sizes in JavaScript: nearly every gradient function reads `x.shape`, and many ops do. Where
 * a graph serves several sizes there are no numbers to give them, and symbolic sizes would need a rule of ours for each
 * of those functions. So the node stands in the one graph that serves all sizes, and is traced from TensorFlow.js's own
 * functions when it runs, once for each combination of sizes: what it computes is what they compute for any op.
 */
export function emitDeferred(
  operation: string,
  inputs: readonly Value[],
  types: readonly TensorType[],
  compute: DeferredNode['compute'],
  of: Graph | null = null,
): Tensor[] {
  const outputs = types.map(({ dtype, shape }) => new Value(dtype, shape));
  const location = currentLocation();
  const firstDraw = currentTracer().root.nextDraw(drawsOfDeferred);
  currentTracer().add({
    kind: 'deferred',
    operation,
    of,
    compute,
    firstDraw,
    inputs,
    outputs,
    location,
  });
  return outputs.map((output) => symbolicTensor(output));
}
