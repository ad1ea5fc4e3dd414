import type { SourceLocation } from '../graph/types.js';

let location: SourceLocation | null = null;

/** The place in the user's source at which something is traced. */
export function currentLocation(): SourceLocation | null {
  return location;
}

export function setLocation(place: SourceLocation | null): void {
  location = place;
}
