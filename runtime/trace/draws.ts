import type { Tensor } from '@tensorflow/tfjs-core';
import { randomNode } from '../graph/builder.js';
import type { Graph, RandomDistribution, RandomNode } from '../graph/graph.js';
import type { SourceLocation, TensorType } from '../graph/types.js';
import { withSubgraphs } from '../graph/walk.js';
import { currentTracer, type Tracer } from './tracer.js';

/*
 * A random node draws by its number in the graph and by the iterations of the loops around it, which come to it like any
 * other value. So each iteration draws anew, and a gradient, which runs a branch or an iteration once more, meets the
 * same numbers.
 */

/** Adds a node that draws at every execution. */
export function addRandomNode(
  distribution: RandomDistribution,
  type: TensorType,
  location: SourceLocation | null,
): RandomNode {
  const tracer = currentTracer();
  const iterations = iterationsAround(tracer).map((tensor) => tracer.resolve(tensor));
  const node = randomNode(distribution, type, location, tracer.root.nextDraw(), iterations);
  tracer.add(node);
  return node;
}

/** The counters of the loops around, the outermost first. */
export function iterationsAround(tracer: Tracer): Tensor[] {
  const outer = tracer.parent === null ? [] : iterationsAround(tracer.parent);
  return [...outer, ...tracer.iterations];
}

/** The graph with other numbers for its random nodes: those of its second use in a graph must not be those of the first. */
export function withFreshDraws(graph: Graph, first: number): Graph {
  return {
    ...graph,
    nodes: graph.nodes.map((node) => {
      if (node.kind === 'random') return { ...node, number: node.number + first };
      if (node.kind === 'deferred') {
        const of = node.of === null ? null : withFreshDraws(node.of, first);
        return { ...node, of, firstDraw: node.firstDraw + first };
      }
      return withSubgraphs(node, (inner) => withFreshDraws(inner, first));
    }),
  };
}
