import {
  customGrad,
  type GradConfig,
  registerGradient,
  registerKernel,
  type Tensor,
} from '@tensorflow/tfjs-core';
import { StagingError } from '../errors.js';
import { hostNode } from '../graph/builder.js';
import type { HostFunction } from '../graph/graph.js';
import type { SourceLocation, TensorType } from '../graph/types.js';
import { tracingBackendName } from './backend.js';
import { addNode, resolveAll, runUntyped } from './controlFlow.js';
import { engine } from './engine.js';
import { currentLocation } from './tracer.js';

/*
 * A call of the user's code enters the graph as a kernel, so that the tape sees it and asks for its gradient, which is
 * then refused: a tensor that only appeared in the graph would have no gradient, which TensorFlow.js takes for zero where
 * there are other ways to the result.
 */

const kernelName = 'UseGraphHost';

export interface HostCall {
  readonly name: string;
  readonly call: HostFunction;
  readonly types: readonly TensorType[];
}

/** Has the graph call the user's code at this place, at every execution. */
export function emitHost(hostCall: HostCall, inputs: readonly Tensor[]): Tensor[] {
  return runUntyped(kernelName, inputs, { ...hostCall, location: currentLocation() });
}

export function registerHostCalls(): void {
  registerKernel({
    kernelName,
    backendName: tracingBackendName,
    kernelFunc: ({ inputs, attrs }) => {
      const { name, call, types } = attrs as unknown as HostCall;
      return addNode(hostNode(name, call, resolveAll(inputs), types, currentLocation()));
    },
  });
  registerGradient(gradient);
}

const gradient: GradConfig = {
  kernelName,
  gradFunc: (_, __, attributes) => {
    throw gradientOfHost((attributes as unknown as { location: SourceLocation | null }).location);
  },
};

/** The results of a call that was made outside of a trace, so that a gradient through it is refused as in a graph. */
export function refuseGradient(
  results: readonly Tensor[],
  operands: readonly Tensor[],
  location: SourceLocation | null,
): readonly Tensor[] {
  const { gradientDepth, kernelDepth } = engine().state;
  const floats = operands.filter(({ dtype }) => dtype === 'float32');
  if (gradientDepth === 0 || kernelDepth > 0 || floats.length === 0) return results;
  const gradFunc = (): never => {
    throw gradientOfHost(location);
  };
  return results.map((result) =>
    customGrad(() => ({ value: result.clone(), gradFunc }))(...floats),
  );
}

export function gradientOfHost(location: SourceLocation | null): StagingError {
  return new StagingError(
    'gradient-of-js-function',
    'A gradient is asked for through a jsFunction(), whose code the graph does not know.',
    location,
    'Write that part with TensorFlow.js, or give it a gradient of its own with tf.customGrad.',
  );
}
