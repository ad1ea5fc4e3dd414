const sources = new WeakMap<object, unknown[]>();

/** Tells that `entries` holds the elements of `array` behind their indices: a loop over it visits the elements themselves. */
export function asEntries(entries: unknown[], array: unknown[]): unknown[] {
  sources.set(entries, array);
  return entries;
}

/** The array whose elements these are. */
export function sourceOfEntries(entries: unknown): unknown[] | undefined {
  return sources.get(entries as object);
}
