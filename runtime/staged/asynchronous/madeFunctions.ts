import type { Slot } from '../../function/slot.js';
import type { AnyFunction } from '../values/chosenFunction.js';
import { type Encoded, PartObjects } from './partObjects.js';
import { leavesOf } from './partValues.js';

/*
 * A function that a part makes (`const add = adder(n)`) knows tensors and variables that nobody else can see. No graph can
 * give it anew at each call, so that the part, and those that may call the function, run op by op.
 */

/** Ends the trace of a part that has made functions. */
export class MadeFunctions extends Error {
  constructor(readonly functions: ReadonlySet<AnyFunction>) {
    super('A part of a function has made functions.');
  }
}

/** Functions that parts find, and do not make. */
const found = new WeakSet<AnyFunction>();

/** The parts that are known to make functions. */
const makers = new WeakSet<Slot>();

export function makesFunctions(slot: Slot): boolean {
  return makers.has(slot);
}

/** The functions that a part has left, and that were not there before it. */
export function madeFunctions(before: Encoded, after: Encoded): Set<AnyFunction> {
  const known = functionsIn(before);
  return new Set([...functionsIn(after)].filter((f) => !known.has(f) && !found.has(f)));
}

/** Those of `made` are a part's own that running it once more has made anew. */
export function noteMaker(
  slot: Slot,
  made: ReadonlySet<AnyFunction>,
  again: ReadonlySet<AnyFunction>,
): void {
  for (const f of again) if (made.has(f)) found.add(f);
  if ([...again].some((f) => !made.has(f))) makers.add(slot);
}

/** The functions that parts of one run of a function have made. */
export class OwnFunctions {
  readonly #functions = new Set<AnyFunction>();

  get isEmpty(): boolean {
    return this.#functions.size === 0;
  }

  areIn(values: readonly unknown[]): boolean {
    return !this.isEmpty && [...functionsIn(encoded(values))].some((f) => this.#functions.has(f));
  }

  add(functions: Iterable<AnyFunction>): void {
    for (const f of functions) if (!found.has(f)) this.#functions.add(f);
  }
}

/** What the values are and hold right now. */
export function encoded(values: readonly unknown[]): Encoded {
  return new PartObjects(new Set()).encode(values);
}

function functionsIn({ values, contents }: Encoded): Set<AnyFunction> {
  const leaves = leavesOf([contents, ...values]);
  return new Set(leaves.filter((leaf): leaf is AnyFunction => typeof leaf === 'function'));
}
