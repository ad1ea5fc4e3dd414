import type { Graph, KernelNode, Node, Value, WhileNode } from '../../graph/graph.js';
import { useCounts, withSubgraphs } from '../../graph/walk.js';
import { prune } from '../../optimize/prune.js';
import { type ElementLoop, elementLoopKernel } from '../lower/elementLoop.js';
import { canCompile } from './canCompile.js';
import { type Elementwise, elementwise } from './elementwise.js';
import { lockstep } from './lockstep.js';
import type { FlattenObserver } from './observer.js';
import { ownTest } from './ownTest.js';
import { copyOf, withRounds } from './rounds.js';
import { straightened } from './selected.js';
import { countOf, isSingle } from './single.js';

/** What an invocation, and what all of them, may compute in one kernel, in additions: systems stop shaders that run for seconds. */
const mostOfInvocation = 2 ** 23;
const mostOfKernel = 2 ** 34;

/** Where nobody knows when the loop ends, so many iterations are done by one kernel. */
const openIterations = 256;

/**
 * One workgroup does an iteration of up to so many additions, and so all of the loop, where nobody knows how long it is and
 * the host cannot wait for it.
 */
const leastOfOpen = 2 ** 22;

/** Where it is known when a loop has ended in any case, or the host waits for it, more than one workgroup does more than this. */
const leastOfStretches = 2 ** 18;

/**
 * Replaces loops whose elements each go their own way by kernels in which every invocation runs the loop for its element,
 * its variables in registers: nothing goes through memory from one iteration to the next. Where that would take one kernel
 * too long, it does as many iterations as it may, in a loop.
 */
export function withElementLoops(graph: Graph, observe: FlattenObserver = () => {}): Graph {
  const used = useCounts(graph);
  const nodes = graph.nodes.flatMap((original): readonly Node[] => {
    const node = withSubgraphs(original, (inner) => withElementLoops(inner, observe));
    if (node.kind !== 'while' || !canCompile(node)) return [node];
    const straight = withoutConditionals(node);
    const leastOpen = graph.isAwaited ? leastOfStretches : leastOfOpen;
    const replaced = elementLoops(straight, leastOpen, (value) => used.has(value));
    if (replaced !== null) {
      observe(node, 'in registers');
      return replaced;
    }
    const least = node.maximumIterations === null ? leastOfOpen : leastOfStretches;
    const stretches = lockstep(straight, least);
    if (stretches === null) return [node];
    observe(node, 'in stretches');
    return withElementLoops({ ...graph, nodes: stretches }).nodes;
  });
  const isSame = nodes.length === graph.nodes.length && nodes.every((n, i) => n === graph.nodes[i]);
  return isSame ? graph : { ...graph, nodes };
}

/** Whether elements can run the loop on their own. */
export function isOfElements(node: WhileNode): boolean {
  return canCompile(node) && partsOf(withoutConditionals(node)) !== null;
}

/** An element computes both branches sooner than all go through memory. */
function withoutConditionals(node: WhileNode): WhileNode {
  const [test, body] = [straightened(node.test), straightened(node.body)];
  return test === node.test && body === node.body ? node : { ...node, test, body };
}

/** `null` where elements depend on each other, or one workgroup does the loop as well. */
function elementLoops(
  node: WhileNode,
  leastOpen: number,
  isUsed: (value: Value) => boolean,
): Node[] | null {
  const parts = partsOf(node);
  if (parts === null) return null;
  const { test, body } = parts;
  const cost = body.cost + (test?.cost ?? 0) + 1;
  const size = Math.max(...node.outputs.map(countOf));
  const length = lengthOf(node);
  if (length === Infinity && size * cost <= leastOpen) return null;
  const most = Math.floor(Math.min(mostOfInvocation, mostOfKernel / size) / cost);
  // Single numbers go on as long as any element does: that is known when all have ended.
  const isCounted = isOwn(parts) && node.outputs.some((one) => isSingle(one) && isUsed(one));
  if (length <= most)
    return isCounted ? countedLoops(node, parts, length) : [kernelOf(node, parts, length)];
  if (isCounted || most === 0) return null;
  return inParts(node, parts, length === Infinity ? Math.min(most, openIterations) : most);
}

function lengthOf({ tripCount, maximumIterations }: WhileNode): number {
  return Math.min(tripCount ?? Infinity, maximumIterations ?? Infinity);
}

function countedLoops(node: WhileNode, { ownTest }: Parts, limit: number): Node[] {
  const { constants, loop, between, numbers } = withRounds(node, ownTest!);
  return [
    ...constants,
    kernelOf(loop, directParts(loop)!, limit),
    ...between,
    kernelOf(numbers, directParts(numbers)!, limit),
  ];
}

/** So many iterations at a time, as long as the loop goes on. */
function inParts(node: WhileNode, parts: Parts, length: number): Node[] {
  const { body, inputs, outputs, loopVariableCount, tripCount } = node;
  const all = lengthOf(node);
  const rest = all === Infinity ? 0 : all % length;
  const count = all === Infinity ? null : (all - rest) / length;
  const variables = outputs.map(copyOf);
  const last = rest === 0 ? outputs : outputs.map(copyOf);
  const part = kernelOf({ ...node, inputs: body.parameters, outputs: variables }, parts, length);
  const loop: WhileNode = {
    ...node,
    body: { ...body, nodes: [part], outputs: variables },
    tripCount: tripCount === null ? null : count,
    maximumIterations: count,
    outputs: last,
  };
  if (rest === 0) return [loop];
  const remaining = { ...node, inputs: [...last, ...inputs.slice(loopVariableCount)] };
  return [loop, kernelOf(remaining, parts, rest)];
}

function kernelOf(node: WhileNode, { test, body }: Parts, limit: number): KernelNode {
  const { inputs, outputs, location } = node;
  const loop: ElementLoop = {
    test: test?.region ?? null,
    body: body.region,
    limit,
    cost: body.cost + (test?.cost ?? 0) + 1,
    own: new Set([...body.own, ...(test?.own ?? [])]),
    isRandom: body.isRandom || (test?.isRandom ?? false),
  };
  return {
    kind: 'kernel',
    kernel: elementLoopKernel,
    inputs,
    inputNames: null,
    attributes: { loop },
    outputs,
    location,
  };
}

interface Parts {
  readonly test: Elementwise | null;
  readonly body: Elementwise;
  /** The test that each element makes for itself, where it is not one for all. */
  readonly ownTest: Graph | null;
}

/** Nodes do not change. */
const known = new WeakMap<WhileNode, Parts | null>();

function partsOf(node: WhileNode): Parts | null {
  let parts = known.get(node);
  if (parts === undefined) {
    parts = directParts(node) ?? ownParts(node);
    known.set(node, parts);
  }
  return parts;
}

function directParts({
  test: tested,
  body: repeated,
  loopVariableCount,
  tripCount,
}: WhileNode): Parts | null {
  const body = elementwise(repeated, loopVariableCount);
  if (body === null) return null;
  if (tripCount !== null) return { test: null, body, ownTest: null };
  const test = elementwise(tested, loopVariableCount);
  return test === null ? null : { test, body, ownTest: null };
}

function ownParts(node: WhileNode): Parts | null {
  if (node.tripCount !== null) return null;
  const test = ownTest(node);
  if (test === null) return null;
  const parts = directParts({ ...node, test: prune(test) });
  return parts === null ? null : { ...parts, ownTest: prune(test) };
}

function isOwn({ ownTest }: Parts): boolean {
  return ownTest !== null;
}
