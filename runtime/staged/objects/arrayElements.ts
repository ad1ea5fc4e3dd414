import {
  cast,
  equal,
  expandDims,
  logicalAnd,
  scalar,
  stack,
  type Tensor,
  where,
} from '@tensorflow/tfjs-core';
import type { StagingError } from '../../errors.js';
import { errorHere } from '../../trace/errorHere.js';
import { lateOf } from '../../trace/late.js';
import { tracedElement } from '../lists/asElement.js';
import { rowDtype } from '../lists/cellTypes.js';
import { asLong } from '../lists/columns.js';
import { hasReferences, leavesOf, structureOf } from '../lists/elements.js';
import { stagedListOf } from '../lists/heldList.js';
import { unlikeElement } from '../lists/listErrors.js';
import { openAxes, RaggedRow } from '../lists/raggedRow.js';
import { listFrom, sampleOf } from '../lists/samples.js';
import type { StagedList } from '../lists/stagedList.js';
import { readElements } from '../operators/condition.js';
import { arrayAsTensor } from '../operators/operands.js';
import { observe } from '../values/absent.js';
import { isFunction } from '../values/chosenFunction.js';
import { capitalized, describeValue, subject } from '../values/describeValue.js';
import { undefinedFiller } from '../values/filler.js';
import { isThereOf, markMayBeOutside, mayNotBeThere } from '../values/outside.js';
import { rowAt } from '../values/rows.js';
import { isPlainObject, nodeOf } from '../values/structure.js';
import { hasOneElement, isTensor, shapeOf, typeOf } from '../values/tensors.js';
import { variantOf } from '../values/variantObjects.js';
import { type HostScalar, isHostScalar, markGuess, typingOf } from '../values/weak.js';
import { isWide, numberOfWords, wordsOf } from '../values/wideInteger.js';
import { changing } from './announce.js';
import { placeIn } from './arrayPlace.js';
import { eitherNumber, eitherValue } from './eitherNumber.js';
import { atNumber, numberKeysOf } from './numberKeys.js';
import { optionalAt, withOptional } from './optionalNumbers.js';
import { orMissing } from './orMissing.js';
import { chosenFromArray, functionAt, oneAt, replacedElement, withOneAt } from './rowObjects.js';
import { asIndex, itemOf, replaced, requireInt32, valueFor, wholeNumber } from './tensorItems.js';

/** An element of a JavaScript array, or a character of a text, that a tensor chooses. */
export function elementOf(x: unknown, index: Tensor): unknown {
  const held = isPlainObject(x) && hasOneElement(index) ? inTable(x, index) : null;
  if (held !== null) return held();
  const isArray = Array.isArray(x) || ArrayBuffer.isView(x) || typeof x === 'string';
  if (!isArray || !hasOneElement(index)) return itemOf(stackedElements(x, 'indexed'), index);
  const elements: unknown[] = typeof x === 'string' ? x.split('') : [...(x as Iterable<unknown>)];
  if (elements.length === 0) return undefined;
  const position = requireInt32(index);
  const { place, isThere } = placeIn(position, elements.length);
  const optional = optionalAt(elements, { place, isThere });
  if (optional !== null) return optional();
  const element = elementAt(elements, place) ?? numberAt(x, place, isThere);
  if (isThere === null) return element;
  // The program's own object is there wherever else it is known, and what may be missing anyway is asked about that already.
  if (elements.includes(element) || mayBeMissing(element)) return orMissing(isThere, element);
  const wasThere = isThereOf(element);
  return markMayBeOutside(element, wasThere ? logicalAnd(isThere, wasThere) : isThere);
}

/** Of objects, arrays or functions, of which the place names one for sure. */
export function elementWithin(elements: readonly unknown[], place: Tensor): unknown {
  return elementAt(elements, place) ?? itemOf(stackedElements(elements, 'indexed'), place);
}

/** What is no number. */
function elementAt(array: readonly unknown[], place: Tensor): unknown {
  if (array.every(isFunction))
    return functionAt(array, (numbers) => rowAt(arrayAsTensor(numbers, null), place));
  const list = asList(array);
  return list === null ? oneAt(array, place)?.() : chosenFromArray(list.at(place), array, place);
}

/** Of numbers that the user gave no dtype none has one. */
function numberAt(x: unknown, place: Tensor, isThere: Tensor | null): Tensor {
  const wide = wideAt(x, place);
  if (wide !== null) return wide;
  const row = rowAt(stackedElements(x, 'indexed'), place);
  const element =
    isThere === null || !hasOneElement(row)
      ? row
      : where(isThere, row, undefinedFiller(typeOf(row)));
  if (!Array.isArray(x)) return element;
  markGuess(element, x as readonly (Tensor | HostScalar)[]);
  if (x.every((held) => isThereOf(held) === undefined)) return element;
  const wereThere = stack(x.map((held) => isThereOf(held) ?? scalar(true)));
  return markMayBeOutside(element, rowAt(wereThere, place));
}

/** Of a table of whole numbers, of which int32 does not hold some: float32 would round them. */
function wideAt(x: unknown, place: Tensor): Tensor | null {
  const elements = Array.isArray(x) || ArrayBuffer.isView(x) ? [...(x as Iterable<unknown>)] : [];
  if (!elements.some(isWide)) return null;
  const words = elements.map(wordsOf);
  if (!words.every((found) => found !== undefined)) return null;
  const [low, high] = (['low', 'high'] as const).map((word) =>
    rowAt(
      arrayAsTensor(
        words.map((found) => found[word]),
        null,
      ),
      place,
    ),
  );
  return numberOfWords({ low: low!, high: high! }) as Tensor;
}

/** Of an object whose keys are numbers. */
function inTable(x: Record<string, unknown>, index: Tensor): (() => unknown) | null {
  return atNumber(index, x, numberKeysOf(x), (key) => observe(x[String(key)]));
}

/** An array of arrays or objects that are all alike. */
function asList(x: unknown): StagedList | null {
  if (!Array.isArray(x) || x.length === 0 || nodeOf(x[0]) === null) return null;
  // Rows are all there, and whole.
  if (leavesOf(x).some(mayNotBeThere)) return null;
  const sample = sampleOf(x);
  if (sample === null || sample.template instanceof RaggedRow) return null;
  return hasReferences(sample.template) ? null : listFrom('an array', x, sample);
}

/** Whether it is an object, or a text, one of whose places holds null or undefined. */
function mayBeMissing(element: unknown): boolean {
  return isTensor(element) ? lateOf(element) !== undefined : variantOf(element) !== undefined;
}

export function setElement(x: unknown, index: Tensor, value: unknown): void {
  if (ArrayBuffer.isView(x)) throw cannotHoldTensors(x, 'at a tensor');
  const array = x as unknown[];
  const list = asList(array);
  if (list !== null) {
    const position = requireInt32(index);
    const updated = replacedInList(list, position, value);
    for (const place of array.keys()) {
      const isHere = equal(position, asIndex(place));
      array[place] = replacedElement(updated.at(place), array[place], value, isHere);
    }
    return;
  }
  const others = Array.isArray(x) ? withoutRows(array, requireInt32(index), value) : null;
  if (others !== null) {
    array.splice(0, array.length, ...others);
    return;
  }
  const stacked = stackedElements(x, 'changed');
  markGuess(stacked, array as readonly (Tensor | HostScalar)[]);
  const elements = asWideAs(value, stacked);
  const position = requireInt32(index);
  const next = valueFor(elements, value);
  // As rows of a tensor float32 would round them.
  const isSomeWide = [...array, value].some(isWide);
  array.forEach((before, place) => {
    const isHere = equal(position, asIndex(place));
    const element =
      (isSomeWide ? eitherValue(isHere, value, before) : null) ??
      where(isHere, next, rowAt(elements, place));
    const wereThere = [value, before].map(isThereOf);
    array[place] = markGuess(element, [stacked, value as Tensor | HostScalar]);
    if (wereThere.every((held) => held === undefined)) return;
    const [there, thereBefore] = wereThere.map((held) => held ?? scalar(true));
    markMayBeOutside(element, where(isHere, there!, thereBefore!));
  });
}

/** The elements after an assignment, where they need not be rows of a tensor. */
function withoutRows(
  array: readonly unknown[],
  index: Tensor,
  value: unknown,
): readonly unknown[] | null {
  return withOptional(array, index, value) ?? withOneAt(array, index, value)?.() ?? null;
}

/** Where the condition holds, without a branch of the graph: whether that can be. */
export function replaceNumberWhere(
  condition: Tensor,
  array: unknown,
  index: unknown,
  value: unknown,
): boolean {
  if (!Array.isArray(array) || stagedListOf(array) || !isTensor(index)) return false;
  const position = requireInt32(index);
  const elements = array.map((before, place) => {
    const isHere = logicalAnd(condition, equal(position, asIndex(place)));
    return eitherNumber(isHere, value, before);
  });
  if (elements.includes(null)) return false;
  changing(array).splice(0, array.length, ...elements);
  return true;
}

export function replacedInList(
  list: StagedList,
  index: number | Tensor,
  given: unknown,
): StagedList {
  // An iteration that no list has elements for is traced too.
  const isEmpty = list.rows.some((column) => isTensor(column) && shapeOf(column)[0] === 0);
  if (list.size === 0 || isEmpty || list.isOfNothing) return list;
  const value = list.present(given);
  const element = tracedElement(value, list.template);
  if (structureOf(element) !== structureOf(list.template))
    return replacedInList(list.widenedFor(value, element), index, given);
  const leaves = leavesOf(element);
  const open = openAxes(list.template);
  const columns = list.rows.map((column, place) => {
    if (!isTensor(column)) throw unlikeElement(list, value);
    const leaf = leaves[place] as Tensor | HostScalar;
    const [rows, row] = asLongAs(asWideAs(leaf, column), leaf, open[place]!);
    return markGuess(replaced(rows, index, row), [column, leaf]);
  });
  return list.withRows(columns).holding(element);
}

/** The rows as long as the one that is put among them, and that as long as they. */
function asLongAs(
  rows: Tensor,
  row: Tensor | HostScalar,
  open: number,
): [rows: Tensor, row: Tensor | HostScalar] {
  if (open === 0 || !isTensor(row)) return [rows, row];
  const [longer, added] = asLong(rows, expandDims(row), open);
  return [longer, rowAt(added, 0)];
}

export function listIndex(list: StagedList, index: unknown): number | Tensor {
  if (isTensor(index)) return requireInt32(index);
  const whole = wholeNumber(index);
  if (whole >= 0) return whole;
  throw errorHere(
    'index-out-of-range',
    `${subject(list.name)} is an array, which has no element ${whole}.`,
    `Count from the end with at(): ${list.name}.at(${whole}).`,
  );
}

/** Numbers of JavaScript have no dtype of their own: whole ones become what is put beside them. */
function asWideAs(value: unknown, elements: Tensor): Tensor {
  const isLeaf = isTensor(value) || isHostScalar(value);
  const dtype = isLeaf ? rowDtype(typingOf(elements), value) : null;
  return dtype === null || dtype === elements.dtype ? elements : cast(elements, dtype);
}

/** Of an assignment to an element of a typed array. */
export function cannotHoldTensors(x: object, what: 'a tensor' | 'at a tensor'): StagingError {
  return errorHere(
    'index-type',
    `An element of a ${x.constructor.name} is assigned ${what}, but a typed array holds numbers only.`,
    'Use an array, Array.from(…), or a tensor: let x = tf.tensor(…).',
  );
}

function keyByTensor(object: object, use: string): StagingError {
  return errorHere(
    'index-type',
    `${capitalized(describeValue(object))} is ${use} at a key that is a tensor: while tracing it is not known which key that is.`,
    'Use a Map, whose keys may be numbers that are tensors (`counts.set(k, (counts.get(k) ?? 0) + 1)`), or an array with a place ' +
      'for each number (`new Array(n).fill(0)`).',
  );
}

function stackedElements(x: unknown, use: string): Tensor {
  const isList = Array.isArray(x) || ArrayBuffer.isView(x);
  if (isPlainObject(x)) throw keyByTensor(x, use);
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
  throw errorHere(
    'index-type',
    `${capitalized(describeValue(x))} is ${use} at a tensor, which needs an array of numbers or of tensors of one shape.`,
    use === 'changed'
      ? 'Add to it with push, or fill it before, with what its elements will be like: new Array(n).fill(0).'
      : 'Index it with a number, or make a tensor of it.',
  );
}

export function hostIndex(index: Tensor): number {
  return readElements(requireInt32(index), 'An index')[0]!;
}
