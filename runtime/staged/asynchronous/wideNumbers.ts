import { type Tensor, tensor } from '@tensorflow/tfjs-core';
import { isTensor } from '../values/tensors.js';
import { numberOfWords, type Words } from '../values/wideInteger.js';
import { type Known, Later } from './later.js';
import { mapParts } from './partValues.js';

/*
 * Between parts a whole number that int32 may not hold is a float32 tensor, which rounds it. JavaScript keeps its words, and gives
 * them to the next part in its place.
 */

type Given = readonly [number: Tensor, low: Tensor, high: Tensor | number];

class WideLeft extends Later<Given> {
  deciding([, low, high]: Given): readonly Tensor[] {
    return isTensor(high) ? [low, high] : [low];
  }

  settle([number, low, high]: Given, { elements }: Known): unknown {
    const elementsOf = (word: Tensor | number) =>
      isTensor(word) ? Array.from(elements(word)) : [word];
    kept.set(number, [elementsOf(low), elementsOf(high)]);
    return number;
  }
}

/** The words of the numbers that parts have left. */
const kept = new WeakMap<object, readonly (readonly number[])[]>();

const left = new WideLeft();

/** What a part leaves for such a number. */
export function wideLeft(number: Tensor, { low, high }: Words): readonly unknown[] {
  return [left, number, low, high];
}

const wide = Object.freeze(new (class WideNumber {})());

/** What a part is given for such a number; anything else as it is. */
export function withWords(leaf: unknown, made: Tensor[]): unknown {
  if (!isTensor(leaf)) return leaf;
  const words = kept.get(leaf)?.map((word) => tensor([...word], wordShape(word, leaf), 'int32'));
  if (words === undefined) return leaf;
  made.push(...words);
  return [wide, ...words];
}

/** One word may be that of all elements. */
function wordShape(word: readonly number[], { shape }: Tensor): number[] {
  return word.length === 1 && shape.length > 0 ? [] : shape;
}

/** What a part was given, with such numbers as the program sees them. */
export function inWords(value: unknown): unknown {
  if (Array.isArray(value) && value[0] === wide)
    return numberOfWords({ low: value[1], high: value[2] } as Words);
  return mapParts(value, inWords) ?? value;
}
