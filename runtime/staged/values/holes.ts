/*
 * `new Array(n)` has no elements at all: `map` and its like leave out what nobody has assigned. Copies of its contents, and what
 * branches leave there, do not know that.
 */

const sparse = new WeakSet<object>();

/** Remembers that an array has places without elements. */
export function noteHoles(array: readonly unknown[]): void {
  if (hasHoles(array)) sparse.add(array);
}

/** The same of an array of which an element is about to be deleted, and of a copy that leaves its holes where they are. */
export function markHoles(array: readonly unknown[]): void {
  sparse.add(array);
}

/** Whether nobody knows of what counts as undefined there whether the array has it. */
export function mayBeHole(array: readonly unknown[], index: number): boolean {
  return sparse.has(array) && index in array && array[index] === undefined;
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
