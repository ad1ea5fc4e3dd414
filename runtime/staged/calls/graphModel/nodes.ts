import type { NamedTensorMap, Tensor } from '@tensorflow/tfjs-core';

/** What GraphModels of TensorFlow.js 4 hold, hidden by their types (tfjs-converter/src/operations/types.ts). */
export interface ModelNode {
  readonly name: string;
  readonly op: string;
  /** `node`, or `node:1` for another output than the first. */
  readonly inputNames: readonly string[];
  readonly inputs: readonly ModelNode[];
  readonly attrParams: Readonly<Record<string, { readonly value?: unknown }>>;
  /** As they stand in the file. */
  readonly rawAttrs?: Readonly<Record<string, { readonly type?: unknown }>>;
  readonly children: ModelNode[];
  /** The names of its outputs, where they have any. */
  readonly outputs?: readonly string[];
}

export interface ModelGraph {
  readonly nodes: Readonly<Record<string, ModelNode>>;
  /** The placeholders, in order. */
  readonly inputs: readonly ModelNode[];
  readonly weights: readonly ModelNode[];
  readonly signature?: {
    readonly outputs?: Readonly<Record<string, ModelOutput>>;
  };
}

/** What a signature says of an output; one of a function has a name only. */
export interface ModelOutput {
  readonly name: string;
  readonly dtype?: unknown;
  readonly tensorShape?: { readonly dim?: readonly unknown[]; readonly unknownRank?: boolean };
}

/** `GraphExecutor` of tfjs-converter/src/executor/graph_executor.ts. */
export interface GraphExecutor {
  readonly graph: ModelGraph;
  readonly weightMap: Readonly<Record<string, Tensor[]>>;
  readonly functionExecutorMap: Readonly<Record<string, GraphExecutor>>;
  /** Holds the tables. */
  readonly _resourceManager: unknown;
  execute(inputs: NamedTensorMap, outputs: readonly string[]): Tensor[];
  /** Puts the lists of tensors that it makes into the two maps. */
  _executeAsync(
    inputs: NamedTensorMap,
    outputs: readonly string[],
    isFunction: boolean,
    arrays: Record<string, ModelList>,
    lists: Record<string, ModelList>,
  ): Promise<Tensor[]>;
  /** From the names of a signature to those of nodes. */
  mapInputs(inputs: NamedTensorMap): NamedTensorMap;
  mapOutputs(outputs: readonly string[]): string[];
  checkInputs(inputs: NamedTensorMap): void;
  checkInputShapeAndType(inputs: NamedTensorMap): void;
  checkOutputs(outputs: readonly string[]): void;
}

export interface ModelList {
  clearAndClose(keep: ReadonlySet<number>): void;
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
  // TensorFlow.js leaves out what a NoOp gives.
  const placeholders = node.inputs.map((input, index) =>
    placeholder(`${node.name}/input${index}`, input.op === 'NoOp' ? 'NoOp' : 'Placeholder'),
  );
  const alone = {
    ...node,
    inputs: placeholders,
    inputNames: placeholders.map(({ name }) => name),
    children: [],
  };
  for (const { children } of placeholders) children.push(alone);
  const given = placeholders.map(({ name }, index) => [name, inputs[index]!] as const);
  return subExecutor(executor, [alone], placeholders).execute(
    Object.fromEntries(given),
    Array.from({ length: outputCount }, (_, index) => `${node.name}:${index}`),
  );
}

/** A node whose result is given. */
export function placeholder(name: string, op = 'Placeholder'): ModelNode {
  const nothing = { inputNames: [], inputs: [], inputParams: {}, attrParams: {} };
  return { name, op, category: 'graph', ...nothing, children: [] } as ModelNode;
}

/** An executor of nodes of the model, which refer to each other, to `placeholders` and to `weights`. */
export function subExecutor(
  executor: GraphExecutor,
  nodes: readonly ModelNode[],
  placeholders: readonly ModelNode[],
  weights: readonly ModelNode[] = [],
): GraphExecutor {
  const all = [...nodes, ...placeholders, ...weights];
  const graph = {
    nodes: Object.fromEntries(all.map((node) => [node.name, node])),
    inputs: placeholders,
    outputs: nodes,
    weights,
    placeholders,
    initNodes: nodes.filter(({ inputs }) => inputs.length === 0),
    functions: {},
  };
  const Executor = executor.constructor as new (
    graph: object,
    parent: GraphExecutor,
  ) => GraphExecutor;
  return Object.assign(new Executor(graph, executor), {
    resourceManager: executor._resourceManager,
  });
}
