import { scalar, type Tensor } from '@tensorflow/tfjs-core';
import { Value } from '../graph/graph.js';
import { isSubtype, type Shape, type TensorType } from '../graph/types.js';
import { emitWhile } from '../trace/controlFlow.js';
import { emitAssert } from '../trace/effects.js';
import { type Subgraph, traceSubgraph } from '../trace/subgraph.js';
import { Absent, isMissing, observe } from './absent.js';
import { asPredicate } from './condition.js';
import { nested } from './depth.js';
import { stageIf } from './ifStatement.js';
import { invariantViolated, zeroIterations } from './loopErrors.js';
import { type LoopOptions, newLoopOptions, withLoopOptions } from './loopOptions.js';
import {
  adoptedTypes,
  asLoopValue,
  buildAdopted,
  examine,
  type Finding,
  filler,
  isWeakSlot,
  LoopPlan,
  type Slot,
  startsAsNumber,
} from './loopPlan.js';
import { linkKept } from './snapshot.js';
import { type Entry, type OpenState, restoringState } from './state.js';
import { mapLeaves } from './structure.js';
import { isTensor, shapeOf, typeOf } from './tensors.js';
import { isWeak, markWeak } from './weak.js';

/** A loop that a tensor decides about. */
export interface Loop {
  /** As errors call it. */
  readonly construct: string;
  readonly open: OpenState;
  readonly test: () => unknown;
  readonly body: () => void;
  /** How often the body runs, where that is known. */
  readonly tripCount: number | null;
  /** How many iterations have been run before the loop. */
  readonly unrolled?: number;
}

/** Traces the loop from the present state, adds it to the graph, and leaves the state that it ends with. */
export function stageLoop(loop: Loop): void {
  if (loop.tripCount === 0) return;
  nested(() => restoringState(loop.open, () => stage(loop)));
}

/** As many traces as dtypes and containers can need before the plan is stable. */
const mostTraces = 16;

function stage(loop: Loop): void {
  const { open } = loop;
  const initial = open.read();
  const plan = new LoopPlan(open.entries, initial);
  for (let attempt = 0; attempt < mostTraces; attempt++) {
    const iteration = traceIteration(loop, plan);
    open.write(initial);
    if (iteration.finding === 'revised') continue;
    if (iteration.finding === 'unroll') unrollFirst(loop, iteration);
    else emit(loop, plan, iteration);
    return;
  }
  throw new Error(
    `The types of a loop's variables do not settle: ${plan.slots.map((slot) => slot.name)}`,
  );
}

interface Iteration {
  readonly body: Subgraph;
  readonly options: LoopOptions;
  /** The most far-reaching one of all slots. */
  readonly finding: Finding;
  readonly ends: ReadonlyMap<Slot, unknown>;
  readonly findings: ReadonlyMap<Slot, Finding>;
  /** The whole state before and after it. */
  readonly before: readonly unknown[];
  readonly after: readonly unknown[];
}

function traceIteration({ open, body }: Loop, plan: LoopPlan): Iteration {
  const options = newLoopOptions();
  const ends = new Map<Slot, unknown>();
  const findings = new Map<Slot, Finding>();
  for (const slot of plan.slots) slot.adopted = null;
  const carried = plan.slots.filter((slot) => slot.type !== null);
  let before: readonly unknown[] = [];
  let after: readonly unknown[] = [];
  const subgraph = traceSubgraph('body', carried.map(parameterType), (parameters) => {
    const starts = new Map(plan.slots.map((slot) => [slot, hostStart(slot)]));
    carried.forEach((slot, index) => {
      starts.set(slot, isWeakSlot(slot) ? markWeak(parameters[index]!) : parameters[index]);
    });
    open.write(plan.build((slot) => starts.get(slot)));
    before = open.read();
    withLoopOptions(options, body);
    after = open.read();
    const values = plan.match(after);
    plan.slots.forEach((slot, index) => {
      const start = starts.get(slot);
      ends.set(slot, values[index]);
      findings.set(
        slot,
        applyInvariant(slot, start, options) ?? examine(slot, start, values[index]),
      );
    });
    return needsAnotherTrace(findings) ? [] : bodyOutputs(plan, carried, ends);
  });
  const finding = strongest(findings);
  return { body: subgraph, options, finding, ends, findings, before, after };
}

function bodyOutputs(
  plan: LoopPlan,
  carried: readonly Slot[],
  ends: ReadonlyMap<Slot, unknown>,
): Tensor[] {
  const outputs = carried.map((slot) => asLoopValue(ends.get(slot), slot.type!.dtype));
  for (const { adopted } of plan.slots) {
    if (adopted === null) continue;
    const parts: unknown[] = [];
    mapLeaves(adopted.template, '', (leaf) => parts.push(leaf));
    adopted.leaves.forEach((leaf, index) => {
      if ('dtype' in leaf) outputs.push(asLoopValue(parts[index], leaf.dtype));
    });
  }
  return outputs;
}

/** The node for a loop whose plan is stable. */
function emit(loop: Loop, plan: LoopPlan, iteration: Iteration): void {
  const { open } = loop;
  const { body, options, ends, findings } = iteration;
  requireIteration(loop, plan);
  const carried = plan.slots.filter((slot) => slot.type !== null);
  const adopted = plan.slots.filter((slot) => slot.adopted !== null);
  const made = adopted.flatMap((slot) =>
    adoptedTypes(slot.adopted!).map((type) => ({ ...type, name: slot.name })),
  );
  const test = traceTest(loop, plan, [...carried.map(parameterType), ...made]);
  const initial = [
    ...carried.map((slot) => asLoopValue(slot.initial, slot.type!.dtype)),
    ...made.map(filler),
  ];
  const parameters = [
    ...body.parameters,
    ...made.map(({ dtype, shape, name }) => new Value(dtype, shape, name)),
  ];
  const { tripCount, unrolled = 0 } = loop;
  const most = options.maximumIterations;
  const maximumIterations = most === null ? null : Math.max(0, most - unrolled);
  const bounds = { tripCount, maximumIterations };
  const results = emitWhile(initial, test, { ...body, parameters }, bounds);
  const finals = slotValues(plan, results);
  const state = plan.build((slot) => {
    if (findings.get(slot) === 'unchanged') return slot.initial;
    const final = finals(slot);
    return isTensor(final) && isWeakSlot(slot) && isWeak(ends.get(slot)) ? markWeak(final) : final;
  });
  const { before, after } = iteration;
  open.write(
    state.map((value, index) => linkKept(value, plan.initial[index], before[index], after[index])),
  );
}

function traceTest(
  { open, test, construct }: Loop,
  plan: LoopPlan,
  types: readonly (TensorType & { readonly name?: string })[],
): Subgraph {
  return traceSubgraph('test', types, (parameters) => {
    const values = slotValues(plan, parameters);
    open.write(
      plan.build((slot) => {
        const value = values(slot);
        return isTensor(value) && isWeakSlot(slot) ? markWeak(value) : value;
      }),
    );
    const condition = test();
    return [
      isTensor(condition)
        ? asPredicate(condition, construct)
        : scalar(Boolean(observe(condition)), 'bool'),
    ];
  });
}

/** Gives each slot its value, taken from the loop variables in order. Each slot is asked for once. */
function slotValues(plan: LoopPlan, variables: readonly Tensor[]): (slot: Slot) => unknown {
  const carried = plan.slots.filter((slot) => slot.type !== null);
  const rest = variables.slice(carried.length).values();
  const made = new Map<Slot, unknown>();
  for (const slot of plan.slots) {
    if (slot.adopted !== null) made.set(slot, buildAdopted(slot.adopted, rest));
  }
  return (slot) => {
    if (made.has(slot)) return made.get(slot);
    return slot.type === null ? slot.initial : variables[carried.indexOf(slot)];
  };
}

/** Fails the execution where the loop should have given a variable its first value but did not run. */
function requireIteration({ test, tripCount, construct }: Loop, plan: LoopPlan): void {
  const names = plan.slots
    .filter((slot) => slot.adopted !== null && !slot.entry.isFlag)
    .map((slot) => slot.name);
  if (names.length === 0 || tripCount !== null) return;
  const condition = test();
  if (!isTensor(condition)) return;
  const predicate = asPredicate(condition, construct);
  for (const name of names) emitAssert(predicate, zeroIterations(name));
}

/**
 * Takes the first iteration out of the loop: in it a variable has no value, and the body asks for that, or it is a number
 * and the body makes it a tensor of another shape.
 */
function unrollFirst(loop: Loop, { findings }: Iteration): void {
  const { open, body, test, construct, tripCount } = loop;
  const rest: Loop = {
    ...loop,
    tripCount: tripCount === null ? null : tripCount - 1,
    unrolled: (loop.unrolled ?? 0) + 1,
  };
  const first = () => {
    withLoopOptions(null, body);
    stageLoop(rest);
  };
  const condition = tripCount === null ? test() : true;
  if (!isTensor(condition)) {
    if (observe(condition)) first();
    return;
  }
  const predicate = asPredicate(condition, construct);
  const before = open.read();
  const reshaped = new Set<Entry>();
  for (const [slot, finding] of findings) {
    if (finding === 'unroll' && startsAsNumber(slot)) reshaped.add(slot.entry);
  }
  const entries = open.entries.map((entry, index) => {
    if (!reshaped.has(entry) && (!isMissing(before[index]) || entry.isFlag)) return entry;
    emitAssert(predicate, zeroIterations(entry.name));
    return { ...entry, isFlag: true };
  });
  const leaveReshaped = () => {
    const values = open.read();
    open.write(
      values.map((value, index) => (reshaped.has(open.entries[index]!) ? undefined : value)),
    );
  };
  stageIf(predicate, first, leaveReshaped, { ...open, entries }, construct);
}

function parameterType({ type, name }: Slot): TensorType & { readonly name: string } {
  return { ...type!, name };
}

/** What a slot that is no loop variable starts an iteration with. */
function hostStart({ initial, name }: Slot): unknown {
  return isMissing(initial) ? new Absent(name, initial as undefined | null).placeholder : initial;
}

/** Widens a loop variable to the shape that `setLoopOptions` gave it. */
function applyInvariant(slot: Slot, start: unknown, options: LoopOptions): Finding | null {
  if (slot.type === null || slot.hasInvariant || !isTensor(start)) return null;
  const invariant = options.invariants.get(start);
  if (invariant === undefined) return null;
  const shape: Shape = invariant ?? shapeOf(start).map(() => null);
  if (!isSubtype(typeOf(start), { dtype: slot.type.dtype, shape })) {
    throw invariantViolated(slot.name, shape, slot.type.shape, 'before the loop');
  }
  slot.type = { dtype: slot.type.dtype, shape };
  slot.hasInvariant = true;
  return 'revised';
}

const strength: readonly Finding[] = ['unchanged', 'carried', 'revised', 'unroll'];

function strongest(findings: ReadonlyMap<Slot, Finding>): Finding {
  return [...findings.values()].reduce<Finding>(
    (a, b) => (strength.indexOf(b) > strength.indexOf(a) ? b : a),
    'unchanged',
  );
}

function needsAnotherTrace(findings: ReadonlyMap<Slot, Finding>): boolean {
  return strength.indexOf(strongest(findings)) >= strength.indexOf('revised');
}
