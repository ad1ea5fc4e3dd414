import { equal, floor, type Tensor } from '@tensorflow/tfjs-core';
import type { SourceLocation } from '../../graph/types.js';
import { at, isTracing } from '../../trace/session.js';
import { stagedListOf } from '../lists/heldList.js';
import { lt } from '../operators/comparison.js';
import { requirePresent } from '../operators/operands.js';
import { primitiveType } from '../operators/primitiveType.js';
import { isMissing } from '../values/absent.js';
import { describeValue } from '../values/describeValue.js';
import { both } from '../values/flags.js';
import { rowCount } from '../values/rows.js';
import { hasOneElement, isTensor } from '../values/tensors.js';
import { faultOfVariant } from '../values/variant.js';
import { variantOf } from '../values/variantObjects.js';
import { isWhole } from '../values/wholeNumbers.js';
import { isBetween } from './listElements.js';
import { hasNumber, numbersAmongKeys } from './numberKeys.js';
import { hasProperty } from './properties.js';
import { atText, isTextTensor } from './textKeys.js';
import { mayBeMissing, ofVariant, whether } from './variantTests.js';

/** `key in x`. Of a tensor, and at a tensor: whether there is such a row or element. */
export function has_key(key: unknown, x: unknown, location: SourceLocation): unknown {
  if (!isTensor(key) && !isTensor(x)) requirePresent(key, x);
  return at(location, () => hasKey(x, key, hasProperty));
}

/** Whether there is such a property, as `ask` tells of an object and a key that are known. */
export function hasKey(
  x: unknown,
  key: unknown,
  ask: (object: object, key: PropertyKey) => unknown,
): unknown {
  const variant = variantOf(x);
  const keyIn = (object: unknown): unknown => hasKey(object, key, ask);
  if (variant !== undefined)
    return mayBeMissing(variant) ? ofVariant(variant, keyIn) : whether(variant, keyIn);
  if (isMissing(x) && isTracing())
    throw faultOfVariant(`Cannot use 'in' operator to search for ${keyText(key)} in ${String(x)}`);
  if (primitiveType(x) !== undefined)
    throw new TypeError(
      `Cannot use 'in' operator to search for ${keyText(key)} in ${describeValue(x)}`,
    );
  if (isTensor(x)) return isProperty(key) ? key in x : hasIndex(rowCount(x), key);
  if (isTensor(key) && typeof x !== 'object' && typeof x !== 'function')
    throw new TypeError(`Cannot use 'in' operator to search for ${keyText(key)} in ${String(x)}`);
  const object = x as object;
  const list = stagedListOf(object);
  if (Array.isArray(object) && (isTensor(key) || (list !== undefined && isIndex(key))))
    return hasIndex(list?.size ?? object.length, key);
  if (isTextTensor(key)) return atText(key, object, (text) => hasKey(x, text, ask));
  if (isTensor(key) && hasOneElement(key))
    return hasNumber(key, numbersAmongKeys(object), (one) => hasKey(x, String(one), ask));
  // What is no text yet would become one a second time.
  return isTracing() && (typeof key !== 'object' || key === null)
    ? ask(object, key as PropertyKey)
    : (key as PropertyKey) in object;
}

function hasIndex(size: number | Tensor, key: unknown): unknown {
  if (isTensor(key)) return both(isBetween(key, size), isWhole(key) || equal(key, floor(key)));
  return isIndex(key) && lt(Number(key), size, null);
}

/** Whether a key of the program is an index of an array. */
export function isIndex(key: unknown): boolean {
  return typeof key !== 'symbol' && String(Number(key) >>> 0) === String(key);
}

/** A name such as 'shape' is the tensor's own property; '0' is an index. */
export function isProperty(index: unknown): index is string | symbol {
  return typeof index === 'symbol' || (typeof index === 'string' && !/^-?\d+$/.test(index));
}

export function keyText(key: unknown): string {
  return isTensor(key) ? describeValue(key) : `'${String(key)}'`;
}
