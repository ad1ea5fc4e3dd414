import type { NamedTensorInfoMap, Tensor, TensorInfo } from '@tensorflow/tfjs-core';
import {
  add,
  argMax,
  getKernelsForBackend,
  log,
  neg,
  registerKernel,
  reshape,
} from '@tensorflow/tfjs-core';
import type { StagingError } from '../errors.js';
import { kernelNode } from '../graph/builder.js';
import type { Value } from '../graph/graph.js';
import { inferTypes } from '../graph/shapes/inferTypes.js';
import { isFullyKnown } from '../graph/types.js';
import { tracingBackend, tracingBackendName } from './backend.js';
import { addRandomNode } from './draws.js';
import { engine } from './engine.js';
import { errorHere } from './errorHere.js';
import { isTensor } from './isTensor.js';
import { currentLocation } from './location.js';
import { noteOpenShape } from './openShapes.js';
import { registerFitKernels } from './paddedRows.js';
import { drawsSeed } from './random.js';
import { inputValue } from './savedTensors.js';
import { registerShapeKernel } from './shapeKernel.js';
import { currentTracer, describe, type Tracer } from './tracer.js';
import { markUnknownRank } from './unknownRank.js';
import { noteComparison } from './unstagedCalls.js';

const registered = new Set<string>();

/** Gives the tracing backend every kernel that any backend of the page has; called at each trace, since backends may be added. */
export function registerTracingKernels(): void {
  for (const backendName of engine().backendNames()) {
    if (backendName === tracingBackendName) continue;
    registerShapeKernel(backendName);
    registerFitKernels(backendName);
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
  if (kernel === 'Multinomial' && drawsSeed((attributes as MultinomialAttributes).seed)) {
    return multinomial(inputs.logits as Tensor, attributes as MultinomialAttributes);
  }
  const tracer = currentTracer();
  const present = Object.entries(inputs).filter(([, tensor]) => tensor != null);
  // Kernels of pictures, or of lists of tensors, are all refused.
  if (!present.every(([, input]) => 'dataId' in (input as object))) {
    inferTypes(kernel, [], { ...attributes }, currentLocation());
  }
  const values = present.map(([, tensor]) => inputValue(tensor as Tensor));
  const names = Array.isArray(inputs) ? null : present.map(([name]) => name);
  const recorded = recordedAttributes(kernel, attributes);
  if (Object.values(recorded).some(holdsUnknown)) throw unknownAttribute(kernel, tracer);
  Object.values(recorded).filter(isTensor).forEach(refuseTensor);
  const name = runningOp() ?? kernel;
  const node = kernelNode(kernel, values, names, recorded, currentLocation(), name);
  tracer.add(node);
  const tensors = node.outputs.map((output) => symbolicTensor(output, true));
  noteComparison(node, tensors[0]!.dataId);
  return returnsList.has(kernel) || tensors.length !== 1 ? tensors : tensors[0]!;
}

interface MultinomialAttributes {
  readonly numSamples: number;
  readonly seed: number;
  readonly normalized: boolean;
}

/**
 * Samples without a seed, drawn by a random node: the largest of the logarithms with Gumbel noise added is each class with
 * its probability (E. J. Gumbel, 1954).
 */
function multinomial(
  logits: Tensor,
  { numSamples, normalized }: MultinomialAttributes,
): TensorInfo {
  const [batch, classes] = logits.shape as [number, number];
  if (!isFullyKnown(logits.shape)) throw unknownAttribute('Multinomial', currentTracer());
  const type = { dtype: 'float32' as const, shape: [batch, numSamples, classes] };
  const distribution = { kind: 'uniform' as const, minimum: 2 ** -25, maximum: 1 };
  const { outputs } = addRandomNode(distribution, type, currentLocation());
  const gumbel = neg(log(neg(log(symbolicTensor(outputs[0]!)))));
  const weights = reshape(normalized ? log(logits) : logits, [batch, 1, classes]);
  return argMax(add(weights, gumbel), 2);
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
  // Of `[x.shape[0], 12]` the one open size follows from the number of elements.
  if (kernel === 'Reshape' && Array.isArray(recorded.shape)) {
    const open = recorded.shape.filter((size) => size === null || size === -1);
    if (open.length === 1) recorded.shape = recorded.shape.map((size) => size ?? -1);
  }
  return recorded;
}

function structuredCloneOfArray(array: readonly unknown[]): unknown[] {
  return array.map((element) =>
    Array.isArray(element) ? structuredCloneOfArray(element) : element,
  );
}

function holdsUnknown(attribute: unknown): boolean {
  return Array.isArray(attribute) && attribute.some((size) => size === null || holdsUnknown(size));
}

/** It was given to an op for a number, and has none to give. */
function refuseTensor(attribute: Tensor): void {
  attribute.dataSync();
}

/** A shape was computed from one whose sizes are not all known. */
function unknownAttribute(kernel: string, tracer: Tracer): StagingError {
  const unknown = tracer.firstUnknown();
  const whose = unknown === null ? '' : ` (those of ${describe(unknown)} are not)`;
  return errorHere(
    'unknown-size',
    `${runningOp() ?? kernel} needs sizes that are not known while tracing${whose}.`,
    'Write the operation without the sizes: -1 in a shape leaves one open, and shapeOf() gives them as a tensor.',
  );
}

/** The op of TensorFlow.js that is running, which the engine knows by the scope that it opens. */
function runningOp(): string | null {
  const { scopeStack } = engine().state;
  const outermost = scopeStack.find(({ name }) => name?.endsWith('__op'));
  if (outermost === undefined) return null;
  const name = outermost.name.replace('__op', '');
  return `tf.${name}${callers[name] ?? ''}`;
}

/** Functions of TensorFlow.js that open no scope of their own. */
const callers: Readonly<Record<string, string>> = {
  searchSorted: ' (of tf.lowerBound or tf.upperBound)',
};

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
    noteOpenShape(tensor);
    Object.defineProperty(tensor, 'size', {
      get(): never {
        throw errorHere(
          'unknown-size',
          `The number of elements of ${describe(dataId)} is not known while tracing, but ${runningOp() ?? 'the operation'} needs it.`,
          'Take the sizes as a tensor, by shapeOf(), or write the operation without them.',
        );
      },
    });
  }
  return tensor;
}
