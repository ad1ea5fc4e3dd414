import type { Tensor } from '@tensorflow/tfjs-core';
import { currentLocation, isTracing } from '../../trace/session.js';
import { if_stmt } from '../branches/ifStatement.js';
import { certain } from '../operators/certain.js';
import { isChosenText, possibleTexts } from '../operators/chosenText.js';
import { noVariables } from '../state/state.js';
import { isMissing } from '../values/absent.js';
import { ownKeys, uncertainKeys } from '../values/propertyPresence.js';
import { isTensor } from '../values/tensors.js';
import { written } from './announce.js';
import { ownPresence } from './properties.js';
import { ofEachText } from './textKeys.js';

export const enumerable = { configurable: true, enumerable: true, writable: true };

/**
 * The object, or, where a tensor decides whether a property is its own or inherited, what is its own: where it is not, a copy
 * of the object has none, and the object what it inherits.
 */
export function ownProperties(object: unknown): unknown {
  if (!isTracing() || typeof object !== 'object' || object === null) return object;
  const prototype = Object.getPrototypeOf(object) as object | null;
  const isShadowing = prototype !== null && uncertainKeys(object).some((key) => key in prototype);
  return isShadowing ? copyProperties({}, object) : object;
}

/** Gives `copy`, which nobody else has, the properties of `source`, where they are there. */
export function copyProperties<T extends object>(copy: T, source: unknown): T {
  return eachProperty(copy, source, (key, value, isCertain) => {
    // A branch that assigns it has to be told; what is always done to a new object is none of the state around it.
    const given = isCertain ? value : written(value, copy, key);
    Object.defineProperty(copy, key, { ...enumerable, value: given });
  });
}

/** Calls `put` for each property of `source`, where it is there. */
export function eachProperty<T>(
  object: T,
  source: unknown,
  put: (key: PropertyKey, value: unknown, isCertain: boolean) => void,
): T {
  if (isMissing(source)) return object;
  if (isChosenText(source)) return eachCharacter(object, source, put);
  const holder = Object(source) as object;
  for (const key of ownKeys(holder)) {
    const presence = isTracing() ? ownPresence(holder, key) : true;
    const assign = () => put(key, Reflect.get(holder, key), presence === true);
    if (isTensor(presence)) if_stmt(presence, assign, () => {}, noVariables, currentLocation());
    else if (presence) assign();
  }
  return object;
}

/** A text has its characters as properties, where it is long enough. */
function eachCharacter<T>(
  object: T,
  source: Tensor,
  put: (key: PropertyKey, value: unknown, isCertain: boolean) => void,
): T {
  const lengths = possibleTexts(source)!.map((text) => text?.length ?? 0);
  for (let index = 0; index < Math.max(...lengths); index++) {
    const isThere = ofEachText(source, (text) => index < (text?.length ?? 0));
    const assign = () => {
      const character = ofEachText(source, (text) => text?.[index]);
      put(String(index), isTensor(character) ? certain(character) : character, isThere === true);
    };
    if (isTensor(isThere)) if_stmt(isThere, assign, () => {}, noVariables, currentLocation());
    else assign();
  }
  return object;
}
