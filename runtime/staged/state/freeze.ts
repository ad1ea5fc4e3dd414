import { stagedListOf } from '../lists/heldList.js';
import type { StagedList } from '../lists/stagedList.js';
import { chosenFunctionOf } from '../values/chosenFunction.js';
import { classInstanceOf } from '../values/classInstances.js';
import { fixedOf } from '../values/fixedness.js';
import { noteHoles } from '../values/holes.js';
import { NullOrUndefined } from '../values/missingKind.js';
import { linked, originalOf } from '../values/originals.js';
import { compositeParts, isCyclic, nodeOf, withParts } from '../values/structure.js';
import { variantOf } from '../values/variantObjects.js';
import { CyclicState, deepest, mostChoices, noteCycles, TooManyChoices } from './cycles.js';

let choices = 0;

/**
 * So many objects of classes are copied wherever they are found again; of more of them each is only once. Where tensors
 * choose among them, there are too many choices before long.
 */
const mostInstances = 1_000;

/** Those that have been copied for one value. */
const instances = { count: 0, seen: new Set<unknown>(), isJoined: false };

/** A deep copy of the arrays and objects in `value`, which knows what it is a copy of. */
export function freeze(value: unknown): unknown {
  for (;;) {
    choices = 0;
    instances.count = 0;
    instances.seen.clear();
    instances.isJoined = false;
    try {
      const copy = frozen(value, 0);
      if (!instances.isJoined || !noteCycles(value)) return copy;
    } catch (error) {
      if (!(error instanceof CyclicState) || !noteCycles(value)) throw error;
    }
  }
}

function frozen(value: unknown, depth: number): unknown {
  const list = stagedListOf(value);
  if (list !== undefined) return linked(unlinked(list, fixedOf(value as object)), value);
  const choice = chosenFunctionOf(value);
  if (choice !== undefined) return linked(choice[withParts]([choice.which]), value);
  const variant = variantOf(value);
  if (variant instanceof NullOrUndefined) return variant;
  if (variant !== undefined) {
    if (++choices > mostChoices) throw new TooManyChoices();
    const parts = variant[compositeParts]().map((part) => frozen(part, depth + 1));
    return linked(variant[withParts](parts), value);
  }
  const node = nodeOf(value);
  if (node === null) return freezeInstance(value, depth);
  if (depth > deepest) throw new CyclicState();
  if (Array.isArray(value)) noteHoles(value);
  const copy = node.rebuild(node.children.map((child) => frozen(child, depth + 1)));
  return linked(copy, originalOf(value) ?? value);
}

/** As `freeze`, of what the program calls `name`. */
export function freezeNamed(value: unknown, name: string): unknown {
  try {
    return freeze(value);
  } catch (error) {
    throw error instanceof CyclicState ? CyclicState.of(value, name) : error;
  }
}

/**
 * An object of a class is changed property by property, of which staged code tells, so that its copy only counts where
 * another object takes its place. One that holds itself stays as it is.
 */
function freezeInstance(value: unknown, depth: number): unknown {
  const instance = classInstanceOf(value);
  if (instance === null || depth > deepest) return value;
  if (freezing.has(value as object)) {
    // Others may have joined the cycle since it was found.
    instances.isJoined ||= isCyclic(value as object);
    return value;
  }
  const isNet = instances.count++ > mostInstances && choices === 0;
  if (isNet && instances.seen.has(value)) return value;
  instances.seen.add(value);
  freezing.add(value as object);
  try {
    const parts = instance.values.map((part) => frozen(part, depth + 1));
    return linked(instance[withParts](parts), value);
  } finally {
    freezing.delete(value as object);
  }
}

const freezing = new Set<object>();

/** The same list as a copy of nothing. */
export function unlinked(list: StagedList, fixed = list.fixed): StagedList {
  return list[withParts](list[compositeParts](), fixed);
}
