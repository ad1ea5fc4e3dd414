import type { Tensor } from '@tensorflow/tfjs-core';
import { StagingError } from '../../errors.js';
import type { Graph, Node, Value } from '../../graph/graph.js';
import type { SourceLocation } from '../../graph/types.js';
import { type Created, forgetCreated, initializeVariable } from '../../trace/function.js';
import { releaseLearningRates, withLearningRates } from '../../trace/optimizers.js';
import { VariableArguments } from '../signature/variableArguments.js';
import { CompiledGraph } from './compile.js';
import { refuseUnusable } from './unusable.js';

/**
 * Gives the variables that a trace created their first contents. `leaves` are the call's tensors and variables, or `null`
 * where the trace was made from specifications, without a call.
 */
export function initializeCreated(
  { trace, variables }: { readonly trace: Created; readonly variables: VariableArguments },
  leaves: readonly Tensor[] | null,
  location: SourceLocation | null,
): void {
  const graph = onlyNeeded(trace.initializer!);
  const args = leaves === null ? null : variables.tensors(leaves);
  const { captures, optimizers } = trace;
  const outer = [
    ...withLearningRates(captures, optimizers),
    ...variables.resolve(trace.variables, leaves),
  ];
  const argumentCount = graph.parameters.length - outer.length;
  if (args === null && usesAny(graph, graph.parameters.slice(0, argumentCount))) {
    throw new StagingError(
      'initial-value-needs-call',
      `The first value of the variable '${trace.created[0]!.name}' depends on an argument, of which ` +
        'getConcreteFunction was given a tensorSpec only.',
      location,
      'Call the function once with tensors first, or create the variable outside.',
    );
  }
  const parameters = args === null ? graph.parameters.slice(argumentCount) : graph.parameters;
  const compiled = new CompiledGraph({ ...graph, parameters });
  try {
    const inputs = [...(args ?? []), ...outer];
    refuseUnusable(
      inputs,
      { ...trace, graph: { ...graph, parameters } },
      trace.graph.name,
      location,
    );
    const contents = compiled.executor().run(inputs);
    trace.created.forEach((variable, index) => {
      initializeVariable(variable, contents[index]!);
    });
  } finally {
    compiled.dispose();
    releaseLearningRates(optimizers);
  }
}

/**
 * Of a trace that failed: as when the code runs op by op, the variables that it had created by then are there, with their
 * first contents. Those that cannot have any are taken out of the engine.
 */
export function initializeLeft(
  trace: Created,
  leaves: readonly Tensor[] | null,
  location: SourceLocation | null,
): void {
  try {
    initializeCreated({ trace, variables: VariableArguments.none }, leaves, location);
  } catch {
    forgetCreated(trace.created);
  }
}

/** The graph without what its outputs do not depend on: its effects must not happen twice. */
function onlyNeeded(graph: Graph): Graph {
  const needed = new Set<Value>(graph.outputs);
  const nodes: Node[] = [];
  for (const node of graph.nodes.toReversed()) {
    if (!node.outputs.some((output) => needed.has(output))) continue;
    for (const input of node.inputs) needed.add(input);
    nodes.push(node);
  }
  return { ...graph, nodes: nodes.reverse() };
}

function usesAny(graph: Graph, values: readonly Value[]): boolean {
  const used = new Set<Value>([...graph.outputs, ...graph.nodes.flatMap((node) => node.inputs)]);
  return values.some((value) => used.has(value));
}
