import { isGone } from '../../trace/heirs.js';
import { isSameExpression } from '../../trace/sameExpression.js';
import { symbolicData } from '../../trace/symbolic.js';
import { currentTracer } from '../../trace/tracer.js';
import { type RowPlace, rowOf } from '../values/choice.js';
import { elementNode } from '../values/instance.js';
import { isTensor } from '../values/tensors.js';
import { meet } from './elementChanges.js';
import type { SharedElements } from './sharedElements.js';

/*
 * An array may have one object in two places: `list[0] = list[1]`, `list.concat(list)`. Their rows are copies, of which
 * an assignment reaches one.
 */

/** An assignment to a place of an array: of the element that was at another place before, or of what was no element. */
export interface Move {
  /** In which order the elements were before the assignments that belong together. */
  readonly order: object;
  readonly to: Place;
  readonly from: Place | null;
}

type Place = RowPlace['place'];

/** Where the element was in the array that it has been read of. */
export function placeOf(element: unknown): RowPlace | undefined {
  return elementNode(element) === null ? undefined : rowOf(element as object)?.at;
}

/** Whether the element is in the array already. */
export function isElementOf(element: unknown, shared: SharedElements | undefined): boolean {
  const row = elementNode(element) === null ? undefined : rowOf(element as object);
  return row !== undefined && shared !== undefined && meet(row.arrays, shared.identity);
}

/** Whether an element that is added to an array may be there already, or may be added by each of several iterations. */
export function mayBeTwice(element: unknown, shared: SharedElements | undefined): boolean {
  if (isElementOf(element, shared)) return true;
  const at = placeOf(element);
  if (at === undefined) return false;
  return isOfAllIterations(at.place) || shared?.added.some((known) => isSame(known, at)) === true;
}

/** Whether the elements are still in one place each after the assignments. */
export function keepsApart(moves: readonly Move[]): boolean {
  const sources = moves.flatMap(({ from }) => (from === null ? [] : [from]));
  return sources.every(
    (from, index) =>
      moves.some(({ to }) => isSamePlace(to, from)) &&
      !sources.slice(0, index).some((other) => isSamePlace(other, from)),
  );
}

/** With one assignment more, which undoes an earlier one to its place. */
export function withMove(moves: readonly Move[], move: Move): readonly Move[] {
  return [...moves.filter(({ to }) => !isSamePlace(to, move.to)), move];
}

/** Of an element that a loop has added which is over it could be any. */
function isSame(known: RowPlace, at: RowPlace): boolean {
  const isAny = isTensor(known.place) && isGone(known.place);
  return known.order === at.order && (isAny || isSamePlace(known.place, at.place));
}

function isSamePlace(one: Place, other: Place): boolean {
  return isTensor(one) && isTensor(other) ? isSameExpression(one, other) : one === other;
}

/** Whether every iteration of the loop around has the same place. */
function isOfAllIterations(place: Place): boolean {
  const data = isTensor(place) ? symbolicData(place) : null;
  for (let tracer = currentTracer(); ; tracer = tracer.parent) {
    if (tracer === data?.tracer) return false;
    if (tracer.iterations.length > 0) return true;
    if (tracer.parent === null) return false;
  }
}
