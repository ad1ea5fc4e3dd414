import type { UseGraphError } from '../../errors.js';

type Why = (holder: object) => UseGraphError | undefined;

const refused = new WeakMap<object, Why>();

/** Tells that a graph function cannot return the value, or an object that holds it under a symbol, and why. */
export function refuseAsResult(value: object, why: Why): void {
  refused.set(value, why);
}

export function requireResult(value: object): void {
  requireHeld(value, value);
}

/** The same for what a plain object holds under symbols, which are none of the result. */
export function requireProperties(object: object): void {
  for (const key of Object.getOwnPropertySymbols(object))
    requireHeld(Reflect.get(object, key), object);
}

function requireHeld(value: unknown, holder: object): void {
  const error = refused.get(value as object)?.(holder);
  if (error !== undefined) throw error;
}
