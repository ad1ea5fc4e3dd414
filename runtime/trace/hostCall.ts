import {
  customGrad,
  type GradConfig,
  registerGradient,
  registerKernel,
  type Tensor,
} from '@tensorflow/tfjs-core';
import { StagingError } from '../errors.js';
import { type HostCall, hostNode } from '../graph/builder.js';
import type { HostNode } from '../graph/graph.js';
import type { TensorType } from '../graph/types.js';
import { tracingBackendName } from './backend.js';
import { addNode, detached, resolveAll, runUntyped } from './controlFlow.js';
import { engine } from './engine.js';
import { currentLocation } from './location.js';

/*
 * A call of the user's code enters the graph as a kernel, so that the tape sees it and asks for its gradient, which is
 * then refused: a tensor that only appeared in the graph would have no gradient, which TensorFlow.js takes for zero where
 * there are other ways to the result.
 */

const kernelName = 'UseGraphHost';

export interface TypedHostCall extends HostCall {
  readonly types: readonly TensorType[];
}

/** Has the graph call the user's code at this place, at every execution. */
export function emitHost(hostCall: TypedHostCall, inputs: readonly Tensor[]): Tensor[] {
  const operands = hostCall.isPure ? inputs.map(detached) : inputs;
  return runUntyped(kernelName, operands, { ...hostCall, location: currentLocation() });
}

export function registerHostCalls(): void {
  registerKernel({
    kernelName,
    backendName: tracingBackendName,
    kernelFunc: ({ inputs, attrs }) => {
      const hostCall = attrs as unknown as TypedHostCall;
      return addNode(hostNode(hostCall, resolveAll(inputs), hostCall.types, currentLocation()));
    },
  });
  registerGradient(gradient);
}

const gradient: GradConfig = {
  kernelName,
  gradFunc: (_, __, attributes) => {
    throw gradientOfHost(attributes as unknown as Pick<HostNode, 'calledBy' | 'location'>);
  },
};

/** The results of a call that was made outside of a trace, so that a gradient through it is refused as in a graph. */
export function refuseGradient(
  results: readonly Tensor[],
  operands: readonly Tensor[],
  node: Pick<HostNode, 'calledBy' | 'isPure' | 'location'>,
): readonly Tensor[] {
  const { gradientDepth, kernelDepth } = engine().state;
  const floats = operands.filter(({ dtype }) => dtype === 'float32');
  if (node.isPure || gradientDepth === 0 || kernelDepth > 0 || floats.length === 0) return results;
  const gradFunc = (): never => {
    throw gradientOfHost(node);
  };
  return results.map((result) =>
    customGrad(() => ({ value: result.clone(), gradFunc }))(...floats),
  );
}

/** Of an op whose result elements choose, which is not differentiated itself. */
export function gradientOfChoice({ name, location }: HostNode): StagingError {
  return new StagingError(
    'gradient-of-js-function',
    `A gradient is asked for through ${name} alone, which has none: what it gives is chosen by the elements of a tensor.`,
    location,
    'Have it give indices only, and take the elements at these with tf.gather, which has a gradient.',
  );
}

export function gradientOfHost({
  calledBy,
  location,
}: Pick<HostNode, 'calledBy' | 'location'>): StagingError {
  return new StagingError(
    'gradient-of-js-function',
    `A gradient is asked for through what ${calledBy} has the host run, which the graph does not know.`,
    location,
    'Write that part with TensorFlow.js, or give it a gradient of its own with tf.customGrad.',
  );
}
