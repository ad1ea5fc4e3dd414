import type { Tensor } from '@tensorflow/tfjs-core';
import { StagingError } from '../../errors.js';
import { isGone } from '../../trace/heirs.js';
import { knownToHold } from '../../trace/knownFlags.js';
import { absentOf, Unmerged } from './absent.js';
import { unmixed } from './mixed.js';

/**
 * False or a value that is no bool, as a tensor decides: what `condition && value` is, or a variable that only one branch
 * has given another value than false. No tensor holds a bool or a number, no variable an object or a bool: a use of it is
 * an error, apart from those that ask whether it is true, and those behind a condition that has asked.
 */
export class FalseOr extends Unmerged {
  constructor(
    readonly use: StagingError,
    readonly predicate: Tensor,
    /** What it is where the predicate holds, about which code may ask. */
    readonly value: unknown,
    /** The same where the predicate is known to hold. */
    readonly present: () => unknown,
  ) {
    super('', use);
  }

  protected override read(key: PropertyKey): unknown {
    return Reflect.get(this.#object(), key);
  }

  protected override write(key: PropertyKey, value: unknown): boolean {
    return Reflect.set(this.#object(), key, value);
  }

  #object(): object {
    const value = settled(this.placeholder);
    if (typeof value === 'object' && value !== null && value !== this.placeholder) return value;
    throw this.used();
  }
}

/** Such a value as branches leave it, in a state. */
export class FalseOrCopy {
  constructor(
    readonly use: StagingError,
    readonly predicate: Tensor,
    readonly value: unknown,
  ) {}
}

/** The error of a use of such a value. */
export function falseOrUse({ diagnostic }: StagingError): StagingError {
  return new StagingError(
    diagnostic.code,
    diagnostic.message,
    diagnostic.location,
    "Let it be a value of the same kind in place of false: 0 beside a number, '' beside a text, null beside an object (`condition ? value : 0` for `condition && value`).",
  );
}

/** Of false or a value what is known; undefined for any other value, and where the graph around it has ended. */
export function falseOrOf(value: unknown): FalseOr | undefined {
  const absent = absentOf(value);
  return absent instanceof FalseOr && !isGone(absent.predicate) ? absent : undefined;
}

/** The value itself, or false, or one of a text and a number, where the branches around tell which of them it is. */
export function settled(value: unknown): unknown {
  const falseOr = falseOrOf(value);
  const holds = falseOr && knownToHold(falseOr.predicate);
  if (holds === undefined) return unmixed(value);
  return holds ? unmixed(falseOr!.present()) : false;
}
