import type * as jax from '@jax-js/jax';
import type * as tf from '@tensorflow/tfjs-core';
import type { Gpu } from '../systems/gpu.js';
import type { ModelProgram } from '../systems/modelJson.js';

/** `full` is what is measured; `small` does the same on little data, for tests. */
export type Scale = 'full' | 'small';

/** What one system is to run, its inputs and weights made and on the device. */
export interface Program<Value> {
  call(): readonly Value[] | Promise<readonly Value[]>;
  /** What calls change, such as the weights of a model in training. */
  state?(): readonly Value[];
}

/** A workload as its file describes it, with a program for each system, or the reason why that one has none. */
export interface WorkloadDefinition<Size> {
  readonly about: string;
  readonly sizes: Readonly<Record<Scale, Size>>;
  /** How far an element may be from the cpu backend's: `|a - b| ≤ tolerance · (1 + |b|)`. */
  readonly tolerance: number;
  /** How many calls are compared, one after the other; more than one where calls change state. */
  readonly checkedCalls?: number;
  /** How many calls one sample has, for calls too short for the clock. */
  readonly callsPerSample?: number;
  /** The same source either run by TensorFlow.js as it stands, or made a graph function. */
  tensorflow(size: Size, as: 'eager' | 'graph'): Program<tf.Tensor> | Promise<Program<tf.Tensor>>;
  /** Why eager code has nothing to be compared here. */
  readonly notEager?: string;
  readonly graphModel: ((size: Size) => ModelProgram) | string;
  readonly jax: ((size: Size) => Program<jax.Array>) | string;
  readonly wgsl: ((size: Size, gpu: Gpu) => Program<GPUBuffer>) | string;
}

/** A workload whose sizes have become two scales. */
export interface Workload {
  readonly about: string;
  readonly tolerance: number;
  readonly checkedCalls: number;
  readonly callsPerSample: number;
  readonly notEager: string | null;
  tensorflow(scale: Scale, as: 'eager' | 'graph'): Promise<Program<tf.Tensor>>;
  graphModel(scale: Scale): ModelProgram | string;
  jax(scale: Scale): Program<jax.Array> | string;
  wgsl(scale: Scale, gpu: Gpu): Program<GPUBuffer> | string;
}

export function workload<Size>(definition: WorkloadDefinition<Size>): Workload {
  const { about, sizes, tolerance, graphModel, jax, wgsl } = definition;
  return {
    about,
    tolerance,
    checkedCalls: definition.checkedCalls ?? 1,
    callsPerSample: definition.callsPerSample ?? 1,
    notEager: definition.notEager ?? null,
    tensorflow: async (scale, as) => definition.tensorflow(sizes[scale], as),
    graphModel: (scale) => (typeof graphModel === 'string' ? graphModel : graphModel(sizes[scale])),
    jax: (scale) => (typeof jax === 'string' ? jax : jax(sizes[scale])),
    wgsl: (scale, gpu) => (typeof wgsl === 'string' ? wgsl : wgsl(sizes[scale], gpu)),
  };
}

/** Why jax-js is left out where tensors decide. */
export const noControlFlow = 'its jit has no branches and loops that arrays decide about';
