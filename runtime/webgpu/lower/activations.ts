import { backend_util } from '@tensorflow/tfjs-core';
import { literal } from '../wgsl/scalar.js';
import { clamp } from './arithmetic.js';
import { binary, elementwise, float, number, total, transcendental } from './expression.js';
import { expm1 } from './functions.js';
import type { LoweringRules } from './lowering.js';

/** The threshold is that of TensorFlow.js: beyond it the result is the operand to the last digit. */
const softplus = (x: string): string => {
  const threshold = literal(-(Math.log(1.1920928955078125e-7) + 2), 'f32');
  return `select(select(log(1f + exp(${x})), exp(${x}), ${x} < -${threshold}), ${x}, ${x} > ${threshold})`;
};

/** What becomes of sums in the layers of networks. */
export const activationRules: LoweringRules = {
  Elu: total(transcendental, (x) => `select(${expm1(x)}, ${x}, ${x} >= 0f)`),
  EluGrad: elementwise(
    2,
    binary((dy, y) => `select(${dy} * (${y} + 1f), ${dy}, ${y} >= 0f)`),
    {
      operands: 'f32',
      names: ['dy', 'y'],
    },
  ),
  LeakyRelu: elementwise(
    2,
    ([x], _, _emitter, attributes) =>
      `select(${x}, ${literal(number(attributes, 'alpha'), 'f32')} * ${x}, ${x} < 0f)`,
    float,
  ),
  Prelu: elementwise(
    2,
    binary((x, alpha) => `select(${x}, ${alpha} * ${x}, ${x} < 0f)`),
    {
      operands: 'f32',
      names: ['x', 'alpha'],
    },
  ),
  Relu: elementwise(
    1,
    ([x], type) => `select(${x}, ${literal(0, type)}, ${x} < ${literal(0, type)})`,
  ),
  Relu6: elementwise(2, (operands, type, emitter) =>
    clamp(operands, type, emitter, { clipValueMin: 0, clipValueMax: 6 }),
  ),
  Selu: total(transcendental, (x) => {
    const [scale, scaleAlpha] = [backend_util.SELU_SCALE, backend_util.SELU_SCALEALPHA];
    return `select(${literal(scaleAlpha, 'f32')} * ${expm1(x)}, ${literal(scale, 'f32')} * ${x}, ${x} >= 0f)`;
  }),
  Sigmoid: total(transcendental, (x) => `1f / (1f + exp(-${x}))`),
  Softplus: total(2 * transcendental, softplus),
  Step: elementwise(2, ([x], type, _, attributes) => {
    const alpha = literal(number(attributes, 'alpha'), type);
    const step = `select(${alpha}, ${literal(1, type)}, ${x} > ${literal(0, type)})`;
    return type === 'f32' ? `select(${step}, ${x}, is_nan(${x}))` : step;
  }),
};
