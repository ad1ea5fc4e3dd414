/*
 * `new Array(n)` has no elements at all: `map` and its like leave out what nobody has assigned. Copies of its contents, and what
 * branches leave there, do not know that.
 */

const sparse = new WeakSet<object>();

/** Remembers that an array has places without elements. */
export function noteHoles(array: readonly unknown[]): void {
  if (hasHoles(array)) sparse.add(array);
}

export function mayHaveHoles(array: readonly unknown[]): boolean {
  return sparse.has(array) || hasHoles(array);
}

function hasHoles(array: readonly unknown[]): boolean {
  for (let index = 0; index < array.length; index++) {
    if (!(index in array)) return true;
  }
  return false;
}
