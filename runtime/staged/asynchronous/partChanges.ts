import { keep, type Tensor } from '@tensorflow/tfjs-core';
import { listOf } from '../../function/signature/list.js';
import { isPlainObject } from '../values/structure.js';
import { isTensor } from '../values/tensors.js';
import { constant, isHostScalar, isWeakTensor, markWeak } from '../values/weak.js';
import { type Contents, namesOf, valuesByName } from './contents.js';
import { isLater } from './later.js';
import { decode } from './partObjects.js';
import { tensorsOf } from './partValues.js';

/** Those of the values that differ from what they were, and those that were not, by their numbers. */
export function changesOf<T>(before: readonly T[], after: readonly T[]): Map<number, T> {
  const changed = new Map<number, T>();
  after.forEach((value, index) => {
    if (index >= before.length || !isSame(before[index], value)) changed.set(index, value);
  });
  return changed;
}

/** Stands for what an object goes on holding in the same place. */
const unchanged = new (class Unchanged {})();

/** As `changesOf`, of what objects hold: what stays in its place the graph does not give. */
export function changesIn(
  before: readonly Contents[],
  after: readonly Contents[],
): Map<number, Contents> {
  const changed = changesOf(before, after);
  for (const [index, contents] of changed) {
    if (index >= before.length || isDecidedLater(contents.values)) continue;
    const known = valuesByName(before[index]);
    const values = namesOf(contents).map((name, place) => {
      const value = contents.values[place];
      return known.has(name) && isSame(known.get(name), value) ? unchanged : value;
    });
    changed.set(index, { ...contents, values });
  }
  return changed;
}

/** Of an array whose length a tensor decides, all is new. */
function isDecidedLater(values: readonly unknown[]): boolean {
  return listOf(values) !== undefined || isLater(values);
}

/** What there is after the changes, with what was there `before` them in the place of what did not change. */
export function whole(changed: Contents, before: Contents | undefined): Contents {
  const known = valuesByName(before);
  const names = namesOf(changed);
  const values = changed.values.map((value, place) =>
    value === unchanged ? known.get(names[place]!) : value,
  );
  return { ...changed, values };
}

/** Puts what a part's graph gives into the variables and objects of the function. */
export class Changes {
  /** The tensors that something else may have taken the place of. */
  readonly replaced: Tensor[] = [];
  #taken: Tensor[] = [];

  constructor(
    private readonly objects: readonly object[],
    private readonly isRepeated: boolean,
    /** Told of the containers that are new. */
    private readonly make: (container: object) => void,
  ) {}

  /** What a variable or a part of an object holds now. */
  apply(before: unknown, after: unknown): unknown {
    if (Object.is(before, after)) return decode(after, this.objects);
    this.replaced.push(...tensorsOf(before));
    const next = this.#asInLoops(before, after);
    this.#taken.push(...tensorsOf(next));
    return decode(next, this.objects, this.make);
  }

  /** The tensors in what was applied since. */
  takeTensors(): readonly Tensor[] {
    const taken = this.#taken;
    this.#taken = [];
    return taken;
  }

  /** A number that changes from one time to the next is a tensor of the loop, or each would need a graph of its own. */
  #asInLoops(before: unknown, after: unknown): unknown {
    if (isTensor(after))
      return isWeakTensor(before) && after.dtype === 'int32' ? markWeak(after) : after;
    if (this.isRepeated && isCounter(before) && isCounter(after) && before !== after)
      return markWeak(keep(constant(after)));
    if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
      return after.map((item, index) => this.#asInLoops(before[index], item));
    if (!isPlainObject(before) || !isPlainObject(after)) return after;
    const entries = Object.entries(after);
    return Object.fromEntries(
      entries.map(([key, item]) => [key, this.#asInLoops(before[key], item)]),
    );
  }
}

/** A counter or a sum, which a loop changes. */
function isCounter(value: unknown): value is number | boolean {
  return isHostScalar(value) && typeof value !== 'string';
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
