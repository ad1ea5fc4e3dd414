import type { KernelBackend, Tensor, TensorInfo } from '@tensorflow/tfjs-core';
import {
  getGradient,
  getKernel,
  registerGradient,
  registerKernel,
  util,
  zerosLike,
} from '@tensorflow/tfjs-core';
import { ExecutionError } from '../errors.js';
import { emptyArray } from '../graph/emptyArray.js';
import type { DataType } from '../graph/types.js';
import { engine } from './engine.js';
import { currentLocation } from './location.js';

/*
 * Rows of different lengths become those of one tensor when each is padded to the longest, as `tf.RaggedTensor.to_tensor`
 * does. TensorFlow.js pads by numbers that must be known while tracing; these kernels take another tensor's sizes.
 */

/** Zeros behind `x` along each of the axes, until it is as long as `like`; longer it stays. */
export const padKernel = 'UseGraphPadTo';

/** What of `x` lies within the sizes of `like` along each of the axes. */
const cutKernel = 'UseGraphCutTo';

interface FitAttributes {
  readonly axes: readonly number[];
}

interface FitCall {
  readonly inputs: { readonly x: TensorInfo; readonly like: TensorInfo };
  readonly attrs: FitAttributes;
  readonly backend: KernelBackend;
}

export function registerFitKernels(backendName: string): void {
  registerGradients();
  for (const [kernelName, kernelFunc] of [
    [padKernel, padded],
    [cutKernel, cut],
  ] as const) {
    if (getKernel(kernelName, backendName) != null) continue;
    registerKernel({
      kernelName,
      backendName,
      kernelFunc: (call) => kernelFunc(call as unknown as FitCall, backendName),
    });
  }
}

function padded({ inputs, attrs, backend }: FitCall, backendName: string): TensorInfo {
  const { x, like } = inputs;
  const paddings = x.shape.map((size, axis) => {
    const missing = attrs.axes.includes(axis) ? like.shape[axis]! - size : 0;
    return [0, Math.max(missing, 0)];
  });
  if (paddings.every(([, count]) => count === 0)) return same(x, backend, backendName);
  if (util.sizeFromShape(x.shape) > 0)
    return run(
      'PadV2',
      backendName,
    )({ inputs: { x }, attrs: { paddings, constantValue: 0 }, backend });
  const shape = x.shape.map((size, axis) => size + paddings[axis]![1]!);
  const zeros = emptyArray(x.dtype as DataType, util.sizeFromShape(shape));
  return { dataId: backend.write(zeros, shape, x.dtype) as object, shape, dtype: x.dtype };
}

function cut({ inputs, attrs, backend }: FitCall, backendName: string): TensorInfo {
  const { x, like } = inputs;
  const size = x.shape.map((own, axis) =>
    attrs.axes.includes(axis) ? Math.min(own, like.shape[axis]!) : own,
  );
  if (size.every((one, axis) => one === x.shape[axis])) return same(x, backend, backendName);
  const begin = size.map(() => 0);
  return run('Slice', backendName)({ inputs: { x }, attrs: { begin, size }, backend });
}

function same(x: TensorInfo, backend: KernelBackend, backendName: string): TensorInfo {
  return run('Identity', backendName)({ inputs: { x }, backend });
}

type Run = (call: object) => TensorInfo;

function run(kernel: string, backendName: string): Run {
  const found = getKernel(kernel, backendName) as { kernelFunc: unknown } | undefined;
  if (found !== undefined) return found.kernelFunc as Run;
  throw new ExecutionError(
    'missing-kernel',
    `The backend '${backendName}' has no kernel '${kernel}', which arrays of arrays of different lengths need.`,
    currentLocation(),
    "Register it, or use another backend, such as tf.setBackend('cpu').",
  );
}

function registerGradients(): void {
  for (const [kernelName, inverse] of [
    [padKernel, cutTo],
    [cutKernel, padTo],
  ] as const) {
    if (getGradient(kernelName) != null) continue;
    registerGradient({
      kernelName,
      inputsToSave: ['x', 'like'],
      gradFunc: (dy, [x, like], attributes) => ({
        x: () => inverse(dy as Tensor, x as Tensor, (attributes as unknown as FitAttributes).axes),
        like: () => zerosLike(like as Tensor),
      }),
    });
  }
}

/** With zeros behind it along each of the axes, until it is as long as `like`. Gradients flow. */
export function padTo(x: Tensor, like: Tensor, axes: readonly number[]): Tensor {
  return isLonger(like, x, axes) ? fitted(padKernel, x, like, axes) : x;
}

/** Rows of which each is as long as the longest along its first axes, so many of them. */
export function padAll(rows: readonly Tensor[], open: number): Tensor[] {
  return padAlong(rows, [...new Array<number>(open).keys()]);
}

export function padAlong(rows: readonly Tensor[], axes: readonly number[]): Tensor[] {
  const longest = rows.reduce((one, other) => padTo(one, other, axes));
  return rows.map((row) => padTo(row, longest, axes));
}

function cutTo(x: Tensor, like: Tensor, axes: readonly number[]): Tensor {
  return isLonger(x, like, axes) ? fitted(cutKernel, x, like, axes) : x;
}

function fitted(kernel: string, x: Tensor, like: Tensor, axes: readonly number[]): Tensor {
  const attributes = { axes: [...axes] };
  return engine().runKernel(kernel, { x, like }, attributes) as Tensor;
}

/** Whether it may be, along one of the axes. */
function isLonger(one: Tensor, other: Tensor, axes: readonly number[]): boolean {
  return axes.some((axis) => {
    const [own, limit] = [one, other].map(({ shape }) => shape[axis] as number | null);
    return own === null || limit === null || own! > limit!;
  });
}
