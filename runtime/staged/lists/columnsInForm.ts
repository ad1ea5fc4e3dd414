import {
  add,
  cast,
  expandDims,
  gather,
  logicalOr,
  slice,
  stack,
  type Tensor,
  tensor1d,
  zerosLike,
} from '@tensorflow/tfjs-core';
import { padAlong } from '../../trace/paddedRows.js';
import { filler } from '../values/filler.js';
import { OptionalNumber } from '../values/optionalNumber.js';
import { rowPositions } from '../values/rows.js';
import { isTensor } from '../values/tensors.js';
import { constant, type HostScalar, isWeak, markGuess, markWeak } from '../values/weak.js';
import { type ElementForm, kindsOf, placeholder } from './asElement.js';
import type { Column } from './columns.js';
import { isListLeaf, isOpenLeaf, leafType, leavesOf, structureOf } from './elements.js';
import { markGrowing } from './growing.js';
import { OneOfKinds } from './oneOfKinds.js';
import { openAxes, RaggedRow } from './raggedRow.js';
import type { StagedList } from './stagedList.js';
import { WideElement } from './wideElement.js';
import { columnsOfWide } from './wideLists.js';

/** What elements are like, and each of their leaves, one behind the other along the first axis, or axes. */
interface Elements {
  readonly template: unknown;
  readonly columns: readonly Column[];
  /** How many axes: of arrays in arrays one more. */
  readonly axes: number;
  /** One value for each of them; null where nobody knows how many there are. */
  same(value: Tensor | HostScalar): Tensor | null;
}

/** The columns of a list whose elements may be others as well, and what its elements are like then; null where its own are none of these. */
export function columnsInForm(
  list: StagedList,
  form: ElementForm,
): readonly [template: unknown, columns: readonly Column[]] | null {
  const { template, rows: columns, isPadded } = list;
  const same: Elements['same'] = (value) =>
    isPadded ? alike(scalarColumn(columns, template, 1), value) : sameRows(list, value);
  return inForm({ template, columns, axes: 1, same }, form);
}

function inForm(
  elements: Elements,
  form: ElementForm,
): readonly [template: unknown, columns: readonly Column[]] | null {
  if (form instanceof WideElement || typeof form === 'number') return columnsOfWide(elements, form);
  const columns = columnsIn(elements, form);
  return columns === null || columns.includes(null) ? null : [form, columns as Column[]];
}

type Columns = readonly (Column | null)[] | null;

function columnsIn(elements: Elements, form: Exclude<ElementForm, WideElement | number>): Columns {
  if (structureOf(elements.template) === structureOf(form)) return elements.columns;
  if (form instanceof OptionalNumber) return ofNumbers(elements, form);
  if (form instanceof RaggedRow) return ofRows(elements, form);
  return form instanceof OneOfKinds ? ofKinds(elements, form) : null;
}

function ofNumbers({ template, columns, same }: Elements, { value }: OptionalNumber): Columns {
  const [own] = kindsOf(template);
  if (own instanceof OptionalNumber) return columns;
  const isMissing = own === null || own === undefined;
  if (!isMissing && !isListLeaf(own)) return null;
  const numbers = isMissing ? same(placeholder(value) as Tensor) : columns[0]!;
  return [same(!isMissing), same(own === null), numbers];
}

function ofRows(elements: Elements, form: RaggedRow): Columns {
  const { template } = elements;
  if (template instanceof RaggedRow)
    return template.template === null ? ofNothing(elements, form) : ofLikeRows(elements, form);
  return Array.isArray(template) ? ofArrays(elements, template, form) : null;
}

function ofNothing({ columns, same }: Elements, form: RaggedRow): Columns {
  const empty = form.columns.map((column) => {
    const { dtype, shape } = leafType(column);
    const row = filler({ dtype, shape: [0, ...(shape ?? []).slice(1)] });
    return same(isOpenLeaf(column) ? markWeak(row) : row);
  });
  return [...empty, columns.at(-1)!];
}

function ofLikeRows({ template, columns, axes }: Elements, form: RaggedRow): Columns {
  const inside = (template as RaggedRow).template;
  const parts = columns.slice(0, -1);
  const same: Elements['same'] = (value) => alike(scalarColumn(parts, inside, axes + 1), value);
  const found = inForm(
    { template: inside, columns: parts, axes: axes + 1, same },
    form.template as ElementForm,
  );
  return found && [...found[1], columns.at(-1)!];
}

function ofArrays(
  { columns, axes, same }: Elements,
  template: readonly unknown[],
  form: RaggedRow,
): Columns {
  const isAlike = template.every((part) => structureOf(part) === structureOf(form.template));
  if (!isAlike || !columns.every(isTensor)) return null;
  const open = openAxes(form.template);
  const stacked = open.map((count, index) => {
    const parts = columns.filter((_, at) => at % open.length === index);
    const padded = Array.from({ length: count }, (_, axis) => axis + axes);
    return markGuess(stack(padAlong(parts, padded), axes), parts);
  });
  return [...stacked, same(template.length)];
}

/** One of the columns that has a single number for each element. */
function scalarColumn(
  columns: readonly Column[],
  template: unknown,
  axes: number,
): Tensor | undefined {
  const open = openAxes(template);
  return columns
    .filter(isTensor)
    .find((column, index) => open[index] === 0 && column.shape.length === axes);
}

/** With the value in each place of the tensor. */
function alike(like: Tensor | undefined, value: Tensor | HostScalar): Tensor | null {
  if (like === undefined) return null;
  if (isTensor(value) && value.shape.length > 0)
    return value.shape.length === 1 && value.shape[0] === 0 ? emptyRows(like, value) : null;
  const one = isTensor(value) ? value : constant(value);
  const zeros = cast(zerosLike(like), one.dtype);
  const all = one.dtype === 'bool' ? logicalOr(zeros, one) : add(zeros, one);
  return isWeak(value) ? markWeak(all) : all;
}

function ofKinds({ template, columns, same }: Elements, { kinds }: OneOfKinds): Columns {
  const structures = kinds.map(structureOf);
  const own = kindsOf(template);
  const places = own.map((kind) => structures.indexOf(structureOf(kind)));
  if (places.includes(-1)) return null;
  const isOfSome = template instanceof OneOfKinds;
  // Which kind an element is of stays a number that counts from the first.
  if (isOfSome && places.some((place, index) => place !== index)) return null;
  const isMissing = own[0] === null || own[0] === undefined;
  const given = (isOfSome ? columns.slice(1) : isMissing ? [] : columns).values();
  const which = isOfSome ? columns[0]! : same(places[0]!);
  const parts = kinds.flatMap((kind, place) => {
    const leaves = leavesOf(kind === null || kind === undefined ? [] : kind);
    if (places.includes(place)) return leaves.map(() => given.next().value as Column);
    return leavesOf(placeholder(kind) ?? []).map((leaf) => same(leaf as Tensor));
  });
  return [which, ...parts];
}

/** With an empty row in each place of the tensor. */
function emptyRows(like: Tensor, row: Tensor): Tensor {
  const single = cast(expandDims(like, -1), row.dtype);
  const rows = gather(single, tensor1d([], 'int32'), single.shape.length - 1);
  return isWeak(row) ? markWeak(rows) : rows;
}

/** As many rows as the list has, each with one value; null where nobody knows how many. */
function sameRows({ columns, size }: StagedList, value: Tensor | HostScalar): Tensor | null {
  const row = isTensor(value) ? value : constant(value);
  const rows = isTensor(size) ? repeated(row, columns.find(isTensor)) : known(row, size);
  if (rows === null) return null;
  return isWeak(value) ? markWeak(markGrowing(rows)) : markGrowing(rows);
}

function known(row: Tensor, size: number): Tensor {
  const one = expandDims(row);
  return size === 0 ? slice(one, 0, 0) : stack(new Array<Tensor>(size).fill(row));
}

function repeated(row: Tensor, column: Tensor | undefined): Tensor | null {
  if (column === undefined) return null;
  return gather(expandDims(row), zerosLike(rowPositions(column)));
}
