import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { WebGPUBackend } from '../../runtime/webgpu/backend.js';
import { createWebGPUExecutor } from '../../runtime/webgpu/executor.js';
import { elementwiseRules } from '../../runtime/webgpu/lower/elementwise.js';
import { isClose, useCpu, useWebGPU } from '../support/index.js';
import { graphOf, type RecordedKernel, recordOnCpu } from './recordedKernels.js';

const floats = [
  ...[0, -0, 1, -1, 2, -2, 0.5, -0.5, 3.7, -3.7, 1e-3, -1e-3, 10, -10, 88, -88],
  ...[100.25, -100.25, 1e6, -1e6, 1e30, -1e30, 1e-30, -1e-30, 1e-40, -1e-40],
  ...[3.4028234663852886e38, -3.4028234663852886e38],
  ...[Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN, 0.9999999],
];
const integers = [
  ...[0, 1, -1, 2, -2, 3, -3, 7, -7, 46341, -46341, 65536, 1e6],
  ...[2147483647, -2147483648, -2147483647],
];
const bools = [1, 0, 1, 1];

type Elements = 'float32' | 'int32' | 'bool';

const all: Readonly<Record<Elements, readonly number[]>> = {
  float32: floats,
  int32: integers,
  bool: bools,
};

/** The operands of kernels by their names, and what they are besides them. */
interface Signature {
  readonly names: readonly string[];
  readonly types: readonly Elements[];
  readonly attributes?: Record<string, unknown>;
}

const unary = { names: ['x'], types: ['float32', 'int32', 'bool'] } as const;
const ofFloats = { names: ['x'], types: ['float32'] } as const;
const binary = { names: ['a', 'b'], types: ['float32', 'int32'] } as const;
const logical = { names: ['a', 'b'], types: ['bool'] } as const;

const signatures: Readonly<Record<string, Signature>> = {
  ...each(['Abs', 'Neg', 'Square', 'Sign'], { names: ['x'], types: ['float32', 'int32'] }),
  ...each(
    [
      ...['Acos', 'Acosh', 'Asin', 'Asinh', 'Atan', 'Atanh', 'Ceil', 'Cos', 'Cosh', 'Elu', 'Erf'],
      ...['Exp', 'Expm1', 'Floor', 'Log', 'Log1p', 'Reciprocal', 'Round', 'Rsqrt', 'Selu'],
      ...['Sigmoid', 'Sin', 'Sinh', 'Softplus', 'Sqrt', 'Tan', 'Tanh'],
    ],
    ofFloats,
  ),
  ...each(['IsFinite', 'IsInf', 'IsNan', 'Relu', 'Relu6', 'OnesLike', 'ZerosLike'], {
    names: ['x'],
    types: ['float32', 'int32'],
  }),
  Identity: unary,
  Cast: { names: ['x'], types: ['float32', 'int32'], attributes: { dtype: 'bool' } },
  ClipByValue: { ...ofFloats, attributes: { clipValueMin: -1.5, clipValueMax: 3 } },
  LeakyRelu: { ...ofFloats, attributes: { alpha: 0.25 } },
  Step: { ...ofFloats, attributes: { alpha: 0.5 } },
  LogicalNot: { names: ['x'], types: ['bool'] },
  ...each(
    [
      ...['Add', 'Sub', 'Multiply', 'RealDiv', 'FloorDiv', 'Mod', 'Pow', 'Maximum', 'Minimum'],
      ...['SquaredDifference', 'Equal', 'NotEqual', 'Less', 'LessEqual', 'Greater', 'GreaterEqual'],
    ],
    binary,
  ),
  ...each(['LogicalAnd', 'LogicalOr'], logical),
  Atan2: { names: ['a', 'b'], types: ['float32'] },
  BitwiseAnd: { names: ['a', 'b'], types: ['int32'] },
  EluGrad: { names: ['dy', 'y'], types: ['float32'] },
  Prelu: { names: ['x', 'alpha'], types: ['float32'] },
};

function each<T>(kernels: readonly string[], value: T): Record<string, T> {
  return Object.fromEntries(kernels.map((kernel) => [kernel, value]));
}

type Run = (kernel: string, inputs: tf.NamedTensorMap, attributes: object) => unknown;

/** Operands that meet all elements with all others, in each of the ways in which one is broadcast. */
function operands({ names }: Signature, dtype: Elements): tf.NamedTensorMap[] {
  const values = all[dtype];
  const count = values.length;
  const row = tf.tensor([...values], [1, count], dtype);
  if (names.length === 1) return [1, 8].map((rows) => ({ [names[0]!]: tf.tile(row, [rows, 1]) }));
  const column = tf.tensor([...values], [count, 1], dtype);
  const [rows, columns] = [tf.tile(row, [count, 1]), tf.tile(column, [1, count])];
  const one = tf.tensor([values[4 % count]!], [], dtype);
  const pairs = [
    [columns, rows],
    [columns, tf.reshape(row, [count])],
    [column, rows],
    [rows, one],
    [one, rows],
  ];
  // Gradients have the shape of what they belong to.
  const taken = names[0] === 'dy' ? pairs.slice(0, 1) : pairs;
  return taken.map(([a, b]) => ({ [names[0]!]: a!, [names[1]!]: b! }));
}

/** Where the results may differ. */
function isExcused(kernel: string, [a = 0, b = 0]: readonly number[], isInteger: boolean): boolean {
  const isTiny = (x: number) => x !== 0 && Math.abs(x) < 1.2e-38;
  // Drivers may take a denormal number for zero (WGSL, section 15.7).
  if (isTiny(a) || isTiny(b)) return true;
  if (isInteger) {
    // Cpu computes with 53 bits, and TensorFlow.js's `abs` with 24.
    if (kernel === 'Abs') return Math.abs(a) > 2 ** 24;
    if (kernel === 'Square') return a * a > 2 ** 53;
    if (kernel === 'Multiply') return Math.abs(a * b) > 2 ** 53;
    if (kernel === 'Pow') return Math.abs(a) ** Math.abs(b) > 2 ** 53;
    if (kernel === 'SquaredDifference') return Math.abs(a - b) > 2 ** 26;
    return false;
  }
  // Beyond 10⁵ angles are multiples of too many turns.
  if (['Cos', 'Sin', 'Tan'].includes(kernel)) return Number.isFinite(a) && Math.abs(a) > 1e5;
  // A result that is no integer of 32 bits is cut off, and on cpu its last bits remain.
  if (kernel === 'FloorDiv') return isTiny(a / b) || Math.abs(a / b) >= 2 ** 31;
  // The remainder to an infinite divisor, with the sign of that one, is not a number on cpu.
  if (kernel === 'Mod') return Math.abs(b) === Number.POSITIVE_INFINITY || Math.abs(a / b) < 1e-15;
  // Logarithms have 24 bits, which so large an exponent takes all.
  if (kernel === 'Pow') return Number.isFinite(b) && Math.abs(b) >= 1e6;
  return false;
}

const cases: { name: string; call: RecordedKernel }[] = [];

beforeAll(async () => {
  await useCpu();
  const engine = tf.engine() as unknown as { runKernel: Run };
  for (const [kernel, signature] of Object.entries(signatures)) {
    for (const dtype of signature.types) {
      for (const inputs of operands(signature, dtype)) {
        const calls = recordOnCpu(() =>
          engine.runKernel(kernel, inputs, signature.attributes ?? {}),
        );
        cases.push({ name: kernel, call: calls.at(-1)! });
      }
    }
  }
  await useWebGPU();
});

describe('an elementwise kernel', () => {
  it.each(Object.keys(signatures))(
    '%s has the results of cpu, whatever its operands',
    async (name) => {
      const faults: string[] = [];
      for (const { call } of cases.filter((one) => one.name === name))
        faults.push(...(await check(call)));
      expect(faults.slice(0, 10)).toEqual([]);
    },
  );
});

it('every elementwise kernel is among them', () => {
  const others = ['AddN', 'FusedBatchNorm', 'Select'];
  const known = new Set([...Object.keys(signatures), ...others]);
  expect(Object.keys(elementwiseRules).filter((kernel) => !known.has(kernel))).toEqual([]);
});

async function check({ node, inputs, outputs }: RecordedKernel): Promise<string[]> {
  const { device } = tf.backend() as unknown as WebGPUBackend;
  const executor = createWebGPUExecutor(graphOf(node), 'webgpu', new Map(), {
    expand: () => null,
    compute: () => [],
  });
  const tensors = inputs.map(({ values, shape, dtype }) =>
    tf.tensor(values, [...shape], dtype as 'float32'),
  );
  device.pushErrorScope('validation');
  const [info] = await executor.runAsync(tensors);
  const error = await device.popErrorScope();
  expect(error?.message).toBe(undefined);
  const result = tf.engine().makeTensorFromTensorInfo(info!);
  const [actual, { values: expected, shape }] = [await result.data(), outputs[0]!];
  const faults: string[] = [];
  expected.forEach((value, position) => {
    const given = inputs.map((input) => input.values[source(position, shape, input.shape)]!);
    if (
      isClose(actual[position] as number, value) ||
      isExcused(node.kernel, given, inputs[0]!.dtype === 'int32')
    )
      return;
    faults.push(`${node.kernel}(${given}) is ${actual[position]}, on cpu ${value}`);
  });
  tf.dispose([tensors, result]);
  executor.dispose();
  return [...new Set(faults)];
}

/** Where an element of a broadcast operand comes from. */
function source(position: number, shape: readonly number[], from: readonly number[]): number {
  let rest = position;
  let place = 0;
  let stride = 1;
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    const own = from[axis - shape.length + from.length];
    const coordinate = rest % shape[axis]!;
    rest = Math.floor(rest / shape[axis]!);
    if (own === undefined) continue;
    if (own > 1) place += coordinate * stride;
    stride *= own;
  }
  return place;
}
