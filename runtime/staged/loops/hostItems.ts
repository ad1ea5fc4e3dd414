import type { StagingError } from '../../errors.js';
import { hasEffect } from '../../graph/graph.js';
import { Diverged } from '../../trace/divergence.js';
import { errorHere } from '../../trace/errorHere.js';
import { isTracing } from '../../trace/session.js';
import { currentTracer } from '../../trace/tracer.js';
import { usedVariables } from '../../trace/variables.js';
import { isOfProgram } from '../branches/guardedTry.js';
import { knownSource } from '../collections/iteration.js';
import { stagedListOf } from '../lists/heldList.js';
import type { Place } from '../state/places.js';
import { noteWrite, recordTold, type Write } from '../state/recording.js';
import { Unmerged } from '../values/absent.js';
import { hasAdvanced, isGenerator, noteAdvanced, noteOvertaken } from '../values/iterators.js';
import type { Closing } from './closing.js';
import { closerOf, stepper } from './iteratorProtocol.js';
import { doneIn } from './iteratorSteps.js';
import { type Pushing, requireClosing } from './pushedItems.js';

/** What a loop over an iterator knows of its end. */
export interface End {
  /** Whether a tensor has decided that the loop goes on. */
  isConditional(): boolean;
  /** Iterates over the items of what the graph goes through. */
  goThrough(items: unknown): void;
  /** Goes on from a step of the iterator of which a tensor decides whether there is an item. */
  goOn(iterator: Iterator<unknown>, step: unknown, closing: Closing | undefined): void;
  /** Told what the iterator has returned at its end. */
  returned(result: () => unknown): void;
  /** Does the one if the loop goes on, and the other if it was left, as the tensor decides. */
  ifOn(goOn: () => void, leave: () => void): void;
}

/**
 * The items of what JavaScript iterates. Once a tensor decides whether the loop goes on, JavaScript takes all items, so
 * that what is done to get at one must not be seen.
 */
export function* hostItems(
  iterator: Iterator<unknown>,
  end: End,
  pushing: Pushing,
  closing: Closing | undefined,
): Generator<unknown, void> {
  if (isTracing() && isOfGraph(iterator)) {
    end.goThrough(iterator);
    return;
  }
  const mayPush = isTracing() && isGenerator(iterator) && !hasAdvanced(iterator);
  noteAdvanced(iterator);
  let first = mayPush ? pushing.start(iterator) : undefined;
  if (mayPush && first === undefined) {
    pushing.end();
    end.returned(() => pushing.result);
    return;
  }
  const advanced: Place[] = [];
  const takeStep = stepper(iterator);
  const leave = () => {
    const close = closerOf(iterator);
    if (close === undefined) return;
    requireClosing();
    if (closing === undefined) close();
    else closing.close();
  };
  let isOver = false;
  let isOpen = false;
  try {
    for (;;) {
      closing?.setInBody(false);
      // Where it throws itself, JavaScript does not close it.
      isOpen = false;
      const isSeen = isTracing() && end.isConditional();
      const step = first ?? (isSeen ? stepIfOn(iterator, takeStep, advanced, end) : takeStep());
      first = undefined;
      const isDone = doneIn(step);
      if (isDone === undefined) {
        end.goOn(iterator, step, closing);
        return;
      }
      isOver = isDone;
      if (isOver) {
        end.returned(() => step.value as unknown);
        return;
      }
      closing?.setInBody(true);
      isOpen = true;
      yield step.value;
    }
  } finally {
    const isConditional = isTracing() && end.isConditional();
    if (isConditional) noteOvertaken(iterator);
    if (isOver && isConditional) {
      // A generator that has ended does nothing any more.
      const isLeft = iterator.return !== undefined && !isGenerator(iterator);
      const leaveBefore = () => {
        forget(advanced);
        if (isLeft) leave();
      };
      if (isLeft || advanced.length > 0) end.ifOn(() => {}, leaveBefore);
    } else {
      forget(advanced);
      if (isOpen) leave();
    }
  }
}

/** What JavaScript has assigned on the way to items that the loop may not have come to. What `return()` assigns is known again. */
function forget(advanced: readonly Place[]): void {
  for (const place of advanced) {
    const { name } = place;
    noteWrite(place);
    place.write(new Unmerged(name, changesOnTheWay(`'${name}'`)).placeholder);
  }
}

/** Whether it stands for the iterator of an array whose length a tensor decides, or of a Map or Set like that. */
function isOfGraph(iterator: object): boolean {
  return stagedListOf(iterator) !== undefined || knownSource(iterator) !== undefined;
}

/** The iterator is at its end where it throws, which JavaScript sees only if the loop goes on. */
function stepIfOn(
  iterator: Iterator<unknown>,
  takeStep: () => IteratorResult<unknown>,
  advanced: Place[],
  end: End,
): IteratorResult<unknown> {
  try {
    return unseenStep(iterator, takeStep, advanced);
  } catch (error) {
    if (error instanceof Diverged || !isOfProgram(error)) throw error;
    const fail = () => {
      throw error;
    };
    end.ifOn(fail, () => {});
    return { value: undefined, done: true };
  }
}

function unseenStep(
  iterator: Iterator<unknown>,
  takeStep: () => IteratorResult<unknown>,
  advanced: Place[],
): IteratorResult<unknown> {
  const writes: Write[] = [];
  const tracer = currentTracer();
  const { length } = tracer.nodes;
  const before = usedVariables(tracer);
  const step = recordTold(takeStep, writes);
  if (currentTracer() !== tracer) throw changesOnTheWay('whether something is thrown');
  // The end of a generator may be its `finally`, which runs after a break too.
  if (step.done === true && isGenerator(iterator)) return step;
  const isAssigned = usedVariables(tracer).some(({ variable, entry, final }) => {
    const known = before.find((use) => use.variable === variable);
    return final !== (known?.final ?? entry);
  });
  const seen = writes.map(({ place }) => place).filter(({ owner }) => owner !== iterator);
  const isSeen = isAssigned || tracer.nodes.slice(length).some(hasEffect);
  if (isSeen || seen.some(({ container }) => container !== undefined))
    throw changesOnTheWay('something');
  advanced.push(...writes.map(({ place }) => place));
  return step;
}

function changesOnTheWay(what: string): StagingError {
  return errorHere(
    'condition-in-generator',
    'A tensor decides whether this loop goes on, and what it takes its items from changes ' +
      `${what} on the way to the next one: JavaScript runs it while tracing, whatever the tensor decides.`,
    'Let the loop do that, or collect the items in an array before it: for (const x of [...items]).',
  );
}
