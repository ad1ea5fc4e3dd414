import type { Tensor } from '@tensorflow/tfjs-core';
import type { Slot } from '../../function/slot.js';
import type { State } from '../state/state.js';
import { tensorsIn } from './partObjects.js';
import { isContainer } from './partValues.js';

/** Tensors that someone may hold for a time. */
export interface Loan {
  add(values: readonly unknown[]): void;
  end(): void;
}

/** The tensors that the parts of a function make, and who frees them. */
export class Holdings {
  readonly #own = new Set<Tensor>();
  /** Those in objects of others, who free them, unless a part puts something else in their place. */
  readonly #lent = new Set<Tensor>();
  /** Objects that the function made. What is put into others stays there, as theirs who made them. */
  readonly made = new WeakSet<object>();
  /** Those of them that parts made. */
  readonly #ofParts = new WeakSet<object>();
  /** The tensors in these, as long as nobody has them but what the variables of parts hold. */
  readonly #ofPartsAlone = new Set<Tensor>();
  /** Objects of others that parts have changed: what is in them is theirs in the end. */
  readonly #others = new Set<object>();
  /** The variables of what has run, by what tells it from others. */
  readonly #variables = new Map<Slot | string, () => readonly unknown[]>();
  /** What someone may hold for a time. */
  readonly #loans = new Set<ReadonlySet<Tensor>>();
  /** What someone may hold to the end. */
  readonly #kept = new Set<Tensor>();
  /** What was replaced somewhere, and something else held then. */
  readonly #waiting = new Set<Tensor>();
  #hasMade = false;
  #keepsAll = false;

  /** From now on functions may hold any tensors: none is freed before the end. */
  keepAll(): void {
    this.#keepsAll = true;
  }

  /** What JavaScript has run at a place holds what is in the variables. */
  watch(place: string, variables: () => readonly unknown[]): void {
    this.#variables.set(place, variables);
  }

  /** Someone may hold the tensors in the values to the end. */
  keep(values: readonly unknown[]): void {
    for (const tensor of tensorsIn(values)) this.#kept.add(tensor);
  }

  /** Someone may hold tensors, whatever becomes of the values that they are in, until they are given back. */
  lend(): Loan {
    const tensors = new Set<Tensor>();
    this.#loans.add(tensors);
    return {
      add: (values) => {
        for (const tensor of tensorsIn(values)) tensors.add(tensor);
      },
      end: () => {
        this.#loans.delete(tensors);
        if (tensors.size > 0) this.#free([]);
      },
    };
  }

  own(tensors: Iterable<Tensor>): void {
    for (const tensor of tensors) this.#own.add(tensor);
  }

  owns(tensor: Tensor): boolean {
    return this.#own.has(tensor);
  }

  /** Tensors that are, or are in, `holder` belong to whom it belongs to. */
  put(tensors: Iterable<Tensor>, holder: unknown): void {
    const isOthers = isContainer(holder) && !this.made.has(holder);
    const isOfPart = isContainer(holder) && this.#ofParts.has(holder);
    for (const tensor of tensors) {
      (isOthers ? this.#lent : this.#own).add(tensor);
      if (isOfPart) this.#ofPartsAlone.add(tensor);
    }
  }

  /** A part has changed what the object holds. */
  change(object: object): void {
    if (isContainer(object) && !this.made.has(object)) this.#others.add(object);
  }

  /** A part has made the object. */
  make(object: object): void {
    this.made.add(object);
    this.#ofParts.add(object);
    this.#hasMade = true;
  }

  /** Others may have from now on what is in the values, and in those of the objects that no part has made. */
  share(values: readonly unknown[], objects: readonly object[]): void {
    if (this.#ofPartsAlone.size === 0) return;
    const others = objects.filter((object) => !this.#ofParts.has(object));
    for (const tensor of tensorsIn([...values, ...others])) this.#ofPartsAlone.delete(tensor);
  }

  /**
   * A part has ended: frees what it has replaced, and what the objects hold that parts have made, where no variable of a part holds it
   * any more. What runs beside parts may have assigned one to another.
   */
  sweep(slot: Slot, state: State, replaced: readonly Tensor[]): void {
    this.#variables.set(slot, state.get);
    this.#free(replaced);
    if (this.#keepsAll || !this.#hasMade || this.#ofPartsAlone.size === 0) return;
    this.#hasMade = false;
    const held = new Set(this.#inVariables());
    for (const tensor of this.#ofPartsAlone) {
      if (held.has(tensor)) continue;
      this.#ofPartsAlone.delete(tensor);
      if (this.#own.delete(tensor)) tensor.dispose();
    }
  }

  #inVariables(): Iterable<Tensor> {
    return tensorsIn([...this.#variables.values()].flatMap((get) => get()));
  }

  #free(replaced: readonly Tensor[]): void {
    if (this.#keepsAll) return;
    for (const tensor of replaced)
      if (this.#own.has(tensor) || this.#lent.has(tensor)) this.#waiting.add(tensor);
    if (this.#waiting.size === 0) return;
    const held = new Set(this.#inVariables());
    for (const tensor of this.#waiting) {
      if (held.has(tensor) || [...this.#loans].some((tensors) => tensors.has(tensor))) continue;
      this.#waiting.delete(tensor);
      if (this.#kept.has(tensor)) continue;
      this.#own.delete(tensor);
      this.#lent.delete(tensor);
      tensor.dispose();
    }
  }

  /** The result is the caller's. */
  release(result: unknown): void {
    for (const tensor of tensorsIn([result])) this.#own.delete(tensor);
  }

  /** A function among the result may hold any of them. */
  releaseAll(): void {
    this.#own.clear();
  }

  dispose(): void {
    for (const tensor of tensorsIn([...this.#others])) this.#own.delete(tensor);
    for (const tensor of this.#own) tensor.dispose();
    this.#own.clear();
  }
}
