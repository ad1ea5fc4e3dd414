import type { Tensor } from '@tensorflow/tfjs-core';
import type { Value } from '../graph/graph.js';
import { replay } from '../trace/replay.js';
import type { Subgraph } from '../trace/subgraph.js';

/** Adds the nodes of a subgraph without loop variables to the graph under construction, and returns its value `output`. */
export function inlineSubgraph(subgraph: Subgraph, output: Value): Tensor {
  const { name, nodes, captures, variables } = subgraph;
  const parameters = [
    ...captures.map(({ parameter }) => parameter),
    ...variables.map(({ entry }) => entry),
  ];
  const inputs = [
    ...captures.map(({ tensor }) => tensor),
    ...variables.map(({ variable }) => variable),
  ];
  return replay({ name, parameters, nodes, outputs: [output] }, inputs)[0]!;
}
