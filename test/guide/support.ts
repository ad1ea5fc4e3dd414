import * as tf from '@tensorflow/tfjs-core';
import { afterEach, beforeAll, beforeEach, describe, type MockInstance, vi } from 'vitest';
import { type Graph, type Node, subgraphs } from '../../runtime/graph/graph.js';
import { mapLeaves } from '../../runtime/staged/values/structure.js';
import { compile, compileEager, type Exports } from '../support/compile.js';
import { executors } from '../support/index.js';

/** Compiles a program that uses TensorFlow.js as `tf` and the names that use-graph exports. */
export function program<Module = Exports>(
  source: string,
  scope: Readonly<Record<string, unknown>> = {},
): Promise<Module> {
  return compile<Module>(imports + source, scope);
}

/** The same text as if there were no plugin. */
export function eagerProgram(source: string): Promise<Exports> {
  return compileEager(`import * as tf from '@tensorflow/tfjs-core';${source}`);
}

const imports = `
  import * as tf from '@tensorflow/tfjs-core';
  import { graph, graphOf, initScope, jsFunction, print, range, TensorArray, tensorSpec } from 'use-graph';
`;

/** What a call gave, with each tensor as its elements. */
export async function read(result: unknown): Promise<unknown> {
  const tensors: tf.Tensor[] = [];
  const settled = await result;
  mapLeaves(settled, '', (leaf) => {
    if (leaf instanceof tf.Tensor) tensors.push(leaf);
  });
  const elements = new Map<unknown, unknown>();
  for (const tensor of tensors) elements.set(tensor, await tensor.array());
  return mapLeaves(settled, '', (leaf) => (elements.has(leaf) ? elements.get(leaf) : leaf));
}

export const int = (value: tf.TensorLike) => tf.tensor(value, undefined, 'int32');
export const float = (value: tf.TensorLike) => tf.tensor(value, undefined, 'float32');
export const bool = (value: boolean) => tf.scalar(value, 'bool');

/** All nodes of a graph, those of branches and bodies included. */
export function allNodes(graph: Graph): Node[] {
  return graph.nodes.flatMap((node) => [node, ...subgraphs(node).flatMap(allNodes)]);
}

/** The kernels' names, and the kinds of the other nodes, of a graph without its subgraphs. */
export function operations(graph: Graph): string[] {
  return graph.nodes.map((node) => (node.kind === 'kernel' ? node.kernel : node.kind));
}

/** The lines that `console.log` and `print` wrote since the test began. */
export type Printed = () => string[];

/** One test file's programs run on each executor. `printed` gives the lines of the test that is running. */
export function onEachExecutor(body: (backend: string, printed: Printed) => void): void {
  describe.each(executors)('$backend', ({ backend, start }) => {
    beforeAll(start);
    let log: MockInstance<typeof console.log>;
    beforeEach(() => {
      log = vi.spyOn(console, 'log').mockImplementation(() => {});
    });
    afterEach(() => log.mockRestore());
    body(backend, () => log.mock.calls.map((line) => line.map(String).join(' ')));
  });
}
