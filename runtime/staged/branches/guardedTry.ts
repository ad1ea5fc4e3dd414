import { UseGraphError } from '../../errors.js';
import { makingError, withoutHoles } from '../../trace/errorText.js';
import { isStackOverflow } from '../../trace/overflow.js';
import { currentLocation } from '../../trace/session.js';
import { currentTracer, type Tracer } from '../../trace/tracer.js';
import { leavesOf } from '../lists/elements.js';
import { isMadeBefore, madeSoFar } from '../state/creation.js';
import { freeze } from '../state/freeze.js';
import { copied } from '../state/snapshot.js';
import { type Entry, type OpenState, variableEntry } from '../state/state.js';
import { isMissing } from '../values/absent.js';
import { isSameKind, nodeOf } from '../values/structure.js';
import { isTensor } from '../values/tensors.js';
import { contentsOf, isWhole, type Thrown, thrownOf } from './thrownContents.js';
import { areAlike, asVariable, objectsNow, variablesNow } from './thrownState.js';

/** What is thrown at one place of the program. */
interface Raised extends Thrown {
  readonly location: string | null;
  /** What the variables were when it was thrown first. */
  readonly first: readonly unknown[];
  /** What the value holds: state, as of any variable. Missing where it is not what is thrown. */
  contents: unknown;
  /** What the variables of the statement were then, by their indices: state, too. */
  variables: readonly unknown[];
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
  /** Whether a variable may have another value where something was thrown than it had there. */
  isSpoiled = false;
  readonly #raised: Raised[] = [];
  /** What the variables of the statement hold at its start. */
  readonly #given: ReadonlySet<object>;
  readonly #start = madeSoFar();

  constructor(
    /** The graph that the statement stands in. */
    readonly tracer: Tracer,
    readonly outer: GuardedTry | null,
    /** False for a `finally` that no `catch` is around. */
    readonly isCaught: boolean,
    readonly open: OpenState,
  ) {
    this.#given = objectsNow(open);
  }

  /** An object that was there before the statement is itself only. */
  #mayBeOne(a: unknown, b: unknown): boolean {
    if (Object.is(a, b)) return true;
    return [a, b].every((value) => !isObject(value) || !isMadeBefore(value, this.#start));
  }

  /** Whether the object was there before the statement, or holds no tensor of a graph inside of it. */
  outlives(object: object): boolean {
    if (this.#given.has(object)) return true;
    return leavesOf(freeze(object)).every((leaf) => !isTensor(leaf) || this.tracer.knows(leaf));
  }

  /**
   * Whether nobody reads what it is where something is thrown, or the handler gives it what it was: of another name of an object
   * it does not know.
   */
  restores(entry: Entry): boolean {
    return entry.isOfProgram !== true || this.open.entries.includes(entry);
  }

  /** The same of a variable of a branch or loop in the block, which may be one of the statement's. */
  restoresNamed(name: string): boolean {
    return this.open.entries.some((entry) => entry.name === name);
  }

  /** What may have been thrown, by its index. */
  get thrown(): ReadonlyMap<number, Thrown> {
    return new Map(
      [...this.#raised.entries()].flatMap(([index, raised]) =>
        isMissing(raised.contents) ? [] : [[index, thrownOf(raised.contents, raised.holes)]],
      ),
    );
  }

  /** What the variables of the statement were where the value with this index was thrown. */
  variablesAt(index: number): readonly unknown[] {
    return this.#raised[index]!.variables;
  }

  /** What is known of all that may be thrown, as state. */
  get contents(): readonly unknown[] {
    return this.#raised.flatMap(({ contents, variables }) => [contents, ...variables]);
  }

  /** What was thrown first after they were read has none in them. */
  set contents(contents: readonly unknown[]) {
    const size = 1 + this.open.entries.length;
    this.#raised.forEach((raised, index) => {
      const start = index * size;
      raised.contents = contents[start];
      raised.variables = this.open.entries.map((_, at) => asVariable(contents[start + 1 + at]));
    });
  }

  get contentEntries(): readonly Entry[] {
    const ofOne = [
      { ...flag('the thrown value'), isThrown: true },
      ...this.open.entries.map(({ name }) => ({ ...flag(name), isThrown: true, isExtra: true })),
    ];
    return this.#raised.flatMap(() => ofOne);
  }

  /** From here on, this path of the program is on its way out of the block. */
  raise(thrown: Thrown): void {
    const location = currentLocation();
    const variables = variablesNow(this.open);
    // A loop's body is traced more than once, and throws the like each time.
    const known = this.#raised.findIndex(
      (other) =>
        other.location === location &&
        this.#mayBeOne(other.value, thrown.value) &&
        isAlike(other.value, thrown.value) &&
        areAlike(other.first, variables),
    );
    this.didThrow = true;
    this.which = known === -1 ? this.#raised.length : known;
    const contents = contentsOf(thrown, this.#raised[known] ?? thrown);
    if (known === -1)
      this.#raised.push({ ...thrown, location, first: variables, contents, variables });
    else Object.assign(this.#raised[known]!, { contents, variables });
  }
}

function flag(name: string): Entry {
  return { ...variableEntry(name), isFlag: true };
}

let innermost: GuardedTry | null = null;

/** The innermost `try` block around what is being traced. */
export function currentTry(): GuardedTry | null {
  // A function that is traced on its own, though in the middle of another trace, has no block around it.
  return innermost?.tracer.root === currentTracer().root ? innermost : null;
}

/** Makes it the innermost block, up to the call of what it returns. */
export function enterTry(guarded: GuardedTry): () => void {
  const outer = innermost;
  innermost = guarded;
  return () => {
    innermost = outer;
  };
}

export function insideTry(
  hasHandler: boolean,
  open: OpenState,
  body: (guarded: GuardedTry) => void,
): GuardedTry {
  const isCaught = hasHandler || currentTry()?.isCaught === true;
  const guarded = new GuardedTry(currentTracer(), currentTry(), isCaught, open);
  const leave = enterTry(guarded);
  try {
    body(guarded);
    return guarded;
  } finally {
    leave();
  }
}

/** The state with what the innermost `try` block knows, which every construct in it may change. */
export function withThrown(open: OpenState): OpenState {
  const guarded = currentTry();
  if (guarded === null || open.entries.some(({ isThrow }) => isThrow)) return open;
  const { entries, read, write } = open;
  const flags: readonly Entry[] = [
    { ...flag('did throw'), isThrow: true },
    flag('which value is thrown'),
  ];
  return {
    // What is thrown in a branch is one more value of the state after it.
    get entries() {
      return [...entries, ...flags, ...guarded.contentEntries];
    },
    read: () => [...read(), guarded.didThrow, guarded.which, ...guarded.contents],
    write: (values) => {
      write(values.slice(0, entries.length));
      [guarded.didThrow, guarded.which, ...guarded.contents] = values.slice(entries.length);
    },
  };
}

/** Whether a handler of the program may see it: what is wrong with the graph itself is none of its business. */
export function isOfProgram(error: unknown): boolean {
  if (error instanceof UseGraphError) return ofOps.has(error.code);
  return !isStackOverflow(error);
}

/** TensorFlow.js throws these itself where no graph is made, and we only say them better. */
const ofOps: ReadonlySet<string> = new Set(['no-gradient']);

function isAlike(a: unknown, b: unknown): boolean {
  if (a instanceof Error && b instanceof Error) {
    return (
      Object.getPrototypeOf(a) === Object.getPrototypeOf(b) &&
      makingError(() => withoutHoles(`${a.message}`) === withoutHoles(`${b.message}`))
    );
  }
  const [one, other] = [nodeOf(copied(a)), nodeOf(copied(b))];
  if (one === null || other === null) return Object.is(a, b) || isSimilar(a, b);
  return (
    isSameKind(one, other) &&
    one.children.every((child, index) => isAlike(child, other.children[index]))
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isSimilar(a: unknown, b: unknown): boolean {
  return isTensor(a)
    ? isTensor(b)
    : isWhole(a) && isWhole(b) && Object.getPrototypeOf(a) === Object.getPrototypeOf(b);
}
