import {
  abs,
  add as addTensors,
  div as divide,
  greaterEqual,
  less,
  logicalAnd,
  maximum,
  mul as multiply,
  neg as negate,
  pow as power,
  scalar,
  sub as subtract,
  type Tensor,
  where,
} from '@tensorflow/tfjs-core';
import { isTensor } from '../values/tensors.js';
import { binaryOperator, unaryOperator } from './dispatch.js';
import { wholeRemainder } from './modular.js';
import { floating, isWeakOperand } from './operands.js';
import { keepQuotient } from './quotients.js';

export const add = binaryOperator('+', (a, b) => a + b, addTensors);
export const sub = binaryOperator('-', (a, b) => a - b, subtract);
export const mul = binaryOperator('*', (a, b) => a * b, multiply);

/** True division, as in JavaScript: integers give float32. */
export const div = binaryOperator(
  '/',
  (a, b) => a / b,
  (a, b, [, divisor]) => keepQuotient(divide(floating(a), floating(b)), a, divisor),
);

export const rem = binaryOperator(
  '%',
  (a, b) => a % b,
  (a, b, [dividend, divisor]) => wholeRemainder(a, b, dividend, divisor),
);

export const pow = binaryOperator(
  '**',
  (a, b) => a ** b,
  (a, b, [base, exponent]) => {
    const isOfInteger = isTensor(exponent) && exponent.dtype === 'int32';
    if (a.dtype === 'int32' && isWeakOperand(base) && isOfInteger) return powerOfNumbers(a, b);
    const isInverse = typeof exponent === 'number' && exponent < 0;
    return power(isInverse ? floating(a) : a, b);
  },
);

/** Of whole numbers as JavaScript has them: `2 ** -1` is a half. What is whole is exact. */
function powerOfNumbers(a: Tensor, b: Tensor): Tensor {
  const rounded = power(floating(a), floating(b));
  const exact = power(a, maximum(b, scalar(0, 'int32')));
  const isWhole = logicalAnd(greaterEqual(b, 0), less(abs(rounded), 2 ** 24));
  return where(isWhole, floating(exact), rounded);
}

export const neg = unaryOperator('-', (a) => -a, negate);

/** `+a`: a bool tensor becomes a number, a numeric one is itself. */
export const plus = unaryOperator(
  '+',
  (a) => +a,
  (a) => a,
);

/** What `a++` has for its value: `a` as a number or a bigint. */
export const to_numeric = unaryOperator(
  '+',
  (a) => {
    let value = a;
    return value++;
  },
  (a) => a,
);

/** What `++a` and `a++` assign. */
export const increment = unaryOperator(
  '++',
  (a) => {
    let value = a;
    return ++value;
  },
  (a) => add(a, 1, null) as Tensor,
);

export const decrement = unaryOperator(
  '--',
  (a) => {
    let value = a;
    return --value;
  },
  (a) => sub(a, 1, null) as Tensor,
);
