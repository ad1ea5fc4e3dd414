import * as tf from '@tensorflow/tfjs-core';
import { expect } from 'vitest';
import { type Graph, subgraphs } from '../../runtime/graph/graph.js';
import { graphOf } from '../../runtime/index.js';
import { mapLeaves } from '../../runtime/staged/values/structure.js';
import { compile } from '../support/compile.js';
import type { BackendName } from '../support/index.js';

type Callable = (...args: unknown[]) => unknown;

/** How the cases run on a backend: where a condition can only be awaited, as async functions of the same text. */
export function observer(backend: BackendName) {
  return { program: backend === 'webgpu' ? asyncProgram : program, seen };
}

/** Compiles a module's text; its functions use TensorFlow.js as `tf` and what use-graph exports by name. */
function program(
  source: string,
  scope: Readonly<Record<string, unknown>> = {},
): Promise<Record<string, Callable>> {
  const imports = `
    import * as tf from '@tensorflow/tfjs-core';
    import { print, range, setLoopOptions, shapeOf, TensorArray } from 'use-graph';
  `;
  return compile(imports + source, scope);
}

const asyncProgram: typeof program = (source, scope) =>
  program(
    source.replaceAll(/export function (?=[^{]*\{\s*"use graph")/g, 'export async function '),
    scope,
  );

/** A result with each tensor written as `int32 [1,2]`. */
async function seen(result: unknown): Promise<unknown> {
  const written = new Map<tf.Tensor, string>();
  const value = await result;
  const tensors: tf.Tensor[] = [];
  mapLeaves(value, '', (leaf) => {
    if (leaf instanceof tf.Tensor) tensors.push(leaf);
  });
  for (const tensor of tensors)
    written.set(tensor, `${tensor.dtype} ${JSON.stringify(await tensor.array())}`);
  return mapLeaves(value, '', (leaf) => (leaf instanceof tf.Tensor ? written.get(leaf) : leaf));
}

/** One after the other. */
export async function each<T>(items: readonly T[], give: (item: T) => unknown): Promise<unknown[]> {
  const results: unknown[] = [];
  for (const item of items) results.push(await give(item));
  return results;
}

export async function expectFailure(call: () => unknown, message: RegExp): Promise<void> {
  await expect((async () => seen(await call()))()).rejects.toThrow(message);
}

/** The conditionals and loops of the function's graph for these arguments, those inside of others included. */
export function constructs(fn: Callable, ...args: unknown[]): string[] {
  const { graph } = graphOf(fn).getConcreteFunction(...args);
  return kinds(graph).filter((kind) => kind === 'if' || kind === 'while');
}

function kinds(graph: Graph): string[] {
  return graph.nodes.flatMap((node) => [node.kind, ...subgraphs(node).flatMap(kinds)]).sort();
}

export const C = (value: tf.TensorLike) => tf.tensor(value, undefined, 'int32');
export const F = (value: tf.TensorLike) => tf.tensor(value, undefined, 'float32');
export const B = (value: tf.TensorLike) => tf.tensor(value, undefined, 'bool');
