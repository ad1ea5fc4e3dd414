import type { Graph, IfNode, Node, Value, WhileNode } from '../../graph/graph.js';
import { sameType } from '../../graph/types.js';
import { isHeldByShaders } from '../lower/lowering.js';
import { canLower } from '../lower/rules.js';

/** Whether the device can do all that the node does, without the host and without its kernels. */
export function canCompile(node: Node): boolean {
  switch (node.kind) {
    case 'kernel':
      return canLower(node);
    case 'random':
      return [...node.inputs, ...node.outputs].every(isHeldByShaders);
    case 'if':
    case 'while':
      return canCompileControl(node);
    default:
      return false;
  }
}

/** Nodes do not change, and those inside of others are asked about with each of these. */
const known = new WeakMap<Node, boolean>();

function canCompileControl(node: IfNode | WhileNode): boolean {
  let can = known.get(node);
  if (can === undefined) {
    can = node.kind === 'if' ? canCompileConditional(node) : canCompileLoop(node);
    known.set(node, can);
  }
  return can;
}

/** Whether a graph inside of control flow is compiled with that. */
function isCompiled({ parameters, nodes, outputs }: Graph): boolean {
  return (
    [...parameters, ...outputs].every(isHeldByShaders) &&
    nodes.every((node) =>
      node.kind === 'constant' ? node.outputs.every(isHeldByShaders) : canCompile(node),
    )
  );
}

function canCompileConditional({ inputs, outputs, thenBranch, elseBranch }: IfNode): boolean {
  return (
    [...inputs, ...outputs].every(isHeldByShaders) &&
    [thenBranch, elseBranch].every(
      (branch) => isCompiled(branch) && areSame(branch.outputs, outputs),
    )
  );
}

/** Along the way every variable must have the type that it ends with: it has one place. */
function canCompileLoop({ inputs, outputs, test, body, tripCount }: WhileNode): boolean {
  const variables = inputs.slice(0, outputs.length);
  return (
    outputs.length > 0 &&
    inputs.every(isHeldByShaders) &&
    isCompiled(body) &&
    (tripCount !== null || isCompiled(test)) &&
    areSame(variables, outputs) &&
    areSame(body.outputs, outputs)
  );
}

function areSame(values: readonly Value[], others: readonly Value[]): boolean {
  return values.every((value, index) => sameType(value, others[index]!));
}
