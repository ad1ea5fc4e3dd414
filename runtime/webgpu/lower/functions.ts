import { backend_util } from '@tensorflow/tfjs-core';
import { literal } from '../wgsl/scalar.js';
import { cosine, sine, tangent } from './circular.js';
import {
  type Expression,
  elementwise,
  float,
  notANumber,
  partial,
  total,
  transcendental,
  unary,
} from './expression.js';
import type { LoweringRules } from './lowering.js';

/** `exp(x) - 1` loses its digits near zero. */
export const expm1 = (x: string) =>
  `select(exp(${x}) - 1f, ${x} * (1f + ${x} * (0.5f + ${x} * (0.16666667f + ${x} * 0.041666668f))), abs(${x}) < 0.06f)`;

const log1p = (x: string) =>
  `select(${logarithm(`(1f + ${x})`)}, ${x} * (1f - ${x} * (0.5f - ${x} * (0.33333334f - ${x} * 0.25f))), abs(${x}) < 0.03f)`;

/** Drivers have a number for the logarithm of zero. */
function logarithm(x: string): string {
  return `select(log(${x}), ${literal(-Infinity, 'f32')}, ${x} == 0f)`;
}

/**
 * A quotient of polynomials, with the coefficients of Eigen's `ptanh`: drivers compute it from two exponentials. Where the
 * operand is held back, the result is one to the last digit; comparisons let pass what is not a number.
 */
const tanh: Expression = ([x], _, emitter) => {
  const below = emitter.let(`select(${x}, 7.9053111f, ${x} > 7.9053111f)`);
  const held = emitter.let(`select(${below}, -7.9053111f, ${x} < -7.9053111f)`);
  const square = emitter.let(`${held} * ${held}`);
  const polynomial = (coefficients: readonly string[]) =>
    coefficients.reduce((sum, next) => emitter.let(`fma(${sum}, ${square}, ${next})`));
  const above = polynomial([
    '-2.7607685e-16f',
    ...['2.000188e-13f', '-8.604672e-11f', '5.122297e-8f'],
    ...['1.48572235e-5f', '6.372619e-4f', '4.8935246e-3f'],
  ]);
  const under = polynomial(['1.1982584e-6f', '1.1853471e-4f', '2.2684346e-3f', '4.8935252e-3f']);
  return `${held} * ${above} / ${under}`;
};

const sinh = (x: string) =>
  `select(sinh(${x}), ${x} * (1f + ${x} * ${x} * 0.16666667f), abs(${x}) < 0.06f)`;

const { ERF_P, ERF_A1, ERF_A2, ERF_A3, ERF_A4, ERF_A5 } = backend_util;

/** Abramowitz and Stegun, 7.1.26, with the coefficients that TensorFlow.js has. */
const erf: Expression = ([x], _, emitter) => {
  const size = emitter.let(`abs(${x})`);
  const t = emitter.let(`1f / (1f + ${literal(ERF_P, 'f32')} * ${size})`);
  const polynomial = [ERF_A5, ERF_A4, ERF_A3, ERF_A2, ERF_A1].reduce(
    (inner, coefficient) => emitter.let(`(${inner} + ${literal(coefficient, 'f32')}) * ${t}`),
    '0f',
  );
  return `sign(${x}) * (1f - ${polynomial} * exp(-${size} * ${size}))`;
};

/** The angle of (b, a): drivers do not tell the zeros apart, and have none at two infinities. */
const arcTangent2: Expression = ([a, b], _, emitter) => {
  const [height, width] = [emitter.let(`abs(${a})`), emitter.let(`abs(${b})`)];
  const isSteep = emitter.let(`${height} > ${width}`);
  const [less, more] = [`min(${height}, ${width})`, emitter.let(`max(${height}, ${width})`)];
  const ratio = emitter.let(`select(${less} / ${more}, 0f, ${more} == 0f)`);
  const slope = emitter.let(`select(${ratio}, 1f, is_inf(${height}) & is_inf(${width}))`);
  const flat = emitter.let(`atan(${slope})`);
  const right = emitter.let(`select(${flat}, 1.5707964f - ${flat}, ${isSteep})`);
  const upper = emitter.let(`select(${right}, 3.1415927f - ${right}, is_negative(${b}))`);
  const angle = emitter.let(`select(${upper}, -${upper}, is_negative(${a}))`);
  return `select(${angle}, ${notANumber}, is_nan(${a}) | is_nan(${b}))`;
};

/** Of what is so large that its square overflows, the inverse of `cosh` and `sinh`. */
const ofLarge = (x: string) => `log(${x}) + ${literal(Math.LN2, 'f32')}`;

const infinity = literal(Infinity, 'f32');

/** The functions that a book of formulas has. */
export const functionRules: LoweringRules = {
  Acos: partial(
    transcendental,
    (x) => `abs(${x}) <= 1f`,
    (x) => `acos(clamp(${x}, -1f, 1f))`,
  ),
  Acosh: partial(
    transcendental,
    (x) => `${x} >= 1f`,
    (x) => `select(acosh(max(${x}, 1f)), ${ofLarge(x)}, ${x} > 1e+18f)`,
  ),
  Asin: partial(
    transcendental,
    (x) => `abs(${x}) <= 1f`,
    (x) => `asin(clamp(${x}, -1f, 1f))`,
  ),
  Asinh: total(transcendental, (x) => {
    const size = `select(asinh(abs(${x})), ${ofLarge(`abs(${x})`)}, abs(${x}) > 1e+18f)`;
    return `select(sign(${x}) * ${size}, ${x}, (abs(${x}) < 1e-3f) | is_inf(${x}))`;
  }),
  Atan: elementwise(
    transcendental,
    unary((x) => `atan(${x})`),
    float,
  ),
  Atan2: elementwise(transcendental, arcTangent2, float),
  Atanh: partial(
    transcendental,
    (x) => `abs(${x}) <= 1f`,
    (x) =>
      `select(select(atanh(${x}), ${x}, abs(${x}) < 5e-4f), ${x} * ${infinity}, abs(${x}) == 1f)`,
  ),
  Cos: elementwise(transcendental, ([x], _, emitter) => cosine(x!, emitter), float),
  Cosh: total(transcendental, (x) => `cosh(${x})`),
  Erf: elementwise(transcendental, erf, float),
  Exp: total(transcendental, (x) => `exp(${x})`),
  Expm1: total(transcendental, expm1),
  Log: partial(transcendental, (x) => `${x} >= 0f`, logarithm),
  Log1p: partial(transcendental, (x) => `${x} >= -1f`, log1p),
  Sin: elementwise(transcendental, ([x], _, emitter) => sine(x!, emitter), float),
  Sinh: elementwise(transcendental, unary(sinh), float),
  Tan: elementwise(transcendental, ([x], _, emitter) => tangent(x!, emitter), float),
  Tanh: elementwise(transcendental, tanh, float),
};
