import type { Tensor } from '@tensorflow/tfjs-core';
import type { DataType, TensorType } from '../../graph/types.js';
import { commonDtype, isGuess } from '../values/weak.js';
import { rowDtype } from './cellTypes.js';
import {
  isOpenLeaf,
  isPlain,
  isRow,
  isUnmade,
  leafType,
  leafTyping,
  leavesOf,
  structureOf,
  type Unmade,
  united,
} from './elements.js';
import { openAxes } from './raggedRow.js';

/* What elements have in common. */

/** What an element is like: its structure, and the type of each leaf. */
export interface ListSample {
  readonly template: unknown;
  readonly leaves: readonly (TensorType & { readonly isWeak: boolean })[];
}

/** What all the elements are like; null where they are not alike, and of none. */
export function sampleOfElements(elements: readonly unknown[]): ListSample | null {
  if (elements.length === 0) return null;
  const samples = elements.map((element) => leavesOf(element));
  const isUniform = samples.every(
    (leaves, index) =>
      isPlain(elements[index]) &&
      structureOf(elements[index]) === structureOf(elements[0]) &&
      leaves.every(isRow),
  );
  if (!isUniform || samples[0]!.length === 0) return null;
  const open = openAxes(elements[0]);
  const shapeOf = (leaf: unknown, index: number) =>
    leafType(leaf).shape?.map((size, axis) => (axis < open[index]! ? null : size)) ?? null;
  const leaves = samples[0]!.map((first, index) => {
    const cells = samples.map((sample) => sample[index]);
    const shape = shapeOf(first, index);
    const dtype = dtypeOfAll(cells);
    return { dtype, shape, isWeak: isGuess(dtype ?? 'int32', cells.map(leafTyping)) };
  });
  if (leaves.some(({ dtype }) => dtype === null)) return null;
  const isAlike = samples.every((sample) =>
    sample.every((leaf, index) => {
      return String(shapeOf(leaf, index)) === String(leaves[index]!.shape);
    }),
  );
  return isAlike
    ? { template: elements.reduce(united), leaves: leaves as ListSample['leaves'] }
    : null;
}

/** The dtype that all can have without the user's having chosen others; `null` where there is none. */
export function dtypeOfAll(cells: readonly unknown[]): DataType | null {
  const chosen = cells.filter((cell) => !isOpenLeaf(cell));
  const { dtype } = leafType(chosen[0] ?? cells[0]);
  if (chosen.some((cell) => leafType(cell).dtype !== dtype)) return null;
  if (cells.some((cell) => (leafType(cell).dtype === 'bool') !== (dtype === 'bool'))) return null;
  return cells.filter(isNumber).reduce<DataType | null>((all, cell) => {
    if (all === null) return null;
    const typing = { dtype: all, isWeak: false };
    return isUnmade(cell) ? commonDtype(typing, leafTyping(cell)) : rowDtype(typing, cell);
  }, dtype);
}

function isNumber(cell: unknown): cell is Tensor | number | Unmade {
  return isOpenLeaf(cell) && leafType(cell).dtype !== 'bool';
}
