import { setContents } from '../state/snapshot.js';

const methods = new Set<unknown>(
  (['concat', 'filter', 'flat', 'flatMap', 'map', 'slice', 'splice'] as const).map(
    (name) => Array.prototype[name],
  ),
);

/** Whether what the method makes of an array of a class that extends Array is one of that class. */
export function makesItsClass(method: unknown): boolean {
  return methods.has(method);
}

/** What a method has made of an array, as one of its class. */
export function ofItsClass(array: readonly unknown[], made: unknown[]): unknown[] {
  if (array.constructor === Array) return made;
  const { [Symbol.species]: C } = (array.constructor ?? Array) as { [Symbol.species]?: unknown };
  if (typeof C !== 'function' || C === Array) return made;
  const result = Reflect.construct(C, [0]) as unknown[];
  setContents(result, made);
  return result;
}
