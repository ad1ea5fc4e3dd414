import type { Tensor } from '@tensorflow/tfjs-core';
import type { StagingError } from '../../errors.js';
import type { SourceLocation } from '../../graph/types.js';
import { errorHere } from '../../trace/errorHere.js';
import { boundsBehindLoops, noteBounds } from '../../trace/knownBounds.js';
import { knownElements } from '../../trace/knownElements.js';
import { markRow, whileReadingRow } from '../../trace/overwritten.js';
import { at, isTracing } from '../../trace/session.js';
import { symbolicData } from '../../trace/symbolic.js';
import { if_stmt, stageIf } from '../branches/ifStatement.js';
import { and } from '../branches/logical.js';
import { itemsOfSource, type Source } from '../collections/iteration.js';
import { sourceIn } from '../collections/visits.js';
import { iterated } from '../exceptions/iterated.js';
import { sourceOfEntries } from '../lists/entriesOf.js';
import { stagedListOf } from '../lists/heldList.js';
import { rowAtIndex } from '../objects/listElements.js';
import { listedItems } from '../objects/listing.js';
import { markNonNegative } from '../objects/tensorItems.js';
import { eitherOf } from '../objects/variantTests.js';
import { add } from '../operators/arithmetic.js';
import { lt } from '../operators/comparison.js';
import { readCondition, readElements } from '../operators/condition.js';
import { requirePresent } from '../operators/operands.js';
import { resolved } from '../operators/presence.js';
import { EntryCursor } from '../state/keyArrays.js';
import { extendState, openState, type State } from '../state/state.js';
import { observe } from '../values/absent.js';
import type { Construct } from '../values/construct.js';
import { type Cursor, withCursor } from '../values/cursors.js';
import { keyArraysOf, presenceOfKey } from '../values/entryPresence.js';
import { noteIteration, noteOvertaken } from '../values/iterators.js';
import { rowAt, rowCount } from '../values/rows.js';
import { isTensor } from '../values/tensors.js';
import { type Closing, closingOf } from './closing.js';
import { type End, hostItems } from './hostItems.js';
import { requireIterable } from './iterable.js';
import { iteratorOf } from './iteratorProtocol.js';
import { stageSteps } from './iteratorSteps.js';
import { requireUntouched, visitKept } from './keptItems.js';
import { inIteration, runIteration, withLoopOptions } from './loopOptions.js';
import { pushingTo } from './pushedLoop.js';
import { Range } from './range.js';
import { noteNoneReturned, noteReturned } from './returned.js';
import { Steps } from './steps.js';
import { stageLoopOrUnroll } from './unrolledLoop.js';

const construct = 'a for loop';

/**
 * `for (item of iterable) body(item)`. A tensor, iterated along its first axis, and a `range` become a loop of the graph;
 * JavaScript iterates anything else. Before each iteration `extraTest`, if there is one, must hold: it holds until a
 * break or return.
 */
export function for_stmt(
  given: unknown,
  body: (item: unknown) => void,
  extraTest: (() => unknown) | null,
  state: State,
  location: SourceLocation | null,
): void {
  at(location, () => {
    const known = resolved(given);
    if (known instanceof Steps) {
      known.visit(body, extraTest, state, location, for_stmt);
      return;
    }
    requirePresent(known);
    const iterable = iterated(known);
    const source = sourceIn(iterable);
    if (source !== undefined) {
      iterateSource(source, iterable, body, extraTest, state, location);
      return;
    }
    const variant = eitherOf(iterable);
    if (variant !== undefined && listedItems(iterable) === undefined) {
      const [one, other] = [variant.one, variant.other].map(
        (side) => () => for_stmt(side, body, extraTest, state, location),
      );
      if_stmt(variant.predicate, one!, other!, state, location);
      noteNoneReturned(iterable, location);
      return;
    }
    const sequence = sequenceOf(iterable);
    if (sequence === null) iterate(iterable as Iterable<unknown>, body, extraTest, state, location);
    else if (isTracing()) stageFor(sequence, body, extraTest, state, location);
    else runFor(sequence, body, extraTest);
  });
}

/** What a graph can iterate over: a number of items, which an iteration may change, and the item at an index. */
interface Sequence {
  readonly size: number | Tensor;
  readonly isGrowing?: boolean;
  itemAt(index: number | Tensor): unknown;
  within?(cursor: Cursor, body: () => void): void;
}

function sequenceOf(iterable: unknown): Sequence | null {
  if (isTensor(iterable)) {
    const itemAt = (index: number | Tensor): Tensor => {
      const row = whileReadingRow(iterable, index, () => rowAt(iterable, index));
      markRow(row, iterable, index);
      return row;
    };
    return { size: rowCount(iterable), itemAt };
  }
  if (stagedListOf(iterable) !== undefined) {
    const source = sourceOfEntries(iterable);
    const array = source ?? iterable;
    const elementAt = (index: number | Tensor) => rowAtIndex(array, index);
    return {
      get size() {
        return stagedListOf(array)!.size;
      },
      isGrowing: true,
      itemAt: source === undefined ? elementAt : (index) => [index, elementAt(index)],
    };
  }
  if (!(iterable instanceof Range)) return null;
  return {
    size: iterable.size,
    itemAt: (index) => {
      const item = iterable.at(index);
      return iterable.isNonNegative ? markNonNegative(item) : item;
    },
  };
}

function stageFor(
  sequence: Sequence,
  body: (item: unknown) => void,
  extraTest: (() => unknown) | null,
  state: State,
  location: SourceLocation | null,
  start: unknown = 0,
): void {
  const count = sequence.isGrowing ? null : knownCount(sequence.size);
  let index = start;
  const isWithin = () => lt(index, sequence.size, location);
  const setIndex = (value: unknown) => {
    index = value;
  };
  const cursor: Cursor = {
    get position() {
      return index;
    },
    set position(value) {
      setIndex(value);
    },
  };
  const reopen = () => extendState(openState(state), 'the loop index', () => index, setIndex);
  const loop = {
    construct,
    open: reopen(),
    test: extraTest === null ? isWithin : () => and(isWithin(), extraTest, location),
    body: () => {
      if (isTensor(index) && typeof sequence.size === 'number')
        noteBounds(index, { least: 0, most: sequence.size - 1 });
      const item = sequence.itemAt(isTensor(index) ? markNonNegative(index) : (index as number));
      index = add(index, 1, location);
      if (sequence.within === undefined) body(item);
      else sequence.within(cursor, () => body(item));
    },
    tripCount:
      count !== null && (count === 0 || extraTest === null) ? count - (start as number) : null,
    // A break may end it earlier, where the program's own numbers say so.
    mostTrips: extraTest === null ? mostIn(sequence.size) : null,
  };
  stageLoopOrUnroll(loop, reopen);
}

/** A size that no call changes may be a tensor, too: `range(tf.scalar(3, 'int32'))`. */
function knownCount(size: number | Tensor): number | null {
  if (typeof size === 'number') return size;
  const data = symbolicData(size);
  const elements = data && knownElements(data);
  return elements && Math.max(0, elements[0] as number);
}

function mostIn(size: number | Tensor): number {
  const data = typeof size === 'number' ? null : symbolicData(size);
  return data === null ? (size as number) : boundsBehindLoops(data).most;
}

function runFor(
  { size, itemAt }: Sequence,
  body: (item: unknown) => void,
  extraTest: (() => unknown) | null,
): void {
  const count = typeof size === 'number' ? size : readElements(size, 'The size of a range')[0]!;
  for (let index = 0; index < count; index++) {
    const test = extraTest === null ? true : extraTest();
    if (isTensor(test) ? !readCondition(test, construct) : !test) return;
    if (!runIteration(() => body(itemAt(index)), index, true)) return;
  }
}

/** Whether a loop that JavaScript runs goes on is a choice of the graph. */
const going: Construct = {
  name: construct,
  main: { short: 'the next iteration', long: null },
  other: { short: 'the end of the loop', long: null },
};

/** So it is whether the entry is there that it comes to. */
const itsEntry: Construct = {
  name: construct,
  main: { short: 'the iteration for an entry that is there', long: null },
  other: { short: 'an entry that is not there', long: null },
};

/** Once a tensor decides whether the loop goes on, each further item costs a conditional in the graph. */
const mostConditionalItems = 400;

function iterate(
  iterable: Iterable<unknown>,
  body: (item: unknown) => void,
  extraTest: (() => unknown) | null,
  state: State,
  location: SourceLocation | null,
): void {
  const goesOn = iteration(iterable, body, extraTest, state, location);
  const items = listedItems(iterable);
  if (items !== undefined) {
    for (const [item, presence] of items) if (!goesOn(item, presence)) return;
    return;
  }
  if (!isTracing() || !isPlainArray(iterable)) {
    const pushing = pushingTo(body, extraTest, state, location);
    const iterator = iteratorOf(requireIterable(iterable));
    const closing = closingOf(iterator);
    const visit = () => {
      for (const item of hostItems(iterator, goesOn, pushing, closing)) if (!goesOn(item)) return;
    };
    try {
      if (closing === undefined) visit();
      else closing.run(visit, state);
    } catch (error) {
      throw pushing.explained(error);
    }
    return;
  }
  // JavaScript asks for the length before each iteration, which may change it.
  for (let index = 0; ; index++) {
    const list = sequenceOf(iterable);
    if (list !== null) {
      stageFor(list, body, extraTest, state, location, index);
      return;
    }
    if (index >= iterable.length || !goesOn(iterable[index])) return;
  }
}

/** The entries of a Map or Set, or what an iterator of one has not come to. */
function iterateSource(
  source: Source,
  iterable: unknown,
  body: (item: unknown) => void,
  extraTest: (() => unknown) | null,
  state: State,
  location: SourceLocation | null,
): void {
  const goesOn = iteration(iterable, body, extraTest, state, location);
  const { collection, seen } = source;
  const isInArrays = () => keyArraysOf(collection) !== undefined;
  const cursor = new EntryCursor(seen);
  for (const key of seen) cursor.come(presenceOfKey(collection, key));
  if (isInArrays()) requireUntouched(source);
  else {
    requireIterable(iterable);
    for (const [item, presence] of itemsOfSource(source)) {
      cursor.come(presence);
      const mayGoOn = withCursor(collection, cursor, () => goesOn(item, presence));
      if (goesOn.isConditional()) noteOvertaken(iterable as object);
      if (!mayGoOn) return;
      if (isInArrays()) break;
    }
  }
  visitKept(source, cursor, goesOn, (items, start) =>
    stageFor(items, body, extraTest, state, location, start),
  );
}

function isPlainArray(iterable: unknown): iterable is unknown[] {
  if (!Array.isArray(iterable)) return false;
  const isList = stagedListOf(iterable) !== undefined;
  return isList || iterable[Symbol.iterator] === Array.prototype.values;
}

/** Runs the body for one item after the other. Each time it tells whether there may be a next one. */
function iteration(
  iterable: unknown,
  body: (item: unknown) => void,
  extraTest: (() => unknown) | null,
  state: State,
  location: SourceLocation | null,
): ((item: unknown, presence?: unknown) => boolean) & End {
  let conditional = 0;
  let count = 0;
  let test: unknown = true;
  const goesOn = (item: unknown, presence: unknown = true): boolean => {
    const index = count++;
    const visit = () =>
      inIteration(index, construct, () => withLoopOptions(null, () => body(item)));
    const run = () => {
      if (isTensor(presence)) stageIf(presence, visit, () => {}, openState(state), itsEntry);
      else visit();
    };
    if (!isTensor(test)) run();
    else if (isTracing()) {
      if (++conditional > mostConditionalItems) throw endlessIteration();
      const further = () => {
        noteIteration(body);
        run();
      };
      stageIf(test, further, () => {}, openState(state), going);
    } else if (readCondition(test, construct)) run();
    else return false;
    // Asked here and not before the next item: after a break JavaScript takes no further item from an iterator.
    if (extraTest !== null) test = extraTest();
    return isTensor(test) || Boolean(observe(test));
  };
  return Object.assign(goesOn, {
    isConditional: () => isTensor(test),
    goThrough: (items: unknown) => for_stmt(items, body, extraTest, state, location),
    goOn: (iterator: Iterator<unknown>, step: unknown, closing: Closing | undefined) => {
      stageSteps(iterator, step, closing, body, extraTest, state, location);
      noteNoneReturned(iterable, location);
    },
    returned: (result: () => unknown) => noteReturned(iterable, result),
    ifOn: (goOn: () => void, leave: () => void) =>
      stageIf(test as Tensor, goOn, leave, openState(state), going),
  });
}

function endlessIteration(): StagingError {
  return errorHere(
    'endless-iteration',
    'A tensor decides when this loop over a JavaScript iterable ends, and the iterable has more than ' +
      `${mostConditionalItems} items, each of which would be a part of the graph.`,
    'Write a generator (`function* () { … yield i++; }`), whose loop becomes one of the graph, loop over a tensor or a ' +
      'range(…), or limit the iterable.',
  );
}
