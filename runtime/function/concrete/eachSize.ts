import type { Tensor } from '@tensorflow/tfjs-core';
import type { TensorType } from '../../graph/types.js';
import { mayNeedSizes } from '../../trace/unknownSize.js';
import { type Argument, tensorArguments } from '../signature/argument.js';
import type { FunctionInfo } from '../signature/options.js';
import { fits, withShapes } from './anyRank.js';
import { Concrete } from './concreteFunction.js';

/** Traces for arguments whose sizes are all known. */
type TraceSizes = (args: readonly Argument[], tensors: readonly Tensor[] | null) => Concrete;

/** Traces for more combinations of sizes than these are made again when they come back. */
const mostKept = 16;

/**
 * A trace for tensors of any size of a function whose code asks for the sizes: it computes with `x.shape[0]`, or calls an
 * op of TensorFlow.js that does. There is in fact one trace for each combination of sizes; the first stands for all in
 * what is shown.
 */
export class EachSizeConcrete extends Concrete {
  /** The one that was used last is at the end. */
  readonly #traces: Concrete[];

  constructor(
    info: FunctionInfo,
    names: readonly string[],
    args: readonly Argument[],
    first: Concrete,
    readonly traceSizes: TraceSizes,
  ) {
    super(info, names, args, {
      ...first.traced,
      resultTypes: first.traced.resultTypes.map(ofAnySize),
    });
    this.#traces = [first];
  }

  override call(tensors: readonly Tensor[], temporaries: readonly Tensor[]): unknown {
    let concrete: Concrete;
    try {
      concrete = this.#traceFor(tensors);
    } catch (error) {
      for (const temporary of temporaries) temporary.dispose();
      throw error;
    }
    return concrete.call(tensors, temporaries);
  }

  override dispose(): void {
    for (const trace of this.#traces) trace.dispose();
  }

  #traceFor(tensors: readonly Tensor[]): Concrete {
    const index = this.#traces.findIndex((trace) => fits(trace, tensors));
    const concrete =
      index === -1
        ? this.traceSizes(withSizesOf(this.args, tensors), tensors)
        : this.#traces.splice(index, 1)[0]!;
    this.#traces.push(concrete);
    if (this.#traces.length > mostKept) this.#traces.shift()!.dispose();
    return concrete;
  }
}

/** The trace for arguments of unknown sizes, made for the call's own where it cannot be made for all. */
export function traceUnknownSizes(
  args: readonly Argument[],
  tensors: readonly Tensor[] | null,
  trace: TraceSizes,
  forEachSize: (first: Concrete) => Concrete,
): Concrete {
  try {
    return trace(args, tensors);
  } catch (error) {
    const isOpen = tensorArguments(args).some(({ shape }) => shape?.includes(null));
    if (!isOpen || !mayNeedSizes(error)) throw error;
    if (tensors !== null) return forEachSize(trace(withSizesOf(args, tensors), tensors));
    for (const standIn of [2, 3, 1, 4, 12]) {
      const sized = withShapes(args, (shape) => shape?.map((size) => size ?? standIn) ?? null);
      try {
        return forEachSize(trace(sized, null));
      } catch {}
    }
    throw error;
  }
}

function withSizesOf(args: readonly Argument[], tensors: readonly Tensor[]): Argument[] {
  return withShapes(args, (_, index) => tensors[index]!.shape);
}

function ofAnySize({ dtype, shape }: TensorType): TensorType {
  return { dtype, shape: shape?.map(() => null) ?? null };
}
