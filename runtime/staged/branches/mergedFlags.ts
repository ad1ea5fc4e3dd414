import type { Tensor } from '@tensorflow/tfjs-core';
import { areOpposite, implies, negated } from '../../trace/knownFlags.js';
import { lateOf } from '../../trace/late.js';
import { currentTracer } from '../../trace/tracer.js';
import { dtypeOf, isTensor } from '../values/tensors.js';
import type { Merged } from './choices.js';
import { type Flag, sidesOf } from './mergedSides.js';

export function isFlag(value: unknown): value is Flag {
  if (typeof value === 'boolean') return true;
  return (
    isTensor(value) && dtypeOf(value) === 'bool' && value.rank === 0 && lateOf(value) === undefined
  );
}

/**
 * What two branches make of bools. Those that are the same, or each other's negation, are so after the branches as well, so
 * that who asks one of them knows the others: whether there is an error, and so no result.
 */
export class MergedFlags {
  readonly #known: { a: Flag; b: Flag; finish: Merged }[] = [];

  constructor(
    private readonly predicate: Tensor,
    /** Makes a result of the conditional. */
    private readonly output: (a: Flag, b: Flag) => Merged,
  ) {}

  merge(a: Flag, b: Flag): Merged {
    const known = this.#known.find((flag) => Object.is(flag.a, a) && Object.is(flag.b, b));
    if (known !== undefined) return known.finish;
    const finish = once(this.#opposite(a, b) ?? this.#merged(a, b));
    this.#known.push({ a, b, finish });
    return finish;
  }

  /** The negation of one that is known. */
  #opposite(a: Flag, b: Flag): Merged | null {
    if (a === true && b === false) return () => this.predicate;
    if (a === false && b === true) return () => negated(this.predicate);
    const opposite = this.#known.find((flag) => areOpposite(flag.a, a) && areOpposite(flag.b, b));
    return opposite ? (results) => negated(opposite.finish(results) as Tensor) : null;
  }

  #merged(a: Flag, b: Flag): Merged {
    const output = this.output(a, b);
    return (results) => {
      const result = output(results);
      if (isTensor(result)) {
        sidesOf.set(result, { predicate: this.predicate, a, b });
        this.#tell(result, a, b, true);
        this.#tell(result, b, a, false);
      }
      return result;
    };
  }

  /** Where the result is not what one branch leaves for sure, the other one has run. */
  #tell(result: Tensor, left: Flag, other: Flag, isMain: boolean): void {
    if (isTensor(left)) return;
    implies(result, !left, { predicate: this.predicate, holds: !isMain });
    // What a branch has made nobody asks behind it.
    if (isTensor(other) && currentTracer().knows(other))
      implies(result, !left, { predicate: other, holds: !left });
  }
}

function once(merged: Merged): Merged {
  let result: unknown;
  return (results) => {
    result ??= merged(results);
    return result;
  };
}
