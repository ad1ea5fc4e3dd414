import type { KernelBackend } from '@tensorflow/tfjs-core';
import type { Executor } from '../../executor.js';
import type { Graph } from '../../graph/graph.js';
import { createInterpreter } from '../../interpret/interpreter.js';
import { optimize } from '../../optimize/pipeline.js';
import { engine } from '../../trace/engine.js';
import { isWebGPUBackend } from '../../webgpu/backend.js';
import { createWebGPUExecutor } from '../../webgpu/executor.js';
import { deviceLoss, watchDevice } from '../../webgpu/lostDevices.js';
import type { Replacements } from '../../webgpu/replays.js';
import { deferral } from './deferral.js';
import { createSpecializingExecutor, hasOpenSizes } from './specialization.js';

/** A graph and what runs it, made for each backend when it is first needed there. */
export class CompiledGraph {
  #optimized: Graph | null = null;
  #executors = new Map<KernelBackend, Executor>();
  #backend: KernelBackend | null = null;
  #executor: Executor | null = null;

  /** `replaced` says which parameter each output takes the place of, where one does. */
  constructor(
    readonly graph: Graph,
    readonly replaced: Replacements = new Map(),
  ) {
    leftOver.register(this, this.#executors);
  }

  /** The executor for the backend that is active now; throws where that one has lost its device. */
  executor(): Executor {
    const { backend, backendName } = engine();
    const loss = deviceLoss(backend);
    if (loss !== null) throw loss;
    if (backend === this.#backend) return this.#executor!;
    const executor = this.#executors.get(backend) ?? this.#create(backend, backendName);
    this.#backend = backend;
    this.#executor = executor;
    return executor;
  }

  #create(backend: KernelBackend, backendName: string): Executor {
    this.#optimized ??= optimize(this.graph);
    watchDevice(backend);
    const executor = isWebGPUBackend(backend)
      ? this.#createForWebGPU(this.#optimized, backendName)
      : createInterpreter(this.#optimized, backendName, { deferral });
    this.#executors.set(backend, executor);
    return executor;
  }

  #createForWebGPU(optimized: Graph, backendName: string): Executor {
    const { isAwaited } = this.graph;
    const create = (graph: Graph) =>
      createWebGPUExecutor({ ...graph, isAwaited }, backendName, this.replaced, deferral);
    return hasOpenSizes(optimized)
      ? createSpecializingExecutor(optimized, create)
      : create(optimized);
  }

  dispose(): void {
    disposeAll(this.#executors);
    this.#backend = null;
    this.#executor = null;
  }
}

/** Frees what executors keep on a backend when the function that they belong to has been collected. */
const leftOver = new FinalizationRegistry(disposeAll);

function disposeAll(executors: Map<KernelBackend, Executor>): void {
  for (const executor of executors.values()) executor.dispose();
  executors.clear();
}
