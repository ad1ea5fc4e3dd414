import type { Tensor } from '@tensorflow/tfjs-core';
import { type DataType, isSubtype, type Shape, type TensorType } from '../../graph/types.js';
import { identityChanged } from '../state/state.js';
import { type Absent, absentOf, isMissing, notReturned } from '../values/absent.js';
import { isCollection } from '../values/entryPresence.js';
import { mapLeaves, unallocated } from '../values/structure.js';
import { isTensor, isVariable, typeOf } from '../values/tensors.js';
import {
  commonDtype,
  fits,
  type HostScalar,
  isGuess,
  isHostScalar,
  isWeak,
  naturalDtype,
  typingOf,
} from '../values/weak.js';
import { isWhole } from '../values/wholeNumbers.js';
import {
  CollectionReplaced,
  doesNotSettle,
  dtypeChanges,
  invariantViolated,
  missingAfterIteration,
  notCarried,
  shapeChanges,
} from './loopErrors.js';
import {
  type Adopted,
  initialType,
  isLoopValue,
  isWeakSlot,
  type Slot,
  startsAsNumber,
} from './slot.js';

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

function examineAbsent(slot: Slot, absent: Absent, end: unknown): Finding {
  const ended = absentOf(end);
  // Where something was thrown, nothing was returned.
  const isNotReturned = end === notReturned && slot.entry.isThrown === true;
  if (ended === absent || end === absent.original || isNotReturned) return 'unchanged';
  if (isMissing(end)) throw missingAfterIteration(slot.name, end);
  if (absent.isObserved) return 'unroll';
  const leaves: Adopted['leaves'][number][] = [];
  mapLeaves(end, slot.name, (leaf, name) => {
    if (isTensor(leaf)) leaves.push(typeOf(leaf));
    else if (slot.entry.isFlag || leaf === undefined || leaf === null) leaves.push({ host: leaf });
    else if (isHostScalar(leaf)) leaves.push({ dtype: naturalDtype(leaf), shape: [] });
    else if (isMissing(leaf)) throw doesNotSettle([name]);
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
  if (isCollection(slot.initial))
    throw new CollectionReplaced(slot.entry, slot.name, slot.initial, end);
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
  const start = { dtype, isWeak: isWeakSlot(slot) };
  const common = commonDtype(start, typingOf(end));
  if (common === null) {
    if (!isTensor(end) && fits(end, dtype)) return dtype;
    throw dtypeChanges(slot.name, slot.initial, end);
  }
  if (common !== dtype && isGuess(common, [start, typingOf(end)])) slot.isWeak = true;
  return common;
}
