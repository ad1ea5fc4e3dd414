import { constantNode } from '../../graph/builder.js';
import { type Graph, type Node, Value, type WhileNode } from '../../graph/graph.js';
import { withSubgraphs } from '../../graph/walk.js';
import { prune } from '../../optimize/prune.js';
import { rowStore } from '../lower/rowStores.js';
import { canCompile } from './canCompile.js';
import { withCheckpoints } from './checkpoints.js';
import { bytesOf, type Recording, recordingOf } from './recording.js';
import { withRowsRead } from './rowReads.js';
import { mostStackBytes } from './stackLimits.js';
import { type Unwinding, unwindingOf } from './unwinding.js';

/**
 * Gives tensors that loops let grow row by row, as those do that gradients keep of each iteration, a size that is known:
 * as many rows as the loop can have iterations. Where nobody knows how many, or these are too many, the loop that goes
 * through them backwards finds some of them computed again (`checkpoints.ts`). What else is done with such a tensor than
 * reading its rows leaves it to the host.
 */
export function boundStacks(graph: Graph): Graph {
  let current = withInner(graph);
  for (const node of current.nodes) {
    if (node.kind !== 'while') continue;
    const recording = recordingOf(node, current);
    if (recording === null) continue;
    const unwinding = unwindingOf(recording, current);
    current =
      withCapacity(recording, unwinding, current) ??
      (unwinding === null ? null : withCheckpoints(recording, unwinding, current)) ??
      current;
  }
  return current === graph ? graph : prune(current);
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
  const rows = Math.max(1, bound);
  const bounded = withRows({ loop, stacks, counter }, rows, unwinding === null);
  let next: Graph = {
    ...graph,
    nodes: graph.nodes.flatMap((node): readonly Node[] => {
      if (node === loop) return [...bounded.initial, bounded.loop];
      return node === unwinding?.loop ? [{ ...unwinding.loop, maximumIterations: bound }] : [node];
    }),
  };
  for (const { variable } of stacks) {
    const read = withRowsRead(next, loop.outputs[variable]!, bounded.loop.outputs[variable]!);
    if (read === null) return null;
    next = read;
  }
  const isOnDevice = next.nodes.every((node) => isSame(node, graph) || canCompile(node));
  return isOnDevice ? next : null;
}

const isSame = (node: Node, { nodes }: Graph): boolean =>
  node.kind === 'constant' || nodes.includes(node);

/** The loop with stacks of so many rows, and what they begin with. */
function withRows(
  { loop, stacks, counter }: Omit<Recording, 'bound'>,
  rows: number,
  mayReadUnwritten: boolean,
): { readonly initial: readonly Node[]; readonly loop: WhileNode } {
  const initial: Node[] = [];
  const [inputs, outputs] = [[...loop.inputs], [...loop.outputs]];
  const test = { ...loop.test, parameters: [...loop.test.parameters] };
  const body = {
    ...loop.body,
    parameters: [...loop.body.parameters],
    nodes: [...loop.body.nodes],
    outputs: [...loop.body.outputs],
  };
  for (const { variable, row, concat } of stacks) {
    const type = { dtype: row.dtype, shape: [rows, ...row.shape!.slice(1)] };
    const value = () => new Value(type.dtype, type.shape, loop.outputs[variable]!.name);
    const zeros = constantNode({ splat: 0 }, type, loop.location);
    initial.push(zeros);
    inputs[variable] = zeros.outputs[0]!;
    outputs[variable] = value();
    test.parameters[variable] = value();
    body.parameters[variable] = value();
    body.outputs[variable] = value();
    const places = [body.parameters[variable]!, body.parameters[counter]!, row] as const;
    body.nodes[body.nodes.indexOf(concat)] = rowStore(
      places,
      body.outputs[variable]!,
      mayReadUnwritten,
    );
  }
  return { initial, loop: { ...loop, inputs, outputs, test, body } };
}
