import { isTracing } from '../../trace/session.js';
import { both, either } from '../values/flags.js';
import { isTensor } from '../values/tensors.js';
import { alternativesOf, textsOf } from './chosenText.js';

/*
 * A text that a tensor chooses beside another one, or beside a bigint, which JavaScript compares with the whole number that
 * the text spells, if it does: whether it is one of which the comparison holds.
 */

/** Undefined where the operands are no such texts. */
export function comparedTexts(
  a: unknown,
  b: unknown,
  holds: (a: unknown, b: unknown) => boolean,
): unknown {
  if (!isTracing() || !(isTensor(a) || isTensor(b))) return undefined;
  const [ones, others] = [alternatives(a), alternatives(b)];
  if (ones === undefined || others === undefined) return undefined;
  let result: unknown = false;
  for (const one of ones)
    for (const other of others)
      if (holds(one.value, other.value)) result = either(result, both(one.isThis, other.isThis));
  return result;
}

interface Alternative {
  readonly value: unknown;
  readonly isThis: unknown;
}

function alternatives(value: unknown): readonly Alternative[] | undefined {
  if (typeof value === 'bigint') return [{ value, isThis: true }];
  const isText = isTensor(value) ? textsOf(value) !== undefined : typeof value === 'string';
  return isText ? alternativesOf(value as string) : undefined;
}
