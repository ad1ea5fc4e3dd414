import { equal, logicalAnd, type Tensor, zerosLike } from '@tensorflow/tfjs-core';
import { isTensor } from '../values/tensors.js';
import { isWide, wordsOf } from '../values/wideInteger.js';
import type { Column } from './columns.js';
import { isListLeaf, leafType } from './elements.js';
import { selected } from './references.js';
import type { StagedList } from './stagedList.js';
import { halvesOf, WideElement } from './wideElement.js';

/* Which elements are whole numbers beyond int32, and what a list is that has such and others. */

/** A number that no words hold: any element is one as float32. */
const anyNumber = 0.5;

/**
 * The element in its parts, where those of the list are in parts, or are whole numbers, or there is none yet; undefined of one
 * that has none.
 */
export function asWideElement(value: unknown, like: unknown): unknown {
  if (value instanceof WideElement)
    return isListLeaf(like) && !isInt32(like) ? value.asNumber() : value;
  const fits =
    like instanceof WideElement || (isWide(value) && (like === undefined || isInt32(like)));
  const words = fits ? wordsOf(value) : undefined;
  return words && WideElement.of(words, value);
}

/** What may be either element, one of which is in parts: undefined where one is no number. */
export function wideFormOfBoth(one: unknown, other: unknown): WideElement | number | undefined {
  const wide = [one, other].find((element) => element instanceof WideElement);
  const number = [one, other].find((element) => !(element instanceof WideElement));
  if (wide === undefined || !isListLeaf(number) || leafType(number).dtype === 'bool')
    return undefined;
  return isInt32(number) ? wide : anyNumber;
}

/** The columns of a list of numbers in that form, or in the other one where some of its own are no whole numbers. */
export function columnsOfWide(
  { columns, template }: Pick<StagedList, 'columns' | 'template'>,
  form: WideElement | number,
): readonly [template: unknown, columns: readonly Column[]] | null {
  const [column, middle, high] = columns;
  const isWanted = form instanceof WideElement;
  if (!isTensor(column)) return [form, isWanted ? [column!, column!, column!] : [column!]];
  if (template instanceof WideElement) {
    if (isWanted) return [form, columns];
    const parts = [column, middle, high] as WideElement['parts'];
    return [form, [new WideElement(parts).asNumber() as Tensor]];
  }
  if (!isListLeaf(template)) return null;
  if (!isWanted || column.dtype !== 'int32') return [anyNumber, columns];
  return [form, [...(halvesOf(column).map(selected) as [Tensor, Tensor]), zerosLike(column)]];
}

/** Of each element whether it is that number; null where the elements, or the number, have no parts. */
export function sameWide({ template, columns }: StagedList, number: unknown): Tensor | null {
  const wanted = template instanceof WideElement ? asWideElement(number, template) : undefined;
  if (!(wanted instanceof WideElement)) return null;
  const [low, middle, high] = wanted.parts.map((part, index) =>
    equal(columns[index] as Tensor, selected(part) as Tensor),
  );
  return logicalAnd(logicalAnd(low!, middle!), high!);
}

function isInt32(value: unknown): boolean {
  return isListLeaf(value) && leafType(value).dtype === 'int32';
}
