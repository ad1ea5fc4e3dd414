import type { Graph } from '../../graph/graph.js';
import { isFullyKnown } from '../../graph/types.js';
import { traceFunction } from '../../trace/function.js';
import { replay } from '../../trace/replay.js';

/** The graph traced once more, from itself, for parameters of these shapes; the graph itself where it knows its shapes. */
export function sized(graph: Graph, shapes: readonly (readonly number[])[]): Graph {
  if (graph.parameters.every(({ shape }) => isFullyKnown(shape))) return graph;
  const types = graph.parameters.map(({ dtype, name }, index) => ({
    dtype,
    shape: shapes[index]!,
    ...(name === undefined ? {} : { name }),
  }));
  return traceFunction(graph.name, types, (inputs) => replay(graph, inputs)).graph;
}
