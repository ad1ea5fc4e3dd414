import type { Tensor } from '@tensorflow/tfjs-core';
import type { TensorType } from '../../graph/types.js';
import { mayNeedSizes } from '../../trace/unknownSize.js';
import { type Argument, tensorArguments, withShapes } from '../signature/argument.js';
import type { Concrete } from './concreteFunction.js';
import type { TraceEach, TraceShapes } from './eachShape.js';

/**
 * A trace for arguments of unknown sizes; one for each combination of sizes where the function's code asks for them: it
 * computes with `x.shape[0]`, or calls an op of TensorFlow.js that does.
 */
export function traceAnySize(
  args: readonly Argument[],
  tensors: readonly Tensor[] | null,
  trace: TraceShapes,
  traceEach: TraceEach,
): Concrete {
  const traceFor = (given: readonly Tensor[]) =>
    trace(
      withShapes(args, (_, index) => given[index]!.shape),
      given,
    );
  try {
    return trace(args, tensors);
  } catch (error) {
    const isOpen = tensorArguments(args).some(({ shape }) => shape?.includes(null));
    if (!isOpen || !mayNeedSizes(error)) throw error;
    const first = tensors === null ? traceSomeSize(args, trace) : traceFor(tensors);
    if (first === null) throw error;
    return traceEach(args, first, ofAnySize, traceFor);
  }
}

/** Of the first size that the function can take; `null` where it takes none that is tried. */
function traceSomeSize(args: readonly Argument[], trace: TraceShapes): Concrete | null {
  for (const standIn of [2, 3, 1, 4, 12]) {
    const sized = withShapes(args, (shape) => shape?.map((size) => size ?? standIn) ?? null);
    try {
      return trace(sized, null);
    } catch {}
  }
  return null;
}

function ofAnySize({ dtype, shape }: TensorType): TensorType {
  return { dtype, shape: shape?.map(() => null) ?? null };
}
