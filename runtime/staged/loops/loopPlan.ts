import { listFrom, StagedList, sampleOf } from '../lists/stagedList.js';
import { isExtension } from '../state/extension.js';
import { detached, movedObjects } from '../state/moving.js';
import { linkedLike, mapFrozen, originalOf, withoutInstances } from '../state/snapshot.js';
import type { Entry } from '../state/state.js';
import { isMissing } from '../values/absent.js';
import { instanceOf } from '../values/instance.js';
import { OptionalNumber } from '../values/optionalNumber.js';
import { areSame, isSameKind, mapLeaves, nodeOf, withParts } from '../values/structure.js';
import { Variant } from '../values/variant.js';
import { variantOf } from '../values/variantObjects.js';
import { isWeak } from '../values/weak.js';
import { isWhole } from '../values/wholeNumbers.js';
import { choiceAfter, withCandidates } from './candidates.js';
import {
  elementsGrow,
  missingAfterIteration,
  sizeChanges,
  structureChanges,
} from './loopErrors.js';
import { initialType, isLoopValue, type Slot } from './slot.js';

/** Which leaves of a loop's state are loop variables, and of which types; improved trace by trace. */
export class LoopPlan {
  readonly slots: Slot[] = [];
  /** The state before the loop. Objects of classes are leaves of it, but in the entries of `opened`. */
  readonly initial: readonly unknown[];

  constructor(
    readonly entries: readonly Entry[],
    private readonly frozen: readonly unknown[],
    /** Entries, by index, in which an iteration puts an object of a class in the place of another. */
    private readonly opened: ReadonlySet<number> = new Set(),
    /** Entries, by index, in which it puts an object that others know in the place of another. */
    private readonly moving: ReadonlySet<number> = new Set(),
  ) {
    this.initial = this.seen(frozen);
    const { initial } = this;
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
        });
      });
    });
  }

  /** The state as the plan divides it. */
  seen(state: readonly unknown[]): unknown[] {
    return state.map((value, index) => (this.opened.has(index) ? value : withoutInstances(value)));
  }

  /** What the state is in an iteration, given each slot's value. */
  build(valueIn: (slot: Slot) => unknown): unknown[] {
    let next = 0;
    return this.entries.map((entry, index) => {
      const visit = () => valueIn(this.slots[next++]!);
      if (entry.isOpaque) return visit();
      const initial = this.initial[index];
      const isSame = entry.container !== null || this.moving.has(index);
      return isSame ? mapFrozen(initial, visit) : mapLeaves(initial, '', visit);
    });
  }

  /**
   * Splits the state after an iteration into the values of the slots. `start` is the state before it: an array that was
   * changed in place is still the same one.
   */
  match(start: readonly unknown[], end: readonly unknown[]): unknown[] {
    const found: unknown[] = [];
    this.entries.forEach((entry, index) => {
      if (entry.isOpaque) found.push(end[index]);
      else {
        const values = [this.initial[index], start[index], end[index]] as const;
        matchLeaves(entry, entry.name, values, found);
      }
    });
    return found;
  }

  /** Whether an iteration made an array longer or shorter, or put an object of a class in the place of another. */
  isWidened(start: readonly unknown[], end: readonly unknown[]): boolean {
    return (
      this.#hasGrown(start, end) ||
      this.#replaced(end).length > 0 ||
      this.#withCandidates(end) !== this.initial
    );
  }

  /**
   * The plan of the same loop in which such arrays are lists, whose length is a loop variable; or, where there are none, in
   * which what such objects hold is loop variables.
   */
  widened(start: readonly unknown[], end: readonly unknown[]): LoopPlan {
    const { entries, opened, moving } = this;
    if (this.#hasGrown(start, end)) {
      return new LoopPlan(entries, this.#eachGrown(start, end, asList), opened, moving);
    }
    const replaced = this.#replaced(end);
    return replaced.length > 0
      ? new LoopPlan(entries, this.frozen, new Set([...opened, ...replaced]), moving)
      : new LoopPlan(entries, this.#withCandidates(end), opened, moving);
  }

  /** Of entries, by index, in which an iteration puts other objects that others may know too: these; not of those known already. */
  moved(start: readonly unknown[], end: readonly unknown[]): Map<number, object[]> {
    const found = new Map<number, object[]>();
    this.entries.forEach((entry, index) => {
      const isVariable = entry.container === null && !entry.isOpaque && !entry.isFlag;
      if (!isVariable || this.moving.has(index)) return;
      const objects = movedObjects(start[index], end[index]);
      if (objects.length > 0) found.set(index, objects);
    });
    return found;
  }

  /** The plan of the same loop in which such entries begin with an object of their own. */
  detached(moved: readonly number[], start: readonly unknown[], end: readonly unknown[]): LoopPlan {
    const frozen = this.frozen.map((value, index) =>
      moved.includes(index) ? detached(value, value, start[index], end[index]) : value,
    );
    const moving = new Set([...this.moving, ...moved]);
    return new LoopPlan(this.entries, frozen, this.opened, moving);
  }

  isMoving(index: number): boolean {
    return this.moving.has(index);
  }

  /** The state before the loop, in which functions and texts that an iteration puts in the place of others may be chosen too. */
  #withCandidates(end: readonly unknown[]): readonly unknown[] {
    const wider = this.entries.map(({ name, isOpaque, isFlag }, index) =>
      isOpaque || isFlag
        ? this.initial[index]
        : withCandidates(name, this.initial[index], end[index]),
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
      return replaceGrown(entry.name, values, Array.isArray(entry.container), replace);
    });
  }

  #eachLeaf(entry: Entry, value: unknown, visit: (leaf: unknown, name: string) => void): void {
    if (entry.isOpaque) visit(value, entry.name);
    else mapLeaves(value, entry.name, visit);
  }
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

/** `end`, where an object may be left out before the loop, as one that may be. */
function likeOptional(initial: unknown, end: unknown): unknown {
  if (!(initial instanceof Variant) || !isMissing(initial.other) || end instanceof Variant)
    return end;
  return isMissing(end)
    ? initial[withParts]([false, initial.one])
    : initial[withParts]([true, end]);
}

function matchLeaves(
  entry: Entry,
  name: string,
  [before, start, end]: readonly [unknown, unknown, unknown],
  found: unknown[],
): void {
  const after = likeOptional(before, end);
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
  isContents: boolean,
  replace: Replace,
): unknown {
  const isGrown = isChangedInPlace(start, end, isContents) || isExtension(start, end);
  if (Array.isArray(initial) && isGrown) {
    if (end instanceof StagedList) return replace(name, initial, end);
    if (Array.isArray(end) && end.length !== initial.length) return replace(name, initial, end);
  }
  const [node, started, ended] = [initial, start, end].map((value) => nodeOf(value));
  if (!node || !started || !ended || !isSameKind(node, ended)) return initial;
  const children = node.children.map((child, index) => {
    const values = [child, started.children[index], ended.children[index]] as const;
    return replaceGrown(name + node.labels[index]!, values, false, replace);
  });
  return areSame(children, node.children) ? initial : linkedLike(node.rebuild(children), initial);
}

function asList(name: string, initial: readonly unknown[], end: unknown): StagedList {
  const sample = sampleOf(end) ?? sampleOf(initial);
  const list = sample === null ? null : listFrom(name, initial, sample);
  if (list === null) throw elementsGrow(name, initial.length);
  return linkedLike(list, initial) as StagedList;
}

/** Whether the value is the array or object that it was before the iteration, with other contents. */
function isChangedInPlace(start: unknown, end: unknown, isContents: boolean): boolean {
  return isContents || (originalOf(start) !== undefined && originalOf(start) === originalOf(end));
}
