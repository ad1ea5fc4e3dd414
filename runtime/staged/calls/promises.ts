import { currentLocation } from '../../trace/session.js';
import { thrown } from '../exceptions/throwStatement.js';
import { is_staging } from '../values/staging.js';
import { variantOf } from '../values/variantObjects.js';
import { readValue } from './eagerReads.js';

/*
 * An asynchronous function of staged code gives staged code its value, not a promise of it. What a program does with
 * promises to await them together means the same on values that are there already.
 */

type Combine = (items: readonly unknown[]) => unknown;

const combinators = new Map<unknown, Combine>([
  [Promise.all, (items) => items],
  [Promise.allSettled, (items) => items.map((value) => ({ status: 'fulfilled', value }))],
  // The first in the list is the first to be there.
  [Promise.race, (items) => items[0]],
  [Promise.any, (items) => items[0]],
]);

/** `Promise.all([…])` and the like of values that are no promises; `undefined` for any other call. */
export function combineValues(
  f: unknown,
  self: unknown,
  [given]: readonly unknown[],
): { readonly value: unknown } | undefined {
  if (self !== Promise || !is_staging()) return undefined;
  if (f === Promise.reject) throw thrown(() => given, currentLocation()!);
  if (f === Promise.resolve) return isThenable(given) ? undefined : { value: given };
  const combine = combinators.get(f);
  if (combine === undefined || typeof given !== 'object' || given === null) return undefined;
  if (!(Symbol.iterator in given)) return undefined;
  const items = [...(given as Iterable<unknown>)].map(readValue);
  if (items.some(isThenable)) return undefined;
  const isNever = items.length === 0 && (f === Promise.race || f === Promise.any);
  if (isNever) return undefined;
  return { value: combine(items) };
}

/** `value.then(onValue)` of a value that is no promise, as what an asynchronous function gave in a trace. */
export function thenMethod(
  value: unknown,
  key: PropertyKey,
): ((...callbacks: unknown[]) => unknown) | undefined {
  if (!is_staging()) return undefined;
  switch (key) {
    case 'then':
      return (onValue) =>
        typeof onValue === 'function' ? (onValue as (value: unknown) => unknown)(value) : value;
    case 'catch':
      return () => value;
    case 'finally':
      return (onEnd) => {
        if (typeof onEnd === 'function') (onEnd as () => unknown)();
        return value;
      };
    default:
      return undefined;
  }
}

export function isThenable(value: unknown): boolean {
  return (
    variantOf(value) === undefined &&
    ((typeof value === 'object' && value !== null) || typeof value === 'function') &&
    typeof (value as { then?: unknown }).then === 'function'
  );
}
