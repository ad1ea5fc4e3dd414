import type { Tensor } from '@tensorflow/tfjs-core';
import { emitHost } from '../../../trace/hostCall.js';
import {
  type GraphExecutor,
  inOrder,
  type ModelGraph,
  type ModelList,
  type ModelNode,
  outputOf,
  placeholder,
  subExecutor,
} from './nodes.js';
import { outputType } from './outputType.js';

/** Ops whose results are as large as the elements of their inputs say, or that are there for the host only: tables. */
export const dynamicOps = new Set([
  ...['Where', 'ListDiff', 'Unique', 'UniqueV2', 'StringSplit', 'StringNGrams'],
  ...['NonMaxSuppressionV2', 'NonMaxSuppressionV3', 'NonMaxSuppressionV4', 'NonMaxSuppressionV5'],
  ...['SparseFillEmptyRows', 'SparseSegmentMean', 'SparseSegmentSum'],
  ...['RaggedGather', 'RaggedRange', 'RaggedTensorToTensor'],
  ...['HashTable', 'HashTableV2', 'LookupTableImport', 'LookupTableImportV2'],
  ...['LookupTableFind', 'LookupTableFindV2', 'LookupTableSize', 'LookupTableSizeV2'],
]);

/** Through these, tensors enter loops and branches of TensorFlow 1, and leave them. */
const frameOps = new Set(['Enter', 'Exit', 'NextIteration', 'LoopCond', 'Switch', 'Merge']);

/**
 * What of a model TensorFlow.js runs itself, in the midst of the graph, since it is found out only then how large tensors
 * are: from the first nodes that decide so on.
 */
export interface DynamicPart {
  /** For messages. */
  readonly name: string;
  /** The outputs of other nodes that it is given. */
  readonly inputs: readonly string[];
  readonly nodes: ReadonlySet<string>;
}

/** `null` where the sizes of all tensors that the outputs are computed from are known. */
export function dynamicPart(
  { graph, weightMap, functionExecutorMap }: GraphExecutor,
  outputs: readonly string[],
): DynamicPart | null {
  const inputsOf = (name: string) =>
    name in weightMap ? [] : graph.nodes[name]!.inputs.map((input) => input.name);
  const needed = inOrder(
    outputs.map((output) => outputOf(output, graph).node),
    inputsOf,
  );
  const nodes = new Set(
    needed.filter((name) => isDynamic(graph.nodes[name]!, functionExecutorMap)),
  );
  const [decisive] = nodes;
  if (decisive === undefined) return null;
  addFollowing(nodes, needed, inputsOf);
  // A loop is not run in parts.
  const isCut = [...nodes].some((name) => frameOps.has(graph.nodes[name]!.op));
  if (isCut) for (const name of needed) if (inputsOf(name).length > 0) nodes.add(name);
  // What takes nothing, such as the handle of a table, is no tensor.
  for (const name of needed) {
    const { op, inputs } = graph.nodes[name]!;
    if (inputs.length === 0 && !(name in weightMap) && !op.startsWith('Placeholder'))
      nodes.add(name);
  }
  const references = [...nodes].flatMap((name) => graph.nodes[name]!.inputNames);
  const inputs = references.filter((reference) => {
    const { node } = outputOf(reference, graph);
    return !nodes.has(node) && !(node in weightMap) && !isControl(reference, graph);
  });
  return { name: graph.nodes[decisive]!.op, nodes, inputs: [...new Set(inputs)] };
}

function isDynamic(
  node: ModelNode,
  functions: Readonly<Record<string, GraphExecutor>>,
  seen: ReadonlySet<string> = new Set(),
): boolean {
  if (dynamicOps.has(node.op)) return true;
  const called = ['thenBranch', 'elseBranch', 'cond', 'body']
    .map((attribute) => node.attrParams[attribute]?.value as string | undefined)
    .filter((name) => name !== undefined && name in functions && !seen.has(name)) as string[];
  return called.some((name) =>
    Object.values(functions[name]!.graph.nodes).some((inner) =>
      isDynamic(inner, functions, new Set([...seen, name])),
    ),
  );
}

/** Around loops, nodes come before others that they follow. */
function addFollowing(
  nodes: Set<string>,
  order: readonly string[],
  inputsOf: (name: string) => readonly string[],
): void {
  let before: number;
  do {
    before = nodes.size;
    for (const name of order) if (inputsOf(name).some((input) => nodes.has(input))) nodes.add(name);
  } while (nodes.size > before);
}

/** Has TensorFlow.js run the part at this place of the graph, and gives the outputs, all of which are of its nodes. */
export function runDynamicPart(
  executor: GraphExecutor,
  part: DynamicPart,
  inputs: readonly Tensor[],
  outputs: readonly string[],
): Tensor[] {
  const types = outputs.map((output) => outputType(output, executor.graph));
  const run = executorOf(executor, part);
  const call = async (tensors: readonly Tensor[]): Promise<Tensor[]> => {
    const given = part.inputs.map((reference, index) => [placeOf(reference), tensors[index]!]);
    const lists: Record<string, ModelList> = {};
    const results = await run._executeAsync(Object.fromEntries(given), outputs, true, lists, lists);
    const kept = new Set([...results, ...tensors].map(({ id }) => id));
    for (const list of Object.values(lists)) list.clearAndClose(kept);
    for (const tensor of tensors) tensor.dispose();
    return results;
  };
  return emitHost(
    { name: part.name, calledBy: 'a GraphModel', isPure: false, call, types },
    inputs,
  );
}

/** TensorFlow.js' own executor, of the nodes of the part. */
function executorOf(executor: GraphExecutor, part: DynamicPart): GraphExecutor {
  const { graph, weightMap } = executor;
  const placeholders = part.inputs.map((reference) => placeholder(placeOf(reference)));
  const weights = new Map<string, ModelNode>();
  const copies = new Map<string, ModelNode>();
  for (const name of part.nodes) copies.set(name, { ...graph.nodes[name]!, children: [] });
  const linked = [...copies.values()].map((copy) => {
    const names = copy.inputNames.filter((reference) => !isControl(reference, graph));
    const sources = names.map((reference) => {
      const { node } = outputOf(reference, graph);
      return copies.get(node) ?? weightOf(node) ?? placeholders[part.inputs.indexOf(reference)]!;
    });
    for (const source of sources) source.children.push(copy);
    const inputNames = names.map((reference) =>
      part.inputs.includes(reference) ? placeOf(reference) : reference,
    );
    return Object.assign(copy, { inputs: sources, inputNames });
  });
  return subExecutor(executor, linked, placeholders, [...weights.values()]);

  function weightOf(name: string): ModelNode | undefined {
    if (!(name in weightMap)) return undefined;
    const weight = weights.get(name) ?? { ...graph.nodes[name]!, children: [] };
    weights.set(name, weight);
    return weight;
  }
}

/** The name of the node that is given what another node had there. */
function placeOf(reference: string): string {
  return `given/${reference.replaceAll(':', '/')}`;
}

/** A node that only comes before others. */
function isControl(reference: string, graph: ModelGraph): boolean {
  return graph.nodes[outputOf(reference, graph).node]!.op === 'NoOp';
}
