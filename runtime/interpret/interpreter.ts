import type { TensorInfo } from '@tensorflow/tfjs-core';
import { internalError } from '../errors.js';
import type { Executor } from '../executor.js';
import type { Graph } from '../graph/graph.js';
import { allNodes } from '../graph/walk.js';
import { newSeed } from '../random/draw.js';
import {
  canReadSynchronously,
  type Reading,
  release,
  runAsynchronously,
  runSynchronously,
  startedBackend,
} from './backend.js';
import { Constants } from './constants.js';
import { type Deferral, DeferredPrograms } from './deferred.js';
import { takeInputs, unreadableInput } from './inputs.js';
import { synchronousObstacle } from './obstacle.js';
import { allPrinted } from './print.js';
import { prepare } from './program.js';
import { type CompiledKernels, type Context, runProgram } from './run.js';

export interface InterpreterOptions {
  readonly deferral?: Deferral;
  /** Kernels that are not those of TensorFlow.js. */
  readonly compiled?: CompiledKernels;
}

/**
 * Runs `graph` kernel by kernel on a TensorFlow.js backend, and frees each tensor after its last use. It needs no scopes
 * and no tape of the engine.
 *
 * A condition, a loop test and an assertion are read from the backend when they are reached. On a backend that cannot be
 * read synchronously `run` refuses a graph with any of them, and with nothing done.
 */
export function createInterpreter(
  graph: Graph,
  backendName: string,
  { deferral = noDeferral, compiled = noneCompiled }: InterpreterOptions = {},
): Executor {
  const program = prepare(graph);
  const findObstacle = () =>
    canReadSynchronously(backendName)
      ? null
      : synchronousObstacle(graph, backendName, compiled.canHave);
  const isRandom =
    compiled.isRandom ||
    Array.from(allNodes(graph)).some(({ kind }) => kind === 'random' || kind === 'deferred');
  const hasObstacle = findObstacle() !== null;
  let context: Context | null = null;
  let runs = 0;
  let isDisposed = false;

  /** Made at the first run, and anew when the backend was removed and started again. */
  function currentContext(): Context {
    if (isDisposed) {
      throw internalError(`The graph '${graph.name}' is run after it was disposed.`);
    }
    const backend = startedBackend(backendName);
    if (context?.backend !== backend) {
      const constants = new Constants(backend, backendName);
      const deferred = new DeferredPrograms(deferral);
      context = {
        backend,
        backendName,
        constants,
        kernels: new Map(),
        compiled,
        mayWait: false,
        deferred,
        seed: [0, 0],
        decisions: null,
      };
    }
    return isRandom ? { ...context, seed: newSeed() } : context;
  }

  function* execute(active: Context, inputs: readonly TensorInfo[]): Reading<TensorInfo[]> {
    const { backend, constants } = active;
    runs++;
    try {
      const taken = yield* takeInputs(graph, inputs, backend, backendName);
      const results = yield* runProgram(active, program, taken);
      try {
        return results.map((info) => constants.unshared(info));
      } catch (error) {
        for (const info of results) release(backend, info);
        throw error;
      }
    } finally {
      runs--;
      if (isDisposed) freeConstants();
    }
  }

  /** Those of a run that is still waiting are freed at its end. */
  function freeConstants(): void {
    if (runs === 0) context?.constants.dispose();
  }

  return {
    graph,
    ready: async () => {},
    run(inputs) {
      const active = currentContext();
      if (hasObstacle) throw findObstacle();
      const unreadable = unreadableInput(graph, inputs, active.backend, canReadSynchronously);
      if (unreadable !== null) throw unreadable;
      return runSynchronously(execute(active, inputs));
    },
    async runAsync(inputs) {
      const results = await runAsynchronously(
        execute({ ...currentContext(), mayWait: true }, inputs),
      );
      await allPrinted();
      return results;
    },
    dispose() {
      isDisposed = true;
      freeConstants();
    },
  };
}

const noDeferral: Deferral = {
  expand({ operation, location }) {
    throw internalError(`The deferred ${operation} cannot be traced here.`, location);
  },
  compute: () => [],
};

const noneCompiled: CompiledKernels = {
  isRandom: false,
  has: () => false,
  canHave: () => true,
  run() {
    throw internalError('A kernel is run that nobody has compiled.');
  },
};
