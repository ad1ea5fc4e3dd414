/*
 * Which objects staged code has made with `new`: what they hold is known to nobody else.
 */

let collected: WeakSet<object> | null = null;

/** Runs code, and adds to `into` the objects that it makes. */
export function collectConstructed<T>(into: WeakSet<object>, code: () => T): T {
  const outer = collected;
  collected = into;
  try {
    return code();
  } finally {
    collected = outer;
  }
}

export function noteConstructed<T extends object>(object: T): T {
  collected?.add(object);
  return object;
}
