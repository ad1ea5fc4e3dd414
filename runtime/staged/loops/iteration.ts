import type { Tensor } from '@tensorflow/tfjs-core';
import { type StagingError, UseGraphError } from '../../errors.js';
import { formatType, isSubtype, type Shape, type TensorType } from '../../graph/types.js';
import { assumeGrowing, isRefuted, markStart } from '../../trace/knownBounds.js';
import { whereKnown } from '../../trace/knownFlags.js';
import { type Late, lateOf, markLate } from '../../trace/late.js';
import { markEntry } from '../../trace/overwritten.js';
import { within } from '../../trace/session.js';
import { type Subgraph, traceSubgraph } from '../../trace/subgraph.js';
import { currentTracer } from '../../trace/tracer.js';
import { currentTry } from '../branches/guardedTry.js';
import { runLevel, type Trial } from '../branches/level.js';
import { madeSoFar } from '../state/creation.js';
import type { Place } from '../state/places.js';
import { recordWrites, type Write } from '../state/recording.js';
import { holdsGone } from '../state/snapshot.js';
import type { OpenState } from '../state/state.js';
import { Absent, absentOf, isMissing, isNull, isUnmerged } from '../values/absent.js';
import { definite } from '../values/construct.js';
import { inheritingInIteration } from '../values/inheritedProperties.js';
import { markCarried } from '../values/optionalNumber.js';
import { isThereOf } from '../values/outside.js';
import { mapLeaves } from '../values/structure.js';
import { isTensor, typeOf } from '../values/tensors.js';
import { markWeak } from '../values/weak.js';
import { markWhole } from '../values/wholeNumbers.js';
import { nameOfChosenFunction } from './candidates.js';
import { delayedSlots } from './delayed.js';
import { Earlier } from './earlier.js';
import { examine, type Finding } from './examine.js';
import { type Asked, knowingTest, withoutUnused } from './knownTest.js';
import { invariantViolated, newFunctions } from './loopErrors.js';
import { type LoopOptions, newLoopOptions, withLoopOptions } from './loopOptions.js';
import type { LoopPlan } from './loopPlan.js';
import type { PlannedLists } from './namedElements.js';
import { asLoopValue, isWeakSlot, type Slot } from './slot.js';
import { findTwins } from './twinFlags.js';

/** How many iterations are traced one by one where a loop of the graph cannot be: each may lie in the one before. */
export const mostUnrolled = 64;

/** A loop that a tensor decides about. */
export interface Loop {
  /** As errors call it. */
  readonly construct: string;
  readonly open: OpenState;
  readonly test: () => unknown;
  readonly body: () => void;
  /** How often the body runs, where that is known. */
  readonly tripCount: number | null;
  /** How often it may run at most, where only the end of what is iterated over ends it. */
  readonly mostTrips?: number | null;
  /** How many iterations have been run before the loop. */
  readonly unrolled?: number;
  /** What functions assign that the loop calls, which tracing it has shown: the last entries of its state. */
  readonly places?: readonly Place[];
  /** How often places were added. */
  readonly widenings?: number;
  /** The objects of which traces of an iteration have written properties. */
  readonly written?: WeakSet<object>;
  /** The arrays that are lists in its plans; null where their elements have been named already. */
  readonly planned?: PlannedLists | null;
}

/** One iteration as a plan has it, traced. */
export interface Iteration {
  readonly body: Subgraph;
  readonly options: LoopOptions;
  /** The most far-reaching one of all slots. */
  readonly finding: Finding;
  readonly ends: ReadonlyMap<Slot, unknown>;
  readonly findings: ReadonlyMap<Slot, Finding>;
  /** It must be traced anew with a plan that is widened by it. */
  readonly isWider: boolean;
  /** What was there before it. */
  readonly earlier: Earlier;
  /** The whole state before and after it. */
  readonly before: readonly unknown[];
  readonly after: readonly unknown[];
  /** What it assigned, the state included. */
  readonly writes: readonly Write[];
  /** The loop ends where an exception is on its way to its handler. */
  readonly mayThrow: boolean;
}

/** Traces the body with the loop variables that the plan has, and improves the plan by what it finds. */
export function traceIteration(
  loop: Loop,
  plan: LoopPlan,
  writes: Write[],
  isFirst: boolean,
  trial: Trial,
): Iteration {
  const { open, body } = loop;
  const part = isFirst ? 'the first iteration' : 'a later iteration';
  const options = newLoopOptions();
  const ends = new Map<Slot, unknown>();
  const findings = new Map<Slot, Finding>();
  for (const slot of plan.slots) slot.adopted = null;
  const carried = carriedSlots(plan);
  let isWider = false;
  let before: readonly unknown[] = [];
  let after: readonly unknown[] = [];
  let mayThrow = false;
  let asked: Asked | null = null;
  const earlier = new Earlier();
  const made = madeSoFar();
  const subgraph = traceSubgraph(
    'body',
    carried.map(parameterType),
    (parameters) => {
      const starts = new Map(plan.slots.map((slot) => [slot, hostStart(slot)]));
      carried.forEach((slot, index) => {
        const { initial } = slot;
        if (isTensor(initial) || typeof initial === 'number') {
          markStart(parameters[index]!, initial);
          if (isTensor(initial)) markEntry(parameters[index]!, initial);
          if (!slot.mayFall && slot.type!.dtype === 'int32')
            assumeGrowing(parameters[index]!, initial);
        }
        starts.set(slot, asStart(slot, variableOf(slot, carried, parameters)));
      });
      open.write(plan.build((slot) => starts.get(slot)));
      plan.markNewKeys();
      before = plan.seen(open.read());
      plan.rows.name(before);
      const run = () => inPlan(part, loop, plan, () => withLoopOptions(options, body));
      const runKnowing = () => {
        asked = knowingTest(loop, starts.values(), run);
      };
      try {
        recordWrites(() => {
          mayThrow = runIteration(open, () => inheritingInIteration(runKnowing), trial);
        }, writes);
      } catch (error) {
        // What follows a push may only make sense of a list.
        after = plan.seen(open.read());
        isWider = plan.isWidened(before, after, earlier);
        if (isWider) return [];
        const without = loop.unrolled ? [] : valuesMissed(starts);
        if (without.length === 0) throw ofNewFunction(error, plan) ?? error;
        after = before;
        for (const slot of without) findings.set(slot, 'unroll');
        return [];
      }
      after = plan.seen(open.read());
      const delayed = delayedSlots(starts, before, after);
      for (const slot of delayed) findings.set(slot, 'unroll');
      if (delayed.length > 0) return [];
      // Traced one by one, iterations whose number is known tell for sure which keys there are.
      if (loop.tripCount !== null && loop.tripCount <= mostUnrolled) plan.refuseNewKeys(after);
      isWider = plan.isWidened(before, after, earlier);
      if (isWider) return [];
      const values = plan.match(before, after, made);
      plan.slots.forEach((slot, index) => {
        const start = starts.get(slot);
        ends.set(slot, values[index]);
        findings.set(
          slot,
          applyInvariant(slot, start, options) ?? examine(slot, start, values[index]),
        );
      });
      const fallen = carried.filter((slot, index) => isRefuted(parameters[index]!, ends.get(slot)));
      for (const slot of fallen) {
        slot.mayFall = true;
        findings.set(slot, 'revised');
      }
      // Of a flag that is another one nothing has to be asked twice.
      const find = () => findTwins(carried, starts, ends);
      const answer = asked?.answer ?? null;
      if (answer === null ? find() : whereKnown(answer, find)) findings.set(carried[0]!, 'revised');
      return needsAnotherTrace(findings) ? [] : bodyOutputs(plan, carried, starts, ends);
    },
    true,
  );
  const finding = strongest(findings);
  return {
    body: asked === null ? subgraph : withoutUnused(subgraph, asked),
    options,
    finding,
    ends,
    findings,
    isWider,
    earlier,
    before,
    after,
    writes,
    mayThrow,
  };
}

/** Where the iteration calls a function that one which was traced before has made: its tensors are gone. */
function ofNewFunction(error: unknown, { entries, initial }: LoopPlan): StagingError | null {
  if (!(error instanceof UseGraphError) || error.code !== 'leaked-tensor') return null;
  const names = entries.map(({ name }, index) => nameOfChosenFunction(name, initial[index]));
  const name = names.find((each) => each !== null);
  return name === undefined ? null : newFunctions(name!);
}

/** Variables that the first iteration has asked for, or used where a condition holds, though they have no value yet. */
function valuesMissed(starts: ReadonlyMap<Slot, unknown>): Slot[] {
  return [...starts].flatMap(([slot, start]) => {
    const absent = absentOf(start);
    return absent?.isObserved || absent?.isUsedInBranch ? [slot] : [];
  });
}

/**
 * In an iteration that begins nothing has been thrown. Returns whether something may have been at its end: where it has for
 * sure, nobody reads what the branches in it have not left.
 */
function runIteration(open: OpenState, body: () => void, trial: Trial): boolean {
  const guarded = currentTry();
  const before = open.read();
  const start = { didThrow: guarded?.didThrow, which: guarded?.which };
  if (guarded !== null) guarded.didThrow = false;
  const completes = runLevel(open, body, trial);
  if (guarded === null) {
    if (!completes) open.write(before);
    return false;
  }
  if (guarded.didThrow !== false) {
    open.write(open.read().map((value, index) => (holdsGone(value) ? before[index] : value)));
    return true;
  }
  Object.assign(guarded, start);
  return false;
}

/** An error says which types the loop variables have. */
export function inPlan<T>(part: string, { construct }: Loop, plan: LoopPlan, body: () => T): T {
  const name = `${part} of ${definite(construct)}`;
  return within(name, body, () => {
    const types = carriedSlots(plan)
      .filter(({ name, entry }) => !entry.isFlag && !name.includes(' '))
      .slice(0, mostTypes)
      .map((slot) => `${slot.name} is ${formatType(slot.type!)}`);
    return types.length === 0 ? '' : `, where ${types.join(', ')}`;
  });
}

const mostTypes = 6;

/** A loop variable as the program sees it. */
export function asStart(slot: Slot, variable: Tensor): Tensor {
  const late = lateStart(slot);
  if (late !== undefined && lateOf(variable) === undefined) markLate(variable, late);
  markCarried(variable);
  if (slot.isWhole) markWhole(variable);
  return isWeakSlot(slot) ? markWeak(variable) : variable;
}

/** Where the variable need not have a value before the loop: when it has one. */
export function lateStart({ initial }: Slot): Late | undefined {
  return isTensor(initial) ? lateOf(initial) : undefined;
}

/**
 * Slots that no execution has a value for where a loop in the iteration did not run, or an array has no element, of the last
 * outputs of the body.
 */
export function lateSlots(plan: LoopPlan, ends: ReadonlyMap<Slot, unknown>): Slot[] {
  return plan.slots.filter(
    (slot) => slot.adopted !== null && whetherThere(ends.get(slot)) !== undefined,
  );
}

function whetherThere(end: unknown): Tensor | undefined {
  return (isTensor(end) ? lateOf(end)?.isSet : undefined) ?? isThereOf(end);
}

function bodyOutputs(
  plan: LoopPlan,
  carried: readonly Slot[],
  starts: ReadonlyMap<Slot, unknown>,
  ends: ReadonlyMap<Slot, unknown>,
): Tensor[] {
  const outputs = carried.map((slot) => {
    const end = ends.get(slot);
    if (end !== starts.get(slot)) requireThere(end);
    return asLoopValue(end, slot.type!.dtype);
  });
  for (const { adopted } of plan.slots) {
    if (adopted === null) continue;
    const parts: unknown[] = [];
    mapLeaves(adopted.template, '', (leaf) => parts.push(leaf));
    adopted.leaves.forEach((leaf, index) => {
      if (!('dtype' in leaf)) return;
      if (parts[index] !== adopted.template) requireThere(parts[index]);
      outputs.push(asLoopValue(parts[index], leaf.dtype));
    });
  }
  const conditions = lateSlots(plan, ends).map((slot) => whetherThere(ends.get(slot))!);
  return [...outputs, ...conditions];
}

/** A value that is carried on is used, and the next iteration cannot ask whether there is one. */
function requireThere(value: unknown): void {
  if (!isTensor(value)) return;
  const question = lateOf(value)?.question;
  if (question !== undefined) throw question.refusal;
  currentTracer().resolve(value);
}

/** Those of the plan's slots that are loop variables, in their order. */
export function carriedSlots(plan: LoopPlan): Slot[] {
  return plan.slots.filter((slot) => slot.type !== null);
}

/** That of its twin, if it has one. */
export function variableOf(
  slot: Slot,
  carried: readonly Slot[],
  variables: readonly Tensor[],
): Tensor {
  return variables[carried.indexOf(slot.twin ?? slot)]!;
}

export function parameterType({ type, name }: Slot): TensorType & { readonly name: string } {
  return { ...type!, name };
}

/** What a slot that is no loop variable starts an iteration with. */
function hostStart({ initial, name }: Slot): unknown {
  if (!isMissing(initial) || isUnmerged(initial)) return initial;
  return new Absent(name, isNull(initial) ? null : undefined).placeholder;
}

/** Widens a loop variable to the shape that `setLoopOptions` gave it. */
function applyInvariant(slot: Slot, start: unknown, options: LoopOptions): Finding | null {
  if (slot.type === null || slot.hasInvariant || !isTensor(start)) return null;
  const invariant = options.invariants.get(start);
  if (invariant === undefined) return null;
  const known = typeOf(start).shape;
  const shape: Shape = invariant ?? known?.map(() => null) ?? null;
  if (!isSubtype(typeOf(start), { dtype: slot.type.dtype, shape })) {
    throw invariantViolated(slot.name, shape, slot.type.shape, 'before the loop');
  }
  slot.type = { dtype: slot.type.dtype, shape };
  slot.hasInvariant = true;
  slot.isOpen = invariant === null;
  return 'revised';
}

const strength: readonly Finding[] = ['unchanged', 'carried', 'retyped', 'revised', 'unroll'];

function strongest(findings: ReadonlyMap<Slot, Finding>): Finding {
  return [...findings.values()].reduce<Finding>(
    (a, b) => (strength.indexOf(b) > strength.indexOf(a) ? b : a),
    'unchanged',
  );
}

function needsAnotherTrace(findings: ReadonlyMap<Slot, Finding>): boolean {
  return strength.indexOf(strongest(findings)) >= strength.indexOf('revised');
}
