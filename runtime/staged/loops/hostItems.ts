import { StagingError } from '../../errors.js';
import { hasEffect } from '../../graph/graph.js';
import { currentLocation, isTracing } from '../../trace/session.js';
import { currentTracer } from '../../trace/tracer.js';
import { usedVariables } from '../../trace/variables.js';
import { noteWrite, recordWrites, type Write } from '../state/writes.js';
import { requireIterable } from './iterable.js';

/**
 * The items of what JavaScript iterates. Once a tensor decides whether the loop goes on, JavaScript takes all items, so
 * that what is done to get at one must not be seen.
 */
export function* hostItems(
  iterable: Iterable<unknown>,
  isConditional: () => boolean,
): Generator<unknown, void> {
  const iterator = requireIterable(iterable)[Symbol.iterator]();
  let isOver = false;
  try {
    for (;;) {
      const isSeen = isTracing() && isConditional();
      const { done, value } = isSeen ? unseenStep(iterator) : iterator.next();
      isOver = done === true;
      if (isOver) return;
      yield value;
    }
  } finally {
    if (!isOver) iterator.return?.();
  }
}

/** The end of a generator may be its `finally`, which runs after a break too. */
function unseenStep(iterator: Iterator<unknown>): IteratorResult<unknown> {
  const writes: Write[] = [];
  const tracer = currentTracer();
  const { length } = tracer.nodes;
  const before = usedVariables(tracer);
  const step = recordWrites(() => iterator.next(), writes);
  for (const write of writes) noteWrite(write.place, write.before);
  const isAssigned = usedVariables(tracer).some(({ variable, entry, final }) => {
    const known = before.find((use) => use.variable === variable);
    return final !== (known?.final ?? entry);
  });
  const isSeen =
    isAssigned ||
    writes.some(({ place }) => place.owner !== iterator) ||
    tracer.nodes.slice(length).some(hasEffect);
  if (isSeen && step.done !== true) throw changesOnTheWay();
  return step;
}

function changesOnTheWay(): StagingError {
  return new StagingError(
    'condition-in-generator',
    'A tensor decides whether this loop goes on, and the generator or iterator that it takes its items from changes ' +
      'something on the way to the next one: JavaScript runs it while tracing, whatever the tensor decides.',
    currentLocation(),
    'Let the loop do what is to be seen, or collect the items in an array before it: for (const x of [...items]).',
  );
}
