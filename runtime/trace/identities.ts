import { type Tensor, Variable } from '@tensorflow/tfjs-core';
import { Scoped } from '../scoped.js';
import { engine } from './engine.js';
import { isSymbolic } from './symbolic.js';

/*
 * TensorFlow.js counts in a gradient every use of the tensor that it is taken for. In a trace an argument has a stand-in,
 * one for each place where it is given, and code that knows the tensor from outside uses the tensor itself: the gradients
 * of all of these together are that of the one tensor.
 */

/** Which tensors in one trace are the same outside of it, and what the trace takes gradients for. */
export class Identities {
  readonly #groups = new Map<Tensor, readonly Tensor[]>();
  readonly #standIns: ReadonlySet<Tensor>;
  readonly #outside = new Set<Tensor>();
  #ofTensors = false;
  #ofVariables = false;

  /** Of each stand-in the tensor, if there is any: a trace may be made for a description alone. */
  constructor(given: readonly (readonly [standIn: Tensor, tensor: Tensor | null])[]) {
    this.#standIns = new Set(given.map(([standIn]) => standIn));
    for (const [standIn, tensor] of given) {
      if (tensor === null) continue;
      const group = [...new Set([...this.sameAs(tensor), standIn])];
      for (const member of group) this.#groups.set(member, group);
    }
  }

  /** What is the same tensor outside of the trace, the given one among them. */
  sameAs(tensor: Tensor): readonly Tensor[] {
    return this.#groups.get(tensor) ?? [tensor];
  }

  /** Whether a gradient depends on which tensors are the same. */
  get ofTensors(): boolean {
    return this.#ofTensors;
  }

  /** Whether one depends on which variables are. */
  get ofVariables(): boolean {
    return this.#ofVariables;
  }

  /** The tensors from outside whose uses gradients may count. */
  get outside(): Iterable<Tensor> {
    return this.#outside;
  }

  noteTargets(targets: readonly Tensor[]): void {
    for (const target of targets) {
      if (target instanceof Variable) this.#ofVariables = true;
      else if (this.#standIns.has(target)) this.#ofTensors = true;
      else if (!isSymbolic(target)) {
        this.#ofTensors = true;
        this.#outside.add(target);
      }
    }
  }

  /** Notes what the function used whose gradient is taken. */
  noteUses(): void {
    if (!this.#ofTensors) return;
    for (const { inputs } of engine().state.activeTape ?? []) {
      for (const input of Object.values(inputs)) {
        if (!isSymbolic(input) || input instanceof Variable) this.#outside.add(input);
      }
    }
  }
}

const current = new Scoped<Identities | null>(null);

/** Those of the innermost trace of a function's code. */
export function currentIdentities(): Identities {
  return current.value ?? new Identities([]);
}

export function withIdentities<T>(identities: Identities, body: () => T): T {
  return current.during(identities, body);
}
