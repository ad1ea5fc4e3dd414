import type { RowPlace } from '../values/choice.js';

/*
 * The elements of an array whose length a tensor decides may have been in others before, or in the same one in another
 * order. Where an array that holds all elements of an order is joined with one that holds some of them, an object has two
 * places. Of two that hold some of them each, as the parts of a partition do, nobody knows.
 */
export interface History {
  /** The orders all of whose elements it has. */
  readonly whole: readonly object[];
  /** The orders of which it may have some elements. */
  readonly parts: readonly object[];
  /** Where elements were that have been added one by one, in the arrays that they have been read of. */
  readonly added: readonly RowPlace[];
}

export const noHistory: History = { whole: [], parts: [], added: [] };

/** Of another array that has all elements of one with this history and order. */
export function ofCopy({ whole, ...rest }: History, order: object): History {
  return { ...rest, whole: all(whole, [order]) };
}

/** Of an array that has some elements of one with this history and order. */
export function ofPart({ whole, parts, added }: History, order: object): History {
  return { whole: [], parts: all(parts, whole, [order]), added };
}

/** With an element more, which was at a place of another array. */
export function withAdded(history: History, at: RowPlace): History {
  return { ...history, added: [...history.added, at] };
}

/** Of an array that has the elements of both. */
export function ofBoth(one: History, other: History): History {
  return {
    whole: all(one.whole, other.whole),
    parts: all(one.parts, other.parts),
    added: all(one.added, other.added),
  };
}

/** Of an array that is one of two, whose histories tell of their own orders. */
export function ofEither(one: History, other: History): History {
  const whole = one.whole.filter((order) => other.whole.includes(order));
  const both = ofBoth(one, other);
  return {
    ...both,
    whole,
    parts: all(
      both.parts,
      both.whole.filter((order) => !whole.includes(order)),
    ),
  };
}

/** Whether arrays with these histories, which tell of their own orders, have an element in common that is known to be the same. */
export function overlap(one: History, other: History): boolean {
  const isIn = (orders: readonly object[], { whole, parts, added }: History) =>
    orders.some(
      (order) =>
        whole.includes(order) || parts.includes(order) || added.some((at) => at.order === order),
    );
  return isIn(one.whole, other) || isIn(other.whole, one);
}

/** The orders of which an array has elements that it had none of before. */
export function addedOrders(after: History, before: History = noHistory): object[] {
  const known = new Set([...before.whole, ...before.parts]);
  return [...after.whole, ...after.parts].filter((order) => !known.has(order));
}

function all<T>(...parts: readonly (readonly T[])[]): T[] {
  return [...new Set(parts.flat())];
}
