import type { SourceLocation } from '../../graph/types.js';
import { argumentNames } from '../../trace/runningCode.js';
import { at, currentLocation, isTracing } from '../../trace/session.js';
import { asArray } from '../collections/visits.js';
import { iterated } from '../exceptions/iterated.js';
import { stagedListOf } from '../lists/heldList.js';
import { unknownLength, unsupportedUse } from '../lists/listErrors.js';
import { visitedKeys } from '../objects/listing.js';
import { eitherOf, listedOf } from '../objects/variantTests.js';
import { requirePresent } from '../operators/operands.js';
import { resolved } from '../operators/presence.js';
import { describeValue } from '../values/describeValue.js';
import { hasOwnIterator, requireAdvances } from '../values/iterators.js';
import { rowsOf } from '../values/rows.js';
import { isTensor } from '../values/tensors.js';
import { iteratorOf, stepper } from './iteratorProtocol.js';
import { doneIn } from './iteratorSteps.js';
import { pullNext } from './pushedItems.js';

/** What a spread or a destructuring iterates: of a tensor, its rows. */
export function iterable(given: unknown, location: SourceLocation): unknown {
  return at(location, () => {
    pullNext();
    const known = resolved(given);
    requirePresent(known);
    const value = asArray(iterated(known));
    const list = stagedListOf(value);
    if (list !== undefined) throw unknownLength(list.name);
    if (isTensor(value)) return rowsOf(value);
    return hasOwnIterator(value) ? itemsKnown(value) : requireIterable(value);
  });
}

/** The iterator of the program's own, of which JavaScript must know whether it is done. */
function itemsKnown(value: Iterable<unknown>): Iterable<unknown> {
  const iterator = iteratorOf(value);
  const takeStep = stepper(iterator);
  const known = (step: IteratorResult<unknown>): IteratorResult<unknown> => {
    const done = doneIn(step);
    if (done === undefined) throw unknownLength('the iterator');
    // `yield*` gives the object itself.
    const own = Object.getOwnPropertyDescriptor(step, 'done');
    if (own?.get === undefined && !isTensor(own?.value)) return step;
    return {
      done,
      get value() {
        return step.value as unknown;
      },
    };
  };
  const handedOn = (name: 'return' | 'throw') => {
    const method = iterator[name] ?? undefined;
    if (method === undefined) return undefined;
    return (...given: unknown[]) => {
      const step = Reflect.apply(method, iterator, given) as IteratorResult<unknown>;
      return Object(step) === step ? known(step) : step;
    };
  };
  const items = {
    [Symbol.iterator]: () => items,
    next: (...sent: unknown[]) => known(takeStep(...sent)),
    get return() {
      return handedOn('return');
    },
    get throw() {
      return handedOn('throw');
    },
  };
  return items;
}

/** JavaScript's own error would name a variable of the runtime. */
export function requireIterable<T>(value: T): T {
  const isIterable =
    value !== null && value !== undefined && Symbol.iterator in (Object(value) as object);
  requireAdvances(value);
  if (!isIterable) throw notIterable(value);
  return value;
}

function notIterable(value: unknown): TypeError {
  const place = currentLocation();
  const [name] =
    place === null
      ? []
      : [...argumentNames('for_stmt', place, 1), ...argumentNames('iterable', place, 1)];
  if (name === undefined) return new TypeError(`${describeValue(value)} is not iterable`);
  const hint = typeof value === 'number' ? `. To count up to it, loop over range(${name})` : '';
  return new TypeError(`${name} is not iterable: it is ${describeValue(value)}${hint}`);
}

/** What `for (k in object)` visits; of a tensor, the indices of its rows. */
export function keys(object: unknown, location: SourceLocation): unknown {
  return at(location, () => {
    const variant = eitherOf(object);
    if (variant !== undefined) return listedOf(variant, keysOf);
    return keysOf(resolved(object));
  });
}

function keysOf(object: unknown): Iterable<string> {
  requirePresent(object);
  const list = stagedListOf(object);
  if (list !== undefined)
    throw unsupportedUse(
      list,
      'for…in',
      'Count with a number: for (let i = 0; i < xs.length; i++).',
    );
  if (isTensor(object)) return keysOnHost(rowsOf(object));
  const isObject = Object(object) === object;
  return isTracing() && isObject ? visitedKeys(object as object) : keysOnHost(object as object);
}

/** Keys are listed first, and one that has been deleted meanwhile is left out. */
function* keysOnHost(object: object): Iterable<string> {
  const listed: string[] = [];
  for (const key in object) listed.push(key);
  for (const key of listed) if (key in (Object(object) as object)) yield key;
}
