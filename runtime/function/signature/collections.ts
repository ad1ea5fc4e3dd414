/* JavaScript's own methods: a class that extends Map or Set may have others of these names. */

export const addToSet = Set.prototype.add as (this: Set<unknown>, item: unknown) => unknown;

export const setInMap = Map.prototype.set as (
  this: Map<unknown, unknown>,
  key: unknown,
  item: unknown,
) => unknown;
