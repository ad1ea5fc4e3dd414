import type { Tensor } from '@tensorflow/tfjs-core';
import { StagedList } from '../lists/stagedList.js';
import { noteOutward } from '../state/outward.js';
import { contentOf, type Place, setPlace } from '../state/places.js';
import { undo } from '../state/recording.js';
import { type OpenState, placeEntry, withPlaces } from '../state/state.js';
import { noteAlternatives } from '../values/alternatives.js';
import { Keys } from '../values/propertyPresence.js';
import { nodeOf } from '../values/structure.js';
import { type Branch, placesBeside } from './branch.js';
import { mergeBranches } from './merge.js';
import { shareNewRows } from './sharedRows.js';

/** Leaves what two branches make of the state that was `before` both of them. `thrower` is the one that throws. */
export function leaveMerged(
  predicate: Tensor,
  main: Branch,
  other: Branch,
  open: OpenState,
  before: readonly unknown[],
  thrower: Branch | null,
): void {
  const places = placesBeside([main, other], open, before);
  const entries = [...open.entries, ...places.map(placeEntry)];
  const [a, b] = [main, other].map((branch) => [
    ...open.entries.map((_, index) => branch.values[index]),
    ...endsOf(places, branch, open, before),
  ]);
  noteOutward(main.writes);
  noteOutward(other.writes);
  const kept = new Set<object>();
  const merged = mergeBranches(predicate, [main, a!], [other, b!], entries, thrower, kept);
  merged.forEach((value, index) => {
    if (isNumber(a![index]) || isNumber(b![index]))
      noteAlternatives(value, { predicate, one: a![index], other: b![index] });
  });
  open.write(open.entries.map(({ isInput }, index) => (isInput ? before[index] : merged[index])));
  places.forEach((place, index) => {
    setPlace(place, merged[open.entries.length + index]);
  });
  if (merged.some(holdsList)) shareNewRows(withPlaces(open, places), [a!, b!], kept);
}

function holdsList(value: unknown): boolean {
  return value instanceof StagedList || (nodeOf(value)?.children ?? []).some(holdsList);
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean';
}

function isKeys({ container }: Place): boolean {
  return container instanceof Keys;
}

/** What a branch leaves at the places. One that it did not assign holds the same object, which it may have changed. */
function endsOf(
  places: readonly Place[],
  branch: Branch,
  open: OpenState,
  before: readonly unknown[],
): unknown[] {
  // Writing the state makes properties that the branch need not have made.
  const ends = places.map((place) => branch.valueOf(place));
  const mayDiffer = (place: Place): boolean => !branch.assigns(place) && !isKeys(place);
  if (!places.some((place) => mayDiffer(place) && nodeOf(contentOf(place)) !== null)) return ends;
  open.write(branch.values);
  branch.redo();
  places.forEach((place, index) => {
    if (mayDiffer(place)) ends[index] = branch.valueOf(place);
  });
  undo(branch.writes);
  open.write(before);
  return ends;
}
