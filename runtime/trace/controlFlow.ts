import type { GradConfig, NamedTensorInfoMap, Tensor, TensorInfo } from '@tensorflow/tfjs-core';
import { registerGradient, registerKernel, scalar } from '@tensorflow/tfjs-core';
import { constantNode, ifNode, kernelNode, whileNode } from '../graph/builder.js';
import { type Graph, type Node, Value } from '../graph/graph.js';
import { setContent } from './assignments.js';
import { tracingBackend, tracingBackendName } from './backend.js';
import { valueNow } from './chosenVariables.js';
import { engine } from './engine.js';
import { settle } from './heirs.js';
import { symbolicTensor } from './kernels.js';
import { currentLocation } from './location.js';
import { overwritingIn, readByAnotherName } from './overwritten.js';
import { forgetAnswers } from './remembered.js';
import type { Subgraph } from './subgraph.js';
import { forgetErrors } from './swallowedErrors.js';
import { hasUnknownRank } from './symbolic.js';
import { TensorMap } from './tensorMap.js';
import { currentTracer, described } from './tracer.js';
import { noteComparison } from './unstagedCalls.js';
import { snapshotVariables, type VariableUse } from './variables.js';

/*
 * An if and a while enter the graph as kernels of the tracing backend, so that the engine's tape sees them like any
 * other op and asks for their gradients (see `controlFlowGradient.ts`).
 */

export const ifKernel = 'UseGraphIf';
export const whileKernel = 'UseGraphWhile';

export interface IfAttributes {
  readonly thenBranch: Graph;
  readonly elseBranch: Graph;
}

export interface WhileAttributes {
  readonly test: Graph;
  readonly body: Graph;
  readonly loopVariableCount: number;
  readonly bounds: LoopBounds;
}

export interface LoopBounds {
  /** How often the body runs, where that is known while tracing. */
  readonly tripCount?: number | null;
  readonly maximumIterations?: number | null;
}

/**
 * Adds a conditional to the graph under construction and returns what the branches' outputs became. Both branches must
 * have equally many outputs, of equal dtypes. Variables that a branch assigned have their new content afterwards.
 */
export function emitIf(predicate: Tensor, thenBranch: Subgraph, elseBranch: Subgraph): Tensor[] {
  const branches = [thenBranch, elseBranch];
  const captures = mergeCaptures(branches);
  const variables = mergeVariables(branches);
  const changed = variables.filter((variable) =>
    branches.some((branch) => isChanged(branch, variable)),
  );
  const graphs = branches.map((branch) => ({
    name: branch.name,
    parameters: [
      ...captureParameters(branch, captures),
      ...variables.map((variable) => variableParameter(branch, variable)),
    ],
    nodes: branch.nodes,
    outputs: branch.outputs,
  }));
  const attributes: IfAttributes = {
    thenBranch: withFinalContents(graphs[0]!, thenBranch, changed, variables, captures.length),
    elseBranch: withFinalContents(graphs[1]!, elseBranch, changed, variables, captures.length),
  };
  const outputs = runUntyped(ifKernel, [predicate, ...captures, ...variables], attributes);
  const tracer = currentTracer();
  const node = tracer.nodes.at(-1)!;
  becomePart(node, branches);
  if (node.kind === 'if') settle(node, [thenBranch.tracer, elseBranch.tracer], tracer);
  assignContents(changed, outputs.slice(thenBranch.outputs.length));
  return outputs.slice(0, thenBranch.outputs.length);
}

/**
 * Adds a loop to the graph under construction and returns the last loop variables. `test` and `body` have been traced
 * with the loop variables as parameters; the parameters' types cover the first values and all later ones.
 */
export function emitWhile(
  initial: readonly Tensor[],
  test: Subgraph,
  body: Subgraph,
  bounds: LoopBounds = {},
): Tensor[] {
  const captures = mergeCaptures([test, body]);
  for (const tensor of captures) {
    const overwriting = body.tracer && overwritingIn(body.tracer, tensor);
    if (overwriting) throw readByAnotherName(described(tensor), overwriting);
  }
  const variables = mergeVariables([test, body]);
  const changed = variables.filter((variable) => isChanged(body, variable));
  const unchanged = variables.filter((variable) => !isChanged(body, variable));
  const isCounted = test.iteration !== null || body.iteration !== null;
  const parametersOf = (subgraph: Subgraph) => [
    ...subgraph.parameters,
    ...changed.map((variable) => variableParameter(subgraph, variable)),
    ...(isCounted ? [subgraph.iteration ?? new Value('int32', [])] : []),
    ...captureParameters(subgraph, captures),
    ...unchanged.map((variable) => variableParameter(subgraph, variable)),
  ];
  const parameters = parametersOf(body);
  const loopVariableCount = initial.length + changed.length + (isCounted ? 1 : 0);
  const finals = changed.map((variable) => variableUse(body, variable)!.final);
  const count = isCounted ? countedUp(parameters[loopVariableCount - 1]!) : [];
  const attributes: WhileAttributes = {
    test: {
      name: test.name,
      parameters: parametersOf(test),
      nodes: test.nodes,
      outputs: test.outputs,
    },
    body: {
      name: body.name,
      parameters,
      nodes: [...body.nodes, ...count],
      outputs: [...body.outputs, ...finals, ...count.slice(-1).flatMap(({ outputs }) => outputs)],
    },
    loopVariableCount,
    bounds,
  };
  const first = isCounted ? [scalar(0, 'int32')] : [];
  const outputs = runUntyped(
    whileKernel,
    [...initial, ...changed, ...first, ...captures, ...unchanged],
    attributes,
  );
  becomePart(currentTracer().nodes.at(-1)!, [test, body]);
  assignContents(changed, outputs.slice(initial.length));
  return outputs.slice(0, initial.length);
}

function becomePart(construct: Node, parts: readonly Subgraph[]): void {
  for (const { tracer } of parts) if (tracer !== null) tracer.construct = construct;
}

/** Nodes of which the last gives the iteration after this one. */
function countedUp(iteration: Value): Node[] {
  const one = constantNode({ splat: 1 }, { dtype: 'int32', shape: [] });
  return [one, kernelNode('Add', [iteration, one.outputs[0]!], ['a', 'b'], {})];
}

/** The function returned drops every node made since, and undoes the assignments of variables since. */
export function checkpoint(): () => void {
  const tracer = currentTracer();
  const nodeCount = tracer.nodes.length;
  const captureCount = tracer.captures.length;
  const tape = engine().state.activeTape;
  const tapeLength = tape?.length ?? 0;
  const restoreVariables = snapshotVariables();
  return () => {
    tracer.drop(nodeCount);
    tracer.captures.length = captureCount;
    forgetAnswers(tracer);
    forgetErrors();
    if (tape !== null) tape.length = tapeLength;
    restoreVariables();
  };
}

/** Makes the two kernels and their gradients known to TensorFlow.js. */
export function registerControlFlow(gradients: {
  readonly if: GradConfig;
  readonly while: GradConfig;
}): void {
  registerKernel({
    kernelName: ifKernel,
    backendName: tracingBackendName,
    kernelFunc: ({ inputs, attrs }) => traceIf(inputs, attrs as unknown as IfAttributes),
  });
  registerKernel({
    kernelName: whileKernel,
    backendName: tracingBackendName,
    kernelFunc: ({ inputs, attrs }) => traceWhile(inputs, attrs as unknown as WhileAttributes),
  });
  registerGradient(gradients.if);
  registerGradient(gradients.while);
}

/** Runs a kernel that exists in traces only, on inputs of any number. */
export function runUntyped(
  kernel: string,
  inputs: readonly Tensor[],
  attributes: object,
): Tensor[] {
  return engine().runKernel(kernel, inputs.map(withoutGradient), attributes) as Tensor[];
}

/**
 * A predicate or a counter has no gradient, but the tape would ask the comparison that made it for one. A tensor object
 * of its own is not on the tape.
 */
function withoutGradient(tensor: Tensor): Tensor {
  return tensor.dtype === 'float32' ? tensor : detached(tensor);
}

/** The same values, which no gradient goes through. */
export function detached(tensor: Tensor): Tensor {
  if (hasUnknownRank(tensor)) return tensor;
  const { dataId, shape, dtype } = tensor;
  return engine().makeTensorFromTensorInfo({ dataId, shape, dtype }, tracingBackend);
}

function traceIf(inputs: NamedTensorInfoMap, attributes: IfAttributes): TensorInfo[] {
  const [predicate, ...values] = Object.values(inputs) as Tensor[];
  const { thenBranch, elseBranch } = attributes;
  const taken = referAll(values);
  return addNode(ifNode(valueNow(predicate!), taken, thenBranch, elseBranch, currentLocation()));
}

function traceWhile(inputs: NamedTensorInfoMap, attributes: WhileAttributes): TensorInfo[] {
  const { test, body, loopVariableCount, bounds } = attributes;
  return addNode(
    whileNode(
      referAll(Object.values(inputs) as Tensor[]),
      test,
      body,
      loopVariableCount,
      bounds,
      currentLocation(),
    ),
  );
}

/** What a subgraph takes from outside is used there, if at all. */
function referAll(tensors: readonly Tensor[]): Value[] {
  return tensors.map((tensor) => currentTracer().reference(tensor));
}

export function resolveAll(inputs: NamedTensorInfoMap): Value[] {
  return Object.values(inputs).map((tensor) => valueNow(tensor as Tensor));
}

export function addNode(node: Node): TensorInfo[] {
  currentTracer().add(node);
  const tensors = node.outputs.map((output) => symbolicTensor(output, true));
  if (tensors.length > 0) noteComparison(node, tensors[0]!.dataId);
  return tensors;
}

/** The tensors that the subgraphs take from outside, each once. */
function mergeCaptures(subgraphs: readonly Subgraph[]): Tensor[] {
  const merged: Tensor[] = [];
  const known = new TensorMap<true>();
  for (const { tensor } of subgraphs.flatMap(({ captures }) => captures)) {
    if (known.get(tensor)) continue;
    known.set(tensor, true);
    merged.push(tensor);
  }
  return merged;
}

function mergeVariables(subgraphs: readonly Subgraph[]): VariableUse['variable'][] {
  return [...new Set(subgraphs.flatMap(({ variables }) => variables.map((use) => use.variable)))];
}

function variableUse(
  subgraph: Subgraph,
  variable: VariableUse['variable'],
): VariableUse | undefined {
  return subgraph.variables.find((use) => use.variable === variable);
}

function isChanged(subgraph: Subgraph, variable: VariableUse['variable']): boolean {
  const use = variableUse(subgraph, variable);
  return use !== undefined && use.final !== use.entry;
}

/** The subgraph's parameters for the captured tensors; a new one for each that it does not use. */
function captureParameters(subgraph: Subgraph, captures: readonly Tensor[]): Value[] {
  const own = new TensorMap<Value>();
  for (const { tensor, parameter } of subgraph.captures)
    if (own.get(tensor) === undefined) own.set(tensor, parameter);
  return captures.map((tensor) => own.get(tensor) ?? unusedParameter(tensor));
}

function variableParameter(subgraph: Subgraph, variable: VariableUse['variable']): Value {
  return variableUse(subgraph, variable)?.entry ?? unusedParameter(variable);
}

function unusedParameter(tensor: Tensor): Value {
  const { dtype, shape } = currentTracer().reference(tensor);
  return new Value(dtype, shape);
}

/** The graph with the variables that either branch changed as further outputs. */
function withFinalContents(
  graph: Graph,
  subgraph: Subgraph,
  changed: readonly VariableUse['variable'][],
  variables: readonly VariableUse['variable'][],
  offset: number,
): Graph {
  const contents = changed.map(
    (variable) =>
      variableUse(subgraph, variable)?.final ??
      graph.parameters[offset + variables.indexOf(variable)]!,
  );
  return { ...graph, outputs: [...graph.outputs, ...contents] };
}

function assignContents(
  variables: readonly VariableUse['variable'][],
  contents: readonly Tensor[],
): void {
  variables.forEach((variable, index) => {
    setContent(variable, contents[index]!.dataId);
  });
}
