import { logicalOr, scalar, type Tensor } from '@tensorflow/tfjs-core';
import { constantNode } from '../../graph/builder.js';
import { Value } from '../../graph/graph.js';
import type { TensorType } from '../../graph/types.js';
import { emitWhile } from '../../trace/controlFlow.js';
import { emitAssert } from '../../trace/effects.js';
import { knownWhere, settle } from '../../trace/knownFlags.js';
import { markLate } from '../../trace/late.js';
import { currentLocation } from '../../trace/session.js';
import { type Subgraph, traceSubgraph } from '../../trace/subgraph.js';
import { currentTry, withThrown } from '../branches/guardedTry.js';
import { and } from '../branches/logical.js';
import { mayBeMissing } from '../branches/optionalObject.js';
import { placesIn } from '../lists/objectsOfElements.js';
import { StagedList } from '../lists/stagedList.js';
import { not } from '../operators/comparison.js';
import { asPredicate } from '../operators/condition.js';
import { detached } from '../state/moving.js';
import { recordWrites, undo, type Write } from '../state/recording.js';
import { holdsGone, linkKept, rebuiltLike } from '../state/snapshot.js';
import { extendState } from '../state/state.js';
import { observe } from '../values/absent.js';
import { filler } from '../values/filler.js';
import { numberOf } from '../values/numbered.js';
import { OptionalElement } from '../values/optionalElement.js';
import { linkedLike } from '../values/originals.js';
import { isThereOf, markMayBeOutside } from '../values/outside.js';
import { areSame, mapLeaves, nodeOf } from '../values/structure.js';
import { isTensor } from '../values/tensors.js';
import { Variant } from '../values/variant.js';
import { isWeak, markWeak } from '../values/weak.js';
import { isWhole, markWhole } from '../values/wholeNumbers.js';
import type { Earlier } from './earlier.js';
import {
  asStart,
  carriedSlots,
  type Iteration,
  inPlan,
  type Loop,
  lateSlots,
  lateStart,
  parameterType,
  variableOf,
} from './iteration.js';
import { shareLeftRows } from './leftRows.js';
import { setByIteration } from './loopErrors.js';
import type { LoopPlan } from './loopPlan.js';
import { withShared } from './sharedObjects.js';
import { adoptedTypes, buildAdopted, firstValue, isWeakSlot, type Slot } from './slot.js';

/* The node of a loop of the graph, and what the program's variables are behind it. */

/**
 * Adds the node for a loop whose plan is stable, and leaves the state that it ends with; or gives the loop to stage in its
 * place.
 */
export function emitLoop(loop: Loop, plan: LoopPlan, iteration: Iteration): Loop | null {
  const open = withThrown(loop.open);
  const { body, options, ends, findings, mayThrow } = iteration;
  const late = lateSlots(plan, ends);
  const carried = carriedSlots(plan);
  const mayNotRun = !((loop.tripCount ?? 0) > 0);
  const needing = mayNotRun ? slotsWithoutStart(plan, late) : [];
  const startingLate = carried.filter(
    (slot) => mayNotRun && findings.get(slot) !== 'unchanged' && lateStart(slot) !== undefined,
  );
  const elements = late.filter((slot) => isThereOf(ends.get(slot)) !== undefined);
  const isAsked = [needing, startingLate, mayNotRun ? elements : []].some(
    ({ length }) => length > 0,
  );
  const hasRun = isAsked ? [ranType] : [];
  const areSet = [...late.map(() => setType), ...hasRun];
  const adopted = plan.slots.filter((slot) => slot.adopted !== null);
  const made = adopted.flatMap((slot) =>
    adoptedTypes(slot.adopted!).map((type) => ({ ...type, name: slot.name })),
  );
  const valuesIn = (variables: readonly Tensor[]) => {
    const values = slotValues(plan, variables);
    const conditions = variables.slice(carried.length + made.length);
    return (slot: Slot) => {
      const value = values(slot);
      // Code may ask whether the object is there.
      if (needing.includes(slot) && mayBeMissing(slot.entry, slot.initial, value))
        return optionalObject(slot, value, conditions.at(-1)!);
      if (startingLate.includes(slot)) return stillLate(slot, value as Tensor, conditions.at(-1)!);
      const isSet = conditions[late.indexOf(slot)];
      if (elements.includes(slot))
        return leftElement(slot, value, isSet!, mayNotRun ? conditions.at(-1)! : null);
      if (late.includes(slot)) return lateValue(slot, value, isSet!);
      return needing.includes(slot) ? lateValue(slot, value, conditions.at(-1)!) : value;
    };
  };
  const types = [...carried.map(parameterType), ...made, ...areSet];
  const written: Write[] = [];
  const over = new Map<Slot, boolean>();
  const test = traceTest({ ...loop, open }, { plan, types, mayThrow, valuesIn, over }, written);
  if (written.length > 0 || test.variables.some(({ entry, final }) => entry !== final)) {
    undo(written);
    open.write(plan.initial);
    return rotated(loop);
  }
  const initial = [...carried.map(firstValue), ...made.map(filler), ...areSet.map(filler)];
  const parameters = [
    ...body.parameters,
    ...[...made, ...areSet].map(({ dtype, shape, name }) => new Value(dtype, shape, name)),
  ];
  const ran = hasRun.map((type) => constantNode({ splat: 1 }, type, currentLocation()));
  const nodes = [...body.nodes, ...ran];
  const outputs = [...body.outputs, ...ran.flatMap((node) => node.outputs)];
  const { unrolled = 0 } = loop;
  const tripCount = mayThrow ? null : loop.tripCount;
  const most = options.maximumIterations;
  const maximumIterations = most === null ? null : Math.max(0, most - unrolled);
  const bounds = { tripCount, maximumIterations };
  const results = emitWhile(initial, test, { ...body, parameters, nodes, outputs }, bounds);
  for (const { name, adopted } of needing) {
    // No use can ask.
    if (adoptedTypes(adopted!).length === 0)
      emitAssert(results.at(-1)!, setByIteration(name, null).message);
  }
  const finals = valuesIn(results);
  if (most === null && !mayThrow)
    for (const [slot, holds] of over) settle(finals(slot) as Tensor, holds);
  const state = plan.build((slot) => {
    if (findings.get(slot) === 'unchanged') return slot.initial;
    const final = finals(slot);
    if (!isTensor(final)) return final;
    if (slot.isWhole && isWhole(ends.get(slot))) markWhole(final);
    return isWeakSlot(slot) && isWeak(ends.get(slot)) ? markWeak(final) : final;
  });
  const { before, after } = iteration;
  // What others know of the arrays and objects that an iteration put others in the place of.
  open.write(plan.initial);
  const left = state.map((value, index) => {
    const copies = [plan.initial[index], before[index], after[index]] as const;
    const kept = sharingRows(linkKept(value, ...copies), after[index], iteration.earlier);
    return plan.isMoving(index) ? detached(kept, ...copies) : kept;
  });
  open.write(withShared(left, before, after, plan.initial));

  shareLeftRows(open, after, plan.rows.name(open.read()));
  plan.markNewKeys(after);
  return null;
}

/**
 * A graph's test gives nothing but its answer. One that assigns variables is asked before the loop, and by each iteration
 * at its end: as often as the loop's own.
 */
function rotated(loop: Loop): Loop {
  const ask = (): unknown => {
    const answer = loop.test();
    return isTensor(answer)
      ? asPredicate(answer, loop.construct)
      : scalar(Boolean(observe(answer)), 'bool');
  };
  let goesOn = ask();
  const open = extendState(
    loop.open,
    'the test of the loop',
    () => goesOn,
    (value) => {
      goesOn = value;
    },
  );
  const body = () => {
    loop.body();
    goesOn = ask();
  };
  return { ...loop, open, places: [], body, test: () => goesOn };
}

/** What the loop's variables are. */
interface Variables {
  readonly plan: LoopPlan;
  readonly types: readonly (TensorType & { readonly name?: string })[];
  readonly mayThrow: boolean;
  readonly valuesIn: (variables: readonly Tensor[]) => (slot: Slot) => unknown;
  /** Gets what bools are where the test does not hold. */
  readonly over: Map<Slot, boolean>;
}

/** `written` gets what the test assigns: from the first iterations on, which ran as JavaScript, it need not have been known. */
function traceTest(
  loop: Loop,
  { plan, types, mayThrow, valuesIn, over }: Variables,
  written: Write[],
): Subgraph {
  const { open, test, construct } = loop;
  return traceSubgraph(
    'test',
    types,
    (parameters) => {
      const values = valuesIn(parameters);
      open.write(
        plan.build((slot) => {
          const value = values(slot);
          return isTensor(value) && slot.type !== null ? asStart(slot, value) : value;
        }),
      );
      const condition = inPlan('the test', loop, plan, () =>
        recordWrites(() => withoutThrow(test, mayThrow), written),
      );
      if (!isTensor(condition)) return [scalar(Boolean(observe(condition)), 'bool')];
      const predicate = asPredicate(condition, construct);
      for (const slot of carriedSlots(plan)) {
        const left = knownWhere(predicate, false, values(slot));
        if (typeof left === 'boolean') over.set(slot, left);
      }
      return [predicate];
    },
    true,
  );
}

/** The test counts only where no exception is on its way to its handler. */
function withoutThrow(test: () => unknown, mayThrow: boolean): unknown {
  const guarded = currentTry();
  if (guarded === null) return test();
  const { didThrow } = guarded;
  guarded.didThrow = false;
  return mayThrow ? and(not(didThrow, null), test, null) : test();
}

/** Gives each slot its value, taken from the loop variables in order. Each slot is asked for once. */
function slotValues(plan: LoopPlan, variables: readonly Tensor[]): (slot: Slot) => unknown {
  const carried = carriedSlots(plan);
  const rest = variables.slice(carried.length).values();
  const made = new Map<Slot, unknown>();
  for (const slot of plan.slots) {
    if (slot.adopted !== null) made.set(slot, buildAdopted(slot.adopted, slot.entry, rest));
  }
  return (slot) => {
    if (made.has(slot)) return made.get(slot);
    return slot.type === null ? slot.initial : variableOf(slot, carried, variables);
  };
}

/** The variables that only an iteration gives a value, and each one does. */
function slotsWithoutStart({ slots }: LoopPlan, late: readonly Slot[]): Slot[] {
  return slots.filter(
    (slot) => slot.adopted !== null && !slot.entry.isFlag && !late.includes(slot),
  );
}

/** What a variable is that only an iteration gives a value: each use of its tensors asserts that there was one. */
function lateValue({ name, initial }: Slot, final: unknown, isSet: Tensor): unknown {
  const late = { ...setByIteration(name, initial), isSet };
  return mapLeaves(final, '', (leaf) => (isTensor(leaf) ? markLate(leaf, late) : leaf));
}

/** What such a variable is where iterations give it what they read of an array, which may have no element there. */
function leftElement(slot: Slot, final: unknown, isThere: Tensor, hasRun: Tensor | null): unknown {
  if (!isTensor(final)) {
    const element = new OptionalElement(isThere, final);
    return hasRun === null ? element : optionalObject(slot, element, hasRun);
  }
  // Who uses it has to be told that an iteration has run.
  return hasRun === null ? markMayBeOutside(final, isThere) : lateValue(slot, final, isThere);
}

/** What such a variable is where it holds an object or array, about which code may ask. */
function optionalObject({ name, initial }: Slot, final: unknown, isSet: Tensor): Variant {
  const { missing, message } = setByIteration(name, initial);
  const origin = { name, location: currentLocation() };
  return new Variant(isSet, final, missing, message, origin);
}

/** A variable that need not have a value before the loop: an iteration gives it one, and asks where it reads what was before. */
function stillLate(slot: Slot, final: Tensor, hasRun: Tensor): Tensor {
  const before = lateStart(slot)!;
  return markLate(final, { ...before, isSet: logicalOr(before.isSet, hasRun) });
}

const setType = { dtype: 'bool', shape: [], name: 'is set' } as const;

/** Whether an iteration has run: asking the loop's test before the loop would run it once too often. */
const ranType = { dtype: 'bool', shape: [], name: 'an iteration has run' } as const;

/** Of what an iteration has added to a list the objects that are other names of its rows. */
function sharingRows(value: unknown, end: unknown, earlier: Earlier): unknown {
  if (value instanceof StagedList) {
    const objects = end instanceof StagedList ? (end.shared?.objects ?? []) : [];
    const known = objects.filter((object) => !holdsGone(object));
    const isMoved = end instanceof StagedList && end.order !== value.order;
    const list = isMoved ? value.reordered() : value;
    if (!(end instanceof StagedList) || end.shared === undefined) return linkedLike(list, value);
    known.forEach(numberOf);
    const left = end.shared.left(known);
    const isAdded = (object: object) =>
      earlier.has(object) && value.shared?.objects.includes(object) !== true;
    // Of what was there before, each iteration may have added the same.
    left.withTwins(known.filter(isAdded).flatMap(placesIn));
    return linkedLike(list.known(left), value);
  }
  const [node, ended] = [value, end].map(nodeOf);
  if (!node || !ended) return value;
  const children = node.children.map((child, index) =>
    sharingRows(child, ended.children[index], earlier),
  );
  return areSame(children, node.children) ? value : rebuiltLike(value, node, children);
}
