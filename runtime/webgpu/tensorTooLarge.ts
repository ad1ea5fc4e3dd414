import { ExecutionError } from '../errors.js';
import { failureOf } from '../graph/failure.js';
import type { Graph, Value } from '../graph/graph.js';
import { formatType } from '../graph/types.js';
import type { DeviceModel } from './fuse/deviceModel.js';
import { type OriginNode, sizesOf } from './lower/operation.js';
import { allPieces, type Block } from './program/block.js';
import { sizeOf } from './wgsl/index.js';

/** Refuses a graph with a tensor in memory that no shader can bind: kernels of TensorFlow.js give zeros for such a one. */
export function refuseTooLarge(
  block: Block,
  { name, parameters }: Graph,
  { bindingSizeLimit }: DeviceModel,
): void {
  for (const parameter of parameters) check(parameter);
  for (const { region, materialization } of allPieces(block)) {
    for (const value of materialization.stored) check(value, region.origins.get(value));
  }

  function check(value: Value, origin?: OriginNode): void {
    const bytes = 4 * sizeOf(sizesOf(value));
    if (bytes <= bindingSizeLimit) return;
    const [size, limit] = [bytes, bindingSizeLimit].map((count) => Math.round(count / 2 ** 20));
    const error = new ExecutionError(
      'tensor-too-large',
      `A tensor ${formatType(value)} in the graph '${name}' has ${size} MiB, and shaders of this device can use ${limit} MiB of one.`,
      origin?.location ?? null,
      'Compute it in parts, such as smaller batches.',
    );
    throw origin === undefined ? error : failureOf(origin, error);
  }
}
