import type {
  KernelBackend,
  KernelFunc,
  NamedAttrMap,
  NamedTensorInfoMap,
  TensorInfo,
} from '@tensorflow/tfjs-core';
import { getKernel, Tensor } from '@tensorflow/tfjs-core';
import { ExecutionError, UseGraphError } from '../errors.js';
import { namedInputs as typesByName } from '../graph/builder.js';
import { failureOf, meaningOf } from '../graph/failure.js';
import type { KernelNode } from '../graph/graph.js';
import { nameOfKernel } from '../graph/opNames.js';
import { inferTypes } from '../graph/shapes/inferTypes.js';
import { formatType, isFullyKnown, sameType, type TensorType } from '../graph/types.js';
import { retain } from './backend.js';
import { madeOfNothing } from './madeOfNothing.js';
import { stopwatch } from './stopwatch.js';

/** Runs one kernel; the caller owns the results. */
export function runKernel(
  node: KernelNode,
  kernelFunc: KernelFunc,
  inputs: readonly TensorInfo[],
  backend: KernelBackend,
): TensorInfo[] {
  try {
    const known = madeOfNothing(node, inputs, backend);
    if (known !== null) return known;
    const run = () =>
      kernelFunc({
        inputs: namedInputs(node, asksForRank.has(node.kernel) ? inputs.map(withRank) : inputs),
        attrs: node.attributes as NamedAttrMap,
        backend,
      });
    const result = stopwatch === null ? run() : stopwatch.time(node, backend, run);
    const infos = Array.isArray(result) ? result : [result];
    return infos.map((info, index) => asTraced(plainInfo(info, backend), node.outputs[index]));
  } catch (error) {
    const meant = meaningOf(node, inputs as readonly TensorType[]);
    if (meant === null && error instanceof UseGraphError) throw error;
    throw failureOf(node, meant ?? kernelError(node, inputs, error));
  }
}

export function findKernel(node: KernelNode, backendName: string): KernelFunc {
  const kernel = getKernel(node.kernel, backendName) as { kernelFunc: KernelFunc } | undefined;
  if (kernel !== undefined) {
    const changesInput = node.kernel === 'TensorScatterUpdate' && backendName === 'cpu';
    return changesInput ? onCopy(kernel.kernelFunc) : kernel.kernelFunc;
  }
  throw new ExecutionError(
    'missing-kernel',
    `The backend '${backendName}' has no kernel '${node.kernel}'.`,
    node.location,
    "Use another operation or another backend, such as tf.setBackend('cpu'); where kernels are registered one by " +
      'one, register this one.',
  );
}

/** On the cpu backend this kernel writes into the elements that it is given (tfjs-backend-cpu/src/kernels/Scatter_impl.ts). */
function onCopy(kernelFunc: KernelFunc): KernelFunc {
  return (call) => {
    const backend = call.backend as KernelBackend;
    const { dataId, shape, dtype } = call.inputs.tensor!;
    const elements = (backend.readSync(dataId) as Float32Array).slice();
    const copy = { dataId: backend.write(elements, shape, dtype) as object, shape, dtype };
    const result = kernelFunc({ ...call, inputs: { ...call.inputs, tensor: copy } });
    backend.disposeData(copy.dataId);
    return result;
  };
}

/** These take what they are given for tensors. */
const asksForRank = new Set(['Dilation2DBackpropInput', 'Dilation2DBackpropFilter']);

function withRank(info: TensorInfo): TensorInfo & { rank: number } {
  return { ...info, rank: info.shape.length };
}

function namedInputs(node: KernelNode, inputs: readonly TensorInfo[]): NamedTensorInfoMap {
  if (node.inputNames === null) return inputs as unknown as NamedTensorInfoMap;
  const named: NamedTensorInfoMap = {};
  for (const [index, name] of node.inputNames.entries()) named[name] = inputs[index];
  return named;
}

/** Some kernels give a tensor of the engine's, whose reference is turned into one of the caller's. */
function plainInfo(info: TensorInfo, backend: KernelBackend): TensorInfo {
  if (!(info instanceof Tensor)) return info;
  const { dataId, shape, dtype } = info;
  const plain = retain(backend, { dataId, shape, dtype });
  info.dispose();
  return plain;
}

/**
 * WebGPU kernels of TensorFlow.js sometimes call a result of the right elements by another type: ArgMax of a vector has
 * shape [1] instead of [], Cumsum of a bool is bool. What follows was traced with the right one.
 */
function asTraced(info: TensorInfo, type: TensorType | undefined): TensorInfo {
  if (type === undefined || !isFullyKnown(type.shape) || sameType(info as TensorType, type))
    return info;
  return { dataId: info.dataId, shape: [...type.shape], dtype: type.dtype };
}

function kernelError(
  node: KernelNode,
  inputs: readonly TensorInfo[],
  cause: unknown,
): ExecutionError {
  const types = inputs.map(formatType).join(', ');
  const said = cause instanceof Error ? cause.message : String(cause);
  const reason = said.replace(
    /^(?:Error in )?\w+: (?:the index value (?=\S+ is not in))?/,
    (start) => (start.includes('index') ? 'the index ' : ''),
  );
  const refused = refusalOf(node, inputs);
  const error =
    refused === null
      ? new ExecutionError(
          'kernel-failed',
          `${nameOfKernel(node.kernel)} of ${types} failed: ${reason}`,
          node.location,
        )
      : new ExecutionError(
          'kernel-failed',
          `${refused.diagnostic.message} That was not known while tracing, since a branch, a loop or the signature leaves a shape open.`,
          node.location,
          refused.suggestion ||
            'Give what branches and loops leave one shape, or do the operation inside of them.',
        );
  error.cause = cause;
  return error;
}

/** What a trace would have said, had it known the types. */
function refusalOf(node: KernelNode, inputs: readonly TensorInfo[]): UseGraphError | null {
  try {
    inferTypes(
      node.kernel,
      typesByName([...inputs] as TensorType[], node.inputNames),
      node.attributes,
      null,
      nameOfKernel(node.kernel),
    );
    return null;
  } catch (error) {
    return error instanceof UseGraphError ? error : null;
  }
}
