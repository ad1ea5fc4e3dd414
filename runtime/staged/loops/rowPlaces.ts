import { type Tensor, where } from '@tensorflow/tfjs-core';
import { isGone } from '../../trace/heirs.js';
import { ge } from '../operators/comparison.js';
import { objectIn } from '../state/moving.js';
import type { Entry } from '../state/state.js';
import { basesOf, type RowPlace, rowOf } from '../values/choice.js';
import { originalOf } from '../values/originals.js';
import { isTensor } from '../values/tensors.js';
import { constant } from '../values/weak.js';
import { type Slot, tellingSlot } from './slot.js';

/*
 * An iteration may leave an element in a variable that it has read of an array whose length a tensor decides: `if (p.x > best.x)
 * best = p`. Where in the array it is, is a loop variable then: in the next iteration, and after the loop, the variable holds
 * another name of the row at that place.
 */

interface Held {
  /** An element that an iteration has left in the variable. */
  readonly at: RowPlace;
  /** Whether iterations leave nothing else, as far as is known. */
  readonly isSure: boolean;
}

/** By the index of the variable's entry. */
export type Placed = ReadonlyMap<number, Held>;

/** Whether the object is an element of the array of the place. */
export function isRowAt(held: Held | undefined, object: object): boolean {
  return held !== undefined && rowOf(object)?.at?.order === held.at.order;
}

/** What the variable holds is no element of the array. */
const nowhere = -1;

/** The places of the elements that the loop's variables hold. */
export class RowPlaces {
  readonly slots: readonly Slot[];
  readonly #slotOf = new Map<number, Slot>();
  /** In the state that was built last. */
  readonly #present = new Map<number, unknown>();
  /** Of an iteration, what it has left in other variables. */
  readonly #found = new Map<number, RowPlace>();
  /** Of which it has not left a place. */
  readonly #lost = new Set<number>();
  /** In which it is always an element. */
  readonly #sure = new Set<number>();
  /** In which an iteration has left something else too. */
  readonly #unsure = new Set<number>();
  #named: readonly object[] = [];

  constructor(
    private readonly entries: readonly Entry[],
    initial: readonly unknown[],
    private readonly placed: Placed,
  ) {
    for (const [index, { at, isSure }] of placed) {
      const object = objectAt(initial, index);
      const start = placeOf(object, at.order);
      if (start === undefined) this.#lost.add(index);
      if (isSure && isAlwaysRow(object)) this.#sure.add(index);
      const { name } = entries[index]!;
      const place = `where in its array ${name} is`;
      this.#slotOf.set(index, tellingSlot(place, name, start ?? nowhere, 'int32'));
    }
    this.slots = [...this.#slotOf.values()];
  }

  /** Takes the places for the state that is being built. */
  take(valueIn: (slot: Slot) => unknown): void {
    for (const [index, slot] of this.#slotOf) this.#present.set(index, valueIn(slot));
  }

  /** Makes what the state holds other names of the rows. */
  name(state: readonly unknown[]): readonly object[] {
    const named: object[] = [];
    for (const [index, { at }] of this.placed) {
      const object = objectAt(state, index);
      const place = this.#present.get(index) as number | Tensor;
      if (object === undefined || place === nowhere) continue;
      const isKnown = !isTensor(place) || this.#sure.has(index);
      at.nameNow(object, place, isKnown ? null : (ge(place, 0, null) as Tensor));
      named.push(object);
    }
    this.#named = named;
    return named;
  }

  /** The objects that were named last. */
  get named(): readonly object[] {
    return this.#named;
  }

  /** The slots' values after an iteration. */
  ends(start: readonly unknown[], end: readonly unknown[]): unknown[] {
    this.entries.forEach((entry, index) => {
      if (this.placed.has(index) || !isVariable(entry)) return;
      const object = objectAt(end, index);
      const at = object === objectAt(start, index) ? undefined : object && rowOf(object)?.at;
      if (at?.isUnmoved()) this.#found.set(index, at);
    });
    return [...this.placed].map(([index, { at }]) => {
      const object = objectAt(end, index);
      const place = at.isUnmoved() ? placeOf(object, at.order) : undefined;
      if (place === undefined) this.#lost.add(index);
      if (this.#sure.has(index) && !isAlwaysRow(object)) this.#unsure.add(index);
      return place ?? nowhere;
    });
  }

  /** Those of the variables when an iteration has been traced; null where it has shown no other ones. */
  revised(refused: ReadonlySet<number>): { placed: Placed; refused: ReadonlySet<number> } | null {
    const found = [...this.#found].flatMap(([index, at]): [number, Held][] =>
      refused.has(index) || !at.isKept() ? [] : [[index, { at, isSure: true }]],
    );
    if (found.length + this.#lost.size + this.#unsure.size === 0) return null;
    const known = [...this.placed].map(([index, held]): [number, Held] => [
      index,
      this.#unsure.has(index) ? { ...held, isSure: false } : held,
    ]);
    const kept = [...known, ...found].filter(([index]) => !this.#lost.has(index));
    return { placed: new Map(kept), refused: new Set([...refused, ...this.#lost]) };
  }
}

function isVariable({ container, isFlag, isResult, isOpaque, isThrown, isThrow }: Entry): boolean {
  const isNamed = !isFlag || isResult === true;
  return container === null && isNamed && !isOpaque && isThrown !== true && isThrow !== true;
}

function objectAt(state: readonly unknown[], index: number): object | undefined {
  return originalOf(objectIn(state[index]));
}

/** Whether it is an element, whatever a tensor decides. */
function isAlwaysRow(object: object | undefined): boolean {
  return object !== undefined && rowOf(object)?.at?.when === null;
}

/** Where in the array of this order the object is; undefined where no graph can tell. */
function placeOf(object: object | undefined, order: object): number | Tensor | undefined {
  const row = object && rowOf(object);
  if (row === undefined) return basesOf(object).some(rowOf) ? undefined : nowhere;
  const { at, element } = row;
  if (element !== object || at === undefined || at.order !== order) return undefined;
  const { place, when, others } = at;
  if (others.length > 0 || [place, when].some((one) => isTensor(one) && isGone(one)))
    return undefined;
  return when === null ? place : chosen(when, place, nowhere);
}

function chosen(flag: Tensor, place: number | Tensor, other: number | Tensor): Tensor {
  const [one, another] = [place, other].map((at) => (isTensor(at) ? at : constant(at, 'int32')));
  return where(flag, one!, another!);
}
