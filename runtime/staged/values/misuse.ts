import { errorHere } from '../../trace/errorHere.js';
import { describeValue } from './describeValue.js';
import { isTensor } from './tensors.js';

const kinds = {
  'a function': (value: unknown) => typeof value === 'function',
  'an array': Array.isArray,
  'an object': (value: unknown) => typeof value === 'object' && value !== null,
  'a tensor': isTensor,
};

const remedies: Partial<Record<keyof typeof kinds, string>> = {
  'a function': 'Pass a function that gives it, such as () => x.',
  'an array': 'Put it in an array: [x].',
  'an object': 'Name what it is: { name: value }.',
  'a tensor': 'Make a tensor of it: tf.tensor(x).',
};

/** Refuses an argument of a function of ours that is of another kind: JavaScript has no types that would. */
export function requireKind(
  kind: keyof typeof kinds,
  value: unknown,
  called: string,
  role: string,
  remedy = remedies[kind],
): void {
  if (kinds[kind](value)) return;
  throw errorHere(
    'wrong-argument',
    `${called} takes ${kind} as ${role}, but was given ${describeValue(value)}.`,
    remedy,
  );
}
