import type { Tensor } from '@tensorflow/tfjs-core';
import type { Instance } from '../values/instance.js';
import { mapParts } from './partValues.js';

/*
 * In what a part's graph gives, what only the elements of tensors tell: JavaScript, which waits for the part anyway, reads them.
 */

/** What an object of a class holds: its properties, and its private fields behind them. */
export interface ObjectRow {
  readonly instance: Instance;
  readonly values: readonly unknown[];
}

/** What is known when the part has run. */
export interface Known {
  elements(tensor: Tensor): ArrayLike<number>;
  /** What a value is that may hold something of the kind itself. */
  settled(value: unknown): unknown;
  /** What stands for an object. */
  add(row: ObjectRow): unknown;
  /** The function frees the tensors in the value, where nobody sees them. */
  keep(value: unknown): void;
}

/** Stands at the beginning of an array, before what the graph gives for it. */
export abstract class Later<Given extends readonly unknown[]> {
  /** The tensors whose elements tell. */
  abstract deciding(given: Given): readonly Tensor[];

  abstract settle(given: Given, known: Known): unknown;
}

export function isLater(
  value: unknown,
): value is readonly [Later<readonly unknown[]>, ...unknown[]] {
  return Array.isArray(value) && value[0] instanceof Later;
}

/** Reads what tensors tell in values that a graph gave; null where they tell nothing. */
export async function readLater(
  given: unknown,
  rest: Pick<Known, 'add' | 'keep'>,
): Promise<Known | null> {
  const deciding = new Set<Tensor>();
  let isNeeded = false;
  const find = (value: unknown): unknown => {
    if (isLater(value)) {
      const [later, ...parts] = value;
      isNeeded = true;
      for (const tensor of later.deciding(parts)) deciding.add(tensor);
    }
    mapParts(value, find);
    return value;
  };
  find(given);
  if (!isNeeded) return null;
  const read = async (tensor: Tensor) => [tensor, await tensor.data()] as const;
  const elements: ReadonlyMap<Tensor, ArrayLike<number>> = new Map(
    await Promise.all([...deciding].map(read)),
  );
  const known: Known = {
    ...rest,
    elements: (tensor) => elements.get(tensor)!,
    settled: (value) => {
      if (!isLater(value)) return mapParts(value, known.settled) ?? value;
      const [later, ...parts] = value;
      return later.settle(parts, known);
    },
  };
  return known;
}
