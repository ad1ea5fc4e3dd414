import { Tensor } from '@tensorflow/tfjs-core';
import { isRunningEagerly } from '../../function/eagerMode.js';
import { canReadSynchronously } from '../../interpret/backend.js';
import { engine } from '../../trace/engine.js';
import { isThenable } from './thenable.js';

/*
 * Staged code cannot wait. Where it runs eagerly and the backend can be read at once, it need not: `await x.data()` gives
 * what `x.dataSync()` does.
 */

const read = new WeakMap<object, unknown>();

/** Remembers what the promise that `f` returned for the tensor `self` will give. */
export function noteRead(f: unknown, self: unknown, result: unknown): unknown {
  const { data, array } = Tensor.prototype;
  if ((f !== data && f !== array) || !isRunningEagerly() || !isThenable(result)) return result;
  if (!canReadSynchronously(engine().backendName)) return result;
  const tensor = self as Tensor;
  read.set(result as object, f === data ? tensor.dataSync() : tensor.arraySync());
  return result;
}

/** What a promise will give, where that is known already; anything else is itself. */
export function readValue(value: unknown): unknown {
  return typeof value === 'object' && value !== null && read.has(value) ? read.get(value) : value;
}
