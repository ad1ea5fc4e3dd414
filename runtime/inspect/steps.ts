import type { KernelBackend } from '@tensorflow/tfjs-core';
import { getKernel } from '@tensorflow/tfjs-core';
import type { Graph, KernelNode, Node, Value } from '../graph/graph.js';
import { subgraphs } from '../graph/graph.js';
import { isFullyKnown } from '../graph/types.js';
import { isWebGPUBackend } from '../webgpu/backend.js';
import { modelOf } from '../webgpu/deviceModels.js';
import { loweringRules } from '../webgpu/lower/rules.js';
import { isRegion, regionOf } from '../webgpu/prepare/partition.js';
import { type ExplainedKernel, type ExplainedRegion, explainRegion } from './regionKernels.js';

/** What an executor does, in its order. */
export type Step = DispatchStep | KernelStep | HostStep;

/** One generated shader. */
export interface DispatchStep extends ExplainedKernel {
  readonly kind: 'dispatch';
  readonly depth: number;
  readonly region: ExplainedRegion;
  readonly index: number;
}

/** A kernel of TensorFlow.js. */
export interface KernelStep {
  readonly kind: 'kernel';
  readonly depth: number;
  readonly node: KernelNode;
  /** Why it has no generated shader; `null` where nothing is compiled. */
  readonly reason: string | null;
  readonly bytesRead: number | null;
  readonly bytesWritten: number | null;
}

/** What the host does: it decides, counts, prints, draws. */
export interface HostStep {
  readonly kind: 'host';
  readonly depth: number;
  readonly node: Node;
}

export interface Steps {
  readonly steps: readonly Step[];
  readonly regions: readonly ExplainedRegion[];
}

/** `graph` is an executor's; `replaced` says which parameters its outputs take the place of. */
export function stepsOf(
  graph: Graph,
  backend: KernelBackend,
  replaced: ReadonlyMap<number, number>,
): Steps {
  const steps: Step[] = [];
  const regions: ExplainedRegion[] = [];
  const device = isWebGPUBackend(backend) ? modelOf(backend) : null;
  // Outputs are written in place only where all of the graph is compiled.
  const ofRegion = graph.nodes.length === 1 ? replaced : new Map<number, number>();
  const visit = (node: Node, depth: number): void => {
    if (node.kind === 'constant') return;
    if (device !== null && isRegion(node)) {
      const region = explainRegion(regionOf(node), ofRegion, device);
      regions.push(region);
      for (const [index, kernel] of region.kernels.entries()) {
        steps.push({ kind: 'dispatch', depth, region, index, ...kernel });
      }
      return;
    }
    if (node.kind === 'kernel') {
      const reason = device === null ? null : whyNotCompiled(node);
      const [bytesRead, bytesWritten] = [bytesOf(node.inputs), bytesOf(node.outputs)];
      steps.push({ kind: 'kernel', depth, node, reason, bytesRead, bytesWritten });
      return;
    }
    steps.push({ kind: 'host', depth, node });
    for (const inner of subgraphs(node)) {
      // How often a counted loop runs is not asked.
      if (node.kind === 'while' && node.tripCount !== null && inner === node.test) continue;
      for (const one of inner.nodes) visit(one, depth + 1);
    }
  };
  for (const node of graph.nodes) visit(node, 0);
  return { steps, regions };
}

/** Why a kernel runs as TensorFlow.js has it. */
export function whyNotCompiled(node: KernelNode): string {
  const values = [...node.inputs, ...node.outputs];
  const other = values.find(({ dtype }) => dtype === 'string' || dtype === 'complex64');
  if (other !== undefined) return `shaders hold no ${other.dtype} tensors`;
  if (!(node.kernel in loweringRules)) {
    return (getKernel(node.kernel, 'webgpu') as unknown) == null
      ? 'TensorFlow.js has no such kernel for WebGPU'
      : 'no shader is generated for this kernel';
  }
  if (!values.every(({ shape }) => isFullyKnown(shape))) return 'a size is not known beforehand';
  return 'a tensor has no elements';
}

/** `null` where a size is not known. */
function bytesOf(values: readonly Value[]): number | null {
  let bytes = 0;
  for (const { dtype, shape } of new Set(values)) {
    if (!isFullyKnown(shape) || dtype === 'string') return null;
    const size = dtype === 'complex64' ? 8 : dtype === 'bool' ? 1 : 4;
    bytes += shape.reduce((product, length) => product * length, size);
  }
  return bytes;
}
