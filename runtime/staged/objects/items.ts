import {
  add,
  cast,
  equal,
  gather,
  less,
  range as numbers,
  reshape,
  scalar,
  type Tensor,
  where,
} from '@tensorflow/tfjs-core';
import { StagingError } from '../../errors.js';
import { makeList } from '../../function/signature/list.js';
import { formatType, isFullyKnown, type SourceLocation } from '../../graph/types.js';
import { at, currentLocation, isTracing } from '../../trace/session.js';
import { and } from '../branches/logical.js';
import {
  leavesOf,
  listFrom,
  type StagedList,
  sampleOf,
  stagedListOf,
  structureOf,
  unknownLength,
  unlikeElement,
} from '../lists/stagedList.js';
import { ge, lt } from '../operators/comparison.js';
import { readElements } from '../operators/condition.js';
import { arrayAsTensor, asOperand, requirePresent } from '../operators/operands.js';
import { whereOfUnknownSize } from '../operators/unknownSizes.js';
import { absentOf } from '../values/absent.js';
import { capitalized, describeValue } from '../values/describeValue.js';
import { requireRows, rowAt, rowCount, rowPositions, rowsOf } from '../values/rows.js';
import { nodeOf, withParts } from '../values/structure.js';
import { dtypeOf, hasOneElement, isTensor, shapeOf, typeOf } from '../values/tensors.js';
import { isHostScalar, isWeak } from '../values/weak.js';
import { asWholeNumbers } from '../values/wholeNumbers.js';
import { changeAliases } from './aliases.js';
import { changing, deleting, written } from './announce.js';
import { chosenFromArray, instanceAt, replacedElement, rowOfList } from './rowObjects.js';
import { atText, changeAtText, isTextTensor } from './textKeys.js';

const nonNegative = new WeakSet<Tensor>();

/** Tells that an index cannot be negative, so that it need not be counted from the end. */
export function markNonNegative(index: Tensor): Tensor {
  nonNegative.add(index);
  return index;
}

/**
 * `x[i]`. Of a tensor: the row at a whole number or an int32 scalar, from the end where it is negative; the rows at an
 * int32 tensor or array of rank 1. Of an array at a tensor: the element, where the elements are tensors or numbers.
 */
export function get_item(x: unknown, index: unknown, location: SourceLocation | null): unknown {
  if (!isTensor(x) && !isTensor(index) && stagedListOf(x) === undefined) {
    requirePresent(x, index);
    return (x as Record<PropertyKey, unknown>)[index as PropertyKey];
  }
  return at(location, () => {
    requirePresent(x, index);
    if (isTextTensor(index) && isKeyed(x)) {
      return atText(index, x, (key) => get_item(x, key, null));
    }
    const list = stagedListOf(x);
    if (list !== undefined) return rowAtIndex(x, listIndex(list, index));
    if (isTensor(x)) return isProperty(index) ? propertyOf(x, index) : itemOf(x, index);
    const key = index as Tensor;
    return isTracing() ? elementOf(x, key) : (x as unknown[])[hostIndex(key)];
  });
}

/**
 * `x[i] = v`. Of a tensor: gives a new tensor, in which the row (or the elements under a bool mask) is `v`; `v` is
 * broadcast, and must have the tensor's dtype or one that converts to it. Anything else is changed in place and
 * returned. `constant` is the name of an `x` that cannot be assigned the new tensor.
 */
export function set_item(
  x: unknown,
  index: unknown,
  value: unknown,
  location: SourceLocation | null,
  constant?: string,
): unknown {
  if (!isTensor(x) && !isTensor(index) && stagedListOf(x) === undefined) {
    requirePresent(x, index);
    announce(x, index, value);
    (x as Record<PropertyKey, unknown>)[index as PropertyKey] = value;
    return x;
  }
  return at(location, () => {
    requirePresent(x, index, value);
    if (isTextTensor(index) && isKeyed(x)) {
      changeAtText(index, x, (key) => set_item(x, key, value, null));
      return x;
    }
    changing(x);
    if (!isTensor(x)) changeAliases(x as object, (alias) => set_item(alias, index, value, null));
    const list = stagedListOf(x);
    if (list !== undefined) {
      makeList(x as unknown[], replacedInList(list, listIndex(list, index), value));
      return x;
    }
    if (isTensor(x) && isProperty(index)) return Object.assign(x, { [index]: value });
    if (isTensor(x) && constant !== undefined) throw cannotReplace(constant);
    if (isTensor(x)) return replaced(x, index, value);
    if (isTracing()) setElement(x, index as Tensor, value);
    else (x as unknown[])[hostIndex(index as Tensor)] = value;
    return x;
  });
}

/** Whether it has properties, and not elements. */
function isKeyed(x: unknown): x is object {
  return typeof x === 'object' && !isTensor(x) && !Array.isArray(x) && !ArrayBuffer.isView(x);
}

/** Of an array its contents change, of any other object a property. */
function announce(x: unknown, index: unknown, value: unknown): void {
  if (!Array.isArray(x)) {
    written(value, x, index as PropertyKey);
    return;
  }
  changing(x);
  changeAliases(x, (alias) => set_item(alias, index, value, null));
}

function listIndex(list: StagedList, index: unknown): number | Tensor {
  if (isTensor(index)) return requireInt32(index);
  const whole = wholeNumber(index);
  if (whole >= 0) return whole;
  throw new StagingError(
    'index-out-of-range',
    `'${list.name}' is an array, which has no element ${whole}: its last element is ${list.name}.at(-1).`,
    currentLocation(),
  );
}

function replacedInList(list: StagedList, index: number | Tensor, value: unknown): StagedList {
  if (structureOf(value) !== structureOf(list.template)) throw unlikeElement(list, value);
  const leaves = leavesOf(value);
  const columns = list.columns.map((column, place) => {
    if (isTensor(column))
      return replaced(asWideColumn(column, leaves[place]), index, leaves[place]);
    throw unlikeElement(list, value);
  });
  return list[withParts]([...columns, list.size]);
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
 * `x[i]` as a part of a pattern: what is assigned to `value` is put there. `put` is given the new tensor where `x` is one,
 * or is the name of an `x` that cannot be assigned to.
 */
export function element(
  x: unknown,
  index: unknown,
  location: SourceLocation | null,
  put?: ((updated: unknown) => void) | string,
): { value: unknown } {
  return {
    set value(value: unknown) {
      const constant = typeof put === 'string' ? put : undefined;
      const updated = set_item(x, index, value, location, constant);
      if (updated !== x && typeof put === 'function') put(updated);
    },
  };
}

function cannotReplace(name: string): StagingError {
  return new StagingError(
    'constant-tensor',
    `An element of the tensor '${name}' is assigned, which makes a new tensor, but '${name}' cannot be assigned ` +
      'to.',
    currentLocation(),
    `Declare it with let, or assign the elements of a copy: let changed = ${name}.`,
  );
}

/** `key in x`. Of a tensor, and at a tensor: whether there is such a row or element. */
export function has_key(key: unknown, x: unknown, location: SourceLocation): unknown {
  if (!isTensor(key) && !isTensor(x)) {
    requirePresent(key, x);
    if (isTracing()) requireDecided(x as object, key as PropertyKey);
    return (key as PropertyKey) in (x as object);
  }
  return at(location, () => hasKey(x, key));
}

/** Where a branch has deleted it, a tensor decides whether it is there. */
function requireDecided(x: object, key: PropertyKey): void {
  const held = absentOf(Object.getOwnPropertyDescriptor(x, key)?.value);
  if (held !== undefined) throw held.error();
}

export function hasKey(x: unknown, key: unknown): unknown {
  if (isTensor(x) && isProperty(key)) return key in x;
  const isList = isTensor(x) || Array.isArray(x);
  if (!isList) {
    if (isTextTensor(key)) return atText(key, x as object, (text) => text in (x as object));
    return (key as PropertyKey) in (x as object);
  }
  const size = isTensor(x) ? rowCount(x) : x.length;
  if (isTensor(key)) return and(ge(key, 0, null), () => lt(key, size, null), null);
  const index = Number(key);
  return Number.isInteger(index) && index >= 0 && lt(index, size, null);
}

/** The object of `delete x[key]`, which is told that the property goes. */
export function owner<T>(x: T, key: unknown, location: SourceLocation): T {
  return at(location, () => {
    requirePresent(x);
    if (!isTensor(x) && isTensor(key)) throw deletedByTensor(x, key);
    if (!isTensor(x)) {
      deleting(x, key as PropertyKey);
      return x;
    }
    throw new StagingError(
      'tensor-mutation',
      `An element of ${formatType(typeOf(x))} is deleted, but a tensor is a value.`,
      currentLocation(),
      'Make a new one, with tf.gather or tf.concat of slices, and assign it.',
    );
  });
}

function deletedByTensor(x: unknown, key: Tensor): StagingError {
  return new StagingError(
    'index-type',
    `Which property of ${describeValue(x)} is deleted depends on ${formatType(typeOf(key))}, a tensor.`,
    currentLocation(),
    'Let the properties stay, and keep numbers in them that say which of them count.',
  );
}

/** What `{ ...x }` copies, and what a pattern of indices takes apart: of a tensor, its rows. */
export function properties(x: unknown, location: SourceLocation): unknown {
  return at(location, () => {
    requirePresent(x);
    const list = stagedListOf(x);
    if (list !== undefined) throw unknownLength(list.name);
    if (!isTensor(x)) return x;
    return x.shape.length === 0 ? {} : rowsOf(x);
  });
}

/** A name such as 'shape' is the tensor's own property; '0' is an index. */
function isProperty(index: unknown): index is string | symbol {
  return typeof index === 'symbol' || (typeof index === 'string' && !/^-?\d+$/.test(index));
}

function propertyOf(tensor: Tensor, name: string | symbol): unknown {
  return (tensor as unknown as Record<string | symbol, unknown>)[name];
}

function itemOf(x: Tensor, index: unknown): Tensor {
  requireRows(x);
  if (Array.isArray(index) || ArrayBuffer.isView(index))
    return itemOf(x, arrayAsTensor(index, null));
  if (!isTensor(index)) return hostItem(x, wholeNumber(index));
  const position = requireInt32(index);
  if (index.shape.length > 1) {
    throw new StagingError(
      'index-type',
      `An index must be a scalar or have one axis, but is ${formatType(typeOf(index))}.`,
      currentLocation(),
      'Use tf.gather or tf.gatherND.',
    );
  }
  return gather(x, fromStart(position, rowCount(x)));
}

function hostItem(x: Tensor, index: number): Tensor {
  const [size] = shapeOf(x);
  if (size === null || size === undefined)
    return rowAt(x, index >= 0 ? index : add(rowCount(x) as Tensor, asIndex(index)));
  requireWithin(index, size);
  return rowAt(x, index < 0 ? index + size : index);
}

function replaced(x: Tensor, index: unknown, value: unknown): Tensor {
  requireRows(x);
  const isMask = isTensor(index) && index.dtype === 'bool';
  const mask = isMask ? givenMask(x, index) : rowMask(x, index);
  const next = valueFor(x, value);
  if (!isMask) requireFits(next, x);
  return isFullyKnown(shapeOf(x)) ? where(mask, next, x) : whereOfUnknownSize(mask, next, x);
}

/** A row takes what broadcasts to its own shape. */
function requireFits(value: Tensor, x: Tensor): void {
  const [given, row] = [shapeOf(value), shapeOf(x).slice(1)];
  const fits = given.every((size, axis) => {
    const own = row[axis + row.length - given.length];
    return own === null || size === null || size === 1 || size === own;
  });
  if (fits) return;
  throw new StagingError(
    'incompatible-inputs',
    `${formatType(typeOf(value))} is assigned to an element of ${formatType(typeOf(x))}, whose shape is [${row}].`,
    currentLocation(),
    'Assign a value of that shape, or one that broadcasts to it.',
  );
}

/** Where the elements of `x` lie under a mask of its leading axes. */
function givenMask(x: Tensor, mask: Tensor): Tensor {
  const missing = x.shape.length - mask.shape.length;
  return missing <= 0
    ? mask
    : reshape(mask, [...mask.shape, ...new Array<number>(missing).fill(1)]);
}

function rowMask(x: Tensor, index: unknown): Tensor {
  const [size = null, ...rest] = shapeOf(x);
  if (size === null) {
    const position = isTensor(index) ? index : asIndex(wholeNumber(index));
    const column = reshape(rowPositions(x), [-1, ...rest.map(() => 1)]);
    return equal(column, fromStart(reshape(requireInt32(position), []), rowCount(x)));
  }
  const position = positionIn(index, size);
  const column = reshape(numbers(0, size, 1, 'int32'), [size, ...rest.map(() => 1)]);
  return equal(column, position);
}

function positionIn(index: unknown, size: number): Tensor {
  if (isTensor(index) && hasOneElement(index)) {
    return fromStart(reshape(requireInt32(index), []), size);
  }
  if (isTensor(index) || typeof index === 'object') {
    throw new StagingError(
      'index-type',
      `Only one row at a time, or a bool mask, can be assigned, but the index is ${describeValue(index)}.`,
      currentLocation(),
      'Loop over the rows, or use tf.tensorScatterUpdate.',
    );
  }
  const whole = wholeNumber(index);
  requireWithin(whole, size);
  return asIndex(whole < 0 ? whole + size : whole);
}

function valueFor(x: Tensor, value: unknown): Tensor {
  const tensor = asOperand(value, x, 'An assignment to an element');
  const [from, to] = [dtypeOf(tensor), dtypeOf(x)];
  if (from === to) return tensor;
  if (to === 'float32' || (to === 'int32' && from === 'bool')) return cast(tensor, to);
  throw new StagingError(
    'element-dtype',
    `A ${from} value is assigned to an element of ${formatType(typeOf(x))}.`,
    currentLocation(),
    'Cast one of them with tf.cast.',
  );
}

/** An element of a JavaScript array, or string of numbers, that a tensor chooses. */
function elementOf(x: unknown, index: Tensor): unknown {
  const list = asList(x);
  const position = requireInt32(index);
  if (list === null)
    return instanceAt(x, position)?.() ?? itemOf(stackedElements(x, 'indexed'), index);
  const element = list.at(fromStart(position, list.size));
  return chosenFromArray(element, x as unknown[], position);
}

/** An array of arrays or objects that are all alike. */
function asList(x: unknown): StagedList | null {
  if (!Array.isArray(x) || x.length === 0 || nodeOf(x[0]) === null) return null;
  const sample = sampleOf(x);
  return sample === null ? null : listFrom('an array', x, sample);
}

function setElement(x: unknown, index: Tensor, value: unknown): void {
  if (ArrayBuffer.isView(x)) throw cannotHoldTensors(x);
  const array = x as unknown[];
  const list = asList(array);
  if (list !== null) {
    const position = fromStart(requireInt32(index), list.size);
    const updated = replacedInList(list, position, value);
    for (const place of array.keys()) {
      const isHere = equal(position, asIndex(place));
      array[place] = replacedElement(updated.at(place), array[place], value, isHere);
    }
    return;
  }
  const elements = asWideAs(value, array, stackedElements(x, 'changed'));
  const position = positionIn(index, array.length);
  const next = valueFor(elements, value);
  array.forEach((_, place) => {
    array[place] = where(equal(position, asIndex(place)), next, rowAt(elements, place));
  });
}

/** So do whole numbers in a column. */
function asWideColumn(column: Tensor, value: unknown): Tensor {
  const isGuess = isWeak(column) && column.dtype === 'int32';
  return isGuess && isTensor(value) && value.dtype === 'float32' ? cast(column, 'float32') : column;
}

/** Numbers of JavaScript have no dtype of their own: whole ones become what is put beside them. */
function asWideAs(value: unknown, array: readonly unknown[], elements: Tensor): Tensor {
  const isWhole = elements.dtype === 'int32' && array.every(isWeak);
  return isWhole && isTensor(value) && value.dtype === 'float32'
    ? cast(elements, 'float32')
    : elements;
}

function cannotHoldTensors(x: object): StagingError {
  return new StagingError(
    'index-type',
    `An element of a ${x.constructor.name} is assigned at a tensor, but a typed array holds numbers only.`,
    currentLocation(),
    'Use an array, Array.from(…), or a tensor: let x = tf.tensor(…).',
  );
}

function stackedElements(x: unknown, use: string): Tensor {
  const isList = Array.isArray(x) || ArrayBuffer.isView(x);
  const elements = isList ? [...(x as Iterable<unknown>)] : [];
  const isUniform = elements.every(
    (element) => isTensor(element) || (isHostScalar(element) && typeof element !== 'string'),
  );
  const shapes = new Set(
    elements.map((element) => (isTensor(element) ? String(element.shape) : '')),
  );
  if (isList && elements.length > 0 && isUniform && shapes.size === 1) {
    return arrayAsTensor(elements, null);
  }
  throw new StagingError(
    'index-type',
    `${capitalized(describeValue(x))} is ${use} at a tensor, which needs an array of numbers or of tensors of one shape.`,
    currentLocation(),
    use === 'changed'
      ? 'Add to it with push, or fill it before: new Array(n).fill(0), or with tensors of the shape that its elements will have.'
      : 'Index it with a number, or make a tensor of it.',
  );
}

function hostIndex(index: Tensor): number {
  return readElements(requireInt32(index), 'An index')[0]!;
}

function fromStart(index: Tensor, size: number | Tensor): Tensor {
  if (nonNegative.has(index)) return index;
  const isFromEnd = less(index, asIndex(0));
  return where(isFromEnd, add(index, isTensor(size) ? size : asIndex(size)), index);
}

function asIndex(index: number): Tensor {
  return scalar(index, 'int32');
}

function wholeNumber(index: unknown): number {
  const number = typeof index === 'string' ? Number(index) : index;
  if (Number.isInteger(number)) return number as number;
  throw new StagingError(
    'index-type',
    `A tensor is indexed with ${describeValue(index)}: an index must be a whole number or an int32 tensor.`,
    currentLocation(),
  );
}

function requireWithin(index: number, size: number): void {
  if (index >= -size && index < size) return;
  throw new StagingError(
    'index-out-of-range',
    `The index ${index} is out of range: the first axis has the size ${size}.`,
    currentLocation(),
  );
}

function requireInt32(index: Tensor): Tensor {
  const position = index.dtype === 'int32' ? index : asWholeNumbers(index);
  if (position !== null) return position;
  const isMask = index.dtype === 'bool';
  throw new StagingError(
    'index-type',
    isMask
      ? `A tensor is indexed with the mask ${formatType(typeOf(index))}: how many elements that gives is not known while ` +
          'tracing.'
      : `An index must be a whole number or an int32 tensor, but is ${formatType(typeOf(index))}.`,
    currentLocation(),
    isMask
      ? 'Use tf.where(mask, x, 0), or multiply with tf.cast(mask, x.dtype).'
      : "Cast it: tf.cast(i, 'int32').",
  );
}

/** The element of an array whose length a tensor decides, with what it is a part of. */
export function rowAtIndex(array: unknown, index: number | Tensor): unknown {
  return rowOfList(array, index, (element) => set_item(array, index, element, null));
}
