import { equal, type Tensor } from '@tensorflow/tfjs-core';
import { makeList } from '../../function/signature/list.js';
import { isGone } from '../../trace/heirs.js';
import { isSameTensor } from '../../trace/symbolic.js';
import { stageWhere } from '../branches/stageWhere.js';
import {
  type Handle,
  handlesOf,
  type Identity,
  meet,
  type Origin,
} from '../lists/elementChanges.js';
import { objectsIn } from '../lists/elements.js';
import { stagedListOf } from '../lists/heldList.js';
import { notePlaced, placesIn } from '../lists/objectsOfElements.js';
import { choiceIn } from '../lists/oneOfKinds.js';
import { Reference } from '../lists/references.js';
import { listLike } from '../lists/samples.js';
import { spoilArray } from '../lists/spoiledArrays.js';
import type { StagedList } from '../lists/stagedList.js';
import { holdsGone } from '../state/snapshot.js';
import { isMissing } from '../values/absent.js';
import { markAsRow, rowOf } from '../values/choice.js';
import { elementNode } from '../values/classInstances.js';
import { isSameKind } from '../values/structure.js';
import { isTensor } from '../values/tensors.js';
import { Variant, variantObject } from '../values/variant.js';
import { constant } from '../values/weak.js';
import { isChangedCopy, spoil, unknownObject } from './aliases.js';
import { changing } from './announce.js';
import { type Field, fieldsOf } from './fields.js';
import { isOwnPart } from './rowParts.js';

/*
 * The program may hold an element twice: `const p = list[i], q = list[j]`. Each is a copy of a row. What is assigned to the
 * one is assigned to the other where both are of one place.
 */

/** Notes that the program holds an element that has been read of an array, or does where a flag holds. */
export function noteHandle(
  { shared, order, template }: StagedList,
  place: number | Tensor,
  element: unknown,
  when: Tensor | null,
): void {
  if (shared === undefined) return;
  const handle = { place, when, order, arrays: shared.identity };
  addHandle(shared.origins.keys(), handle, element, template);
}

/** The same of an element that is no longer in the array, and may be in others. */
export function noteTaken({ shared, template }: StagedList, element: unknown): void {
  if (shared === undefined) return;
  const handle = { place: 0, when: null, order: {}, arrays: shared.identity, isTaken: true };
  addHandle(shared.origins.keys(), handle, element, template);
}

function addHandle(
  origins: Iterable<Origin>,
  handle: Omit<Handle, 'element'>,
  element: unknown,
  template: unknown,
): void {
  const objects = objectsIn(element, template).flatMap(([object, like]) =>
    elementNode(object) === null || like instanceof Reference ? [] : [object as object],
  );
  const handles = objects.map((object) => ({ ...handle, element: object }));
  for (const origin of origins) origin.handles = [...origin.handles, ...handles];
}

/** An element that is changed, and where it is. */
interface Changed {
  readonly place: number | Tensor;
  readonly order: object;
  readonly arrays: Identity;
  readonly origins: Iterable<Origin>;
  /** Whether an object may be at several places. */
  readonly mayHaveTwice: boolean;
  /** Whether what the program holds is another element for sure. */
  readonly isOther: (handle: Handle) => boolean;
}

/**
 * Does to the others that may be the same element what the program does to the one at `place`; `moved` is where those come from
 * that may be it since it has been moved, or taken away.
 */
export function changeHandles(
  { shared, order }: StagedList,
  place: number | Tensor,
  after: unknown,
  before: unknown,
  moved?: readonly Origin[],
): void {
  if (shared === undefined) return;
  const { identity: arrays, mayHaveTwice } = shared;
  const isOther = ({ isTaken, arrays: others }: Handle) =>
    moved === undefined && isTaken === true && !mayHaveTwice && meet(others, arrays);
  const origins = moved ?? shared.origins.keys();
  changeSame({ place, order, arrays, origins, mayHaveTwice, isOther }, after, before);
}

/** What does the same of an element that is taken away from `place`: those that are read of the array from now on are others. */
export function changesOfTaken(
  { shared, order }: StagedList,
  place: number | Tensor,
  origins: readonly Origin[],
): (after: unknown, before: unknown) => void {
  if (shared === undefined) return () => {};
  const { identity: arrays, mayHaveTwice } = shared;
  const known = handlesOf(origins);
  const isOther = (handle: Handle) =>
    !known.has(handle) && !mayHaveTwice && meet(handle.arrays, arrays);
  return (after, before) =>
    changeSame({ place, order, arrays, origins, mayHaveTwice, isOther }, after, before);
}

function changeSame(changed: Changed, after: unknown, before: unknown): void {
  const { place, order, arrays, mayHaveTwice, isOther } = changed;
  const origins = [...changed.origins];
  for (const origin of origins) origin.handles = origin.handles.filter((handle) => !isOver(handle));
  for (const handle of handlesOf(origins)) {
    if (handle.element === before || isOther(handle) || !isAlike(handle.element, before)) continue;
    const isHere = handle.order === order && meet(handle.arrays, arrays);
    if (isHere && (!mayHaveTwice || isSamePlace(handle.place, place) === true)) {
      changeWhereSame(handle, place, () => assign(handle.element, after, before));
    } else if (handle.isPart) spoil(handle.element);
    else forget(handle.element, after, before);
  }
}

/** What is of another kind stands for nothing where the element is of this one. */
function isAlike(element: object, before: unknown): boolean {
  const [one, other] = [elementNode(element), elementNode(before)];
  const areArrays = Array.isArray(element) && Array.isArray(before);
  return one === null || other === null || areArrays || isSameKind(one, other);
}

/** It was read in a branch or loop that has ended: nobody has it any more. */
function isOver({ element, place, when }: Handle): boolean {
  return [place, when].some((one) => isTensor(one) && isGone(one)) || holdsGone(element);
}

function changeWhereSame(handle: Handle, place: number | Tensor, change: () => void): void {
  stageWhere(handle.when ?? true, () => stageWhere(isSamePlace(handle.place, place), change));
}

/** Whether two indices are one. */
export function isSamePlace(a: number | Tensor, b: number | Tensor): Tensor | boolean {
  if (!isTensor(a) && !isTensor(b)) return a === b;
  if (isTensor(a) && isTensor(b) && isSameTensor(a, b)) return true;
  const [one, other] = [a, b].map((at) => (isTensor(at) ? at : constant(at, 'int32')));
  return equal(one!, other!);
}

/** Assigns to `object` what is other in the element than it was before. */
function assign(object: object, after: unknown, before: unknown): void {
  if (Array.isArray(object) && Array.isArray(after) && areOfOtherLengths(object, after)) {
    assignElements(object, after);
    return;
  }
  for (const [field, value, old] of changed(after, before)) {
    const parts = isChangedCopy(value) ? partsIn(field.read(object), value, old) : null;
    const isOfRow = isPart(old) || isPartOf(before, value);
    if (parts === null) field.assign(object, isOfRow ? asPart(object, value) : value);
    for (const part of parts ?? []) assign(...part);
  }
}

function areOfOtherLengths(one: unknown[], other: unknown[]): boolean {
  const isList = [one, other].some((array) => stagedListOf(array) !== undefined);
  return isList || one.length !== other.length;
}

/** Gives the array what the other one holds. */
function assignElements(array: unknown[], after: unknown[]): void {
  const own = stagedListOf(array);
  const list = stagedListOf(after) ?? (own && listLike(after, own));
  if (list === null) spoil(array);
  else if (list !== undefined) makeList(changing(array), list);
  else changing(array).splice(0, array.length, ...after);
}

/** A part of an object, what it is in the element that has been changed, and what it was there. */
type Part = readonly [own: object, after: unknown, before: unknown];

/** The part, or those of each kind of which a tensor chooses one; null where it has become something else. */
function partsIn(own: unknown, after: unknown, before: unknown): readonly Part[] | null {
  const choices = [own, after, before].map(choiceIn);
  const [one, two, three] = choices;
  if (one && two && three) {
    const first = partsIn(one.one, two.one, three.one);
    const second = partsIn(one.other, two.other, three.other);
    return first && second && [...first, ...second];
  }
  if (choices.some((choice) => choice !== undefined)) return null;
  if (isMissing(own) && isMissing(before)) return [];
  return isPart(own) && isPart(before) && isAlike(own, before) ? [[own, after, before]] : null;
}

/** What another name of the element is assigned, as a part of this one. */
function asPart(holder: object, value: unknown): unknown {
  const choice = choiceIn(value);
  if (choice !== undefined) {
    const { predicate, one, other, isThereMessage, origin } = choice;
    const [first, second] = [one, other].map((side) => asPart(holder, side));
    return variantObject(new Variant(predicate, first, second, isThereMessage, origin));
  }
  const [node, row] = [elementNode(value), rowOf(holder)];
  if (node === null || row === undefined) return value;
  const part = node.rebuild(node.children.map((child) => asPart(holder, child)));
  markAsRow(part as object, row, row.element);
  notePlaced(part as object, placesIn(value as object));
  return part;
}

function forget(object: object, after: unknown, before: unknown): void {
  if (stagedListOf(after) !== undefined) {
    spoilArray(object, unknownObject(object));
    return;
  }
  for (const [{ read, key }, value, old] of changed(after, before)) {
    const parts = isChangedCopy(value) ? partsIn(read(object), value, old) : null;
    if (parts === null && (key === null || Object.hasOwn(object, key)))
      spoil(object, key === null ? undefined : [key]);
    for (const part of parts ?? []) forget(...part);
  }
}

function changed(after: unknown, before: unknown): [field: Field, value: unknown, old: unknown][] {
  return fieldsOf(after as object).flatMap((field): [Field, unknown, unknown][] => {
    const [now, then] = [after, before].map(field.read);
    return now === then ? [] : [[field, now, then]];
  });
}

function isPartOf(element: unknown, value: unknown): boolean {
  const { one, other } = choiceIn(value) ?? { one: value, other: undefined };
  return [one, other].some((side) =>
    choiceIn(side) === undefined ? isOwnPart(side, element) : isPartOf(element, side),
  );
}

function isPart(value: unknown): value is object {
  return typeof value === 'object' && value !== null && rowOf(value) !== undefined;
}
