import { isUnset } from '../branches/optionalObject.js';
import { freeze } from '../state/freeze.js';
import { asLeft } from '../state/keyArrays.js';
import {
  isOptional,
  movedObjects,
  objectsInsteadOfNone,
  ofUnknownIdentity,
} from '../state/moving.js';
import { rebuiltLike, withoutInstances } from '../state/snapshot.js';
import type { Entry } from '../state/state.js';
import { isMissing } from '../values/absent.js';
import { rowOf } from '../values/choice.js';
import { classInstanceOf } from '../values/classInstances.js';
import { markRowsUnordered } from '../values/entries.js';
import { Instance } from '../values/instance.js';
import { alternativesOf, isOfKind, isOfKinds } from '../values/kinds.js';
import { NullOrUndefined } from '../values/missingKind.js';
import { linked, originalOf } from '../values/originals.js';
import { areSame, mapLeaves, nodeOf } from '../values/structure.js';
import { isTensor } from '../values/tensors.js';
import { Variant } from '../values/variant.js';
import { variantOf } from '../values/variantObjects.js';
import { isWeak } from '../values/weak.js';
import { isWhole } from '../values/wholeNumbers.js';
import { withCandidates } from './candidates.js';
import { type Earlier, ordersLeft } from './earlier.js';
import { asList, type Replace, replaceGrown } from './grownArrays.js';
import { Identities, mostKnown, type Places } from './identities.js';
import { keysGrow } from './loopErrors.js';
import { matchedLeaves } from './matchedLeaves.js';
import { isReordered, markNewKeys, withAllKeys, withNewKeys } from './newKeys.js';
import { inPlannedForm } from './plannedForm.js';
import { isRowAt, type Placed, RowPlaces } from './rowPlaces.js';
import type { Sightings } from './sightings.js';
import { initialType, isLoopValue, newSlot, type Slot } from './slot.js';
import { stackedRows } from './stackedRows.js';

/** What the traces of a loop's iterations have told of it so far. */
interface Known {
  /** Entries, by index, in which an iteration puts an object of a class in the place of another. */
  readonly opened: ReadonlySet<number>;
  /** The objects that others know, by the entries in which it puts them where there was none, or one of another kind. */
  readonly moving: ReadonlyMap<number, readonly object[]>;
  /** Where it puts other objects. */
  readonly replaced: Places;
  /** Of which an iteration leaves the keys in another order. */
  readonly reordered: ReadonlySet<Entry>;
  /** The variables in which it leaves elements of arrays whose length a tensor decides. */
  readonly placed: Placed;
  /** Those in which it leaves others too, of which no graph can tell where they are. */
  readonly unplaced: ReadonlySet<number>;
}

const nothingKnown: Known = {
  opened: new Set(),
  moving: new Map(),
  replaced: new Map(),
  reordered: new Set(),
  placed: new Map(),
  unplaced: new Set(),
};

/** Which leaves of a loop's state are loop variables, and of which types; improved trace by trace. */
export class LoopPlan {
  readonly slots: Slot[] = [];
  /** The state before the loop. Objects of classes are leaves of it, but in the entries of `opened`. */
  readonly initial: readonly unknown[];
  readonly #identities: Identities;
  /** Where in their arrays the elements are that variables hold. */
  readonly rows: RowPlaces;
  readonly #newlyReordered = new Set<Entry>();

  constructor(
    readonly entries: readonly Entry[],
    private readonly frozen: readonly unknown[],
    private readonly known: Known = nothingKnown,
  ) {
    this.initial = this.#divided(frozen);
    const { initial } = this;
    this.#identities = Identities.start(entries, initial, known);
    entries.forEach((entry, index) => {
      this.#eachLeaf(entry, initial[index], (leaf, name) => {
        const isCarried = entry.container === null && !entry.isOpaque && isLoopValue(leaf);
        const type = isCarried ? initialType(leaf) : null;
        const told = { isWeak: isWeak(leaf), isWhole: isWhole(leaf), mayFall: false };
        this.slots.push(newSlot({ name, entry, initial: leaf, type, ...told }));
      });
    });
    this.rows = new RowPlaces(entries, initial, known.placed);
    this.slots.push(...this.#identities.slots, ...this.rows.slots);
  }

  /** The state as the plan divides it, with the keys that it knows. */
  seen(state: readonly unknown[]): unknown[] {
    const divided = this.#divided(state);
    this.entries.forEach((entry, index) => {
      const initial = this.initial[index];
      if (!this.known.reordered.has(entry) && isReordered(entry, initial, divided[index]))
        this.#newlyReordered.add(entry);
      const value = withAllKeys(entry, initial, divided[index]);
      divided[index] = inPlannedForm(initial, value, entry.container !== null);
    });
    return divided;
  }

  #divided(state: readonly unknown[]): unknown[] {
    return state.map((value, index) =>
      this.known.opened.has(index) ? value : withoutInstances(value),
    );
  }

  /** What the state is in an iteration, given each slot's value. */
  build(valueIn: (slot: Slot) => unknown): unknown[] {
    const at: Holder['at'] = (index, path, copy) =>
      this.#identities.held(index, path, copy, valueIn);
    return this.#build(valueIn, { at, isApart: false });
  }

  /** The state before the loop, but for what iterations put in the place of other objects: they are other ones here too. */
  apart(): unknown[] {
    const at: Holder['at'] = (index, path, copy) =>
      this.#identities.has(index, path) ? unlinked(copy) : undefined;
    return this.#build((slot) => slot.initial, { at, isApart: true });
  }

  /** Whether it is an object of the state's own, which other objects may be other names of. */
  hasMade(object: object): boolean {
    return this.#identities.isMade(object);
  }

  #build(valueIn: (slot: Slot) => unknown, held: Holder): unknown[] {
    let next = 0;
    const visit = () => valueIn(this.slots[next++]!);
    this.rows.take(valueIn);
    return this.entries.map((entry, index) =>
      entry.isOpaque ? visit() : this.#copy(index, [], this.initial[index], visit, held, true),
    );
  }

  #copy(
    index: number,
    path: readonly number[],
    value: unknown,
    visit: () => unknown,
    held: Holder,
    isRestored: boolean,
  ): unknown {
    const node = nodeOf(value);
    if (node === null) return visit();
    if (isOfKinds(value)) return this.#copyKinds(index, value, visit, held.isApart);
    const isChoice = isOptional(value);
    // Writing the state does not restore what is in an object of a class, or in one that a tensor chooses.
    const isInside = isRestored && !(value instanceof Instance || value instanceof Variant);
    const children = node.children.map((child, at) =>
      this.#copy(index, isChoice ? path : [...path, at], child, visit, held, isInside),
    );
    const copy = isChoice ? undefined : held.at(index, path, node.rebuild(children));
    if (copy !== undefined) return copy;
    const isLinked = isInside || this.entries[index]!.container !== null;
    return isLinked ? rebuiltLike(value, node, children) : node.rebuild(children);
  }

  /** An object of one of several kinds: no graph can tell whether it is one that others know. */
  #copyKinds(index: number, value: unknown, visit: () => unknown, isApart: boolean): unknown {
    if (value instanceof Variant) {
      const predicate = visit();
      const [one, other] = [value.one, value.other].map((part, at) => {
        if (!isMissing(part)) return this.#copyKinds(index, part, visit, isApart);
        // It is no part of the choice.
        return at === 0 ? visit() : part;
      });
      return new Variant(predicate, one, other, undefined, value.origin);
    }
    const others = (this.known.moving.get(index) ?? []).filter((one) =>
      isOfKind(value, freeze(one)),
    );
    const original = originalOf(value);
    // Iterations leave the one that was there before the loop, and no other one of its kind.
    const isKept = original !== undefined && others.length === 0 && !isApart;
    const inside: Holder = { at: () => undefined, isApart };
    const copy = this.#copy(index, [], value, visit, inside, isKept);
    return isKept ? linked(copy, original) : ofUnknownIdentity(copy, others);
  }

  /**
   * Splits the state after an iteration into the values of the slots. `start` is the state before it: an array that was
   * changed in place is still the same one. The iteration began when `made` objects had been made.
   */
  match(start: readonly unknown[], end: readonly unknown[], made: number): unknown[] {
    const found: unknown[] = [];
    const left = [...end, ...this.entries.map(({ container }) => container)];
    this.entries.forEach((entry, index) => {
      if (entry.isOpaque) found.push(end[index]);
      else {
        const before = this.initial[index];
        const after = isTensor(before) ? stackedRows(before, end[index], left, made) : end[index];
        found.push(...matchedLeaves(entry, entry.name, [before, start[index], after]));
      }
    });
    found.push(...this.#identities.ends(end), ...this.rows.ends(start, end));
    return found;
  }

  /**
   * Whether an iteration made an array longer or shorter, or put an object of a class in the place of another.
   */
  isWidened(start: readonly unknown[], end: readonly unknown[], earlier: Earlier): boolean {
    return (
      this.#newlyReordered.size > 0 ||
      this.#inArrays(end) !== this.initial ||
      this.#hasGrown(start, end) ||
      this.#withNewKeys(end) !== this.initial ||
      this.#replaced(end).length > 0 ||
      this.#withCandidates(end, earlier) !== this.initial
    );
  }

  /**
   * The plan of the same loop in which such arrays are lists, whose length is a loop variable; or, where there are none, in
   * which what such objects hold is loop variables.
   */
  widened(start: readonly unknown[], end: readonly unknown[], earlier: Earlier): LoopPlan {
    if (this.#newlyReordered.size > 0)
      return this.#with({ reordered: new Set([...this.known.reordered, ...this.#newlyReordered]) });
    const inArrays = this.#inArrays(end);
    if (inArrays !== this.initial) return this.#startingWith(inArrays);
    if (this.#hasGrown(start, end)) {
      return this.#startingWith(
        this.#eachGrown(start, end, (name, initial, after) =>
          asList(name, initial, after, earlier),
        ),
      );
    }
    if (this.#withNewKeys(end) !== this.initial)
      return new LoopPlan(this.entries, this.#withNewKeys(end, this.frozen), this.known);
    const others = this.#replaced(end);
    return others.length > 0
      ? this.#with({ opened: new Set([...this.known.opened, ...others]) })
      : this.#startingWith(this.#withCandidates(end, earlier));
  }

  /** The plan of the same loop of which more is known. */
  #with(more: Partial<Known>): LoopPlan {
    return new LoopPlan(this.entries, this.frozen, { ...this.known, ...more });
  }

  /** The plan of the same loop with another state before it; what is still as the plan saw it stays a copy of the state. */
  #startingWith(values: readonly unknown[]): LoopPlan {
    const state = values.map((value, index) =>
      Object.is(value, this.initial[index]) ? this.frozen[index] : value,
    );
    return new LoopPlan(this.entries, state, this.known);
  }

  /** The state before the loop, with arrays of the keys of the Maps and Sets of which an iteration leaves such. */
  #inArrays(end: readonly unknown[]): readonly unknown[] {
    const wider = this.entries.map(({ container }, index) =>
      asLeft(container, this.initial[index], end[index]),
    );
    return areSame(wider, this.initial) ? this.initial : wider;
  }

  /**
   * The plan of the same loop in which what an iteration has put in the place of other objects, or of none, is known as such;
   * itself where nothing else is known now, and undecided where another trace tells. Of what it puts where there was nothing
   * a graph can tell which object it is behind the first iteration.
   */
  identified(
    start: readonly unknown[],
    end: readonly unknown[],
    sightings: Sightings,
    mayUnroll: boolean,
  ): LoopPlan | 'undecided' | 'unroll' {
    const rows = this.rows.revised(this.known.unplaced);
    if (rows !== null) {
      const { placed } = rows;
      return this.#with({ placed, unplaced: rows.refused, moving: this.#movingBut(placed) });
    }
    const appeared = sightings.add(mayUnroll ? this.#appeared(start, end) : new Map());
    if ([...appeared.moved.values()].some(areIdentifiable)) return 'unroll';
    const { places, isUndecided } = this.#identities.revised(start, end, sightings);
    const found = sightings.add(this.#moved(start, end));
    if (places !== null || found.moved.size > 0) {
      const moving = new Map(this.known.moving);
      for (const [index, objects] of found.moved)
        moving.set(index, [...(moving.get(index) ?? []), ...objects]);
      return this.#with({ moving, replaced: places ?? this.known.replaced });
    }
    return isUndecided || found.isUndecided || appeared.isUndecided ? 'undecided' : this;
  }

  /** By entries, what an iteration puts where there was nothing. */
  #appeared(start: readonly unknown[], end: readonly unknown[]): Map<string, object[]> {
    const found = new Map<string, object[]>();
    this.entries.forEach(({ isOpaque, isFlag, isResult }, index) => {
      if (isOpaque || (isFlag && isResult !== true)) return;
      const objects = objectsInsteadOfNone(start[index], end[index]);
      if (objects.length > 0) found.set(`nothing ${index}`, objects);
    });
    return found;
  }

  /** Of entries, by index, in which an iteration puts objects that others may know too where there was none: these; not of those known already. */
  #moved(start: readonly unknown[], end: readonly unknown[]): Map<number, object[]> {
    const found = new Map<number, object[]>();
    this.entries.forEach((entry, index) => {
      const isVariable = entry.container === null && !entry.isOpaque && !entry.isFlag;
      if (!isVariable) return;
      const known = this.known.moving.get(index);
      if (known !== undefined && !isOfKinds(this.initial[index])) return;
      const moved = [
        ...movedObjects(start[index], end[index]),
        ...renewedKinds(this.initial[index], end[index]),
      ];
      const at = this.known.placed.get(index);
      const objects = moved.filter(
        (object) => known?.includes(object) !== true && !isRowAt(at, object),
      );
      if (objects.length > 0) found.set(index, objects);
    });
    return found;
  }

  /** Elements that are known by their places are no objects of which nothing is known. */
  #movingBut(placed: Placed): Known['moving'] {
    const others = [...this.known.moving].map(([index, objects]): [number, readonly object[]] => [
      index,
      objects.filter((object) => !isRowAt(placed.get(index), object)),
    ]);
    return new Map(others.filter(([, objects]) => objects.length > 0));
  }

  isMoving(index: number): boolean {
    return this.known.moving.has(index);
  }

  /** The state before the loop, in which functions and texts that an iteration puts in the place of others may be chosen too. */
  #withCandidates(end: readonly unknown[], earlier: Earlier): readonly unknown[] {
    const past = { earlier, left: ordersLeft(this.initial, end) };
    const wider = this.entries.map((entry, index) => {
      const { name, isOpaque, isFlag, isResult, container } = entry;
      const initial = this.initial[index];
      if (isOpaque || (isFlag && isResult !== true)) return initial;
      const returnsUndefined = isUnset(entry, initial) && end[index] === undefined;
      return returnsUndefined
        ? new NullOrUndefined(false)
        : withCandidates(name, initial, end[index], past, { isContents: container !== null });
    });
    return areSame(wider, this.initial) ? this.initial : wider;
  }

  /** Tells of which of the keys that iterations add the order is not known. */
  markNewKeys(after?: readonly unknown[]): void {
    this.entries.forEach((entry, index) => {
      markNewKeys(entry, this.initial[index], after?.[index]);
      if (this.known.reordered.has(entry)) markRowsUnordered(entry.container);
    });
  }

  /** Throws where an iteration has given a Map, Set or object another key. */
  refuseNewKeys(end: readonly unknown[]): void {
    this.#withNewKeys(end).forEach((contents, index) => {
      if (contents !== this.initial[index]) throw keysGrow(this.entries[index]!.name);
    });
  }

  #withNewKeys(end: readonly unknown[], state = this.initial): readonly unknown[] {
    const wider = this.entries.map((entry, index) => withNewKeys(entry, state[index], end[index]));
    return areSame(wider, state) ? state : wider;
  }

  #hasGrown(start: readonly unknown[], end: readonly unknown[]): boolean {
    let isGrown = false;
    this.#eachGrown(start, end, () => {
      isGrown = true;
    });
    return isGrown;
  }

  #replaced(end: readonly unknown[]): number[] {
    return this.entries.flatMap((entry, index) => {
      const isOpen = this.known.opened.has(index) || entry.isOpaque;
      return !isOpen && hasNewInstance(this.initial[index], end[index]) ? [index] : [];
    });
  }

  #eachGrown(start: readonly unknown[], end: readonly unknown[], replace: Replace): unknown[] {
    return this.entries.map((entry, index) => {
      if (entry.isOpaque) return this.initial[index];
      const values = [this.initial[index], start[index], end[index]] as const;
      return replaceGrown(entry.name, values, entry.container, replace);
    });
  }

  #eachLeaf(entry: Entry, value: unknown, visit: (leaf: unknown, name: string) => void): void {
    if (entry.isOpaque) visit(value, entry.name);
    else mapLeaves(value, entry.name, visit);
  }
}

/** The copy as one of nothing: what is in an object that is replaced is not put back with it. */
function unlinked(copy: unknown): unknown {
  const node = nodeOf(copy);
  return node === null ? copy : node.rebuild(node.children.map(unlinked));
}

interface Holder {
  /** The copy of what a place holds in which iterations put other objects; undefined for any other place. */
  readonly at: (index: number, path: readonly number[], copy: unknown) => unknown;
  /** What iterations put objects of other kinds in the place of is put back in none. */
  readonly isApart: boolean;
}

function areIdentifiable(objects: readonly object[]): boolean {
  return objects.length <= mostKnown && objects.every((object) => rowOf(object) === undefined);
}

/** The objects before the loop that an iteration may leave another one of the same kind in the place of. */
function renewedKinds(initial: unknown, end: unknown): object[] {
  if (!isOfKinds(initial)) return [];
  return alternativesOf(initial).flatMap(({ object }) => {
    const original = originalOf(object);
    const isRenewed = alternativesOf(end).some(
      (one) => isOfKind(object, one.object) && originalOf(one.object) !== original,
    );
    return original !== undefined && isRenewed ? [original] : [];
  });
}

/** Whether the end holds an object of a class that is not the one in its place before. */
function hasNewInstance(before: unknown, end: unknown): boolean {
  if (Object.is(before, end)) return false;
  if (variantOf(before) !== undefined || variantOf(end) !== undefined) return true;
  const node = nodeOf(end);
  if (node === null) return classInstanceOf(end) !== null;
  const { children = [] } = nodeOf(before) ?? {};
  return node.children.some((child, index) => hasNewInstance(children[index], child));
}
