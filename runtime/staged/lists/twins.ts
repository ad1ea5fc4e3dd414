import type { Node } from '../../graph/graph.js';
import { isGone } from '../../trace/heirs.js';
import { knownToHold } from '../../trace/knownFlags.js';
import { isSameExpression, type MadeBy, madeBy } from '../../trace/sameExpression.js';
import { symbolicData } from '../../trace/symbolic.js';
import { currentTracer, type Tracer } from '../../trace/tracer.js';
import { type Row, type RowPlace, rowOf } from '../values/choice.js';
import { elementNode } from '../values/classInstances.js';
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
  /** Of the part of the element that is assigned; empty of the whole. */
  readonly path: string;
  readonly to: Place;
  readonly from: Place | null;
}

type Place = RowPlace['place'];

/** Where the element was in the array that it has been read of. */
export function placeOf(element: unknown): RowPlace | undefined {
  return readRow(element)?.at;
}

/** The row that the element is, or may be as far as the branches around tell. */
function readRow(element: unknown): Row | undefined {
  const row = elementNode(element) === null ? undefined : rowOf(element as object);
  const { when, others } = row?.at ?? {};
  const isOther = others?.length === 0 && isTensor(when) && knownToHold(when) === false;
  return isOther ? undefined : row;
}

/** Whether the element is the one at the place of the array already. */
export function isAlreadyAt(element: unknown, place: Place, order: object): boolean {
  const at = placeOf(element);
  if (at === undefined || at.order !== order || !isSurelyAt(at.place, place)) return false;
  return at.when === null || knownToHold(at.when) === true;
}

/** Whether the element is in the array already. */
export function isElementOf(element: unknown, shared: SharedElements | undefined): boolean {
  const row = readRow(element);
  return row !== undefined && shared !== undefined && meet(row.arrays, shared.identity);
}

/** Whether an element that is added to an array may be there already, or may be added by each of several iterations. */
export function mayBeTwice(element: unknown, shared: SharedElements | undefined): boolean {
  if (isElementOf(element, shared)) return true;
  const at = placeOf(element);
  if (at === undefined) return false;
  return (
    isOfAllIterations(at.place) || shared?.history.added.some((known) => isSame(known, at)) === true
  );
}

/** Whether the elements are still in one place each after the assignments. */
export function keepsApart(moves: readonly Move[]): boolean {
  const sources = moves.flatMap(({ path, from }) => (from === null ? [] : [{ path, to: from }]));
  return sources.every(
    (source, index) =>
      moves.some((move) => isTo(move, source)) &&
      !sources.slice(0, index).some((other) => isTo(other, source)),
  );
}

/** With one assignment more, which undoes an earlier one to its place. */
export function withMove(moves: readonly Move[], move: Move): readonly Move[] {
  return [...moves.filter((other) => !isTo(other, move)), move];
}

type Target = Pick<Move, 'path' | 'to'>;

function isTo(one: Target, other: Target): boolean {
  return one.path === other.path && isSurelyAt(one.to, other.to);
}

/** Of an element that a loop has added which is over it could be any. */
function isSame(known: RowPlace, at: RowPlace): boolean {
  const isAny = isTensor(known.place) && isGone(known.place);
  return known.order === at.order && (isAny || isSurelyAt(known.place, at.place));
}

function isSurelyAt(one: Place, other: Place): boolean {
  return isTensor(one) && isTensor(other) ? isSameExpression(one, other) : one === other;
}

/** Whether several iterations of the loop around may have the same place: it is none of their numbers. */
function isOfAllIterations(place: Place): boolean {
  const loop = loopAround(currentTracer());
  if (loop === null) return false;
  return !isTensor(place) || !differs(symbolicData(place), loop);
}

function loopAround(tracer: Tracer): Tracer | null {
  if (tracer.iterations.length > 0) return tracer;
  return tracer.parent && loopAround(tracer.parent);
}

/** Whether it is a variable of the loop, or one more or less by what is the same in all iterations. */
function differs(given: MadeBy | null, loop: Tracer): boolean {
  const place = given && madeBy(given);
  if (!place?.tracer.isWithin(loop)) return false;
  const node = place.tracer.producer(place.value);
  if (node === undefined) return place.tracer === loop;
  if (node.kind !== 'kernel') return false;
  const varying = node.inputs
    .map((value) => madeBy({ value, tracer: place.tracer }))
    .filter(({ value, tracer }) => tracer.isWithin(loop) && !isConstant(tracer.producer(value)));
  return shifts.has(node.kernel) && varying.length === 1 && differs(varying[0]!, loop);
}

const shifts = new Set(['Add', 'Sub', 'Neg', 'Cast', 'Identity', 'Reshape']);

function isConstant(node: Node | undefined): boolean {
  return node?.kind === 'constant';
}
