import type { Tensor } from '@tensorflow/tfjs-core';
import { errorHere } from '../../trace/errorHere.js';
import { enterStaged } from '../../trace/unstagedCalls.js';
import { eq } from '../objects/equality.js';
import { requireKind } from '../values/misuse.js';
import { looped, oneOf } from './functionsInTurn.js';
import '../wiring.js';

/*
 * Control flow as functions, for code that is not staged. In a trace a tensor makes each a conditional or loop of the
 * graph; outside of one the tensor is read. What the functions assign outside of themselves is not merged: they return it.
 */

/**
 * What `thenFunction` or `elseFunction` returns, as `predicate` chooses: `tf.cond` of TensorFlow. Both must return the
 * same structure of equal dtypes.
 *
 * @param predicate a bool tensor of one element; any other value is a condition of JavaScript.
 */
export function cond<T>(predicate: unknown, thenFunction: () => T, elseFunction: () => T): T {
  enterStaged();
  requireKind('a function', thenFunction, 'cond()', 'its first branch');
  requireKind('a function', elseFunction, 'cond()', 'its second branch');
  return oneOf('function', predicate, thenFunction, elseFunction);
}

/**
 * The loop variables after the last iteration: `tf.while_loop` of TensorFlow.
 *
 * @param test takes the loop variables and returns a bool tensor of one element.
 * @param body takes the loop variables and returns the next ones, of equal dtypes and shapes.
 * @param loopVariables tensors, numbers, or arrays and objects of them.
 */
export function whileLoop<T extends unknown[]>(
  test: (...variables: T) => unknown,
  body: (...variables: T) => [...T],
  loopVariables: [...T],
  options: { readonly maximumIterations?: number } = {},
): T {
  enterStaged();
  requireKind('a function', test, 'whileLoop()', 'its test');
  requireKind('a function', body, 'whileLoop()', 'its body');
  requireKind('an array', loopVariables, 'whileLoop()', 'its loop variables');
  return looped(test, body, loopVariables, options);
}

/**
 * What the function at `index` of `branches` returns: `tf.switch_case` of TensorFlow. Where there is none,
 * `defaultFunction`, or else the last branch, is called.
 *
 * @param index a whole number or an int32 scalar.
 */
export function switchCase<T>(
  index: number | Tensor,
  branches: readonly (() => T)[],
  defaultFunction?: () => T,
): T {
  enterStaged();
  requireKind('an array', branches, 'switchCase()', 'its branches');
  const last = defaultFunction ?? branches.at(-1);
  if (last === undefined) {
    throw errorHere('no-branches', 'switchCase needs a branch.');
  }
  for (const [at, branch] of branches.entries())
    requireKind('a function', branch, 'switchCase()', `its branch ${at}`);
  requireKind('a function', last, 'switchCase()', 'its default');
  const asked = defaultFunction === undefined ? branches.slice(0, -1) : branches;
  const choose = (from: number): T => {
    const branch = asked[from];
    if (branch === undefined) return last();
    return oneOf('switch function', eq(index, from, null), branch, () => choose(from + 1));
  };
  return choose(0);
}

/**
 * What the function behind the first predicate that holds returns: `tf.case` of TensorFlow. Where none holds,
 * `defaultFunction`, or else the last one, is called.
 */
export function caseOf<T>(
  pairs: readonly (readonly [predicate: unknown, branch: () => T])[],
  defaultFunction?: () => T,
): T {
  enterStaged();
  requireKind('an array', pairs, 'caseOf()', 'its pairs of a predicate and a function');
  for (const [at, pair] of pairs.entries()) {
    requireKind(
      'an array',
      pair,
      'caseOf()',
      `pair ${at} of a predicate and a function`,
      'Put each pair in an array of its own: caseOf([[x > 0, () => x]]).',
    );
    requireKind('a function', pair[1], 'caseOf()', `the second of its pair ${at}`);
  }
  const last = defaultFunction ?? pairs.at(-1)?.[1];
  if (last === undefined) {
    throw errorHere('no-branches', 'caseOf needs a branch.');
  }
  requireKind('a function', last, 'caseOf()', 'its default');
  const asked = defaultFunction === undefined ? pairs.slice(0, -1) : pairs;
  const choose = (from: number): T => {
    const pair = asked[from];
    if (pair === undefined) return last();
    return oneOf('case function', pair[0], pair[1], () => choose(from + 1));
  };
  return choose(0);
}
