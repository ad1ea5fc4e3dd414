import { rand, type Tensor } from '@tensorflow/tfjs-core';
import type { DataType } from '../../graph/types.js';
import { emitRandomTensor } from '../../trace/effects.js';
import { emitHost } from '../../trace/hostCall.js';
import { isTracing } from '../../trace/session.js';

/** `tf.rand` asks a function of the user's for each element: so does the graph, at every execution. */
export function callRand(f: unknown, args: readonly unknown[]): Tensor | undefined {
  if (f !== rand || !isTracing()) return undefined;
  const [shape, draw, dtype = 'float32'] = args as [number[], () => number, DataType?];
  if (draw === Math.random && dtype === 'float32') return emitRandomTensor(shape);
  const call = () => [rand(shape, draw, dtype as 'float32')];
  return emitHost(
    { name: 'the function', calledBy: 'tf.rand()', isPure: false, call, types: [{ dtype, shape }] },
    [],
  )[0]!;
}
