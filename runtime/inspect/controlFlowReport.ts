import type { Graph, IfNode, Node, WhileNode } from '../graph/graph.js';
import { allNodes } from '../graph/walk.js';
import { prepareGraph } from '../webgpu/executor.js';
import type { Technique } from '../webgpu/flatten.js';
import { canLower } from '../webgpu/lower/rules.js';
import { nameOf } from './optimizerReport.js';
import { whyNotCompiled } from './steps.js';
import { formatTable, indented } from './text.js';

/** How each conditional and loop of an optimised graph runs on WebGPU, and why. */
export function reportControlFlow(graph: Graph): string[] {
  const rows: string[][] = [];
  prepareGraph(graph, (node, technique) => {
    rows.push([node.kind, node.location ?? '', technique, reasons[technique](node)]);
  });
  if (rows.length === 0) return [];
  return ['control flow:', ...indented(formatTable(rows, ['left', 'left', 'left', 'left']))];
}

const reasons: Readonly<Record<Technique, (node: IfNode | WhileNode) => string>> = {
  selected: () => 'both branches are computed, since all in them has shaders and no effect',
  unrolled: (node) =>
    `it runs ${(node as WhileNode).tripCount} times, known while tracing, and its body is short`,
  'read back': (node) =>
    `${node.kind === 'while' && node.tripCount !== null ? 'the host counts' : 'the host reads the condition'}: ${obstacleOf(node)}`,
};

function obstacleOf(node: IfNode | WhileNode): string {
  const graphs = node.kind === 'if' ? [node.thenBranch, node.elseBranch] : [node.body];
  if (node.kind === 'while' && node.tripCount === null) {
    return 'a tensor decides how often it runs';
  }
  for (const graph of graphs) {
    for (const inner of allNodes(graph)) {
      const obstacle = obstacleInside(inner);
      if (obstacle === null) continue;
      const place = inner.location === null ? '' : ` (${inner.location})`;
      return `inside is ${nameOf(inner)}${place}, ${obstacle}`;
    }
  }
  if (node.kind === 'while') return 'its body is long, or changes the type of a variable';
  return node.outputs.length === 0
    ? 'it gives nothing'
    : 'its branches differ in the types they give';
}

function obstacleInside(node: Node): string | null {
  switch (node.kind) {
    case 'constant':
      return null;
    case 'kernel':
      return canLower(node) ? null : `but ${whyNotCompiled(node)}`;
    default:
      return 'which the host runs';
  }
}
