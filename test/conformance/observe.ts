import * as tf from '@tensorflow/tfjs-core';
import { type Graph, subgraphs } from '../../runtime/graph/graph.js';
import { graphOf } from '../../runtime/index.js';
import { mapLeaves } from '../../runtime/staged/structure.js';
import { compile } from '../support/compile.js';

type Callable = (...args: unknown[]) => unknown;

/** Compiles a module's text; its functions use TensorFlow.js as `tf` and what use-graph exports by name. */
export function program(
  source: string,
  scope: Readonly<Record<string, unknown>> = {},
): Promise<Record<string, Callable>> {
  const imports = `
    import * as tf from '@tensorflow/tfjs-core';
    import { print, range, setLoopOptions, shapeOf, TensorArray } from 'use-graph';
  `;
  return compile(imports + source, scope);
}

/** A result with each tensor written as `int32 [1,2]`. */
export function seen(result: unknown): unknown {
  return mapLeaves(result, '', (leaf) =>
    leaf instanceof tf.Tensor ? `${leaf.dtype} ${JSON.stringify(leaf.arraySync())}` : leaf,
  );
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
