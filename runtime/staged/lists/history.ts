import type { RowPlace } from '../values/choice.js';

/*
 * The elements of an array whose length a tensor decides may have been in others before, or in the same one in another
 * order. Where an array that holds all elements of an order is joined with one that holds some of them, an object has two
 * places, and so has one in both of two cuts that overlap. Of others that hold some elements each, as the parts of a partition
 * do, nobody knows.
 */
export interface History {
  /** The orders all of whose elements it has. */
  readonly whole: readonly object[];
  /** The orders of which it may have some elements. */
  readonly parts: readonly object[];
  /** Where elements were that have been added one by one, in the arrays that they have been read of. */
  readonly added: readonly RowPlace[];
  /** The indices in some of those orders that the elements have had of which it may have some, where they are known. */
  readonly ranges: ReadonlyMap<object, Range>;
}

/** Indices up to the second one, which is none of them. */
export type Range = readonly [from: number, to: number];

export const noHistory: History = { whole: [], parts: [], added: [], ranges: new Map() };

/** Of another array that has all elements of one with this history and order. */
export function ofCopy({ whole, ...rest }: History, order: object): History {
  return { ...rest, whole: all(whole, [order]) };
}

/** Of an array that has some elements of one with this history and order: those that follow each other at the indices, if given. */
export function ofPart(
  { whole, parts, added, ranges }: History,
  order: object,
  range?: Range,
): History {
  const within = new Map(range && [...ranges].map(([known, of]) => [known, part(of, range)]));
  return {
    whole: [],
    parts: all(parts, whole, [order]),
    added,
    ranges: range ? within.set(order, range) : within,
  };
}

function part([start, end]: Range, [from, to]: Range): Range {
  return [start + from, Math.min(start + to, end)];
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
    ranges: rangesOfBoth(one, other),
  };
}

/** Where nobody knows the indices of one, or some in between are missing, nobody knows those of both. */
function rangesOfBoth(one: History, other: History): Map<object, Range> {
  const ranges = new Map([...one.ranges, ...other.ranges]);
  for (const order of ranges.keys()) {
    if (!has(one, order) || !has(other, order)) continue;
    const range = joined(one.ranges.get(order), other.ranges.get(order));
    if (range === null) ranges.delete(order);
    else ranges.set(order, range);
  }
  return ranges;
}

function joined(one: Range | undefined, other: Range | undefined): Range | null {
  if (one === undefined || other === undefined) return null;
  const isGap = Math.max(one[0], other[0]) > Math.min(one[1], other[1]);
  return isGap ? null : [Math.min(one[0], other[0]), Math.max(one[1], other[1])];
}

function has({ whole, parts }: History, order: object): boolean {
  return whole.includes(order) || parts.includes(order);
}

function meet(one: Range, other: Range): boolean {
  return Math.max(one[0], other[0]) < Math.min(one[1], other[1]);
}

/** Of an array that is one of two, whose histories tell of their own orders. */
export function ofEither(one: History, other: History): History {
  const whole = one.whole.filter((order) => other.whole.includes(order));
  const both = ofBoth(one, other);
  const isSame = ([order, range]: [object, Range]) =>
    String(other.ranges.get(order)) === String(range);
  return {
    ...both,
    whole,
    ranges: new Map([...one.ranges].filter(isSame)),
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
  const isCutTwice = [...one.ranges].some(([order, range]) => {
    const cut = other.ranges.get(order);
    return cut !== undefined && meet(range, cut);
  });
  return isCutTwice || isIn(one.whole, other) || isIn(other.whole, one);
}

/** The orders of which an array has elements that it had none of before. */
export function addedOrders(after: History, before: History = noHistory): object[] {
  const known = new Set([...before.whole, ...before.parts]);
  return [...after.whole, ...after.parts].filter((order) => !known.has(order));
}

function all<T>(...parts: readonly (readonly T[])[]): T[] {
  return [...new Set(parts.flat())];
}
