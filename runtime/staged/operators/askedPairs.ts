import type { Tensor } from '@tensorflow/tfjs-core';
import { implies, knownToHold } from '../../trace/knownFlags.js';
import { isSameTensor } from '../../trace/symbolic.js';
import { isScalar, isTensor } from '../values/tensors.js';
import type { CompareNumbers } from './askedLengths.js';

/*
 * Who has compared two numbers in one way knows what another comparison of the two tells: where `i < rows.length` holds, `i >=
 * rows.length` does not, and an element at that index is there.
 */

type Relation = 'less' | 'equal' | 'greater' | 'unordered';

/** Two numbers of each. */
const relations: Readonly<Record<Relation, readonly [number, number]>> = {
  less: [0, 1],
  equal: [0, 0],
  greater: [1, 0],
  unordered: [Number.NaN, 0],
};

interface Asked {
  readonly a: Tensor;
  readonly b: unknown;
  readonly answer: Tensor;
  /** The relations of a to b of which the comparison holds. */
  readonly holds: ReadonlySet<Relation>;
}

/** By what the first operand holds, which names of it share. */
const asked = new WeakMap<object, Asked[]>();

/** Tells what comparing two numbers, at least one of which is a tensor, gave. */
export function notePair(
  [a, b]: readonly [unknown, unknown],
  compare: CompareNumbers,
  answer: Tensor,
): void {
  if (!isScalar(answer)) return;
  if (isTensor(a)) note(a, b, answer, (x, y) => compare(x, y));
  if (isTensor(b)) note(b, a, answer, (x, y) => compare(y, x));
}

function note(a: Tensor, b: unknown, answer: Tensor, compare: CompareNumbers): void {
  const others = askedOf(a, b);
  if (others.some((other) => other.answer === answer)) return;
  const holds = new Set(relationsOf(a, b).filter((one) => compare(...relations[one])));
  const own = { a, b, answer, holds };
  if (isTensor(b)) {
    for (const other of others) {
      knowFromOther(own, other);
      knowFromOther(other, own);
    }
  }
  const all = asked.get(a.dataId);
  if (all === undefined) asked.set(a.dataId, [own]);
  else all.push(own);
}

/** Tells what the answer to one question about two numbers says about that to another. */
function knowFromOther({ a, b, answer, holds }: Asked, other: Asked): void {
  for (const holdsHere of [true, false]) {
    const possible = relationsOf(a, b).filter((relation) => holds.has(relation) === holdsHere);
    const truths = new Set(possible.map((relation) => other.holds.has(relation)));
    if (truths.size !== 1) continue;
    const [truth] = truths as Set<boolean>;
    implies(answer, holdsHere, { predicate: other.answer, holds: truth! });
  }
}

/** Whether the branches and loops around have asked, and `a` is less than `b`. */
export function isKnownToBeLess(a: Tensor, b: unknown): boolean {
  const possible = new Set<Relation>(relationsOf(a, b));
  for (const { answer, holds } of askedOf(a, b)) {
    const isSo = knownToHold(answer);
    if (isSo === undefined) continue;
    for (const relation of possible) if (holds.has(relation) !== isSo) possible.delete(relation);
  }
  return possible.size === 1 && possible.has('less');
}

function askedOf(a: Tensor, b: unknown): Asked[] {
  return (asked.get(a.dataId) ?? []).filter((one) => isSameTensor(one.a, a) && areSame(one.b, b));
}

/** Only what may be no number may be in no order. */
function relationsOf(a: Tensor, b: unknown): Relation[] {
  const all = Object.keys(relations) as Relation[];
  return all.filter((relation) => relation !== 'unordered' || ![a, b].every(isOrdered));
}

function isOrdered(value: unknown): boolean {
  return isTensor(value) ? value.dtype !== 'float32' : !Number.isNaN(value);
}

function areSame(one: unknown, other: unknown): boolean {
  return isTensor(one) && isTensor(other) ? isSameTensor(one, other) : Object.is(one, other);
}
