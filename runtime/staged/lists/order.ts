let made = 0;

/** In which order the elements of an array are: another one where an element may have another index. */
export class Order {
  readonly #number = made++;

  /** Whether it was there when so many had been made. */
  isAmong(count: number): boolean {
    return this.#number < count;
  }
}

/** How many orders there have been so far. */
export function ordersSoFar(): number {
  return made;
}
