import type { StagingError } from '../../errors.js';
import { errorHere } from '../../trace/errorHere.js';
import { isTracing } from '../../trace/session.js';
import { missingLate } from '../operators/late.js';
import { describeValue } from '../values/describeValue.js';
import { markHoles, mayBeHole, mayHaveHoles } from '../values/holes.js';
import type { Variant } from '../values/variant.js';
import { variantOf } from '../values/variantObjects.js';
import { mayBeMissing } from './variantTests.js';

/* Of an array that has been in branches nobody knows whether an element that is undefined is there: who asks for that is refused. */

type Callback = (...args: unknown[]) => unknown;

const methods = (names: string): Set<unknown> =>
  new Set(names.split(' ').map((name) => Reflect.get(Array.prototype, name) as unknown));

const leavingOut = methods(
  'forEach map flatMap filter reduce reduceRight some every indexOf lastIndexOf flat',
);
const keepingHoles = methods('slice concat');

/** Refuses a method that leaves out what an array does not have, where that is not known. */
export function requireKnownHoles(f: unknown, array: readonly unknown[]): void {
  if (!isTracing() || !leavingOut.has(f) || !mayHaveHoles(array)) return;
  const index = array.findIndex(
    (element, place) => mayBeHole(array, place) || isLeftOut(variantOf(element)),
  );
  if (index >= 0) throw unknownHole(array, index, `${(f as Callback).name}()`);
}

/** An object or array that a tensor decides to be there. */
function isLeftOut(variant: Variant | undefined): boolean {
  return variant !== undefined && mayBeMissing(variant);
}

/** What a method gives that copies an array, with what is known of its holes. */
export function keepHoles<T>(f: unknown, array: readonly unknown[], copy: T): T {
  if (keepingHoles.has(f) && Array.isArray(copy) && mayHaveHoles(array)) markHoles(copy);
  return copy;
}

/** Refuses to tell whether an array has an element of its own. */
export function requireKnownElement(object: object, key: PropertyKey): void {
  if (!Array.isArray(object) || typeof key === 'symbol' || !mayHaveHoles(object)) return;
  const index = Number(key);
  const element: unknown = object[index];
  const isOpen = missingLate(element) !== undefined || isLeftOut(variantOf(element));
  if (mayBeHole(object, index) || (isOpen && Object.hasOwn(object, key)))
    throw unknownHole(object, index, 'in, Object.keys() or the like');
}

function unknownHole(array: readonly unknown[], index: number, asking: string): StagingError {
  return errorHere(
    'branch-values-differ',
    `Whether ${describeValue(array)} has an element at ${index}, or undefined, is asked here, by ${asking}: a branch or loop that a ` +
      'tensor decides about has deleted an element or assigned one, and leaves undefined where there is none.',
    'Fill the array as it is made (Array.from, fill(null)), assign null in place of delete, and ask for that.',
  );
}
