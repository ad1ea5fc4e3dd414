import type { KernelBackend, KernelFunc, TensorInfo } from '@tensorflow/tfjs-core';
import { getKernel, util } from '@tensorflow/tfjs-core';
import { namedInputs as typesByName } from '../graph/builder.js';
import { emptyArray } from '../graph/emptyArray.js';
import type { KernelNode } from '../graph/graph.js';
import { kernelsOfNothing, resultOfNothing } from '../graph/ofNothing.js';
import { inferTypes } from '../graph/shapes/inferTypes.js';
import { isFullyKnown } from '../graph/types.js';
import { retain } from './backend.js';

/** What is known of a call of a kernel besides its inputs. */
type Call = Pick<KernelNode, 'kernel' | 'attributes' | 'inputNames' | 'location'>;

/**
 * What a kernel gives whose inputs have no elements, where that is known; the caller owns the results. WebGPU kernels of
 * TensorFlow.js fail then, or give what lies in a buffer.
 */
export function madeOfNothing(
  call: Call,
  inputs: readonly TensorInfo[],
  backend: KernelBackend,
): TensorInfo[] | null {
  if (!inputs.some(isEmpty)) return null;
  return call.kernel === 'TensorScatterUpdate'
    ? updatedNowhere(call, inputs, backend)
    : madeAlike(call, inputs, backend);
}

function updatedNowhere(
  { inputNames }: Call,
  inputs: readonly TensorInfo[],
  backend: KernelBackend,
): TensorInfo[] | null {
  const input = (name: string): TensorInfo => inputs[inputNames!.indexOf(name)]!;
  if (!isEmpty(input('updates'))) return null;
  const { dataId, shape, dtype } = input('tensor');
  return [retain(backend, { dataId, shape, dtype })];
}

/** Results whose elements are all the same. */
function madeAlike(
  { kernel, attributes, inputNames, location }: Call,
  inputs: readonly TensorInfo[],
  backend: KernelBackend,
): TensorInfo[] | null {
  const types = inferTypes(kernel, typesByName(inputs, inputNames), attributes, location);
  const splat = resultOfNothing(kernel, attributes);
  const results = types.map(({ dtype, shape }) => {
    const isKnown = isFullyKnown(shape) && dtype !== 'string' && dtype !== 'complex64';
    if (!isKnown || (splat === undefined && !shape.includes(0))) return null;
    const elements = emptyArray(dtype, util.sizeFromShape([...shape])).fill(splat ?? 0);
    return { values: elements, shape: [...shape], dtype };
  });
  if (results.includes(null)) return null;
  return results.map((result) => {
    const { values, shape, dtype } = result!;
    return { dataId: backend.write(values, shape, dtype) as object, shape, dtype };
  });
}

const isEmpty = ({ shape }: TensorInfo): boolean => shape.includes(0);

/** As `madeOfNothing`, for the kernels that TensorFlow.js itself calls in `body`. */
export function knowingNothing<T>(backendName: string, body: () => T): T {
  const changed = [...kernelsOfNothing, 'TensorScatterUpdate'].flatMap((name) => {
    const config = getKernel(name, backendName);
    return config == null ? [] : [{ config, kernelFunc: config.kernelFunc }];
  });
  for (const { config, kernelFunc } of changed)
    config.kernelFunc = orOfNothing(config.kernelName, kernelFunc);
  try {
    return body();
  } finally {
    for (const { config, kernelFunc } of changed) config.kernelFunc = kernelFunc;
  }
}

function orOfNothing(kernel: string, kernelFunc: KernelFunc): KernelFunc {
  return (given) => {
    const { inputs, attrs = {} } = given;
    const call = { kernel, attributes: attrs, inputNames: Object.keys(inputs), location: null };
    const infos = Object.values(inputs) as TensorInfo[];
    const known = madeOfNothing(call, infos, given.backend as KernelBackend);
    return known === null ? kernelFunc(given) : known[0]!;
  };
}
