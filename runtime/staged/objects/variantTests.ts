import { whereChosen } from '../../trace/heirs.js';
import { knownToHold } from '../../trace/knownFlags.js';
import { choose, chosenBy } from '../branches/ifStatement.js';
import { choiceOfObject } from '../branches/stageWhere.js';
import { not } from '../operators/comparison.js';
import { variableEntry } from '../state/state.js';
import { isMissing } from '../values/absent.js';
import { both, either, inverse } from '../values/flags.js';
import { Variant, variantObject } from '../values/variant.js';
import { variantOf } from '../values/variantObjects.js';

/** `a === b`, where one of them is an object that a tensor chooses; undefined where none is. `isSame` compares two others. */
export function isSameVariant(
  a: unknown,
  b: unknown,
  isSame: (a: unknown, b: unknown) => unknown,
): unknown {
  const [variant, value] = variantOf(a) === undefined ? [variantOf(b), a] : [variantOf(a), b];
  if (variant === undefined) return undefined;
  return (
    a === b ||
    whether(variant, (object) => isSameVariant(object, value, isSame) ?? isSame(object, value))
  );
}

const ofChosen = variableEntry('the result for the object that a tensor chooses');

/** The objects that it may be here. */
export function sidesOf({ predicate, one, other }: Variant): readonly unknown[] {
  const holds = knownToHold(predicate);
  if (holds === undefined) return [one, other];
  return [holds ? one : other];
}

/** Whether null or undefined is one of those that it may be here. */
export function mayBeMissing(variant: Variant): boolean {
  return sidesOf(variant).some((side) => {
    const inner = variantOf(side);
    return inner === undefined ? isMissing(side) : mayBeMissing(inner);
  });
}

/** What `use` gives for the one chosen. */
export function ofVariant(
  variant: Variant,
  use: (object: unknown) => unknown,
  entry = ofChosen,
): unknown {
  const sides = sidesOf(variant);
  return whereChosen(() => {
    if (sides.length === 1) return use(sides[0]);
    const [one, other] = sides;
    const [inOne, inOther] = [() => use(one), () => use(other)];
    return choose(variant.predicate, inOne, inOther, choiceOfObject, entry);
  });
}

/** The two objects of which the value is one for sure, as a tensor chooses. */
export function eitherOf(value: unknown): Variant | undefined {
  const variant = variantOf(value);
  if (variant === undefined) return undefined;
  const sides = sidesOf(variant);
  if (sides.length === 1) return eitherOf(sides[0]);
  return sides.some(isMissing) ? undefined : variant;
}

/** What `list` tells of the one chosen, where that need not be the same of both. */
export function listedOf(variant: Variant, list: (object: unknown) => unknown): unknown {
  const [one, other] = [variant.one, variant.other].map((side) => {
    const inner = eitherOf(side);
    return inner === undefined ? list(side) : listedOf(inner, list);
  });
  return variantObject(new Variant(variant.predicate, one, other));
}

export type Alternatives = Pick<Variant, 'predicate' | 'one' | 'other'>;

/** What holds of the one chosen. */
export function whether(
  { predicate, one, other }: Alternatives,
  holds: (object: unknown) => unknown,
): unknown {
  const known = knownToHold(predicate);
  if (known !== undefined) return holds(known ? one : other);
  const [isOne, isOther] = [one, other].map(holds);
  if (isOne === isOther) return isOne;
  if (isOne === true && isOther === false) return predicate;
  if (isOne === false && isOther === true) return not(predicate, null);
  if (typeof isOne !== 'boolean' && typeof isOther !== 'boolean') {
    return chosenBy(
      predicate,
      () => isOne,
      () => isOther,
      null,
    );
  }
  // Where it holds, or does not, tells of the choice, too.
  return either(both(predicate, isOne), both(inverse(predicate), isOther));
}
