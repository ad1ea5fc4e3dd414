/* A copy of the state of a branch or loop knows what each array and object in it is a copy of. */

const originals = new WeakMap<object, object>();

/** Makes `copy` a copy of `original`. */
export function linked(copy: unknown, original: unknown): unknown {
  originals.set(copy as object, original as object);
  return copy;
}

/** Makes `copy` a copy of what `other` is one of, where that is an array or object. */
export function linkedLike(copy: unknown, other: unknown): unknown {
  const original = originalOf(other);
  return original === undefined ? copy : linked(copy, original);
}

export function originalOf(value: unknown): object | undefined {
  return typeof value === 'object' && value !== null ? originals.get(value) : undefined;
}

/** What those of the values are copies of that are copies. */
export function originalsAmong(values: readonly unknown[]): object[] {
  return values.map(originalOf).filter((original) => original !== undefined);
}
