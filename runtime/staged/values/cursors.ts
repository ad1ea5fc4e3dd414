import type { Collection, Presence } from './entryPresence.js';

/** Where a loop over a Map or Set is. */
export interface Cursor {
  /** At which of the keys it goes on. */
  position: unknown;
  /** Of a loop over entries that the Map or Set holds itself: one is deleted that may have been there. */
  take?(key: unknown, presence: Presence): void;
  /** If it is added again, the loop comes to it again. */
  forget?(key: unknown): void;
}

const active: { readonly collection: Collection; readonly cursor: Cursor }[] = [];

/** Runs an iteration of a loop, which may change what the loop goes through. */
export function withCursor<T>(collection: Collection, cursor: Cursor, body: () => T): T {
  active.push({ collection, cursor });
  try {
    return body();
  } finally {
    active.pop();
  }
}

/** Of the loops over the Map or Set whose iterations are running. */
export function cursorsOf(collection: Collection): Cursor[] {
  return active.flatMap((one) => (one.collection === collection ? one.cursor : []));
}
