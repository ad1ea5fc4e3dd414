/*
 * An object that the code of a part finds where others keep it (`kinds.down`, of the module) is that object behind the part,
 * too. One that it makes is another one each time.
 */

/** Stands for an object that parts find; to graphs it is the same as no other. */
export class Found {
  constructor(readonly object: object) {}
}

const known = new WeakMap<object, Found>();

/** Null for an object of which it is not known that somebody else has it. */
export function foundOf(object: unknown): Found | null {
  return known.get(object as object) ?? null;
}

export function noteFound(object: object): void {
  if (!known.has(object)) known.set(object, new Found(object));
}

/** Tells that an object stands for another one in a trace. */
export function standsFor(object: object, original: object): void {
  const found = foundOf(original);
  if (found !== null) known.set(object, found);
}
