import type { Tensor } from '@tensorflow/tfjs-core';
import * as tf from '@tensorflow/tfjs-core';
import { expect } from 'vitest';
import { runFunctionsEagerly } from '../../runtime/function/eagerMode.js';
import { type Graph, type Node, subgraphs } from '../../runtime/graph/graph.js';
import type { DataType, Shape } from '../../runtime/graph/types.js';
import { verifyGraph } from '../../runtime/graph/verifier.js';
import { createInterpreter } from '../../runtime/interpret/interpreter.js';
import { mapLeaves } from '../../runtime/staged/values/structure.js';
import { variantOf } from '../../runtime/staged/values/variantObjects.js';
import { traceFunction } from '../../runtime/trace/function.js';

export const AT = 'src/model.ts:12:5';

type Program = (...args: never[]) => unknown;

export interface GraphRun {
  /** With the elements of each tensor in its place, as `elements` gives them. */
  readonly result: unknown;
  readonly graph: Graph;
}

/** Traces a staged program with its tensor arguments as parameters, and runs the graph. */
export function runAsGraph(
  program: Program,
  args: readonly unknown[],
  /** The shapes to trace with, where they differ from the arguments'. */
  shapes: readonly Shape[] = [],
): GraphRun {
  const given = args.filter((arg) => arg instanceof tf.Tensor);
  let returned: unknown;
  const trace = traceFunction(
    'program',
    given.map(({ dtype, shape }, index) => ({
      dtype: dtype as DataType,
      shape: shapes[index] ?? shape,
    })),
    (parameters) => {
      const next = parameters.values();
      const all = args.map((arg) => (arg instanceof tf.Tensor ? next.next().value : arg));
      returned = mapLeaves((program as (...all: unknown[]) => unknown)(...all), '', (leaf) =>
        variantOf(leaf) === undefined ? leaf : { ...(leaf as object) },
      );
      const tensors: Tensor[] = [];
      mapLeaves(returned, '', (leaf) => {
        if (leaf instanceof tf.Tensor) tensors.push(leaf);
      });
      return tensors;
    },
  );
  verifyGraph(trace.graph);
  const executor = createInterpreter(trace.graph, tf.getBackend());
  const outputs = executor
    .run([...given, ...trace.captures, ...trace.variables])
    .map((info) => tf.engine().makeTensorFromTensorInfo(info));
  executor.dispose();
  const results = outputs.slice(0, outputs.length - trace.updates.length).values();
  trace.updates.forEach((variable, index) => {
    variable.assign(outputs[outputs.length - trace.updates.length + index]!);
  });
  const result = mapLeaves(returned, '', (leaf) =>
    leaf instanceof tf.Tensor ? elements(results.next().value!) : leaf,
  );
  return { result, graph: trace.graph };
}

/** Runs the staged program with nothing traced, as an eager run does. */
export function runEagerly(program: Program, args: readonly unknown[]): unknown {
  runFunctionsEagerly(true);
  let returned: unknown;
  try {
    returned = (program as (...all: unknown[]) => unknown)(...args);
  } finally {
    runFunctionsEagerly(false);
  }
  return mapLeaves(returned, '', (leaf) => (leaf instanceof tf.Tensor ? elements(leaf) : leaf));
}

/** `int32 3`, `float32 [1,2]` */
export function elements(tensor: Tensor): string {
  return `${tensor.dtype} ${JSON.stringify(tensor.arraySync())}`;
}

/** The kinds of all nodes, of kernels their names, those of branches and bodies included. */
export function nodeKinds(graph: Graph): string[] {
  return graph.nodes.flatMap((node) => [kindOf(node), ...subgraphs(node).flatMap(nodeKinds)]);
}

export function count(graph: Graph, kind: string): number {
  return nodeKinds(graph).filter((found) => found === kind).length;
}

function kindOf(node: Node): string {
  return node.kind === 'kernel' ? node.kernel : node.kind;
}

export const int = (value: tf.TensorLike) => tf.tensor(value, undefined, 'int32');
export const float = (value: tf.TensorLike) => tf.tensor(value, undefined, 'float32');
export const bool = (value: tf.TensorLike) => tf.tensor(value, undefined, 'bool');

/** Runs as a graph and eagerly, expects equal values, and returns the graph's. */
export function both(program: Program, ...args: unknown[]): unknown {
  const { result } = runAsGraph(program, args);
  expect(values(runEagerly(program, args))).toEqual(values(result));
  return result;
}

/** Without dtypes: what is a number in an eager run may be a tensor in a graph. */
function values(result: unknown): unknown {
  return mapLeaves(result, '', (leaf) => {
    if (typeof leaf === 'boolean') return Number(leaf);
    return typeof leaf === 'string' ? JSON.parse(leaf.slice(leaf.indexOf(' ') + 1)) : leaf;
  });
}
