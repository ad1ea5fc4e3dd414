import { ExecutionError } from '../../errors.js';
import { emitThrow } from '../../trace/effects.js';
import { currentLocation } from '../../trace/session.js';
import { currentTracer, nodesAdded } from '../../trace/tracer.js';
import { endPath } from '../branches/level.js';
import type { OpenState } from '../state/state.js';
import { definite } from '../values/construct.js';
import { nodeOf } from '../values/structure.js';

/*
 * Of a branch that a tensor decides about it is not known while tracing whether it runs, so that a loop in it, which JavaScript
 * drives, may be one that never ends: `while (stack.at(-1) !== open) stack.pop()`, traced before an iteration has pushed
 * anything. JavaScript would not end either, if it ever came there: the execution does, with an error.
 */

/** Iterations after which a loop is looked at that may change nothing. */
const suspicious = 1000;
/** So many no loop has whose branch is worth being a graph: of iterations that are parts of it, and of others. */
const mostUnrolled = 5000;
const most = 100_000;

/** Watches a loop that JavaScript drives. */
export class EndlessLoop {
  #before: readonly unknown[] | null = null;
  readonly #nodesBefore = nodesAdded();

  constructor(
    private readonly open: () => OpenState,
    private readonly construct: string,
  ) {}

  /** Called before each iteration; ends the path that is being traced where the loop does not seem to end. */
  watch(iteration: number): void {
    if (iteration < suspicious || currentTracer().parent === null) return;
    if (iteration === suspicious) this.#before = this.open().read();
    else if (iteration === suspicious + 1) {
      const isStuck = areSame(this.#before!, this.open().read());
      this.#before = null;
      if (isStuck) throw this.#end();
    } else if (iteration >= mostUnrolled && nodesAdded() - this.#nodesBefore >= mostUnrolled)
      throw this.#end();
    else if (iteration === most) throw this.#end();
  }

  #end(): unknown {
    const error = new ExecutionError(
      'endless-loop',
      `JavaScript decides how often ${definite(this.construct)} runs, in a branch that a tensor decides about, and it did not end ` +
        'while tracing.',
      currentLocation(),
      'Let what its condition asks change in it, or be a tensor. Put a long loop of numbers alone before the branch.',
    );
    emitThrow(error, []);
    return endPath();
  }
}

function areSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((value, at) => isSame(value, others[at]));
}

function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  const [a, b] = [nodeOf(one), nodeOf(other)];
  return a !== null && b !== null && a.kind === b.kind && areSame(a.children, b.children);
}
