import { logicalOr, type Tensor } from '@tensorflow/tfjs-core';
import { isGone } from '../../trace/heirs.js';
import { StagedList } from '../lists/stagedList.js';
import { not } from '../operators/comparison.js';
import { isKnown, isOptional, objectIn } from '../state/moving.js';
import { thaw } from '../state/snapshot.js';
import type { Entry } from '../state/state.js';
import { basesOf, type Candidate, candidatesOf, markChosen, rowOf } from '../values/choice.js';
import { ChosenFunction } from '../values/chosenFunction.js';
import { both, either } from '../values/flags.js';
import { Instance } from '../values/instance.js';
import { isOfKinds } from '../values/kinds.js';
import { linked, originalOf } from '../values/originals.js';
import { isSameKind, nodeOf } from '../values/structure.js';
import { Variant } from '../values/variant.js';
import { isRowAt, type Placed } from './rowPlaces.js';
import type { Sightings } from './sightings.js';
import { type Slot, tellingSlot } from './slot.js';

/*
 * An iteration may put another object in the place of the one that a variable, property or element holds, which others may
 * know by another name. So whether the place holds that one is a loop variable: in an iteration, and after the loop, it
 * holds an object of its own, which is another name of the one where that variable says so (`choice.ts`).
 */

/** A place of a loop's state that iterations put other objects in. */
interface Held {
  /** Which entry of the state it is in, and where in it. */
  readonly index: number;
  readonly path: readonly number[];
  /** The objects that it may hold and that were there before the loop. */
  readonly known: readonly object[];
  /** Other places, before this one, which may hold the same object, one that an iteration has made. */
  readonly partners: readonly string[];
  /** No graph can tell which one it holds. */
  readonly isUnknown: boolean;
  /** It always holds one of those known. */
  readonly isClosed: boolean;
}

export type Places = ReadonlyMap<string, Held>;

/** Which objects the places hold that iterations put others in. */
export class Identities {
  readonly slots: readonly Slot[];
  readonly #slotsOf = new Map<string, Slot[]>();
  /** Where nothing tells which object an iteration leaves. */
  readonly #unknown = new Set<string>();
  /** What the places hold in the state that is being built. */
  readonly #targets = new Map<string, object>();
  /** The objects made for places. */
  readonly #made = new WeakSet<object>();

  constructor(
    private readonly entries: readonly Entry[],
    private readonly initial: readonly unknown[],
    private readonly places: Places,
    private readonly placed: Placed,
  ) {
    for (const [key, place] of places) {
      const object = this.#objectAt(initial, place);
      if (object === undefined) continue;
      const isIt = place.known.map((known) => predicateOf(object, known) ?? false);
      const isNew = place.partners.map(() => false);
      const slots = place.isUnknown ? [] : [...isIt, ...isNew].map((is) => this.#slot(place, is));
      this.#slotsOf.set(key, slots);
    }
    this.slots = [...this.#slotsOf.values()].flat();
  }

  /** Where what the loop assigns or changes holds objects of classes, or such as may be left out, and variables any: it will put others there. */
  static start(
    entries: readonly Entry[],
    initial: readonly unknown[],
    { replaced: known, placed }: { readonly replaced: Places; readonly placed: Placed },
  ): Identities {
    const assigned = entries.flatMap((entry, index) =>
      mayHold(entry) ? placesIn(index, [], initial[index], levelOf(entry) === 0) : [],
    );
    const others = assigned.filter(([key]) => !known.has(key));
    const all = [...others, ...known].map(([key, held]): [string, Held] => [
      key,
      withoutRows(held, placed),
    ]);
    return new Identities(entries, initial, new Map(all), placed);
  }

  /** Whether iterations put other objects there. */
  has(index: number, path: readonly number[]): boolean {
    return this.#slotsOf.has(keyOf(index, path));
  }

  /** The copy of what the place holds, given each slot's value; undefined where no iteration puts another object there. */
  held(
    index: number,
    path: readonly number[],
    copy: unknown,
    valueIn: (slot: Slot) => unknown,
  ): unknown {
    const key = keyOf(index, path);
    const place = this.places.get(key);
    const slots = this.#slotsOf.get(key);
    if (place === undefined || slots === undefined) return undefined;
    const flags = slots.map(valueIn);
    const certain = flags.indexOf(true);
    const isCertain = certain !== -1 && certain < place.known.length;
    const target = isCertain ? place.known[certain]! : (thaw(copy) as object);
    this.#targets.set(key, target);
    if (!isCertain) this.#made.add(target);
    if (isCertain) return linked(copy, target);
    const partners = place.partners.map((partner) => this.#targets.get(partner)!);
    const objects = [...place.known, ...partners];
    const chosen = objects.flatMap((object, at): Candidate[] => {
      const predicate = place.isUnknown ? null : flags[at];
      if (predicate === false) return [];
      return [{ object, predicate: predicate as Tensor | null, holds: true }];
    });
    if (chosen.length > 0)
      markChosen(target, place.isClosed ? chosen : [...chosen, otherThan(chosen, target)]);
    return linked(copy, target);
  }

  /** Whether it is an object made for a place, which the state holds, and nobody knew before. */
  isMade(object: object): boolean {
    return this.#made.has(object);
  }

  /** The slots' values after an iteration. */
  ends(end: readonly unknown[]): unknown[] {
    return [...this.places].flatMap(([key, place]) => {
      if (!this.#slotsOf.get(key)?.length) return [];
      const object = this.#objectAt(end, place);
      if (object && candidatesOf(object)?.some(isUnusable)) this.#unknown.add(key);
      const isIt = place.known.map((known) => object && predicateOf(object, known));
      const isNew = place.partners.map((partner) => {
        const other = this.places.get(partner)!;
        return object && isSameNew(object, this.#objectAt(end, other), [place, other]);
      });
      return [...isIt, ...isNew].map((is) => is ?? false);
    });
  }

  /** The places when an iteration has been traced; null where it has shown no other ones. */
  revised(
    start: readonly unknown[],
    end: readonly unknown[],
    sightings: Sightings,
  ): { places: Places | null; isUndecided: boolean } {
    const replaced = this.entries.flatMap((entry, index) =>
      mayHold(entry)
        ? replacedIn(index, [], [this.initial[index], start[index], end[index]], levelOf(entry))
        : [],
    );
    const places = new Map(this.places);
    const others = new Map<string, object[]>();
    // What one place is known to hold was there before the loop, whichever other one gets it.
    const old = new Set([...this.places.values()].flatMap(({ known }) => known));
    const handedOn = new Map<string, object[]>();
    const left = new Map<string, readonly object[]>();
    for (const { key, index, path, before, now } of replaced) {
      const place = this.places.get(key);
      if (place?.isUnknown) continue;
      if (!places.has(key)) places.set(key, newPlace(index, path, before.initial));
      const found = basesOf(now).filter(
        (base) =>
          base !== before.start &&
          !place?.known.includes(base) &&
          isKnown(base) &&
          !isRowOf({ index, path }, base, this.placed),
      );
      left.set(
        key,
        basesOf(now).filter((base) => base !== before.start),
      );
      const [known, unknown] = [true, false].map((is) =>
        found.filter((base) => old.has(base) === is),
      );
      if (known!.length > 0) handedOn.set(key, known!);
      if (unknown!.length > 0) others.set(key, unknown!);
      if (this.#unknown.has(key)) places.set(key, { ...places.get(key)!, isUnknown: true });
    }
    const { moved, isUndecided } = sightings.add(others);
    const all = [...handedOn, ...moved];
    for (const [key, objects] of all) {
      const place = places.get(key)!;
      const known = [...new Set([...place.known, ...objects])];
      const isRow = known.some((object) => rowOf(object) !== undefined);
      const isUnknown = place.isUnknown || isRow || known.length > mostKnown;
      places.set(key, { ...place, known, isUnknown, isClosed: !isUnknown });
    }
    for (const [key, objects] of left) {
      const place = places.get(key)!;
      const isClosed = place.isClosed && objects.every((object) => place.known.includes(object));
      if (isClosed !== place.isClosed) places.set(key, { ...place, isClosed });
    }
    if (all.length === 0 && !isUndecided) this.#addPartners(places, replaced, end);
    const isSame = [...places].every(([key, place]) => this.places.get(key) === place);
    return { places: isSame ? null : places, isUndecided };
  }

  #addPartners(
    places: Map<string, Held>,
    replaced: readonly Replacement[],
    end: readonly unknown[],
  ): void {
    if (replaced.length === 0) return;
    const all = [...places]
      .toSorted(([, one], [, other]) => inOrder(one, other))
      .map(([key, place]) => ({ key, object: this.#objectAt(end, place) }));
    all.forEach(({ key, object }, at) => {
      for (const other of all.slice(0, at)) {
        const place = places.get(key)!;
        if (object === undefined || place.partners.includes(other.key)) continue;
        if (sharedNew(object, other.object, [place, places.get(other.key)!]).length === 0) continue;
        places.set(key, { ...place, partners: [...place.partners, other.key] });
      }
    });
  }

  #objectAt(state: readonly unknown[], { index, path }: Held): object | undefined {
    let value = objectIn(state[index]);
    for (const child of path) value = objectIn(nodeOf(value)?.children[child]);
    return originalOf(value);
  }

  #slot({ index }: Held, initial: unknown): Slot {
    const { name } = this.entries[index]!;
    return tellingSlot(`which object ${name} is`, name, initial, 'bool');
  }
}

/** Each tells the graph a variable of its own. */
export const mostKnown = 8;

interface Replacement {
  readonly key: string;
  readonly index: number;
  readonly path: readonly number[];
  readonly before: { readonly initial: object; readonly start: object };
  readonly now: object;
}

/** The places in a value, `level` levels deep or deeper, whose object is another one after an iteration. */
function replacedIn(
  index: number,
  path: readonly number[],
  copies: readonly [initial: unknown, start: unknown, end: unknown],
  level: number,
): Replacement[] {
  const values = copies.map(objectIn);
  if (values.some((value) => value instanceof ChosenFunction || value instanceof Variant))
    return [];
  const [initial, start, now] = values.map(originalOf);
  const isReplaced = initial && start && now && start !== now && level <= 0;
  const key = keyOf(index, path);
  const own = isReplaced ? [{ key, index, path, before: { initial, start }, now }] : [];
  const [one, two, three] = values.map(nodeOf);
  const isList = values.some((value) => value instanceof StagedList);
  if (isList || !one || !two || !three || !isSameKind(one, two) || !isSameKind(one, three))
    return own;
  const inside = one.children.flatMap((child, at) =>
    replacedIn(index, [...path, at], [child, two.children[at], three.children[at]], level - 1),
  );
  return [...own, ...inside];
}

function newPlace(index: number, path: readonly number[], initial: object): Held {
  const isUnknown = candidatesOf(initial)?.some(isUnusable) ?? false;
  return { index, path, known: basesOf(initial), partners: [], isUnknown, isClosed: false };
}

/** The value's object, and those in it that are restored by nothing else: objects of classes, what may be left out, and what is in such. */
function placesIn(
  index: number,
  path: readonly number[],
  value: unknown,
  isVariable: boolean,
  isOutside = false,
): [string, Held][] {
  if (isOfKinds(value)) return [];
  const held = objectIn(value);
  const node = nodeOf(held);
  const isList = held instanceof StagedList;
  if (node === null || (isList && !isVariable)) return [];
  const isApart = isOutside || isOptional(value);
  const isOwn = isVariable || isApart || held instanceof Instance;
  const object = isOwn ? originalOf(held) : undefined;
  const own: [string, Held][] = object ? [[keyOf(index, path), newPlace(index, path, object)]] : [];
  if (isList) return own;
  const areOutside = isApart || held instanceof Instance;
  const inside = node.children.map((child, at) =>
    placesIn(index, [...path, at], child, false, areOutside),
  );
  return [...own, ...inside.flat()];
}

/** An element of an array is known by its place there, if that is a loop variable. */
function withoutRows(held: Held, placed: Placed): Held {
  const known = held.known.filter((object) => !isRowOf(held, object, placed));
  if (known.length === held.known.length) return held;
  const isUnknown = known.some((object) => rowOf(object) !== undefined);
  return { ...held, known, isUnknown, isClosed: false };
}

function isRowOf(
  { index, path }: Pick<Held, 'index' | 'path'>,
  object: object,
  placed: Placed,
): boolean {
  return path.length === 0 && isRowAt(placed.get(index), object);
}

/** What an object holds is made before it. */
function inOrder(one: Held, other: Held): number {
  if (one.index !== other.index) return one.index - other.index;
  const at = one.path.findIndex((child, level) => child !== other.path[level]);
  if (at === -1 || at >= other.path.length) return other.path.length - one.path.length;
  return one.path[at]! - other.path[at]!;
}

function keyOf(index: number, path: readonly number[]): string {
  return [index, ...path].join();
}

function mayHold({ isFlag, isResult, isOpaque, isThrown, isThrow }: Entry): boolean {
  return (!isFlag || isResult === true) && !isOpaque && isThrown !== true && isThrow !== true;
}

/** How deep in the entry the objects are that others may know: what a container holds is read as a copy of its own. */
function levelOf({ container }: Entry): number {
  if (container === null) return 0;
  return container instanceof Map ? 2 : 1;
}

/** The object itself, where it is none of these. */
function otherThan(chosen: readonly Candidate[], object: object): Candidate {
  const predicates = chosen.map(({ predicate }) => predicate);
  const isKnownChoice = predicates.every((predicate) => predicate !== null);
  const predicate = isKnownChoice ? predicates.reduce((a, b) => logicalOr(a!, b!)) : null;
  return { object, predicate, holds: false };
}

function isUnusable({ predicate }: Candidate): boolean {
  return predicate === null || isGone(predicate);
}

/** Where `object` is the other one; undefined where it never is. */
function predicateOf(object: object, other: object): Tensor | boolean | undefined {
  const candidates = candidatesOf(object);
  if (candidates === undefined) return object === other || undefined;
  const candidate = candidates.find((one) => one.object === other);
  if (candidate === undefined || candidate.predicate === null) return undefined;
  const { predicate, holds } = candidate;
  return holds ? predicate : (not(predicate, null) as Tensor);
}

/** What both may be that was not there before the loop. */
function sharedNew(
  object: object,
  other: object | undefined,
  places: readonly Held[],
): readonly object[] {
  if (other === undefined) return [];
  const bases = basesOf(other);
  const isOld = (base: object) => places.some(({ known }) => known.includes(base));
  return basesOf(object).filter((base) => bases.includes(base) && !isOld(base));
}

function isSameNew(
  object: object,
  other: object | undefined,
  places: readonly Held[],
): Tensor | boolean {
  const shared = sharedNew(object, other, places);
  const each = shared.map((base): unknown =>
    both(predicateOf(object, base) ?? false, predicateOf(other!, base) ?? false),
  );
  return each.reduce(either, false) as Tensor | boolean;
}
