import { type Tensor, unstack } from '@tensorflow/tfjs-core';
import { UseGraphError } from '../../errors.js';
import { functionsRunEagerly, runEagerly } from '../../function/eagerMode.js';
import type { Slot } from '../../function/slot.js';
import { isGivenTensors, waitOutside } from '../../function/waiting.js';
import { leaveUserFrames } from '../../trace/userStack.js';
import { Range } from '../loops/range.js';
import { asPredicate } from '../operators/condition.js';
import type { State } from '../state/state.js';
import type { AnyFunction } from '../values/chosenFunction.js';
import { collectConstructed } from '../values/constructed.js';
import { collectTensors } from '../values/ownTensors.js';
import { isTensor } from '../values/tensors.js';
import {
  datasetIterator,
  type Items,
  isDone,
  itemIn,
  itemsOfRange,
  open,
  takeNext,
} from './asyncItems.js';
import { advance, type Owner } from './drivenRun.js';
import { Holdings } from './holdings.js';
import { asItem } from './loopItem.js';
import {
  encoded,
  MadeFunctions,
  madeFunctions,
  makesFunctions,
  noteMaker,
  OwnFunctions,
} from './madeFunctions.js';
import { type ArrayPath, type Part, runPart } from './part.js';
import { isVisible } from './partObjects.js';

/** Runs the code of a function that waits for iterators, or, where no tensor is near, what it is without tensors. */
export function drive(
  code: (run: AsyncRun) => Promise<unknown>,
  waiting?: (...args: unknown[]) => Promise<unknown>,
  args: readonly unknown[] = [],
): Promise<unknown> {
  const hasTensors = isGivenTensors() || args.some((arg) => datasetIterator(arg) !== null);
  if (waiting === undefined || hasTensors) return driveParts(code);
  return waitOutside(() => waiting(...args));
}

/** What the parts of the function make is freed when nothing holds it any more, and at its end, apart from the result. */
async function driveParts(code: (run: AsyncRun) => Promise<unknown>): Promise<unknown> {
  const run = new AsyncRun();
  try {
    return run.release(await code(run));
  } catch (error) {
    leaveUserFrames(error);
    throw error;
  } finally {
    run.dispose();
  }
}

/** What `for await` iterates in such code: also what JavaScript cannot, datasets of TensorFlow.js and tensors. */
export function async_iterable(source: unknown): unknown {
  const isOurs = isTensor(source) || source instanceof Range || datasetIterator(source) !== null;
  return isOurs ? new AsyncRun().each(() => source) : source;
}

/** Gives the values of variables. */
type Seen = () => readonly unknown[];

class AsyncRun implements Owner {
  readonly #held = new Holdings();
  readonly #functions = new OwnFunctions();
  #outside: Seen | null = null;
  /** What has run op by op, whose variables may hold objects of others. */
  readonly #eager = new Map<Slot, State>();
  /** What the run has made of items. */
  readonly #items = new Set<unknown>();
  /** Gives the variables that iterators and functions may know objects of, by the place of what has made these. */
  readonly #hidden = new Map<string, Seen>();

  /**
   * Runs code of the function as it is, on real tensors: what it makes no graph can give. `seen` gives variables that it may hold the
   * values of, and those that it assigns; `place` tells it from other code.
   */
  directly<T>(code: () => T, seen?: Seen, place = ''): T {
    if (functionsRunEagerly()) return runEagerly(code);
    const before = seen?.() ?? [];
    const result = collectConstructed(this.#held.made, () => advance(this, code));
    if (seen === undefined) return result;
    if ([result, ...seen()].every(isVisible)) this.#held.watch(place, seen);
    else {
      this.#held.keep([...before, ...seen()]);
      this.#hidden.set(place, seen);
    }
    return result;
  }

  /**
   * Runs statements of the function as a graph, whose arguments are the function's variables, and leaves these as the
   * statements do. Gives the number of the jump that they end with, or 0. Of the arrays at `appended`, to which the
   * statements only push, the graph knows nothing but what they push: it is the same however long they have become. The
   * variables with the indices `shared` are known to others than such statements.
   */
  async segment(
    slot: Slot,
    code: () => unknown,
    state: State,
    isRepeated: boolean,
    appended: readonly ArrayPath[] = [],
    shared: readonly number[] = [],
  ): Promise<unknown> {
    if (functionsRunEagerly()) {
      this.#eager.set(slot, state);
      return runEagerly(code);
    }
    const part = { slot, code, state, isRepeated, appended, shared };
    const isOnTensors = makesFunctions(slot) || this.#functions.areIn(state.get());
    return this.#read(isOnTensors ? this.#runOnTensors(part) : await this.#runAsGraph(part));
  }

  async #runAsGraph(part: Part): Promise<unknown> {
    try {
      return await runPart(part, this.#held);
    } catch (error) {
      if (!(error instanceof MadeFunctions)) throw error;
      return this.#runOnTensors(part, error.functions);
    }
  }

  /** Runs a part op by op. `inTrace` are the functions that its trace has made. */
  #runOnTensors({ slot, code, state }: Part, inTrace?: ReadonlySet<AnyFunction>): unknown {
    const before = encoded(state.get());
    const jump = this.directly(code);
    const made = madeFunctions(before, encoded(state.get()));
    if (inTrace !== undefined) noteMaker(slot, inTrace, made);
    this.#functions.add(made);
    // Who holds what from now on is not seen.
    this.#held.keepAll();
    return jump;
  }

  /** What is returned, however the variables change before the function ends. */
  kept(value: unknown): unknown {
    this.#held.keep([value]);
    return value;
  }

  /** What these variables hold in the end is not the run's. */
  leaves(variables: Seen): void {
    this.#outside = variables;
  }

  /** Whether JavaScript, which runs the function, goes on. */
  async holds(test: () => unknown): Promise<boolean> {
    const condition = this.directly(test);
    if (!isTensor(condition)) return Boolean(condition);
    const [holds] = await asPredicate(condition, 'a condition').data();
    return Boolean(holds);
  }

  /** What `for await` iterates: also datasets of TensorFlow.js, and tensors. It may hold the values of the variables `seen`. */
  async *each(
    source: () => unknown,
    seen: Seen | null = null,
    keepsItems = false,
  ): AsyncGenerator<unknown, void> {
    const loan = this.#held.lend();
    loan.add(seen?.() ?? []);
    let isOpen = false;
    let iterator: Items | null = null;
    try {
      const items = this.directly(source);
      const hidden = isVisible(items) ? [] : [...this.#hidden.values()];
      const known = [...(seen === null ? [] : [seen]), ...hidden];
      const opened = await open(items, this);
      const { givesOwnTensors } = opened;
      iterator = opened.iterator;
      for (;;) {
        isOpen = false;
        // What runs now may take what the variables hold by now.
        for (const get of known) loan.add(get());
        const step = await takeNext(iterator, this);
        if (await isDone(step)) return;
        const made: Tensor[] = [];
        const item = asItem(await itemIn(step, this), made);
        isOpen = true;
        if (givesOwnTensors) collectTensors(item, made);
        // Parts copy what they keep of an item. Functions, and parts that run eagerly, have the item itself.
        if (keepsItems || functionsRunEagerly()) this.own(made);
        if (functionsRunEagerly()) for (const tensor of made) this.#items.add(tensor);
        try {
          yield item;
        } finally {
          for (const tensor of made) if (!this.#held.owns(tensor)) tensor.dispose();
        }
      }
    } finally {
      if (isOpen) await iterator?.return?.();
      loan.end();
    }
  }

  /** What a loop around a `for await` iterates. */
  all(source: () => unknown, seen: Seen | null = null): Iterable<unknown> {
    this.#held.keep(seen?.() ?? []);
    return this.directly(() => {
      const items = source();
      if (isTensor(items)) return unstack(items);
      return (items instanceof Range ? itemsOfRange(items) : items) as Iterable<unknown>;
    });
  }

  /** A handler of the function is about to see the error. What says that there is no graph, or ends its execution, is not for it. */
  catches(error: unknown): void {
    if (error instanceof UseGraphError) throw error;
  }

  /** The result, which is the caller's. */
  release(result: unknown): unknown {
    if (this.#functions.areIn([result])) this.#held.releaseAll();
    else this.#held.release(result);
    return result;
  }

  own(tensors: Iterable<Tensor>): void {
    this.#held.own(tensors);
  }

  dispose(): void {
    this.#held.release(this.#outside?.());
    for (const state of this.#eager.values())
      this.#held.release(state.get().filter((value) => !this.#items.has(value)));
    this.#held.dispose();
  }

  async #read(jump: unknown): Promise<unknown> {
    if (!isTensor(jump)) return jump;
    const [number] = await jump.data();
    jump.dispose();
    return number;
  }
}
