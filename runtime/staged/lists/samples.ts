import { gather, stack, zeros } from '@tensorflow/tfjs-core';
import { isFullyKnown } from '../../graph/types.js';
import { padAll } from '../../trace/paddedRows.js';
import { unallocated } from '../values/structure.js';
import { isTensor } from '../values/tensors.js';
import { constant, type HostScalar, isGuess, isWeak, markWeak } from '../values/weak.js';
import { asElement, formOfBoth, partsOfBoth, refersToRows, tracedElement } from './asElement.js';
import { ofDtype, rowTypeOf } from './cellTypes.js';
import type { Column } from './columns.js';
import { dtypeOfAll, type ListSample, sampleOfElements } from './elementSamples.js';
import { canBeRow, instanceOrSelf, leafTyping, leavesOf, structureOf, united } from './elements.js';
import { markGrowing } from './growing.js';
import { openAxes } from './raggedRow.js';
import { anything, placesOf, Reference } from './references.js';
import { StagedList } from './stagedList.js';
import { WideElement } from './wideElement.js';

/* What the elements of arrays have in common, and the lists that arrays of such elements are. */

/** The list that an array with these elements is; `null` where they are not alike. An empty one takes `sample` for alike. */
export function listFrom(
  name: string,
  given: readonly unknown[],
  sample: ListSample,
): StagedList | null {
  const structure = structureOf(sample.template);
  const elements = given.map((element) => tracedElement(element, sample.template));
  if (elements.some((element) => structureOf(element) !== structure)) return null;
  const open = openAxes(sample.template);
  const columns = sample.leaves.map((leaf, index): Column | null => {
    const cells = elements.map((element) => leavesOf(element)[index]);
    if (cells.length === 0) return emptyColumn(leaf, open[index]!);
    const dtype = dtypeOfAll([...cells, ...(leaf.isWeak ? [] : [leaf])]) ?? dtypeOfAll(cells);
    if (dtype === null) return null;
    const rows = cells.map((cell) =>
      isTensor(cell) ? ofDtype(cell, dtype) : constant(cell as HostScalar, dtype),
    );
    const column = markGrowing(stack(padAll(rows, open[index]!)));
    return isGuess(dtype, cells.map(leafTyping)) ? markWeak(column) : column;
  });
  if (!columns.every((column) => column !== null)) return null;
  return new StagedList(name, elements.reduce(united, sample.template), columns, elements.length);
}

/** The array as a list like the other one; null where its elements are not like those. */
export function listLike(array: readonly unknown[], list: StagedList): StagedList | null {
  const sample = sampleOf(array, list.template) ?? sampleOf(list);
  return sample && listFrom(list.name, array, sample);
}

/**
 * With rows in the place of references to objects that are alike, which are copies; null where they are not. What else there
 * may be is like `others`.
 */
export function asRows(list: StagedList, others: readonly unknown[] = []): StagedList | null {
  const all = [...thingsOf(list), ...others];
  return all.every(canBeRow) ? asRowsLike(list, sampleOf(all.map(instanceOrSelf))) : null;
}

/** The same of objects of different kinds, of which some may be null. */
export function asRowsOfKinds(list: StagedList): StagedList | null {
  const alike = asRows(list);
  if (alike !== null || !refersToRows(list.template)) return alike;
  return asRowsLike(list, sampleOfKinds(thingsOf(list).map(instanceOrSelf)));
}

function thingsOf({ template }: StagedList): readonly unknown[] {
  return template instanceof Reference ? [...template.things.values()] : [];
}

function asRowsLike(list: StagedList, sample: ListSample | null): StagedList | null {
  const { name, template, columns, size, shared } = list;
  if (!(template instanceof Reference)) return null;
  const things = thingsOf(list);
  const table = sample && listFrom(name, things.map(instanceOrSelf), sample);
  if (table === null || table.template instanceof Reference) return null;
  const [which] = columns;
  if (size === 0 || !isTensor(which)) return listFrom(name, [], sample!);
  const places = placesOf(which, [...template.things.keys()]);
  const rows = table.withColumns(size, (column) => gather(column, places)).sharing(things);
  return shared === undefined ? rows : rows.known(shared);
}

/** The sample of elements that are references. */
export const anyReference: ListSample = {
  template: anything,
  leaves: [{ dtype: 'int32', shape: [], isWeak: true }],
};

/** The sample that an array's contents give: those of a list, or the first element of an ordinary array. */
export function sampleOf(contents: unknown, like?: unknown): ListSample | null {
  if (contents instanceof StagedList) {
    const leaves = contents.columns.map((column) => {
      if (!isTensor(column)) return null;
      return { ...rowTypeOf(contents.name, column), isWeak: isWeak(column) };
    });
    return leaves.includes(null)
      ? null
      : { template: contents.template, leaves: leaves as ListSample['leaves'] };
  }
  return sampleOfElements(elementsLike(contents as readonly unknown[], like));
}

/** What an array has as elements of a list: numbers of which int32 may not hold some all have words, or none. */
export function elementsLike(contents: readonly unknown[], like: unknown): readonly unknown[] {
  const elements = contents.map((element) => asElement(element, like));
  const isSomeWide = elements.some((element) => element instanceof WideElement);
  return inOneForm(elements, contents, isSomeWide ? formOfBoth : partsOfBoth);
}

/** The same of elements that may be of different kinds. */
export function sampleOfKinds(contents: unknown): ListSample | null {
  if (!Array.isArray(contents)) return sampleOf(contents);
  return sampleOfElements(
    inOneForm(
      contents.map((element) => asElement(element)),
      contents,
    ),
  );
}

/** Elements of different kinds as such that may be of any of them. `contents` are they as the array has them. */
function inOneForm(
  elements: readonly unknown[],
  contents: readonly unknown[],
  ofBoth = formOfBoth,
): readonly unknown[] {
  const [first, ...rest] = elements;
  const isOther = rest.some((element) => structureOf(element) !== structureOf(first));
  if (!isOther) return elements;
  const all = rest.reduce<unknown>((known, element) => {
    const isAlike = known === null || structureOf(element) === structureOf(known);
    return isAlike ? known : ofBoth(known, element);
  }, first);
  return all === null ? elements : contents.map((element) => asElement(element, all));
}

function emptyColumn(
  { dtype, shape, isWeak: isOurs }: ListSample['leaves'][number],
  open: number,
): Column {
  const row = shape?.map((size, axis) => (axis < open ? 0 : size)) ?? null;
  if (!isFullyKnown(row) || dtype === 'string') return unallocated;
  const column = markGrowing(zeros([0, ...row], dtype));
  return isOurs ? markWeak(column) : column;
}
