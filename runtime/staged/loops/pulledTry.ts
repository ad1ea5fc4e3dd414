import { type StagingError, UseGraphError } from '../../errors.js';
import { endsEagerRun } from '../../function/eagerMode.js';
import { Diverged } from '../../trace/divergence.js';
import { errorHere } from '../../trace/errorHere.js';
import { isTracing } from '../../trace/session.js';
import { currentTracer } from '../../trace/tracer.js';
import { currentTry, enterTry, GuardedTry } from '../branches/guardedTry.js';
import { noVariables, openState } from '../state/state.js';

/*
 * A `try` in which a generator yields that JavaScript runs, while tracing: what JavaScript throws in it is caught as ever, and
 * no tensor can decide about a throw.
 */

/** What a generator does up to its next `yield`. */
interface Step {
  readonly generator: object;
  guarded: HostTry | null;
  leaveTry: () => void;
  /** What was thrown since a tensor decides there, which a `finally` that jumps would drop. */
  refusal: StagingError | null;
}

let current: Step | null = null;

/** Generators that would push their items to a loop. */
const pushable = new WeakSet<object>();

/** A generator that could push its items begins, and nobody takes them so. */
export function notePulled(): void {
  if (current !== null) pushable.add(current.generator);
}

/** Refuses what a tensor decides in a generator that JavaScript runs. `what` begins the error. */
export function refuseInPulled(what: string): never {
  const [reason, remedy] = whyPulled();
  const refusal = errorHere(
    'condition-in-generator',
    `${what}, and JavaScript runs this generator, while tracing: ${reason}.`,
    remedy,
  );
  if (current !== null) current.refusal = refusal;
  throw refusal;
}

/** Why JavaScript runs the generator, and what to do. */
function whyPulled(): readonly [reason: string, remedy: string] {
  if (current !== null && pushable.has(current.generator)) {
    return [
      'what it yields is taken one by one, by next() or by code that is not staged',
      'Take the values by a loop (`for (const x of items())`) or by `[...items()]`.',
    ];
  }
  return [
    'it yields in a `finally`, or leaves a `finally` around a `yield` by a jump or throw',
    'In the generator, let the `finally` only clean up, and yield behind it.',
  ];
}

/** Generators that have come to such a `try`. */
const inTry = new WeakSet<object>();

/** Has JavaScript run a generator up to its next `yield`. */
export function runStep<T>(generator: object, run: () => T): T {
  const step: Step = { generator, guarded: null, leaveTry: () => {}, refusal: null };
  const result = within(step, () => {
    if (inTry.has(generator)) guards();
    return run();
  });
  if (step.refusal !== null) throw step.refusal;
  return result;
}

/** Has a generator push its items: what runs meanwhile is no step of it. */
export function outsideSteps<T>(body: () => T): T {
  return within(null, body);
}

function within<T>(step: Step | null, body: () => T): T {
  const outer = current;
  current = step;
  try {
    return body();
  } finally {
    step?.leaveTry();
    current = outer;
  }
}

/** Begins the block of a `try` around a `yield`. */
export function guards(): void {
  if (!isTracing() || current === null || current.guarded !== null) return;
  inTry.add(current.generator);
  current.guarded = new HostTry(currentTracer(), currentTry(), true, openState(noVariables));
  current.leaveTry = enterTry(current.guarded);
}

/** Begins its handler, which is for what the program throws. */
export function catches(error: unknown): void {
  const isOfTrace = error instanceof UseGraphError || error instanceof Diverged;
  if (isOfTrace || endsEagerRun(error)) throw error;
}

class HostTry extends GuardedTry {
  override raise(): never {
    refuseInPulled(
      'A tensor decides here whether something is thrown, in a generator that has a `try` around a `yield`',
    );
  }
}
