import { UseGraphError } from '../errors.js';
import type { TextHole } from '../trace/errorText.js';
import { currentLocation } from '../trace/session.js';
import { currentTracer, type Tracer } from '../trace/tracer.js';
import type { OpenState } from './state.js';
import { variableEntry } from './state.js';

/** A value that the program may throw. */
export interface Thrown {
  readonly value: unknown;
  readonly holes: readonly TextHole[];
}

/**
 * A `try` block that is being traced. Whether something was thrown in it, and what, are variables of the program: a
 * tensor may decide about both.
 */
export class GuardedTry {
  /** A boolean, or the tensor that decides. */
  didThrow: unknown = false;
  /** The index of what was thrown, or a tensor that decides which. */
  which: unknown = 0;
  readonly #thrown: (Thrown & { readonly location: string | null })[] = [];

  constructor(
    /** The graph that the statement stands in. */
    readonly tracer: Tracer,
    readonly outer: GuardedTry | null,
    /** False for a `finally` that no `catch` is around. */
    readonly isCaught: boolean,
  ) {}

  get thrown(): readonly Thrown[] {
    return this.#thrown;
  }

  /** From here on, this path of the program is on its way out of the block. */
  raise({ value, holes }: Thrown): void {
    const location = currentLocation();
    // A loop's body is traced more than once, and throws the like each time.
    const known = this.#thrown.findIndex(
      (other) => other.location === location && isAlike(other.value, value),
    );
    this.didThrow = true;
    this.which = known === -1 ? this.#thrown.push({ value, holes, location }) - 1 : known;
    if (known !== -1) this.#thrown[known] = { value, holes, location };
  }
}

let innermost: GuardedTry | null = null;

/** The innermost `try` block around what is being traced. */
export function currentTry(): GuardedTry | null {
  // A function that is traced on its own, though in the middle of another trace, has no block around it.
  return innermost?.tracer.root === currentTracer().root ? innermost : null;
}

export function insideTry(hasHandler: boolean, body: (guarded: GuardedTry) => void): GuardedTry {
  const outer = innermost;
  const isCaught = hasHandler || currentTry()?.isCaught === true;
  const guarded = new GuardedTry(currentTracer(), currentTry(), isCaught);
  innermost = guarded;
  try {
    body(guarded);
    return guarded;
  } finally {
    innermost = outer;
  }
}

/** The state with what the innermost `try` block knows, which every construct in it may change. */
export function withThrown(open: OpenState): OpenState {
  const guarded = currentTry();
  if (guarded === null || open.entries.some(({ isThrow }) => isThrow)) return open;
  const { entries, read, write } = open;
  const flag = (name: string) => ({ ...variableEntry(name), isFlag: true });
  return {
    entries: [...entries, { ...flag('did throw'), isThrow: true }, flag('the thrown value')],
    read: () => [...read(), guarded.didThrow, guarded.which],
    write: (values) => {
      write(values.slice(0, entries.length));
      guarded.didThrow = values[entries.length];
      guarded.which = values[entries.length + 1];
    },
  };
}

/** Whether a handler of the program may see it: what is wrong with the graph itself is none of its business. */
export function isOfProgram(error: unknown): boolean {
  return !(error instanceof UseGraphError) && !isStackOverflow(error);
}

export function isStackOverflow(error: unknown): boolean {
  // No regular expression: where the stack is full, V8 ends the process if it has to compile one.
  if (!(error instanceof RangeError)) return false;
  return error.message.includes('call stack') || error.message.includes('recursion');
}

function isAlike(a: unknown, b: unknown): boolean {
  if (!(a instanceof Error) || !(b instanceof Error)) return Object.is(a, b);
  return (
    Object.getPrototypeOf(a) === Object.getPrototypeOf(b) &&
    withoutHoles(a.message) === withoutHoles(b.message)
  );
}

function withoutHoles(message: string): string {
  return message.replace(/\uE0F0\d+\uE0F1/g, '');
}
