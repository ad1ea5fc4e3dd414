import { expandDims, gather, slice, stack, type Tensor, zerosLike } from '@tensorflow/tfjs-core';
import { OptionalNumber } from '../values/optionalNumber.js';
import { rowPositions } from '../values/rows.js';
import { isTensor } from '../values/tensors.js';
import { constant, type HostScalar, isWeak, markWeak } from '../values/weak.js';
import { type ElementForm, kindsOf, placeholder, type RowForm } from './asElement.js';
import type { Column } from './columns.js';
import { isListLeaf, leavesOf, structureOf } from './elements.js';
import { markGrowing } from './growing.js';
import { OneOfKinds } from './oneOfKinds.js';
import type { StagedList } from './stagedList.js';
import { WideElement } from './wideElement.js';
import { columnsOfWide } from './wideLists.js';

/** The columns of a list whose elements may be others as well, and what its elements are like then; null where its own are none of these. */
export function columnsInForm(
  list: StagedList,
  form: ElementForm,
): readonly [template: unknown, columns: readonly Column[]] | null {
  if (form instanceof WideElement || typeof form === 'number') return columnsOfWide(list, form);
  const columns = form instanceof OptionalNumber ? ofNumbers(list, form) : ofObjects(list, form);
  return columns === null || columns.includes(null) ? null : [form, columns as Column[]];
}

function ofNumbers(list: StagedList, { value }: OptionalNumber): (Column | null)[] | null {
  const [own] = kindsOf(list.template);
  if (own instanceof OptionalNumber) return [...list.columns];
  const isMissing = own === null || own === undefined;
  if (!isMissing && !isListLeaf(own)) return null;
  const numbers = isMissing ? sameRows(list, placeholder(value) as Tensor) : list.columns[0]!;
  return [sameRows(list, !isMissing), sameRows(list, own === null), numbers];
}

function ofObjects(list: StagedList, form: OneOfKinds | RowForm): (Column | null)[] | null {
  if (form instanceof OneOfKinds) return ofKinds(list, form);
  return structureOf(list.template) === structureOf(form) ? [...list.columns] : null;
}

function ofKinds(list: StagedList, { kinds }: OneOfKinds): (Column | null)[] | null {
  const structures = kinds.map(structureOf);
  const own = kindsOf(list.template);
  const places = own.map((kind) => structures.indexOf(structureOf(kind)));
  if (places.includes(-1)) return null;
  const isOfSome = list.template instanceof OneOfKinds;
  // Which kind an element is of stays a number that counts from the first.
  if (isOfSome && places.some((place, index) => place !== index)) return null;
  const isMissing = own[0] === null || own[0] === undefined;
  const given = (isOfSome ? list.columns.slice(1) : isMissing ? [] : list.columns).values();
  const which = isOfSome ? list.columns[0]! : sameRows(list, places[0]!);
  const columns = kinds.flatMap((kind, place) => {
    const leaves = leavesOf(kind === null || kind === undefined ? [] : kind);
    if (places.includes(place)) return leaves.map(() => given.next().value as Column);
    return leavesOf(placeholder(kind) ?? []).map((leaf) => sameRows(list, leaf as Tensor));
  });
  return [which, ...columns];
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
