import type { NamedTensorMap, Tensor } from '@tensorflow/tfjs-core';

/** What GraphModels of TensorFlow.js 4 hold, hidden by their types (tfjs-converter/src/operations/types.ts). */
export interface ModelNode {
  readonly name: string;
  readonly op: string;
  /** `node`, or `node:1` for another output than the first. */
  readonly inputNames: readonly string[];
  readonly inputs: readonly ModelNode[];
  readonly attrParams: Readonly<Record<string, { readonly value?: unknown }>>;
  /** The names of its outputs, where they have any. */
  readonly outputs?: readonly string[];
}

export interface ModelGraph {
  readonly nodes: Readonly<Record<string, ModelNode>>;
  /** The placeholders, in order. */
  readonly inputs: readonly ModelNode[];
  readonly signature?: {
    readonly outputs?: Readonly<Record<string, { readonly name: string }>>;
  };
}

/** `GraphExecutor` of tfjs-converter/src/executor/graph_executor.ts. */
export interface GraphExecutor {
  readonly graph: ModelGraph;
  readonly weightMap: Readonly<Record<string, Tensor[]>>;
  readonly functionExecutorMap: Readonly<Record<string, GraphExecutor>>;
  execute(inputs: NamedTensorMap, outputs: readonly string[]): Tensor[];
  /** From the names of a signature to those of nodes. */
  mapInputs(inputs: NamedTensorMap): NamedTensorMap;
  mapOutputs(outputs: readonly string[]): string[];
  checkInputs(inputs: NamedTensorMap): void;
  checkInputShapeAndType(inputs: NamedTensorMap): void;
  checkOutputs(outputs: readonly string[]): void;
}

/** An output of a node: its name, and which one it is. */
export interface Output {
  readonly node: string;
  readonly index: number;
}

/** Reads `node`, `node:1` and, as functions write it, `node:name:0`. */
export function outputOf(reference: string, { nodes }: ModelGraph): Output {
  const [node = '', ...rest] = reference.split(':');
  const named = rest.length === 2 ? (nodes[node]?.outputs?.indexOf(rest[0]!) ?? -1) : -1;
  return { node, index: named === -1 ? Number(rest.at(-1) ?? 0) : named };
}

/** The nodes from which `from` is computed, each after those that it needs itself. */
export function inOrder(
  from: readonly string[],
  dependencies: (node: string) => readonly string[],
): string[] {
  const ordered = new Set<string>();
  const entered = new Set<string>();
  const stack = [...from].reverse();
  while (stack.length > 0) {
    const node = stack.at(-1)!;
    if (entered.has(node)) {
      stack.pop();
      ordered.add(node);
    } else {
      entered.add(node);
      for (const needed of dependencies(node)) if (!entered.has(needed)) stack.push(needed);
    }
  }
  return [...ordered];
}

/** Runs one node as TensorFlow.js does: as the only one of a graph that is given what the node takes. */
export function runNode(
  executor: GraphExecutor,
  node: ModelNode,
  inputs: readonly Tensor[],
  outputCount: number,
): Tensor[] {
  const alone: { -readonly [Key in keyof ModelNode]: ModelNode[Key] } & { children: ModelNode[] } =
    { ...node, children: [] };
  const placeholders = node.inputs.map((input, index) => ({
    name: `${node.name}/input${index}`,
    // TensorFlow.js leaves out what a NoOp gives.
    op: input.op === 'NoOp' ? 'NoOp' : 'Placeholder',
    category: 'graph',
    inputNames: [],
    inputs: [],
    inputParams: {},
    attrParams: {},
    children: [alone],
  }));
  alone.inputs = placeholders;
  alone.inputNames = placeholders.map(({ name }) => name);
  const graph = {
    nodes: Object.fromEntries([alone, ...placeholders].map((each) => [each.name, each])),
    inputs: placeholders,
    outputs: [alone],
    weights: [],
    placeholders,
    initNodes: placeholders.length === 0 ? [alone] : [],
    functions: {},
  };
  const Executor = executor.constructor as new (
    graph: object,
    parent: GraphExecutor,
  ) => GraphExecutor;
  const given = placeholders.map(({ name }, index) => [name, inputs[index]!] as const);
  return new Executor(graph, executor).execute(
    Object.fromEntries(given),
    Array.from({ length: outputCount }, (_, index) => `${node.name}:${index}`),
  );
}
