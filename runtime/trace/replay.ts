import type { Tensor } from '@tensorflow/tfjs-core';
import {
  customGrad,
  fill,
  fused,
  tensor as makeTensor,
  tensor1d,
  zerosLike,
} from '@tensorflow/tfjs-core';
import {
  type AssertNode,
  type ConstantNode,
  type DeferredNode,
  type Graph,
  type HostNode,
  type IfNode,
  type KernelNode,
  type Node,
  type RandomNode,
  type ThrowNode,
  Value,
  type WhileNode,
} from '../graph/graph.js';
import { commonShape, isFullyKnown, isSubtype, type TensorType } from '../graph/types.js';
import { valueNow } from './chosenVariables.js';
import { emitIf, emitWhile } from './controlFlow.js';
import { withCustomGradient } from './customGradient.js';
import { iterationsAround, withFreshDraws } from './draws.js';
import { engine } from './engine.js';
import { emitHost } from './hostCall.js';
import { symbolicTensor } from './kernels.js';
import { shapeKernel } from './shapeKernel.js';
import { traceSubgraph } from './subgraph.js';
import { shapeKnownOf } from './symbolic.js';
import { at, currentTracer, isTracing } from './tracer.js';

/** What a graph asks of the host when it is replayed outside of a trace. */
export interface ReplayHost {
  /** Whether all elements of a bool tensor are true; throws where the backend cannot be read synchronously. */
  readBoolean(tensor: Tensor): boolean;
  random(node: RandomNode, iterations: readonly Tensor[]): Tensor;
  print(values: readonly unknown[], tensors: readonly Tensor[]): void;
  fail(node: AssertNode, shown: readonly Tensor[]): never;
  throw(node: ThrowNode, tensors: readonly Tensor[]): never;
  call(node: HostNode, tensors: readonly Tensor[]): Tensor[];
}

/**
 * Runs a graph once more op by op through the TensorFlow.js engine, so that the tape of a `tf.grad` around sees every
 * op. In a trace this adds the graph's nodes to the one under construction; outside it computes, for which `host` is
 * needed. The inputs are those of the graph's parameters. An output may be one of the inputs itself.
 */
export function replay(graph: Graph, inputs: readonly Tensor[], host?: ReplayHost): Tensor[] {
  const tensors = new Map<Value, Tensor>();
  const keep = (values: readonly Value[], results: readonly Tensor[]) => {
    for (const [index, value] of values.entries()) tensors.set(value, results[index]!);
  };
  keep(graph.parameters, inputs);
  const tensorOf = (value: Value): Tensor => tensors.get(value)!;
  for (const node of graph.nodes) {
    const operands = node.inputs.map(tensorOf);
    const results = at(node.location, () =>
      isTracing() ? traceAgain(node, operands) : runAgain(node, operands, host!),
    );
    keep(node.outputs, results);
  }
  return graph.outputs.map(tensorOf);
}

/** Adds a graph once more to the one that is being traced: it draws other random numbers there than at other places. */
export function replayAnew(graph: Graph, inputs: readonly Tensor[]): Tensor[] {
  const outer = iterations;
  const tracer = currentTracer();
  iterations = iterationsAround(tracer);
  try {
    return replay(withFreshDraws(graph, tracer.root.nextDraw(drawsOfGraph)), inputs);
  } finally {
    iterations = outer;
  }
}

/** More than any graph has. */
const drawsOfGraph = 1 << 16;

/** Those of the loops around a graph that is added once more. */
let iterations: readonly Tensor[] = [];

function traceAgain(node: Node, operands: readonly Tensor[]): Tensor[] {
  switch (node.kind) {
    case 'kernel':
      return runKernel(node, operands);
    case 'if':
      return traceIf(node, operands);
    case 'while':
      return traceWhile(node, operands);
    case 'host':
      return emitHost({ ...node, types: node.outputs }, operands);
    case 'deferred':
      return traceDeferred(node, operands);
    default:
      return addCopy(node, operands);
  }
}

function traceIf(node: IfNode, [predicate, ...inputs]: readonly Tensor[]): Tensor[] {
  const [thenBranch, elseBranch] = [node.thenBranch, node.elseBranch].map((branch) =>
    traceSubgraph(branch.name, [], () => replay(branch, inputs)),
  );
  return emitIf(predicate!, thenBranch!, elseBranch!);
}

function traceWhile(node: WhileNode, operands: readonly Tensor[]): Tensor[] {
  const { loopVariableCount, tripCount, maximumIterations } = node;
  const initial = operands.slice(0, loopVariableCount);
  const invariants = operands.slice(loopVariableCount);
  const declared = node.body.parameters.slice(0, loopVariableCount);
  // Less may be unknown than was at first; a size that the body changes stays unknown.
  let types = initial.map(
    (tensor, index): TensorType => ({ ...declared[index]!, shape: shapeKnownOf(tensor) }),
  );
  const traceWith = (graph: Graph) =>
    traceSubgraph(graph.name, types, (current) => replay(graph, [...current, ...invariants]));
  let body = traceWith(node.body);
  while (!body.outputs.every((output, index) => isSubtype(output, types[index]!))) {
    types = types.map(({ dtype, shape }, index) => ({
      dtype,
      shape: commonShape(shape, body.outputs[index]!.shape),
    }));
    body = traceWith(node.body);
  }
  return emitWhile(initial, traceWith(node.test), body, { tripCount, maximumIterations });
}

/** Where the sizes are known now, what was deferred is traced; a tape around then sees it. */
function traceDeferred(node: DeferredNode, operands: readonly Tensor[]): Tensor[] {
  const isSized = operands.every((operand) => isFullyKnown(shapeKnownOf(operand)));
  return isSized ? [...node.compute(operands, replay, node.of)] : addCopy(node, operands);
}

/** Constants, random numbers and effects need no tape: the node itself enters the graph, with values of its own. */
function addCopy(
  node: Exclude<Node, KernelNode | IfNode | WhileNode | HostNode>,
  operands: readonly Tensor[],
): Tensor[] {
  const tracer = currentTracer();
  const given = node.kind === 'random' ? [...iterations, ...operands] : operands;
  const inputs = given.map(valueNow);
  const outputs = node.outputs.map(copyOf);
  tracer.add({ ...node, inputs, outputs });
  return outputs.map((output) => symbolicTensor(output));
}

function runAgain(node: Node, operands: readonly Tensor[], host: ReplayHost): Tensor[] {
  switch (node.kind) {
    case 'kernel':
      return runKernel(node, operands, host);
    case 'constant':
      return [constantTensor(node)];
    case 'random':
      return [host.random(node, operands)];
    case 'if': {
      const [predicate, ...inputs] = operands;
      const branch = host.readBoolean(predicate!) ? node.thenBranch : node.elseBranch;
      return replay(branch, inputs, host).map((output) => dependentOn(inputs, output));
    }
    case 'while':
      return runLoop(node, operands, host).map((output) => dependentOn(operands, output));
    case 'deferred':
      return [...node.compute(operands, (graph, inputs) => replay(graph, inputs, host), node.of)];
    case 'print':
      host.print(node.values, operands);
      return [];
    case 'assert':
      if (!host.readBoolean(operands[0]!)) host.fail(node, operands.slice(1));
      return [];
    case 'throw':
      return host.throw(node, operands);
    case 'host':
      return host.call(node, operands);
  }
}

function runLoop(node: WhileNode, operands: readonly Tensor[], host: ReplayHost): Tensor[] {
  const { loopVariableCount, tripCount, maximumIterations } = node;
  const invariants = operands.slice(loopVariableCount);
  const limit = Math.min(tripCount ?? Infinity, maximumIterations ?? Infinity);
  let current = operands.slice(0, loopVariableCount);
  for (let iteration = 0; iteration < limit; iteration++) {
    const inputs = [...current, ...invariants];
    if (tripCount === null && !host.readBoolean(replay(node.test, inputs, host)[0]!)) break;
    current = replay(node.body, inputs, host);
  }
  return current;
}

/**
 * A branch may ignore an input that the other one uses, and a loop may run no iteration: the gradient is then zero, where
 * the tape would know of no connection and TensorFlow.js would refuse.
 */
function dependentOn(inputs: readonly Tensor[], output: Tensor): Tensor {
  const { gradientDepth, kernelDepth } = engine().state;
  if (gradientDepth === 0 || kernelDepth > 0 || output.dtype !== 'float32') return output;
  const others = inputs.filter((input) => input.dtype === 'float32' && input !== output);
  return customGrad(() => ({
    value: output.clone(),
    gradFunc: (dy: Tensor) => [dy, ...others.map((other) => zerosLike(other))],
  }))(output, ...others);
}

function runKernel(node: KernelNode, operands: readonly Tensor[], host?: ReplayHost): Tensor[] {
  const { kernel, inputNames, attributes, gradient } = node;
  if (gradient !== undefined) {
    return [withCustomGradient(gradient, operands, (graph, inputs) => replay(graph, inputs, host))];
  }
  const known = kernel === shapeKernel ? shapeKnownOf(operands[0]!) : null;
  if (isFullyKnown(known)) return [tensor1d([...known], 'int32')];
  if (inputNames === null) return asList(engine().runKernel(kernel, operands, attributes));
  const inputs: Record<string, Tensor> = {};
  inputNames.forEach((name, index) => {
    inputs[name] = operands[index]!;
  });
  const viaOp = engine().state.gradientDepth > 0 ? fusedOps[kernel] : undefined;
  if (viaOp !== undefined) return [viaOp(inputs, attributes as FusedAttributes)];
  return asList(engine().runKernel(kernel, inputs, attributes));
}

type Convolution = Parameters<typeof fused.conv2d>[0];
type DepthwiseConvolution = Parameters<typeof fused.depthwiseConv2d>[0];
type Product = Parameters<typeof fused.matMul>[0];
type FusedAttributes = Omit<Convolution, 'x' | 'filter'> & Omit<Product, 'a' | 'b'>;

/** Fused kernels have no gradients; the ops that call them have. */
const fusedOps: Record<
  string,
  (inputs: Record<string, Tensor>, attributes: FusedAttributes) => Tensor
> = {
  _FusedMatMul: (inputs, attributes) =>
    fused.matMul({ ...attributes, ...inputs } as unknown as Product),
  FusedConv2D: (inputs, attributes) =>
    fused.conv2d({ ...attributes, ...inputs } as unknown as Convolution),
  FusedDepthwiseConv2D: (inputs, attributes) =>
    fused.depthwiseConv2d({ ...attributes, ...inputs } as unknown as DepthwiseConvolution),
};

function constantTensor({ data, outputs }: ConstantNode): Tensor {
  const { dtype, shape } = outputs[0]!;
  const known = isFullyKnown(shape) ? [...shape] : [];
  if ('splat' in data) return fill(known, data.splat, dtype as 'float32');
  return makeTensor(data.values as Float32Array, known, dtype);
}

function copyOf({ dtype, shape, name }: Value): Value {
  return new Value(dtype, shape, name);
}

function asList(result: Tensor | Tensor[]): Tensor[] {
  return Array.isArray(result) ? result : [result];
}
