import { isMadeIn } from './creation.js';
import { heldGone } from './heldBefore.js';
import { Probe } from './places.js';
import { noteWrite, type Write } from './recording.js';
import { holdsGone } from './snapshot.js';

/* What the writes of an ended trace are to the branch or loop around it. */

/**
 * Tells the construct around of an ended trace's writes, once they are put back. What holds a tensor of the trace even then
 * is something that the trace made.
 */
export function noteOutward(writes: readonly Write[]): void {
  for (const { place } of writes) {
    if (!isMadeIn(place, writes) && !holdsGone(place.read())) noteWrite(place);
  }
}

/**
 * Those of a trace's writes that reach beyond it, to places that writing the state does not reach. What held a tensor of
 * the trace before is something that the trace made. The state must be what `restore` makes it.
 */
export function beside(writes: readonly Write[], restore: () => void): Write[] {
  const outer = writes.filter(({ place }) => !isMadeIn(place, writes));
  const isReached = ({ place }: Write): boolean => {
    const value = place.read();
    const probe = new Probe();
    place.write(probe);
    restore();
    if (place.read() !== probe) return true;
    place.write(value);
    return false;
  };
  return outer.filter((write) => {
    if (holdsGone(write.before)) {
      restore();
      if (heldGone(write, outer, isReached)) return false;
    }
    return !isReached(write);
  });
}
