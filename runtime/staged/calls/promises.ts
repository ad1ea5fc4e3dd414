import { mayWait } from '../../function/waiting.js';
import { currentLocation } from '../../trace/session.js';
import { if_stmt } from '../branches/ifStatement.js';
import { thrown } from '../exceptions/throwStatement.js';
import { try_stmt } from '../exceptions/tryStatement.js';
import { copyOf, stagedListOf } from '../lists/heldList.js';
import { state, variableState } from '../state/state.js';
import { isMissing } from '../values/absent.js';
import { isStaging } from '../values/staging.js';
import { variantOf } from '../values/variantObjects.js';
import { readValue } from './eagerReads.js';
import { mayReject, resolved, settled } from './settled.js';
import { isThenable } from './thenable.js';

/*
 * An asynchronous function of staged code gives staged code its value, not a promise of it, or a `Rejection`. What a
 * program does with promises to await them together means the same on these.
 */

type Combine = (items: readonly unknown[]) => unknown;
type Callback = (...args: unknown[]) => unknown;

const combinators = new Map<unknown, Combine>([
  [Promise.all, (items) => items.map((item) => resolved(item, null))],
  [Promise.allSettled, (items) => items.map(outcomeOf)],
  // The first in the list is the first to be there.
  [Promise.race, ([first]) => resolved(first, null)],
  [Promise.any, firstFulfilled],
]);

/** `Promise.all([…])` and the like of values that are no promises; `undefined` for any other call. */
export function combineValues(
  f: unknown,
  self: unknown,
  [given]: readonly unknown[],
): { readonly value: unknown } | undefined {
  if (self !== Promise || !isWithoutPromises()) return undefined;
  const place = currentLocation()!;
  if (f === Promise.reject) {
    const reject = (): never => {
      throw thrown(() => given, place);
    };
    return { value: settled(reject, place) };
  }
  if (f === Promise.resolve) return isThenable(given) ? undefined : { value: given };
  const combine = combinators.get(f);
  if (combine === undefined || typeof given !== 'object' || given === null) return undefined;
  if (!(Symbol.iterator in given)) return undefined;
  const list = stagedListOf(given);
  // The rows of a tensor are no promises.
  if (f === Promise.all && list !== undefined) return { value: copyOf(list) };
  const items = [...(given as Iterable<unknown>)].map(readValue);
  if (items.some(isThenable)) return undefined;
  const isNever = items.length === 0 && (f === Promise.race || f === Promise.any);
  if (isNever) return undefined;
  return { value: settled(() => combine(items), place) };
}

/** What `Promise.allSettled` tells of one promise. */
function outcomeOf(promise: unknown): object {
  if (!mayReject(promise)) return { status: 'fulfilled', value: promise };
  let [status, value, reason]: unknown[] = ['fulfilled'];
  const variables = state(
    ['the status', 'the value', 'the reason'],
    () => [status, value, reason],
    ($) => {
      [status, value, reason] = $;
    },
    { flags: [1, 2] },
  );
  const settle = () => {
    value = resolved(promise, null);
  };
  const handle = (error: unknown) => {
    status = 'rejected';
    reason = error;
  };
  try_stmt(settle, handle, null, variables, currentLocation()!);
  return { status, value, reason };
}

function firstFulfilled(
  [first, ...rest]: readonly unknown[],
  errors: readonly unknown[] = [],
): unknown {
  if (!mayReject(first)) return first;
  let value: unknown;
  const settle = () => {
    value = resolved(first, null);
  };
  const handle = (error: unknown) => {
    const all = [...errors, error];
    if (rest.length > 0) value = firstFulfilled(rest, all);
    else {
      throw thrown(() => new AggregateError(all, 'All promises were rejected'), currentLocation()!);
    }
  };
  try_stmt(
    settle,
    handle,
    null,
    variableState(
      'the value of the promise',
      () => value,
      ($) => {
        value = $;
      },
      { flags: [0] },
    ),
    currentLocation()!,
  );
  return value;
}

/** Whether staged code runs that does not wait. */
function isWithoutPromises(): boolean {
  return isStaging() && !mayWait();
}

type Method = 'then' | 'catch' | 'finally';

export function isPromiseMethod(key: unknown): key is Method {
  return key === 'then' || key === 'catch' || key === 'finally';
}

/** An asynchronous function may give no value, or give one as a tensor decides: it gives a promise, which is no thenable then. */
export function mayBeNothing(value: unknown): boolean {
  if (!isWithoutPromises()) return false;
  const variant = variantOf(value);
  return variant === undefined
    ? isMissing(value)
    : [variant.one, variant.other].every((side) => mayBeNothing(side) || !isThenable(side));
}

/** `value.then(onValue)` and the like of what an asynchronous function gave in a trace. */
export function thenMethod(
  value: unknown,
  key: PropertyKey,
): ((...callbacks: unknown[]) => unknown) | undefined {
  if (!isPromiseMethod(key) || !isWithoutPromises()) return undefined;
  return (...callbacks) => settled(() => chained(value, key, callbacks), currentLocation()!);
}

function chained(promise: unknown, method: Method, [first, second]: readonly unknown[]): unknown {
  const onError = method === 'then' ? second : method === 'catch' ? first : undefined;
  const onValue = method === 'then' && typeof first === 'function' ? (first as Callback) : null;
  let value: unknown;
  // What an error is handled with need not be like what the promise is fulfilled with.
  let given: unknown;
  let isHandled: unknown = false;
  const variables = state(
    ['the value of the promise', 'what is given to the callback', 'is handled'],
    () => [value, given, isHandled],
    ($) => {
      [value, given, isHandled] = $;
    },
    { flags: [0, 1, 2] },
  );
  const settle = () => {
    const settledWith = resolved(promise, null);
    if (onValue === null) value = settledWith;
    else given = settledWith;
  };
  const handle = (error: unknown) => {
    value = resolved((onError as Callback)(error), null);
    isHandled = true;
  };
  const finish = () => void resolved((first as Callback)(), null);
  try_stmt(
    settle,
    typeof onError === 'function' ? handle : null,
    method === 'finally' && typeof first === 'function' ? finish : null,
    variables,
    currentLocation()!,
  );
  if (onValue === null) return value;
  const fulfil = () => {
    value = resolved(onValue(given), null);
  };
  if_stmt(isHandled, () => {}, fulfil, variables, currentLocation());
  return value;
}
