import type { TensorInfo } from '@tensorflow/tfjs-core';
import { internalError } from '../errors.js';
import type { Executor } from '../executor.js';
import type { Graph, WhileNode } from '../graph/graph.js';
import { allNodes } from '../graph/walk.js';
import {
  canReadSynchronously,
  type Reading,
  release,
  runAsynchronously,
  runSynchronously,
  startedBackend,
} from '../interpret/backend.js';
import type { Deferral } from '../interpret/deferred.js';
import { takeInputs, unreadableInput } from '../interpret/inputs.js';
import { createInterpreter } from '../interpret/interpreter.js';
import { obstacleOf } from '../interpret/obstacle.js';
import { optimize } from '../optimize/pipeline.js';
import { newSeed } from '../random/draw.js';
import type { Key } from '../random/philox.js';
import { submit, type WebGPUBackend } from './backend.js';
import { withFallback } from './fallback.js';
import { isHeldByBuffers } from './lower/lowering.js';
import { canCompile } from './prepare/canCompile.js';
import { withElementLoops } from './prepare/elementLoops.js';
import { withoutEmptyTensors } from './prepare/emptyTensors.js';
import { flatten } from './prepare/flatten.js';
import type { FlattenObserver } from './prepare/observer.js';
import { isRegion, partition, regionNode, regionOf } from './prepare/partition.js';
import { boundStacks } from './prepare/stacks.js';
import { hasLoop, isRandom, type Replacements, Replays } from './replays.js';
import { withShortSums } from './shortSums.js';

/**
 * Runs `graph` on a WebGPU device. Kernels that can be compiled run as generated shaders, recorded once and replayed; the
 * rest runs as the interpreter has it. An output that replaces a parameter, as a variable's new content does, is written
 * in place where the whole graph is compiled, so that nothing can fail after it.
 */
export function createWebGPUExecutor(
  graph: Graph,
  backendName: string,
  replaced: Replacements,
  deferral: Deferral,
): Executor {
  const parted = prepareGraph(graph);
  const whole = wholeRegion(parted);
  const replays = new Replays(whole !== null ? replaced : new Map());
  const compiled =
    whole !== null
      ? createWholeExecutor(whole, backendName, replays)
      : createMixedExecutor(parted, backendName, replays, {
          ...deferral,
          expand(node, types) {
            const expanded = deferral.expand(node, types);
            return expanded === null ? null : prepareGraph(expanded);
          },
        });
  return withFallback(
    compiled,
    replays,
    () => webGPU(backendName),
    () => createInterpreter(withShortSums(graph), backendName, { deferral }),
  );
}

/** The graph as it is run, with regions in place of what is compiled. */
export function prepareGraph(graph: Graph, observe?: FlattenObserver): Graph {
  const flat = flatten(withoutEmptyTensors(graph), observe);
  // What was unrolled or selected from can be simplified anew.
  const simple = flat === graph ? graph : optimize(flat);
  return partition(withElementLoops(boundStacks(simple), observe));
}

/** The region that is all of a graph; `null` where something else runs too, or a tensor is passed on that no buffer holds. */
function wholeRegion({ name, parameters, nodes, outputs }: Graph): Graph | null {
  const [only, ...others] = nodes;
  if (only === undefined || !isRegion(only) || others.length > 0) return null;
  if (!parameters.every(isHeldByBuffers)) return null;
  return { ...regionOf(only), name, parameters, outputs };
}

const noSeed: Key = [0, 0];

/** Runs a graph that is one region. */
function createWholeExecutor(graph: Graph, backendName: string, replays: Replays): Executor {
  let isDisposed = false;

  function* execute(inputs: readonly TensorInfo[], mayWait: boolean): Reading<TensorInfo[]> {
    const backend = webGPU(backendName);
    const taken = yield* takeInputs(graph, inputs, backend, backendName);
    try {
      const seed = isRandom(graph) ? newSeed() : noSeed;
      const call = { references: 1, isLast: true, seed };
      return mayWait && hasLoop(graph)
        ? yield* replays.running(graph, backend, taken, call)
        : replays.run(graph, backend, taken, call);
    } finally {
      for (const info of taken) release(backend, info);
      if (isDisposed) replays.dispose();
    }
  }

  return {
    graph: { ...graph, nodes: [regionNode(graph)] },
    ready: () => replays.compile([graph], webGPU(backendName)),
    run(inputs) {
      if (isDisposed) throw disposed(graph);
      const backend = webGPU(backendName);
      const unreadable = unreadableInput(graph, inputs, backend, canReadSynchronously);
      if (unreadable !== null) throw unreadable;
      refuseOpenLoop(replays.openLoop(graph, backend), graph, backendName);
      return runSynchronously(execute(inputs, false));
    },
    async runAsync(inputs) {
      if (isDisposed) throw disposed(graph);
      return runAsynchronously(execute(inputs, true));
    },
    dispose() {
      isDisposed = true;
      replays.dispose();
    },
  };
}

function disposed({ name }: Graph): Error {
  return internalError(`The graph '${name}' is run after it was disposed.`);
}

function refuseOpenLoop(loop: WhileNode | null, { name }: Graph, backendName: string): void {
  if (loop !== null) throw obstacleOf(loop, name, backendName);
}

/** Runs a graph in which regions stand as kernels among other nodes. */
function createMixedExecutor(
  graph: Graph,
  backendName: string,
  replays: Replays,
  deferral: Deferral,
): Executor {
  const regions = Array.from(allNodes(graph)).filter(isRegion).map(regionOf);
  const interpreter = createInterpreter(graph, backendName, {
    deferral,
    compiled: {
      isRandom: regions.some(isRandom),
      has: isRegion,
      canHave: (node) => isRegion(node) || canCompile(node),
      *run(node, inputs, { backend, seed, mayWait }) {
        const region = regionOf(node);
        const call = { references: 0, isLast: false, seed };
        return mayWait && hasLoop(region)
          ? yield* replays.running(region, backend as WebGPUBackend, inputs, call)
          : replays.run(region, backend as WebGPUBackend, inputs, call);
      },
    },
  });
  return {
    graph,
    ready: () => replays.compile(regions, webGPU(backendName)),
    run(inputs) {
      const backend = webGPU(backendName);
      for (const region of regions) {
        refuseOpenLoop(replays.openLoop(region, backend), graph, backendName);
      }
      try {
        return interpreter.run(inputs);
      } finally {
        submitAll(backendName);
      }
    },
    async runAsync(inputs) {
      try {
        return await interpreter.runAsync(inputs);
      } finally {
        submitAll(backendName);
      }
    },
    dispose() {
      interpreter.dispose();
      replays.dispose();
    },
  };
}

/** What was written during a run, in one submission unless it was long or read from. */
function submitAll(backendName: string): void {
  submit(webGPU(backendName));
}

function webGPU(backendName: string): WebGPUBackend {
  return startedBackend(backendName) as WebGPUBackend;
}
