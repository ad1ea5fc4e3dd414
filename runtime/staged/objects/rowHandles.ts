import { equal, type Tensor } from '@tensorflow/tfjs-core';
import { isGone } from '../../trace/heirs.js';
import { isSameTensor } from '../../trace/symbolic.js';
import { stageWhere } from '../branches/stageWhere.js';
import { type Handle, meet } from '../lists/elementChanges.js';
import { objectsIn } from '../lists/elements.js';
import { Reference } from '../lists/references.js';
import type { StagedList } from '../lists/stagedList.js';
import { holdsGone } from '../state/snapshot.js';
import { markAsRow, rowOf } from '../values/choice.js';
import { elementNode } from '../values/classInstances.js';
import { isSameKind } from '../values/structure.js';
import { isTensor } from '../values/tensors.js';
import { constant } from '../values/weak.js';
import { isChangedCopy, spoil } from './aliases.js';
import { set_property } from './announce.js';

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
  for (const [object, like] of objectsIn(element, template)) {
    if (elementNode(object) === null || like instanceof Reference) continue;
    const handle: Handle = {
      element: object as object,
      place,
      when,
      order,
      arrays: shared.identity,
    };
    for (const origin of shared.origins.keys()) origin.handles = [...origin.handles, handle];
  }
}

/** Does to the others that may be the same element what the program does to the one at `place`. */
export function changeHandles(
  { shared, order }: StagedList,
  place: number | Tensor,
  after: unknown,
  before: unknown,
): void {
  const origins = [...(shared?.origins.keys() ?? [])];
  for (const origin of origins) origin.handles = origin.handles.filter((handle) => !isOver(handle));
  const handles = new Set(origins.flatMap((origin) => origin.handles));
  for (const handle of handles) {
    if (handle.element === before || !isAlike(handle.element, before)) continue;
    if (handle.order === order && meet(handle.arrays, shared!.identity)) {
      changeWhereSame(handle, place, () => assign(handle.element, after, before));
    } else if (handle.isPart) spoil(handle.element);
    else forget(handle.element, after, before);
  }
}

/** What is of another kind stands for nothing where the element is of this one. */
function isAlike(element: object, before: unknown): boolean {
  const [one, other] = [elementNode(element), elementNode(before)];
  return one === null || other === null || isSameKind(one, other);
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
  for (const [key, value, old] of changed(after, before)) {
    const own = (object as Record<string, unknown>)[key];
    if (isPart(old) && isPart(own) && isChangedCopy(value)) assign(own, value, old);
    else set_property(object, key, isPart(old) ? asPart(object, value) : value);
  }
}

/** What another name of the element is assigned, as a part of this one. */
function asPart(holder: object, value: unknown): unknown {
  const [node, row] = [elementNode(value), rowOf(holder)];
  if (node === null || row === undefined) return value;
  const part = node.rebuild(node.children.map((child) => asPart(holder, child)));
  markAsRow(part as object, row, row.element);
  return part;
}

function forget(object: object, after: unknown, before: unknown): void {
  for (const [key, value, old] of changed(after, before)) {
    const own = (object as Record<string, unknown>)[key];
    if (isPart(old) && isPart(own) && isChangedCopy(value)) forget(own, value, old);
    else if (Object.hasOwn(object, key)) spoil(object, [key]);
  }
}

function changed(after: unknown, before: unknown): [key: string, value: unknown, old: unknown][] {
  const [now, then] = [after, before] as Record<string, unknown>[];
  return Object.keys(now!).flatMap((key): [string, unknown, unknown][] =>
    now![key] === then![key] ? [] : [[key, now![key], then![key]]],
  );
}

function isPart(value: unknown): value is object {
  return typeof value === 'object' && value !== null && rowOf(value) !== undefined;
}
