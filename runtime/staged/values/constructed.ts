import { Scoped } from '../../scoped.js';
import { isTracing } from '../../trace/session.js';
import { currentTracer, type Tracer } from '../../trace/tracer.js';

/*
 * Which objects staged code has made with `new`: what they hold is known to nobody else.
 */

const collected = new Scoped<WeakSet<object> | null>(null);

/** Runs code, and adds to `into` the objects that it makes. */
export function collectConstructed<T>(into: WeakSet<object>, code: () => T): T {
  return collected.during(into, code);
}

/** The trace that each was made in, of those made anew for what they hold that of the function. */
const homes = new WeakMap<object, Tracer>();

export function noteConstructed<T extends object>(object: T, isProgram = false): T {
  collected.value?.add(object);
  if (isTracing()) homes.set(object, isProgram ? currentTracer() : currentTracer().root);
  return object;
}

/** Whether the function that is traced has made it. */
export function isConstructedHere(object: object): boolean {
  return homes.get(object)?.root === currentTracer().root;
}

/** Whether a branch or iteration of it has. */
export function isConstructedInside(object: object): boolean {
  return isConstructedHere(object) && homes.get(object) !== currentTracer().root;
}
