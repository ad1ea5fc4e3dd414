import { StagingError } from '../../errors.js';
import type { SourceLocation } from '../../graph/types.js';
import { at } from '../../trace/session.js';
import { iterated } from '../exceptions/iterated.js';
import { resolved } from '../operators/presence.js';

/* `const sum = yield* items` gives what the generator has returned at its end, for which a loop has no use. */

const returned = new WeakMap<object, () => unknown>();

/** Called by a loop that has gone through the items. */
export function noteReturned(items: unknown, result: () => unknown): void {
  if (typeof items === 'object' && items !== null) returned.set(items, result);
}

/** Called by a loop over items of which the graph alone knows which is the last one. */
export function noteNoneReturned(items: unknown, location: SourceLocation | null): void {
  noteReturned(items, () => {
    throw new StagingError(
      'condition-in-generator',
      'This `yield*` gives what the iterator returns at its end, and a tensor decides which iterator that is, or when it ends.',
      location,
      'Leave the value where both can reach it: in a variable around the generators, or in a property of an object.',
    );
  });
}

/** What `yield*` gives, once a loop has gone through the items. */
export function result_of(items: unknown, location: SourceLocation): unknown {
  return at(location, () => {
    const iterable = iterated(resolved(items));
    return typeof iterable === 'object' && iterable !== null
      ? returned.get(iterable)?.()
      : undefined;
  });
}
