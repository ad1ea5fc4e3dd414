import type { Tensor } from '@tensorflow/tfjs-core';
import type { Identities } from '../../trace/identities.js';
import type { TensorArgument, VariableArgument } from './argument.js';
import { isTensor } from './structure.js';

/**
 * Which tensors among the arguments of a trace were the same, as others or as tensors from outside. Its graph depends on
 * that where it takes gradients for tensors, each of which counts all uses of one tensor.
 */
export class SameTensors {
  /** For a trace to which it does not matter which tensors are the same. */
  static readonly any = new SameTensors([], [], []);
  /** The places of tensors among the leaves. */
  readonly #places: readonly number[];
  /** By place, the first one that has the same tensor. */
  readonly #first: readonly number[];
  readonly #outside: readonly WeakRef<Tensor>[];
  /** By place, the tensor where it is one from outside. */
  readonly #own: readonly (WeakRef<Tensor> | undefined)[];

  private constructor(
    leaves: readonly (TensorArgument | VariableArgument)[],
    tensors: readonly unknown[],
    outside: readonly Tensor[],
  ) {
    this.#places = leaves.flatMap(({ kind }, place) => (kind === 'tensor' ? [place] : []));
    this.#first = leaves.map((_, place) => firstPlace(tensors, place));
    this.#outside = outside.map((tensor) => new WeakRef(tensor));
    this.#own = leaves.map((_, place) => this.#outsideAt(tensors, place));
  }

  /** `tensors` is null where there is no call: all are then taken for different ones. */
  static of(
    leaves: readonly (TensorArgument | VariableArgument)[],
    tensors: readonly Tensor[] | null,
    identities: Identities,
  ): SameTensors {
    if (!identities.ofTensors) return SameTensors.any;
    return new SameTensors(leaves, tensors ?? [], [...identities.outside]);
  }

  /** Whether a call with these tensors, whose types fit, can use the graph. */
  accepts(leaves: readonly unknown[]): boolean {
    return this.#places.every(
      (place) =>
        this.#first[place] === firstPlace(leaves, place) &&
        this.#own[place] === this.#outsideAt(leaves, place),
    );
  }

  #outsideAt(leaves: readonly unknown[], place: number): WeakRef<Tensor> | undefined {
    const leaf = leaves[place];
    return isTensor(leaf) ? this.#outside.find((tensor) => tensor.deref() === leaf) : undefined;
  }
}

/** What is no tensor yet becomes one of its own. */
function firstPlace(leaves: readonly unknown[], place: number): number {
  const leaf = leaves[place];
  return isTensor(leaf) ? leaves.indexOf(leaf) : place;
}
