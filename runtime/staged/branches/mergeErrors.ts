import type { Tensor } from '@tensorflow/tfjs-core';
import { StagingError, type UseGraphError } from '../../errors.js';
import { errorHere } from '../../trace/errorHere.js';
import { choiceIn } from '../lists/oneOfKinds.js';
import { areOfOtherLengths, describePart, makeAsLong, unlikePart } from '../lists/unlikeParts.js';
import { absentOf, Unmerged } from '../values/absent.js';
import { count, describeBoth, quoted, subject } from '../values/describeValue.js';
import { describeMissing, isNullOf, missingOfValue } from '../values/missingKind.js';
import type { Node } from '../values/structure.js';
import { dtypeOf, isTensor } from '../values/tensors.js';
import { type HostScalar, naturalDtype } from '../values/weak.js';

/** `missing` is what the branch leaves: undefined or null; `value` is what the other one does. */
export function missingInBranch(
  name: string,
  missing: unknown,
  branch: string,
  value: unknown,
): UseGraphError {
  const absent = absentOf(missing);
  if (absent instanceof Unmerged) return absent.error();
  const left = missingOfValue(missing)?.missing;
  const mayBeNull = isNullOf(left) !== false;
  if (name === 'return value' && !mayBeNull) {
    return errorHere(
      'undefined-in-branch',
      `The function returns nothing in ${branch}, but a value otherwise: a tensor decides which of them runs.`,
      'Return a value there too.',
    );
  }
  const isOfExpression = /^the (?:chosen )?value\b/.test(name);
  const [kind, none] = isText(value) ? ['a text', "''"] : ['a tensor or a number', '0'];
  return mayBeNull
    ? errorHere(
        'null-in-branch',
        `${subject(name)} is ${describeMissing(left)} at the end of ${branch}, but has a value otherwise: a tensor decides which of ` +
          'them runs.',
        isOfExpression
          ? `Give both sides ${kind}, such as ${none} in place of null, or ask first whether there is one (\`x ?? ${none}\`).`
          : `Give it ${kind} in both, and keep whether it is set in a bool of its own.`,
      )
    : errorHere(
        'undefined-in-branch',
        isOfExpression
          ? `${subject(name)} is undefined in ${branch}, but is used as if it were there: a tensor decides which side counts, so each must ` +
              'give a value.'
          : `${subject(name)} must also be initialized in ${branch}: a tensor decides which branch runs, so ` +
              'each must give it a value.',
        isOfExpression
          ? `Give both sides a value, such as ${none} in place of undefined, or ask first whether there is one (\`x ?? ${none}\`).`
          : 'Give it one before the conditional or in each branch.',
      );
}

/** What errors call two branches. */
export type BranchNames = readonly [main: string, other: string];

export function dtypesDiffer(
  [inMain, inOther]: BranchNames,
  name: string,
  main: Tensor | HostScalar,
  other: Tensor | HostScalar,
): StagingError {
  return errorHere(
    'branch-dtypes-differ',
    `${subject(name)} has dtype ${dtypeIn(main)} in ${inMain}, but dtype ${dtypeIn(other)} in ${inOther}.`,
    makeEqual(main, other),
  );
}

export function structuresDiffer(
  names: BranchNames,
  name: string,
  main: unknown,
  other: unknown,
): StagingError {
  const [inMain, inOther] = names;
  const [one, another] = describeBoth(main, other);
  return errorHere(
    'branch-structures-differ',
    `${subject(name)} must have the same nested structure in ${both(names)}, but is ${one} in ${inMain} and ` +
      `${another} in ${inOther}.`,
    makeAlike(main, other),
  );
}

function makeAlike(main: unknown, other: unknown): string {
  return Array.isArray(main) && Array.isArray(other) && main.length !== other.length
    ? 'Make the array before the conditional, and push() onto it in the branches: its length may differ then.'
    : 'Build the same structure in both branches, stack the elements into one tensor, or ask first which it is (`typeof x`, `x instanceof C`).';
}

/** `the main and else branches` */
function both([main, other]: BranchNames): string {
  const [a, b] = [main, other].map(
    (name) => / branch$/.test(name) && name.slice(0, -' branch'.length),
  );
  return a && b ? `${a} and ${b.replace(/^the /, '')} branches` : `${main} and ${other}`;
}

/** A container was changed in place, differently. */
export function sizesDiffer(
  [inMain, inOther]: BranchNames,
  name: string,
  main: Node,
  other: Node,
): StagingError {
  return errorHere(
    'branch-sizes-differ',
    `${subject(name)} holds ${count(main.children.length, 'value')} after ${inMain}, but ${other.children.length} ` +
      `after ${inOther}: a tensor decides which runs, and the size of a JavaScript collection cannot depend on it.`,
    'Add to it in both branches, or use a TensorArray, or keep the value in a variable and choose it with ?:.',
  );
}

/** An array that the branches leave with different lengths, and with elements of several kinds. */
export function elementsDiffer(name: string, elements: readonly unknown[]): StagingError {
  const [first, ...others] = elements.flatMap(kindsIn);
  const part = others.map((other) => unlikePart(first, other)).find((found) => found !== null);
  const difference = part
    ? ` (of some ${describePart(part, part.one)}, of others ${describePart(part, part.other)})`
    : '';
  return errorHere(
    'list-element',
    `The branches leave ${quoted(name)} with different lengths, and with elements that are not alike${difference}: a tensor ` +
      'decides which branch runs, so its elements must be tensors of one dtype and shape, or numbers, to be rows ' +
      'of one tensor.',
    part && areOfOtherLengths(part)
      ? makeAsLong
      : 'Use one array for each kind, or add to it in both branches.',
  );
}

/** What an element may be that tensors choose, and others themselves. */
function kindsIn(element: unknown): unknown[] {
  const choice = choiceIn(element);
  return choice === undefined ? [element] : [choice.one, choice.other].flatMap(kindsIn);
}

export function notMergeable(
  [inMain, inOther]: BranchNames,
  name: string,
  main: unknown,
  other: unknown,
): StagingError {
  const [one, another] = describeBoth(main, other);
  return errorHere(
    'branch-values-differ',
    `${subject(name)} is ${one} in ${inMain} and ${another} in ${inOther}. A tensor decides which ` +
      'branch runs, so only tensors, numbers, booleans, texts, functions, and arrays, objects and instances of classes that ' +
      'hold them may differ.',
    'Let a number stand for the choice, or use the value within the branches.',
  );
}

function isText(value: unknown): boolean {
  return typeof value === 'string' || (isTensor(value) && value.dtype === 'string');
}

/** What to do about a variable that holds values of two dtypes. */
export function makeEqual(a: unknown, b: unknown): string {
  const isBool = (value: unknown): boolean =>
    typeof value === 'boolean' || (isTensor(value) && value.dtype === 'bool');
  if (isText(a) === isText(b) && isBool(a) !== isBool(b))
    return 'Use a number from the start, 0 for false and 1 for true, where it becomes one, or tf.cast.';
  return isText(a) === isText(b)
    ? 'Make them equal, with tf.cast or by giving the dtype where the tensor is made.'
    : 'No tensor can be a text or something else: keep the text in a variable of its own, or let a number stand for it.';
}

function dtypeIn(value: Tensor | HostScalar): string {
  if (isTensor(value)) return dtypeOf(value);
  const shown = typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : String(value);
  return `${naturalDtype(value)} (${shown})`;
}

/** The error of a use of what is false after one of the branches. */
export function falseOrUse({ diagnostic }: StagingError): StagingError {
  return new StagingError(
    diagnostic.code,
    diagnostic.message,
    diagnostic.location,
    "Let it be a value of the same kind in place of false: 0, '' or null (`condition ? value : 0` for `condition && value`).",
  );
}
