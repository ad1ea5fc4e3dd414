import type { StagingError } from '../../errors.js';
import { listOf } from '../../function/signature/list.js';
import { errorHere } from '../../trace/errorHere.js';
import { describeValue, quoted, subject } from '../values/describeValue.js';
import { referredIn } from './elements.js';
import { Reference } from './references.js';
import type { StagedList } from './stagedList.js';
import { areOfOtherLengths, describePart, makeAsLong, unlikePart } from './unlikeParts.js';

/** Where a host construct would need to know how many elements there are. */
export function unknownLength(name: string): StagingError {
  return errorHere(
    'list-use',
    `${subject(name)} cannot be spread into arguments or iterated by code that is not staged: a tensor decides how long it is, in a ` +
      'branch or loop.',
    'Copy it with slice() or concat(…), take elements by index, or make it one tensor by tf.stack.',
  );
}

/** What an array of that kind cannot do. */
export function unsupportedUse(
  list: StagedList,
  use: string,
  instead = 'It can be indexed and looped over, has length and the methods of arrays but join and copyWithin, and ' +
    'becomes one tensor by tf.stack or tf.concat.',
): StagingError {
  return errorHere(
    'list-use',
    `${use} cannot be used on ${quoted(list.name)}: a tensor decides how long it is, in a branch or loop.`,
    instead,
  );
}

/** Where JavaScript goes through an array by itself. */
export function changedWhileVisited(name: string, visit: string): StagingError {
  return errorHere(
    'list-use',
    `${subject(name)} is changed while ${visit} of it goes through its elements, and a tensor decides how long it is then.`,
    `Use a loop, for (const element of ${name.includes(' ') ? '…' : name}), which sees what its iterations add and take away.`,
  );
}

/** Where an array is read whose elements are rows, copies of what another array has changed. */
export function changedElsewhere({ name, shared }: StagedList): StagingError {
  if (shared?.allTwins.length) return changedTwin(name);
  return errorHere(
    'chosen-object',
    `${subject(name)}, whose length a tensor decides, is read after an element has been changed that another array has too (a copy by ` +
      'filter(), slice() or [...list], or one that got the same object), or that has been moved: its elements ' +
      'are rows of tensors, which the change has not reached.',
    'Change the elements in the array that is read (`for (const o of list) if (…) o.x = 1`), or go on with the other.',
  );
}

function changedTwin(name: string): StagingError {
  return errorHere(
    'chosen-object',
    `${subject(name)}, whose length a tensor decides, is read after an object in it has been changed that may be there twice ` +
      '(list[i] = list[j], list.concat(list), or pushed twice): its elements are rows of tensors, of which the change has ' +
      'reached one.',
    'Put a copy in the second place (`list[i] = { ...list[j] }`), or change it before.',
  );
}

export function unlikeElement({ name, template }: StagedList, value: unknown): StagingError {
  if (mayDifferInLength(value, template)) return rowsOfOtherLengths(name);
  const found = describeValue(value);
  if (isUndefined(template))
    return notFilled(name, `here one becomes ${found}: an array of a graph cannot hold both`);
  const part = unlikePart(template, value);
  if (part === null) return unlike(name, describeValue(template), found);
  const wanted = `${describeValue(template)}, of which ${describePart(part, part.one)}`;
  const given = `one of which ${describePart(part, part.other)}`;
  return areOfOtherLengths(part)
    ? unlike(name, wanted, given, makeAsLong)
    : unlike(name, wanted, given);
}

function mayDifferInLength(value: unknown, template: unknown): boolean {
  if (!Array.isArray(value) || !Array.isArray(template)) return false;
  return listOf(value) !== undefined || value.length !== template.length;
}

/** Of arrays in an array, of which no rows can be made. */
export function rowsOfOtherLengths(name: string): StagingError {
  return errorHere(
    'list-element',
    `The elements of ${quoted(name)}, whose length a tensor decides, are arrays that may have different lengths, and hold ` +
      'objects that were there before them, or what is not alike: they become rows of tensors, which hold copies.',
    'Let them hold the indices of the objects (`row.push(i)`), or new ones, all alike (`row.push({ ...o })`).',
  );
}

/** Of tensors that two branches add. */
export function ofOtherRanks(name: string): StagingError {
  return errorHere(
    'list-element',
    `The elements of ${quoted(name)}, whose length a tensor decides, must be alike, so that they can be one tensor: its branches add ` +
      'tensors with different numbers of axes.',
    'Use one array for each kind, or make their shapes equal.',
  );
}

/** Of `new Array(length)`. */
function isUndefined(template: unknown): boolean {
  if (!(template instanceof Reference)) return false;
  const things = [...template.things.values()];
  return things.length > 0 && things.every((thing) => thing === undefined);
}

function notFilled(name: string, use: string): StagingError {
  return errorHere(
    'list-element',
    `Each element of ${quoted(name)}, whose length a tensor decides, is undefined yet, and ${use}.`,
    'Fill it when it is made, new Array(n).fill(0), or begin with [] and push() to it.',
  );
}

export function noResult({ name, template }: StagedList): StagingError {
  if (isUndefined(template)) return notFilled(name, 'no graph can return it');
  return errorHere(
    'list-element',
    `${subject(name)}, whose length a tensor decides, holds ${referredIn(template)} in each place: no graph can return it.`,
    'Return numbers that stand for it (`texts.indexOf(row.text)`, `x ?? -1`), or what is made of it; give objects the same keys.',
  );
}

export function unlike(
  name: string,
  wanted: string,
  found: string,
  suggestion = 'Use one array for each kind, or make their shapes and dtypes equal.',
): StagingError {
  return errorHere(
    'list-element',
    `The elements of ${quoted(name)}, whose length a tensor decides, must be alike, so that they can be one tensor: ` +
      `the others are ${wanted}, but here ${found} is added.`,
    suggestion,
  );
}
