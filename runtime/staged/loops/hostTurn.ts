import { UseGraphError } from '../../errors.js';
import { checkpoint } from '../../trace/controlFlow.js';
import { recordTold, undo, type Write } from '../state/recording.js';
import type { OpenState } from '../state/state.js';

/** Of what a branch leaves that cannot stand beside what the other one leaves. */
const unlikeOthers = new Set(['list-element', 'undefined-in-branch']);

function isUnlike(error: unknown): boolean {
  return error instanceof UseGraphError && unlikeOthers.has(error.code);
}

/**
 * An iteration of a loop, which JavaScript has decided about. Branches in it may read elements of an array that only later
 * iterations put there, and leave what no graph can hold beside what the others leave. A loop of the graph knows what they put there.
 */
export class HostTurn {
  readonly #drop = checkpoint();
  readonly #before: readonly unknown[];
  readonly #writes: Write[] = [];

  /** `stageAll` stages the loop from its beginning on, and tells whether it could. */
  constructor(
    private readonly open: OpenState,
    private readonly stageAll: () => boolean,
  ) {
    this.#before = open.read();
  }

  /** Runs the iteration, and tells whether the loop has been staged instead. */
  run(iteration: () => void): boolean {
    let other: { readonly error: unknown } | null = null;
    const watched = () => {
      try {
        iteration();
      } catch (error) {
        // What the program throws leaves what has been assigned.
        if (isUnlike(error)) throw error;
        other = { error };
      }
    };
    const isStaged = this.orFromStart(() => recordTold(watched, this.#writes));
    if (other !== null) throw (other as { readonly error: unknown }).error;
    return isStaged;
  }

  /** Does what comes next, and tells whether the loop has been staged from its beginning on instead. */
  orFromStart(next: () => void): boolean {
    try {
      next();
      return false;
    } catch (error) {
      if (!isUnlike(error)) throw error;
      this.#drop();
      undo(this.#writes);
      this.open.write(this.#before);
      if (!this.stageAll()) throw error;
      return true;
    }
  }
}
