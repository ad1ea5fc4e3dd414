import { keep, type Tensor, tensor } from '@tensorflow/tfjs-core';
import { functionsRunEagerly, runEagerly } from '../../function/eagerMode.js';
import { enterPart } from '../../function/entry.js';
import { listOf } from '../../function/signature/list.js';
import type { Slot } from '../../function/slot.js';
import { isGivenTensors, waitOutside } from '../../function/waiting.js';
import { Range } from '../loops/range.js';
import { asPredicate } from '../operators/condition.js';
import { setContents } from '../state/snapshot.js';
import type { State } from '../state/state.js';
import { rowsOfCollection } from '../values/entries.js';
import { isCollection } from '../values/entryPresence.js';
import { collectTensors } from '../values/ownTensors.js';
import { isPlainObject, mapLeaves, nodeOf } from '../values/structure.js';
import { isTensor } from '../values/tensors.js';
import { constant, isHostScalar, isWeakTensor, markWeak } from '../values/weak.js';
import { datasetIterator, open, takeNext } from './asyncItems.js';
import type { Owner } from './drivenRun.js';

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
  } finally {
    run.dispose();
  }
}

/** What `for await` iterates in such code: also what JavaScript cannot, datasets of TensorFlow.js and tensors. */
export function async_iterable(source: unknown): unknown {
  const isOurs = isTensor(source) || source instanceof Range || datasetIterator(source) !== null;
  return isOurs ? new AsyncRun().each(source) : source;
}

/** What a part of the function did. */
interface Outcome {
  readonly jump: unknown;
  /** The variables that it changed, by their indices. */
  readonly changed: Map<number, unknown>;
}

class AsyncRun implements Owner {
  readonly #own = new Set<Tensor>();
  /** Arrays and the like that parts made. What is put into others stays there, as theirs who made them. */
  readonly #made = new WeakSet<object>();

  /**
   * Runs statements of the function as a graph, whose arguments are the function's variables, and leaves these as the
   * statements do. Gives the number of the jump that they end with, or 0. Of the arrays at `appended`, to which the
   * statements only push, the graph knows nothing but what they push: it is the same however long they have become.
   */
  async segment(
    part: Slot,
    code: () => unknown,
    state: State,
    isRepeated: boolean,
    appended: readonly ArrayPath[] = [],
  ): Promise<unknown> {
    if (functionsRunEagerly()) return runEagerly(code);
    const before = state.get();
    const weak = before.map(isWeakTensor);
    const implementation = (...given: unknown[]): Outcome => {
      const own = given.map((value, index) => {
        const copy = copied(value);
        return weak[index] === true && isTensor(copy) ? markWeak(copy) : copy;
      });
      state.set(own);
      try {
        const jump = code();
        const after = state.get();
        const changed = new Map<number, unknown>();
        after.forEach((value, index) => {
          if (!isSame(given[index], value)) changed.set(index, value);
        });
        return { jump, changed };
      } finally {
        state.set(before);
      }
    };
    const paths = appended.filter((path) => arrayAt(before, path) !== null);
    const given = paths.reduce(
      (values, path) => withArrayAt(values, path, () => []),
      before as readonly unknown[],
    );
    const { jump, changed } = (await enterPart(part, given, implementation)) as Outcome;
    for (const path of paths) pushTo(changed, before, path);
    state.set(this.#taken(before, changed, isRepeated));
    return this.#read(jump);
  }

  /** Whether JavaScript, which runs the function, goes on. */
  async holds(condition: unknown): Promise<boolean> {
    if (!isTensor(condition)) return Boolean(condition);
    const [holds] = await asPredicate(condition, 'a condition').data();
    return Boolean(holds);
  }

  /** What `for await` iterates: also datasets of TensorFlow.js, and tensors. */
  async *each(source: unknown): AsyncGenerator<unknown, void> {
    const { iterator, givesOwnTensors } = await open(source);
    // Parts copy what they keep of an item. Where they run eagerly they have the item itself.
    const owner = functionsRunEagerly() ? this : null;
    let isOpen = true;
    try {
      for (;;) {
        isOpen = false;
        const { done, value } = await takeNext(iterator, owner);
        if (done === true) return;
        isOpen = true;
        const made: Tensor[] = [];
        const item = asItem(await value, made);
        if (givesOwnTensors) collectTensors(item, made);
        owner?.own(made);
        try {
          yield item;
        } finally {
          for (const tensor of made) if (!this.#own.has(tensor)) tensor.dispose();
        }
      }
    } finally {
      if (isOpen) await iterator.return?.();
    }
  }

  /** The result, which is the caller's. */
  release(result: unknown): unknown {
    mapLeaves(result, '', (leaf) => {
      if (isTensor(leaf)) this.#own.delete(leaf);
    });
    return result;
  }

  own(tensors: Iterable<Tensor>): void {
    for (const tensor of tensors) this.#own.add(tensor);
  }

  dispose(): void {
    for (const tensor of this.#own) tensor.dispose();
    this.#own.clear();
  }

  #taken(
    before: readonly unknown[],
    changed: ReadonlyMap<number, unknown>,
    isRepeated: boolean,
  ): unknown[] {
    const after = before.map((value, index) => {
      if (!changed.has(index)) return value;
      const next = changed.get(index);
      if (isTensor(next))
        return isWeakTensor(value) && next.dtype === 'int32' ? markWeak(next) : next;
      // A number that changes from one time to the next is a tensor of the loop, or each would need a graph of its own.
      if (isRepeated && isCounter(value) && isCounter(next)) return markWeak(keep(constant(next)));
      return replaced(value, next);
    });
    const kept = new Set<Tensor>();
    for (const value of after) collectTensors(value, { push: (tensor) => kept.add(tensor) });
    for (const index of changed.keys()) {
      const value = after[index];
      if (value === before[index]) {
        if (!this.#made.has(value as object)) continue;
      } else if (typeof value === 'object' && value !== null) this.#made.add(value);
      collectTensors(value, { push: (tensor) => this.#own.add(tensor) });
      if (value === before[index]) continue;
      collectTensors(before[index], {
        push: (tensor) => {
          if (!kept.has(tensor) && this.#own.delete(tensor)) tensor.dispose();
        },
      });
    }
    return after;
  }

  async #read(jump: unknown): Promise<unknown> {
    if (!isTensor(jump)) return jump;
    const [number] = await jump.data();
    jump.dispose();
    return number;
  }
}

/** An array in the variables of a part: the index of one, and the keys of properties in it. */
type ArrayPath = readonly [index: number, ...keys: string[]];

function arrayAt(values: readonly unknown[], [index, ...keys]: ArrayPath): unknown[] | null {
  const found = keys.reduce<unknown>(
    (object, key) => (isPlainObject(object) ? (object as Record<string, unknown>)[key] : null),
    values[index],
  );
  return Array.isArray(found) ? found : null;
}

/** The values with another array at the path, which is one of arrays and plain objects. */
function withArrayAt<Container>(
  container: Container,
  [key, ...keys]: readonly (number | string)[],
  change: (array: unknown[]) => unknown[],
): Container {
  if (key === undefined) return change(container as unknown[]) as Container;
  const copy = (Array.isArray(container) ? [...container] : { ...container }) as Container;
  const parts = copy as Record<number | string, unknown>;
  parts[key] = withArrayAt(parts[key], keys, change);
  return copy;
}

/** Pushes to the array that was there what the part pushed, and puts it in its place. */
function pushTo(
  changed: Map<number, unknown>,
  before: readonly unknown[],
  [index, ...keys]: ArrayPath,
): void {
  if (!changed.has(index)) return;
  const array = arrayAt(before, [index, ...keys])!;
  const pushAll = (pushed: readonly unknown[]) => {
    for (const item of pushed) array.push(item);
    return array;
  };
  changed.set(index, withArrayAt(changed.get(index), keys, pushAll));
}

/** An item as the body's graph takes it: numbers vary from one to the next, and so are tensors. */
function asItem(value: unknown, made: Tensor[]): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') {
    const scalar = keep(constant(value));
    made.push(scalar);
    return typeof value === 'number' ? markWeak(scalar) : scalar;
  }
  if (isNumeric(value)) {
    const numbers = keep(tensor(value));
    made.push(numbers);
    return numbers;
  }
  if (Array.isArray(value)) return value.map((part) => asItem(part, made));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, asItem(part, made)]));
}

/** An array of numbers, or of equally long arrays of them. */
function isNumeric(value: unknown): value is number[] {
  if (!Array.isArray(value) || value.length === 0) return false;
  if (value.every((item) => typeof item === 'number')) return true;
  const [first] = value as unknown[];
  return value.every(
    (item) =>
      isNumeric(item) &&
      item.length === (first as unknown[]).length &&
      Array.isArray(item[0]) === Array.isArray((first as unknown[])[0]),
  );
}

/** A counter or a sum, which a loop changes. */
function isCounter(value: unknown): value is number | boolean {
  return isHostScalar(value) && typeof value !== 'string';
}

/** Containers of its own, which a trace may change. */
function copied(value: unknown): unknown {
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [key, copied(item)]));
  if (value instanceof Set) return new Set(value);
  const node = Array.isArray(value) || isPlainObject(value) ? nodeOf(value) : null;
  return node === null ? value : node.rebuild(node.children.map(copied));
}

/** The object that was there, with the contents that it should have now. */
function replaced(before: unknown, after: unknown): unknown {
  if (before === after) return before;
  const isContainer =
    (Array.isArray(before) && Array.isArray(after)) ||
    (before instanceof Map && after instanceof Map) ||
    (before instanceof Set && after instanceof Set) ||
    (isPlainObject(before) && isPlainObject(after));
  if (!isContainer) return after;
  const contents = isCollection(after) ? rowsOfCollection(after) : (after as object);
  setContents(before as object, contents);
  return before;
}

function isSame(before: unknown, after: unknown): boolean {
  if (Object.is(before, after)) return true;
  // An array whose length a tensor decides.
  if (listOf(after) !== undefined) return false;
  if (before instanceof Map && after instanceof Map) return areSame([...before], [...after]);
  if (before instanceof Set && after instanceof Set) return areSame([...before], [...after]);
  if (Array.isArray(before) && Array.isArray(after)) return areSame(before, after);
  if (!isPlainObject(before) || !isPlainObject(after)) return false;
  const keys = Object.keys(before);
  return (
    keys.length === Object.keys(after).length &&
    keys.every((key) => Object.hasOwn(after, key) && isSame(before[key], after[key]))
  );
}

function areSame(before: readonly unknown[], after: readonly unknown[]): boolean {
  return (
    before.length === after.length && before.every((item, index) => isSame(item, after[index]))
  );
}
