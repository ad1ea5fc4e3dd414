import { currentLocation } from '../../trace/session.js';
import { begin, canBegin } from '../collections/iteration.js';
import { asArray } from '../collections/visits.js';
import { eq } from '../objects/equality.js';
import { get_item } from '../objects/items.js';
import { length_of } from '../objects/lengthOf.js';

/**
 * `next()` of an iterator that nobody has advanced, of a Map or Set about whose entries a tensor decides: the entry that is the
 * first now (`m.keys().next().value`). `undefined` where JavaScript can tell.
 */
export function firstStep(iterator: unknown): object | undefined {
  if (!canBegin(iterator)) return undefined;
  const items = asArray(iterator);
  begin(iterator);
  const location = currentLocation()!;
  const done = eq(length_of(items, location), 0, null);
  return { value: get_item(items, 0, location), done };
}
