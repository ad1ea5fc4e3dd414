import { originalsIn, rebuiltLike, thaw } from '../state/snapshot.js';
import { isMissing } from '../values/absent.js';
import { linked, originalOf } from '../values/originals.js';
import { areSame, nodeOf } from '../values/structure.js';
import { Variant } from '../values/variant.js';

/** What a place holds after a loop, at the end of an iteration, and before the loop. */
type States = readonly [left: unknown, end: unknown, initial: unknown];

/**
 * What a loop leaves, in which that is one object which the last iteration has made and put in places that held none
 * before the loop. The states are those after the loop, at the start of an iteration and at its end, and before the loop.
 */
export function withShared(
  left: readonly unknown[],
  start: readonly unknown[],
  end: readonly unknown[],
  initial: readonly unknown[],
): unknown[] {
  const old = new Set(start.flatMap(originalsIn));
  const places = new Map<object, States[]>();
  const all = left.map((value, index): States => [value, end[index], initial[index]]);
  for (const states of all) addPlaces(states, places);
  const shared = new Map<object, unknown>();
  const one = (made: object): unknown => {
    if (shared.has(made)) return shared.get(made);
    const known = places.get(made)!;
    const first = known.find(([value]) => originalOf(value) !== undefined) ?? known[0]!;
    const copy = withChildren(first);
    shared.set(made, linked(copy, originalOf(first[0]) ?? thaw(copy)));
    return copy;
  };
  const replaced = (states: States): unknown => {
    const made = madeAt(states);
    const isShared = made && !old.has(made) && places.get(made)!.length > 1;
    return isShared && originalOf(states[0]) === undefined ? one(made) : withChildren(states);
  };
  const withChildren = (states: States): unknown => {
    const [value] = states;
    const parts = partsOf(states).map(replaced);
    const node = nodeOf(value);
    if (node === null || parts.length === 0 || areSame(parts, node.children)) return value;
    return rebuiltLike(value, node, parts);
  };
  return all.map(replaced);
}

function addPlaces(states: States, places: Map<object, States[]>): void {
  const made = madeAt(states);
  if (made !== undefined) places.set(made, [...(places.get(made) ?? []), states]);
  for (const part of partsOf(states)) addPlaces(part, places);
}

/** The object that an iteration leaves in a place that held none, or in one that tells which one it holds. */
function madeAt([value, end, initial]: States): object | undefined {
  if (value instanceof Variant || nodeOf(value) === null) return undefined;
  return isMissing(initial) || originalOf(value) !== undefined ? originalOf(end) : undefined;
}

/** What a place holds that held nothing held nothing either; an object that may be missing after the loop is itself there. */
function partsOf([value, end, initial]: States): States[] {
  const isOptional = value instanceof Variant && !(end instanceof Variant);
  if (end instanceof Variant && !(value instanceof Variant)) return [];
  const ends = isOptional ? [undefined, end] : nodeOf(end)?.children;
  if (ends === undefined) return [];
  const isAlike = value instanceof Variant === initial instanceof Variant;
  const before = isAlike ? nodeOf(initial)?.children : undefined;
  const isApart = before === undefined && !isMissing(initial);
  return (nodeOf(value)?.children ?? []).map((child, index): States => {
    return [child, ends[index], isApart ? initial : before?.[index]];
  });
}
