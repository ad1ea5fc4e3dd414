import { isUnset } from '../branches/optionalObject.js';
import { OneOfKinds } from '../lists/oneOfKinds.js';
import { listFrom, sampleOf } from '../lists/samples.js';
import { StagedList } from '../lists/stagedList.js';
import { isExtension } from '../state/extension.js';
import { instanceOf } from '../state/instances.js';
import { asLeft } from '../state/keyArrays.js';
import { isOptional, movedObjects, ofUnknownIdentity } from '../state/moving.js';
import { freeze, rebuiltLike, withoutInstances } from '../state/snapshot.js';
import type { Entry } from '../state/state.js';
import { isMissing } from '../values/absent.js';
import { markRowsUnordered } from '../values/entries.js';
import { Instance } from '../values/instance.js';
import { alternativesOf, isOfKind, isOfKinds } from '../values/kinds.js';
import { NullOrUndefined } from '../values/missingKind.js';
import { OptionalNumber } from '../values/optionalNumber.js';
import { linked, linkedLike, originalOf } from '../values/originals.js';
import { areSame, isSameKind, mapLeaves, nodeOf } from '../values/structure.js';
import { isTensor } from '../values/tensors.js';
import { Variant } from '../values/variant.js';
import { variantOf } from '../values/variantObjects.js';
import { isWeak } from '../values/weak.js';
import { isWhole } from '../values/wholeNumbers.js';
import { WideInteger, wordsOf } from '../values/wideInteger.js';
import { choiceAfter, withCandidates } from './candidates.js';
import { Identities, type Places } from './identities.js';
import {
  elementsGrow,
  keysGrow,
  missingAfterIteration,
  sizeChanges,
  structureChanges,
} from './loopErrors.js';
import { isReordered, markNewKeys, withAllKeys, withNewKeys } from './newKeys.js';
import { inPlannedForm, likeOptional } from './plannedForm.js';
import { plannedList } from './plannedLists.js';
import type { Sightings } from './sightings.js';
import { initialType, isLoopValue, type Slot } from './slot.js';
import { stackedRows } from './stackedRows.js';

/** Which leaves of a loop's state are loop variables, and of which types; improved trace by trace. */
export class LoopPlan {
  readonly slots: Slot[] = [];
  /** The state before the loop. Objects of classes are leaves of it, but in the entries of `opened`. */
  readonly initial: readonly unknown[];
  readonly #identities: Identities;
  readonly #newlyReordered = new Set<Entry>();

  constructor(
    readonly entries: readonly Entry[],
    private readonly frozen: readonly unknown[],
    /** Entries, by index, in which an iteration puts an object of a class in the place of another. */
    private readonly opened: ReadonlySet<number> = new Set(),
    /** The objects that others know, by the entries in which it puts them where there was none, or one of another kind. */
    private readonly moving: ReadonlyMap<number, readonly object[]> = new Map(),
    /** Where it puts other objects. */
    private readonly replaced: Places = new Map(),
    /** Of which an iteration leaves the keys in another order. */
    private readonly reordered: ReadonlySet<Entry> = new Set(),
  ) {
    this.initial = this.#divided(frozen);
    const { initial } = this;
    this.#identities = Identities.start(entries, initial, replaced);
    entries.forEach((entry, index) => {
      this.#eachLeaf(entry, initial[index], (leaf, name) => {
        const isCarried = entry.container === null && !entry.isOpaque && isLoopValue(leaf);
        const type = isCarried ? initialType(leaf) : null;
        const hasInvariant = false;
        const isOpen = false;
        const adopted = null;
        this.slots.push({
          name,
          entry,
          initial: leaf,
          type,
          hasInvariant,
          isOpen,
          adopted,
          isWeak: isWeak(leaf),
          isWhole: isWhole(leaf),
          mayFall: false,
        });
      });
    });
    this.slots.push(...this.#identities.slots);
  }

  /** The state as the plan divides it, with the keys that it knows. */
  seen(state: readonly unknown[]): unknown[] {
    const divided = this.#divided(state);
    this.entries.forEach((entry, index) => {
      const initial = this.initial[index];
      if (!this.reordered.has(entry) && isReordered(entry, initial, divided[index]))
        this.#newlyReordered.add(entry);
      const value = withAllKeys(entry, initial, divided[index]);
      divided[index] = inPlannedForm(initial, value, entry.container !== null);
    });
    return divided;
  }

  #divided(state: readonly unknown[]): unknown[] {
    return state.map((value, index) => (this.opened.has(index) ? value : withoutInstances(value)));
  }

  /** What the state is in an iteration, given each slot's value. */
  build(valueIn: (slot: Slot) => unknown): unknown[] {
    return this.#build(valueIn, (index, path, copy) =>
      this.#identities.held(index, path, copy, valueIn),
    );
  }

  /** The state before the loop, but for what iterations put in the place of other objects: they are other ones here too. */
  apart(): unknown[] {
    return this.#build(
      (slot) => slot.initial,
      (index, path, copy) => (this.#identities.has(index, path) ? copy : undefined),
    );
  }

  /** Whether it is an object of the state's own, which other objects may be other names of. */
  hasMade(object: object): boolean {
    return this.#identities.isMade(object);
  }

  #build(valueIn: (slot: Slot) => unknown, held: Holder): unknown[] {
    let next = 0;
    const visit = () => valueIn(this.slots[next++]!);
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
    if (isOfKinds(value)) return this.#copyKinds(index, value, visit);
    const isChoice = isOptional(value);
    // Writing the state does not restore what is in an object of a class, or in one that a tensor chooses.
    const isInside = isRestored && !(value instanceof Instance || value instanceof Variant);
    const children = node.children.map((child, at) =>
      this.#copy(index, isChoice ? path : [...path, at], child, visit, held, isInside),
    );
    const copy = isChoice ? undefined : held(index, path, node.rebuild(children));
    if (copy !== undefined) return copy;
    const isLinked = isInside || this.entries[index]!.container !== null;
    return isLinked ? rebuiltLike(value, node, children) : node.rebuild(children);
  }

  /** An object of one of several kinds: no graph can tell whether it is one that others know. */
  #copyKinds(index: number, value: unknown, visit: () => unknown): unknown {
    if (value instanceof Variant) {
      const predicate = visit();
      const one = isMissing(value.one) ? visit() : this.#copyKinds(index, value.one, visit);
      // It is no part of the choice.
      const other = isMissing(value.other)
        ? value.other
        : this.#copyKinds(index, value.other, visit);
      return new Variant(predicate, one, other, undefined, value.origin);
    }
    const copy = this.#copy(index, [], value, visit, () => undefined, false);
    const others = (this.moving.get(index) ?? []).filter((one) => isOfKind(copy, freeze(one)));
    const original = originalOf(value);
    // Iterations leave the one that was there before the loop, and no other one of its kind.
    if (original !== undefined && others.length === 0) return linked(copy, original);
    return ofUnknownIdentity(copy, others);
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
        matchLeaves(entry, entry.name, [before, start[index], after], found);
      }
    });
    found.push(...this.#identities.ends(end));
    return found;
  }

  /**
   * Whether an iteration made an array longer or shorter, or put an object of a class in the place of another. Things with a
   * number below `old` were there before it.
   */
  isWidened(start: readonly unknown[], end: readonly unknown[], old: number): boolean {
    return (
      this.#newlyReordered.size > 0 ||
      this.#inArrays(end) !== this.initial ||
      this.#hasGrown(start, end) ||
      this.#withNewKeys(end) !== this.initial ||
      this.#replaced(end).length > 0 ||
      this.#withCandidates(end, old) !== this.initial
    );
  }

  /**
   * The plan of the same loop in which such arrays are lists, whose length is a loop variable; or, where there are none, in
   * which what such objects hold is loop variables.
   */
  widened(start: readonly unknown[], end: readonly unknown[], old: number): LoopPlan {
    const { entries, opened, moving, replaced } = this;
    const reordered = new Set([...this.reordered, ...this.#newlyReordered]);
    if (this.#newlyReordered.size > 0)
      return new LoopPlan(entries, this.frozen, opened, moving, replaced, reordered);
    const inArrays = this.#inArrays(end);
    if (inArrays !== this.initial)
      return new LoopPlan(entries, this.#unlessSeen(inArrays), opened, moving, replaced, reordered);
    if (this.#hasGrown(start, end)) {
      const grown = this.#unlessSeen(
        this.#eachGrown(start, end, (name, initial, after) => asList(name, initial, after, old)),
      );
      return new LoopPlan(entries, grown, opened, moving, replaced, reordered);
    }
    const keyed = this.#withNewKeys(end);
    if (keyed !== this.initial)
      return new LoopPlan(entries, this.#unlessSeen(keyed), opened, moving, replaced, reordered);
    const others = this.#replaced(end);
    return others.length > 0
      ? new LoopPlan(
          entries,
          this.frozen,
          new Set([...opened, ...others]),
          moving,
          replaced,
          reordered,
        )
      : new LoopPlan(
          entries,
          this.#unlessSeen(this.#withCandidates(end, old)),
          opened,
          moving,
          replaced,
          reordered,
        );
  }

  /** The state before the loop, with arrays of the keys of the Maps and Sets of which an iteration leaves such. */
  #inArrays(end: readonly unknown[]): readonly unknown[] {
    const wider = this.entries.map(({ container }, index) =>
      asLeft(container, this.initial[index], end[index]),
    );
    return areSame(wider, this.initial) ? this.initial : wider;
  }

  /** The values, and the copies of the state where they are still what the plan saw of them. */
  #unlessSeen(values: readonly unknown[]): unknown[] {
    return values.map((value, index) =>
      Object.is(value, this.initial[index]) ? this.frozen[index] : value,
    );
  }

  /**
   * The plan of the same loop in which what an iteration has put in the place of other objects, or of none, is known as such;
   * itself where nothing else is known now, and undecided where another trace tells.
   */
  identified(
    start: readonly unknown[],
    end: readonly unknown[],
    sightings: Sightings,
  ): LoopPlan | 'undecided' {
    const { places, isUndecided } = this.#identities.revised(start, end, sightings);
    const found = sightings.add(this.#moved(start, end));
    if (places !== null || found.moved.size > 0) {
      const moving = new Map(this.moving);
      for (const [index, objects] of found.moved)
        moving.set(index, [...(moving.get(index) ?? []), ...objects]);
      const replaced = places ?? this.replaced;
      return new LoopPlan(this.entries, this.frozen, this.opened, moving, replaced, this.reordered);
    }
    return isUndecided || found.isUndecided ? 'undecided' : this;
  }

  /** Of entries, by index, in which an iteration puts objects that others may know too where there was none: these; not of those known already. */
  #moved(start: readonly unknown[], end: readonly unknown[]): Map<number, object[]> {
    const found = new Map<number, object[]>();
    this.entries.forEach((entry, index) => {
      const isVariable = entry.container === null && !entry.isOpaque && !entry.isFlag;
      if (!isVariable) return;
      const known = this.moving.get(index);
      if (known !== undefined && !isOfKinds(this.initial[index])) return;
      const moved = [
        ...movedObjects(start[index], end[index]),
        ...renewedKinds(this.initial[index], end[index]),
      ];
      const objects = moved.filter((object) => known?.includes(object) !== true);
      if (objects.length > 0) found.set(index, objects);
    });
    return found;
  }

  isMoving(index: number): boolean {
    return this.moving.has(index);
  }

  /** The state before the loop, in which functions and texts that an iteration puts in the place of others may be chosen too. */
  #withCandidates(end: readonly unknown[], old: number): readonly unknown[] {
    const wider = this.entries.map((entry, index) => {
      const { name, isOpaque, isFlag, isResult, container } = entry;
      const initial = this.initial[index];
      if (isOpaque || (isFlag && isResult !== true)) return initial;
      const returnsUndefined = isUnset(entry, initial) && end[index] === undefined;
      return returnsUndefined
        ? new NullOrUndefined(false)
        : withCandidates(name, initial, end[index], old, { isContents: container !== null });
    });
    return areSame(wider, this.initial) ? this.initial : wider;
  }

  /** Tells of which of the keys that iterations add the order is not known. */
  markNewKeys(after?: readonly unknown[]): void {
    this.entries.forEach((entry, index) => {
      markNewKeys(entry, this.initial[index], after?.[index]);
      if (this.reordered.has(entry)) markRowsUnordered(entry.container);
    });
  }

  /** Throws where an iteration has given a Map, Set or object another key. */
  refuseNewKeys(end: readonly unknown[]): void {
    this.#withNewKeys(end).forEach((contents, index) => {
      if (contents !== this.initial[index]) throw keysGrow(this.entries[index]!.name);
    });
  }

  #withNewKeys(end: readonly unknown[]): readonly unknown[] {
    const wider = this.entries.map((entry, index) =>
      withNewKeys(entry, this.initial[index], end[index]),
    );
    return areSame(wider, this.initial) ? this.initial : wider;
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
      const isOpen = this.opened.has(index) || entry.isOpaque;
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

/** The copy of what a place holds in which iterations put other objects; undefined for any other place. */
type Holder = (index: number, path: readonly number[], copy: unknown) => unknown;

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
  if (node === null) return instanceOf(end) !== null;
  const { children = [] } = nodeOf(before) ?? {};
  return node.children.some((child, index) => hasNewInstance(children[index], child));
}

/** `end`, where an array is a list in the plan, as one. */
function likeList(name: string, before: unknown, end: unknown): unknown {
  if (!(before instanceof StagedList)) return end;
  if (end instanceof StagedList && before.template instanceof OneOfKinds)
    return linkedLike(end.inForm(before.template) ?? end, end);
  if (!Array.isArray(end)) return end;
  const sample = sampleOf(before) ?? sampleOf(end, before.template);
  const list = sample && listFrom(name, end, sample);
  return list === null ? end : linkedLike(list, end);
}

function matchLeaves(
  entry: Entry,
  name: string,
  [before, start, end]: readonly [unknown, unknown, unknown],
  found: unknown[],
): void {
  const after = likeList(name, before, likeOptional(before, end));
  const node = nodeOf(before);
  const choice = choiceAfter(before, after);
  if (choice !== undefined) {
    found.push(choice);
    return;
  }
  if (before instanceof OptionalNumber) {
    found.push(...before.partsOf(after, start));
    return;
  }
  const words = before instanceof WideInteger ? wordsOf(after) : undefined;
  if (words !== undefined) {
    found.push(words.low, words.high);
    return;
  }
  if (node === null) {
    found.push(after);
    return;
  }
  const ended = nodeOf(after);
  if (ended === null && isMissing(after)) throw missingAfterIteration(name, after);
  if (ended === null || !isSameKind(node, ended)) {
    const isSizeOnly = isChangedInPlace(start, after, entry.container !== null);
    throw isSizeOnly && ended !== null
      ? sizeChanges(name, node.children.length, ended.children.length)
      : structureChanges(name, before, after);
  }
  const started = nodeOf(start)?.children ?? [];
  node.children.forEach((child, index) => {
    const values = [child, started[index], ended.children[index]] as const;
    matchLeaves(entry, name + node.labels[index]!, values, found);
  });
}

/** What stands in place of an array that an iteration made longer or shorter. */
type Replace = (name: string, initial: readonly unknown[], end: unknown) => unknown;

/** `initial`, in which each array that has another length after the iteration than before it is replaced. */
function replaceGrown(
  name: string,
  [initial, start, end]: readonly [unknown, unknown, unknown],
  container: object | null,
  replace: Replace,
): unknown {
  // What a Map or Set holds comes as an array too.
  const mayFollow = container === null || Array.isArray(container);
  const isGrown =
    isChangedInPlace(start, end, Array.isArray(container)) ||
    isExtension(start, end) ||
    (mayFollow && canFollow(initial, end));
  if (Array.isArray(initial) && isGrown) {
    if (end instanceof StagedList) return replace(name, initial, end);
    if (Array.isArray(end) && end.length !== initial.length) return replace(name, initial, end);
  }
  const after = likeOptional(initial, end);
  const [node, started, ended] = [initial, start, after].map((value) => nodeOf(value));
  if (!node || !started || !ended || !isSameKind(node, ended)) return initial;
  const children = node.children.map((child, index) => {
    const values = [child, started.children[index], ended.children[index]] as const;
    return replaceGrown(name + node.labels[index]!, values, null, replace);
  });
  return areSame(children, node.children) ? initial : linkedLike(node.rebuild(children), initial);
}

/** Whether another array that an iteration leaves can take the place of the one before it, with another length. */
function canFollow(initial: unknown, end: unknown): boolean {
  if (!Array.isArray(initial) || !Array.isArray(end)) return false;
  const sample = sampleOf(end) ?? sampleOf(initial);
  return sample !== null && listFrom('', initial, sample) !== null;
}

function asList(name: string, initial: readonly unknown[], end: unknown, old: number): StagedList {
  const list = plannedList(name, initial, end, old);
  if (list === null) throw elementsGrow(name, initial.length);
  return list;
}

/** Whether the value is the array or object that it was before the iteration, with other contents. */
function isChangedInPlace(start: unknown, end: unknown, isContents: boolean): boolean {
  return isContents || (originalOf(start) !== undefined && originalOf(start) === originalOf(end));
}
