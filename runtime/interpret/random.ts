import type { KernelBackend, TensorInfo } from '@tensorflow/tfjs-core';
import { internalError } from '../errors.js';
import { emptyArray } from '../graph/emptyArray.js';
import type { RandomNode } from '../graph/graph.js';
import { type DataType, formatType, isFullyKnown } from '../graph/types.js';
import { drawNumbers, drawWgsl, integerWgsl, iterationsWgsl } from '../random/draw.js';
import type { Key } from '../random/philox.js';
import type { Reading } from './backend.js';
import { upload } from './constants.js';

/** The tensor of a random node for one execution, drawn where the backend computes. */
export function* draw(
  node: RandomNode,
  iterations: readonly TensorInfo[],
  seed: Key,
  backend: KernelBackend,
  backendName: string,
): Reading<TensorInfo> {
  const { dtype } = node.outputs[0]!;
  const shape = shapeOf(node);
  if (isProgrammable(backend)) return drawOnGpu(node, shape, iterations, seed, backend);
  const values: number[] = [];
  for (const { dataId } of iterations) values.push(((yield { backend, dataId }) as Int32Array)[0]!);
  return upload(backend, backendName, drawElements(node, values, seed), shape, dtype);
}

/** The elements of a random node, drawn on the host. */
export function drawElements(
  node: RandomNode,
  iterations: readonly number[],
  seed: Key,
): Float32Array | Int32Array | Uint8Array {
  const { distribution, number } = node;
  const { dtype } = node.outputs[0]!;
  const size = shapeOf(node).reduce((product, dimension) => product * dimension, 1);
  const numbers = drawNumbers(distribution, size, seed, { number, iterations });
  if (dtype === 'float32') return numbers;
  const elements = emptyArray(dtype, size);
  const toInteger = distribution.kind === 'uniform' ? Math.trunc : Math.round;
  for (let index = 0; index < size; index++) elements[index] = toInteger(numbers[index]!);
  return elements;
}

function shapeOf(node: RandomNode): number[] {
  const output = node.outputs[0]!;
  if (isFullyKnown(output.shape)) return [...output.shape];
  throw internalError(
    `Random numbers of the type ${formatType(output)} cannot be drawn, since their number is open.`,
    node.location,
  );
}

/** The WebGPU backend of TensorFlow.js. */
interface ProgrammableBackend extends KernelBackend {
  runWebGPUProgram(
    program: object,
    inputs: readonly TensorInfo[],
    dtype: DataType,
    uniforms: readonly { readonly type: string; readonly data: readonly number[] }[],
  ): TensorInfo;
}

function isProgrammable(backend: KernelBackend): backend is ProgrammableBackend {
  return 'runWebGPUProgram' in backend;
}

const workgroupSize = 64;

function drawOnGpu(
  node: RandomNode,
  shape: readonly number[],
  iterations: readonly TensorInfo[],
  seed: Key,
  backend: ProgrammableBackend,
): TensorInfo {
  const { distribution, number } = node;
  const { dtype } = node.outputs[0]!;
  const size = shape.reduce((product, dimension) => product * dimension, 1);
  const variableNames = iterations.map((_, index) => `Iteration${index}`);
  const words = iterationsWgsl(variableNames.map((name) => `bitcast<u32>(${name}[0])`));
  const drawn =
    'draw(u32(index), uniforms.number, iterations, vec2<u32>(uniforms.seed0, uniforms.seed1))';
  const program = {
    variableNames,
    outputShape: shape,
    workgroupSize: [workgroupSize, 1, 1],
    dispatchLayout: { x: shape.map((_, axis) => axis) },
    dispatch: [Math.ceil(size / workgroupSize), 1, 1],
    shaderKey: `random ${JSON.stringify(distribution)} ${dtype} ${iterations.length}`,
    uniforms: 'number: u32, seed0: u32, seed1: u32,',
    size: true,
    getUserCode: () => `${drawWgsl(distribution, 'draw').join('')}
fn main(index : i32) {
  if (index < uniforms.size) {
    let iterations = ${words};
    setOutputAtIndex${dtype === 'float32' ? '' : 'I32'}(index, ${converted(drawn, node)});
  }
}
`,
  };
  return backend.runWebGPUProgram(program, iterations, dtype, [
    { type: 'uint32', data: [number] },
    { type: 'uint32', data: [seed[0]] },
    { type: 'uint32', data: [seed[1]] },
  ]);
}

function converted(drawn: string, { distribution, outputs }: RandomNode): string {
  const { dtype } = outputs[0]!;
  if (dtype === 'float32') return drawn;
  const integer = integerWgsl(drawn, distribution);
  return dtype === 'bool' ? `select(0, 1, ${integer} != 0)` : integer;
}
