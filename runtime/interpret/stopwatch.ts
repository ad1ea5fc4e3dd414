import type { KernelBackend } from '@tensorflow/tfjs-core';
import type { Graph, KernelNode } from '../graph/graph.js';

/** Takes the times of what a call runs, for `profile`. */
export interface Stopwatch {
  /** Runs a kernel of TensorFlow.js. */
  time<T>(node: KernelNode, backend: KernelBackend, run: () => T): T;
  /** Makes a pass of its own the current one of a WebGPU backend, for a kernel of a compiled region. */
  startPass(backend: KernelBackend, region: Graph, kernel: number): void;
}

/** `null` outside of `profile`. */
export let stopwatch: Stopwatch | null = null;

export function setStopwatch(next: Stopwatch | null): void {
  stopwatch = next;
}
