import type { Tensor } from '@tensorflow/tfjs-core';
import { StagingError } from '../../errors.js';
import type { SourceLocation } from '../../graph/types.js';
import { errorHere } from '../../trace/errorHere.js';
import { asItWas, markRow, noteOverwritten, whileReadingRow } from '../../trace/overwritten.js';
import { at, isTracing } from '../../trace/session.js';
import { noteMissing } from '../branches/level.js';
import { stagedListOf } from '../lists/heldList.js';
import { isChosenText } from '../operators/chosenText.js';
import { requirePresent } from '../operators/operands.js';
import { isMissing, observe } from '../values/absent.js';
import { hasElementsByMethods } from '../values/elementsByMethods.js';
import { noteLonger } from '../values/longerArrays.js';
import { ofMixed, unmixed } from '../values/mixed.js';
import { openSize } from '../values/openSizes.js';
import { isPlainObject } from '../values/structure.js';
import { hasOneElement, isTensor, isVariable } from '../values/tensors.js';
import { faultOfVariant, requiredObject } from '../values/variant.js';
import { variantOf } from '../values/variantObjects.js';
import { assignAliases, changeAliases } from './aliases.js';
import { changing, set_property, written } from './announce.js';
import {
  cannotHoldTensors,
  elementOf,
  hostIndex,
  listIndex,
  replaceNumberWhere,
  setElement,
} from './arrayElements.js';
import { assignEnd, isBehind } from './arrayEnd.js';
import { isProperty, keyText } from './hasKey.js';
import { elementOfList, indexInOther, requireElement, setInList } from './listElements.js';
import { changeAtNumber, numberKeysOf } from './numberKeys.js';
import { itemOf, replaced } from './tensorItems.js';
import { atText, changeAtText, isTextTensor, ofText } from './textKeys.js';
import { ofVariant } from './variantTests.js';

/**
 * `x[i]`. Of a tensor: the row at a whole number or an int32 scalar, from the end where it is negative; the rows at an
 * int32 tensor or array of rank 1. Of an array at a tensor: the element, where the elements are tensors or numbers.
 */
export function get_item(given: unknown, place: unknown, location: SourceLocation | null): unknown {
  const [x, index] = [unmixed(given), unmixed(place)];
  const mixed = ofMixed([index], ([side]) => get_item(x, side, location));
  if (mixed !== undefined) return mixed.result;
  if (hasElementsByMethods(x)) requireName(index, location, 'array.read(i)');
  if (!isTensor(x) && !isTensor(index) && stagedListOf(x) === undefined) {
    requirePresent(x, index);
    const size = openSize(x, index, location);
    if (size !== undefined) return size;
    const read = () => (x as Record<PropertyKey, unknown>)[index as PropertyKey];
    if (isTracing() && isOutside(x, index)) noteMissing();
    return x === undefined || x === null ? at(location, read) : read();
  }
  return at(location, () => {
    requirePresent(x, index);
    if (x === null || x === undefined) throw nothingThere('read', x, index);
    const held = heldThere(x);
    if (held !== undefined) return get_item(held, index, null);
    if (isTextTensor(index) && isKeyed(x)) {
      return atText(index, x, (key) => get_item(x, key, null));
    }
    const list = stagedListOf(x);
    if (list !== undefined) return elementOfList(x as unknown[], list, index);
    if (isChosenText(x)) return ofText(x, keyText(index), (text) => get_item(text, index, null));
    if (isTensor(x)) return isProperty(index) ? propertyOf(x, index) : rowOf(x, index);
    const key = index as Tensor;
    const variant = variantOf(x);
    if (variant !== undefined)
      return ofVariant(variant, (side) => get_item(observe(side), key, null));
    if (!isTracing()) return (x as unknown[])[hostIndex(key)];
    // Whichever index it is, only what an earlier iteration has added can be there.
    if (Array.isArray(x) && x.length === 0) noteMissing();
    return elementOf(x, key);
  });
}

/** A TensorArray has methods for its elements: JavaScript would give it a property, which nothing reads. */
function requireName(
  index: unknown,
  location: SourceLocation | null,
  instead: 'array.read(i)' | 'array = array.write(i, value)',
): void {
  if (typeof index !== 'number' && !isTensor(index)) return;
  throw at(location, () =>
    errorHere(
      'tensor-array-element',
      'A TensorArray has no elements in brackets.',
      `Write ${instead} for the element at i.`,
    ),
  );
}

/** The row can be changed by itself, which `x` does not see. */
function rowOf(x: Tensor, index: unknown): Tensor {
  const row = isTracing() ? whileReadingRow(x, index, () => itemOf(x, index)) : itemOf(x, index);
  if (typeof index === 'number' || (isTensor(index) && hasOneElement(index)))
    markRow(row, x, index);
  return row;
}

/**
 * `x[i] = v`. Of a tensor: gives a new tensor, in which the row (or the elements under a bool mask) is `v`; `v` is
 * broadcast, and must have the tensor's dtype or one that converts to it. Anything else is changed in place and
 * returned. `constant` is the name of an `x` that cannot be assigned the new tensor, or empty where it has none.
 */
export function set_item(
  given: unknown,
  index: unknown,
  value: unknown,
  location: SourceLocation | null,
  constant?: string,
): unknown {
  const x = unmixed(given);
  if (!Object.is(x, given)) {
    set_item(x, index, value, location, constant);
    return given;
  }
  if (hasElementsByMethods(x)) requireName(index, location, 'array = array.write(i, value)');
  if (!isTensor(x) && !isTensor(index) && stagedListOf(x) === undefined) {
    requirePresent(x, index);
    if (ArrayBuffer.isView(x) && isTensor(value) && isTracing())
      throw at(location, () => cannotHoldTensors(x, 'a tensor'));
    if (isTracing()) at(location, () => announce(x, index, value));
    else announce(x, index, value);
    if (Array.isArray(x) && index === x.length) noteLonger(x);
    (x as Record<PropertyKey, unknown>)[index as PropertyKey] = value;
    return x;
  }
  return at(location, () => {
    requirePresent(x, index, value);
    const held = heldThere(x);
    if (held !== undefined) {
      set_item(held, index, value, null);
      return x;
    }
    if (isTextTensor(index) && isKeyed(x)) {
      changeAtText(index, x, (key) => set_item(x, key, value, null));
      return x;
    }
    const variant = variantOf(x);
    if (variant !== undefined) {
      ofVariant(variant, (side) => {
        if (isMissing(side)) throw nothingThere('set', observe(side), index);
        set_item(side, index, value, null);
      });
      return x;
    }
    const change = isTracing() ? changeInTable(x, index, value) : null;
    if (change !== null) {
      change();
      return x;
    }
    changing(x);
    if (!isTensor(x)) {
      const indexIn = (alias: object) => indexInOther(alias, x, index);
      changeAliases(
        x as object,
        (alias) => {
          const place = indexIn(alias);
          if (place !== null) set_item(alias, place, value, null);
        },
        (alias, isSame) => isTracing() && replaceNumberWhere(isSame, alias, indexIn(alias), value),
      );
    }
    const list = stagedListOf(x);
    if (list !== undefined) {
      setInList(x as unknown[], list, listIndex(list, index), value);
      return x;
    }
    if (isTensor(x) && isProperty(index)) return Object.assign(x, { [index]: value });
    if (isTensor(x) && constant !== undefined) throw cannotReplace(constant, isVariable(x));
    if (isTensor(x)) {
      const updated = asItWas(x, () => replaced(x, index, value));
      // The content of a variable is another value than the variable.
      if (isTracing() && !isVariable(x)) noteOverwritten(x, updated);
      return updated;
    }
    if (isTracing()) {
      const place = index as Tensor;
      if (Array.isArray(x) && isBehind(x, place)) assignEnd(x, place, value);
      else {
        if (Array.isArray(x)) requireElement(x, place, x.length);
        setElement(x, place, value);
      }
    } else (x as unknown[])[hostIndex(index as Tensor)] = value;
    return x;
  });
}

function isOutside(x: unknown, index: unknown): boolean {
  if (typeof index !== 'number' || !Array.isArray(x) || variantOf(x) !== undefined) return false;
  // Of the keys of some objects a graph only knows how many there are: who reads one is told that.
  const length: unknown = x.length;
  return typeof length === 'number' && (index < 0 || index >= length);
}

/** An array or object that may be missing, of which it is asserted that it is there; undefined for any other value. */
function heldThere(x: unknown): unknown {
  const variant = isTracing() ? variantOf(x) : undefined;
  if (variant?.isThereMessage === undefined || !isMissing(variant.other)) return undefined;
  return requiredObject(variant);
}

/** As JavaScript has it, which would ask the tensor for its text. */
function nothingThere(verb: 'read' | 'set', x: unknown, index: unknown): unknown {
  const doing = verb === 'read' ? 'reading' : 'setting';
  const message = `Cannot ${verb} properties of ${String(x)} (${doing} ${keyText(index)})`;
  return isTracing() ? faultOfVariant(message) : new TypeError(message);
}

/** Whether it has properties, and not elements. */
export function isKeyed(x: unknown): x is object {
  return typeof x === 'object' && !isTensor(x) && !Array.isArray(x) && !ArrayBuffer.isView(x);
}

/** Of an object whose keys are numbers. */
function changeInTable(x: unknown, index: unknown, value: unknown): (() => void) | null {
  if (!isTensor(index) || !hasOneElement(index) || !isPlainObject(x)) return null;
  return changeAtNumber(index, x, numberKeysOf(x), (key) => {
    set_item(x, String(key), value, null);
  });
}

/** Of an array its contents change, of any other object a property. */
function announce(x: unknown, index: unknown, value: unknown): void {
  if (!Array.isArray(x)) {
    written(value, x, index as PropertyKey);
    return;
  }
  changing(x);
  assignAliases(x, index as PropertyKey, value, (alias, assigned) => {
    const place = indexInOther(alias, x, index);
    if (place !== null) set_item(alias, place, assigned, null);
  });
}

/** The `x` of `x[i] = v`, which the program calls `name`, and hands to nobody afterwards, though others may hold what it does. */
export function unread(x: unknown, name: string, location: SourceLocation): unknown {
  if (!isTensor(x)) return x;
  throw at(location, () =>
    errorHere(
      'overwritten-tensor',
      `An element of the tensor '${name}' is assigned, which makes a new tensor in '${name}' that nobody gets: ` +
        'whoever else has the old one sees no change.',
      `Return '${name}' from the function, and assign what the call gives (y = f(y)), or assign the element of what ` +
        'holds the tensor (rows[i][j] = v).',
    ),
  );
}

/** `x[i][j] = v`: what holds a tensor that is changed gets the new one, up to `x` itself, which is returned as by `set_item`. */
export function set_nested(
  x: unknown,
  [index, ...rest]: readonly unknown[],
  value: unknown,
  location: SourceLocation | null,
  constant?: string,
): unknown {
  if (rest.length === 0) return set_item(x, index, value, location, constant);
  const held = get_item(x, index, location);
  const updated = set_nested(held, rest, value, location);
  return updated === held ? x : set_item(x, index, updated, location, constant);
}

/**
 * `x[i][j]` as a part of a pattern: what is assigned to `value` is put there. `put` is given the new tensor where `x` is one,
 * or is the name of an `x` that cannot be assigned to.
 */
export function element(
  x: unknown,
  keys: readonly unknown[],
  location: SourceLocation | null,
  put: ((updated: unknown) => void) | string,
): { value: unknown } {
  return {
    set value(value: unknown) {
      const constant = typeof put === 'string' ? put : undefined;
      const updated = set_nested(x, keys, value, location, constant);
      if (updated !== x && typeof put === 'function') put(updated);
    },
  };
}

/** `object[key][i][j]`, where the object is found by an expression that must not be evaluated twice. */
export function property_element(
  object: unknown,
  key: PropertyKey,
  keys: readonly unknown[],
  location: SourceLocation,
): { value: unknown } {
  const held = (object as Record<PropertyKey, unknown>)[key];
  return element(held, keys, location, (updated) => set_property(object, key, updated));
}

/** Where the element of a tensor is assigned that is `x`: that must still be the one whose element it was to be. */
export function same_holder(
  changed: unknown,
  x: unknown,
  name: string,
  location: SourceLocation,
): void {
  if (Object.is(changed, x)) return;
  throw new StagingError(
    'constant-tensor',
    `An element of the tensor '${name}' is assigned, which makes a new tensor, but what computes its value, or its place, has ` +
      `changed '${name}' meanwhile.`,
    location,
    `Put the value in a variable first: const value = …; ${name}[…] = value.`,
  );
}

function cannotReplace(name: string, isVariable: boolean): StagingError {
  if (name === '') {
    return errorHere(
      'constant-tensor',
      'An element of a tensor is assigned, which makes a new tensor, but the tensor is what an expression gives.',
      'Put it in a variable (let), assign its element, and put it back where it came from.',
    );
  }
  return errorHere(
    'constant-tensor',
    `An element of the tensor '${name}' is assigned, which makes a new tensor, but '${name}' cannot be assigned ` +
      'to.',
    isVariable
      ? `Assign an element of a copy, and that to the tf.Variable: let changed = ${name}; changed[…] = …; ${name}.assign(changed).`
      : `Declare it with let, or assign the elements of a copy: let changed = tf.clone(${name}).`,
  );
}

function propertyOf(tensor: Tensor, name: string | symbol): unknown {
  return (tensor as unknown as Record<string | symbol, unknown>)[name];
}
