import { upcastType } from '@tensorflow/tfjs-core';
import type { DataType } from '../types.js';
import { broadcastShapes, mergeShapes } from './dimensions.js';
import {
  attribute,
  each,
  ensure,
  input,
  inputList,
  like,
  type ShapeFunction,
  type ShapeFunctions,
} from './shapeFunction.js';

function binary(dtype?: DataType): ShapeFunction {
  return (call) => {
    const a = input(call, 'a');
    const b = input(call, 'b');
    return [
      { dtype: dtype ?? upcastType(a.dtype, b.dtype), shape: broadcastShapes(a.shape, b.shape) },
    ];
  };
}

const cast: ShapeFunction = (call) => [
  { dtype: attribute<DataType>(call, 'dtype'), shape: input(call, 'x').shape },
];

/** The op has broadcast all three before. */
const select: ShapeFunction = (call) => {
  const t = input(call, 't');
  const e = input(call, 'e');
  return [{ dtype: upcastType(t.dtype, e.dtype), shape: mergeShapes(t.shape, e.shape) }];
};

const addN: ShapeFunction = (call) => {
  const [first, ...others] = inputList(call);
  ensure(first !== undefined, 'it needs at least one input');
  const shape = others.reduce((known, { shape }) => mergeShapes(known, shape), first.shape);
  return [{ dtype: first.dtype, shape }];
};

const prelu: ShapeFunction = (call) => [
  {
    dtype: 'float32',
    shape: broadcastShapes(input(call, 'x').shape, input(call, 'alpha').shape),
  },
];

const complex: ShapeFunction = (call) => [
  {
    dtype: 'complex64',
    shape: mergeShapes(input(call, 'real').shape, input(call, 'imag').shape),
  },
];

export const elementwise: ShapeFunctions = {
  ...each(
    [
      ...['Abs', 'Acos', 'Acosh', 'Asin', 'Asinh', 'Atan', 'Atanh', 'Ceil', 'ClipByValue', 'Cos'],
      ...['Cosh', 'Elu', 'Erf', 'Expm1', 'Floor', 'Identity', 'Log', 'Log1p', 'Neg', 'OnesLike'],
      ...['Reciprocal', 'Relu', 'Relu6', 'Round', 'Rsqrt', 'Selu', 'Sigmoid', 'Sign', 'Sin'],
      ...['Sinh', 'Softplus', 'Sqrt', 'Square', 'StaticRegexReplace', 'Step', 'Tan', 'Tanh'],
      'ZerosLike',
    ],
    like('x'),
  ),
  ...each(['Exp', 'LeakyRelu', 'ComplexAbs'], like('x', 'float32')),
  ...each(['IsFinite', 'IsInf', 'IsNan', 'LogicalNot'], like('x', 'bool')),
  ...each(
    [
      ...['Add', 'Atan2', 'BitwiseAnd', 'Maximum', 'Minimum', 'Mod', 'Multiply', 'Pow', 'RealDiv'],
      ...['SquaredDifference', 'Sub'],
    ],
    binary(),
  ),
  ...each(
    [
      ...['Equal', 'Greater', 'GreaterEqual', 'Less', 'LessEqual', 'LogicalAnd', 'LogicalOr'],
      'NotEqual',
    ],
    binary('bool'),
  ),
  FloorDiv: binary('int32'),
  EluGrad: like('y', 'float32'),
  Prelu: prelu,
  AddN: addN,
  Select: select,
  Cast: cast,
  Complex: complex,
  Real: like('input', 'float32'),
  Imag: like('input', 'float32'),
  FFT: like('input'),
  IFFT: like('input'),
  StringToHashBucketFast: like('input', 'int32'),
};
