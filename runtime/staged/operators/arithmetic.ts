import {
  abs,
  add as addTensors,
  div as divide,
  mod,
  mul as multiply,
  neg as negate,
  pow as power,
  sign,
  sub as subtract,
  type Tensor,
} from '@tensorflow/tfjs-core';
import { binaryOperator, unaryOperator } from './dispatch.js';
import { floating } from './operands.js';

export const add = binaryOperator('+', (a, b) => a + b, addTensors);
export const sub = binaryOperator('-', (a, b) => a - b, subtract);
export const mul = binaryOperator('*', (a, b) => a * b, multiply);

/** True division, as in JavaScript: integers give float32. */
export const div = binaryOperator(
  '/',
  (a, b) => a / b,
  (a, b) => divide(floating(a), floating(b)),
);

/** The remainder takes the sign of the dividend, as in JavaScript. */
export const rem = binaryOperator(
  '%',
  (a, b) => a % b,
  (a, b) => multiply(mod(abs(a), abs(b)), sign(a)),
);

export const pow = binaryOperator(
  '**',
  (a, b) => a ** b,
  (a, b, [, exponent]) => {
    const isInverse = typeof exponent === 'number' && exponent < 0;
    return power(isInverse ? floating(a) : a, b);
  },
);

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
