import type { Tensor } from '@tensorflow/tfjs-core';
import { StagingError } from '../errors.js';
import { currentLocation } from '../trace/session.js';
import { isNull } from './absent.js';
import { count, describeBoth, quoted, subject } from './describeValue.js';
import type { Node } from './structure.js';
import { dtypeOf, isTensor } from './tensors.js';
import { type HostScalar, naturalDtype } from './weak.js';

/** `missing` is what the branch leaves: undefined or null. */
export function missingInBranch(name: string, missing: unknown, branch: string): StagingError {
  return isNull(missing)
    ? new StagingError(
        'null-in-branch',
        `${subject(name)} is null at the end of the ${branch} branch of a conditional that a tensor decides, but ` +
          'has a value in the other.',
        currentLocation(),
        'Give it a tensor or a number in both, and keep whether it is set in a bool of its own.',
      )
    : new StagingError(
        'undefined-in-branch',
        `${subject(name)} must also be initialized in the ${branch} branch: a tensor decides which branch runs, so ` +
          'both must give it a value.',
        currentLocation(),
        'Give it one before the conditional or in both branches.',
      );
}

export function dtypesDiffer(
  name: string,
  main: Tensor | HostScalar,
  other: Tensor | HostScalar,
): StagingError {
  return new StagingError(
    'branch-dtypes-differ',
    `${subject(name)} has dtype ${dtypeIn(main)} in the main branch, but dtype ${dtypeIn(other)} in the else ` +
      'branch.',
    currentLocation(),
    'Make them equal, with tf.cast or by giving the dtype where the tensor is made.',
  );
}

export function structuresDiffer(name: string, main: unknown, other: unknown): StagingError {
  const [inMain, inOther] = describeBoth(main, other);
  return new StagingError(
    'branch-structures-differ',
    `${subject(name)} must have the same nested structure in the main and else branches, but is ${inMain} in the ` +
      `main branch and ${inOther} in the else branch.`,
    currentLocation(),
    'Build the same structure in both branches, or stack the elements into one tensor.',
  );
}

/** A container was changed in place, differently. */
export function sizesDiffer(name: string, main: Node, other: Node): StagingError {
  return new StagingError(
    'branch-sizes-differ',
    `${subject(name)} holds ${count(main.children.length, 'value')} after the main branch, but ${other.children.length} ` +
      'after the else branch: a tensor decides which runs, and the size of a JavaScript collection cannot depend ' +
      'on it.',
    currentLocation(),
    'Add to it in both branches, or use a TensorArray, or keep the value in a variable and choose it with ?:.',
  );
}

/** An array that the branches leave with different lengths, and with elements of several kinds. */
export function elementsDiffer(name: string): StagingError {
  return new StagingError(
    'list-element',
    `The branches leave ${quoted(name)} with different lengths, and with elements that are not alike: a tensor ` +
      'decides which branch runs, so its elements must be tensors of one dtype and shape, or numbers, to be rows ' +
      'of one tensor.',
    currentLocation(),
    'Use one array for each kind, or add to it in both branches.',
  );
}

export function notMergeable(name: string, main: unknown, other: unknown): StagingError {
  const [inMain, inOther] = describeBoth(main, other);
  return new StagingError(
    'branch-values-differ',
    `${subject(name)} is ${inMain} in the main branch and ${inOther} in the else branch. A tensor decides which ` +
      'branch runs, so only tensors, numbers, booleans, and arrays and objects of them may differ.',
    currentLocation(),
    'Let a number stand for the choice, or use the value within the branches.',
  );
}

function dtypeIn(value: Tensor | HostScalar): string {
  if (isTensor(value)) return dtypeOf(value);
  const shown = typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : String(value);
  return `${naturalDtype(value)} (${shown})`;
}
