import { backend_util } from '@tensorflow/tfjs-core';
import type { KernelNode, Value } from '../../graph/graph.js';
import type { Emitter } from '../wgsl/emitter.js';
import { convert, literal, type ScalarType, scalarTypeOf } from '../wgsl/scalar.js';
import { cosine, sine, tangent } from './circular.js';
import { inputOf, type LoweringRule, type LoweringRules } from './lowering.js';
import { sizesOf } from './operation.js';

type Attributes = Readonly<Record<string, unknown>>;

/** An expression over one element of each operand, all of the type `type`. */
type Expression = (
  operands: readonly string[],
  type: ScalarType,
  emitter: Emitter,
  attributes: Attributes,
) => string;

interface Types {
  /** What the operands are converted to; the widest of their types where it is not given. */
  readonly operands?: ScalarType;
  /** The type of the expression; that of its operands where it is not given. */
  readonly result?: ScalarType;
  /** The operands' names, where they are not in the order of the kernel's inputs. */
  readonly names?: readonly string[];
}

/** A kernel each of whose elements is an expression; `cost` is that of an addition. */
function elementwise(cost: number, expression: Expression, types: Types = {}): LoweringRule {
  return (node, lowering) => {
    const output = node.outputs[0]!;
    const inputs = types.names?.map((name) => inputOf(node, name)) ?? node.inputs;
    const type = types.operands ?? arithmeticType(inputs);
    lowering.map(
      output,
      inputs,
      cost,
      (reader, index) => {
        const { emitter } = reader;
        const operands = inputs.map((input) => {
          const scalar = reader.read(input, index.broadcast(sizesOf(input)));
          return named(emitter, convert(scalar, type).code);
        });
        const code = named(emitter, expression(operands, type, emitter, node.attributes));
        const result = convert({ code, type: types.result ?? type }, scalarTypeOf(output.dtype));
        return { code: named(emitter, result.code), type: result.type };
      },
      expression !== power || type === 'f32',
    );
  };
}

/** The widest type, as `upcastType` of TensorFlow.js has it; there is no arithmetic on bools. */
function arithmeticType(values: readonly Value[]): ScalarType {
  return values.some(({ dtype }) => dtype === 'float32') ? 'f32' : 'i32';
}

/**
 * The expression itself where it is a name. Literals get one too: a shader is refused whose constant expressions divide
 * by zero or overflow.
 */
function named(emitter: Emitter, code: string): string {
  return /^[a-z_]\w*$/i.test(code) ? code : emitter.let(code);
}

const unary =
  (text: (x: string) => string): Expression =>
  ([x]) =>
    text(x!);
const binary =
  (text: (a: string, b: string) => string): Expression =>
  ([a, b]) =>
    text(a!, b!);

const float: Types = { operands: 'f32' };

/** A function of floats that has no result for some operands. */
function partial(cost: number, domain: (x: string) => string, text: (x: string) => string) {
  return elementwise(
    cost,
    ([x], _, emitter) => `select(${notANumber}, ${emitter.let(text(x!))}, ${domain(x!)})`,
    float,
  );
}

/** A function of floats by which drivers lose what is not a number. */
function total(cost: number, text: (x: string) => string): LoweringRule {
  return elementwise(
    cost,
    ([x], _, emitter) => `select(${emitter.let(text(x!))}, ${x}, is_nan(${x}))`,
    float,
  );
}

const notANumber = literal(Number.NaN, 'f32');

function number(attributes: Attributes, name: string): number {
  return attributes[name] as number;
}

/** Not-a-number stays what it is: both comparisons are false for it. */
const clamp: Expression = ([x], type, emitter, attributes) => {
  const low = literal(number(attributes, 'clipValueMin'), type);
  const high = literal(number(attributes, 'clipValueMax'), type);
  const below = emitter.let(`select(${x}, ${low}, ${x} < ${low})`);
  return `select(${below}, ${high}, ${below} > ${high})`;
};

/** `exp(x) - 1` loses its digits near zero. */
const expm1 = (x: string) =>
  `select(exp(${x}) - 1f, ${x} * (1f + ${x} * (0.5f + ${x} * (0.16666667f + ${x} * 0.041666668f))), abs(${x}) < 0.06f)`;

const log1p = (x: string) =>
  `select(log(1f + ${x}), ${x} * (1f - ${x} * (0.5f - ${x} * (0.33333334f - ${x} * 0.25f))), abs(${x}) < 0.03f)`;

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

/** The threshold is that of TensorFlow.js: beyond it the result is the operand to the last digit. */
const softplus = (x: string): string => {
  const threshold = literal(-(Math.log(1.1920928955078125e-7) + 2), 'f32');
  return `select(select(log(1f + exp(${x})), exp(${x}), ${x} < -${threshold}), ${x}, ${x} > ${threshold})`;
};

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

/** `Math.pow` for floats: WGSL's is open for negative bases, and drivers compute it from logarithms, which zero lacks. */
const floatPower: Expression = ([a, b], _, emitter) => {
  const base = emitter.let(`abs(${a})`);
  const ofZero = `select(0f, ${literal(Infinity, 'f32')}, ${b} < 0f)`;
  const size = emitter.let(`select(pow(${base}, ${b}), ${ofZero}, ${base} == 0f)`);
  const isOdd = emitter.let(`abs(${b} % 2f) == 1f`);
  const hasResult = emitter.let(`(floor(${b}) == ${b}) | is_inf(${a})`);
  const negative = emitter.let(
    `select(${notANumber}, select(${size}, -${size}, ${isOdd}), ${hasResult})`,
  );
  const signed = emitter.let(`select(${size}, ${negative}, ${a} < 0f)`);
  const isOpen = `is_nan(${a}) | is_nan(${b}) | ((${base} == 1f) & is_inf(${b}))`;
  const known = emitter.let(`select(${signed}, ${notANumber}, ${isOpen})`);
  return `select(${known}, 1f, ${b} == 0f)`;
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

const power: Expression = (operands, type, emitter, attributes) =>
  (type === 'f32' ? floatPower : integerPower)(operands, type, emitter, attributes);

/** The sign of the divisor, as in TensorFlow. */
const modulo: Expression = ([a, b], type, emitter) => {
  const rest = emitter.let(`${a} % ${b}`);
  const zero = literal(0, type);
  const isOther = `(${rest} != ${zero}) & ((${rest} < ${zero}) != (${b} < ${zero}))`;
  return `select(${rest}, ${rest} + ${b}, ${isOther})`;
};

const floorDivide: Expression = ([a, b], type, emitter) => {
  if (type === 'f32') return `floor(${a} / ${b})`;
  const quotient = emitter.let(`${a} / ${b}`);
  const isBelow = `(${a} % ${b} != 0i) & ((${a} < 0i) != (${b} < 0i))`;
  return `select(select(${quotient}, ${quotient} - 1i, ${isBelow}), 0i, ${b} == 0i)`;
};

/** The results of integers are written into integers, where infinity and not-a-number become zero. */
const divide: Expression = ([a, b], type) =>
  type === 'f32' ? `${a} / ${b}` : `select(${a} / ${b}, 0i, ${b} == 0i)`;

/** The greater or less of two, and not-a-number where one of them is. */
const extreme =
  (comparison: string): Expression =>
  ([a, b], type) =>
    type === 'f32'
      ? `select(${b}, ${a}, (${a} ${comparison} ${b}) | is_nan(${a}))`
      : `select(${b}, ${a}, ${a} ${comparison} ${b})`;

const compare = (operator: string): LoweringRule =>
  elementwise(
    1,
    binary((a, b) => `${a} ${operator} ${b}`),
    { result: 'bool' },
  );

const ofFloats =
  (text: (x: string) => string): Expression =>
  ([x], type) =>
    type === 'f32' ? text(x!) : 'false';

/** The operand is converted to the type of the output and nothing else happens. */
const identity = elementwise(
  0,
  unary((x) => x),
);

const cast: LoweringRule = (node, lowering) => {
  const [output, input] = [node.outputs[0]!, node.inputs[0]!];
  const target = scalarTypeOf(output.dtype);
  lowering.map(
    output,
    [input],
    target === scalarTypeOf(input.dtype) ? 0 : 1,
    (reader, index) => {
      const scalar = convert(reader.read(input, index), target);
      return { code: named(reader.emitter, scalar.code), type: target };
    },
    true,
  );
};

function constant(value: number): LoweringRule {
  return (node, lowering) => {
    const output = node.outputs[0]!;
    const type = scalarTypeOf(output.dtype);
    lowering.map(output, [], 0, () => ({ code: literal(value, type), type }), true);
  };
}

const select: LoweringRule = (node, lowering) => {
  const output = node.outputs[0]!;
  const [condition, t, e] = ['condition', 't', 'e'].map((name) => inputOf(node, name));
  const type = scalarTypeOf(output.dtype);
  lowering.map(
    output,
    [condition!, t!, e!],
    1,
    (reader, index) => {
      const { emitter } = reader;
      const read = (value: Value) => reader.read(value, index.broadcast(sizesOf(value)));
      const holds = convert(read(condition!), 'bool').code;
      const [then, otherwise] = [convert(read(t!), type).code, convert(read(e!), type).code];
      return emitter.scalar(`select(${otherwise}, ${then}, ${holds})`, type);
    },
    true,
  );
};

/** At most so many operands are added in one kernel, which can bind only few buffers. */
const operandLimit = 4;

const addN: LoweringRule = (node, lowering) => {
  let sums: readonly Value[] = node.inputs;
  while (sums.length > 1) {
    const next: Value[] = [];
    for (let start = 0; start < sums.length; start += operandLimit) {
      const group = sums.slice(start, start + operandLimit);
      next.push(group.reduce((a, b) => lowering.call('Add', { a, b })));
    }
    sums = next;
  }
  lowering.alias(node.outputs[0]!, sums[0]!);
};

/** The shapes of statistics are those of the last axis, or of all axes. */
const batchNorm: LoweringRule = (node: KernelNode, lowering) => {
  const [x, mean, variance] = ['x', 'mean', 'variance'].map((name) => inputOf(node, name));
  const [offset, scale] = ['offset', 'scale'].map((name) => {
    const index = node.inputNames?.indexOf(name) ?? -1;
    return index < 0 ? undefined : node.inputs[index];
  }, true);
  const inputs = [x, mean, variance, offset, scale].filter((value) => value !== undefined);
  const epsilon = literal(number(node.attributes, 'varianceEpsilon'), 'f32');
  lowering.map(node.outputs[0]!, inputs, 8, (reader, index) => {
    const read = (value: Value) => reader.read(value, index.broadcast(sizesOf(value))).code;
    const { emitter } = reader;
    const factor = emitter.let(`inverseSqrt(${read(variance!)} + ${epsilon})`);
    const scaled = scale === undefined ? factor : emitter.let(`${factor} * ${read(scale)}`);
    const centered = emitter.let(`${read(x!)} - ${read(mean!)}`);
    const shift = offset === undefined ? '0f' : read(offset);
    return emitter.scalar(`${centered} * ${scaled} + ${shift}`, 'f32');
  });
};

/** What kernels cost that are computed by series. */
const transcendental = 8;

export const elementwiseRules: LoweringRules = {
  Abs: elementwise(
    1,
    unary((x) => `abs(${x})`),
  ),
  Acos: partial(
    transcendental,
    (x) => `abs(${x}) <= 1f`,
    (x) => `acos(clamp(${x}, -1f, 1f))`,
  ),
  Acosh: partial(
    transcendental,
    (x) => `${x} >= 1f`,
    (x) => `acosh(max(${x}, 1f))`,
  ),
  Asin: partial(
    transcendental,
    (x) => `abs(${x}) <= 1f`,
    (x) => `asin(clamp(${x}, -1f, 1f))`,
  ),
  Asinh: total(
    transcendental,
    (x) => `select(sign(${x}) * asinh(abs(${x})), ${x}, (abs(${x}) < 1e-3f) | is_inf(${x}))`,
  ),
  Atan: elementwise(
    transcendental,
    unary((x) => `atan(${x})`),
    float,
  ),
  Atanh: partial(
    transcendental,
    (x) => `abs(${x}) <= 1f`,
    (x) => `atanh(${x})`,
  ),
  Ceil: elementwise(1, ([x], type) => (type === 'f32' ? `ceil(${x})` : x!)),
  ClipByValue: elementwise(2, clamp),
  Cos: elementwise(transcendental, ([x], _, emitter) => cosine(x!, emitter), float),
  Cosh: total(transcendental, (x) => `cosh(${x})`),
  Elu: total(transcendental, (x) => `select(${expm1(x)}, ${x}, ${x} >= 0f)`),
  Erf: elementwise(transcendental, erf, float),
  Exp: total(transcendental, (x) => `exp(${x})`),
  Expm1: total(transcendental, expm1),
  Floor: elementwise(1, ([x], type) => (type === 'f32' ? `floor(${x})` : x!)),
  Identity: identity,
  IsFinite: elementwise(1, ([x], type) => (type === 'f32' ? `is_finite(${x})` : 'true'), {
    result: 'bool',
  }),
  IsInf: elementwise(
    1,
    ofFloats((x) => `is_inf(${x})`),
    { result: 'bool' },
  ),
  IsNan: elementwise(
    1,
    ofFloats((x) => `is_nan(${x})`),
    { result: 'bool' },
  ),
  LeakyRelu: elementwise(
    2,
    ([x], _, _emitter, attributes) =>
      `select(${x}, ${literal(number(attributes, 'alpha'), 'f32')} * ${x}, ${x} < 0f)`,
    float,
  ),
  Log: partial(
    transcendental,
    (x) => `${x} >= 0f`,
    (x) => `log(${x})`,
  ),
  Log1p: partial(transcendental, (x) => `${x} >= -1f`, log1p),
  LogicalNot: elementwise(
    1,
    unary((x) => `!${x}`),
    { operands: 'bool' },
  ),
  Neg: elementwise(
    1,
    unary((x) => `-${x}`),
  ),
  OnesLike: constant(1),
  ZerosLike: constant(0),
  Reciprocal: elementwise(
    2,
    unary((x) => `1f / ${x}`),
    float,
  ),
  Relu: elementwise(
    1,
    ([x], type) => `select(${x}, ${literal(0, type)}, ${x} < ${literal(0, type)})`,
  ),
  Relu6: elementwise(2, (operands, type, emitter) =>
    clamp(operands, type, emitter, { clipValueMin: 0, clipValueMax: 6 }),
  ),
  Round: elementwise(1, ([x], type) => (type === 'f32' ? `round(${x})` : x!)),
  Rsqrt: partial(
    2,
    (x) => `${x} >= 0f`,
    (x) => `inverseSqrt(${x})`,
  ),
  Selu: total(transcendental, (x) => {
    const [scale, scaleAlpha] = [backend_util.SELU_SCALE, backend_util.SELU_SCALEALPHA];
    return `select(${literal(scaleAlpha, 'f32')} * ${expm1(x)}, ${literal(scale, 'f32')} * ${x}, ${x} >= 0f)`;
  }),
  Sigmoid: total(transcendental, (x) => `1f / (1f + exp(-${x}))`),
  Sign: elementwise(
    1,
    unary((x) => `sign(${x})`),
  ),
  Sin: elementwise(transcendental, ([x], _, emitter) => sine(x!, emitter), float),
  Sinh: elementwise(transcendental, unary(sinh), float),
  Softplus: total(2 * transcendental, softplus),
  Sqrt: partial(
    2,
    (x) => `${x} >= 0f`,
    (x) => `sqrt(${x})`,
  ),
  Square: elementwise(
    1,
    unary((x) => `${x} * ${x}`),
  ),
  Step: elementwise(2, ([x], type, _, attributes) => {
    const alpha = literal(number(attributes, 'alpha'), type);
    const step = `select(${alpha}, ${literal(1, type)}, ${x} > ${literal(0, type)})`;
    return type === 'f32' ? `select(${step}, ${x}, is_nan(${x}))` : step;
  }),
  Tan: elementwise(transcendental, ([x], _, emitter) => tangent(x!, emitter), float),
  Tanh: elementwise(transcendental, tanh, float),

  Add: elementwise(
    1,
    binary((a, b) => `${a} + ${b}`),
  ),
  Atan2: elementwise(transcendental, arcTangent2, float),
  BitwiseAnd: elementwise(
    1,
    binary((a, b) => `${a} & ${b}`),
    { operands: 'i32' },
  ),
  EluGrad: elementwise(
    2,
    binary((dy, y) => `select(${dy} * (${y} + 1f), ${dy}, ${y} >= 0f)`),
    {
      operands: 'f32',
      names: ['dy', 'y'],
    },
  ),
  FloorDiv: elementwise(2, floorDivide),
  Maximum: elementwise(1, extreme('>=')),
  Minimum: elementwise(1, extreme('<=')),
  Mod: elementwise(4, modulo),
  Multiply: elementwise(
    1,
    binary((a, b) => `${a} * ${b}`),
  ),
  Pow: elementwise(2 * transcendental, power),
  Prelu: elementwise(
    2,
    binary((x, alpha) => `select(${x}, ${alpha} * ${x}, ${x} < 0f)`),
    {
      operands: 'f32',
      names: ['x', 'alpha'],
    },
  ),
  RealDiv: elementwise(2, divide),
  SquaredDifference: elementwise(2, ([a, b], _, emitter) => {
    const difference = emitter.let(`${a} - ${b}`);
    return `${difference} * ${difference}`;
  }),
  Sub: elementwise(
    1,
    binary((a, b) => `${a} - ${b}`),
  ),

  Equal: compare('=='),
  // Drivers differ in what `!=` says of not-a-numbers.
  NotEqual: elementwise(
    1,
    binary((a, b) => `!(${a} == ${b})`),
    { result: 'bool' },
  ),
  Less: compare('<'),
  LessEqual: compare('<='),
  Greater: compare('>'),
  GreaterEqual: compare('>='),
  LogicalAnd: elementwise(
    1,
    binary((a, b) => `${a} & ${b}`),
    { operands: 'bool' },
  ),
  LogicalOr: elementwise(
    1,
    binary((a, b) => `${a} | ${b}`),
    { operands: 'bool' },
  ),

  AddN: addN,
  Cast: cast,
  FusedBatchNorm: batchNorm,
  Select: select,
};
