import type { Emitter } from '../wgsl/emitter.js';
import { literal, numberOf, quotient } from '../wgsl/scalar.js';
import {
  binary,
  type Expression,
  elementwise,
  float,
  notANumber,
  number,
  partial,
  transcendental,
  unary,
} from './expression.js';
import type { LoweringRules } from './lowering.js';

/** Not-a-number stays what it is: both comparisons are false for it. */
export const clamp: Expression = ([x], type, emitter, attributes) => {
  const low = literal(number(attributes, 'clipValueMin'), type);
  const high = literal(number(attributes, 'clipValueMax'), type);
  const below = emitter.let(`select(${x}, ${low}, ${x} < ${low})`);
  return `select(${below}, ${high}, ${below} > ${high})`;
};

/** Below it, `pow` is near enough to a whole number for it to be told which one. */
const wholeLimit = literal(2 ** 18, 'f32');

/** Of an exponent that is known, by products or a root, which are exact where `pow` is not; `null` for other exponents. */
function powerOf(exponent: number, a: string, emitter: Emitter): string | null {
  if (exponent === 0.5) {
    const root = emitter.let(`select(sqrt(abs(${a})), ${notANumber}, (${a} < 0f) | is_nan(${a}))`);
    return `select(${root}, ${literal(Infinity, 'f32')}, is_inf(${a}))`;
  }
  const size = Math.abs(exponent);
  if (!Number.isInteger(size) || size < 2 || size > longestProduct) return null;
  let product = a;
  for (const bit of size.toString(2).slice(1)) {
    product = emitter.let(`${product} * ${product}`);
    if (bit === '1') product = emitter.let(`${product} * ${a}`);
  }
  return exponent < 0 ? `1f / ${product}` : product;
}

const longestProduct = 16;

/** `Math.pow` for floats: WGSL's is open for negative bases, and drivers compute it from logarithms, which zero lacks. */
const floatPower: Expression = ([a, b], _, emitter, __, [, exponent = b!] = []) => {
  const known = powerOf(numberOf(exponent), a!, emitter);
  if (known !== null) return known;
  const base = emitter.let(`abs(${a})`);
  const ofZero = `select(0f, ${literal(Infinity, 'f32')}, ${b} < 0f)`;
  const near = emitter.let(`select(pow(${base}, ${b}), ${ofZero}, ${base} == 0f)`);
  const isWhole = emitter.let(`(floor(${base}) == ${base}) & (floor(${b}) == ${b}) & (${b} > 0f)`);
  const size = emitter.let(
    `select(${near}, round(${near}), ${isWhole} & (${near} < ${wholeLimit}))`,
  );
  const isOdd = emitter.let(`abs(${b} % 2f) == 1f`);
  const hasResult = emitter.let(`(floor(${b}) == ${b}) | is_inf(${a})`);
  const negative = emitter.let(
    `select(${notANumber}, select(${size}, -${size}, ${isOdd}), ${hasResult})`,
  );
  const ofZeros = `select(${size}, -${size}, is_negative(${a}) & ${isOdd})`;
  const whole = emitter.let(`select(${size}, ${negative}, ${a} < 0f)`);
  const signed = emitter.let(`select(${whole}, ${ofZeros}, ${base} == 0f)`);
  const isOpen = `is_nan(${a}) | is_nan(${b}) | ((${base} == 1f) & is_inf(${b}))`;
  const defined = emitter.let(`select(${signed}, ${notANumber}, ${isOpen})`);
  return `select(select(${defined}, ${a}, ${b} == 1f), 1f, ${b} == 0f)`;
};

/** By squaring, as many times as an exponent has bits; a negative exponent leaves only the powers of ones. */
const integerPower: Expression = ([a, b], _, emitter) => {
  const result = emitter.variable('i32', '1i');
  const base = emitter.variable('i32', a!);
  const rest = emitter.variable('i32', `max(${b}, 0i)`);
  emitter.block(`while (${rest} > 0i)`, () => {
    emitter.line(`if ((${rest} & 1i) == 1i) { ${result} = ${result} * ${base}; }`);
    emitter.line(`${base} = ${base} * ${base};`);
    emitter.line(`${rest} = ${rest} >> 1u;`);
  });
  const ofOnes = `select(select(0i, 1i, ${a} == 1i), select(1i, -1i, (${b} & 1i) == 1i), ${a} == -1i)`;
  return `select(${result}, ${ofOnes}, ${b} < 0i)`;
};

const power: Expression = (operands, type, emitter, ...rest) =>
  (type === 'f32' ? floatPower : integerPower)(operands, type, emitter, ...rest);

/** The sign of the divisor, as in TensorFlow. */
const modulo: Expression = ([a, b], type, emitter) => {
  const rest = emitter.let(`${a} % ${b}`);
  const zero = literal(0, type);
  const isOther = `(${rest} != ${zero}) & ((${rest} < ${zero}) != (${b} < ${zero}))`;
  return `select(${rest}, ${rest} + ${b}, ${isOther})`;
};

const floorDivide: Expression = ([a, b], type, emitter, _, [, divisor = b!] = []) => {
  if (type === 'f32') return `floor(${quotient(a!, b!, divisor)})`;
  const truncated = emitter.let(`${a} / ${b}`);
  const isBelow = `(${a} % ${b} != 0i) & ((${a} < 0i) != (${b} < 0i))`;
  return `select(select(${truncated}, ${truncated} - 1i, ${isBelow}), 0i, ${b} == 0i)`;
};

/** The results of integers are written into integers, where infinity and not-a-number become zero. */
const divide: Expression = ([a, b], type, _, __, [dividend, divisor = b!] = []) => {
  if (type !== 'f32') return `select(${a} / ${b}, 0i, ${b} == 0i)`;
  if (isZero(dividend)) return ofZero(dividend, b!, `(${b} == 0f) | is_nan(${b})`);
  const inverse = inversesOfInfinity.get(divisor);
  return inverse === undefined
    ? quotient(a!, b!, divisor)
    : ofZero(inverse, a!, `!is_finite(${a})`);
};

const multiply: Expression = ([a, b], type, _, __, [one, other] = []) => {
  if (type !== 'f32') return `${a} * ${b}`;
  if (isZero(one)) return ofZero(one, b!, `!is_finite(${b})`);
  return isZero(other) ? ofZero(other, a!, `!is_finite(${a})`) : `${a} * ${b}`;
};

/** Drivers take `x + 0` for x, which is -0 where x is, and `0 - x` for -x. */
const sum: Expression = ([a, b], type, _, __, codes = []) => {
  const zero = type === 'f32' ? codes.indexOf('0f') : -1;
  const other = zero === 0 ? b : a;
  return zero === -1 ? `${a} + ${b}` : `select(${other}, 0f, ${other} == 0f)`;
};

const difference: Expression = ([a, b], type, _, __, [one] = []) =>
  type === 'f32' && one === '0f' ? `select(-${b}, 0f, ${b} == 0f)` : `${a} - ${b}`;

const negativeZero = literal(-0, 'f32');

function isZero(code: string | undefined): code is string {
  return code === '0f' || code === negativeZero;
}

/** What drivers multiply by where the divisor is a literal. */
const inversesOfInfinity = new Map<string | undefined, string>([
  [literal(Infinity, 'f32'), '0f'],
  [literal(-Infinity, 'f32'), negativeZero],
]);

/** A product or quotient of a literal zero, or by infinity, which drivers take for zero whatever the other operand is. */
function ofZero(zero: string, other: string, isOpen: string): string {
  const signs = zero === '0f' ? ['0f', negativeZero] : [negativeZero, '0f'];
  return `select(select(${signs.join(', ')}, is_negative(${other})), ${notANumber}, ${isOpen})`;
}

/** The greater or less of two, and not-a-number where one of them is. Of two zeros, -0 is the less. */
const extreme =
  (comparison: '>' | '<'): Expression =>
  ([a, b], type) => {
    if (type !== 'f32') return `select(${b}, ${a}, ${a} ${comparison} ${b})`;
    const isLess = `is_negative(${a})`;
    const isFirst = comparison === '<' ? isLess : `!${isLess}`;
    return `select(${b}, ${a}, (${a} ${comparison} ${b}) | ((${a} == ${b}) & ${isFirst}) | is_nan(${a}))`;
  };

/** What numbers can be computed from without a series, and powers. */
export const arithmeticRules: LoweringRules = {
  Abs: elementwise(
    1,
    unary((x) => `abs(${x})`),
  ),
  Ceil: elementwise(1, ([x], type) => (type === 'f32' ? `ceil(${x})` : x!)),
  ClipByValue: elementwise(2, clamp),
  Floor: elementwise(1, ([x], type) => (type === 'f32' ? `floor(${x})` : x!)),
  Neg: elementwise(
    1,
    unary((x) => `-${x}`),
  ),
  Reciprocal: elementwise(
    2,
    unary((x) => `1f / ${x}`),
    float,
  ),
  Round: elementwise(1, ([x], type) => (type === 'f32' ? `round(${x})` : x!)),
  Rsqrt: partial(
    2,
    (x) => `${x} >= 0f`,
    (x) => `inverseSqrt(${x})`,
  ),
  Sign: elementwise(
    1,
    unary((x) => `sign(${x})`),
  ),
  Sqrt: partial(
    2,
    (x) => `${x} >= 0f`,
    (x) => `sqrt(${x})`,
  ),
  Square: elementwise(
    1,
    unary((x) => `${x} * ${x}`),
  ),
  Add: elementwise(1, sum),
  BitwiseAnd: elementwise(
    1,
    binary((a, b) => `${a} & ${b}`),
    { operands: 'i32' },
  ),
  FloorDiv: elementwise(2, floorDivide),
  Maximum: elementwise(1, extreme('>')),
  Minimum: elementwise(1, extreme('<')),
  Mod: elementwise(4, modulo),
  Multiply: elementwise(1, multiply),
  Pow: elementwise(2 * transcendental, power, { oneByOne: 'i32' }),
  RealDiv: elementwise(2, divide),
  SquaredDifference: elementwise(2, ([a, b], _, emitter) => {
    const difference = emitter.let(`${a} - ${b}`);
    return `${difference} * ${difference}`;
  }),
  Sub: elementwise(1, difference),
};
