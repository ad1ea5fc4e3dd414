/** What may have been thrown, and by which tensors. */
export interface Outcome {
  /** A boolean, or the tensor that decides. */
  readonly didThrow: unknown;
  readonly which: unknown;
}

/**
 * The promise of an asynchronous function that threw, or may have thrown as a tensor decides. One that did not is its value.
 * Nothing of it can be seen but by those who await it.
 */
export class Rejection<O extends Outcome = Outcome> {
  readonly #outcome: O;
  readonly #value: unknown;

  constructor(outcome: O, value: unknown) {
    this.#outcome = outcome;
    this.#value = value;
  }

  get outcome(): O {
    return this.#outcome;
  }

  /** Where nothing was thrown. */
  get value(): unknown {
    return this.#value;
  }
}
