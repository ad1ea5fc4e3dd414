import * as tf from '@tensorflow/tfjs-core';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { constantNode } from '../../runtime/graph/builder.js';
import type { Graph } from '../../runtime/graph/graph.js';
import { verifyGraph } from '../../runtime/graph/verifier.js';
import { observePasses, optimize } from '../../runtime/optimize/pipeline.js';
import { randomTwin } from '../interpret/randomGraphs.js';
import { elementsOf } from '../interpret/run.js';
import { useCpu } from '../support/index.js';

const tapes = fc.array(fc.nat(9999), { minLength: 10, maxLength: 150 });
const inputs = fc.array(fc.integer({ min: -8, max: 8 }), { minLength: 18, maxLength: 18 });

const seed = Number(process.env.USE_GRAPH_RANDOM_SEED ?? 1);

/** The graph for these inputs alone, the chosen ones of which it holds as constants. */
function withConstants(
  graph: Graph,
  numbers: readonly number[],
  isConstant: (index: number) => boolean,
): Graph {
  const constants = graph.parameters.map((parameter, index) => {
    const values = Float32Array.from(numbers.slice(index * 6, index * 6 + 6));
    return { ...constantNode({ values }, parameter), outputs: [parameter] };
  });
  return {
    ...graph,
    parameters: graph.parameters.filter((_, index) => !isConstant(index)),
    nodes: [...constants.filter((_, index) => isConstant(index)), ...graph.nodes],
  };
}

describe('random graphs', () => {
  beforeAll(useCpu);

  it('compute the same after each pass, also where their inputs are constants', async () => {
    await fc.assert(
      fc.asyncProperty(tapes, inputs, fc.nat(7), async (tape, numbers, mask) => {
        const isConstant = (index: number) => ((mask >> index) & 1) === 1;
        const traced = withConstants(randomTwin(tape).graph, numbers, isConstant);
        const graphs: Graph[] = [];
        const stop = observePasses((_, graph) => graphs.push(graph));
        optimize(traced);
        stop();
        const given = [0, 1, 2]
          .filter((index) => !isConstant(index))
          .map((index) => tf.tensor2d(numbers.slice(index * 6, index * 6 + 6), [2, 3]));
        const reference = await elementsOf(traced, given);
        for (const graph of graphs) {
          verifyGraph(graph);
          expect(await elementsOf(graph, given)).toEqual(reference);
        }
        tf.dispose(given);
      }),
      { numRuns: 300, seed },
    );
  });
});
