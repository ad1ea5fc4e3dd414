import { type Tensor, tidy } from '@tensorflow/tfjs-core';
import { SizesNeeded } from '../../graph/graph.js';
import { formatType } from '../../graph/types.js';
import { retain } from '../../interpret/backend.js';
import type { Deferral } from '../../interpret/deferred.js';
import { knowingNothing } from '../../interpret/madeOfNothing.js';
import { optimize } from '../../optimize/pipeline.js';
import { engine } from '../../trace/engine.js';
import { traceFunction } from '../../trace/function.js';
import { replay } from '../../trace/replay.js';
import { createReplayHost } from './replayHost.js';

/** How deferred nodes run: traced once their inputs have sizes, and where that is not enough, op by op. */
export const deferral: Deferral = {
  expand(node, types) {
    const name = `${node.operation}(${types.map(formatType).join(', ')})`;
    try {
      const trace = traceFunction(name, types, (inputs) => node.compute(inputs, replay, node.of));
      return optimize(trace.graph);
    } catch (error) {
      if (error instanceof SizesNeeded) return null;
      throw error;
    }
  },

  compute(node, inputs, decisions, { backend, backendName, seed }) {
    const host = createReplayHost(seed, decisions);
    const target = engine();
    const outer = { backendName: target.backendName, backendInstance: target.backendInstance };
    Object.assign(target, { backendName, backendInstance: backend });
    try {
      const results = tidy(() => {
        const tensors = inputs.map((info) => {
          const { dataId, shape, dtype } = retain(backend, info);
          return target.makeTensorFromTensorInfo({ dataId, shape, dtype }, backend);
        });
        return knowingNothing(
          backendName,
          () =>
            [
              ...node.compute(tensors, (graph, values) => replay(graph, values, host), node.of),
            ] as Tensor[],
        );
      });
      return results.map((result) => {
        const { dataId, shape, dtype } = result;
        retain(backend, result);
        result.dispose();
        return { dataId, shape, dtype };
      });
    } finally {
      Object.assign(target, outer);
    }
  },
};
