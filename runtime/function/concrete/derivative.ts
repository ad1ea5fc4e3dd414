import { add, keep, mul, sum, type Tensor } from '@tensorflow/tfjs-core';
import { type Graph, type Node, SizesNeeded, type Value } from '../../graph/graph.js';
import { isFullyKnown } from '../../graph/types.js';
import { allNodes } from '../../graph/walk.js';
import { optimize } from '../../optimize/pipeline.js';
import { prune } from '../../optimize/prune.js';
import { engine } from '../../trace/engine.js';
import { traceFunction } from '../../trace/function.js';
import { replayAnew } from '../../trace/replay.js';
import { sized } from './sized.js';

/** A graph and its gradient, as two graphs: the first gives what the second one needs besides. */
export interface Derivative {
  /** Gives the graph's own outputs, and then those values that are kept for the gradient. */
  readonly forward: Graph;
  /** The parameters of the graph that the gradient reads. */
  readonly inputs: readonly number[];
  /** The outputs of the graph that have a gradient. */
  readonly differentiable: readonly number[];
  /** The parameters of the graph that any of these depends on. */
  readonly connected: readonly number[];
  /**
   * The gradients with respect to some of `connected`. Its parameters are `inputs`, what the forward graph keeps, and the
   * gradients of `differentiable`.
   */
  backward(wanted: readonly number[]): Graph;
}

/**
 * `null` where the graph has no gradient that is a graph. The first `resultCount` outputs may have one. Where the gradient
 * is to have a gradient in turn, it must not depend on what the forward graph keeps, of which nobody knows where it is from.
 */
export function derivativeOf(
  graph: Graph,
  resultCount: number,
  shapes: readonly (readonly number[])[],
  isOfInputs: boolean,
): Derivative | null {
  try {
    return derive(sized(graph, shapes), resultCount, isOfInputs);
  } catch {
    // Whoever comes through the ops one by one finds the one that is to blame, or that the gradient never gets there.
    return null;
  }
}

function derive(graph: Graph, resultCount: number, isOfInputs: boolean): Derivative | null {
  const { name, parameters, outputs } = graph;
  const differentiable = outputs.flatMap(({ dtype }, index) =>
    index < resultCount && dtype === 'float32' ? [index] : [],
  );
  const seeds = differentiable.map((index) => outputs[index]!);
  if (seeds.length === 0) return null;
  if (!seeds.every(({ shape }) => isFullyKnown(shape))) throw new SizesNeeded();
  let connected: number[] = [];
  const { graph: traced } = traceFunction(
    `gradient of ${name}`,
    [...parameters, ...seeds].map(({ dtype, shape }) => ({ dtype, shape })),
    (tensors) => {
      const inputs = tensors.slice(0, parameters.length);
      const watched = inputs.flatMap(({ dtype }, index) => (dtype === 'float32' ? [index] : []));
      let results: Tensor[] = [];
      const { grads } = engine().gradients(
        () => {
          results = replayAnew(graph, inputs).map((result) => keep(result.clone()));
          const products = differentiable.map((index, at) =>
            sum(mul(results[index]!, tensors[parameters.length + at]!)),
          );
          return products.reduce((left, right) => add(left, right));
        },
        watched.map((index) => inputs[index]!),
        null,
        true,
      );
      connected = watched.filter((_, at) => grads[at] != null);
      return [...results, ...grads.filter((gradient) => gradient != null)];
    },
  );
  if (connected.length === 0) return null;
  // The gradient of a gradient is that of the code, which is not all the same after it has been optimised.
  const joint = isOfInputs ? traced : optimize(traced);
  return split(graph, joint, { connected, differentiable, isOfInputs });
}

/** What does not depend on the gradients of the results belongs to the forward graph. */
function split(
  graph: Graph,
  joint: Graph,
  {
    connected,
    differentiable,
    isOfInputs,
  }: Pick<Derivative, 'connected' | 'differentiable'> & { isOfInputs: boolean },
): Derivative {
  const count = graph.parameters.length;
  const own = joint.parameters.slice(0, count);
  const gradients = joint.outputs.slice(graph.outputs.length);
  const dependent = new Set(joint.parameters.slice(count));
  const nodes: Record<'forward' | 'backward', Node[]> = { forward: [], backward: [] };
  for (const node of joint.nodes) {
    const isBackward = node.inputs.some((input) => dependent.has(input));
    if (isBackward) for (const output of node.outputs) dependent.add(output);
    nodes[isBackward ? 'backward' : 'forward'].push(node);
  }
  const needed = new Set(
    [...nodes.backward.flatMap(({ inputs }) => inputs), ...gradients].filter(
      (value) => !dependent.has(value),
    ),
  );
  const constants = nodes.forward.filter(
    (node) => node.kind === 'constant' && node.outputs.some((output) => needed.has(output)),
  );
  const isConstant = (value: Value) => constants.some(({ outputs }) => outputs.includes(value));
  const kept = [...needed].filter((value) => !own.includes(value) && !isConstant(value));
  // What loops keep of each iteration is as long as they run: they run once more.
  const isAgain = isOfInputs || !kept.every(({ shape }) => isFullyKnown(shape));
  if (isAgain && !isRepeatable(joint)) throw new SizesNeeded();
  const inputs = own.flatMap((value, index) => (isAgain || needed.has(value) ? [index] : []));
  const seeds = joint.parameters.slice(count);
  return {
    forward: isAgain
      ? graph
      : prune({
          ...joint,
          parameters: own,
          nodes: nodes.forward,
          outputs: [...joint.outputs.slice(0, graph.outputs.length), ...kept],
        }),
    inputs,
    differentiable,
    connected,
    backward: (wanted) =>
      prune({
        ...joint,
        parameters: [...inputs.map((index) => own[index]!), ...(isAgain ? [] : kept), ...seeds],
        nodes: isAgain ? joint.nodes : [...constants, ...nodes.backward],
        outputs: wanted.map((index) => gradients[connected.indexOf(index)]!),
      }),
  };
}

function isRepeatable(graph: Graph): boolean {
  return Array.from(allNodes(graph)).every(
    (node) =>
      node.kind !== 'random' && node.kind !== 'print' && (node.kind !== 'host' || node.isPure),
  );
}
