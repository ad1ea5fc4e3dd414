import { formatType } from '../../graph/types.js';
import { describeValue } from '../values/describeValue.js';
import { isSameKind, nodeOf } from '../values/structure.js';
import { isTensor, typeOf } from '../values/tensors.js';
import { structureOf } from './elements.js';
import { Reference } from './references.js';

/** A part in which two elements differ that are called alike, as messages call it, and what it is in each. */
export interface UnlikePart {
  readonly name: string;
  readonly one: unknown;
  readonly other: unknown;
}

/** The first such part; null where the elements themselves are of different kinds, or nothing in them tells. */
export function unlikePart(one: unknown, other: unknown, name = ''): UnlikePart | null {
  const [left, right] = [nodeOf(one), nodeOf(other)];
  const isSame = left !== null && right !== null && isSameKind(left, right);
  if (!isSame || one instanceof Reference) {
    return name !== '' && areUnlike(one, other) ? { name, one, other } : null;
  }
  for (const [index, child] of left.children.entries()) {
    const part = unlikePart(child, right.children[index], name + left.labels[index]!);
    if (part !== null) return part;
  }
  return null;
}

function areUnlike(one: unknown, other: unknown): boolean {
  if (structureOf(one) !== structureOf(other)) return true;
  return isTensor(one) && isTensor(other) && String(one.shape) !== String(other.shape);
}

/** `'tokens' is an array of 2 elements` */
export function describePart({ name }: UnlikePart, part: unknown): string {
  return `'${name.replace(/^\./, '')}' is ${describeElement(part)}`;
}

function describeElement(value: unknown): string {
  return isTensor(value) ? formatType(typeOf(value)) : describeValue(value);
}

/** What to do about arrays in elements, which need not all be as long. */
export const makeAsLong =
  'Make each as long as the longest (`new Array(width).fill(0)`), or let a number, and no tensor, decide how often the loop runs.';

/** Whether it is arrays of different lengths in which they differ. */
export function areOfOtherLengths({ one, other }: UnlikePart): boolean {
  return Array.isArray(one) && Array.isArray(other);
}
