import { equal, type Tensor } from '@tensorflow/tfjs-core';
import type { StagingError } from '../../errors.js';
import { makeList } from '../../function/signature/list.js';
import { emitAssert } from '../../trace/effects.js';
import { errorHere } from '../../trace/errorHere.js';
import { isGone } from '../../trace/heirs.js';
import { type Bounds, knownBounds } from '../../trace/knownBounds.js';
import { knownToHold } from '../../trace/knownFlags.js';
import { lateOf, markLate } from '../../trace/late.js';
import { listPerTrace } from '../../trace/perTrace.js';
import { symbolicData } from '../../trace/symbolic.js';
import { currentTracer } from '../../trace/tracer.js';
import { choose, chosenBy } from '../branches/ifStatement.js';
import { stageWhere } from '../branches/stageWhere.js';
import { noteChange, type Origin, upToDate, withHeirs } from '../lists/elementChanges.js';
import { isObjectForm, objectsIn } from '../lists/elements.js';
import { stagedListOf } from '../lists/heldList.js';
import { changedElsewhere } from '../lists/listErrors.js';
import { notePlaced, placesIn } from '../lists/objectsOfElements.js';
import { OneOfKinds } from '../lists/oneOfKinds.js';
import { RaggedRow } from '../lists/raggedRow.js';
import { Reference } from '../lists/references.js';
import { sharedOfRow } from '../lists/sharedElements.js';
import { spoilArray } from '../lists/spoiledArrays.js';
import type { StagedList } from '../lists/stagedList.js';
import { add, sub } from '../operators/arithmetic.js';
import { knowFromQuestions } from '../operators/askedLengths.js';
import { textAmong, textsOf } from '../operators/chosenText.js';
import { gt } from '../operators/comparison.js';
import { variableEntry } from '../state/state.js';
import { isMissing } from '../values/absent.js';
import {
  type Candidate,
  markAsRow,
  markChosen,
  type Row,
  type RowPlace,
} from '../values/choice.js';
import { asChosen, ChosenFunction, isFunction } from '../values/chosenFunction.js';
import { elementNode } from '../values/classInstances.js';
import type { Construct } from '../values/construct.js';
import { describeValue, quoted, subject } from '../values/describeValue.js';
import { filler, undefinedFiller } from '../values/filler.js';
import { both } from '../values/flags.js';
import { markMissing } from '../values/missing.js';
import { isNullOf, missingIf } from '../values/missingKind.js';
import { withoutQuestion } from '../values/optionalNumber.js';
import { markMayBeOutside } from '../values/outside.js';
import { nodeOf } from '../values/structure.js';
import { isTensor, isVariable } from '../values/tensors.js';
import { Variant, variantObject } from '../values/variant.js';
import { constant } from '../values/weak.js';
import { spoil } from './aliases.js';
import { composedChoice } from './composedChoice.js';
import { orMissing } from './orMissing.js';
import { changeHandles, changesOfTaken, noteHandle, noteTaken } from './rowHandles.js';
import { markNewParts } from './rowParts.js';

/**
 * The element of an array whose length a tensor decides, at an index that counts from the end where it is a negative number:
 * what is assigned to its properties is assigned to the row, which `put` does.
 */
export function rowOfList(
  array: unknown,
  index: number | Tensor,
  put: Put,
  there: There | undefined,
): unknown {
  const list = stagedListOf(array)!;
  const isFromEnd = typeof index === 'number' && index < 0;
  const place = isFromEnd ? (add(list.size, index, null) as number | Tensor) : index;
  requireFresh(list);
  if (list.shared !== undefined) listsRead().push(list);
  const mark = (row: unknown) => nameRow(array, list, put)(row as object, place, null);
  if (there !== undefined) return rowIf(list, place, there, mark);
  if (typeof index === 'number' && isTensor(list.size))
    return rowIfAny(list, isFromEnd ? -index - 1 : index, place, mark);
  const row = list.at(place);
  mark(row);
  return row;
}

/** Puts another element in the place of the one at an index. */
export type Put = (element: unknown, place: number | Tensor, before: unknown) => void;

/** Tells that the object that has been added to the array is the row at a place: what it is assigned, the row is. */
export function nameAdded(
  array: unknown,
  element: unknown,
  place: number | Tensor,
  put: Put,
): void {
  nameRow(array, stagedListOf(array)!, put)(element as object, place, null);
}

/** What tells that an object is the row at a place, where a flag holds. */
function nameRow(array: unknown, list: StagedList, put: Put): RowPlace['name'] {
  const { order, shared } = list;
  const isApart = shared?.areMade === true;
  const loops = currentTracer().loops;
  const isUnmoved = () => stagedListOf(array)?.order === order;
  const isKept = () => {
    const present = stagedListOf(array);
    return present === undefined || (!present.columns.some(isOver) && present.order === order);
  };
  const nameNow: RowPlace['name'] = (...given) =>
    nameRow(array, stagedListOf(array)!, put)(...given);
  const name: RowPlace['name'] = (element, place, when, others = []) => {
    const change: Row['put'] = (after, before, part) => {
      if (!isUnmoved()) {
        if (shared === undefined) throw movedElement(list);
        const origins = withHeirs(shared.origins.keys());
        // Wherever it is now, the rows are not what it holds: an error where they are read.
        noteChange(upToDate(origins), new Set());
        changeHandles(list, place, after, before, origins);
        return;
      }
      const present = stagedListOf(array)!;
      markNewParts(after, before, present.template);
      const twins = present.shared?.allTwins ?? [];
      const isTwin = ['', ...placesIn(part)].some((path) => twins.includes(path));
      const told = isTwin ? present.holdingTwice() : list;
      stageWhere(when ?? true, () => {
        spoilShared(told);
        changeHandles(told, place, after, before);
        put(after, place, before);
      });
    };
    markRow(element, list.template, {
      ...rowIn(list, change),
      at: { place, when, others, order, isApart, loops, name, nameNow, isUnmoved, isKept },
    });
    noteHandle(list, place, element, when);
  };
  return name;
}

function isOver(column: unknown): boolean {
  return isTensor(column) && isGone(column);
}

/** When there is an element; `message` is of the assertion where it is used all the same, without which nothing is asserted. */
export interface There {
  readonly isThere: Tensor;
  readonly message?: string;
}

/** Tells that `element` has been made of a row, and whatever it holds but what it refers to. */
function markRow(
  element: unknown,
  template: unknown,
  row: Row,
  outermost?: object,
  path = '',
): void {
  if (template instanceof RaggedRow) shareInside(element, template, row);
  if (template instanceof OneOfKinds) {
    for (const [object, kind] of objectsIn(element, template))
      markRow(object, kind, row, outermost, path);
    return;
  }
  const node = elementNode(element);
  if (node === null || template instanceof Reference) return;
  const whole = outermost ?? (element as object);
  markAsRow(element as object, row, whole);
  notePlaced(element as object, [path]);
  const { children, labels } = nodeOf(template)!;
  node.children.forEach((child, index) => {
    markRow(child, children[index], row, whole, path + labels[index]);
  });
}

/** What is changed in an array that is an element is changed in the other arrays that hold it, too. */
function shareInside(array: unknown, { template }: RaggedRow, { origins, arrays }: Row): void {
  const list = stagedListOf(array);
  if (list === undefined || list.shared !== undefined || !isObjectForm(template)) return;
  makeList(array as unknown[], list.known(sharedOfRow(origins as readonly Origin[], arrays)));
}

/** The lists of which the trace has read elements. */
export const listsRead = listPerTrace<StagedList>();

/** An object that is an element too has been changed: the rows are not what JavaScript has there. */
export function requireFresh(
  list: StagedList,
  isChanged: (object: object) => boolean = () => false,
): void {
  const { shared } = list;
  const changed = shared?.isSpoiled ? shared.objects[0] : shared?.objects.find(isChanged);
  if (changed !== undefined) throw changedElement(changed);
  if (shared?.isStale) throw changedElsewhere(list);
}

function rowIn({ shared }: StagedList, put: Row['put']): Row {
  return {
    put,
    origins: [...(shared?.origins.keys() ?? [])],
    arrays: shared?.identity ?? new Set(),
    objects: shared?.objects ?? [],
  };
}

export function changedElement(object: object): StagingError {
  return errorHere(
    'chosen-object',
    `An object that is an element of an array whose length a tensor decides (${describeValue(object)}) is changed by another ` +
      'name: its elements are rows of tensors, and no graph can tell which of them it is.',
    'Change it before it becomes an element, or the element itself (`list.at(-1).x = 1`), and read it there.',
  );
}

/** The element at an index, first or last, of an array that does not hold it any more. */
export function removedRow(list: StagedList, isLast: boolean): unknown {
  const { size } = list;
  requireFresh(list);
  const index = isLast ? (sub(size, 1, null) as number | Tensor) : 0;
  const removed = removedFrom(list, index);
  const mark = (row: unknown) => {
    markRow(row, list.template, removed);
    noteTaken(list, row);
  };
  if (isTensor(size)) return rowIfAny(list, 0, index, mark);
  const row = list.at(index);
  mark(row);
  return row;
}

function removedFrom(list: StagedList, index: number | Tensor): Row {
  const {
    objects = [],
    takenOrigins: origins = [],
    knowing = new Set<object>(),
  } = list.shared ?? {};
  const changeOthers = changesOfTaken(list, index, origins);
  const put = (after: unknown, before: unknown) => {
    for (const object of objects) spoil(object);
    changeOthers(after, before);
    noteChange(upToDate(origins), knowing);
  };
  return { put, origins, arrays: new Set(), objects };
}

function spoilShared({ shared, template }: StagedList): void {
  shared?.noteChange();
  for (const object of shared?.objects ?? []) {
    spoil(object);
    if (Array.isArray(object) && template instanceof RaggedRow)
      spoilArray(object, changedElement(object));
  }
}

function movedElement({ name }: StagedList): StagingError {
  return errorHere(
    'chosen-object',
    `An element of ${quoted(name)}, whose length a tensor decides, is changed after others have been added before it, taken away or ` +
      'put in another order: no graph can tell where it is now.',
    'Change it before, or read it anew.',
  );
}

/** In JavaScript an array has `undefined` where it has no element. */
function rowIfAny(
  list: StagedList,
  least: number,
  index: number | Tensor,
  mark: (row: unknown) => void,
): unknown {
  const isSet = gt(list.size, least, null) as Tensor;
  knowFromQuestions(list.size as Tensor, least, isSet);
  if (isRows(list) && (knownToHold(isSet) === true || boundsOf(list.size).least > least)) {
    const row = list.at(index);
    mark(row);
    return row;
  }
  const at = typeof index === 'number' ? ` ${index}` : '';
  const message = `${subject(list.name)} has no element${at}: ask first, ${list.name}[${at.trim() || 'index'}] ?? 0, or compare with its length`;
  return rowIf(list, index, { isThere: isSet, message }, mark);
}

/** Of elements that are nothing else: which object another one is, the program asks by the flag that says whether it is there. */
function isRows({ template }: StagedList): boolean {
  return !(template instanceof OneOfKinds || template instanceof Reference);
}

function boundsOf(size: number | Tensor): Bounds {
  const data = isTensor(size) ? symbolicData(size) : null;
  return data === null ? { least: 0, most: Number.POSITIVE_INFINITY } : knownBounds(data);
}

/** The element at an index, or undefined. */
function rowIf(
  list: StagedList,
  index: number | Tensor,
  { isThere, message }: There,
  mark: (row: unknown) => void,
): unknown {
  const leaves = chosenBy(
    isThere,
    () => list.leavesAt(index),
    () => list.fillers(message === undefined ? undefinedFiller : filler),
    null,
  );
  const read = list.elementOf(leaves as Tensor[]);
  const row = typeof read === 'string' ? textAmong([certain(read)]) : read;
  if (message === undefined) {
    mark(row);
    return isKnownThing(row, list) ? orMissing(isThere, row) : markMayBeOutside(row, isThere);
  }
  const late = isTensor(row) ? lateOf(row) : undefined;
  if (isTensor(row) && late === undefined) return markMissing(message, row, isThere);
  if (isTensor(row) && late?.question !== undefined) {
    const isNull = both(isThere, isNullOf(late.missing));
    const isSet = both(isThere, late.isSet) as Tensor;
    return markLate(withoutQuestion(row), { ...late, isSet, missing: missingIf(isNull) });
  }
  if ((typeof row !== 'object' && typeof row !== 'function') || row === null || isTensor(row)) {
    emitAssert(isThere, message);
    return row;
  }
  mark(row);
  return variantObject(new Variant(isThere, row, undefined, message));
}

/** Whether it is what the elements refer to, and has not been made of one of them. */
function isKnownThing(row: unknown, { template }: StagedList): boolean {
  return template instanceof Reference && [...template.things.values()].includes(row);
}

function certain(text: string): Candidate<string> {
  return { object: text, predicate: null, holds: true };
}

/** Each tells the graph a condition of its own. */
const mostElements = 64;

/** `element`, made of the rows of what `array` holds, is one of the array's objects. */
export function chosenFromArray(
  element: unknown,
  array: readonly unknown[],
  index: Tensor,
): unknown {
  const conditions = array.map((_, place) =>
    array.length > mostElements ? null : equal(index, constant(place, 'int32')),
  );
  markElement(element, array, conditions);
  return element;
}

function markElement(
  element: unknown,
  objects: readonly unknown[],
  conditions: readonly (Tensor | null)[],
): void {
  const node = nodeOf(element);
  if (node === null) return;
  markChosen(
    element as object,
    composedChoice(
      objects.map((object, place): Candidate => {
        return { object: object as object, predicate: conditions[place]!, holds: true };
      }),
    ),
  );
  node.children.forEach((child, index) => {
    const inside = objects.map((object) => nodeOf(object)!.children[index]);
    markElement(child, inside, conditions);
  });
}

/** `element` is `value` where the condition holds, and what it was elsewhere. */
export function replacedElement(
  element: unknown,
  before: unknown,
  value: unknown,
  condition: Tensor,
): unknown {
  const nodes = [element, before, value].map(nodeOf);
  if (nodes.includes(null)) return element;
  const candidates = [before, value].map((object, index): Candidate => {
    return { object: object as object, predicate: condition, holds: index === 1 };
  });
  markChosen(element as object, composedChoice(candidates));
  nodes[0]!.children.forEach((child, index) => {
    replacedElement(child, nodes[1]!.children[index], nodes[2]!.children[index], condition);
  });
  return element;
}

/** Objects and texts, which are no rows of a tensor, one of which the index chooses; null for anything else. */
export function oneAt(array: unknown, index: Tensor): (() => unknown) | null {
  if (!Array.isArray(array) || array.length === 0 || array.length > mostElements) return null;
  if (!areNoRows(array)) return null;
  const from = (place: number): unknown =>
    place === array.length - 1
      ? array[place]
      : choose(
          equal(index, constant(place, 'int32')),
          () => array[place],
          () => from(place + 1),
          elementOrOther(place),
          variableEntry('an element of the array'),
        );
  return () => from(0);
}

/** Elements in each of whose places the value is where its condition holds; null where they may be rows of a tensor. */
export function withOneAt(
  array: readonly unknown[],
  index: Tensor,
  value: unknown,
): (() => unknown[]) | null {
  if (array.length > mostElements || !areNoRows([...array, value])) return null;
  return () =>
    [...array].map((before, place) =>
      choose(
        equal(index, constant(place, 'int32')),
        () => value,
        () => before,
        elementOrOther(place),
        variableEntry('an element of the array'),
      ),
    );
}

/** Objects, functions, texts and variables, some of which may be missing. */
function areNoRows(elements: readonly unknown[]): boolean {
  return elements.every(
    (element) =>
      typeof element === 'string' ||
      isMissing(element) ||
      typeof element === 'function' ||
      (isTensor(element)
        ? textsOf(element) !== undefined || isVariable(element)
        : typeof element === 'object'),
  );
}

function elementOrOther(place: number): Construct {
  return {
    name: 'the choice of an element',
    main: { short: `the element ${place}`, long: null },
    other: { short: 'another element', long: null },
  };
}

/** The function at an index of an array of functions. */
export function functionAt(
  array: readonly unknown[],
  at: (numbers: unknown[]) => unknown,
): unknown {
  const functions = array.filter(isFunction).map(asChosen);
  const candidates = new Map(functions.flatMap((one) => [...one.candidates]));
  const which = at(functions.map((one) => one.which));
  return new ChosenFunction(which, candidates).asFunction();
}
