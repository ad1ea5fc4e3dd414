/*
 * Functions, native ones above all, that keep or compare what they are given, and do not call it in the trace: a function
 * among their arguments must stay the one that it is, and not become its staged form.
 */

const array = Array.prototype;

const keepers = new Set<unknown>([
  ...[array.push, array.unshift, array.splice, array.fill, array.concat],
  ...[array.includes, array.indexOf, array.lastIndexOf, Array.of, Array.isArray],
  ...[Map, Set, WeakMap, WeakSet].flatMap(({ prototype }) => methodsOf(prototype)),
  ...methodsOf(Object),
  ...methodsOf(Object.prototype),
  ...methodsOf(Reflect),
]);
keepers.delete(Reflect.get(Object, 'groupBy'));
keepers.delete(Map.prototype.forEach);
keepers.delete(Set.prototype.forEach);
keepers.delete(Reflect.apply);

/** For a function of ours that hands functions on as they are. */
export function addKeeper(callee: object): void {
  keepers.add(callee);
}

export function keepsFunctions(callee: unknown): boolean {
  return keepers.has(callee);
}

function methodsOf(holder: object): unknown[] {
  return Object.values(Object.getOwnPropertyDescriptors(holder)).map(({ value }) => value);
}
