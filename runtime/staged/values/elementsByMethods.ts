const found = new WeakSet<object>();

/** Tells that the elements of the object are written and read by its methods, not in brackets. */
export function noteElementsByMethods(object: object): void {
  found.add(object);
}

export function hasElementsByMethods(value: unknown): boolean {
  return found.has(value as object);
}
