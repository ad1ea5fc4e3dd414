import { stageIf } from '../branches/ifStatement.js';
import { throwingLater } from '../branches/level.js';
import { asPredicate } from '../operators/condition.js';
import type { Entry } from '../state/state.js';
import { isMissing, observe } from '../values/absent.js';
import { definite } from '../values/construct.js';
import { isTensor } from '../values/tensors.js';
import type { Iteration, Loop } from './iteration.js';
import { doesNotSettle, setByIteration } from './loopErrors.js';
import { inIteration, withLoopOptions } from './loopOptions.js';
import { type Slot, startsAsNumber } from './slot.js';

/**
 * Takes the first iteration out of the loop: in it a variable has no value, and the body asks for that, or it is a number
 * and the body makes it a tensor of another shape.
 */
export function unrollFirst(
  loop: Loop,
  { findings }: Iteration,
  stageLoop: (rest: Loop) => void,
): void {
  const { open, body, test, construct, tripCount } = loop;
  if (loop.unrolled === mostFirst) {
    const differing = [...findings.keys()].filter((slot) => findings.get(slot) === 'unroll');
    throw doesNotSettle(differing.map(({ name }) => name));
  }
  const rest: Loop = {
    ...loop,
    tripCount: tripCount === null ? null : tripCount - 1,
    unrolled: (loop.unrolled ?? 0) + 1,
  };
  const first = () => {
    const run = () => withLoopOptions(null, body);
    inIteration(rest.unrolled! - 1, construct, () => throwingLater(run));
    stageLoop(rest);
  };
  const condition = tripCount === null ? test() : tripCount > 0;
  if (!isTensor(condition)) {
    if (observe(condition)) first();
    return;
  }
  const predicate = asPredicate(condition, construct);
  const reshaped = entriesOf(
    findings,
    (slot) => findings.get(slot) === 'unroll' && startsAsNumber(slot),
  );
  const initialized = entriesOf(
    findings,
    (slot) => isMissing(slot.initial) && findings.get(slot) !== 'unchanged',
  );
  const before = open.read();
  const entries = open.entries.map((entry, index) => {
    if (entry.isFlag || !(reshaped.has(entry) || initialized.has(entry))) return entry;
    return { ...entry, late: setByIteration(entry.name, before[index]) };
  });
  const leaveReshaped = () => {
    const values = open.read();
    open.write(
      values.map((value, index) => (reshaped.has(open.entries[index]!) ? undefined : value)),
    );
  };
  const parts = {
    name: construct,
    main: { short: 'the first iteration', long: null },
    other: {
      short: 'the loop without an iteration',
      long: `${definite(construct)} without an iteration`,
    },
  };
  stageIf(predicate, first, leaveReshaped, { ...open, entries }, parts);
}

/** More iterations than this that differ from the next one differ all: each makes something larger of what the one before has left. */
const mostFirst = 16;

function entriesOf(
  slots: ReadonlyMap<Slot, unknown>,
  isWanted: (slot: Slot) => boolean,
): Set<Entry> {
  return new Set([...slots.keys()].filter(isWanted).map(({ entry }) => entry));
}
