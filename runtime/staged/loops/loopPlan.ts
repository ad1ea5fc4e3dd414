import { cast, type Tensor } from '@tensorflow/tfjs-core';
import { type DataType, isSubtype, type Shape, type TensorType } from '../../graph/types.js';
import { isGrowing } from '../lists/growing.js';
import { listFrom, StagedList, sampleOf } from '../lists/stagedList.js';
import { isExtension } from '../state/extension.js';
import { detached, movedObjects } from '../state/moving.js';
import { linkedLike, mapFrozen, originalOf, withoutInstances } from '../state/snapshot.js';
import { type Entry, identityChanged } from '../state/state.js';
import { type Absent, absentOf, isMissing } from '../values/absent.js';
import { filler } from '../values/filler.js';
import { instanceOf } from '../values/instance.js';
import { OptionalNumber } from '../values/optionalNumber.js';
import {
  areSame,
  isSameKind,
  mapLeaves,
  nodeOf,
  unallocated,
  withParts,
} from '../values/structure.js';
import { dtypeOf, isTensor, isVariable, typeOf } from '../values/tensors.js';
import { Variant } from '../values/variant.js';
import { variantOf } from '../values/variantObjects.js';
import {
  constant,
  fits,
  type HostScalar,
  isHostScalar,
  isWeak,
  isWeakTensor,
  markWeak,
  naturalDtype,
} from '../values/weak.js';
import { isWhole } from '../values/wholeNumbers.js';
import { choiceAfter, withCandidates } from './candidates.js';
import {
  dtypeChanges,
  elementsGrow,
  invariantViolated,
  missingAfterIteration,
  notCarried,
  shapeChanges,
  sizeChanges,
  structureChanges,
} from './loopErrors.js';

/** One leaf of the loop's state. */
export interface Slot {
  readonly name: string;
  readonly entry: Entry;
  readonly initial: unknown;
  /** The loop variable's type; `null` while the leaf is a host value that no iteration changes. */
  type: TensorType | null;
  /** Given by `setLoopOptions`. */
  hasInvariant: boolean;
  /** The invariant allows every shape: the rank is kept where iterations keep it. */
  isOpen: boolean;
  /** What an iteration leaves in a leaf that has no value before the loop: its first value is made up. */
  adopted: Adopted | null;
  /** Its dtype is our guess. */
  isWeak: boolean;
  /** Its elements are whole numbers, whatever its dtype. */
  isWhole: boolean;
}

export interface Adopted {
  readonly template: unknown;
  /** Host values that guarded code alone reads stay what they are. */
  readonly leaves: readonly (TensorType | { readonly host: unknown })[];
}

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

/** What tracing an iteration showed about a slot. */
export type Finding =
  | 'unchanged'
  | 'carried'
  /** Its dtype is another than guessed, float32. */
  | 'retyped'
  /** The plan is better now, and the iteration must be traced anew. */
  | 'revised'
  /** The first iteration differs from the others. */
  | 'unroll';

/** Compares a slot's value after an iteration with the plan. `parameter` is what the iteration started with. */
export function examine(slot: Slot, parameter: unknown, end: unknown): Finding {
  if (slot.entry.isOpaque && !Object.is(end, slot.initial)) throw identityChanged(slot.entry.name);
  const absent = absentOf(parameter);
  if (absent !== undefined) return examineAbsent(slot, absent, end);
  if (slot.type === null) return examineHost(slot, end);
  if (end === parameter) return 'unchanged';
  if (isMissing(end)) throw missingAfterIteration(slot.name, end);
  if (!isTensor(end) && !isHostScalar(end)) throw notCarried(slot.name, slot.initial, end);
  const dtype = carriedDtype(slot, slot.type.dtype, end);
  if (dtype !== slot.type.dtype) {
    slot.type = { dtype, shape: slot.type.shape };
    slot.isWhole &&= isWhole(end);
    const shape = examineShape(slot, slot.type, isTensor(end) ? typeOf(end).shape : []);
    return shape === 'carried' ? 'retyped' : shape;
  }
  const isStillWhole = slot.isWhole && isWhole(end);
  const isLess = slot.isWhole !== isStillWhole;
  slot.isWhole = isStillWhole;
  const shape = examineShape(slot, slot.type, isTensor(end) ? typeOf(end).shape : []);
  return isLess && shape === 'carried' ? 'revised' : shape;
}

/** What the loop variable of a slot is before the loop. */
export function firstValue({ initial, type }: Slot): Tensor {
  return initial === unallocated ? filler(type!) : asLoopValue(initial, type!.dtype);
}

/** The value of a slot after an iteration as a tensor of the loop variable's dtype. */
export function asLoopValue(value: unknown, dtype: DataType): Tensor {
  if (!isTensor(value)) return constant(value as HostScalar, dtype);
  return dtypeOf(value) === dtype ? value : cast(value, dtype);
}

/** Whether the loop variable's value after an iteration has the dtype that we guessed. */
export function isWeakSlot(slot: Slot): boolean {
  return slot.isWeak;
}

/** Whether the variable itself is a host number, which the first iteration may replace by a tensor of another shape. */
export function startsAsNumber({ initial, name, entry }: Slot): boolean {
  return typeof initial === 'number' && name === entry.name;
}

/** The parts of an adopted value that are loop variables. */
export function adoptedTypes({ leaves }: Adopted): TensorType[] {
  return leaves.filter((leaf) => 'dtype' in leaf);
}

/** An adopted value made of its parts. */
export function buildAdopted({ template, leaves }: Adopted, parts: Iterator<Tensor>): unknown {
  let next = 0;
  return mapLeaves(template, '', (made) => {
    const leaf = leaves[next++]!;
    if (!('dtype' in leaf)) return leaf.host;
    const part = parts.next().value as Tensor;
    return isWeak(made) ? markWeak(part) : part;
  });
}

function examineAbsent(slot: Slot, absent: Absent, end: unknown): Finding {
  const ended = absentOf(end);
  if (ended === absent || end === absent.original) return 'unchanged';
  if (isMissing(end)) throw missingAfterIteration(slot.name, end);
  if (absent.isObserved) return 'unroll';
  const leaves: Adopted['leaves'][number][] = [];
  mapLeaves(end, slot.name, (leaf, name) => {
    if (isTensor(leaf)) leaves.push(typeOf(leaf));
    else if (slot.entry.isFlag) leaves.push({ host: leaf });
    else if (isHostScalar(leaf)) leaves.push({ dtype: naturalDtype(leaf), shape: [] });
    else throw notCarried(name, absent.original, leaf);
  });
  slot.adopted = { template: end, leaves };
  return 'carried';
}

function examineHost(slot: Slot, end: unknown): Finding {
  if (Object.is(end, slot.initial)) return 'unchanged';
  if (slot.initial === unallocated && isTensor(end)) {
    slot.type = initialType(end);
    slot.isWeak = isWeak(end);
    slot.isWhole = isWhole(end);
    return 'revised';
  }
  if (!isLoopValue(slot.initial) && !isVariable(slot.initial)) {
    throw notCarried(slot.name, slot.initial, end);
  }
  slot.type = initialType(slot.initial);
  return 'revised';
}

function examineShape(slot: Slot, type: TensorType, shape: Shape): Finding {
  if (isSubtype({ dtype: type.dtype, shape }, type)) return 'carried';
  if (slot.isOpen) {
    slot.type = { dtype: type.dtype, shape: null };
    return 'revised';
  }
  if (slot.hasInvariant)
    throw invariantViolated(slot.name, type.shape, shape, 'after one iteration');
  if (startsAsNumber(slot)) return 'unroll';
  throw shapeChanges(slot.name, type.shape, shape);
}

/** The dtype that fits the value before the loop and the one after an iteration, where the user left one of them open. */
function carriedDtype(slot: Slot, dtype: DataType, end: Tensor | HostScalar): DataType {
  const isWeakStart = isWeakSlot(slot);
  if (!isTensor(end)) {
    if (fits(end, dtype)) return dtype;
    if (isWeakStart && dtype === 'int32' && typeof end === 'number') return 'float32';
    throw dtypeChanges(slot.name, slot.initial, end);
  }
  const found = dtypeOf(end);
  if (found === dtype) return dtype;
  if (isWeakStart && dtype === 'int32' && found === 'float32') return found;
  if (isWeakTensor(end) && found === 'int32' && dtype === 'float32') return dtype;
  throw dtypeChanges(slot.name, slot.initial, end);
}

/** Whether a leaf is a loop variable from the start: it may change in a staged loop. */
function isLoopValue(leaf: unknown): leaf is Tensor | number | boolean {
  if (isTensor(leaf)) return !isVariable(leaf);
  return typeof leaf === 'number' || typeof leaf === 'boolean';
}

function initialType(leaf: unknown): TensorType {
  if (!isTensor(leaf)) return { dtype: naturalDtype(leaf as HostScalar), shape: [] };
  const { dtype, shape } = typeOf(leaf);
  return { dtype, shape: shape !== null && isGrowing(leaf) ? [null, ...shape.slice(1)] : shape };
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
