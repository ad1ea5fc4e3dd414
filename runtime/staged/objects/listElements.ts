import type { Tensor } from '@tensorflow/tfjs-core';
import type { StagingError } from '../../errors.js';
import { makeList } from '../../function/signature/list.js';
import { emitAssert } from '../../trace/effects.js';
import { knownBounds } from '../../trace/knownBounds.js';
import { isSameTensor, symbolicData } from '../../trace/symbolic.js';
import { noteMissing } from '../branches/level.js';
import { and } from '../branches/logical.js';
import { isObjectForm } from '../lists/elements.js';
import { stagedListOf } from '../lists/heldList.js';
import { unsupportedUse } from '../lists/listErrors.js';
import { RaggedRow } from '../lists/raggedRow.js';
import { Reference } from '../lists/references.js';
import { requireKnownLength } from '../lists/spoiledArrays.js';
import type { StagedList } from '../lists/stagedList.js';
import { isAlreadyAt } from '../lists/twins.js';
import { isKnownToBeLess } from '../operators/askedPairs.js';
import { ge, lt } from '../operators/comparison.js';
import { isMadeNow } from '../state/creation.js';
import { rowOf } from '../values/choice.js';
import { elementNode } from '../values/classInstances.js';
import { mayBecomeLonger } from '../values/longerArrays.js';
import { isSpreading } from '../values/spreading.js';
import { isTensor } from '../values/tensors.js';
import { changeOtherArrays, changeRow } from './aliases.js';
import { changing } from './announce.js';
import { replacedInList } from './arrayElements.js';
import { assignOrPush, isBehind, wrongIndex } from './arrayEnd.js';
import { isWithin } from './arrayPlace.js';
import { nameAdded, type Put, rowOfList, type There } from './rowObjects.js';
import { isOtherPart } from './rowParts.js';
import { requireInt32, wholeNumber } from './tensorItems.js';

/* The elements of an array whose length a tensor decides (`StagedList`), as the program reads, assigns and adds them. */

/** The element of an array whose length a tensor decides, with what it is a part of; from the end at a negative number. */
export function rowAtIndex(array: unknown, index: number | Tensor, there?: There): unknown {
  return rowOfList(array, index, putInto(array), there);
}

function putInto(array: unknown): Put {
  return (element, place, before) => {
    const put = (list: StagedList, target: unknown) => {
      changing(target);
      const longer = replacedInList(list, place, element);
      const named = longer.naming([element], (part) => isOtherPart(part, before), place);
      makeList(target as unknown[], hasInside(list) ? named.including([element]) : named);
    };
    put(stagedListOf(array)!, array);
    changeRow(array as object, (row) => put(stagedListOf(row)!, row));
    changeOtherArrays(array as object, (other) => {
      const list = stagedListOf(other);
      if (list !== undefined) put(list, other);
    });
  };
}

/** Whether its elements are arrays that hold objects. */
function hasInside({ template }: StagedList): boolean {
  return template instanceof RaggedRow && isObjectForm(template.template);
}

/** `array.push(element)`: an object that nothing else holds is the row that it becomes. */
export function addToList(
  array: unknown[],
  list: StagedList,
  element: unknown,
  isRow = hasNoOtherHolder(element),
): StagedList {
  const longer = list.push(element, isRow);
  makeList(array, longer);
  if (isRow) becomesRow(array, element, list.size);
  return longer;
}

/** An object that nothing else holds is the row of the array at the index: what it is assigned, the row is. */
export function becomesRow(array: unknown[], object: unknown, index: number | Tensor): void {
  if (!(stagedListOf(array)!.template instanceof Reference))
    nameAdded(array, object, index, putInto(array));
}

/** Has just been made, like all that it holds, and is no element yet. */
export function hasNoOtherHolder(element: unknown): element is object {
  const node = elementNode(element);
  if (node === null || rowOf(element as object) !== undefined) return false;
  if ((stagedListOf(element)?.shared?.objects.length ?? 0) > 0) return false;
  const parts = node.children.filter((child) => elementNode(child) !== null);
  return isMadeNow(element as object) && parts.every(hasNoOtherHolder);
}

/** `x[index]` as JavaScript has it: no element counts from the end. */
export function elementOfList(array: unknown[], list: StagedList, index: unknown): unknown {
  const { size } = list;
  requireKnownLength(array);
  if (list.isOfNothing) {
    noteMissing();
    return undefined;
  }
  if (isTensor(index)) {
    const place = requireInt32(index);
    const isThere =
      isWithin(place, size) || isAskedToBeWithin(place, size) || isBetween(place, size);
    return rowAtIndex(array, place, isTensor(isThere) ? { isThere } : undefined);
  }
  const place = wholeNumber(index);
  const isOutside = place < 0 || (!isTensor(size) && place >= size);
  if (!isOutside) return rowAtIndex(array, place);
  noteMissing();
  return undefined;
}

/** At its end an array grows by one, as by push(). */
export function setInList(
  array: unknown[],
  list: StagedList,
  index: number | Tensor,
  value: unknown,
): void {
  const { size } = list;
  requireKnownLength(array);
  if (isEnd(index, size)) addToList(array, list, value);
  else if (mayBecomeLonger(array))
    assignOrPush(array, list, index, value, () => replaceInList(array, index, value));
  else replaceInList(array, index, value);
}

/** `i < x.length`, asked of an index that counts from zero on. */
function isAskedToBeWithin(index: Tensor, size: number | Tensor): boolean {
  const data = symbolicData(index);
  return data !== null && isKnownToBeLess(index, size) && knownBounds(data).least >= 0;
}

function isEnd(index: number | Tensor, size: number | Tensor): boolean {
  return isTensor(index) ? isTensor(size) && isSameTensor(index, size) : index === size;
}

/**
 * Where what is assigned to `array` at an index is assigned to another array that may be this one: at its own end, if it is the
 * end of this one; null where the other one has no such element, and so is not this one.
 */
export function indexInOther(
  other: unknown,
  array: unknown,
  index: unknown,
): number | Tensor | null {
  const place = index as number | Tensor;
  if (!Array.isArray(array) || !Array.isArray(other)) return place;
  const [size, otherSize] = [array, other].map(sizeOf) as [number | Tensor, number | Tensor];
  if (isEnd(place, size)) return otherSize;
  const list = stagedListOf(other);
  if (stagedListOf(array) === undefined) {
    if (list !== undefined && (place as number) > (size as number)) throw holesIn(list);
    return place;
  }
  if (list !== undefined || mayBecomeLonger(array)) return place;
  return (isTensor(place) ? isBehind(other, place) : place >= other.length) ? null : place;
}

function sizeOf(array: unknown[]): number | Tensor {
  return stagedListOf(array)?.size ?? array.length;
}

/** An array that the other one may be is given an element behind its end. */
function holesIn(list: StagedList): StagingError {
  return unsupportedUse(list, 'An assignment behind its end');
}

/** The same of an index of an element. */
export function replaceInList(
  array: unknown[],
  index: number | Tensor,
  value: unknown,
  isRow = hasNoOtherHolder(value),
): void {
  const list = stagedListOf(array)!;
  requireElement(array, index, list.size);
  makeList(array, withElement(list.fitFor(value), index, value, isRow));
  if (isRow) becomesRow(array, value, index);
}

/** What was an element there may be one elsewhere. */
function withElement(
  list: StagedList,
  index: number | Tensor,
  given: unknown,
  isRow: boolean,
): StagedList {
  const value = list.present(given);
  const other = replacedInList(list, index, value);
  if (isAlreadyAt(value, index, list.order)) return other;
  const replaced = isRow ? other.including([value]) : other.sharing([value]);
  return elementNode(value) === null ? replaced : replaced.assigned(index, value, list);
}

/** Elsewhere a graph would have to know, which it does not, how long an array is after the assignment. */
export function requireElement(
  array: unknown[],
  index: number | Tensor,
  size: number | Tensor,
): void {
  if (isWithin(index, size) || isSpreading()) return;
  const isThere = isBetween(index, size);
  const mayBeEnd = mayBecomeLonger(array) && stagedListOf(array) !== undefined;
  if (isTensor(isThere)) emitAssert(isThere, wrongIndex(array, mayBeEnd));
}

export function isBetween(index: number | Tensor, size: number | Tensor): unknown {
  return and(ge(index, 0, null), () => lt(index, size, null), null);
}
