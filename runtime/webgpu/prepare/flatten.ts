import { kernelNode } from '../../graph/builder.js';
import type { Graph, IfNode, Node, Value, WhileNode } from '../../graph/graph.js';
import { withSubgraphs } from '../../graph/walk.js';
import { canCompile } from './canCompile.js';
import { isOfElements } from './elementLoops.js';
import { inlined } from './inlined.js';
import { loopBound } from './loopBound.js';
import type { FlattenObserver } from './observer.js';
import { selected } from './selected.js';
import { workOfGraph } from './work.js';

/** Loops whose bodies have more nodes than this, all iterations taken together, stay loops. */
const mostUnrolled = 192;

/** Of loops that could stay loops in registers. */
const mostUnrolledOfElements = 64;

/** A branch of more additions than this is not computed in vain. */
const mostSelected = 2 ** 14;

/**
 * Replaces control flow by kernels where that needs no decision on the host: of a conditional whose branches are kernels,
 * both are computed and the results selected from; a short loop whose length is known is unrolled. Other loops are bounded
 * where they count. What has an effect is never computed in vain.
 */
export function flatten(graph: Graph, observe: FlattenObserver = () => {}): Graph {
  const nodes: Node[] = [];
  for (const original of graph.nodes) {
    const bounded = original.kind === 'while' ? withBound(original, graph) : original;
    const node = withSubgraphs(bounded, (inner) => flatten(inner, observe));
    if (node.kind === 'if' && canSelect(node)) {
      observe(node, 'selected');
      nodes.push(...selected(node));
    } else if (node.kind === 'while' && canUnroll(node)) {
      observe(node, 'unrolled');
      nodes.push(...unrolled(node));
    } else {
      nodes.push(node);
    }
  }
  const isSame = nodes.length === graph.nodes.length && nodes.every((n, i) => n === graph.nodes[i]);
  return isSame ? graph : { ...graph, nodes };
}

/** Says after how many iterations a loop has ended in any case, where that can be seen. */
function withBound(node: WhileNode, around: Graph): WhileNode {
  const bound = node.tripCount === null ? loopBound(node, around) : null;
  if (bound === null || bound >= (node.maximumIterations ?? Infinity)) return node;
  return { ...node, maximumIterations: bound };
}

/** Without control flow of its own. */
function isStraight({ nodes }: Graph): boolean {
  return nodes.every(({ kind }) => kind !== 'if' && kind !== 'while');
}

function canSelect(node: IfNode): boolean {
  const branches = [node.thenBranch, node.elseBranch];
  return (
    node.outputs.length > 0 &&
    canCompile(node) &&
    branches.every((branch) => isStraight(branch) && workOfGraph(branch) <= mostSelected)
  );
}

function lengthOf({ tripCount, maximumIterations }: WhileNode): number | null {
  return tripCount === null ? null : Math.min(tripCount, maximumIterations ?? Infinity);
}

function canUnroll(node: WhileNode): boolean {
  const length = lengthOf(node);
  if (length === null || length === 0) return false;
  const { body } = node;
  const count = length * body.nodes.length;
  return (
    count <= mostUnrolled &&
    isStraight(body) &&
    canCompile(node) &&
    (count <= mostUnrolledOfElements || !isOfElements(node))
  );
}

function* unrolled(node: WhileNode): Generator<Node> {
  const { body, inputs, loopVariableCount, outputs } = node;
  const invariants = inputs.slice(loopVariableCount);
  let current: readonly Value[] = inputs.slice(0, loopVariableCount);
  for (let iteration = 0; iteration < lengthOf(node)!; iteration++) {
    const { nodes, outputs: next } = inlined(body, [...current, ...invariants]);
    yield* nodes;
    current = next;
  }
  for (const [index, output] of outputs.entries()) {
    const copy = kernelNode('Identity', [current[index]!], ['x'], {}, node.location);
    yield { ...copy, outputs: [output] };
  }
}
