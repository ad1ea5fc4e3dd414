import { stagedListOf } from '../lists/heldList.js';
import { presenceOfKey } from '../values/entryPresence.js';
import { isTensor } from '../values/tensors.js';
import { variantOf } from '../values/variantObjects.js';

/** Whether it is a method that gives an element of an array, or an entry of a Map, and there is none. */
export function readsMissing(f: unknown, self: unknown, [place]: readonly unknown[]): boolean {
  if (f === Map.prototype.get)
    return self instanceof Map && !isTensor(place) && presenceOfKey(self, place) === false;
  if (!takesElement.has(f) || !Array.isArray(self) || variantOf(self) !== undefined) return false;
  const size = stagedListOf(self)?.size ?? self.length;
  if (f !== Array.prototype.at) return size === 0;
  return isNumber(size) && isNumber(place) && (place < -size || place >= size);
}

const takesElement = new Set<unknown>([
  Array.prototype.pop,
  Array.prototype.shift,
  Array.prototype.at,
]);

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}
