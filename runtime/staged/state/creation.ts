import { isTracing } from '../../trace/session.js';
import { currentTracer, type Tracer } from '../../trace/tracer.js';
import { noteConstructed } from '../values/constructed.js';
import type { Place } from './places.js';
import { type Construct, currentConstruct, isPutBackAround, noteBirth } from './recording.js';

/* When staged code made an object, and in which branch, loop or function: what is new, nobody outside of it has. */

/** What each collection was made in: nothing outside of that trace knows of it. */
const makers = new WeakMap<object, Construct>();

/** The trace that each was made in. */
const homes = new WeakMap<object, Tracer>();

/** How many had been made before each. */
const orders = new WeakMap<object, number>();
let count = 0;

/** Tells that the collection is new. */
export function made<T extends object>(collection: T): T {
  const construct = currentConstruct();
  if (construct !== null) makers.set(collection, construct);
  if (isTracing()) homes.set(collection, currentTracer().root);
  orders.set(collection, count++);
  return noteConstructed(collection, true);
}

/** Tells that an object is new whose properties change one by one. */
export function madeObject<T extends object>(object: T): T {
  noteBirth(object);
  orders.set(object, count++);
  return noteConstructed(object, true);
}

export function madeSoFar(): number {
  return count;
}

/** Whether staged code has made it after so many others. */
export function isMadeSince(object: object, others: number): boolean {
  return (orders.get(object) ?? -1) >= others;
}

/** Whether it is known to have been there before. */
export function isMadeBefore(object: object, others: number): boolean {
  return (orders.get(object) ?? Infinity) < others;
}

/** Whether the function that is traced has made it: nobody has it when the trace has ended. */
export function isMadeHere(collection: object): boolean {
  return homes.get(collection) === currentTracer().root;
}

/** Whether the branch or iteration that is traced has made it, outside of the branches and loops in it. */
export function isMadeNow(object: object): boolean {
  return isMadeHere(object) && (makers.get(object) ?? null) === currentConstruct();
}

/** Whether what is changed of it now does not stay: a branch or iteration puts it back. */
export function isPutBack(object: object): boolean {
  return isPutBackAround(object, isMadeHere(object) ? makers.get(object) : undefined);
}

/** Whether the construct has made the collection whose contents the place is. */
export function isMadeIn({ container }: Place, construct: Construct): boolean {
  return container !== undefined && makers.get(container) === construct;
}
