import type { Tensor } from '@tensorflow/tfjs-core';
import { type Node, Value } from '../graph/graph.js';
import type { TensorType } from '../graph/types.js';
import { symbolicTensor } from './kernels.js';
import { currentLocation } from './location.js';
import { inNestedScope, offTape } from './session.js';
import { type Capture, currentTracer, enterTracer, Tracer, withTracer } from './tracer.js';
import { enterVariables, usedVariables, type VariableUse } from './variables.js';

/** A branch, a loop's test or its body, traced but not yet part of a node: what it takes from outside is listed. */
export interface Subgraph {
  readonly name: string;
  readonly parameters: readonly Value[];
  readonly nodes: readonly Node[];
  readonly outputs: readonly Value[];
  readonly captures: readonly Capture[];
  readonly variables: readonly VariableUse[];
  /** Of a loop's test or body: the parameter that counts the iterations, where random numbers are drawn by it. */
  readonly iteration: Value | null;
  /** What it was traced by; null for an empty one. */
  readonly tracer: Tracer | null;
}

/**
 * Traces `body` into a graph of its own. It is given tensors of the types of `parameters`; the tensors that it returns
 * are the graph's outputs. Assignments of variables in it take effect only through `emitIf` or `emitWhile`.
 */
export function traceSubgraph(
  name: string,
  parameters: readonly (TensorType & { readonly name?: string })[],
  body: (parameters: Tensor[]) => readonly Tensor[],
  isLoop = false,
): Subgraph {
  const values = parameters.map((type) => new Value(type.dtype, type.shape, type.name));
  return traceOn(name, values, body, isLoop);
}

/** Traces more of a graph that has ended: `body` is given tensors that stand for values of it. */
export function traceFurther(
  { name }: Subgraph,
  values: readonly Value[],
  body: (values: Tensor[]) => readonly Tensor[],
): Subgraph {
  return traceOn(name, values, body, false);
}

function traceOn(
  name: string,
  values: readonly Value[],
  body: (values: Tensor[]) => readonly Tensor[],
  isLoop: boolean,
): Subgraph {
  const tracer = new Tracer(name, currentTracer());
  const iteration = new Value('int32', [], 'iteration');
  return inNestedScope(() =>
    withTracer(tracer, () => {
      const leaveVariables = enterVariables(tracer);
      try {
        if (isLoop) {
          tracer.iterations = [symbolicTensor(iteration)];
          tracer.loopPlace = currentLocation();
        }
        const results = body(values.map((value) => symbolicTensor(value)));
        const subgraph = finish(tracer, values, results);
        return tracer.used.has(iteration) ? { ...subgraph, iteration } : subgraph;
      } finally {
        leaveVariables();
      }
    }),
  );
}

/** A subgraph whose beginning and end are no single call. */
export interface OpenSubgraph {
  end(outputs: readonly Tensor[]): Subgraph;
  /** Forgets what was traced; does nothing after `end`. */
  abandon(): void;
}

/** Whatever is traced from now on, until the end, belongs to a graph of its own without parameters. */
export function openSubgraph(name: string, isOnTape: boolean): OpenSubgraph {
  const tracer = new Tracer(name, currentTracer());
  const leaveTracer = enterTracer(tracer);
  const restoreTape = isOnTape ? () => {} : offTape();
  const leaveVariables = enterVariables(tracer);
  let isOpen = true;
  const close = (): void => {
    isOpen = false;
    leaveVariables();
    restoreTape();
    leaveTracer();
  };
  return {
    end(outputs) {
      try {
        return finish(tracer, [], outputs);
      } finally {
        close();
      }
    },
    abandon() {
      if (isOpen) close();
    },
  };
}

export function emptySubgraph(name: string): Subgraph {
  return {
    name,
    parameters: [],
    nodes: [],
    outputs: [],
    captures: [],
    variables: [],
    iteration: null,
    tracer: null,
  };
}

function finish(
  tracer: Tracer,
  parameters: readonly Value[],
  results: readonly Tensor[],
): Subgraph {
  const { name, nodes, captures } = tracer;
  const outputs = results.map((tensor) => tracer.reference(tensor));
  const variables = usedVariables(tracer);
  return { name, parameters, nodes, outputs, captures, variables, iteration: null, tracer };
}
