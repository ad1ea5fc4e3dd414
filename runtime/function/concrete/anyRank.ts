import type { Tensor } from '@tensorflow/tfjs-core';
import { isFullyKnown, type TensorType } from '../../graph/types.js';
import { type Argument, tensorArguments, withShapes } from '../signature/argument.js';
import type { Concrete } from './concreteFunction.js';
import type { TraceEach, TraceShapes } from './eachShape.js';

export function hasUnknownRank(args: readonly Argument[]): boolean {
  return tensorArguments(args).some(({ shape }) => shape === null);
}

/** A trace for arguments of unknown rank. TensorFlow.js ops must know the rank, so there is in fact one for each. */
export function traceAnyRank(
  args: readonly Argument[],
  tensors: readonly Tensor[] | null,
  trace: TraceShapes,
  traceEach: TraceEach,
): Concrete {
  const traceFor = (given: readonly Tensor[]) =>
    trace(
      withShapes(args, (shape, index) => shape ?? given[index]!.shape.map(() => null)),
      given,
    );
  const first = tensors === null ? traceSomeRank(args, trace) : traceFor(tensors);
  return traceEach(args, first, ofAnyRank, traceFor);
}

/** Of the first rank that the function can take. */
function traceSomeRank(args: readonly Argument[], trace: TraceShapes): Concrete {
  let firstError: unknown;
  for (const rank of [1, 2, 0, 3, 4]) {
    try {
      return trace(
        withShapes(args, (shape) => shape ?? Array(rank).fill(null)),
        null,
      );
    } catch (error) {
      firstError ??= error;
    }
  }
  throw firstError;
}

/** What is known of a result whatever the ranks of the arguments: a single number stays one, all else may differ. */
function ofAnyRank({ dtype, shape }: TensorType): TensorType {
  return { dtype, shape: isFullyKnown(shape) && shape.length === 0 ? shape : null };
}
