import type { Tensor } from '@tensorflow/tfjs-core';
import { UseGraphError } from '../../errors.js';
import { isFullyKnown, isSubtype, type Shape, type TensorType } from '../../graph/types.js';
import { type Argument, leafArguments, tensorArguments } from '../signature/argument.js';
import type { FunctionInfo } from '../signature/options.js';
import { Concrete } from './concreteFunction.js';

/** Traces for arguments whose ranks are known, though not necessarily their sizes. */
type TraceRanks = (args: readonly Argument[], tensors: readonly Tensor[] | null) => Concrete;

/**
 * A trace for tensors of any rank. TensorFlow.js ops must know the rank, so there is in fact one trace for each, made when
 * the first tensor of that rank comes; the first one stands for all in what is shown.
 */
export class AnyRankConcrete extends Concrete {
  readonly #traces: Concrete[];

  constructor(
    info: FunctionInfo,
    names: readonly string[],
    args: readonly Argument[],
    first: Concrete,
    readonly traceRanks: TraceRanks,
  ) {
    const resultTypes = first.traced.resultTypes.map(ofAnyRank);
    super(info, names, args, { ...first.traced, resultTypes });
    this.#traces = [first];
  }

  override call(tensors: readonly Tensor[], temporaries: readonly Tensor[]): unknown {
    let concrete: Concrete;
    try {
      concrete = this.#traces.find((trace) => fits(trace, tensors)) ?? this.#traceFor(tensors);
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
    const made = traceWithShapes(this.args, tensors, this.traceRanks);
    this.#traces.push(made);
    return made;
  }
}

export function hasUnknownRank(args: readonly Argument[]): boolean {
  return tensorArguments(args).some(({ shape }) => shape === null);
}

/** The first trace for arguments of unknown rank: of the call's ranks, or, without a call, of the first that the function can take. */
export function traceFirstRank(
  args: readonly Argument[],
  tensors: readonly Tensor[] | null,
  traceRanks: TraceRanks,
): Concrete {
  if (tensors !== null) return traceWithShapes(args, tensors, traceRanks);
  let firstError: unknown;
  for (const rank of [1, 2, 0, 3, 4]) {
    try {
      return traceRanks(
        withShapes(args, (shape) => shape ?? Array(rank).fill(null)),
        null,
      );
    } catch (error) {
      firstError ??= error;
    }
  }
  throw firstError;
}

/** With unknown sizes where the function can be traced so, and otherwise with the tensors' own. */
function traceWithShapes(
  args: readonly Argument[],
  tensors: readonly Tensor[],
  traceRanks: TraceRanks,
): Concrete {
  const ranks = withShapes(args, (shape, index) => shape ?? tensors[index]!.shape.map(() => null));
  try {
    return traceRanks(ranks, tensors);
  } catch (error) {
    if (!(error instanceof UseGraphError)) throw error;
    return traceRanks(
      withShapes(args, (shape, index) => shape ?? tensors[index]!.shape),
      tensors,
    );
  }
}

export function withShapes(
  args: readonly Argument[],
  shapeOf: (shape: Shape, index: number) => Shape,
): Argument[] {
  let index = 0;
  const replace = (argument: Argument): Argument => {
    switch (argument.kind) {
      case 'variable':
        index++;
        return argument;
      case 'tensor':
        return { ...argument, shape: shapeOf(argument.shape, index++) };
      case 'array':
      case 'set':
      case 'record':
        return { ...argument, items: argument.items.map(replace) };
      case 'map':
        return {
          ...argument,
          keys: argument.keys.map(replace),
          items: argument.items.map(replace),
        };
      default:
        return argument;
    }
  };
  return args.map(replace);
}

export function fits(concrete: Concrete, leaves: readonly Tensor[]): boolean {
  return (
    concrete.accepts(leaves) &&
    leafArguments(concrete.args).every((argument, index) =>
      isSubtype({ dtype: argument.dtype, shape: leaves[index]!.shape }, argument),
    )
  );
}

/** What is known of a result whatever the ranks of the arguments: a single number stays one, all else may differ. */
function ofAnyRank({ dtype, shape }: TensorType): TensorType {
  return { dtype, shape: isFullyKnown(shape) && shape.length === 0 ? shape : null };
}
