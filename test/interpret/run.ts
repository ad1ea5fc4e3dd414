import * as tf from '@tensorflow/tfjs-core';
import type { Graph } from '../../runtime/graph/graph.js';
import { verifyGraph } from '../../runtime/graph/verifier.js';
import { createInterpreter } from '../../runtime/interpret/interpreter.js';

/** Runs a graph once on the active backend, asynchronously, and gives its outputs' elements. */
export async function elementsOf(graph: Graph, inputs: readonly tf.Tensor[]): Promise<number[][]> {
  const outputs = await execute(graph, inputs);
  const elements = await Promise.all(outputs.map((output) => output.data()));
  tf.dispose(outputs);
  return elements.map((values) => Array.from(values));
}

/** Runs a graph once on the active backend, asynchronously. */
export async function execute(graph: Graph, inputs: readonly tf.Tensor[]): Promise<tf.Tensor[]> {
  verifyGraph(graph);
  const executor = createInterpreter(graph, tf.getBackend());
  try {
    const infos = await executor.runAsync(inputs);
    return infos.map((info) => tf.engine().makeTensorFromTensorInfo(info));
  } finally {
    executor.dispose();
  }
}
