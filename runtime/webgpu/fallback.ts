import type { TensorInfo } from '@tensorflow/tfjs-core';
import { ExecutionError } from '../errors.js';
import type { Executor } from '../executor.js';
import { type Graph, hasEffect } from '../graph/graph.js';
import { holderOf, release, retain } from '../interpret/backend.js';
import { warn } from '../warnings.js';
import { discardBuffer, type WebGPUBackend } from './backend.js';
import type { DeviceCheck } from './deviceCheck.js';

interface Checks {
  readonly check: DeviceCheck;
  readonly results: DeviceCheck;
}

/**
 * Runs compiled kernels as long as the device takes them, and those of TensorFlow.js from then on. A call that can wait
 * hears of a refusal before anything runs; the results of one that could not cannot be read.
 */
export function withFallback(
  compiled: Executor,
  { check, results: memory }: Checks,
  backend: () => WebGPUBackend,
  createUncompiled: () => Executor,
): Executor {
  const { graph } = compiled;
  let uncompiled: Executor | null = null;
  let isReady = false;

  function fallback(): Executor {
    if (uncompiled === null) {
      uncompiled = createUncompiled();
      warn(
        'runs-uncompiled',
        `The graph '${graph.name}' runs kernel by kernel: the device refuses what was compiled (${check.refusal}).`,
        null,
        'Results are right, but slower. A smaller batch may fit where memory does not suffice.',
      );
    }
    return uncompiled;
  }

  return {
    graph,
    async ready() {
      await compiled.ready();
      isReady = true;
    },
    run(inputs) {
      if (check.refusal !== null) return fallback().run(inputs);
      let results: TensorInfo[];
      try {
        results = compiled.run(inputs);
      } catch (error) {
        if (check.refusal === null || graph.nodes.some(hasEffect)) throw error;
        return fallback().run(inputs);
      }
      const spoilAll = (error: ExecutionError) => spoil(error, backend(), inputs, results);
      check.watch((reason) =>
        spoilAll(notComputed(graph, `its shaders or buffers (${reason})`, fallbackHint)),
      );
      memory.watch((reason) => {
        discard(backend(), inputs, results);
        spoilAll(withoutMemory(graph, reason));
      });
      return results;
    },
    async runAsync(inputs) {
      const run = async (infos: readonly TensorInfo[]): Promise<TensorInfo[]> => {
        if (check.refusal !== null) return fallback().runAsync(infos);
        const before = memory.refusalCount;
        const results = await compiled.runAsync(infos);
        await memory.settled();
        if (memory.refusalCount === before) return results;
        discard(backend(), infos, results);
        for (const info of results) release(backend(), info);
        throw withoutMemory(graph, memory.refusal!);
      };
      return isReady ? run(inputs) : holding(inputs, backend(), () => this.ready(), run);
    },
    dispose() {
      compiled.dispose();
      uncompiled?.dispose();
    },
  };
}

/** Waits before a run on the inputs as they are now, whatever becomes of them meanwhile. */
async function holding<T>(
  inputs: readonly TensorInfo[],
  backend: WebGPUBackend,
  wait: () => Promise<void>,
  run: (inputs: readonly TensorInfo[]) => Promise<T>,
): Promise<T> {
  const held = inputs.map(({ dataId, shape, dtype }) => ({
    holder: holderOf(dataId) ?? backend,
    info: { dataId, shape, dtype },
  }));
  // What is disposed is refused by the run.
  if (held.some(({ holder, info }) => holder.refCount(info.dataId) === 0)) return run(inputs);
  for (const { holder, info } of held) retain(holder, info);
  try {
    await wait();
    return await run(held.map(({ info }) => info));
  } finally {
    for (const { holder, info } of held) release(holder, info);
  }
}

const fallbackHint =
  'Call it again: it then runs kernel by kernel. A smaller batch may fit where memory does not suffice.';

function withoutMemory(graph: Graph, reason: string): ExecutionError {
  const hint = 'Dispose what is needed no more, or call it with a smaller batch.';
  return notComputed(graph, `memory for them (${reason})`, hint);
}

function notComputed({ name }: Graph, refused: string, hint: string): ExecutionError {
  const what = `The results of the graph '${name}' were not computed: the device refused ${refused}.`;
  return new ExecutionError('device-refused', what, null, hint);
}

/** What has no memory must not be used again. */
function discard(
  backend: WebGPUBackend,
  inputs: readonly TensorInfo[],
  results: readonly TensorInfo[],
): void {
  for (const { dataId } of madeFor(results, inputs, backend)) discardBuffer(backend, dataId);
}

function madeFor(
  results: readonly TensorInfo[],
  inputs: readonly TensorInfo[],
  { tensorMap }: WebGPUBackend,
): readonly TensorInfo[] {
  const isPassedOn = ({ dataId }: TensorInfo) => inputs.some((input) => input.dataId === dataId);
  return results.filter((info) => tensorMap.has(info.dataId) && !isPassedOn(info));
}

/** Lets those who read the results have the error instead of elements that were never computed. */
function spoil(
  error: ExecutionError,
  backend: WebGPUBackend,
  inputs: readonly TensorInfo[],
  results: readonly TensorInfo[],
): void {
  const refuse = (): never => {
    throw error;
  };
  for (const { dataId } of madeFor(results, inputs, backend)) {
    Object.defineProperty(backend.tensorMap.get(dataId), 'values', { get: refuse, set: refuse });
  }
}
