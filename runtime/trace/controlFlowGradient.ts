import type { GradConfig, Tensor } from '@tensorflow/tfjs-core';
import { add, greater, mul, reshape, scalar, slice, sub, sum, zeros } from '@tensorflow/tfjs-core';
import { constantNode, kernelNode } from '../graph/builder.js';
import { type Graph, type Node, SizesNeeded } from '../graph/graph.js';
import { type Push, pushOf } from '../graph/growth.js';
import { type DataType, isFullyKnown } from '../graph/types.js';
import { useCounts, withSubgraphs } from '../graph/walk.js';
import { Scoped } from '../scoped.js';
import { constantData } from './constant.js';
import {
  emitIf,
  emitWhile,
  type IfAttributes,
  ifKernel,
  type WhileAttributes,
  whileKernel,
} from './controlFlow.js';
import { engine } from './engine.js';
import { gradientOfHost } from './hostCall.js';
import { symbolicTensor } from './kernels.js';
import { currentLocation } from './location.js';
import { replay } from './replay.js';
import { traceSubgraph } from './subgraph.js';
import { currentTracer, symbolicUnmarked } from './tracer.js';

/**
 * The gradient of a conditional is a conditional on the same predicate, whose branches are the branches' gradients;
 * each runs its branch once more, since what it computed was not kept.
 */
export const ifGradient: GradConfig = {
  kernelName: ifKernel,
  saveAllInputs: true,
  gradFunc: (dy, saved, attributes) => {
    const branches = attributes as unknown as IfAttributes;
    const thenBranch = withoutEffects(branches.thenBranch);
    const elseBranch = withoutEffects(branches.elseBranch);
    const [predicate, ...inputs] = saved as [Tensor, ...Tensor[]];
    const outputGradients = Array.isArray(dy) ? dy : [dy];
    const [whenTrue, whenFalse] = [thenBranch, elseBranch].map((branch) =>
      traceSubgraph(`${branch.name} gradient`, [], () =>
        vectorJacobianProduct(branch, inputs, outputGradients, floatIndices(inputs)),
      ),
    );
    const gradients = emitIf(predicate, whenTrue!, whenFalse!);
    return gradientMap(
      [predicate, ...inputs],
      floatIndices(inputs).map((index) => index + 1),
      gradients,
    );
  },
};

/**
 * The gradient of a loop runs the loop again, keeping the loop variables of every iteration in tensors that grow along
 * their first axis, and then a second loop over the iterations from the last to the first.
 */
export const whileGradient: GradConfig = {
  kernelName: whileKernel,
  saveAllInputs: true,
  gradFunc: (dy, saved, attributes) => {
    const original = attributes as unknown as WhileAttributes;
    const loop = {
      ...original,
      test: withoutEffects(original.test),
      body: withoutEffects(original.body),
    };
    const invariants = saved.slice(loop.loopVariableCount);
    const pushed = pushedVariables(loop);
    const isKept = (_: unknown, index: number) => !pushed.some((one) => one.variable === index);
    const kept = saved.slice(0, loop.loopVariableCount).filter(isKept);
    const inputs = [...kept, ...invariants];
    const known = [
      ...saved,
      ...loop.body.parameters.slice(0, loop.loopVariableCount).filter(isKept),
    ];
    if (!known.every(({ shape }) => isFullyKnown(shape))) throw new SizesNeeded();
    const weights = saved.map((_, index) => (Array.isArray(dy) ? dy[index]! : dy));
    const rows = pushed.map(
      ({ variable }): PushedRows => ({
        first: saved[variable]!.shape[0]!,
        weights: weights[variable]!,
      }),
    );
    const gradients = symbolicUnmarked(() => {
      const again = withoutPushes(loop, pushed);
      const history = recordHistory(again, kept, invariants);
      const incoming = floatsOf(weights.slice(0, loop.loopVariableCount).filter(isKept), kept);
      return runBackwards(again, kept, invariants, history, incoming, rows);
    });
    const found = gradientMap(inputs, floatIndices(inputs), gradients);
    const ofKept = Object.values(found).values();
    return Object.fromEntries(
      saved.map((input, index) => {
        const own = pushed.findIndex(({ variable }) => variable === index);
        if (own < 0) return [index, ofKept.next().value!];
        return [index, () => firstRows(rows[own]!, input)];
      }),
    );
  },
};

/** What an iteration adds to a variable that nothing in it reads: its gradient is a row of what comes after the loop. */
interface Pushed extends Push {
  readonly variable: number;
}

interface PushedRows {
  /** How many rows there are before the loop. */
  readonly first: number;
  /** Of all rows behind the loop. */
  readonly weights: Tensor;
}

function pushedVariables({ test, body, loopVariableCount }: WhileAttributes): Pushed[] {
  const used = [useCounts(test), useCounts(body)] as const;
  return body.parameters.slice(0, loopVariableCount).flatMap((parameter, variable) => {
    const push = pushOf(body, variable);
    if (push === null || parameter.shape?.[0] !== null || !isFullyKnown(push.row.shape)) return [];
    const isRead =
      used[0].has(test.parameters[variable]!) ||
      used[1].get(parameter) !== 1 ||
      used[1].get(body.outputs[variable]!) !== 1;
    return isRead ? [] : [{ ...push, variable }];
  });
}

/** The loop without these variables; behind its own, its body gives the rows that it adds. */
function withoutPushes(loop: WhileAttributes, pushed: readonly Pushed[]): WhileAttributes {
  const isKept = (_: unknown, index: number) => !pushed.some((one) => one.variable === index);
  const { test, body, loopVariableCount } = loop;
  return {
    ...loop,
    test: { ...test, parameters: test.parameters.filter(isKept) },
    body: {
      ...body,
      parameters: body.parameters.filter(isKept),
      nodes: body.nodes.filter((node) => !pushed.some(({ concat }) => concat === node)),
      outputs: [...body.outputs.filter(isKept), ...pushed.map(({ row }) => row)],
    },
    loopVariableCount: loopVariableCount - pushed.length,
  };
}

function firstRows({ first, weights }: PushedRows, { shape }: Tensor): Tensor {
  if (first === 0) return zeros(shape);
  return slice(weights, 0, first);
}

interface History {
  readonly iterations: Tensor;
  /** For each loop variable, its values at the start of every iteration, stacked. */
  readonly stacks: readonly Tensor[];
}

function recordHistory(
  loop: WhileAttributes,
  variables: readonly Tensor[],
  invariants: readonly Tensor[],
): History {
  const count = variables.length;
  const types = variables.map(({ dtype, shape }) => ({ dtype: dtype as DataType, shape }));
  const stackTypes = types.map(({ dtype, shape }) => ({ dtype, shape: [null, ...shape] }));
  const parameters = [...types, { dtype: 'int32' as const, shape: [] }, ...stackTypes];
  const test = traceSubgraph(`${loop.test.name} again`, parameters, (current) =>
    replay(loop.test, [...current.slice(0, count), ...invariants]),
  );
  const body = traceSubgraph(`${loop.body.name} again`, parameters, (current) => {
    const values = current.slice(0, count);
    const next = replay(loop.body, [...values, ...invariants]).slice(0, count);
    const iterations = add(current[count]!, scalar(1, 'int32'));
    const stacks = current.slice(count + 1).map((stack, index) => push(stack, values[index]!));
    return [...next, iterations, ...stacks];
  });
  const empty = stackTypes.map(({ dtype }, index) => emptyStack(dtype, types[index]!.shape));
  const final = emitWhile([...variables, scalar(0, 'int32'), ...empty], test, body, loop.bounds);
  return { iterations: final[count]!, stacks: final.slice(count + 1) };
}

function runBackwards(
  loop: WhileAttributes,
  variables: readonly Tensor[],
  invariants: readonly Tensor[],
  history: History,
  outputGradients: readonly Tensor[],
  pushed: readonly PushedRows[],
): Tensor[] {
  const inputs = [...variables, ...invariants];
  const carried = floatIndices(variables);
  const shared = floatIndices(invariants).map((index) => index + variables.length);
  const initial = [
    history.iterations,
    ...outputGradients,
    ...shared.map((index) => zeros(inputs[index]!.shape)),
  ];
  const parameters = initial.map(({ dtype, shape }) => ({ dtype: dtype as DataType, shape }));
  const test = traceSubgraph(`${loop.test.name} gradient`, parameters, ([remaining]) => [
    greater(remaining!, scalar(0, 'int32')),
  ]);
  const body = traceSubgraph(
    `${loop.body.name} gradient`,
    parameters,
    ([remaining, ...gradients]) => {
      const iteration = sub(remaining!, scalar(1, 'int32'));
      const values = history.stacks.map((stack, index) =>
        elementOf(stack, iteration, variables[index]!.shape),
      );
      const incoming = [
        ...allGradients(variables, gradients.slice(0, carried.length)),
        ...pushed.map(({ first, weights }) =>
          weights.dtype === 'float32' ? rowBehind(weights, iteration, first) : null,
        ),
      ];
      const found = vectorJacobianProduct(loop.body, [...values, ...invariants], incoming, [
        ...carried,
        ...shared,
      ]);
      const sums = shared.map((_, index) =>
        add(gradients[carried.length + index]!, found[carried.length + index]!),
      );
      return [iteration, ...found.slice(0, carried.length), ...sums];
    },
  );
  return emitWhile(initial, test, body, loop.bounds).slice(1);
}

/** A gradient for every variable; those that are not floats have none. */
function allGradients(variables: readonly Tensor[], carried: readonly Tensor[]): (Tensor | null)[] {
  const floats = floatIndices(variables);
  return variables.map((_, index) => carried[floats.indexOf(index)] ?? null);
}

function rowBehind(rows: Tensor, index: Tensor, first: number): Tensor {
  const place = first === 0 ? index : add(index, scalar(first, 'int32'));
  return elementOf(rows, place, [1, ...rows.shape.slice(1)]);
}

/** The gradients of the graph's outputs, weighted with `outputGradients`, for the inputs at `indices`. */
function vectorJacobianProduct(
  graph: Graph,
  inputs: readonly Tensor[],
  outputGradients: readonly (Tensor | null)[],
  indices: readonly number[],
): Tensor[] {
  if (indices.length === 0) return [];
  const copies = inputs.map((input) => input.clone());
  const targets = indices.map((index) => copies[index]!);
  const weightedSum = () => {
    let total: Tensor = scalar(0);
    replay(graph, copies).forEach((output, index) => {
      const weight = outputGradients[index];
      if (output.dtype === 'float32' && weight != null)
        total = add(total, sum(mul(output, weight)));
    });
    return total;
  };
  const { grads } = mayUseNone.during(true, () =>
    engine().gradients(weightedSum, targets, null, true),
  );
  return grads.map((gradient, index) => gradient ?? zeros(targets[index]!.shape));
}

/** Whether a graph is differentiated that may use none of its inputs: the other branch of a conditional may. */
export const mayUseNone = new Scoped(false);

function floatsOf(values: readonly Tensor[], tensors: readonly Tensor[]): Tensor[] {
  return floatIndices(tensors).map((index) => values[index]!);
}

function floatIndices(tensors: readonly Tensor[]): number[] {
  return tensors.flatMap(({ dtype }, index) => (dtype === 'float32' ? [index] : []));
}

/** The tape asks for the gradients of inputs that are no floats only to add them to nothing. */
function gradientMap(
  inputs: readonly Tensor[],
  indices: readonly number[],
  gradients: readonly Tensor[],
): Record<string, () => Tensor> {
  return Object.fromEntries(
    inputs.map((input, index) => {
      const gradient = gradients[indices.indexOf(index)];
      return [index, () => gradient ?? zeros(input.shape)];
    }),
  );
}

function emptyStack(dtype: DataType, shape: readonly number[]): Tensor {
  const node = constantNode(
    constantData([], dtype),
    { dtype, shape: [0, ...shape] },
    currentLocation(),
  );
  currentTracer().add(node);
  return symbolicTensor(node.outputs[0]!);
}

/** TensorFlow.js's own ops ask for sizes, so the growing stacks are made of nodes directly. */
function push(stack: Tensor, element: Tensor): Tensor {
  const tracer = currentTracer();
  const row = reshape(element, [1, ...element.shape]);
  const values = [tracer.resolve(stack), tracer.resolve(row)];
  const node = kernelNode('Concat', values, null, { axis: 0 }, currentLocation());
  tracer.add(node);
  return symbolicTensor(node.outputs[0]!);
}

function elementOf(stack: Tensor, index: Tensor, shape: readonly number[]): Tensor {
  const tracer = currentTracer();
  const rowIndex = reshape(index, [1]);
  const values = [tracer.resolve(stack), tracer.resolve(rowIndex)];
  const attributes = { axis: 0, batchDims: 0 };
  const node = kernelNode('GatherV2', values, ['x', 'indices'], attributes, currentLocation());
  tracer.add(node);
  return reshape(symbolicTensor(node.outputs[0]!), [...shape]);
}

/** What a branch or body prints, asserts or calls was printed, asserted and called when it ran first. */
export function withoutEffects(graph: Graph): Graph {
  const nodes = graph.nodes.flatMap((node): Node[] => {
    switch (node.kind) {
      case 'print':
      case 'assert':
      case 'throw':
        return [];
      case 'host':
        if (node.isPure) return [node];
        if (node.outputs.length > 0) throw gradientOfHost(node);
        return [];
      default:
        return [withSubgraphs(node, withoutEffects)];
    }
  });
  return { ...graph, nodes };
}
