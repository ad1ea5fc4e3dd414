import type { SourceLocation } from '../../graph/types.js';
import { if_stmt } from '../branches/ifStatement.js';
import { try_stmt } from '../exceptions/tryStatement.js';
import { state } from '../state/state.js';
import { is_staging } from '../values/staging.js';
import { call, call_method } from './calls.js';
import { readValue } from './eagerReads.js';

/**
 * `receiver().then(…)`, `catch` or `finally`. What an asynchronous function of staged code throws is what its promise would
 * be rejected with, which these handle.
 */
export function call_promise(
  receiver: () => unknown,
  method: 'then' | 'catch' | 'finally',
  [first, second]: readonly unknown[],
  location: SourceLocation,
): unknown {
  if (!is_staging()) return call_method(receiver(), method, [first, second], location);
  let value: unknown;
  let isSettled: unknown = false;
  const variables = state(
    ['the value of the promise', 'is settled'],
    () => [value, isSettled],
    ($) => {
      [value, isSettled] = $;
    },
    { flags: [0, 1] },
  );
  const settle = (): void => {
    value = readValue(receiver());
    if (!hasMethod(value, method)) return;
    value = call_method(value, method, [first, second], location);
    isSettled = true;
  };
  const onError = method === 'then' ? second : method === 'catch' ? first : undefined;
  const handle = (error: unknown): void => {
    value = call(onError, [error], location);
    isSettled = true;
  };
  const finish = method === 'finally' && typeof first === 'function';
  try_stmt(
    settle,
    typeof onError === 'function' ? handle : null,
    finish ? () => void call(first, [], location) : null,
    variables,
    location,
  );
  if (method !== 'then' || typeof first !== 'function') return value;
  const fulfil = (): void => {
    value = call(first, [value], location);
  };
  if_stmt(isSettled, () => {}, fulfil, variables, location);
  return value;
}

function hasMethod(value: unknown, method: string): boolean {
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
  return isObject && typeof Reflect.get(value, method) === 'function';
}
