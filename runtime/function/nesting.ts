import { endlessRecursion } from './concrete/tracing.js';
import type { Argument } from './signature/argument.js';
import { matchArguments } from './signature/match.js';
import type { FunctionInfo } from './signature/options.js';

/** No program that ends calls a function so deeply within itself with equal arguments, or nearly none. */
const deepest = 64;

/** The calls of one function that are being traced, one inside the other. */
export class Nesting {
  readonly #calls: (readonly Argument[])[] = [];

  constructor(readonly info: FunctionInfo) {}

  /** Runs `body`, the tracing of a call with these arguments; throws `StagingError` where the recursion has no end. */
  inside<T>(described: readonly Argument[], args: ArrayLike<unknown> | null, body: () => T): T {
    if (args !== null) {
      const equal = this.#calls.filter((call) => matchArguments(call, args, []));
      if (equal.length >= deepest) throw endlessRecursion(this.info);
    }
    this.#calls.push(described);
    try {
      return body();
    } finally {
      this.#calls.pop();
    }
  }
}
