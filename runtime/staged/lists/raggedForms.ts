import { listOf } from '../../function/signature/list.js';
import { absentOf } from '../values/absent.js';
import { mayBecomeLonger } from '../values/longerArrays.js';
import { nodeOf } from '../values/structure.js';
import { variantOf } from '../values/variantObjects.js';
import { type ListSample, sampleOfElements } from './elementSamples.js';
import { isOpenLeaf, leafType, leavesOf, structureOf } from './elements.js';
import { type HoldsRow, openAxes, RaggedRow, rowForm } from './raggedRow.js';
import { Reference } from './references.js';
import { StackedCells } from './stackedCells.js';

/* Which arrays are elements of other arrays that need not be all as long, and what such elements have in common. */

/** An array of which nobody knows yet what it will hold. */
export const rowOfNothing = new RaggedRow(null, 'nothing', [], 0, true);

/** What is known of elements: what a value is as one, and what may be either of two. */
export interface Forms {
  asElement(value: unknown, like?: unknown): unknown;
  formOfBoth(one: unknown, other: unknown): unknown;
}

/**
 * An array as such an element: one of which a tensor decides how long it is, an empty one, and any array beside others of
 * other lengths. Undefined of what is none, or holds what is no row of a tensor.
 */
export function asRaggedRow(value: unknown, like: unknown, forms: Forms): RaggedRow | undefined {
  const known = like instanceof RaggedRow && like.template !== null ? like : undefined;
  const row = value instanceof RaggedRow ? value : rowOfList(value, known);
  if (row !== undefined) return row.template === null && known ? emptied(known) : row;
  if (!Array.isArray(value) || nodeOf(value) === null) return undefined;
  if (value.length === 0) {
    if (known !== undefined) return emptied(known);
    return like === undefined || like instanceof RaggedRow ? rowOfNothing : undefined;
  }
  return like instanceof RaggedRow ? rowFrom(value, known?.template, forms) : undefined;
}

/** What may be either of two arrays; null where no list holds both. */
export function raggedOfBoth(one: unknown, other: unknown, forms: Forms): RaggedRow | null {
  const known = [one, other].find((side) => side instanceof RaggedRow && side.template !== null);
  const template = known && (known as RaggedRow).template;
  const rows = [one, other].map((side) => {
    if (side instanceof RaggedRow) return side;
    const isArray = Array.isArray(side) && nodeOf(side) !== null;
    if (!isArray) return undefined;
    return side.length === 0 ? rowOfNothing : rowFrom(side, template, forms);
  });
  if (rows.includes(undefined)) return null;
  const all = rows as RaggedRow[];
  const [first = rowOfNothing, second = first] = all.filter((row) => row.template !== null);
  const row = structureOf(first) === structureOf(second) ? first : widerRow(first, second, forms);
  return row && all.some(({ isLonger }) => isLonger) ? row.longer() : row;
}

/** Whose elements may be those of either. */
function widerRow(one: RaggedRow, other: RaggedRow, { formOfBoth }: Forms): RaggedRow | null {
  const template = formOfBoth(one.template, other.template);
  if (template === null || holdsObjects(template)) return null;
  const leaves = leavesOf(template).map((leaf) => {
    return { ...leafType(leaf), isWeak: isOpenLeaf(leaf) };
  });
  return rowLike({ template, leaves }, () => [], 0);
}

function rowOfList(value: unknown, like: RaggedRow | undefined): RaggedRow | undefined {
  const contents: unknown = Array.isArray(value) ? listOf(value) : value;
  if (!isHolder(contents)) return undefined;
  const row = contents[rowForm](like);
  return row && Array.isArray(value) && mayBecomeLonger(value) ? row.longer() : row;
}

function isHolder(contents: unknown): contents is HoldsRow {
  if (typeof contents !== 'object' || contents === null) return false;
  const isKnown = variantOf(contents) === undefined && absentOf(contents) === undefined;
  return isKnown && rowForm in contents;
}

function rowFrom(
  array: readonly unknown[],
  template: unknown,
  forms: Forms,
): RaggedRow | undefined {
  const elements = inOneForm(array, template, forms);
  const sample = sampleOfElements(elements);
  if (sample === null || holdsObjects(sample.template)) return undefined;
  const leaves = elements.map(leavesOf);
  return rowLike(sample, (index) => leaves.map((cells) => cells[index]), array.length);
}

function inOneForm(array: readonly unknown[], template: unknown, forms: Forms): readonly unknown[] {
  const elements = array.map((element) => forms.asElement(element, template));
  const form = elements.reduce((known, element) => {
    const isAlike = known === null || structureOf(known) === structureOf(element);
    return isAlike ? known : forms.formOfBoth(known, element);
  });
  if (form === null || form === elements[0]) return elements;
  return array.map((element) => forms.asElement(element, form));
}

/** Whether it may be an object that is known by its number, of which rows in rows would lose sight. */
export function holdsObjects(template: unknown): boolean {
  if (template instanceof Reference)
    return [...template.things.values()].some(
      (thing) => typeof thing === 'object' && thing !== null,
    );
  if (template instanceof RaggedRow) return holdsObjects(template.template);
  return (nodeOf(template)?.children ?? []).some(holdsObjects);
}

/** Without elements. */
function emptied({ template, columns }: RaggedRow): RaggedRow {
  const leaves = columns.map((column) => {
    const { dtype, shape } = leafType(column);
    return { dtype, shape: shape?.slice(1) ?? null, isWeak: isOpenLeaf(column) };
  });
  return rowLike({ template, leaves }, () => [], 0).longer();
}

function rowLike(
  { template, leaves }: ListSample,
  cellsOf: (index: number) => readonly unknown[],
  size: number,
): RaggedRow {
  const open = openAxes(template);
  const columns = leaves.map(
    (leaf, index) => new StackedCells(cellsOf(index), leaf, leaf.isWeak, open[index]!),
  );
  return new RaggedRow(template, structureOf(template), columns, size, false);
}
