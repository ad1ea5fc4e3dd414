import type { Tensor } from '@tensorflow/tfjs-core';
import { describeMissing } from '../values/missingKind.js';
import { inheriting } from '../values/primitiveMembers.js';
import { faultOfVariant, ofChosen, Variant } from '../values/variant.js';
import { missingLate } from './late.js';

/** Tensors have these too, or staged code asks for them by helpers of their own. */
const others = new Set<PropertyKey>(['length', 'toString', 'valueOf', Symbol.iterator]);
const names = Reflect.ownKeys(String.prototype).filter((name) => !others.has(name));

/** Lets the program read of a text that a tensor chooses what it would of the text. */
export const giveTextMembers = inheriting([...names, Symbol.toStringTag], (text, name) => {
  if (name !== Symbol.toStringTag) requireText(text, name);
  return String.prototype;
});

/** Null and undefined have no members: where they are in its place, the program throws. */
function requireText(text: Tensor, name: PropertyKey): void {
  const late = missingLate(text);
  if (late === undefined) return;
  ofChosen(new Variant(late.isSet, true, false), (isThere) => {
    if (isThere === true) return true;
    const value = describeMissing(late.missing);
    throw faultOfVariant(`Cannot read properties of ${value} (reading '${String(name)}')`);
  });
}
