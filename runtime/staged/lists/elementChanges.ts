import type { Tensor } from '@tensorflow/tfjs-core';
import { listPerTrace } from '../../trace/perTrace.js';
import { type Row, rowOf } from '../values/choice.js';

/*
 * Two arrays whose length a tensor decides may have the same objects for elements: the one is a copy of the other, or both
 * were given them. Their rows are copies, which an assignment to an element of the one array leaves behind in the other.
 */

/** Where objects come from that several arrays may have for elements. */
export class Origin {
  /** The arrays that have had such elements. */
  readonly arrays = new Set<object>();
  /** What the program holds that has been read of such arrays. */
  handles: readonly Handle[] = [];
  /** Those of elements that have been taken away since. */
  readonly heirs: Origin[] = [];
}

/** An element as the program sees it, which has been read of an array. */
export interface Handle {
  readonly element: object;
  readonly place: number | Tensor;
  /** Where it is this one, which is another object elsewhere; null of one that always is. */
  readonly when: Tensor | null;
  readonly order: object;
  readonly arrays: Identity;
  /** Whether it is only a part of the element. */
  readonly isPart?: boolean;
  /** Whether it has been taken away from the arrays: their elements are others. */
  readonly isTaken?: boolean;
}

/** Notes that the program holds an element, or a part of one, of which no graph can tell any more where it is in its array. */
export function noteUnplaced(element: object, { origins, arrays }: Row, isPart: boolean): void {
  const handle: Handle = { element, place: 0, when: null, order: {}, arrays, isPart };
  for (const origin of origins as readonly Origin[]) origin.handles = [...origin.handles, handle];
}

/** What the program holds that has been read of such arrays. */
export function handlesOf(origins: Iterable<Origin>): Set<Handle> {
  return new Set([...origins].flatMap(({ handles }) => handles));
}

/** Where elements come from that are in no other array any more: who holds one holds it still. */
export function newOrigin(before: readonly Origin[]): Origin {
  const origin = new Origin();
  origin.handles = [...handlesOf(before)];
  for (const one of before) one.heirs.push(origin);
  return origin;
}

/** The origins with those of all that has been taken away since. */
export function withHeirs(origins: Iterable<Origin>): Origin[] {
  return [...origins].flatMap((origin) => [origin, ...withHeirs(origin.heirs)]);
}

/** Which of the elements' origins an array knows the changes of, and until when. */
export type Origins = ReadonlyMap<Origin, number>;

/** The arrays that an array has been, on the ways through the program that lead to it. */
export type Identity = ReadonlySet<object>;

/** That an element of an array has been changed. */
export interface ElementChange {
  readonly time: number;
  readonly origin: Origin;
  readonly by: Identity;
}

let time = 0;

/** The changes so far. Who traces code anew, or code that does not run after it, takes its changes away. */
export const elementChanges = listPerTrace<ElementChange>();

/** Notes that an element of an array has been changed. */
export function noteChange(origins: Origins, by: Identity): void {
  for (const origin of origins.keys()) elementChanges().push({ time: time++, origin, by });
}

/** Whether an element may have been changed as one of another array. */
export function hasChanged(origins: Origins, identity: Identity): boolean {
  return elementChanges().some(({ time: at, origin, by }) => {
    const known = origins.get(origin);
    return known !== undefined && at >= known && !meet(by, identity);
  });
}

/** Whether the one array may be the other. */
export function meet(one: Identity, other: Identity): boolean {
  return [...one].some((array) => other.has(array));
}

/** The objects, of which all changes so far are known. */
export function upToDate(origins: Iterable<Origin>): Origins {
  return new Map([...origins].map((origin) => [origin, time]));
}

/** What is known of the elements of both. */
export function bothOrigins(one: Origins, other: Origins): Origins {
  const both = new Map(one);
  for (const [origin, known] of other) both.set(origin, Math.min(known, both.get(origin) ?? known));
  return both;
}

const origins = new WeakMap<object, Origin>();

/** Where an object comes from that becomes an element: from an array, or it is new. */
export function originsOf(object: object): readonly Origin[] {
  const row = rowOf(object);
  const known = (row?.origins ?? []) as readonly Origin[];
  // Where it is not the row it is another object.
  const isSurelyRow = row !== undefined && row.at?.when == null;
  if (isSurelyRow) return known;
  const origin = origins.get(object) ?? new Origin();
  origins.set(object, origin);
  return [...known, origin];
}
