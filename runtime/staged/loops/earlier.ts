import { Order, ordersSoFar } from '../lists/order.js';
import { StagedList } from '../lists/stagedList.js';
import { nextNumber, numberOf } from '../values/numbered.js';
import { nodeOf } from '../values/structure.js';

/** What there was before an iteration, of which another one may find the same again. */
export class Earlier {
  readonly #numbers = nextNumber();
  readonly #orders = ordersSoFar();

  /** Whether an object was there; it gets a number. */
  has(object: unknown): boolean {
    return numberOf(object) < this.#numbers;
  }

  hasOrder(order: object): boolean {
    return order instanceof Order && order.isAmong(this.#orders);
  }
}

/** The orders of arrays of the state that an iteration takes elements from, or replaces. */
export function ordersLeft(initial: readonly unknown[], end: readonly unknown[]): Set<object> {
  const left = new Set<object>();
  initial.forEach((value, index) => {
    const after = end[index];
    if (value instanceof StagedList) {
      if (!(after instanceof StagedList) || !hasAll(after, value.order)) left.add(value.order);
      return;
    }
    const [before, ended] = [value, after].map((one) => nodeOf(one)?.children ?? []);
    for (const order of ordersLeft(before!, ended!)) left.add(order);
  });
  return left;
}

/** Whether the array has all elements that one had in an order, in whichever it has them. */
function hasAll({ order, shared }: StagedList, before: object): boolean {
  return order === before || shared?.history.whole.includes(before) === true;
}
