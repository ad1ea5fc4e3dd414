import { currentLocation, isTracing } from '../../trace/session.js';
import { mayBeMissing, ofVariant, sidesOf } from '../objects/variantTests.js';
import { isMissing } from '../values/absent.js';
import { requiredObject, Variant, variantObject } from '../values/variant.js';
import { variantOf } from '../values/variantObjects.js';
import { thrown } from './throwStatement.js';

/**
 * The object, of which a tensor decides whether it is there, for a use that JavaScript knows of an object only: where it is
 * missing the program throws a `TypeError` with the message for what is in its place.
 */
export function presentOrThrown(value: unknown, message: (missing: unknown) => string): unknown {
  const variant = isTracing() ? variantOf(value) : undefined;
  if (variant === undefined) return value;
  if (variant.isThereMessage !== undefined) return requiredObject(variant);
  if (!mayBeMissing(variant) || isMissing(withoutMissing(value))) return value;
  throwWhereMissing(variant, message);
  return withoutMissing(value);
}

function throwWhereMissing(variant: Variant, message: (missing: unknown) => string): void {
  ofVariant(variant, (side) => {
    const inner = variantOf(side);
    if (inner !== undefined) throwWhereMissing(inner, message);
    else if (isMissing(side)) throw thrown(() => new TypeError(message(side)), currentLocation()!);
    return true;
  });
}

/** What it may be besides null and undefined; one of these where it can be nothing else. */
function withoutMissing(value: unknown): unknown {
  const variant = variantOf(value);
  if (variant === undefined || !mayBeMissing(variant)) return value;
  const [one, other = one] = sidesOf(variant).map(withoutMissing);
  if (isMissing(one)) return other;
  if (isMissing(other)) return one;
  return one === other ? one : variantObject(new Variant(variant.predicate, one, other));
}
