import type { StagingError } from '../../errors.js';
import { errorHere } from '../../trace/errorHere.js';
import { isTracing } from '../../trace/session.js';
import { chosenBy } from '../branches/ifStatement.js';
import { and } from '../branches/logical.js';
import { lt } from '../operators/comparison.js';
import { readElements } from '../operators/condition.js';
import { isTensor } from '../values/tensors.js';
import { type Callback, method } from './native.js';

/** `sort()` and `toSorted()` of an array whose elements a comparator, or JavaScript, puts in order. */
export function sorted(
  name: 'sort' | 'toSorted',
  self: readonly unknown[],
  comparator: unknown,
): unknown {
  if (comparator === undefined) {
    if (isTracing() && self.some(isTensor))
      throw unknownOrder(name, 'compares the texts of tensors', `${name}((p, q) => p - q)`);
    return method(name).call(self);
  }
  let isKnown = true;
  const order = (a: unknown, b: unknown): unknown => {
    const answer = (comparator as Callback)(a, b);
    if (!isTensor(answer)) return answer;
    if (!isTracing()) return readElements(answer, `The order that ${name}() asks for`)[0];
    isKnown = false;
    return 0;
  };
  const byHost = [...self].sort(order as (a: unknown, b: unknown) => number);
  const result = isKnown ? byHost : exchanged(name, self, comparator as Callback);
  return name === 'sort' ? withContents(self as unknown[], result) : result;
}

/** Holes stay holes, and come last. */
function withContents(self: unknown[], contents: readonly unknown[]): unknown[] {
  let count = 0;
  for (let index = 0; index < self.length; index++) count += Number(index in self);
  for (let index = 0; index < contents.length; index++) {
    if (index < count) self[index] = contents[index];
    else delete self[index];
  }
  return self;
}

/** More would be too many conditionals. */
const mostSorted = 32;

/**
 * Sorts by exchanging neighbours, each of which a tensor decides about: an element moves to the front for as long as the
 * comparator's answer, beside the one before it, is below zero. JavaScript's engines ask like this too, and none twice.
 */
function exchanged(name: string, self: readonly unknown[], comparator: Callback): unknown[] {
  if (self.length > mostSorted)
    throw unknownOrder(
      name,
      `has a comparator that returned a tensor, for ${self.length} elements`,
      'tf.topk, of a tensor of the elements',
    );
  const items = [...self];
  for (let next = 1; next < items.length; next++) {
    let isMoving: unknown = true;
    for (let index = next; index > 0; index--) {
      const [before, moved] = [items[index - 1], items[index]];
      const isBefore = lt(comparator(moved, before), 0, null);
      isMoving = and(isMoving, () => isBefore, null);
      const pair = chosenBy(
        isMoving,
        () => [moved, before],
        () => [before, moved],
        null,
      );
      [items[index - 1], items[index]] = pair as [unknown, unknown];
    }
  }
  return items;
}

function unknownOrder(name: string, problem: string, instead: string): StagingError {
  return errorHere(
    'tensor-predicate',
    `${name}() ${problem}: the order is not known while tracing.`,
    `Sort numbers with ${instead}.`,
  );
}
