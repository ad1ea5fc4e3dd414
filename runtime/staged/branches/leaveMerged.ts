import type { Tensor } from '@tensorflow/tfjs-core';
import { type OpenState, placeEntry } from '../state/state.js';
import { noteOutward, setContent } from '../state/writes.js';
import { type Branch, placesBeside } from './branch.js';
import { mergeBranches } from './merge.js';

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
    ...places.map((place) => branch.valueOf(place)),
  ]);
  noteOutward(main.writes);
  noteOutward(other.writes);
  const merged = mergeBranches(predicate, [main, a!], [other, b!], entries, thrower);
  open.write(open.entries.map(({ isInput }, index) => (isInput ? before[index] : merged[index])));
  places.forEach((place, index) => {
    setContent(place, merged[open.entries.length + index]);
  });
}
