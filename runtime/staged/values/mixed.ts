import { knownToHold } from '../../trace/knownFlags.js';
import { isMissing } from './absent.js';
import { holdsPrimitive, ofChosen, type Variant } from './variant.js';
import { variantOf } from './variantObjects.js';

/*
 * A text or a number, as a tensor chooses (`x > 2 ? 'many' : x`): no tensor holds both, so that it is one of two values like
 * two objects of different classes (`variant.ts`), and what is made of it is made of each in its branch.
 */

/** The two values, one of which at least is a text, number or bool; undefined for anything else. */
export function mixedOf(value: unknown): Variant | undefined {
  const variant = variantOf(value);
  return variant !== undefined && holdsPrimitive(variant) ? variant : undefined;
}

/** The two values that operators are given in its place: null and undefined too are shown, compared and refused one by one. */
function sidesOf(value: unknown): Variant | undefined {
  const variant = variantOf(value);
  const isMissingAnyhow = variant !== undefined && [variant.one, variant.other].every(isMissing);
  return isMissingAnyhow ? variant : mixedOf(value);
}

/** What an operator gives for each of two values that is one of the operands; undefined where none is. */
export function ofMixed(
  operands: readonly unknown[],
  operate: (operands: readonly unknown[]) => unknown,
): { readonly result: unknown } | undefined {
  const index = operands.findIndex((operand) => sidesOf(operand) !== undefined);
  if (index === -1) return undefined;
  return {
    result: ofChosen(sidesOf(operands[index])!, (side) => operate(operands.with(index, side))),
  };
}

/** Which of the two it is, where the branches around tell that. */
export function unmixed(value: unknown): unknown {
  const mixed = mixedOf(value);
  const holds = mixed && knownToHold(mixed.predicate);
  if (holds === undefined) return value;
  return unmixed(holds ? mixed!.one : mixed!.other);
}
