import type { Tensor } from '@tensorflow/tfjs-core';
import { type ElementForm, formOfBoth, kindsOfBoth, refersToRows } from '../lists/asElement.js';
import { weakLike } from '../lists/columns.js';
import { type ListSample, sampleOfElements } from '../lists/elementSamples.js';
import { canBeRow, leavesOf, structureOf } from '../lists/elements.js';
import { anything, Reference } from '../lists/references.js';
import { asRows, elementsLike, sampleOf, sampleOfKinds } from '../lists/samples.js';
import { StagedList } from '../lists/stagedList.js';
import { holdsGone } from '../state/snapshot.js';
import { isMissing } from '../values/absent.js';
import { basesOf, rowOf } from '../values/choice.js';
import { alternativesOf } from '../values/kinds.js';
import { originalOf, originalsAmong } from '../values/originals.js';
import { compositeParts, nodeOf, withParts } from '../values/structure.js';
import { isTensor } from '../values/tensors.js';
import { commonDtype } from '../values/weak.js';
import { type ChosenCells, ReferredRows, referredRows } from './referredRows.js';

/** An array as one of the branches leaves it, a frozen copy, and what its elements are like. */
export interface Growth {
  readonly contents: StagedList | readonly unknown[];
  /** The same with references in the place of what is no row of a tensor. */
  readonly elements: StagedList | ReferredRows | readonly unknown[];
  readonly sample: ListSample;
}

type Further = (tensors: Tensor[]) => readonly Tensor[];

/** What is known of the two branches that leave two arrays. */
export interface Sides {
  /** What `body` runs knows that the branch runs. */
  within<T>(isMain: boolean, body: () => T): T;
  /** Traces more at the end of the branch: what `body` makes of tensors of it. */
  further(isMain: boolean, tensors: readonly Tensor[], body: Further): void;
  /** Whether the branch has assigned nothing, so that objects are what they were before it. */
  isIdle(isMain: boolean): boolean;
  /** What an object that a list refers to holds at the end of the branch; undefined where that is not known. */
  heldBy(isMain: boolean, object: unknown): unknown;
}

/** The two arrays as lists of like elements; `null` where they cannot be. */
export function asLists(a: unknown, b: unknown, sides: Sides): readonly [Growth, Growth] | null {
  if (!isListLike(a) || !isListLike(b)) return null;
  return asAlike(a, b, sides, likeOf(a, b, sides)) ?? asOneOfKinds(a, b, sides);
}

/** The same, where their elements may be of different kinds. */
function asOneOfKinds(a: Contents, b: Contents, sides: Sides): readonly [Growth, Growth] | null {
  const [one, other] = [a, b].map((contents) => sampleOfKinds(contents)?.template);
  const kinds = formOfSides([a, one], [b, other]);
  if (kinds === null) return null;
  const rows = [a, b].map((contents, index) => {
    if (!(contents instanceof StagedList)) return null;
    const held = refersToRows(contents.template) ? rowsHeld(contents, index === 0, sides) : null;
    return held?.inForm(kinds) ?? listInForm(contents, kinds, index === 0, sides);
  });
  return asAlike(a, b, sides, [kinds, rows as unknown as Rows]);
}

/** A list as a branch leaves it, brought into the form there. */
function listInForm(
  list: StagedList,
  form: ElementForm,
  isMain: boolean,
  sides: Sides,
): StagedList | null {
  const parts = list[compositeParts]();
  const tensors = parts.filter(isTensor);
  let found: StagedList | null = null;
  sides.further(isMain, tensors, (inside) => {
    const left = inside.map((tensor, index) => weakLike(tensors[index]!, tensor)).values();
    const there = list[withParts](parts.map((part) => (isTensor(part) ? left.next().value : part)));
    found = there.inForm(form);
    return found?.[compositeParts]().filter(isTensor) ?? [];
  });
  return found;
}

type Templated = readonly [contents: Contents, template: unknown];

/** One that is empty says nothing of its elements. */
function formOfSides([a, one]: Templated, [b, other]: Templated): ElementForm | null {
  if (one !== undefined && other !== undefined) return formOfEither(one, other);
  const known = one === undefined && isEmpty(a) ? other : isEmpty(b) ? one : undefined;
  return (known as ElementForm | undefined) ?? null;
}

function isEmpty(contents: Contents): boolean {
  return contents instanceof StagedList ? contents.isOfNothing : contents.length === 0;
}

/** The form of both, where each side by itself has the same already. */
function formOfEither(one: unknown, other: unknown): ElementForm | null {
  if (one instanceof Reference && other instanceof Reference) return kindsOfBoth(one, other);
  return structureOf(one) === structureOf(other) ? (one as ElementForm) : formOfBoth(one, other);
}

function asAlike(
  a: Contents,
  b: Contents,
  sides: Sides,
  [like, rows]: readonly [unknown, Rows],
): readonly [Growth, Growth] | null {
  const [one, other] = [rows[0] ?? a, rows[1] ?? b].map((contents, index) =>
    sides.within(index === 0, () => elementsIn(contents, like)),
  ) as [Elements, Elements];
  const [left, right] = [one, other].map(sampleIn) as [ListSample | null, ListSample | null];
  const known = left ?? right;
  if (known === null) return null;
  const isMixed = (sample: ListSample | null, contents: typeof a) =>
    sample === null && !isEmpty(contents);
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

type Contents = Growth['contents'];
type Elements = Growth['elements'];

function sampleIn(elements: Elements): ListSample | null {
  if (elements instanceof ReferredRows) return sampleOf(elements.rows);
  return elements instanceof StagedList ? sampleOf(elements) : sampleOfElements(elements);
}

function elementsIn(contents: Elements, like: unknown): Elements {
  if (contents instanceof StagedList || contents instanceof ReferredRows) return contents;
  return elementsLike(contents, like);
}

type Rows = readonly [StagedList | ReferredRows | null, StagedList | ReferredRows | null];

/** What the elements are to be like, and the lists of references that have to be rows for that. */
function likeOf(a: Contents, b: Contents, sides: Sides): readonly [like: unknown, Rows] {
  if ([a, b].some(refersToGone)) return likeReferred([a, b], sides);
  const templates = [a, b].map((side) => (side instanceof StagedList ? side.template : undefined));
  const isOfReferences = templates.map((template) => template instanceof Reference);
  const isKnown = [a, b].map((side) => side instanceof StagedList || side.every(isKnownObject));
  const [one, other] = templates;
  if (one === undefined && other === undefined)
    return [isKnown.every((is) => is) ? anything : undefined, [null, null]];
  const needsRows = (at: number) => {
    const isBeside = templates[1 - at] === undefined ? isKnown[1 - at]! : isOfReferences[1 - at]!;
    return isOfReferences[at]! && !isBeside;
  };
  const rows = [a, b].map((side, at) => {
    if (!needsRows(at)) return null;
    const isAsBefore = sides.isIdle(at === 0) && !holdsGone(side);
    return isAsBefore ? asRows(side as StagedList) : rowsHeld(side, at === 0, sides);
  });
  const like = rows.find((list) => list !== null);
  const template = like instanceof ReferredRows ? sampleIn(like)?.template : like?.template;
  return [template ?? one ?? other, rows as unknown as Rows];
}

/** What the objects hold at the end of the branch to which a list refers; null where that is not known. */
function rowsHeld(contents: Contents, isMain: boolean, { heldBy }: Sides): ReferredRows | null {
  if (!(contents instanceof StagedList)) return null;
  return referredRows(contents, (object) => heldBy(isMain, object));
}

/** Where one of them refers to objects that its branch has made, references are rows. */
function likeReferred(contents: readonly Contents[], sides: Sides): readonly [like: unknown, Rows] {
  const rows = contents.map((side, at) => rowsHeld(side, at === 0, sides));
  const all = rows.flatMap((side) => side?.rows ?? []);
  return [sampleOf(all)?.template, rows as unknown as Rows];
}

/** Whether it is a list that refers to objects of a branch that has ended. */
export function refersToGone(contents: unknown): boolean {
  if (!(contents instanceof StagedList)) return false;
  const { template } = contents;
  return template instanceof Reference && thingsIn(template).some(isGoneObject);
}

/** One that others know, since the branches did not make it, or none. */
function isKnownObject(element: unknown): boolean {
  if (isMissing(element)) return true;
  const object = originalOf(element);
  if (!canBeRow(object) || rowOf(object) !== undefined || holdsGone(object)) return false;
  const all = alternativesOf(element).map((one) => originalOf(one.object) ?? one.object);
  return !all.some((one) => basesOf(one as object).some(holdsGone));
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
export function columnOf({ elements }: Growth, index: number): Tensor | ChosenCells | unknown[] {
  if (elements instanceof ReferredRows) return elements.column(index);
  if (!(elements instanceof StagedList)) {
    return elements.map((element) => leavesOf(element)[index]);
  }
  const column = elements.columns[index]!;
  return isTensor(column) ? column : [];
}

export function sizeOf(contents: StagedList | readonly unknown[]): unknown {
  return contents instanceof StagedList ? contents.size : contents.length;
}

export function listIn({ contents }: Growth): StagedList | undefined {
  return contents instanceof StagedList ? contents : undefined;
}

/** Copies of the elements that become rows here. */
export function newRows({ contents, elements }: Growth): readonly unknown[] {
  if (elements instanceof ReferredRows) return elements.copies;
  return contents instanceof StagedList ? [] : contents;
}

/** Whether an object is in two places of what is no list yet. */
export function holdsTwice({ contents }: Growth): boolean {
  if (contents instanceof StagedList) return false;
  const originals = originalsAmong(contents);
  return new Set(originals).size < originals.length;
}

/** The objects of the program among the elements that the branches did not make. */
export function knownElements(growth: Growth): object[] {
  if (growth.sample.template instanceof Reference) return [];
  const objects = newRows(growth).flatMap((element) => basesOf(originalOf(element)));
  return objects.filter((object) => !holdsGone(object));
}
