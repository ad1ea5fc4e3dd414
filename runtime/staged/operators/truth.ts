import {
  isNaN as isNaNTensor,
  logicalAnd,
  logicalNot,
  notEqual,
  scalar,
  type Tensor,
} from '@tensorflow/tfjs-core';
import { isWeakTensor } from '../values/weak.js';
import { isText, textsOf } from './chosenText.js';
import { comparedNumbers } from './comparedNumbers.js';
import { asOperand } from './operands.js';

/**
 * As a condition: a number or text of the program, which a tensor only carries, is true where JavaScript takes it for
 * true. Any other tensor stays what it is; that of a user must be a bool (`condition.ts`).
 */
export function asTruth(value: Tensor): Tensor {
  if (value.dtype === 'bool') return value;
  if (isWeakTensor(value)) return numberTruth(value);
  return value.dtype === 'string' && textsOf(value) !== undefined ? textTruth(value) : value;
}

/** NaN and 0 are false. */
export function numberTruth(x: Tensor): Tensor {
  if (x.dtype === 'bool') return x;
  const isNonZero = comparedNumbers(
    [x, 0],
    (a, b) => a !== b,
    '!==',
    () => notEqual(x, asOperand(0, x, 'Boolean()')),
  );
  return x.dtype === 'int32' ? isNonZero : logicalAnd(isNonZero, logicalNot(isNaNTensor(x)));
}

/** Whether it is one of some texts, none of which is empty. */
export function isFullText(value: Tensor): boolean {
  return value.dtype === 'string' && textsOf(value) !== undefined && isText(value, '') === false;
}

function textTruth(text: Tensor): Tensor {
  const isEmpty = isText(text, '');
  return typeof isEmpty === 'boolean' ? scalar(!isEmpty, 'bool') : logicalNot(isEmpty as Tensor);
}
