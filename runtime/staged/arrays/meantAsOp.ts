import { hasUnknownRank } from '../../trace/symbolic.js';
import { stagedListOf } from '../lists/heldList.js';
import { isTensor } from '../values/tensors.js';
import { variantOf } from '../values/variantObjects.js';

/** Whether a method that arrays have, and ops of TensorFlow.js too, is called of a tensor as only the op would be. */
export function isMeantAsOp(tensor: unknown, name: unknown, args: readonly unknown[]): boolean {
  if (name === 'slice') return args.some(Array.isArray);
  if (name !== 'concat') return false;
  const [others, axis] = args;
  const isAlike = (other: unknown) => isTensor(other) && rankOf(other) === rankOf(tensor);
  const isHost = Array.isArray(others) && stagedListOf(others) === undefined && !variantOf(others);
  if (isHost && others.length > 0 && others.every(isAlike)) return true;
  if (args.length !== 2 || typeof axis !== 'number') return false;
  // Behind `[1, 2]` a number may be one more element of a vector.
  return isTensor(others) ? rankOf(others) !== 0 : Array.isArray(others) && rankOf(tensor) !== 1;
}

function rankOf(value: unknown): number | null {
  return isTensor(value) && !hasUnknownRank(value) ? value.shape.length : null;
}
