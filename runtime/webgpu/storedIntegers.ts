import { kernelNode } from '../graph/builder.js';
import { Value } from '../graph/graph.js';
import type { WebGPUBackend } from './backend.js';
import { type CompiledRegion, compileRegion } from './compileRegion.js';
import { modelOf } from './deviceModels.js';

/** Makes floats of a parameter that TensorFlow.js calls one of floats, but has stored as integers. */
export function compileCast({ shape }: Value, backend: WebGPUBackend): CompiledRegion {
  const stored = new Value('int32', shape);
  const node = kernelNode('Cast', [stored], ['x'], { dtype: 'float32' });
  const graph = { name: 'Cast', parameters: [stored], nodes: [node], outputs: node.outputs };
  return compileRegion(graph, new Map(), modelOf(backend));
}
