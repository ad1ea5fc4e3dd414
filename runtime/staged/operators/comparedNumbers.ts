import type { Tensor } from '@tensorflow/tfjs-core';
import { remembered } from '../../trace/remembered.js';
import { isTracing } from '../../trace/session.js';
import { isTensor, isVariable } from '../values/tensors.js';
import { noteQuestion } from './askedLengths.js';
import { notePair } from './askedPairs.js';
import { noteComparison } from './chosenNumbers.js';

/** What `compute` makes of comparing two numbers, or made before: what it tells of them is known from now on. */
export function comparedNumbers<T>(
  operands: readonly [unknown, unknown],
  holds: (a: number, b: number) => boolean,
  symbol: string,
  compute: () => T,
): T {
  if (!isTracing()) return compute();
  const result = remembered(symbol, operands, compute);
  if (!isTensor(result)) return result;
  noteComparison(operands, holds, result as Tensor);
  // A variable may have another value by the next question.
  if (operands.some(isVariable)) return result;
  noteQuestion(operands, holds, result);
  notePair(operands, holds, result);
  return result;
}
