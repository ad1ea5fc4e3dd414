import { type Tensor, Variable } from '@tensorflow/tfjs-core';
import type { StagingError } from '../errors.js';
import { formatType } from '../graph/types.js';
import { errorHere } from './errorHere.js';

/* TensorFlow.js speaks of the `y` returned by `f()`, and of `x`, which are no names of the program's. */

export function noTensor(returned: unknown): StagingError {
  const isStructure = typeof returned === 'object' && returned !== null;
  const what = isStructure
    ? `an ${Array.isArray(returned) ? 'array' : 'object'}`
    : typeof returned === 'string'
      ? JSON.stringify(returned)
      : String(returned);
  return errorHere(
    'wrong-argument',
    `The function whose gradient is taken must return a tensor, but returned ${what}.`,
    returned === undefined
      ? 'Return the tensor, such as the loss, at its end.'
      : isStructure
        ? 'Return the one tensor whose gradient is wanted, such as the loss; add up several with tf.addN.'
        : 'Return a tensor that is computed from the argument.',
  );
}

/** TensorFlow.js would give zeros. */
export function noNumbers({ dtype, shape }: Tensor): StagingError {
  return errorHere(
    'wrong-argument',
    `The function whose gradient is taken must return numbers, but returned ${formatType({ dtype, shape })}: the gradient of a comparison is zero everywhere.`,
    'Return what is compared, such as a difference, or a smooth function of it, such as tf.sigmoid.',
  );
}

/** `unused` are those of `xs` that nothing leads from. */
export function notUsed(unused: readonly Tensor[], xs: readonly Tensor[]): StagingError {
  const areVariables = unused.every((x) => x instanceof Variable);
  return errorHere(
    'no-gradient',
    `The result of the function whose gradient is taken does not depend on ${areVariables ? variables(unused) : parameters(unused, xs)}.`,
    areVariables
      ? 'Use them inside of the function that is given to tf.variableGrads() or minimize(), in operations that have a gradient.'
      : 'Compute the result from its arguments, tf.grad((x) => tf.square(x)), in operations that have a gradient.',
  );
}

/** `any of the variables 'weight', 'bias'`; TensorFlow.js numbers those that the program has not named. */
function variables(unused: readonly Variable[] | readonly Tensor[]): string {
  const names = unused.map((x) => (x as Variable).name);
  const told = names.every((name) => /\D/.test(name))
    ? ` ${names.map((name) => `'${name}'`).join(', ')}`
    : '';
  if (names.length === 1) return told === '' ? 'the one variable' : `the variable${told}`;
  return told === '' ? `any of the ${names.length} variables` : `any of the variables${told}`;
}

function parameters(unused: readonly Tensor[], xs: readonly Tensor[]): string {
  if (xs.length === 1) return 'its argument';
  if (unused.length === xs.length) return 'any of its arguments';
  const places = unused.map((x) => xs.indexOf(x) + 1);
  return `its argument${places.length === 1 ? '' : 's'} ${places.join(' and ')}`;
}
