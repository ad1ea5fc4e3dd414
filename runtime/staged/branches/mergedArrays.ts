import type { Tensor } from '@tensorflow/tfjs-core';
import type { StagingError } from '../../errors.js';
import { refersToRows } from '../lists/asElement.js';
import { certainLeaves, hasReferences, united } from '../lists/elements.js';
import { openAxes } from '../lists/raggedRow.js';
import { sampleOf } from '../lists/samples.js';
import { StagedList, sharedOfEither } from '../lists/stagedList.js';
import { isExtension } from '../state/extension.js';
import type { Entry } from '../state/state.js';
import { commonFixed, type Fixed } from '../values/fixedness.js';
import { linked } from '../values/originals.js';
import { nodeOf, withParts } from '../values/structure.js';
import { commonDtype, isGuess, markWeak } from '../values/weak.js';
import type { Branch } from './branch.js';
import type { Merged } from './choices.js';
import {
  asLists,
  columnOf,
  type Growth,
  holdsTwice,
  isListLike,
  knownElements,
  listIn,
  newRows,
  type Sides,
  sizeOf,
} from './growth.js';
import { areContents, originalsOf, type Parts } from './mergedParts.js';
import { type BranchNames, elementsDiffer, structuresDiffer } from './mergeErrors.js';
import { ReferredRows } from './referredRows.js';

function elementsOf(contents: StagedList | readonly unknown[]): readonly unknown[] {
  return contents instanceof StagedList ? [contents.template] : contents;
}

/** Objects that were there before are elements by their numbers, until a loop adds new ones. */
function mayBeRows(template: unknown): boolean {
  return !hasReferences(template) || refersToRows(template);
}

/** What branches make of two arrays of different lengths, or of one that they leave so. */
export class MergedArrays {
  constructor(
    private readonly predicate: Tensor,
    private readonly main: Branch,
    private readonly other: Branch,
    private readonly sides: Sides,
    private readonly parts: Parts,
  ) {}

  get #names(): BranchNames {
    return [this.main.name, this.other.name];
  }

  /** Two arrays of different lengths, or one that the branches leave so: a list, or else the two as they are. */
  merge(entry: Entry, name: string, a: unknown, b: unknown): Merged | null {
    if (!isListLike(a) || !isListLike(b)) return null;
    const [one, another] = originalsOf(entry, name, [a, b]);
    const isContents = areContents(entry, name);
    if (isContents && !Array.isArray(entry.container)) return null;
    const isOne = isContents || (one !== undefined && one === another);
    const lists = asLists(a, b, this.sides);
    const isChosen = !isOne && !isExtension(a, b) && !isExtension(b, a);
    const areLists = [a, b].some((contents) => contents instanceof StagedList);
    const isRows = lists?.every(({ sample }) => mayBeRows(sample.template));
    if (lists !== null && (areLists || isRows || !isChosen)) {
      const refusal = isChosen ? structuresDiffer(this.#names, name, a, b) : undefined;
      const fixed = commonFixed(nodeOf(a)!.fixed, nodeOf(b)!.fixed);
      return this.#asList(entry, name, [one, another], lists, { refusal, fixed });
    }
    if (!isOne) return this.parts.variant(entry, name, a, b);
    if ((sampleOf(a) ?? sampleOf(b)) !== null)
      throw elementsDiffer(name, [a, b].flatMap(elementsOf));
    return null;
  }

  /** Arrays that the branches leave with different lengths: the result's length is a tensor. */
  #asList(
    entry: Entry,
    name: string,
    [one, another]: readonly [object | undefined, object | undefined],
    [a, b]: readonly [Growth, Growth],
    { refusal, fixed }: { refusal: StagingError | undefined; fixed: Fixed },
  ): Merged {
    const { leaves } = a.sample;
    const template = united(a.sample.template, b.sample.template);
    this.#requireElements(a, true);
    this.#requireElements(b, false);
    const open = openAxes(template);
    const columns = leaves.map((leaf, index) => {
      const dtype = commonDtype(leaf, b.sample.leaves[index]!)!;
      this.main.addColumn(columnOf(a, index), { ...leaf, dtype }, open[index]!);
      this.other.addColumn(columnOf(b, index), { ...leaf, dtype }, open[index]!);
      const column = this.parts.output(null);
      if (!isGuess(dtype, [leaf, b.sample.leaves[index]!])) return column;
      return (results: readonly Tensor[]) => markWeak(column(results) as Tensor);
    });
    const size = this.parts.value(entry, name, sizeOf(a.contents), sizeOf(b.contents));
    const [first, second] = [listIn(a), listIn(b)];
    const known = sharedOfEither(first, second, this.predicate);
    const order = first?.order === second?.order ? first?.order : undefined;
    const objects = [...new Set([...knownElements(a), ...knownElements(b)])];
    const elements = [a, b].flatMap(newRows);
    const isTwice = [a, b].some(holdsTwice);
    const merged: Merged = (results) => {
      const parts = [...columns.map((finish) => finish(results)), size(results)];
      const empty = new StagedList(name, template, [], 0, refusal, known, order);
      const list = empty[withParts](parts, fixed);
      const shared = (objects.length > 0 ? list.sharing(objects) : list).including(elements);
      return isTwice ? shared.holdingTwice() : shared;
    };
    if (one === undefined && another === undefined) return merged;
    if (one === another) return (results) => linked(merged(results), one);
    return this.parts.choices.object({ ...entry, name }, one, another, merged);
  }

  /** The elements of an array that becomes a list are all there. */
  #requireElements({ elements }: Growth, isMain: boolean): void {
    if (elements instanceof StagedList || elements instanceof ReferredRows) return;
    const branch = isMain ? this.main : this.other;
    this.sides.within(isMain, () => branch.requireThere(elements.flatMap(certainLeaves)));
  }
}
