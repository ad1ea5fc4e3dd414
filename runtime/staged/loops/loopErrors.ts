import type { Tensor } from '@tensorflow/tfjs-core';
import { StagingError, type UseGraphError } from '../../errors.js';
import { formatDimensions, type Shape } from '../../graph/types.js';
import { errorHere } from '../../trace/errorHere.js';
import type { Late } from '../../trace/late.js';
import { currentLocation } from '../../trace/session.js';
import { makeEqual } from '../branches/mergeErrors.js';
import { leavesOf } from '../lists/elements.js';
import type { Entry } from '../state/state.js';
import { absentOf, isMissing, isNull, Unmerged } from '../values/absent.js';
import { count, describeBoth, quoted, subject } from '../values/describeValue.js';
import { Instance } from '../values/instance.js';
import { isPlainObject } from '../values/structure.js';
import { dtypeOf, isTensor } from '../values/tensors.js';
import { Variant } from '../values/variant.js';
import { type HostScalar, isHostScalar, naturalDtype } from '../values/weak.js';

export function missingAfterIteration(name: string, value: unknown): UseGraphError {
  const refusal = refusalOf(value);
  if (refusal !== undefined) return refusal;
  const is = isNull(value) ? 'null' : 'undefined';
  return errorHere(
    is === 'null' ? 'null-after-iteration' : 'undefined-after-iteration',
    `${subject(name)} is ${is} at the end of the iteration of a loop that a tensor decides about.`,
    'Give it a tensor or a number there, and keep whether it is set in a bool of its own.',
  );
}

export function dtypeChanges(
  name: string,
  before: unknown,
  after: Tensor | HostScalar,
): StagingError {
  return errorHere(
    'loop-dtype-changes',
    `${subject(name)} has dtype ${dtypeIn(before)} before the loop, but dtype ${dtypeIn(after)} after one ` +
      'iteration.',
    makeEqual(before, after),
  );
}

export function shapeChanges(name: string, before: Shape, after: Shape): StagingError {
  const varying = after?.map((size, axis) => (size === before?.[axis] ? size : null));
  const remedy =
    before?.length === after?.length
      ? `To let it change, begin the loop with setLoopOptions({ shapeInvariants: [[${name}, ${JSON.stringify(varying)}]] }).`
      : `Give it its rank before the loop, for example with tf.zeros([${after?.join(', ') ?? ''}]); only sizes can be left ` +
        'open with shapeInvariants of setLoopOptions.';
  return errorHere(
    'loop-shape-changes',
    `${subject(name)} has shape ${shown(before)} before the loop, but shape ${shown(after)} after one iteration.`,
    remedy,
  );
}

export function invariantViolated(
  name: string,
  invariant: Shape,
  shape: Shape,
  when: string,
): StagingError {
  return errorHere(
    'loop-shape-invariant',
    `${subject(name)} has shape ${shown(shape)} ${when}, which does not conform with the shape invariant ${shown(invariant)}.`,
    'Put null for each size that varies.',
  );
}

export function structureChanges(name: string, before: unknown, after: unknown): UseGraphError {
  if (leavesOf(after).some(isUnseen)) return notCarried(name, before, after);
  const [one, other] = describeBoth(before, after);
  const isChosen = before instanceof Variant || after instanceof Variant;
  return errorHere(
    'loop-structure-changes',
    isChosen
      ? `${subject(name)} is another object with each iteration, with more in it or other properties: a tensor decides how often the loop runs, but it ` +
          `is ${one} before an iteration and ${other} after it.`
      : `${subject(name)} must keep its nested structure, but is ${one} before the loop and ${other} after one iteration of it.`,
    isObject(before) || isObject(after) ? `${accumulate} ${nodesByIndex}` : accumulate,
  );
}

function isObject(value: unknown): boolean {
  return value instanceof Variant || value instanceof Instance || isPlainObject(value);
}

/** What the nodes of a list or tree become that a loop builds. */
const nodesByIndex =
  'Keep the parts of nodes that refer to each other in arrays, one each, and refer to a node by its index (`key.push(x)`, ' +
  '`left[at] = key.length - 1`).';

/** An object that an iteration puts into itself, or into a part of it. */
export function doesNotSettle(names: readonly string[]): StagingError {
  const [deepest] = [...names].sort((one, other) => other.length - one.length);
  return errorHere(
    'loop-structure-changes',
    `The structure of the loop's variables changes with every iteration, at ${quoted(shortened(deepest!))} among others: a tensor ` +
      'decides how often it runs.',
    `${accumulate} ${nodesByIndex}`,
  );
}

/** What each iteration puts into what the one before has left has a long name. */
function shortened(name: string): string {
  return name.length <= longest ? name : `${name.slice(0, longest)}…`;
}

const longest = 40;

export function sizeChanges(name: string, before: number, after: number): StagingError {
  return errorHere(
    'loop-grows-collection',
    `${subject(name)} holds ${count(before, 'value')} before the loop, but ${after} after one iteration. A tensor decides ` +
      'how often the loop runs, so that no Map, Set or object may grow or shrink in it; an array may.',
    before < after ? `${accumulate} ${knownKeys}` : accumulate,
  );
}

/** A key that an iteration makes is another one in the next. */
export function keysGrow(name: string): StagingError {
  return errorHere(
    'loop-grows-collection',
    `${name === 'the properties of an object' ? 'An object' : subject(name)} gets another key with each iteration. A tensor decides how often the loop runs, so that the keys which it ` +
      'may get must be known while tracing: texts, numbers, and objects that were made before.',
    accumulate,
  );
}

export function elementsGrow(name: string, before: number): StagingError {
  return errorHere(
    'list-element',
    `${subject(name)} has ${count(before, 'element')} before the loop and more after one iteration of it: a tensor decides ` +
      'how often the loop runs, so its elements become the rows of one tensor, but they are not alike.',
    'Push tensors of one dtype and shape, numbers (or objects or arrays of them, all alike), texts or functions: one array ' +
      'for each kind.',
  );
}

/** An object that nobody can look into. */
function isUnseen(leaf: unknown): boolean {
  return typeof leaf === 'object' && !isMissing(leaf) && !isTensor(leaf);
}

/** Why what an iteration has left is of no use. */
function refusalOf(value: unknown): UseGraphError | undefined {
  const absent = absentOf(value);
  return absent instanceof Unmerged ? absent.error() : undefined;
}

export function notCarried(name: string, before: unknown, after: unknown): UseGraphError {
  const refusal = refusalOf(after);
  if (refusal !== undefined) return refusal;
  if (isMissing(before) && typeof after === 'function') return newFunctions(name);
  return new ValueChanges(name, before, after);
}

function isLeaf(value: unknown): boolean {
  return isTensor(value) || isHostScalar(value);
}

class ValueChanges extends StagingError {
  constructor(name: string, before: unknown, after: unknown) {
    const [one, other] = describeBoth(before, after);
    const isOtherKind = isLeaf(before) && (Array.isArray(after) || isPlainObject(after));
    super(
      'loop-value-changes',
      `${subject(name)} is ${one} before the loop and ${other} after one iteration. A tensor decides how often the ` +
        (isOtherKind
          ? 'loop runs, so it must be of one kind before and after each iteration.'
          : 'loop runs, so only tensors, numbers, booleans, texts, functions, and arrays, objects and instances of classes that ' +
            'hold them may change in it.'),
      currentLocation(),
      isOtherKind
        ? accumulate
        : 'Compute such values before or after the loop, or let a number stand for them.',
    );
  }
}

/** A variable, or a property of an object, holds a Map or Set, and another one after an iteration. */
export class CollectionReplaced extends ValueChanges {
  constructor(
    readonly entry: Entry,
    /** What the program calls it. */
    readonly place: string,
    before: object,
    after: unknown,
  ) {
    super(place, before, after);
  }
}

export function newFunctions(name: string): StagingError {
  const method = name.slice(name.lastIndexOf('.') + 1);
  const asMethod = name.includes('.')
    ? `Make it a method of the class (\`${method}(…) { … }\`), which all objects share. Or else: `
    : '';
  return errorHere(
    'loop-value-changes',
    `${subject(name)} is given a new function in each iteration: a tensor decides how often the loop runs, so the functions ` +
      'that it may hold must be known before the loop.',
    `${asMethod}Let the functions know only variables that do not change after they are made (\`const\`), and give them no properties; ` +
      'or make them before the loop, and pass what differs as an argument.',
  );
}

/** `f = (x) => g(f(x))` */
export function composedFunctions(name: string): StagingError {
  return errorHere(
    'loop-value-changes',
    `${subject(name)} is given a function in each iteration that calls the one before it: a tensor decides how often the loop ` +
      'runs, so that nobody knows how many there are.',
    'Push the functions onto an array, and call one after the other where the result is used: `for (const f of fs) x = f(x)`.',
  );
}

export function growingText(name: string): StagingError {
  return errorHere(
    'growing-text',
    `${subject(name)} is a longer text after each iteration: a tensor decides how often the loop runs, so the texts that it may be ` +
      'must be known before the loop.',
    'Push numbers that stand for the pieces onto an array (`pieces.push(code)`), return it, and make the text of that.',
  );
}

/** What a number is that an iteration leaves null or undefined, as a tensor decides. */
export function leftOut(name: string, value: unknown): Omit<Late, 'isSet'> {
  const missing = isNull(value) ? null : undefined;
  return {
    missing,
    message: `${subject(name)} is ${missing} after an iteration`,
    location: currentLocation(),
    question: {
      refusal: missingAfterIteration(name, missing),
      isAsked: false,
    },
  };
}

/** What a variable is that only an iteration gives a value; `original` is what it is before the loop. */
export function setByIteration(name: string, original: unknown): Omit<Late, 'isSet'> {
  return {
    missing: isNull(original) ? null : undefined,
    message: `loop must iterate at least once to initialize ${name}`,
    location: currentLocation(),
  };
}

const accumulate =
  'To collect one value an iteration, push it onto an array that is made before the loop (`const all = []`, ' +
  '`all.push(value)`, `tf.stack(all)`), or use a TensorArray.';

const knownKeys =
  'Give a Map or object all its keys before the loop (`new Map([["up", 0], ["down", 0]])`), so that iterations only change ' +
  'their values; instead of a Set, keep an array of booleans.';

function dtypeIn(value: unknown): string {
  if (isTensor(value)) return dtypeOf(value);
  return `${naturalDtype(value as HostScalar)} (${String(value)})`;
}

function shown(shape: Shape): string {
  return `[${formatDimensions(shape)}]`;
}
