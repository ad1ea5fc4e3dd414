import type { Tensor } from '@tensorflow/tfjs-core';
import type { StagingError } from '../../errors.js';
import { errorHere } from '../../trace/errorHere.js';
import { listPerTrace } from '../../trace/perTrace.js';
import { currentTracer } from '../../trace/tracer.js';
import { meet } from '../lists/elementChanges.js';
import { instanceOrSelf, leavesOf } from '../lists/elements.js';
import { StagedList } from '../lists/stagedList.js';
import { basesOf, type Row, type RowPlace, rowOf } from '../values/choice.js';
import { describeValue } from '../values/describeValue.js';
import { both } from '../values/flags.js';
import { nodeOf } from '../values/structure.js';
import { isTensor } from '../values/tensors.js';
import { isSamePlace } from './rowHandles.js';

/*
 * An element of an array whose length a tensor decides is a row of tensors, of which each reading makes a copy. Two that have
 * been read of one array are one object where their places are one; of others no graph can tell.
 */

/**
 * Whether two elements of one array are the same; undefined where their places do not tell. One of the two may be such an element
 * only where a flag holds, and else an object that is none.
 */
export function isSameElement(a: unknown, b: unknown): Tensor | boolean | undefined {
  const [one, other] = [a, b].map(placeApart);
  const isOneArray = one && other && one.at.order === other.at.order;
  if (!isOneArray || !meet(one.arrays, other.arrays)) return undefined;
  const whens = [one, other].flatMap(({ at }) => at.when ?? []);
  if (whens.length > 1) return undefined;
  const loops = Math.min(one.at.loops, other.at.loops);
  comparisons().push({ order: one.at.order, loops, refusal: cannotTell(a as object) });
  const isSame = isSamePlace(one.at.place, other.at.place);
  return whens.reduce<unknown>(both, isSame) as Tensor | boolean;
}

/** That two elements have been told apart by their places. */
interface Comparison {
  readonly order: object;
  /** Of the one that was read in fewer of them. */
  readonly loops: number;
  readonly refusal: StagingError;
}

export const comparisons = listPerTrace<Comparison>();

/** Throws where an iteration has compared an element from before the loop, and another iteration has moved it. */
export function requireUnmoved(made: readonly Comparison[], before: unknown, after: unknown): void {
  if (before instanceof StagedList && after instanceof StagedList && before.order !== after.order) {
    const { loops } = currentTracer();
    const moved = made.find((one) => one.order === before.order && one.loops <= loops);
    if (moved !== undefined) throw moved.refusal;
  }
  const [node, ended] = [before, after].map(nodeOf);
  node?.children.forEach((child, index) => {
    requireUnmoved(made, child, ended?.children[index]);
  });
}

function placeApart(value: unknown): (Row & { readonly at: RowPlace }) | undefined {
  const row = isObject(value) ? rowOf(value) : undefined;
  if (row?.at === undefined || row.element !== value) return undefined;
  const { at } = row;
  return at.isApart && at.others.length === 0 ? { ...row, at } : undefined;
}

/** Throws where one of the two is such an element, and the other one may be the same. */
export function requireToldApart(a: unknown, b: unknown): void {
  if (a !== b && isObject(a) && isObject(b) && (mayBeSame(a, b) || mayBeSame(b, a)))
    throw cannotTell(rowOf(a) === undefined ? b : a);
}

function mayBeSame(element: object, other: object): boolean {
  const row = rowOf(element);
  if (row === undefined) return false;
  const known = rowOf(other);
  if (known !== undefined)
    return row.origins.length === 0 || row.origins.some((origin) => known.origins.includes(origin));
  // One that a branch or loop has left may have been an element before.
  return (
    basesOf(other).some((base) => row.objects.includes(base)) ||
    leavesOf(instanceOrSelf(other)).some(isTensor)
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function cannotTell(element: object): StagingError {
  return errorHere(
    'list-use',
    `An element of an array whose length a tensor decides (${describeValue(element)}) is compared with another object: its ` +
      'elements are rows of tensors, and no graph can tell whether they are one object.',
    'Compare a property that is another one in each (`item.id === best.id`), or keep an index: let best = i.',
  );
}
