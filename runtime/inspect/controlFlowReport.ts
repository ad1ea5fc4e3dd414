import type { Graph, IfNode, Node, WhileNode } from '../graph/graph.js';
import { formatType } from '../graph/types.js';
import { allNodes } from '../graph/walk.js';
import { prepareGraph } from '../webgpu/executor.js';
import { canLower } from '../webgpu/lower/rules.js';
import type { FlatTechnique } from '../webgpu/prepare/observer.js';
import { isRegion } from '../webgpu/prepare/partition.js';
import { type Block, blocksOf, type Control } from '../webgpu/program/block.js';
import type { Technique } from '../webgpu/program/techniques.js';
import { sizeOf } from '../webgpu/wgsl/index.js';
import { nameOf } from './optimizerReport.js';
import type { ExplainedRegion } from './regionKernels.js';
import { whyNotCompiled } from './steps.js';
import { formatBytes, formatTable, indented } from './text.js';

/** How each conditional and loop of an optimised graph runs on WebGPU, and why. */
export function reportControlFlow(graph: Graph, regions: readonly ExplainedRegion[]): string[] {
  const rows: string[][] = [];
  const add = (node: IfNode | WhileNode, technique: string, reason: string) => {
    rows.push([node.kind, node.location ?? '', technique, reason]);
  };
  const rest = prepareGraph(graph, (node, technique) => {
    add(node, technique, flatReasons[technique](node));
  });
  for (const { plan } of regions) visit(plan.program.block, plan.techniques, null);
  for (const node of allNodes(rest)) {
    if (node.kind === 'if' || node.kind === 'while') add(node, 'read back', whyReadBack(node));
  }
  if (rows.length === 0) return [];
  return ['control flow:', ...indented(formatTable(rows, ['left', 'left', 'left', 'left']))];

  function visit(
    block: Block,
    techniques: ReadonlyMap<Control, Technique>,
    around: Technique | null,
  ): void {
    for (const step of block) {
      if (step.kind === 'piece') continue;
      const technique = techniques.get(step) ?? around!;
      const isAsked = step.kind === 'while' && step.limit === null && technique === 'guarded';
      const reason = whyOnDevice(step, technique) + rowsKept(step);
      add(step.node, isAsked ? 'asked in chunks' : technique, reason);
      for (const inner of blocksOf(step)) visit(inner, techniques, technique);
    }
  }
}

const flatReasons: Readonly<Record<FlatTechnique, (node: IfNode | WhileNode) => string>> = {
  selected: () =>
    'both branches are computed, since all in them has shaders, no effect and little work',
  unrolled: (node) =>
    `it runs ${(node as WhileNode).tripCount} times, known while tracing, and its body is short`,
  'in registers': () =>
    'each element goes its own way, so that one kernel runs the loop for each, its variables in registers',
  'in stretches': () =>
    'elements depend on each other only in when it ends: kernels do some iterations for each, and then find the last one',
};

/** What of each iteration is kept, as for gradients, and the memory for it. */
function rowsKept(step: Control): string {
  if (step.kind === 'if' || step.rows.size === 0) return '';
  const kept = [...step.rows].map(([row, { shape }]) => {
    const bytes = 4 * sizeOf(shape as readonly number[]);
    return `up to ${shape![0]} rows of ${formatType(row)} (${formatBytes(bytes)})`;
  });
  return `; of its iterations it keeps ${kept.join(', ')}`;
}

function whyOnDevice(step: Control, technique: Technique): string {
  if (technique === 'one workgroup') {
    return 'its work is so small that one workgroup does all of it, deciding on its own';
  }
  if (step.kind === 'if') return 'the kernels of the branch that is not taken leave at once';
  if (step.test === null) return `its kernels run ${step.limit} times`;
  if (step.limit !== null) {
    return `its kernels run ${step.limit} times at most, and leave at once after the end`;
  }
  return 'only the device knows when it ends: asynchronous calls ask behind each chunk of iterations';
}

function whyReadBack(node: IfNode | WhileNode): string {
  const counts = node.kind === 'while' && node.tripCount !== null;
  return `${counts ? 'the host counts' : 'the host reads the condition'}: ${obstacleOf(node)}`;
}

function obstacleOf(node: IfNode | WhileNode): string {
  const graphs = node.kind === 'if' ? [node.thenBranch, node.elseBranch] : [node.test, node.body];
  for (const graph of graphs) {
    for (const inner of allNodes(graph)) {
      const obstacle = obstacleInside(inner);
      if (obstacle === null) continue;
      const place = inner.location === null ? '' : ` (${inner.location})`;
      return `inside is ${nameOf(inner)}${place}, ${obstacle}`;
    }
  }
  if (node.kind === 'while')
    return 'a variable changes its type, or has a size that is not known beforehand';
  return node.outputs.length === 0
    ? 'it gives nothing'
    : 'its branches differ in the types they give';
}

function obstacleInside(node: Node): string | null {
  switch (node.kind) {
    case 'constant':
      return null;
    case 'if':
    case 'while':
      return null;
    case 'kernel':
      return isRegion(node) || canLower(node) ? null : `but ${whyNotCompiled(node)}`;
    default:
      return 'which the host runs';
  }
}
