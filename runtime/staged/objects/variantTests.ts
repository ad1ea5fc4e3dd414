import { if_exp } from '../branches/ifStatement.js';
import { not } from '../operators/comparison.js';
import { knownToHold } from '../values/knownFlags.js';
import type { Variant } from '../values/variant.js';
import { variantOf } from '../values/variantObjects.js';

/** `a === b`, where one of them is an object that a tensor chooses; undefined where none is. `isSame` compares two others. */
export function isSameVariant(
  a: unknown,
  b: unknown,
  isSame: (a: unknown, b: unknown) => boolean,
): unknown {
  const [variant, value] = variantOf(a) === undefined ? [variantOf(b), a] : [variantOf(a), b];
  if (variant === undefined) return undefined;
  return (
    a === b ||
    whether(variant, (object) => isSameVariant(object, value, isSame) ?? isSame(object, value))
  );
}

/** `value instanceof type` */
// biome-ignore lint/complexity/noBannedTypes: any function, or what has Symbol.hasInstance
export function instance_of(value: unknown, type: Function): unknown {
  const variant = variantOf(value);
  if (variant === undefined) return value instanceof type;
  return whether(variant, (object) => instance_of(object, type));
}

/** What holds of the one chosen. */
export function whether(
  { predicate, one, other }: Variant,
  holds: (object: unknown) => unknown,
): unknown {
  const known = knownToHold(predicate);
  if (known !== undefined) return holds(known ? one : other);
  const [isOne, isOther] = [one, other].map(holds);
  if (isOne === isOther) return isOne;
  if (isOne === true && isOther === false) return predicate;
  if (isOne === false && isOther === true) return not(predicate, null);
  return if_exp(
    predicate,
    () => isOne,
    () => isOther,
    null,
  );
}
