import type { SourceLocation } from '../graph/types.js';
import { currentLocation } from './location.js';

/** Where the program changes each array, object, Map or Set first that a trace was given; null as long as it has not. */
const places = new WeakMap<object, SourceLocation | null>();

/** Notes where what a trace is given is changed. */
export function watchChanges(containers: Iterable<object>): void {
  for (const container of containers) places.set(container, null);
}

/** Tells that the object is about to be changed, at the current place. */
export function noteChange(object: object): void {
  if (places.get(object) === null) places.set(object, currentLocation());
}

export function placeOfChange(container: object): SourceLocation | null {
  return places.get(container) ?? null;
}
