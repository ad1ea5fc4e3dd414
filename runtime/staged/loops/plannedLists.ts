import { isListLike } from '../branches/growth.js';
import { asElement, withRowsOf } from '../lists/asElement.js';
import { handlesOf } from '../lists/elementChanges.js';
import { sampleOfElements } from '../lists/elementSamples.js';
import { canBeRow, instanceOrSelf, structureOf } from '../lists/elements.js';
import { stagedListOf } from '../lists/heldList.js';
import { addedOrders, noHistory } from '../lists/history.js';
import { rowsOfOtherLengths } from '../lists/listErrors.js';
import { OneOfKinds } from '../lists/oneOfKinds.js';
import { RaggedRow } from '../lists/raggedRow.js';
import { Reference } from '../lists/references.js';
import { anyReference, asRows, listFrom, sampleOf, sampleOfKinds } from '../lists/samples.js';
import { SharedElements } from '../lists/sharedElements.js';
import { StagedList } from '../lists/stagedList.js';
import { unlinked } from '../state/freeze.js';
import { isMissing } from '../values/absent.js';
import { basesOf } from '../values/choice.js';
import { fixedOf } from '../values/fixedness.js';
import { Instance } from '../values/instance.js';
import { numberOf } from '../values/numbered.js';
import { linkedLike, originalOf, originalsAmong } from '../values/originals.js';
import { isPlainObject, nodeOf, withParts } from '../values/structure.js';
import type { Earlier } from './earlier.js';

/*
 * An array that iterations make longer is a list in a loop's plan. Objects that were there before the loop are its elements
 * by their numbers. An object that an iteration makes is another one each time: such elements are rows. The one and the
 * other look alike to the first trace; the next one meets the same objects again, or others. Those that it meets again had
 * a number when it began.
 */

/** What an iteration may find again that was there before it. */
export interface Past {
  readonly earlier: Earlier;
  /** The orders of arrays of the loop's state of which the next iteration has not all elements, or others instead. */
  readonly left: ReadonlySet<object>;
}

/** What a list of rows was before, of which another trace may show that it holds objects from before the loop. */
const sources = new WeakMap<StagedList, readonly unknown[] | StagedList>();

/** Lists of which that has been shown. */
const settled = new WeakSet<StagedList>();

/** The list that an array is in a plan which is longer or shorter at the end of an iteration; null where it cannot be one. */
export function plannedList(
  name: string,
  initial: readonly unknown[],
  end: unknown,
  earlier: Earlier,
): StagedList | null {
  noteElements(end);
  const sample = sampleOf(end) ?? sampleOfKinds(end) ?? sampleOf(initial);
  if (sample === null) return null;
  if (thingsIn(sample.template).some((thing) => isListOfNow(thing, earlier)))
    throw rowsOfOtherLengths(name);
  const known = originalsAmong(initial);
  const rows = hasNew(sample.template, earlier, known)
    ? sampleOfKinds(thingsIn(sample.template).map(instanceOrSelf))
    : null;
  const list = listFrom(name, initial, rows ?? sample);
  if (list === null) return null;
  const sharing = list.sharing(initial.map((element) => originalOf(element) ?? element));
  const shared = unlinked(sharing, fixedOf(initial));
  const { template } = list;
  const isOfRows = isPlainObject(template) || Array.isArray(template);
  const isOfForms = [Instance, OneOfKinds, RaggedRow].some((form) => template instanceof form);
  if (isOfRows || isOfForms) sources.set(shared, initial);
  return linkedLike(shared, initial) as StagedList;
}

/** The list of a plan, which may hold what an iteration has added to it. */
export function replanned(initial: StagedList, end: unknown, past: Past): StagedList {
  if (!isListLike(end)) return initial;
  const changed = withOtherOrder(withTwins(withAdded(initial, end, past.earlier), end, past), end);
  if (changed === initial) return initial;
  if (settled.has(initial)) settled.add(changed);
  return linkedLike(changed, initial) as StagedList;
}

/** Orders of lists of plans in which nothing was read before the loop. */
const ordersOfPlans = new WeakSet<object>();

/** What was read of an array before the loop may be at another place of it in a later iteration, or in it no more. */
function withOtherOrder(initial: StagedList, end: StagedList | readonly unknown[]): StagedList {
  const { order, shared } = initial;
  const isMoved = end instanceof StagedList && end.order !== order;
  const handles = [...handlesOf(shared?.origins.keys() ?? [])];
  const isHeld = !ordersOfPlans.has(order) && handles.some((handle) => handle.order === order);
  if (!isMoved || !isHeld) return initial;
  const other = initial.inUnknownOrder();
  ordersOfPlans.add(other.order);
  return other;
}

/** An iteration begins with what the one before has left: an object that is an element twice. */
function withTwins(
  initial: StagedList,
  end: StagedList | readonly unknown[],
  past: Past,
): StagedList {
  if (!(end instanceof StagedList)) return initial;
  const { shared } = initial;
  const twins = [...(end.shared?.allTwins ?? []), ...(addsAgain(initial, end, past) ? [''] : [])];
  if (twins.every((path) => shared?.allTwins.includes(path))) return initial;
  return initial.known(new SharedElements([], undefined, shared?.identity).withTwins(twins));
}

/** Whether what it adds to the elements that it had is taken of an array from before, which the next iteration has again. */
function addsAgain(initial: StagedList, end: StagedList, { earlier, left }: Past): boolean {
  if (end.shared === undefined) return false;
  const { history } = end.shared;
  const own = [...history.whole, ...history.parts, end.order];
  if (!own.includes(initial.order)) return false;
  const added = addedOrders(history, initial.shared?.history);
  return added.some(
    (order) => order !== initial.order && earlier.hasOrder(order) && !left.has(order),
  );
}

function withAdded(
  initial: StagedList,
  end: StagedList | readonly unknown[],
  earlier: Earlier,
): StagedList {
  const added = (sampleOf(end, initial.template) ?? sampleOfKinds(end))?.template;
  if (added === undefined) return initial;
  if (initial.isOfNothing) return emptyLike(initial, end);
  const isAlike = structureOf(added) === structureOf(initial.template);
  if (added instanceof OneOfKinds && !isAlike) return initial.widened(added) ?? initial;
  if (initial.template instanceof Reference) {
    const isNew =
      !(added instanceof Reference) || (hasNew(added, earlier) && !settled.has(initial));
    const rows = isNew ? asRows(initial, thingsIn(added)) : null;
    if (rows !== null) sources.set(rows, initial);
    return rows ?? initial.holding(added);
  }
  return (
    withNewParts(initial, added, earlier) ??
    withKnown(initial, end, earlier) ??
    (isAlike ? initial.holding(added) : (initial.widened(added) ?? initial))
  );
}

/** The list with rows in the place of the references in its elements, where iterations make what they refer to. */
function withNewParts(initial: StagedList, added: unknown, earlier: Earlier): StagedList | null {
  const form = withRowsOf(added, (reference) => hasNew(reference, earlier));
  const source = sources.get(initial);
  if (form === added || !Array.isArray(source)) return null;
  const elements = source.map((element) => asElement(element, form));
  const sample = sampleOfElements([form, ...elements]);
  const list = sample && listFrom(initial.name, source, sample);
  if (list === null) return null;
  const shared = initial.shared === undefined ? list : list.known(initial.shared);
  sources.set(shared, source);
  return shared;
}

/** One of which nobody knew what it would hold. */
function emptyLike(initial: StagedList, end: StagedList | readonly unknown[]): StagedList {
  const sample = sampleOf(end) ?? sampleOfKinds(end);
  const list = sample && listFrom(initial.name, [], sample);
  return list ? list[withParts]([...list.columns, initial.size]) : initial;
}

/** The list with references in the place of rows, where all that an iteration adds to it was there before the loop. */
function withKnown(
  initial: StagedList,
  end: StagedList | readonly unknown[],
  earlier: Earlier,
): StagedList | null {
  const source = sources.get(initial);
  if (source === undefined || !(end instanceof StagedList) || end.template instanceof Reference)
    return null;
  // What comes out of another list is a row of that one, whatever else is known of it.
  const { history = noHistory } = end.shared ?? {};
  if (addedOrders(history, initial.shared?.history).some((order) => order !== initial.order))
    return null;
  const known = initial.shared?.objects ?? [];
  const objects = (end.shared?.objects ?? []).filter((object) => !known.includes(object));
  if (objects.length === 0 || !objects.every((object) => earlier.has(object))) return null;
  const list = source instanceof StagedList ? source : listFrom(initial.name, source, anyReference);
  if (list === null) return null;
  const things = new Map(objects.map((object) => [numberOf(object), object]));
  const settledList = list.holding(new Reference(0, things));
  settled.add(settledList);
  return settledList;
}

/** An array that the iteration has made, of a length that a tensor decides: no number can stand for it in the next one. */
function isListOfNow(thing: unknown, earlier: Earlier): boolean {
  return stagedListOf(thing) !== undefined && !earlier.has(thing);
}

/** Another trace will know them. */
function noteElements(end: unknown): void {
  if (!Array.isArray(end)) return;
  for (const element of end) {
    const object = originalOf(element);
    if (nodeOf(object) !== null) basesOf(object).forEach(numberOf);
  }
}

function thingsIn(template: unknown): unknown[] {
  return template instanceof Reference ? [...template.things.values()] : [];
}

/** Whether the elements may be plain objects that the trace has not met before. */
function hasNew(template: unknown, earlier: Earlier, known: readonly object[] = []): boolean {
  const things = thingsIn(template);
  return (
    things.length > 0 &&
    things.every((thing) => canBeRow(thing) || isMissing(thing)) &&
    things.some((thing) => canBeRow(thing) && !earlier.has(thing) && !known.includes(thing))
  );
}
