import type { Tensor } from '@tensorflow/tfjs-core';
import type { StagingError } from '../../errors.js';
import { formatType, type SourceLocation } from '../../graph/types.js';
import { errorHere } from '../../trace/errorHere.js';
import { at, isTracing } from '../../trace/session.js';
import { requirePresent } from '../operators/operands.js';
import { describeValue } from '../values/describeValue.js';
import { unmixed } from '../values/mixed.js';
import { isPlainObject } from '../values/structure.js';
import { hasOneElement, isTensor, typeOf } from '../values/tensors.js';
import { variantOf } from '../values/variantObjects.js';
import { deleting } from './announce.js';
import { hostIndex } from './arrayElements.js';
import { isKeyed } from './items.js';
import { changeAtNumber, numberKeysOf } from './numberKeys.js';
import { changeAtText, isTextTensor } from './textKeys.js';
import { ofVariant } from './variantTests.js';

/** `delete x[key]`, where a tensor may decide which key it is. */
export function delete_item(x: unknown, given: unknown, location: SourceLocation): boolean {
  return at(location, () => {
    const key = unmixed(given);
    if (isTensor(key) && !isTensor(x)) deleteAt(x, key, location);
    else {
      const object = owner(x, key, location) as Record<PropertyKey, unknown>;
      delete object[key as PropertyKey];
    }
    return true;
  });
}

function deleteAt(x: unknown, key: Tensor, location: SourceLocation): void {
  requirePresent(x);
  const remove = (known: unknown): void => {
    delete_item(x, known, location);
  };
  const variant = variantOf(x);
  if (variant !== undefined) ofVariant(variant, (side) => delete_item(side, key, location));
  else if (isTextTensor(key) && isKeyed(x)) changeAtText(key, x, remove);
  else if (!isTracing()) remove(hostIndex(key));
  else deleteAtNumber(x, key, remove);
}

function deleteAtNumber(x: unknown, key: Tensor, remove: (key: string) => void): void {
  if (!isPlainObject(x) || !hasOneElement(key)) throw deletedByTensor(x, key);
  const keys = numberKeysOf(x);
  const change = changeAtNumber(key, x, keys, (known) => remove(String(known)), {
    mayBeNone: true,
  });
  if (change === null && keys.length > 0) throw deletedByTensor(x, key);
  change?.();
}

/** The object of `delete x[key]`, which is told that the property goes. */
export function owner<T>(x: T, key: unknown, location: SourceLocation): T {
  return at(location, () => {
    requirePresent(x);
    const variant = variantOf(x);
    if (variant !== undefined) {
      ofVariant(variant, (side) =>
        Reflect.deleteProperty(owner(side as object, key, location), key as PropertyKey),
      );
      return {} as T;
    }
    if (!isTensor(x)) {
      deleting(x, key as PropertyKey);
      return x;
    }
    throw errorHere(
      'tensor-mutation',
      `An element of ${formatType(typeOf(x))} is deleted, but a tensor is a value.`,
      'Make a new one, with tf.gather or tf.concat of slices, and assign it.',
    );
  });
}

function deletedByTensor(x: unknown, key: Tensor): StagingError {
  return errorHere(
    'index-type',
    `Which property of ${describeValue(x)} is deleted depends on ${formatType(typeOf(key))}, a tensor.`,
    'Let the properties stay, and keep numbers in them that say which of them count.',
  );
}
