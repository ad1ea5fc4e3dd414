import { noElementMessage } from './outside.js';
import { withParts } from './structure.js';
import { Variant } from './variant.js';

/**
 * An object, function or text as a loop carries it that iterations have read of an array, which may have none there: whether
 * it is there, and what it is. The program sees the element itself, and is told where it asks (`outside.ts`).
 */
export class OptionalElement extends Variant {
  constructor(isThere: unknown, element: unknown) {
    super(isThere, element, undefined, noElementMessage);
  }

  override [withParts]([isThere, element]: readonly unknown[]): OptionalElement {
    return new OptionalElement(isThere, element);
  }
}

/** The element itself, where the other state has nothing that says whether it is there. */
export function elementBeside(value: unknown, counterpart: unknown): unknown {
  const isApart = value instanceof OptionalElement && !(counterpart instanceof Variant);
  return isApart ? value.one : value;
}
