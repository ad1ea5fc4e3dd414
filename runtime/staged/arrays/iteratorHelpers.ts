import { clone, type Tensor } from '@tensorflow/tfjs-core';
import type { SourceLocation } from '../../graph/types.js';
import { lateOf } from '../../trace/late.js';
import { currentLocation, isTracing } from '../../trace/session.js';
import { function_result } from '../branches/functionResult.js';
import { if_stmt } from '../branches/ifStatement.js';
import { answerOf, or } from '../branches/logical.js';
import { decided } from '../loops/decided.js';
import { for_stmt } from '../loops/forStatement.js';
import { iterable } from '../loops/iterable.js';
import { type Push, pushes } from '../loops/pushedItems.js';
import { add } from '../operators/arithmetic.js';
import { ge, not } from '../operators/comparison.js';
import { readElements } from '../operators/condition.js';
import { type State, state } from '../state/state.js';
import { notReturned } from '../values/absent.js';
import { isIterator, iteratorPrototype } from '../values/iterators.js';
import { markMissing } from '../values/missing.js';
import { isStaging } from '../values/staging.js';
import { isTensor } from '../values/tensors.js';
import { constant } from '../values/weak.js';
import { likeNumbers } from '../values/wholeNumbers.js';
import { spread } from './listUses.js';
import type { Callback } from './native.js';
import { noneFound } from './noneFound.js';

/*
 * The methods of iterators (`it.filter(f).take(3)`). JavaScript would take a tensor that a callback gives for true: in a trace
 * they are generators and loops of staged code.
 */

type Helper = (
  items: Iterable<unknown>,
  args: readonly [Callback, unknown],
  location: SourceLocation,
) => unknown;

/** What the method of an iterator means in staged code; undefined for any other call, and where JavaScript's does that. */
export function iteratorHelper(
  f: Callback,
  self: unknown,
  args: readonly unknown[],
): (() => unknown) | undefined {
  if (!isIterator(self) || Reflect.get(iteratorPrototype, f.name) !== f) return undefined;
  const helper = Object.hasOwn(helpers, f.name) ? helpers[f.name] : undefined;
  const location = currentLocation();
  if (helper === undefined || location === null || !isMeaningful(f.name, args)) return undefined;
  if (isTracing())
    return () => helper(self as Iterable<unknown>, args as [Callback, unknown], location);
  const [first] = args;
  if (isTensor(first))
    return () => f.call(self, readElements(first, `The argument of ${f.name}()`)[0]);
  if (!answering.has(f.name) || !isStaging()) return undefined;
  return () =>
    f.call(self, (...given: unknown[]) => decided((first as Callback)(...given), location));
}

/** Whose callback tells whether something holds. */
const answering = new Set(['filter', 'some', 'every', 'find']);

/** JavaScript says what is wrong with other arguments, and begins with the first item where `reduce` is given nothing else. */
function isMeaningful(name: string, args: readonly unknown[]): boolean {
  const [first] = args;
  if (name === 'toArray') return true;
  if (name === 'take' || name === 'drop') return typeof first !== 'number' || first >= 0;
  return typeof first === 'function' && (name !== 'reduce' || args.length > 1);
}

const helpers: Readonly<Record<string, Helper>> = {
  filter: (items, [f], location) =>
    generated(
      items,
      (push) => (item, index) => pushIf(f(item, index), push, item, location),
      (item, index) => (decided(f(item, index), location) ? [item] : []),
      location,
    ),
  map: (items, [f], location) =>
    generated(
      items,
      (push) => (item, index) => push(f(item, index)),
      (item, index) => [f(item, index)],
      location,
    ),
  flatMap: (items, [f], location) =>
    generated(
      items,
      (push) => (item, index) => visitAll(f(item, index), push, location),
      (item, index) => iterable(f(item, index), location) as Iterable<unknown>,
      location,
    ),
  drop: (items, [count], location) =>
    generated(
      items,
      (push) => (item, index) => pushIf(ge(index, count, location), push, item, location),
      (item, index) => (decided(ge(index, count, location), location) ? [item] : []),
      location,
    ),
  take: (items, [count], location) => taken(items, count, location),
  some: (items, [f], location) =>
    visitAll(items, (item, index) => answerOf('some', f(item, index)), location),
  every: (items, [f], location) =>
    not(
      visitAll(items, (item, index) => not(answerOf('every', f(item, index)), location), location),
      location,
    ),
  find: (items, [f], location) => {
    const found: Variable = { name: 'the return value', value: notReturned, isResult: true };
    const isFound = visitAll(
      items,
      (item, index) => {
        const isIt = answerOf('find', f(item, index));
        if_stmt(
          isIt,
          () => {
            found.value = item;
          },
          () => {},
          stateOf([found]),
          location,
        );
        return isIt;
      },
      location,
      false,
      [found],
    );
    return foundOrNot(isFound, found.value, location);
  },
  forEach: (items, [f], location) => {
    visitAll(
      items,
      (item, index) => {
        f(item, index);
        return false;
      },
      location,
    );
  },
  reduce: (items, [f, first], location) => {
    const total: Variable = { name: 'the accumulator', value: first };
    const visit = (item: unknown, index: unknown) => {
      total.value = f(total.value, item, index);
      return false;
    };
    visitAll(items, visit, location, false, [total]);
    return total.value;
  },
  toArray: (items, _, location) => spread(items, location),
};

function foundOrNot(isFound: unknown, item: unknown, location: SourceLocation): unknown {
  const isNumber = isTensor(item) ? lateOf(item) === undefined : typeof item === 'number';
  if (!isTensor(isFound) || !isNumber) return function_result(isFound, item, location);
  const element = isTensor(item) ? clone(item) : constant(item as number);
  return markMissing(noneFound('find'), likeNumbers(element, [item as Tensor]), isFound);
}

/** What a loop assigns. */
interface Variable {
  readonly name: string;
  value: unknown;
  readonly isFlag?: boolean;
  readonly isResult?: boolean;
}

function stateOf(variables: readonly Variable[]): State {
  const indices = (of: 'isFlag' | 'isResult') =>
    variables.flatMap((variable, index) => (variable[of] ? [index] : []));
  return state(
    variables.map(({ name }) => name),
    () => variables.map(({ value }) => value),
    (values) => {
      variables.forEach((variable, index) => {
        variable.value = values[index];
      });
    },
    { flags: indices('isFlag'), results: indices('isResult') },
  );
}

/** Takes an item, and tells whether it wants no more. */
type Visit = (item: unknown, index: unknown) => unknown;

/** Gives whether `visit` has wanted no more, as it may from the start. */
function visitAll(
  items: unknown,
  visit: Visit,
  location: SourceLocation,
  wantsNone: unknown = false,
  assigned: readonly Variable[] = [],
): unknown {
  const didEnd: Variable = { name: 'did return', value: wantsNone, isFlag: true };
  const index: Variable = { name: 'the index of the item', value: 0 };
  for_stmt(
    items,
    (item) => {
      didEnd.value = visit(item, index.value);
      index.value = add(index.value, 1, location);
    },
    () => not(didEnd.value, location),
    stateOf([didEnd, index, ...assigned]),
    location,
  );
  return didEnd.value;
}

function pushIf(test: unknown, push: Push, item: unknown, location: SourceLocation): unknown {
  const didEnd: Variable = { name: 'did return', value: false, isFlag: true };
  const pushItem = () => {
    didEnd.value = push(item);
  };
  if_stmt(test, pushItem, () => {}, stateOf([didEnd]), location);
  return didEnd.value;
}

/** Pushes to a loop what `visitor` does of each item; to whoever else asks it gives what `pulled` gives. */
function* generated(
  items: Iterable<unknown>,
  visitor: (push: Push) => Visit,
  pulled: (item: unknown, index: number) => Iterable<unknown>,
  location: SourceLocation,
): Generator<unknown, void> {
  if (pushes((push) => visitAll(items, visitor(push), location))) return;
  let index = 0;
  for (const item of iterable(items, location) as Iterable<unknown>) yield* pulled(item, index++);
}

function* taken(
  items: Iterable<unknown>,
  count: unknown,
  location: SourceLocation,
): Generator<unknown, void> {
  const isEnough = (taken: unknown) => ge(taken, count, location);
  const isLast = (index: unknown) => isEnough(add(index, 1, location));
  const pushAll = (push: Push) => {
    const isNone = isEnough(0);
    const visit = (item: unknown, index: unknown) => or(push(item), () => isLast(index), location);
    if (isNone !== true) visitAll(items, visit, location, isNone);
  };
  if (pushes(pushAll) || decided(isEnough(0), location)) return;
  let index = 0;
  for (const item of iterable(items, location) as Iterable<unknown>) {
    yield item;
    if (decided(isLast(index++), location)) break;
  }
}
