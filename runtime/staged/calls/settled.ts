import { endsEagerRun } from '../../function/eagerMode.js';
import { refuseAsResult } from '../../function/signature/refusedResult.js';
import { mayWait, waitOutside } from '../../function/waiting.js';
import type { SourceLocation } from '../../graph/types.js';
import { errorHere } from '../../trace/errorHere.js';
import { whereChosen } from '../../trace/heirs.js';
import { at, isTracing } from '../../trace/session.js';
import { currentTracer, type Tracer } from '../../trace/tracer.js';
import { type GuardedTry, isOfProgram } from '../branches/guardedTry.js';
import { chosenBy } from '../branches/ifStatement.js';
import { attempt, rethrow } from '../exceptions/tryStatement.js';
import { variableState } from '../state/state.js';
import { Rejection } from '../values/rejection.js';
import { variantOf } from '../values/variantObjects.js';

/** The trace whose staged code is calling a function. */
let caller: Tracer | null | undefined;

/** Runs a call that staged code makes. */
export function asCall<T>(body: () => T): T {
  const outer = caller;
  caller = isTracing() ? currentTracer().root : null;
  try {
    return body();
  } finally {
    caller = outer;
  }
}

/** Whether the function that runs is one that staged code called, who will await its promise. */
function isCalled(): boolean {
  return caller === (isTracing() ? currentTracer().root : null);
}

/**
 * The body of an asynchronous function. To staged code its promise is the value that it will have; what the body throws,
 * those see who await it. Where no tensor is near, `written` is the body, if there is one.
 */
export function settled(
  body: () => unknown,
  location: SourceLocation,
  written?: () => Promise<unknown>,
): unknown {
  if (written !== undefined && mayWait()) return waitOutside(written);
  if (!isCalled()) return resolved(body(), location);
  if (!isTracing()) return settledEagerly(body);
  return at(location, () => {
    let value: unknown;
    const variable = variableState(
      'the value of the promise',
      () => value,
      ($) => {
        value = $;
      },
      { flags: [0] },
    );
    const outcome = attempt(() => {
      value = body();
    }, variable);
    return outcome.didThrow === false ? value : rejection(outcome, value);
  });
}

/** What an asynchronous function that is staged along gives as it is written, where no tensor is near. */
export function waiting(written: () => Promise<unknown>): Promise<unknown> | undefined {
  return mayWait() ? waitOutside(written) : undefined;
}

function settledEagerly(body: () => unknown): unknown {
  try {
    return body();
  } catch (error) {
    if (!isOfProgram(error) || endsEagerRun(error)) throw error;
    const thrown = new Map([[0, { value: error, holes: [] }]]);
    return new Rejection({ didThrow: true, which: 0, thrown }, undefined);
  }
}

/** A function without `async` that returns it throws what its caller would have caught from the promise. */
function rejection(outcome: GuardedTry, value: unknown): Rejection {
  const promise = new Rejection(outcome, value);
  refuseAsResult(promise, () => {
    if (outcome.didThrow === true) rethrow(outcome);
    return errorHere(
      'promise-result',
      'A graph function returned a promise of which a tensor decides whether it is rejected.',
      'Await it in the function, which is async then.',
    );
  });
  return promise;
}

/** What a promise of an asynchronous function of staged code becomes; any other value as it is. */
export function resolved(value: unknown, location: SourceLocation | null): unknown {
  if (value instanceof Rejection) {
    return at(location, () => {
      rethrow((value as Rejection<GuardedTry>).outcome);
      return resolved(value.value, null);
    });
  }
  const variant = variantOf(value);
  if (variant === undefined || !mayReject(value)) return value;
  const { predicate, one, other } = variant;
  return whereChosen(() =>
    chosenBy(
      predicate,
      () => resolved(one, null),
      () => resolved(other, null),
      location,
    ),
  );
}

/** Whether it is a promise that may be rejected. */
export function mayReject(value: unknown): boolean {
  const variant = variantOf(value);
  return variant === undefined
    ? value instanceof Rejection
    : mayReject(variant.one) || mayReject(variant.other);
}
