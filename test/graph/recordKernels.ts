import { engine, type NamedTensorMap, type Tensor } from '@tensorflow/tfjs-core';
import type { KernelInputs } from '../../runtime/graph/shapes/shapeFunction.js';
import type { DataType, TensorType } from '../../runtime/graph/types.js';

/** One kernel that TensorFlow.js ran, and the types of what it returned. */
export interface RecordedCall {
  readonly kernel: string;
  readonly inputs: KernelInputs;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly outputs: readonly TensorType[];
}

type RunKernel = (
  kernel: string,
  inputs: NamedTensorMap | Tensor[],
  attributes?: object,
) => Tensor | Tensor[];

/** Every kernel that `body` runs on the active backend, also for gradients. Its tensors are disposed. */
export function recordKernels(body: () => void): RecordedCall[] {
  const calls: RecordedCall[] = [];
  const target = engine() as unknown as { runKernel: RunKernel };
  const original = target.runKernel;
  target.runKernel = (kernel, inputs, attributes = {}) => {
    const types = Array.isArray(inputs)
      ? inputs.map(typeOf)
      : Object.fromEntries(
          Object.entries(inputs)
            .filter(([, tensor]) => tensor != null)
            .map(([name, tensor]) => [name, typeOf(tensor)]),
        );
    // The kernel SplitV writes into its attribute.
    const given = structuredClone(attributes) as Record<string, unknown>;
    const result = original.call(target, kernel, inputs, attributes);
    const outputs = (Array.isArray(result) ? result : [result]).map(typeOf);
    calls.push({ kernel, inputs: types, attributes: given, outputs });
    return result;
  };
  engine().startScope();
  try {
    body();
  } finally {
    engine().endScope();
    target.runKernel = original;
  }
  return calls;
}

function typeOf({ dtype, shape }: Tensor): TensorType {
  return { dtype: dtype as DataType, shape: [...shape] };
}
