import type { Tensor } from '@tensorflow/tfjs-core';
import type { Missing } from '../../trace/late.js';
import { isMissing, isNull } from './absent.js';
import { compositeKind, compositeParts, withParts } from './structure.js';
import { isTensor } from './tensors.js';
import { Variant, variantObject } from './variant.js';
import { variantOf } from './variantObjects.js';

/*
 * What a program sees in place of a value that is not there: null or undefined, as the code that left it out has it, or one
 * of them as a tensor decides.
 */

/** Null or undefined, as a state holds it. */
export class NullOrUndefined extends Variant {
  constructor(isNull: unknown) {
    super(isNull, null, undefined);
  }

  override get [compositeKind](): string {
    return 'null or undefined';
  }

  override [compositeParts](): readonly unknown[] {
    return [this.predicate];
  }

  override [withParts]([isNull]: readonly unknown[]): NullOrUndefined {
    return new NullOrUndefined(isNull);
  }

  /** What the program sees. */
  asValue(): unknown {
    return missingValue(missingIf(this.predicate));
  }
}

/** Whether it is null. */
export function isNullOf(missing: Missing): Tensor | boolean {
  return isTensor(missing) ? missing : missing === null;
}

/** The same, where it is null if `isNull` holds. */
export function missingIf(isNull: unknown): Missing {
  if (isTensor(isNull)) return isNull;
  return isNull === true ? null : undefined;
}

/** What the program sees there. */
export function missingValue(missing: Missing): unknown {
  return isTensor(missing) ? variantObject(new NullOrUndefined(missing)) : missing;
}

/** The same as a state holds it. */
export function missingCopy(missing: Missing): unknown {
  return isTensor(missing) ? new NullOrUndefined(missing) : missing;
}

/** What a value, or a state's copy of one, is, if it is null or undefined whatever a tensor decides. */
export function missingOfValue(value: unknown): { readonly missing: Missing } | undefined {
  if (isMissing(value)) return { missing: isNull(value) ? null : undefined };
  const variant = value instanceof Variant ? value : variantOf(value);
  return variant instanceof NullOrUndefined ? { missing: missingIf(variant.predicate) } : undefined;
}

/** For a message. */
export function describeMissing(missing: Missing): string {
  return isTensor(missing) ? 'null or undefined' : String(missing);
}
