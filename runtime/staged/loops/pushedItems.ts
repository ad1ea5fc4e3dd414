import { type StagingError, UseGraphError } from '../../errors.js';
import { Scoped } from '../../scoped.js';
import { checkpoint } from '../../trace/controlFlow.js';
import { errorHere } from '../../trace/errorHere.js';
import { isTracing } from '../../trace/session.js';
import { passFunction } from '../../trace/userStack.js';
import { recordingOutward, undo, type Write } from '../state/recording.js';
import { attempt, generatorPrototype, isGenerator } from '../values/iterators.js';
import { LaterThrow } from './laterThrow.js';
import { notePulled, outsideSteps, runStep } from './pulledTry.js';

/*
 * To a loop that takes all of its items, a generator of staged code pushes them: what it does in between is traced like any
 * other function's body, so that a tensor may decide whether, and how often, it comes to a `yield`. Where that cannot be a
 * graph, JavaScript runs the generator and the loop takes one item after the other.
 */

/** Takes an item, and tells whether the generator is to end: the loop has been left. */
export interface Push {
  (item: unknown): unknown;
  /** In a `try` block whose handler is for what the generator throws, and not for what the loop's body does. */
  guarded(item: unknown): unknown;
}

/** What a loop that a generator pushes its items to knows of that. */
export class Pushing {
  isDone = false;
  /** What the generator has returned at its end. */
  result: unknown;
  /** Why the items cannot be pushed. */
  refusal: UseGraphError | null = null;

  /** What the loop's body has raised, which is none of the generator's. */
  #ofBody: unknown;
  readonly #later = new LaterThrow();

  constructor(
    readonly body: (item: unknown) => unknown,
    /** Whether leaving the loop closes the generator, so that its `finally` blocks run. */
    readonly closes = true,
  ) {}

  readonly push: Push = Object.assign(
    (item: unknown): unknown => {
      try {
        return closing(true, () => this.body(item));
      } catch (error) {
        this.#ofBody = error;
        throw error;
      }
    },
    { guarded: (item: unknown) => this.#later.leaves(() => this.push(item)) },
  );

  /** Throws what the loop's body has thrown and the generator was not to see. */
  end(): void {
    this.#later.throwNow();
  }

  /** Starts the generator. Gives its first step where it does not push its items. */
  start(generator: Iterator<unknown>): IteratorResult<unknown> | undefined {
    asking = this;
    try {
      const first = runStep(generator, () => next.call(generator as Generator<unknown>));
      this.#passed(this.refusal, generator);
      return this.isDone ? undefined : first;
    } catch (error) {
      for (const passed of new Set([error, this.refusal])) this.#passed(passed, generator);
      throw error;
    } finally {
      asking = null;
    }
  }

  /** The error comes out of the generator's code. */
  #passed(error: unknown, generator: object): void {
    const name = names.get(generator);
    if (name !== undefined && error !== this.#ofBody) passFunction(error, name, () => true);
  }

  /** Generators may do what only such a one does that pushes its items: then the error is the one that it had. */
  explained(error: unknown): unknown {
    const isOfPulling = error instanceof UseGraphError && ofPulling.has(error.code);
    return isOfPulling ? (this.refusal ?? error) : error;
  }
}

const ofPulling = new Set(['condition-in-generator', 'endless-iteration', 'iterator-in-branch']);

/** Whether leaving the loop around what is pushed closes what that loop takes its items from. */
const isClosing = new Scoped(true);

function closing<T>(value: boolean, body: () => T): T {
  return isClosing.during(value, body);
}

/** Called before something is closed since the loop has been left. */
export function requireClosing(): void {
  if (!isClosing.value) throw leftOpen();
}

function leftOpen(): StagingError {
  return errorHere(
    'condition-in-generator',
    'A loop that takes what a generator yields by next() does not close it: its `finally` blocks, or return() of an iterator, do not run.',
    'Take the values by a loop (`for (const x of items())`), which closes the generator.',
  );
}

/** The loop that has just asked a generator for its first item. */
let asking: Pushing | null = null;

/** JavaScript iterates next: what it starts hands out its items. */
export function pullNext(): void {
  asking = null;
}

const { next } = generatorPrototype;

/** Whoever starts a generator but a loop of staged code, such as code of a package, gets its items one by one. */
export function noteGenerator<T>(value: T, name: string): T {
  if (!isTracing() || !isGenerator(value) || Object.hasOwn(value, 'next')) return value;
  const pull = (...sent: [] | [unknown]) => {
    pullNext();
    return runStep(value, () => next.apply(value, sent));
  };
  // The name that the stack of an error lists.
  Object.defineProperty(pull, 'name', { value: name });
  names.set(value, name);
  return Object.defineProperty(value, 'next', { value: pull, configurable: true });
}

/** The functions that made the generators. */
const names = new WeakMap<object, string>();

/** Asked by a generator at its start: `body` pushes all items, where a loop takes them. It may have `finally` blocks for its end. */
export function pushes(body: (push: Push) => unknown, hasFinally = false): boolean {
  const pushing = asking;
  if (pushing === null) {
    notePulled();
    return false;
  }
  asking = null;
  if (hasFinally) requireClosing();
  if (hasFinally && !pushing.closes) {
    pushing.refusal = leftOpen();
    return false;
  }
  const drop = checkpoint();
  const writes: Write[] = [];
  const endRecording = recordingOutward(writes);
  const run = () => {
    const push = () => body(pushing.push);
    pushing.result = outsideSteps(() => closing(isClosing.value && pushing.closes, push));
    pushing.isDone = true;
  };
  const pull = (error: unknown) => {
    if (!(error instanceof UseGraphError)) throw error;
    undo(writes);
    drop();
    pushing.refusal = error;
  };
  try {
    attempt(run, pull);
  } finally {
    endRecording();
  }
  return pushing.isDone;
}
