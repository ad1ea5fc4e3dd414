import * as tf from '@tensorflow/tfjs-core';
import type { TensorType } from '../../runtime/graph/types.js';
import { optimize } from '../../runtime/optimize/pipeline.js';
import { traceFunction } from '../../runtime/trace/function.js';
import type { WebGPUBackend } from '../../runtime/webgpu/backend.js';
import { type CompiledRegion, compileRegion } from '../../runtime/webgpu/compileRegion.js';
import { prepareGraph } from '../../runtime/webgpu/executor.js';
import { type DeviceModel, deviceModelOf } from '../../runtime/webgpu/fuse/deviceModel.js';
import { isRegion, regionOf } from '../../runtime/webgpu/prepare/partition.js';
import { Replay } from '../../runtime/webgpu/replay.js';

export const activeWebGPU = (): WebGPUBackend => tf.backend() as unknown as WebGPUBackend;

/** The shaders that a GPU would get, which the adapter at hand computes too. */
export function hardware(parallelism: number): DeviceModel {
  return { ...deviceModelOf(activeWebGPU().device, false), parallelism, smallWork: 0 };
}

export function compileFor(
  types: readonly TensorType[],
  program: (...tensors: tf.Tensor[]) => tf.Tensor | tf.Tensor[],
  model: DeviceModel,
): CompiledRegion {
  const { graph } = traceFunction('program', types, (tensors) => [program(...tensors)].flat());
  const region = regionOf(prepareGraph(optimize(graph)).nodes.find(isRegion)!);
  return compileRegion(region, new Map(), model);
}

/** The elements of each result. Disposes the operands. */
export async function runCompiled(
  compiled: CompiledRegion,
  operands: tf.Tensor[],
): Promise<ArrayLike<number>[]> {
  const replay = new Replay(activeWebGPU(), compiled);
  const infos = replay.run(operands, { references: 1, isLast: true, seed: [0, 0] });
  const results = infos.map((info) => tf.engine().makeTensorFromTensorInfo(info));
  const values = await Promise.all(results.map((result) => result.data()));
  tf.dispose([results, operands]);
  replay.dispose();
  return values;
}
