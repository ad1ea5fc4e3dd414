import { isTracing } from '../../trace/session.js';
import { currentTry } from '../branches/guardedTry.js';
import { if_stmt } from '../branches/ifStatement.js';
import { leavingBy } from '../exceptions/tryStatement.js';
import { noVariables, type State } from '../state/state.js';
import { assigned } from '../state/writes.js';
import { isGenerator } from '../values/iterators.js';
import { closerOf } from './iteratorProtocol.js';

/**
 * JavaScript closes an iterator where the body of the loop throws that takes its items, and not where it throws itself. A tensor
 * may decide about both, and all items are taken before: only then the iterator can be told.
 */
export class Closing {
  #isInBody: unknown = false;

  constructor(private readonly iterator: Iterator<unknown>) {}

  /** Said before each run of the body, and after it. */
  setInBody(value: boolean): void {
    this.#isInBody = assigned(
      value,
      'whether the body of the loop runs',
      () => this.#isInBody,
      (known) => {
        this.#isInBody = known;
      },
    );
  }

  /** Closes it for the loop. */
  close(): void {
    this.setInBody(false);
    closerOf(this.iterator)?.();
  }

  run(loop: () => void, state: State): void {
    const close = () =>
      if_stmt(
        this.#isInBody,
        () => this.close(),
        () => {},
        noVariables,
        null,
      );
    leavingBy(loop, close, state);
  }
}

/** Undefined where nobody sees whether it is closed, or JavaScript sees to it. */
export function closingOf(iterator: Iterator<unknown>): Closing | undefined {
  if (!isTracing() || currentTry() === null) return undefined;
  if (isGenerator(iterator) || typeof iterator.return !== 'function') return undefined;
  return new Closing(iterator);
}
