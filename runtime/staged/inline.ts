import type { Tensor } from '@tensorflow/tfjs-core';
import type { Node, Value } from '../graph/graph.js';
import { symbolicTensor } from '../trace/kernels.js';
import type { Subgraph } from '../trace/subgraph.js';
import { currentTracer } from '../trace/tracer.js';

/**
 * Moves the nodes of a subgraph without parameters or variable updates into the graph under construction and returns
 * its value `output` there. No gradient goes through it.
 */
export function inlineSubgraph(subgraph: Subgraph, output: Value): Tensor {
  const tracer = currentTracer();
  const outer = new Map<Value, Value>();
  for (const { tensor, parameter } of subgraph.captures)
    outer.set(parameter, tracer.resolve(tensor));
  for (const { variable, entry } of subgraph.variables) outer.set(entry, tracer.resolve(variable));
  const inOuter = (value: Value) => outer.get(value) ?? value;
  for (const node of subgraph.nodes) {
    tracer.add({ ...node, inputs: node.inputs.map(inOuter) } as Node);
  }
  return symbolicTensor(inOuter(output));
}
