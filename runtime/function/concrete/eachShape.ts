import type { Tensor } from '@tensorflow/tfjs-core';
import { isSubtype, type TensorType } from '../../graph/types.js';
import { type Argument, leafArguments } from '../signature/argument.js';
import type { FunctionInfo } from '../signature/options.js';
import { Concrete } from './concreteFunction.js';

/** Traces for arguments described, of which `tensors` are those of the call that there is. */
export type TraceShapes = (
  args: readonly Argument[],
  tensors: readonly Tensor[] | null,
) => Concrete;

/** Makes one trace of several, by `EachShapeConcrete`, for arguments that leave ranks or sizes open. */
export type TraceEach = (
  args: readonly Argument[],
  first: Concrete,
  ofEach: (result: TensorType) => TensorType,
  traceFor: (tensors: readonly Tensor[]) => Concrete,
) => Concrete;

/** Traces for more ranks or combinations of sizes than these are made again when they come back. */
const mostKept = 16;

/**
 * One trace to the caller that is several in fact: for arguments whose ranks or sizes are open, one for each that calls
 * come with. The first stands for all in what is shown, with what is known of the results of each.
 */
export class EachShapeConcrete extends Concrete {
  /** The one that was used last is at the end. */
  readonly #traces: Concrete[];

  constructor(
    info: FunctionInfo,
    names: readonly string[],
    args: readonly Argument[],
    first: Concrete,
    ofEach: (result: TensorType) => TensorType,
    readonly traceFor: (tensors: readonly Tensor[]) => Concrete,
  ) {
    super(info, names, args, {
      ...first.traced,
      resultTypes: first.traced.resultTypes.map(ofEach),
    });
    this.#traces = [first];
  }

  /** What is not current any more is chosen by none, and traced again. */
  override get isCurrent(): boolean {
    return true;
  }

  override call(tensors: readonly Tensor[], temporaries: readonly Tensor[]): unknown {
    let concrete: Concrete;
    try {
      concrete = this.#choose(tensors);
    } catch (error) {
      for (const temporary of temporaries) temporary.dispose();
      throw error;
    }
    return concrete.call(tensors, temporaries);
  }

  override dispose(): void {
    for (const trace of this.#traces) trace.dispose();
  }

  #choose(tensors: readonly Tensor[]): Concrete {
    const index = this.#traces.findIndex((trace) => trace.isCurrent && fits(trace, tensors));
    const concrete = index < 0 ? this.traceFor(tensors) : this.#traces.splice(index, 1)[0]!;
    this.#traces.push(concrete);
    if (this.#traces.length > mostKept) this.#traces.shift()!.dispose();
    return concrete;
  }
}

function fits(concrete: Concrete, leaves: readonly Tensor[]): boolean {
  return (
    concrete.accepts(leaves) &&
    leafArguments(concrete.args).every((argument, index) =>
      isSubtype({ dtype: argument.dtype, shape: leaves[index]!.shape }, argument),
    )
  );
}
