import type { SourceLocation } from '../../graph/types.js';
import { isTracing } from '../../trace/session.js';
import { if_stmt } from '../branches/ifStatement.js';
import { stagedListOf } from '../lists/heldList.js';
import { resolved } from '../operators/presence.js';
import type { State } from '../state/state.js';
import { hasAdvanced, isGenerator, noteAdvanced, requireAdvances } from '../values/iterators.js';
import type { for_stmt } from './forStatement.js';
import { pushingTo } from './pushedLoop.js';
import { while_stmt } from './whileStatement.js';

/** What `next()` gives, time after time, of an iterator that nothing but one loop advances. */
export class Steps {
  constructor(
    readonly iterator: unknown,
    readonly next: () => unknown,
  ) {}

  /** For a loop that JavaScript runs: it goes on when the iterator is done, and leaves it open. */
  [Symbol.iterator](): Iterator<unknown> {
    return { next: () => ({ value: this.next(), done: false }) };
  }

  /** A loop over the steps that ends where its body leaves it. A generator pushes them, if it can. */
  visit(
    body: (step: unknown) => void,
    extraTest: (() => unknown) | null,
    state: State,
    location: SourceLocation | null,
    forEach: typeof for_stmt,
  ): void {
    const iterator = resolved(this.iterator);
    const give = (value: unknown) => body({ value, done: false });
    const from = (first: unknown, next: () => unknown) => {
      body(first);
      while_stmt(extraTest, () => body(next()), state, location);
    };
    const end = (result: unknown) => {
      const done = (value: unknown) => ({ value, done: true });
      const last = () => from(done(result), () => done(undefined));
      if_stmt(extraTest === null || extraTest(), last, () => {}, state, location);
    };
    if (isTracing() && stagedListOf(iterator) !== undefined) {
      forEach(iterator, give, extraTest, state, location);
      end(undefined);
      return;
    }
    if (!isTracing() || !isGenerator(iterator) || hasAdvanced(iterator)) {
      while_stmt(extraTest, () => body(this.next()), state, location);
      return;
    }
    requireAdvances(iterator);
    noteAdvanced(iterator);
    const pushing = pushingTo(give, extraTest, state, location, false);
    try {
      const first = pushing.start(iterator);
      if (first !== undefined) from(first, this.next);
      else {
        pushing.end();
        end(pushing.result);
      }
    } catch (error) {
      throw pushing.explained(error);
    }
  }
}

/** What a loop iterates that calls `next()` in its body, and nothing else does. */
export function steps(iterator: unknown, next: () => unknown): unknown {
  return new Steps(iterator, next);
}
