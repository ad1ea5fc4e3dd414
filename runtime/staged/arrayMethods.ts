import { type Tensor, unstack } from '@tensorflow/tfjs-core';
import { StagingError } from '../errors.js';
import { formatType } from '../graph/types.js';
import { currentLocation, isTracing } from '../trace/session.js';
import { readCondition } from './condition.js';
import { and, or } from './logical.js';
import { requireRows } from './rows.js';
import { isTensor, shapeOf, typeOf } from './tensors.js';

type Callback = (...args: unknown[]) => unknown;
type Method = (self: readonly unknown[], args: readonly unknown[]) => unknown;

/**
 * Array methods whose callback's answer decides something: JavaScript would take a tensor for true. `undefined` for any
 * other function.
 */
export function decidingMethod(method: unknown): Method | undefined {
  return deciding.get(method);
}

const prototype = Array.prototype;

const deciding = new Map<unknown, Method>([
  [prototype.some, (self, args) => fold(self, args, false, or)],
  [prototype.every, (self, args) => fold(self, args, true, and)],
  ...(['filter', 'find', 'findIndex', 'findLast', 'findLastIndex'] as const).map(
    (name): [unknown, Method] => [prototype[name], chooser(name)],
  ),
]);

/** The rows of a tensor, as the elements of an array. The number of rows must be known. */
export function rowsOf(tensor: Tensor): Tensor[] {
  const [size] = shapeOf(requireRows(tensor));
  if (size === 0) return [];
  if (size !== null) return unstack(tensor);
  throw new StagingError(
    'unknown-size',
    `The rows of ${formatType(typeOf(tensor))} cannot be spread, destructured or passed to an array method: how ` +
      'many there are is not known while tracing.',
    currentLocation(),
    'Use a for loop over the tensor, or call the function without null dimensions in its signature.',
  );
}

/** Whether `name` is an array method that a tensor, which has none, is asked for. */
export function isArrayMethod(name: unknown): name is keyof typeof Array.prototype & string {
  return typeof name === 'string' && Object.hasOwn(prototype, name) && rowMethods.has(name);
}

/** Those that make sense for rows, which cannot be added or removed. */
const rowMethods = new Set([
  ...[
    'at',
    'entries',
    'every',
    'filter',
    'find',
    'findIndex',
    'findLast',
    'findLastIndex',
    'flatMap',
    'forEach',
  ],
  ...['keys', 'map', 'reduce', 'reduceRight', 'some', 'toReversed', 'toSorted', 'values'],
]);

/** `some` and `every` stop at the first answer that decides, as `||` and `&&` do. */
function fold(
  self: readonly unknown[],
  [callback, thisArgument]: readonly unknown[],
  initial: boolean,
  combine: typeof or,
): unknown {
  let result: unknown = initial;
  for (let index = 0; index < self.length; index++) {
    if (!(index in self)) continue;
    const answer = () => (callback as Callback).call(thisArgument, self[index], index, self);
    result = combine(result, answer, null);
  }
  return isTensor(result) ? result : Boolean(result);
}

function chooser(name: 'filter' | 'find' | 'findIndex' | 'findLast' | 'findLastIndex'): Method {
  return (self, [callback, thisArgument]) => {
    const decide = (...args: unknown[]): unknown => {
      const answer = (callback as Callback).apply(thisArgument, args);
      if (!isTensor(answer)) return answer;
      if (!isTracing()) return readCondition(answer, `the callback of ${name}()`);
      throw new StagingError(
        'tensor-predicate',
        `The callback of ${name}() returned a tensor: which elements it chooses is not known while tracing.`,
        currentLocation(),
        'Use tf.where or tf.topk on a tensor of the elements, or a loop with an if.',
      );
    };
    return (prototype[name] as Callback).call(self, decide);
  };
}
