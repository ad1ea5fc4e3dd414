import type { Tensor } from '@tensorflow/tfjs-core';
import { isTensor } from '../values/tensors.js';
import { tensorsIn } from './partObjects.js';

/** The tensors that the parts of a function make, and who frees them. */
export class Holdings {
  readonly #own = new Set<Tensor>();
  /** Those in objects of others, who free them, unless a part puts something else in their place. */
  readonly #lent = new Set<Tensor>();
  /** Objects that the function made. What is put into others stays there, as theirs who made them. */
  readonly made = new WeakSet<object>();

  own(tensors: Iterable<Tensor>): void {
    for (const tensor of tensors) this.#own.add(tensor);
  }

  owns(tensor: Tensor): boolean {
    return this.#own.has(tensor);
  }

  /** Tensors that are, or are in, `holder` belong to whom it belongs to. */
  put(tensors: Iterable<Tensor>, holder: unknown): void {
    const isContainer = typeof holder === 'object' && holder !== null && !isTensor(holder);
    const isOthers = isContainer && !this.made.has(holder);
    for (const tensor of tensors) (isOthers ? this.#lent : this.#own).add(tensor);
  }

  /** Frees those that nothing holds any more. */
  free(candidates: Iterable<Tensor>, held: () => ReadonlySet<Tensor>): void {
    const unused = [...candidates].filter(
      (tensor) => this.#own.has(tensor) || this.#lent.has(tensor),
    );
    if (unused.length === 0) return;
    const used = held();
    for (const tensor of unused) {
      if (used.has(tensor)) continue;
      this.#own.delete(tensor);
      this.#lent.delete(tensor);
      tensor.dispose();
    }
  }

  /** The result is the caller's. */
  release(result: unknown): void {
    for (const tensor of tensorsIn([result])) this.#own.delete(tensor);
  }

  dispose(): void {
    for (const tensor of this.#own) tensor.dispose();
    this.#own.clear();
  }
}
