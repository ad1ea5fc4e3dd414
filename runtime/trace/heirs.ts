import { constantNode } from '../graph/builder.js';
import { type ConstantData, type Graph, type IfNode, type Node, Value } from '../graph/graph.js';
import { Scoped } from '../scoped.js';
import { engine } from './engine.js';
import { type SymbolicData, symbolicData } from './symbolic.js';
import type { Tracer } from './tracer.js';

/*
 * What a closure or a private field holds cannot be seen: where one is made in a branch of a conditional, it may hold a
 * tensor of the branch that is no result of it. It becomes one when the closure is called, or the object asked: in code
 * that runs only where that branch ran.
 */

/** The conditional that a branch has become, and the graph that it is a node of. */
interface Home {
  readonly node: IfNode;
  readonly own: Graph;
  readonly other: Graph;
  readonly tracer: Tracer;
  readonly heirs: Map<Value, SymbolicData>;
}

const homes = new WeakMap<Tracer, Home>();

/** Tells that the traced branches are those of the conditional. A tape around would not know of later results. */
export function settle(node: IfNode, branches: readonly (Tracer | null)[], tracer: Tracer): void {
  if (engine().state.gradientDepth > 0) return;
  const graphs = [node.thenBranch, node.elseBranch];
  branches.forEach((branch, index) => {
    if (branch === null) return;
    const [own, other] = [graphs[index]!, graphs[1 - index]!];
    homes.set(branch, { node, own, other, tracer, heirs: new Map() });
  });
}

const isGuarded = new Scoped(false);

/** Runs what uses a function or object that a tensor chooses, each where it is the one chosen. */
export function whereChosen<T>(body: () => T): T {
  return isGuarded.during(true, body);
}

/** What stands for a value of an ended branch in the graph around; null where nothing does. */
export function heirOf({ tracer, value }: SymbolicData): SymbolicData | null {
  const home = homes.get(tracer);
  if (home === undefined || home.tracer.hasDropped(home.node)) return null;
  const known = home.heirs.get(value);
  if (known !== undefined || !isGuarded.value) return known ?? null;
  const { dtype, shape } = value;
  const filler = constantNode(zeros(value), {
    dtype,
    shape: shape?.map((size) => size ?? 0) ?? [],
  });
  push(home.other.nodes, filler);
  push(home.own.outputs, value);
  push(home.other.outputs, filler.outputs[0]!);
  const result = new Value(dtype, shape);
  push(home.node.outputs, result);
  home.tracer.produced(home.node);
  const heir = home.tracer.symbolic(result);
  home.heirs.set(value, heir);
  return heir;
}

/** Whether it stands for a value of a graph whose trace has ended, or one that was taken out of its graph: nothing can use it any more. */
export function isGone(tensor: Parameters<typeof symbolicData>[0]): boolean {
  let data = symbolicData(tensor);
  while (data?.tracer.ended) {
    const heir: SymbolicData | null = heirOf(data);
    if (heir === null) return true;
    data = heir;
  }
  return data?.tracer.hasDropped(data.value) ?? false;
}

/** Whether nothing can use it any more, and the trace that it is of has become no part of the graph around: none yet, or never. */
export function isOfNoPart(tensor: Parameters<typeof symbolicData>[0]): boolean {
  if (!isGone(tensor)) return false;
  let tracer = symbolicData(tensor)!.tracer;
  while (tracer.parent?.ended) tracer = tracer.parent;
  return tracer.construct === null;
}

/** The conditional grows, which nobody has looked at yet: its graph is under construction. */
function push<T extends Node | Value>(list: readonly T[], item: T): void {
  (list as T[]).push(item);
}

function zeros({ dtype, shape }: Value): ConstantData {
  if (dtype !== 'string') return { splat: 0 };
  const count = (shape ?? []).reduce<number>((a, b) => a * (b ?? 0), 1);
  return { values: Array.from({ length: count }, () => new Uint8Array()) };
}
