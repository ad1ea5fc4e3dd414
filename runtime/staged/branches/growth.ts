import type { Tensor } from '@tensorflow/tfjs-core';
import { asElement, canBeRow, leavesOf, structureOf } from '../lists/elements.js';
import { anything, Reference } from '../lists/references.js';
import { asRows, type ListSample, sampleOf } from '../lists/samples.js';
import type { SharedElements } from '../lists/sharedElements.js';
import { StagedList } from '../lists/stagedList.js';
import { holdsGone } from '../state/snapshot.js';
import { rowOf } from '../values/choice.js';
import { originalOf } from '../values/originals.js';
import { nodeOf } from '../values/structure.js';
import { isTensor } from '../values/tensors.js';
import { commonDtype } from '../values/weak.js';

/** An array as one of the branches leaves it, a frozen copy, and what its elements are like. */
export interface Growth {
  readonly contents: StagedList | readonly unknown[];
  /** The same with references in the place of what is no row of a tensor. */
  readonly elements: StagedList | readonly unknown[];
  readonly sample: ListSample;
}

/** What is known of the two branches that leave two arrays. */
export interface Sides {
  /** What `body` runs knows that the branch runs. */
  within<T>(isMain: boolean, body: () => T): T;
  /** Whether the branch has assigned nothing, so that objects are what they were before it. */
  isIdle(isMain: boolean): boolean;
}

/** The two arrays as lists of like elements; `null` where they cannot be. */
export function asLists(a: unknown, b: unknown, sides: Sides): readonly [Growth, Growth] | null {
  if (!isListLike(a) || !isListLike(b)) return null;
  const [like, rows] = likeOf(a, b, sides);
  const [one, other] = [rows[0] ?? a, rows[1] ?? b].map((contents, index) =>
    sides.within(index === 0, () => elementsIn(contents, like)),
  ) as [Elements, Elements];
  const [left, right] = [sampleOf(one), sampleOf(other)];
  const known = left ?? right;
  if (known === null) return null;
  const isMixed = (sample: ListSample | null, contents: typeof a) =>
    sample === null && !(Array.isArray(contents) && contents.length === 0);
  if (isMixed(left, a) || isMixed(right, b)) return null;
  const [first, second] = [left ?? known, right ?? known];
  const isAlike =
    structureOf(first.template) === structureOf(second.template) &&
    first.leaves.every((leaf, index) => {
      const other = second.leaves[index]!;
      return commonDtype(leaf, other) !== null && leaf.shape?.length === other.shape?.length;
    });
  if (!isAlike) return null;
  const things = [first, second].flatMap(({ template }) => thingsIn(template));
  if (things.some(isGoneObject)) return null;
  return [
    { contents: a, elements: one, sample: first },
    { contents: b, elements: other, sample: second },
  ];
}

type Elements = Growth['elements'];

function elementsIn(contents: Elements, like: unknown): Elements {
  if (contents instanceof StagedList) return contents;
  return contents.map((element) => asElement(element, like));
}

type Rows = readonly [StagedList | null, StagedList | null];

/** What the elements are to be like, and the lists of references that have to be rows for that. */
function likeOf(a: Elements, b: Elements, { isIdle }: Sides): readonly [like: unknown, Rows] {
  const templates = [a, b].map((side) => (side instanceof StagedList ? side.template : undefined));
  const isOfReferences = templates.map((template) => template instanceof Reference);
  const isKnown = [a, b].map((side) => side instanceof StagedList || side.every(isKnownObject));
  const [one, other] = templates;
  if (one === undefined && other === undefined)
    return [isKnown.every((is) => is) ? anything : undefined, [null, null]];
  const needsRows = (at: number) => {
    const isBeside = templates[1 - at] === undefined ? isKnown[1 - at]! : isOfReferences[1 - at]!;
    return isOfReferences[at]! && !isBeside && isIdle(at === 0);
  };
  const rows = [a, b].map((side, at) => (needsRows(at) ? asRows(side as StagedList) : null));
  return [rows.find((list) => list !== null)?.template ?? one ?? other, rows as unknown as Rows];
}

/** One that others know: the branches did not make it. */
function isKnownObject(element: unknown): boolean {
  const object = originalOf(element);
  return canBeRow(object) && rowOf(object as object) === undefined && !holdsGone(object);
}

function thingsIn(template: unknown): unknown[] {
  if (template instanceof Reference) return [...template.things.values()];
  return (nodeOf(template)?.children ?? []).flatMap(thingsIn);
}

/** Made in a branch that has ended. */
function isGoneObject(thing: unknown): boolean {
  return typeof thing === 'object' && thing !== null && holdsGone(thing);
}

export function isListLike(value: unknown): value is StagedList | readonly unknown[] {
  return Array.isArray(value) || value instanceof StagedList;
}

/** All of one leaf of the elements: a tensor of them, or one by one. */
export function columnOf({ elements }: Growth, index: number): Tensor | unknown[] {
  if (!(elements instanceof StagedList)) {
    return elements.map((element) => leavesOf(element)[index]);
  }
  const column = elements.columns[index]!;
  return isTensor(column) ? column : [];
}

export function sizeOf(contents: StagedList | readonly unknown[]): unknown {
  return contents instanceof StagedList ? contents.size : contents.length;
}

export function sharedOf({ contents }: Growth): SharedElements | undefined {
  return contents instanceof StagedList ? contents.shared : undefined;
}

/** The objects of the program among the elements that the branches did not make. */
export function knownElements({ contents, sample }: Growth): object[] {
  if (contents instanceof StagedList || sample.template instanceof Reference) return [];
  return contents.flatMap((element) => {
    const object = originalOf(element);
    return object === undefined || holdsGone(object) ? [] : [object];
  });
}
