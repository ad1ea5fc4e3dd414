import type { TensorInfo } from '@tensorflow/tfjs-core';
import type { Executor } from '../../executor.js';
import type { Graph } from '../../graph/graph.js';
import { isFullyKnown } from '../../graph/types.js';
import { allNodes } from '../../graph/walk.js';
import { optimize } from '../../optimize/pipeline.js';
import { sized } from './sized.js';

/** More combinations of sizes than these are compiled again when they come back. */
const mostKept = 16;

/** Whether a graph leaves sizes open that its inputs decide. */
export function hasOpenSizes(graph: Graph): boolean {
  if (graph.parameters.every(({ shape }) => isFullyKnown(shape))) return false;
  return Array.from(allNodes(graph)).some(
    ({ kind, outputs }) => kind === 'kernel' && !outputs.every(({ shape }) => isFullyKnown(shape)),
  );
}

/**
 * Runs a graph that serves all sizes as one that is made for the sizes of the inputs: shaders are written for known sizes.
 * Each combination of sizes is traced from the graph when it is first met.
 */
export function createSpecializingExecutor(
  graph: Graph,
  createExecutor: (graph: Graph) => Executor,
): Executor {
  /** In the order of use. */
  const executors = new Map<string, Executor>();
  /** For what cannot be traced once more. */
  let general: Executor | null = null;
  let latest: Executor | null = null;

  function executorFor(inputs: readonly TensorInfo[]): Executor {
    const key = inputs.map(({ shape }) => shape.join()).join(';');
    const executor = executors.get(key) ?? create(inputs);
    executors.delete(key);
    executors.set(key, executor);
    latest = executor;
    if (executors.size > mostKept) {
      const [oldest, unused] = executors.entries().next().value!;
      executors.delete(oldest);
      if (unused !== general) unused.dispose();
    }
    return executor;
  }

  function create(inputs: readonly TensorInfo[]): Executor {
    const specialized = specialize(graph, inputs);
    if (specialized !== null) return createExecutor(specialized);
    general ??= createExecutor(graph);
    return general;
  }

  return {
    get graph() {
      return latest?.graph ?? graph;
    },
    run: (inputs) => executorFor(inputs).run(inputs),
    runAsync: async (inputs) => executorFor(inputs).runAsync(inputs),
    ready: async () => {},
    dispose() {
      for (const executor of executors.values()) executor.dispose();
      general?.dispose();
      executors.clear();
    },
  };
}

/** `null` where it cannot be traced for these sizes: then the general graph says why, or runs. */
function specialize(graph: Graph, inputs: readonly TensorInfo[]): Graph | null {
  try {
    return optimize(
      sized(
        graph,
        inputs.map(({ shape }) => shape),
      ),
    );
  } catch {
    return null;
  }
}
