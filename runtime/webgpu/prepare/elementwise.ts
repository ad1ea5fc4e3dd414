import type { Graph, Node, Value } from '../../graph/graph.js';
import { type Access, accessesOf, axisName, isTransparent } from '../fuse/accesses.js';
import { elementLoopOf } from '../lower/elementLoop.js';
import { isHeldByShaders, lowerGraph } from '../lower/lowering.js';
import { type Operation, type Region, sizesOf } from '../lower/operation.js';
import { canLower, loweringRules } from '../lower/rules.js';
import { countOf, isSingle } from './single.js';

/** A graph each of whose elements depends, of what changes, on the elements at its own place and on single numbers. */
export interface Elementwise {
  readonly region: Region;
  /** What is read at the place that is computed, and nowhere else; single numbers among it. */
  readonly own: ReadonlySet<Value>;
  /** Of an element, in additions. */
  readonly cost: number;
  readonly isRandom: boolean;
}

/** `null` where an element depends on others of the first so many parameters. */
export function elementwise(graph: Graph, changingCount: number): Elementwise | null {
  if (!hasShaders(graph)) return null;
  const region = lowerGraph(graph, loweringRules);
  const definitions = new Map(region.operations.map((one) => [one.output, one]));
  const changing = new Set(region.parameters.slice(0, changingCount));
  const elsewhere = new Set<Value>();
  let cost = 0;
  for (const operation of region.operations) {
    if (operation.kind !== 'map' || operation.store !== undefined) return null;
    cost += operation.cost;
    for (const access of accessesOf(operation, definitions)) {
      const { value } = access;
      if (changing.has(value)) changing.add(operation.output);
      if (isAtHand(operation, access)) continue;
      if (changing.has(value)) return null;
      elsewhere.add(value);
    }
    // What reads it looks through it.
    if (isTransparent(operation)) elsewhere.add(operation.output);
  }
  const read = [...region.parameters, ...definitions.keys()];
  const own = new Set(read.filter((value) => !elsewhere.has(value)));
  return { region, own, cost, isRandom: graph.nodes.some(isRandom) };
}

function isAtHand({ output }: Operation, { value, isSame, axes }: Access): boolean {
  if (isSingle(value)) return true;
  if (countOf(value) !== countOf(output)) return false;
  const names = sizesOf(output).flatMap((size, axis) => (size === 1 ? [] : [axisName(axis)]));
  return isSame || axes.join() === names.join();
}

function isRandom(node: Node): boolean {
  return (
    node.kind === 'random' || (node.kind === 'kernel' && elementLoopOf(node)?.isRandom === true)
  );
}

function hasShaders({ nodes }: Graph): boolean {
  return nodes.every(
    (node) =>
      (node.kind === 'constant' && node.outputs.every(isHeldByShaders)) ||
      (node.kind === 'kernel' && canLower(node)) ||
      (node.kind === 'random' && [...node.inputs, ...node.outputs].every(isHeldByShaders)),
  );
}
