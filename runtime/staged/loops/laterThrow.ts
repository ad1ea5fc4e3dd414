import { holesIn } from '../../trace/errorText.js';
import { currentLocation } from '../../trace/session.js';
import { if_stmt } from '../branches/ifStatement.js';
import { raise } from '../exceptions/throwStatement.js';
import { try_stmt } from '../exceptions/tryStatement.js';
import { type Place, Variable } from '../state/places.js';
import { noteWrite } from '../state/recording.js';
import { noVariables, variableState } from '../state/state.js';

/**
 * What the body of a loop throws where the generator that pushes the items would catch it. JavaScript closes the generator, so that
 * its `finally` blocks run and nothing catches, and throws then: as if the body had left the loop, and the loop threw.
 */
export class LaterThrow {
  #didThrow: unknown = false;
  #error: unknown;
  /** Variables of the program: a tensor may decide about both. */
  readonly #places: readonly Place[] = [
    new Variable(
      "whether the loop's body throws",
      () => this.#didThrow,
      (known) => {
        this.#didThrow = known;
      },
      'flag',
    ),
    new Variable(
      "what the loop's body throws",
      () => this.#error,
      (known) => {
        this.#error = known;
      },
      'flag',
    ),
  ];

  /** Whether the loop has been left, which a throw does as well. */
  leaves(body: () => unknown): unknown {
    let left: unknown = false;
    const leaving = variableState(
      'whether the loop has been left',
      () => left,
      (value) => {
        left = value;
      },
      { flags: [0] },
    );
    const run = () => {
      left = body();
    };
    const keep = (error: unknown) => {
      left = true;
      for (const place of this.#places) noteWrite(place);
      this.#didThrow = true;
      this.#error = error;
    };
    try_stmt(run, keep, null, leaving, currentLocation()!);
    return left;
  }

  /** Where the generator has ended. */
  throwNow(): void {
    const error = this.#error;
    const fail = () => {
      throw raise({ value: error, holes: holesIn(error) });
    };
    if_stmt(this.#didThrow, fail, () => {}, noVariables, currentLocation());
  }
}
