import type { Tensor } from '@tensorflow/tfjs-core';
import type { DataType } from '../../graph/types.js';
import { asElement, leavesOf, structureOf } from '../lists/elements.js';
import { Reference } from '../lists/references.js';
import type { SharedElements } from '../lists/sharedElements.js';
import { type ListSample, StagedList, sampleOf } from '../lists/stagedList.js';
import { holdsGone } from '../state/snapshot.js';
import { originalOf } from '../values/originals.js';
import { nodeOf } from '../values/structure.js';
import { isTensor } from '../values/tensors.js';

/** An array as one of the branches leaves it, a frozen copy, and what its elements are like. */
export interface Growth {
  readonly contents: StagedList | readonly unknown[];
  /** The same with references in the place of what is no row of a tensor. */
  readonly elements: StagedList | readonly unknown[];
  readonly sample: ListSample;
}

/** The two arrays as lists of like elements; `null` where they cannot be. What `within` runs knows that its branch runs. */
export function asLists(
  a: unknown,
  b: unknown,
  within: (isMain: boolean, body: () => Elements) => Elements,
): readonly [Growth, Growth] | null {
  if (!isListLike(a) || !isListLike(b)) return null;
  const one = within(true, () => elementsIn(a, b));
  const other = within(false, () => elementsIn(b, a));
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

function elementsIn(contents: Elements, beside: Elements): Elements {
  if (contents instanceof StagedList) return contents;
  const like = beside instanceof StagedList ? beside.template : undefined;
  return contents.map((element) => asElement(element, like));
}

function thingsIn(template: unknown): unknown[] {
  if (template instanceof Reference) return [...template.things.values()];
  return (nodeOf(template)?.children ?? []).flatMap(thingsIn);
}

/** Made in a branch that has ended. */
function isGoneObject(thing: unknown): boolean {
  return typeof thing === 'object' && thing !== null && holdsGone(thing);
}

/** The dtype of the rows that both kinds of elements can be; `null` where there is none. */
export function commonDtype(a: ListSample['leaves'][number], b: typeof a): DataType | null {
  if (a.dtype === b.dtype) return a.dtype;
  if (a.isWeak && b.isWeak) return 'float32';
  const [guess, chosen] = a.isWeak ? [a, b] : [b, a];
  return guess.isWeak && guess.dtype === 'int32' && chosen.dtype === 'float32' ? 'float32' : null;
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
