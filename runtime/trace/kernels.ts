import type { NamedTensorInfoMap, Tensor, TensorInfo } from '@tensorflow/tfjs-core';
import { getKernelsForBackend, registerKernel } from '@tensorflow/tfjs-core';
import { StagingError } from '../errors.js';
import { kernelNode } from '../graph/builder.js';
import type { Value } from '../graph/graph.js';
import { isFullyKnown } from '../graph/types.js';
import { tracingBackend, tracingBackendName } from './backend.js';
import { engine } from './engine.js';
import { drawsSeed } from './random.js';
import { registerShapeKernel } from './shapeKernel.js';
import { currentLocation, currentTracer, describe } from './tracer.js';
import { markUnknownRank } from './unknownRank.js';
import { noteComparison } from './unstagedCalls.js';

const registered = new Set<string>();

/** Gives the tracing backend every kernel that any backend of the page has; called at each trace, since backends may be added. */
export function registerTracingKernels(): void {
  for (const backendName of engine().backendNames()) {
    if (backendName === tracingBackendName) continue;
    registerShapeKernel(backendName);
    for (const { kernelName } of getKernelsForBackend(backendName)) {
      if (!registered.has(kernelName)) registerTracingKernel(kernelName);
    }
  }
}

function registerTracingKernel(kernelName: string): void {
  registered.add(kernelName);
  registerKernel({
    kernelName,
    backendName: tracingBackendName,
    kernelFunc: ({ inputs, attrs }) => traceKernel(kernelName, inputs, attrs ?? {}),
  });
}

function traceKernel(
  kernel: string,
  inputs: NamedTensorInfoMap,
  attributes: object,
): TensorInfo | TensorInfo[] {
  const tracer = currentTracer();
  const present = Object.entries(inputs).filter(([, tensor]) => tensor != null);
  const values = present.map(([, tensor]) => tracer.resolve(tensor as Tensor));
  const names = Array.isArray(inputs) ? null : present.map(([name]) => name);
  const node = kernelNode(
    kernel,
    values,
    names,
    recordedAttributes(kernel, attributes),
    currentLocation(),
  );
  tracer.add(node);
  const tensors = node.outputs.map((output) => symbolicTensor(output, true));
  noteComparison(node, tensors[0]!.dataId);
  return returnsList.has(kernel) || tensors.length !== 1 ? tensors : tensors[0]!;
}

/** These kernels return a list also when it has one element. */
const returnsList = new Set(['SplitV', 'Unpack']);

/** Attributes may be the caller's own arrays, which it may change later. `undefined` ones say nothing. */
function recordedAttributes(kernel: string, attributes: object): Record<string, unknown> {
  const recorded: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined)
      recorded[name] = Array.isArray(value) ? structuredCloneOfArray(value) : value;
  }
  // A null seed makes the interpreter draw one at each execution.
  if (kernel === 'Multinomial' && drawsSeed(recorded.seed)) recorded.seed = null;
  return recorded;
}

function structuredCloneOfArray(array: readonly unknown[]): unknown[] {
  return array.map((element) =>
    Array.isArray(element) ? structuredCloneOfArray(element) : element,
  );
}

/**
 * An ordinary tensor that stands for `value` of the graph under construction. `isFromKernel` where the engine takes it for
 * what a kernel returned.
 */
export function symbolicTensor(value: Value, isFromKernel = false): Tensor {
  const { shape, dtype } = value;
  const dataId = currentTracer().symbolic(value);
  const tensor = engine().makeTensorFromTensorInfo(
    { dataId, shape: [...(shape ?? [])] as number[], dtype },
    tracingBackend,
  );
  if (shape === null) {
    markUnknownRank(tensor, dataId, isFromKernel);
    return tensor;
  }
  if (!isFullyKnown(shape)) {
    Object.defineProperty(tensor, 'size', {
      get(): never {
        throw new StagingError(
          'unknown-size',
          `The number of elements of ${describe(dataId)} is not known while tracing, but the operation needs it.`,
          currentLocation(),
          'Call the function without null dimensions in its signature, or write the operation without the size.',
        );
      },
    });
  }
  return tensor;
}
