import type { Tensor } from '@tensorflow/tfjs-core';
import { engine } from './engine.js';
import { errorHere } from './errorHere.js';
import { noteUnknownRank, type SymbolicData } from './symbolic.js';
import { describe } from './tracer.js';

/*
 * Branches may leave tensors of different ranks. Kernels need no rank while tracing, and many ops of TensorFlow.js ask for
 * none; those that do ask read a property of the tensor, which says so.
 */

/**
 * Makes a traced tensor one of unknown rank. The engine reads the rank of what a kernel returns once, to see whether it is
 * a tensor: `isFromKernel`.
 */
export function markUnknownRank(tensor: Tensor, data: SymbolicData, isFromKernel: boolean): void {
  noteUnknownRank(tensor);
  const fail = (property: string): never => {
    const [, op] = /^(.+)__op$/.exec(engine().state.activeScope?.name ?? '') ?? [];
    const asker = op ? `tf.${op} needs it` : `its ${property} is asked for`;
    throw errorHere(
      'unknown-rank',
      `How many axes ${describe(data)} has is not known while tracing, and ${asker}.`,
      "Make the ranks equal in all branches, give the rank in the signature, or use tf.reshape where the result's shape is known.",
    );
  };
  let isHandedOver = !isFromKernel;
  const rank = (): number => {
    if (isHandedOver) return fail('rank');
    isHandedOver = true;
    return 0;
  };
  for (const name of ['shape', 'size', 'strides', 'rankType']) {
    Object.defineProperty(tensor, name, { get: () => fail(name) });
  }
  Object.defineProperty(tensor, 'rank', { get: rank });
}
