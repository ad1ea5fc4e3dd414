import type { Tensor, Variable } from '@tensorflow/tfjs-core';
import { type Graph, Value } from '../graph/graph.js';
import type { TensorType } from '../graph/types.js';
import { watchAssignments } from './assignments.js';
import { valueNow } from './chosenVariables.js';
import { registerControlFlow } from './controlFlow.js';
import { ifGradient, whileGradient } from './controlFlowGradient.js';
import { watchCustomGradients } from './customGradient.js';
import { watchGradients } from './deferredGradient.js';
import { runEndChecks } from './endChecks.js';
import { registerMissingGradients } from './gradients/index.js';
import { registerHostCalls } from './hostCall.js';
import { symbolicTensor } from './kernels.js';
import { type UsedOptimizer, watchOptimizers } from './optimizers.js';
import { watchSavedTensors } from './savedTensors.js';
import { inSession, outsideOfTraces } from './session.js';
import { registerStandIns, StandIn } from './standIn.js';
import { currentTracer, Tracer, withTracer } from './tracer.js';
import { expectTensors, forgetComparisons, reportUnusedComparisons } from './unstagedCalls.js';
import {
  type CreatedVariable,
  enterVariables,
  forgetCreated,
  readVariables,
  usedVariables,
  watchVariables,
} from './variables.js';

export { forgetCreated, initializeVariable, NameTaken } from './variables.js';

/** What tracing a function gave. */
export interface Trace {
  /** Parameters: the function's, then `captures`, then `variables`. Outputs: the results, then `updates`. */
  readonly graph: Graph;
  /** Tensors from outside that the body used, by reference. */
  readonly captures: readonly Tensor[];
  /** Variables that the body read or assigned. */
  readonly variables: readonly Variable[];
  /** Those that it assigned; the last outputs of the graph are their new contents. */
  readonly updates: readonly Variable[];
  /** Variables that the body created. They have no content until it is given with `initializeVariable`. */
  readonly created: readonly Variable[];
  /** Computes the first contents of `created`, from the same parameters as `graph`; `null` where nothing was created. */
  readonly initializer: Graph | null;
  /** Optimizers that step in it. */
  readonly optimizers: readonly UsedOptimizer[];
  /** Those of the variables above that stand for variables among the arguments. */
  readonly standIns: readonly StandIn[];
}

/** What is known of a trace, finished or not, that created variables: how to compute their first contents. */
export type Created = Pick<
  Trace,
  'graph' | 'captures' | 'variables' | 'created' | 'initializer' | 'optimizers' | 'standIns'
>;

/**
 * Traces `body` into a graph. It is given ordinary `tf.Tensor`s of the types of `parameters`, whose elements do not
 * exist, and a stand-in for each of `variables`; the tensors that it returns are the graph's results.
 *
 * Whether it returns or throws, the engine is afterwards as it was, and no variable has changed. Where it throws and has
 * created variables, `onFailure` gives them their first contents or takes them away.
 */
export function traceFunction(
  name: string,
  parameters: readonly (TensorType & { readonly name?: string })[],
  body: (parameters: Tensor[], standIns: readonly StandIn[]) => readonly Tensor[],
  variables: readonly Variable[] = [],
  onFailure: (failed: Created) => void = ({ created }) => forgetCreated(created),
): Trace {
  registerOnce();
  const leave = expectTensors(parameters.map(({ dtype }) => dtype));
  const left: { failed?: Created } = {};
  try {
    return traceInSession(name, parameters, body, variables, left);
  } catch (error) {
    if (left.failed !== undefined) onFailure(left.failed);
    throw error;
  } finally {
    leave();
  }
}

function traceInSession(
  name: string,
  parameters: readonly (TensorType & { readonly name?: string })[],
  body: (parameters: Tensor[], standIns: readonly StandIn[]) => readonly Tensor[],
  variables: readonly Variable[],
  left: { failed?: Created },
): Trace {
  const tracer = new Tracer(name, null, parameters.length > 0);
  const values = parameters.map((type) => new Value(type.dtype, type.shape, type.name));
  return inSession(() =>
    withTracer(tracer, () => {
      const leaveVariables = enterVariables(tracer);
      const watch = watchVariables(tracer, currentTracer, outsideOfTraces);
      const stopAssignments = watchAssignments();
      const optimizers = watchOptimizers();
      const stopGradients = watchGradients();
      const stopSavedTensors = watchSavedTensors();
      const stopCustomGradients = watchCustomGradients();
      const standIns = variables.map((variable) => new StandIn(variable));
      const unregister = registerStandIns(standIns);
      let trace: Trace | null = null;
      try {
        const results = body(
          values.map((value) => symbolicTensor(value)),
          standIns,
        ).map(valueNow);
        runEndChecks();
        const finished = {
          ...finish(tracer, values, results, watch.created()),
          optimizers: optimizers.used(),
          standIns,
        };
        reportUnusedComparisons(finished.graph);
        trace = finished;
        return trace;
      } finally {
        if (trace === null) {
          forgetComparisons();
          const created = watch.created();
          if (created.length > 0)
            left.failed = {
              ...unfinished(tracer, values, created),
              optimizers: optimizers.used(),
              standIns,
            };
        }
        stopCustomGradients();
        stopSavedTensors();
        stopGradients();
        optimizers.stop();
        stopAssignments();
        watch.stop();
        unregister();
        leaveVariables();
        for (const standIn of standIns) standIn.release();
      }
    }),
  );
}

let isRegistered = false;

function registerOnce(): void {
  if (isRegistered) return;
  isRegistered = true;
  registerControlFlow({ if: ifGradient, while: whileGradient });
  registerHostCalls();
  registerMissingGradients();
}

function finish(
  tracer: Tracer,
  values: readonly Value[],
  results: readonly Value[],
  created: readonly CreatedVariable[],
): Omit<Trace, 'optimizers' | 'standIns'> {
  const uses = usedVariables(tracer);
  const updates = uses.filter((use) => use.final !== use.entry);
  const parameters = [
    ...values,
    ...tracer.captures.map((capture) => capture.parameter),
    ...uses.map((use) => use.entry),
  ];
  const { name, nodes } = tracer;
  const graph = {
    name,
    parameters,
    nodes,
    outputs: [...results, ...updates.map((use) => use.final)],
  };
  return {
    graph,
    captures: tracer.captures.map((capture) => capture.tensor),
    variables: uses.map((use) => use.variable),
    updates: updates.map((use) => use.variable),
    ...contentsOf(created, graph),
  };
}

function contentsOf(
  created: readonly CreatedVariable[],
  graph: Graph,
): Pick<Trace, 'created' | 'initializer'> {
  const outputs = created.map(({ initial }) => initial);
  return {
    created: created.map(({ variable }) => variable),
    initializer:
      created.length === 0 ? null : { ...graph, name: `${graph.name} initializer`, outputs },
  };
}

/** Of a trace that failed, perhaps in a branch: what there was of the graph around it. */
function unfinished(
  tracer: Tracer,
  values: readonly Value[],
  created: readonly CreatedVariable[],
): Omit<Created, 'optimizers' | 'standIns'> {
  const read = readVariables(tracer);
  const { name, nodes } = tracer;
  const parameters = [
    ...values,
    ...tracer.captures.map((capture) => capture.parameter),
    ...read.map(({ entry }) => entry.value),
  ];
  const graph = { name, parameters, nodes, outputs: [] };
  return {
    graph,
    captures: tracer.captures.map((capture) => capture.tensor),
    variables: read.map(({ variable }) => variable),
    ...contentsOf(created, graph),
  };
}
