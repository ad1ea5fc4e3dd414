import type { Tensor } from '@tensorflow/tfjs-core';
import type { StagingError } from '../../errors.js';
import type { Shape, SourceLocation } from '../../graph/types.js';
import { errorHere } from '../../trace/errorHere.js';
import { currentLocation, isTracing, within } from '../../trace/session.js';
import { nodesAdded } from '../../trace/tracer.js';
import { warn } from '../../warnings.js';
import { definite } from '../values/construct.js';
import { describeValue } from '../values/describeValue.js';
import { requireKind } from '../values/misuse.js';
import { isTensor } from '../values/tensors.js';

/** What `setLoopOptions` said about the loop whose body runs. */
export interface LoopOptions {
  maximumIterations: number | null;
  readonly invariants: Map<Tensor, Shape>;
}

/** None for a loop that JavaScript runs, and undefined outside of loops. */
let current: LoopOptions | null | undefined;

/** Runs the body of a loop, which may set its options. Loops that JavaScript runs have none. */
export function withLoopOptions<T>(options: LoopOptions | null, body: () => T): T {
  const outer = current;
  current = options;
  try {
    return body();
  } finally {
    current = outer;
  }
}

/** Runs an iteration that stands for itself in the graph, counted from zero. */
export function inIteration<T>(index: number, construct: string, body: () => T): T {
  const before = nodesAdded();
  const result = within(`iteration ${index + 1} of ${definite(construct)}`, body);
  if (index === manyUnrolled && nodesAdded() > before) warnOfUnrolling(construct);
  return result;
}

/** After so many iterations a graph takes long to make, if the loop ends at all. */
const manyUnrolled = 10_000;
const warned = new Set<SourceLocation | null>();

function warnOfUnrolling(construct: string): void {
  const place = currentLocation();
  if (warned.has(place)) return;
  warned.add(place);
  warn(
    'unrolled-loop',
    `JavaScript decides how often ${definite(construct)} runs, and each of its iterations is a part of the graph: ` +
      `more than ${manyUnrolled} so far.`,
    place,
    'Loop over a range(n) of use-graph or over a tensor, or let a tensor decide when it ends: then its body is traced once.',
  );
}

export function newLoopOptions(): LoopOptions {
  return { maximumIterations: null, invariants: new Map() };
}

/**
 * Says how the loop may run in whose body it is the first statement; for a loop that no tensor decides about it means
 * nothing. `tf.autograph.experimental.set_loop_options` of TensorFlow.
 *
 * @param options.maximumIterations at most so many iterations, whatever the test says.
 * @param options.shapeInvariants pairs of a loop variable and the shape (or `tensorSpec`) that it has in every iteration;
 *   `null` for a size that changes, or for all sizes.
 * @throws StagingError where an option is not of this form, or no loop is around.
 */
export function setLoopOptions(options: {
  readonly maximumIterations?: number;
  readonly shapeInvariants?: readonly (readonly [unknown, Shape | { readonly shape: Shape }])[];
}): void {
  if (current === undefined && isTracing()) {
    throw errorHere(
      'loop-options',
      'setLoopOptions() stands outside of a loop, and says nothing of any.',
      'Make it the first statement of the body of the loop that it is about.',
    );
  }
  if (current == null) return;
  requireKind('an object', options, 'setLoopOptions()', 'the options');
  const { maximumIterations = null, shapeInvariants = [], ...others } = options;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw errorHere(
      'loop-options',
      `setLoopOptions() has no option '${unknown}'.`,
      'Its options are maximumIterations and shapeInvariants.',
    );
  }
  if (
    maximumIterations !== null &&
    !(Number.isInteger(maximumIterations) && maximumIterations >= 1)
  ) {
    throw errorHere(
      'loop-options',
      `maximumIterations must be a whole number of at least 1, but is ${describeValue(maximumIterations)}.`,
    );
  }
  current.maximumIterations = maximumIterations;
  if (!Array.isArray(shapeInvariants))
    throw noInvariants('Put the pairs in an array: [[x, [null, 3]]].');
  for (const pair of shapeInvariants as readonly unknown[]) {
    if (!Array.isArray(pair) || pair.length !== 2)
      throw noInvariants('Put each pair in an array of its own: [[x, [null, 3]]].');
    const [variable, given] = pair as [unknown, Shape | { readonly shape: Shape } | undefined];
    if (typeof variable === 'string')
      throw noInvariants('Write the variable itself, and not its name.');
    const shape = given === null || isDimensions(given) ? given : given?.shape;
    if (shape !== null && !isDimensions(shape))
      throw noInvariants('Put a size, or null where it varies, for each axis: [null, 3].');
    if (isTensor(variable)) current.invariants.set(variable, shape);
  }
}

function noInvariants(suggestion: string): StagingError {
  return errorHere(
    'loop-options',
    'shapeInvariants must be an array of pairs of a loop variable and a shape, such as [[x, [null, 3]]], or a tensorSpec.',
    suggestion,
  );
}

function isDimensions(shape: unknown): shape is readonly (number | null)[] {
  return Array.isArray(shape) && shape.every((size) => size === null || Number.isInteger(size));
}

/**
 * Runs one iteration of a loop that JavaScript runs. Returns whether the loop may go on: where it would be a loop of the
 * graph, `setLoopOptions` bounds it here too.
 */
export function runIteration(body: () => void, iteration: number, wouldBeStaged: boolean): boolean {
  const options = wouldBeStaged ? newLoopOptions() : null;
  withLoopOptions(options, body);
  const most = options?.maximumIterations ?? null;
  return most === null || iteration + 1 < most;
}
