import { makeList } from '../../function/signature/list.js';
import { isListLike } from '../branches/growth.js';
import type { ListSample } from '../lists/elementSamples.js';
import { anyReference, listFrom } from '../lists/samples.js';
import { StagedList } from '../lists/stagedList.js';
import { ofVariant } from '../objects/variantTests.js';
import { freeze } from '../state/freeze.js';
import { Contents } from '../state/places.js';
import { alternativesOf } from '../values/kinds.js';
import { originalOf } from '../values/originals.js';
import { Variant } from '../values/variant.js';
import { variantOf } from '../values/variantObjects.js';

/* Arrays of which a tensor has chosen one before a loop, whose iterations leave arrays of other lengths. */

/** Whether the value is one of several arrays, as a tensor chooses. */
export function isChosenArray(value: unknown): boolean {
  if (!(value instanceof Variant) && variantOf(value) === undefined) return false;
  return alternativesOf(freeze(value)).every(({ object }) => isListLike(object));
}

/** What all of them hold, where they are not of one length; null where they are, and of lists, which hold nothing yet. */
export function elementsOfAll(chosen: unknown): readonly unknown[] | null {
  const arrays = alternativesOf(freeze(chosen)).map(({ object }) => object);
  if (!arrays.every(isPlainArray)) return null;
  const isAlike = arrays.every(({ length }) => length === arrays[0]!.length);
  return isAlike ? null : arrays.flat();
}

/** Whether an iteration leaves what only a list can be, where there was one of several arrays before it. */
export function leavesOtherLength(chosen: unknown, end: unknown): boolean {
  if (!holdsReferences(chosen)) return false;
  if (end instanceof StagedList || isPlainArray(end)) return true;
  if (!isChosenArray(end)) return false;
  const [before, after] = [chosen, end].map(lengthsOf);
  return !after!.every((length) => length !== undefined && before!.includes(length));
}

/** Whether numbers can stand for all that the arrays hold. */
function holdsReferences(chosen: unknown): boolean {
  return alternativesOf(freeze(chosen)).every(
    ({ object }) =>
      object instanceof StagedList ||
      (isPlainArray(object) && listFrom('', object, anyReference) !== null),
  );
}

function lengthsOf(chosen: unknown): (number | undefined)[] {
  return alternativesOf(freeze(chosen)).map(({ object }) =>
    isPlainArray(object) ? object.length : undefined,
  );
}

/** The list that the one chosen is: another name of each of the arrays, which are what they were. Null where it can be none. */
export function listOfChosen(
  name: string,
  given: unknown,
  like: ListSample = anyReference,
): StagedList | null {
  const arrays = new Map<unknown, unknown[]>();
  const before = new Map<Contents, unknown>();
  const isListed = (copy: unknown): boolean => {
    if (copy instanceof Variant) return isListed(copy.one) && isListed(copy.other);
    const list = isPlainArray(copy) ? listFrom(name, copy, like) : copy;
    if (!(list instanceof StagedList)) return false;
    const original = originalOf(copy);
    const array = Array.isArray(original) ? original : [];
    const place = new Contents(array);
    before.set(place, place.read());
    arrays.set(copy, makeList(array, list));
    return true;
  };
  const itself = (copy: unknown): unknown =>
    copy instanceof Variant ? ofVariant(copy, itself) : arrays.get(copy);
  try {
    const chosen = freeze(given);
    const list = isListed(chosen) ? freeze(itself(chosen)) : null;
    return list instanceof StagedList ? list : null;
  } finally {
    for (const [place, contents] of [...before].reverse()) place.write(contents);
  }
}

function isPlainArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
