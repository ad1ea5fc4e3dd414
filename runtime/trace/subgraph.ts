import type { Tensor } from '@tensorflow/tfjs-core';
import { type Node, Value } from '../graph/graph.js';
import type { TensorType } from '../graph/types.js';
import { symbolicTensor } from './kernels.js';
import { inNestedScope } from './session.js';
import { type Capture, currentTracer, Tracer, withTracer } from './tracer.js';
import { enterVariables, usedVariables, type VariableUse } from './variables.js';

/** A branch, a loop's test or its body, traced but not yet part of a node: what it takes from outside is listed. */
export interface Subgraph {
  readonly name: string;
  readonly parameters: readonly Value[];
  readonly nodes: readonly Node[];
  readonly outputs: readonly Value[];
  readonly captures: readonly Capture[];
  readonly variables: readonly VariableUse[];
}

/**
 * Traces `body` into a graph of its own. It is given tensors of the types of `parameters`; the tensors that it returns
 * are the graph's outputs. Assignments of variables in it take effect only through `emitIf` or `emitWhile`.
 */
export function traceSubgraph(
  name: string,
  parameters: readonly (TensorType & { readonly name?: string })[],
  body: (parameters: Tensor[]) => readonly Tensor[],
): Subgraph {
  const tracer = new Tracer(name, currentTracer());
  return inNestedScope(() =>
    withTracer(tracer, () => {
      const leaveVariables = enterVariables(tracer);
      try {
        const values = parameters.map((type) => new Value(type.dtype, type.shape, type.name));
        const outputs = body(values.map((value) => symbolicTensor(value))).map((tensor) =>
          tracer.resolve(tensor),
        );
        const variables = usedVariables(tracer);
        return {
          name,
          parameters: values,
          nodes: tracer.nodes,
          outputs,
          captures: tracer.captures,
          variables,
        };
      } finally {
        leaveVariables();
      }
    }),
  );
}
