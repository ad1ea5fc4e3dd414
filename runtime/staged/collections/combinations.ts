import { errorHere } from '../../trace/errorHere.js';
import { keysOf } from '../values/entries.js';
import { isCollection, isUncertain, keyArraysOf } from '../values/entryPresence.js';
import { isTensor } from '../values/tensors.js';

const combining = new Set(
  'difference intersection isDisjointFrom isSubsetOf isSupersetOf symmetricDifference union'.split(
    ' ',
  ),
);

/** Refuses the methods that compare two Sets (`a.union(b)`) where a tensor decides what one of them has. */
export function refuseCombination(
  f: object & { readonly name: string },
  self: unknown,
  [other]: readonly unknown[],
): void {
  const { name } = f;
  if (!combining.has(name) || Reflect.get(Set.prototype, name) !== f) return;
  if (![self, other].some(isDecided)) return;
  throw errorHere(
    'tensor-key',
    `${name}() asks what two Sets hold, and a tensor decides what is in one of them, or is a member.`,
    'Write it as a loop: for (const key of other) all.add(key), or if (other.has(key)) both.add(key).',
  );
}

function isDecided(value: unknown): boolean {
  if (!isCollection(value)) return false;
  return keyArraysOf(value) !== undefined || isUncertain(value) || keysOf(value).some(isTensor);
}
