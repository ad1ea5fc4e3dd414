import { cast, type Tensor } from '@tensorflow/tfjs-core';
import type { DataType, TensorType } from '../../graph/types.js';
import { lateOf } from '../../trace/late.js';
import { currentTry } from '../branches/guardedTry.js';
import { growingAxes } from '../lists/growing.js';
import { mapFrozen } from '../state/snapshot.js';
import { type Entry, variableEntry } from '../state/state.js';
import { filler } from '../values/filler.js';
import { withoutQuestion } from '../values/optionalNumber.js';
import { mapLeaves, unallocated } from '../values/structure.js';
import { dtypeOf, isTensor, isVariable, typeOf } from '../values/tensors.js';
import { constant, type HostScalar, isWeak, markWeak, naturalDtype } from '../values/weak.js';

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
  /** An iteration may leave it smaller than it was. */
  mayFall: boolean;
  /** Another flag, which this one is known to be; null where it has been taken for one and was not. */
  twin?: Slot | null;
}

export interface Adopted {
  readonly template: unknown;
  /** Host values that guarded code alone reads stay what they are. */
  readonly leaves: readonly (TensorType | { readonly host: unknown })[];
}

/** A slot of which no iteration has told anything yet. */
export function newSlot(
  known: Pick<Slot, 'name' | 'entry' | 'initial' | 'type' | 'isWeak' | 'isWhole' | 'mayFall'>,
): Slot {
  return { ...known, hasInvariant: false, isOpen: false, adopted: null };
}

/** A slot that is no variable of the program's, but tells something of one. */
export function tellingSlot(
  name: string,
  variable: string,
  initial: unknown,
  dtype: DataType,
): Slot {
  const entry = { ...variableEntry(variable), isFlag: true };
  const type = { dtype, shape: [] };
  return newSlot({ name, entry, initial, type, isWeak: false, isWhole: false, mayFall: true });
}

/** What the loop variable of a slot is before the loop. */
export function firstValue({ initial, type }: Slot): Tensor {
  return initial === unallocated ? filler(type!) : asLoopValue(initial, type!.dtype);
}

/** The value of a slot after an iteration as a tensor of the loop variable's dtype. */
export function asLoopValue(value: unknown, dtype: DataType): Tensor {
  if (!isTensor(value)) return constant(value as HostScalar, dtype);
  if (dtypeOf(value) === dtype) return value;
  // What is carried on as it was is not asked for.
  return cast(lateOf(value) === undefined ? value : withoutQuestion(value), dtype);
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

/** An adopted value made of its parts. Where something was thrown, an object is the one that was there. */
export function buildAdopted(
  { template, leaves }: Adopted,
  { isThrown }: Entry,
  parts: Iterator<Tensor>,
): unknown {
  let next = 0;
  const build = (made: unknown): unknown => {
    const leaf = leaves[next++]!;
    if (!('dtype' in leaf)) return leaf.host;
    const part = parts.next().value as Tensor;
    return isWeak(made) ? markWeak(part) : part;
  };
  if (isThrown === true)
    return mapFrozen(template, build, (object) => currentTry()!.outlives(object));
  return mapLeaves(template, '', build);
}

/** Whether a leaf is a loop variable from the start: it may change in a staged loop. */
export function isLoopValue(leaf: unknown): leaf is Tensor | number | boolean {
  if (isTensor(leaf)) return !isVariable(leaf);
  return typeof leaf === 'number' || typeof leaf === 'boolean';
}

export function initialType(leaf: unknown): TensorType {
  if (!isTensor(leaf)) return { dtype: naturalDtype(leaf as HostScalar), shape: [] };
  const { dtype, shape } = typeOf(leaf);
  const count = growingAxes(leaf);
  return { dtype, shape: shape?.map((size, axis) => (axis < count ? null : size)) ?? null };
}
