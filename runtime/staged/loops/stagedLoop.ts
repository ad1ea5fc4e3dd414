import { StagingError } from '../../errors.js';
import { Scoped } from '../../scoped.js';
import { checkpoint } from '../../trace/controlFlow.js';
import { withThrown } from '../branches/guardedTry.js';
import { ifHolds } from '../branches/ifStatement.js';
import { guardRest, type Trial } from '../branches/level.js';
import { type ElementChange, elementChanges } from '../lists/elementChanges.js';
import type { StagedList } from '../lists/stagedList.js';
import { recordSpoils, type Spoiled, spoil } from '../objects/aliases.js';
import { comparisons, requireUnmoved } from '../objects/rowIdentity.js';
import { changedElement, listsRead } from '../objects/rowObjects.js';
import { isMadeBefore, madeSoFar } from '../state/creation.js';
import { directChanges } from '../state/directChanges.js';
import { withArrays } from '../state/keyArrays.js';
import { beside, noteOutward } from '../state/outward.js';
import type { Place } from '../state/places.js';
import { recordTold, undo, type Write } from '../state/recording.js';
import { holdsGone } from '../state/snapshot.js';
import { restoringState, withPlaces } from '../state/state.js';
import { nested } from '../values/depth.js';
import { keepingInherited } from '../values/inheritedProperties.js';
import { isNumbered } from '../values/numbered.js';
import { retyped } from '../values/retype.js';
import { asCarried, requireKnownFunctions } from './candidates.js';
import { Earlier } from './earlier.js';
import { unrollFirst } from './firstIteration.js';
import { requireFreshReads, requireFreshRows } from './freshRows.js';
import {
  carriedSlots,
  type Iteration,
  type Loop,
  parameterType,
  traceIteration,
} from './iteration.js';
import { leftRows } from './leftRows.js';
import { doesNotSettle } from './loopErrors.js';
import { emitLoop } from './loopNode.js';
import { LoopPlan } from './loopPlan.js';
import { keptElements, nameKept, notePlannedLists, retriedNamed } from './namedElements.js';
import { withOwnCollection } from './replacedCollections.js';
import { Sightings } from './sightings.js';

/** Traces the loop from the present state, adds it to the graph, and leaves the state that it ends with. */
export function stageLoop(loop: Loop): void {
  stageUnguarded(loop);
  guardRest();
}

/** As `stageLoop`. What follows may have to be guarded: by `guardRest()`. */
export function stageUnguarded(loop: Loop): void {
  if (loop.tripCount === 0 && loop.unrolled) return;
  const open = withThrown(loop.open);
  const stageRestoring = () => restoringState(open, () => stageAppearing(loop));
  keepingInherited(() => nested(() => withArrays(stageRestoring, ifHolds)));
}

const mayTakeOut = new Scoped(true);

/**
 * Of objects that an iteration puts where there was nothing a graph knows which they are where the first one is taken out of
 * the loop. What is left may not go on with them: then as they are, without that.
 */
function stageAppearing(loop: Loop): void {
  if (!mayTakeOut.value) {
    stage(loop);
    return;
  }
  const drop = checkpoint();
  const before = takenOut;
  try {
    recordTold(() => stage(loop));
  } catch (error) {
    if (takenOut === before || !(error instanceof StagingError)) throw error;
    drop();
    mayTakeOut.during(false, () => stage(loop));
  }
}

/** How many first iterations have been taken out for the objects that they put where there was nothing. */
let takenOut = 0;

/** As many traces as dtypes, containers and the objects in them can need before the plan is stable. */
const mostTraces = 24;

function stage(given: Loop): void {
  const { planned = new Map<unknown[], StagedList>() } = given;
  const loop = { ...given, planned };
  try {
    restoringState(withThrown(loop.open), () => stagePlanned(loop));
  } catch (error) {
    const own = withOwnCollection(loop, error);
    if (own === null) retriedNamed(error, planned, (planned) => stage({ ...given, planned }));
    else {
      stage(own.loop);
      own.finish();
    }
  }
}

function stagePlanned(loop: Loop): void {
  const open = withThrown(loop.open);
  const start = open.read().map((value, index) => {
    const { name, isOpaque } = open.entries[index]!;
    return isOpaque ? value : asCarried(name, value);
  });
  let plan = new LoopPlan(open.entries, start);
  const sightings = new Sightings();
  const written = loop.written ?? new WeakSet<object>();
  const made = madeSoFar();
  const { length } = elementChanges();
  const compared = comparisons().length;
  for (let attempt = 0; attempt < mostTraces; attempt++) {
    const writes: Write[] = [];
    const earlier = new Earlier();
    if (loop.planned) notePlannedLists(loop.planned, plan);
    const trial: Trial = { leavesOut: false, readsMissing: false };
    let failure: { readonly error: unknown } | null = null;
    // What two traces have written was there before: each makes objects of its own.
    const isOlder = (object: object) =>
      written.has(object) ||
      isMadeBefore(object, made) ||
      (isNumbered(object) && earlier.has(object));
    const more = (iteration: Iteration | null) => {
      const others = beside(writes, () => open.write(plan.apart())).filter(
        ({ place: { owner, container = owner } }) =>
          container === undefined || !plan.hasMade(container),
      );
      open.write(plan.initial);
      const wider = withWrites(loop, { writes, others, isOlder }, iteration);
      for (const { place } of writes) if (place.owner !== undefined) written.add(place.owner);
      if (wider === null) return null;
      open.write(plan.initial);
      return { ...wider, written };
    };
    let iteration: Iteration;
    let spoiled: readonly Spoiled[];
    let changes: ElementChange[] = [];
    const [read, direct] = [listsRead().length, directChanges().length];
    comparisons().splice(compared);
    const trace = (given: Trial) => {
      const isFirst = attempt === 0 && (loop.unrolled ?? 0) === 0;
      return recordSpoils(() => traceIteration({ ...loop, open }, plan, writes, isFirst, given));
    };
    try {
      [iteration, spoiled] = trace(trial);
      changes = elementChanges().splice(length);
    } catch (error) {
      elementChanges().splice(length);
      // It may have come from what is not carried yet.
      const wider = more(null);
      if (wider !== null) {
        stageWider(wider);
        return;
      }
      if (!trial.readsMissing) throw error;
      failure = { error };
      writes.splice(0);
      [iteration, spoiled] = orElseThrow(error, () => trace({ ...trial, leavesOut: true }));
      elementChanges().splice(length);
    }
    const wider = more(iteration);
    if (wider !== null) {
      stageWider(wider);
      return;
    }
    if (open.entries.length > plan.entries.length) {
      // An iteration throws something: one more value of the state.
      stage(loop);
      return;
    }
    const { finding, before, after } = iteration;
    if (iteration.isWider) {
      plan = plan.widened(iteration.before, iteration.after, iteration.earlier);
      continue;
    }
    const isFew = (loop.unrolled ?? 0) < mostAppearing;
    const mayUnroll = failure === null && isFew && mayTakeOut.value;
    const identified = plan.identified(before, after, sightings, mayUnroll);
    if (identified !== plan && identified !== 'unroll') {
      if (identified !== 'undecided') plan = identified;
      continue;
    }
    if (failure !== null && finding !== 'revised') throw failure.error;
    if (finding === 'unroll' || identified === 'unroll') {
      if (finding !== 'unroll') takenOut++;
      // The construct around is told of what was there before the loop; the iterations begin from what the plan knows of it.
      open.write(start);
      noteOutward(writes);
      open.write(plan.initial);
      unrollFirst(loop, iteration, stageLoop);
      return;
    }
    if (finding === 'revised') continue;
    const types = carriedSlots(plan).map(parameterType);
    const body = finding === 'retyped' ? retyped(iteration.body, types) : iteration.body;
    if (body === null) continue;
    const rows = leftRows(before, after, plan.rows.named);
    const changed = new Set(directChanges().slice(direct));
    after.forEach((value, index) => {
      // The array that a variable held before may be nobody's any more.
      const isHeld = plan.entries[index]!.container === null;
      withChanges(isHeld ? changes : [], () => {
        requireFreshRows(value, iteration, { after, changed });
      });
    });
    before.forEach((value, index) => {
      requireUnmoved(comparisons().slice(compared), value, after[index]);
    });
    for (const { place } of writes)
      for (const object of [place.owner, place.container])
        if (object !== undefined && rows.has(object)) throw changedElement(object);
    elementChanges().push(...changes);
    requireFreshReads(read);
    // A list that an array has become for the loop alone is made of tensors of the branch around.
    open.write(start);
    const kept = keptElements(loop.planned ?? new Map());
    noteOutward(writes);
    const instead = emitLoop(loop, plan, { ...iteration, body });
    if (instead !== null) stageLoop(instead);
    // Writing the state has put back what they held before.
    for (const [object, keys] of spoiled) if (!holdsGone(object)) spoil(object, keys);
    kept.forEach(nameKept);
    return;
  }
  const named = plan.slots.filter(({ entry }) => !entry.isFlag);
  plan.entries.forEach(({ name }, index) => {
    requireKnownFunctions(name, plan.initial[index]);
  });
  throw doesNotSettle(named.map(({ name }) => name));
}

/** What the iteration has changed since has not reached what it leaves. */
function withChanges(changes: readonly ElementChange[], require: () => void): void {
  const { length } = elementChanges();
  elementChanges().push(...changes);
  try {
    require();
  } finally {
    elementChanges().splice(length);
  }
}

function orElseThrow<T>(error: unknown, body: () => T): T {
  try {
    return body();
  } catch {
    throw error;
  }
}

/** A loop that cannot be staged leaves the places too that were added to its state as they were. */
function stageWider(loop: Loop): void {
  restoringState(withThrown(loop.open), () => stage(loop));
}

/** More iterations than these that put known objects where there was nothing are not traced one by one. */
const mostAppearing = 4;

/** As often as what is found at first can show more. */
const mostWidenings = 4;

/** What an iteration has assigned. */
interface Assigned {
  readonly writes: readonly Write[];
  /** Those that are none of the loop's state. */
  readonly others: readonly Write[];
  /** Whether an object is known to have been there before. */
  readonly isOlder: (object: object) => boolean;
}

/**
 * The loop with places in its state that an iteration assigned and that are none of it; `null` where there are none. What
 * an iteration makes for itself is found anew by each trace: it looks like something that the last trace found and that
 * this one did not touch. It stays as it is, so that who reads it later is told that it is gone.
 */
function withWrites(
  loop: Loop,
  { writes, others, isOlder }: Assigned,
  iteration: Iteration | null,
): Loop | null {
  const { places = [], open, widenings = 0 } = loop;
  const entries = open.entries.slice(open.entries.length - places.length);
  const isUntouched = (place: Place, index: number) =>
    iteration === null ||
    (iteration.isWider
      ? !writes.some((write) => write.place.isSame(place))
      : [...iteration.findings].every(
          ([slot, finding]) => slot.entry !== entries[index] || finding === 'unchanged',
        ));
  const own = new Set(places.filter(isUntouched).map(({ name }) => name));
  const found = others.filter(({ place: { name, owner, container } }) => {
    const object = owner ?? container;
    return !own.has(name) || (object !== undefined && isOlder(object));
  });
  if (found.length === 0 || widenings === mostWidenings) return null;
  undo(found);
  const more = found.map(({ place }) => place);
  return {
    ...loop,
    open: withPlaces(open, more),
    places: [...places, ...more],
    widenings: widenings + 1,
  };
}
