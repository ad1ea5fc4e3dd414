import type { TensorInfo } from '@tensorflow/tfjs-core';
import type { Graph } from './graph/graph.js';

/**
 * One graph made ready to run on one backend. `interpret/` implements it for every TensorFlow.js backend.
 *
 * Inputs are in the order of the graph's parameters and stay the caller's. Each output is a reference of its own that
 * the caller must dispose, also where an output is an input or appears twice.
 */
export interface Executor {
  /** In the form in which it is run. */
  readonly graph: Graph;
  /** Throws `ExecutionError` where the graph needs a read-back that the backend cannot do synchronously. */
  run(inputs: readonly TensorInfo[]): TensorInfo[];
  runAsync(inputs: readonly TensorInfo[]): Promise<TensorInfo[]>;
  /** Compiles what is compiled, so that the first run need not; it is no error to run before. */
  ready(): Promise<void>;
  /** Frees what the executor keeps on the backend, such as constants. */
  dispose(): void;
}
