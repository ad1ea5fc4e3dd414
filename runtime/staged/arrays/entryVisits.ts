import { currentLocation } from '../../trace/session.js';
import { iteratorOf } from '../collections/iteration.js';
import { for_stmt } from '../loops/forStatement.js';
import { noVariables } from '../state/state.js';
import type { Collection } from '../values/entryPresence.js';
import type { Callback } from './native.js';

/** `map.forEach(callback)` and `set.forEach(callback)`: the callback may change what they hold. */
export function visitEntries(
  collection: Collection,
  [callback, thisArgument]: readonly unknown[],
): void {
  const visit = (item: unknown) => {
    const [key, value] = item as [unknown, unknown];
    (callback as Callback).call(thisArgument, value, key, collection);
  };
  for_stmt(iteratorOf(collection, 'entries'), visit, null, noVariables, currentLocation());
}
