/* Arrays, Maps and Sets that are of classes of the program's: what these add is kept, and their own methods have no say. */

export const addToSet = Set.prototype.add as (this: Set<unknown>, item: unknown) => unknown;

export const setInMap = Map.prototype.set as (
  this: Map<unknown, unknown>,
  key: unknown,
  item: unknown,
) => unknown;

/** The prototype of a class that extends Array, Map or Set; null of these themselves. */
export function ownPrototype(
  value: object,
  standard: { readonly prototype: object },
): object | null {
  const prototype = Object.getPrototypeOf(value) as object;
  return prototype === standard.prototype ? null : prototype;
}

/** Whether a tensor of a trace decides about entries, of which the collection itself tells then. */
export function isUncertain(container: object): boolean {
  const isCollection = container instanceof Set || container instanceof Map;
  return isCollection && Object.hasOwn(container, 'size');
}
