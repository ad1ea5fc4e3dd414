import type { UseGraphError } from '../../errors.js';

const refused = new WeakMap<object, () => UseGraphError>();

/** Tells that a graph function cannot return the value, and why. */
export function refuseAsResult(value: object, why: () => UseGraphError): void {
  refused.set(value, why);
}

export function requireResult(value: object): void {
  const why = refused.get(value);
  if (why !== undefined) throw why();
}
