import { isMissing } from '../values/absent.js';
import { NullOrUndefined } from '../values/missingKind.js';
import { type Composite, compositeKind, compositeParts, withParts } from '../values/structure.js';
import { Variant } from '../values/variant.js';
import { variantOf } from '../values/variantObjects.js';
import type { Which } from './references.js';

/**
 * An element that is an object or function of one of several kinds, or is missing: which of them it is, and what it holds if it
 * is of each of them. What is of another kind stands for nothing.
 */
export class OneOfKinds implements Composite {
  constructor(
    /** The index of its kind. */
    readonly which: Which,
    /** Each as an element that is of it; null or undefined may be one. */
    readonly kinds: readonly unknown[],
  ) {}

  get [compositeKind](): string {
    const missing = this.kinds.findIndex(isMissing);
    return missing === -1
      ? 'an element of one of several kinds'
      : `an element of one of several kinds, or ${this.kinds[missing]} (${missing})`;
  }

  [compositeParts](): readonly unknown[] {
    return [this.which, ...this.kinds.filter((kind) => !isMissing(kind))];
  }

  [withParts]([which, ...kinds]: readonly unknown[]): OneOfKinds {
    const parts = kinds.values();
    return new OneOfKinds(
      which as Which,
      this.kinds.map((kind) => (isMissing(kind) ? kind : parts.next().value)),
    );
  }
}

/** Of an object that a tensor chooses, which is no element that asks whether it is there. */
export function choiceIn(value: unknown): Variant | undefined {
  const variant = value instanceof Variant ? value : variantOf(value);
  const isChoice = variant !== undefined && variant.isThereMessage === undefined;
  return isChoice && !(variant instanceof NullOrUndefined) ? variant : undefined;
}
