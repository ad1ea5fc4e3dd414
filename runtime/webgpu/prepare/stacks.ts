import { type Graph, type Node, Value, type WhileNode } from '../../graph/graph.js';
import { pushOf } from '../../graph/growth.js';
import { isFullyKnown } from '../../graph/types.js';
import { replaceUses, withSubgraphs } from '../../graph/walk.js';
import { prune } from '../../optimize/prune.js';
import { rowStore } from '../lower/rowStores.js';
import { canCompile } from './canCompile.js';
import { withCheckpoints } from './checkpoints.js';
import { Definitions } from './definitions.js';
import { NodeList } from './nodeList.js';
import { withPaddedRows } from './paddedRows.js';
import { bytesOf, type Recording, recordingOf } from './recording.js';
import { withCount } from './rounds.js';
import { withParameterRead, withRowsRead } from './rowReads.js';
import { mostStackBytes } from './stackLimits.js';
import { type Unwinding, unwindingOf } from './unwinding.js';

/**
 * Gives tensors that loops let grow row by row, as those do that gradients keep of each iteration, a size that is known:
 * as many rows as the loop can have iterations. Where nobody knows how many, or these are too many, the loop that goes
 * through them backwards finds some of them computed again (`checkpoints.ts`). What else is done with such a tensor than
 * reading its rows leaves it to the host.
 */
export function boundStacks(graph: Graph): Graph {
  let current = withoutEmpty(withInner(graph));
  for (const node of current.nodes) {
    if (node.kind !== 'while') continue;
    current = bounded(node, current) ?? boundedByCount(node, current) ?? current;
  }
  return current === graph ? graph : prune(current);
}

function bounded(node: WhileNode, graph: Graph): Graph | null {
  const recording = recordingOf(node, graph);
  if (recording === null) return null;
  const unwinding = unwindingOf(recording, graph);
  return (
    withCapacity(recording, unwinding, graph) ??
    (unwinding === null ? null : withCheckpoints(recording, unwinding, graph))
  );
}

/** The same where the loop does not count by itself, such as one whose first iteration has been traced alone. */
function boundedByCount(node: WhileNode, graph: Graph): Graph | null {
  if (node.outputs.every((_, variable) => pushOf(node.body, variable) === null)) return null;
  if (recordingOf(node, graph) !== null) return null;
  const { zero, loop } = withCount(node);
  const nodes = graph.nodes.flatMap((one) => (one === node ? [zero, loop] : [one]));
  return bounded(loop, { ...graph, nodes });
}

/** A loop that counts down from nothing, as the gradient of one that is known never to run does, leaves all as it was. */
function withoutEmpty(graph: Graph): Graph {
  const outside = new Definitions(graph);
  const empty = graph.nodes.filter((node): node is WhileNode => {
    if (node.kind !== 'while' || node.tripCount !== null) return false;
    const tested = new Definitions(node.test);
    const [left, right] = tested.kernel(node.test.outputs[0]!, 'Greater')?.inputs ?? [];
    const variable = node.test.parameters.indexOf(left!);
    const first = variable < 0 ? null : outside.number(node.inputs[variable]!);
    const last = right === undefined ? null : tested.number(right);
    return first !== null && last !== null && first <= last;
  });
  if (empty.length === 0) return graph;
  const nodes = graph.nodes.filter((node) => !empty.some((one) => one === node));
  const kept = empty.flatMap(({ inputs, outputs }) =>
    outputs.map((output, index) => [output, inputs[index]!] as const),
  );
  return replaceUses({ ...graph, nodes }, new Map(kept));
}

function withInner(graph: Graph): Graph {
  const nodes = graph.nodes.map((node) => withSubgraphs(node, boundStacks));
  return nodes.every((node, index) => node === graph.nodes[index]) ? graph : { ...graph, nodes };
}

/** The graph in which the stacks have as many rows as there may be iterations; `null` where that cannot be. */
function withCapacity(
  { loop, stacks, counter, bound }: Recording,
  unwinding: Unwinding | null,
  graph: Graph,
): Graph | null {
  if (bound === null || bound * bytesOf(stacks.map(({ row }) => row)) > mostStackBytes) return null;
  const isWritten = stacks.every(({ variable }) => isFullyKnown(loop.outputs[variable]!.shape));
  const mayReadUnwritten = unwinding === null && !isWritten;
  const bounded = withRows({ loop, stacks, counter }, Math.max(1, bound), mayReadUnwritten);
  let next: Graph = {
    ...graph,
    nodes: graph.nodes.flatMap((node): readonly Node[] => {
      if (node === loop) return [...bounded.initial, bounded.loop];
      return node === unwinding?.loop ? [{ ...unwinding.loop, maximumIterations: bound }] : [node];
    }),
  };
  for (const { variable, first } of stacks) {
    const [from, to] = [loop, bounded.loop].map(({ outputs }) => outputs[variable]!);
    if (from === to) continue;
    const counted = loop.outputs[counter]!;
    const read =
      withRowsRead(next, from!, to!) ??
      withPaddedRows(next, { from: from!, to: to!, counter: counted, first });
    if (read === null) return null;
    next = read;
  }
  const isOnDevice = next.nodes.every((node) => isSame(node, graph) || canCompile(node));
  return isOnDevice ? next : null;
}

const isSame = (node: Node, { nodes }: Graph): boolean =>
  node.kind === 'constant' || nodes.includes(node);

/** The loop with stacks of as many rows as so many iterations need, and what they begin with. */
function withRows(
  { loop, stacks, counter }: Omit<Recording, 'bound'>,
  most: number,
  mayReadUnwritten: boolean,
): { readonly initial: readonly Node[]; readonly loop: WhileNode } {
  const list = new NodeList(loop.location);
  const [inputs, outputs] = [[...loop.inputs], [...loop.outputs]];
  let { test, body } = loop;
  for (const { variable, first, row, concat } of stacks) {
    const type = { dtype: row.dtype, shape: [first + most, ...row.shape!.slice(1)] };
    inputs[variable] = first === 0 ? list.constant(0, type) : padded(list, inputs[variable]!, most);
    const last = loop.outputs[variable]!;
    if (!isFullyKnown(last.shape)) outputs[variable] = new Value(type.dtype, type.shape, last.name);
    const written = new Value(type.dtype, type.shape, last.name);
    const places = new NodeList(concat.location);
    const others = body.nodes.filter((node) => node !== concat);
    const next = body.outputs.with(variable, written);
    test = withParameterRead(test, variable, type)!;
    body = withParameterRead({ ...body, nodes: others, outputs: next }, variable, type)!;
    const count = body.parameters[counter]!;
    const index = first === 0 ? count : places.binary('Add', count, first);
    const operands = [body.parameters[variable]!, index, row] as const;
    places.add(rowStore(operands, written, mayReadUnwritten || first > 0));
    body = { ...body, nodes: [...body.nodes, ...places.nodes] };
  }
  return { initial: list.nodes, loop: { ...loop, inputs, outputs, test, body } };
}

function padded(list: NodeList, x: Value, rows: number): Value {
  const paddings = x.shape!.map((_, axis) => [0, axis === 0 ? rows : 0]);
  return list.kernel('PadV2', { x }, { paddings, constantValue: 0 });
}
