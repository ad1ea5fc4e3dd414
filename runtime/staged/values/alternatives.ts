import type { Tensor } from '@tensorflow/tfjs-core';
import { knownToHold } from '../../trace/knownFlags.js';
import { isTensor } from './tensors.js';

/** What two branches have left in a variable, which is a tensor since. */
interface Alternatives {
  readonly predicate: Tensor;
  readonly one: unknown;
  readonly other: unknown;
}

const alternatives = new WeakMap<Tensor, Alternatives>();

export function noteAlternatives(merged: unknown, found: Alternatives): void {
  if (isTensor(merged) && merged !== found.one && merged !== found.other)
    alternatives.set(merged, found);
}

/** The number of the program that the variable holds, where the branches around tell which one ran; else its value. */
export function knownNumber(value: unknown): unknown {
  if (!isTensor(value)) return value;
  const truth = knownToHold(value);
  if (truth !== undefined) return truth;
  const found = alternatives.get(value);
  const holds = found && knownToHold(found.predicate);
  if (holds === undefined) return value;
  // What a branch computed is there in that branch only.
  const known = knownNumber(holds ? found!.one : found!.other);
  return isTensor(known) ? value : known;
}

/** Whether it is a number of the program, or would be one where the branches around tell which one ran. */
export function mayBeKnown(value: unknown): boolean {
  if (typeof value === 'number') return true;
  const found = isTensor(value) ? alternatives.get(value) : undefined;
  return found !== undefined && (mayBeKnown(found.one) || mayBeKnown(found.other));
}
