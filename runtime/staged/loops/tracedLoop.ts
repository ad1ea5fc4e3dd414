import { Scoped } from '../../scoped.js';
import { currentLocation } from '../../trace/session.js';
import type { Slot } from './slot.js';

/** The leaves of a loop's state as traces of it have left them, by the index of their entries and their names. */
export type Told = ReadonlyMap<string, Slot>;

/**
 * What traces of a loop have told of it. A loop in a loop is traced each time that the one around is: most of what it carries
 * has not to be found out again.
 */
export class TracedLoop {
  readonly #told = new Map<string, Slot>();
  readonly #inside = new Map<string, TracedLoop[]>();
  readonly #counts = new Map<string, number>();

  get told(): Told {
    return this.#told;
  }

  learn(told: Told): void {
    for (const [leaf, slot] of told) this.#told.set(leaf, slot);
  }

  /** Traces an iteration. */
  during<R>(trace: () => R): R {
    this.#counts.clear();
    return around.during(this, trace);
  }

  /** The next loop of the iteration that is being traced. */
  next(construct: string): TracedLoop {
    const place = `${construct} ${JSON.stringify(currentLocation())}`;
    const count = this.#counts.get(place) ?? 0;
    this.#counts.set(place, count + 1);
    const loops = this.#inside.get(place) ?? [];
    this.#inside.set(place, loops);
    loops[count] ??= new TracedLoop();
    return loops[count];
  }
}

const around = new Scoped<TracedLoop | null>(null);

/** The loop that comes next. */
export function nextLoop(construct: string): TracedLoop {
  return around.value?.next(construct) ?? new TracedLoop();
}
