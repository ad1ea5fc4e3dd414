import { requireKnownLength } from '../lists/spoiledArrays.js';
import { ofText } from '../objects/textKeys.js';
import { isChosenText } from '../operators/chosenText.js';
import { sizesIn } from '../values/openSizes.js';
import { presentOrThrown } from './presentOrThrown.js';

/**
 * What JavaScript iterates of a value: the characters of a text that a tensor chooses; the sizes of a shape; of an object
 * that may be missing the object, which has to be there, or the program throws.
 */
export function iterated(value: unknown): unknown {
  if (Array.isArray(value)) requireKnownLength(value);
  if (isChosenText(value)) return ofText(value, '', (text) => [...text]);
  return presentOrThrown(sizesIn(value), (missing) => `${String(missing)} is not iterable`);
}
