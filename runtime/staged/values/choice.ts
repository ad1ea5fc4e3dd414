import type { Tensor } from '@tensorflow/tfjs-core';

/*
 * Where a tensor decides which of several objects a variable holds, the variable gets an object of its own, which has
 * what the one chosen has. It stays what the program takes it for, another name of that one: what is assigned to the
 * one is assigned to the other (`aliases.ts`).
 */

/** What a chosen object, or text, may be: it is where `predicate` is `holds`. Without a predicate no graph can tell. */
export interface Candidate<T = object> {
  readonly object: T;
  readonly predicate: Tensor | null;
  readonly holds: boolean;
}

const candidates = new WeakMap<object, readonly Candidate[]>();
const chosen = new WeakMap<object, object[]>();

/** Tells that `object` is one of `of`: each of these is itself only, or `object` where it is none of the others. */
export function markChosen(object: object, of: readonly Candidate[]): void {
  candidates.set(object, of);
  for (const { object: candidate } of of) {
    const known = chosen.get(candidate) ?? [];
    if (!known.includes(object)) chosen.set(candidate, [...known, object]);
  }
}

/** What the object may be; undefined for one that is itself only. */
export function candidatesOf(object: object): readonly Candidate[] | undefined {
  return candidates.get(object);
}

/** The object, or those that it may be. */
export function basesOf(object: object | undefined): readonly object[] {
  if (object === undefined) return [];
  return candidatesOf(object)?.map((candidate) => candidate.object) ?? [object];
}

/** A place in an array whose length a tensor decides. */
export interface Row {
  /** Puts another element in the place of what it has been, in which a part is changed. */
  readonly put: (element: unknown, before: unknown, part: object) => void;
  /** Where the elements of the array come from. */
  readonly origins: readonly object[];
  /** The arrays that it may be in. */
  readonly arrays: ReadonlySet<object>;
  /** Those of the program that are elements of the array too. */
  readonly objects: readonly object[];
  /** Missing of an element that has been taken away. */
  readonly at?: RowPlace;
}

/** Where the row is. */
export interface RowPlace {
  readonly place: number | Tensor;
  /** Where the object is the row, which is another one elsewhere; null of one that always is. */
  readonly when: Tensor | null;
  /** Elements of other arrays that it may be elsewhere. */
  readonly others: readonly object[];
  /** Equal of places in one array, whose elements are where they were. */
  readonly order: object;
  /** Whether the other places of the array are known to hold other objects. */
  readonly isApart: boolean;
  /** In how many loops of the graph it has been read. */
  readonly loops: number;
  /** Tells that `element` is the row at a place, where a flag holds: what a branch has read stays the row behind it. */
  readonly name: (
    element: object,
    place: number | Tensor,
    when: Tensor | null,
    others?: readonly object[],
  ) => void;
  /** The same of the array as it is now. */
  readonly nameNow: RowPlace['name'];
  /** Whether the elements of the array are where they were. */
  readonly isUnmoved: () => boolean;
  /** Whether the array is one that the branch or iteration has not made which has ended. */
  readonly isKept: () => boolean;
}

const rows = new WeakMap<object, Row & { readonly element: unknown }>();

/** Tells that an object has been made of a row, or is a part of the element that has. */
export function markAsRow(object: object, row: Row, element: unknown): void {
  rows.set(object, { ...row, element });
}

/** Tells that the object is none. */
export function forgetRow(object: object): void {
  rows.delete(object);
}

/** The row that the object is made of, or is a part of `element` of. */
export function rowOf(object: object): (Row & { readonly element: unknown }) | undefined {
  return rows.get(object);
}

/** The chosen objects that may be this one. */
export function chosenFrom(object: object): readonly object[] {
  return chosen.get(object) ?? [];
}

/** Whether what is done to the object may have to be done to others too. */
export function hasAliases(object: unknown): object is object {
  if (typeof object !== 'object' || object === null) return false;
  return (
    candidatesOf(object) !== undefined ||
    chosenFrom(object).length > 0 ||
    rowOf(object) !== undefined
  );
}
