import type { BackendValues, Tensor } from '@tensorflow/tfjs-core';
import { type Constant, constantResult } from '../graph/evaluate.js';
import type { ConstantData, Value } from '../graph/graph.js';
import { isFullyKnown } from '../graph/types.js';
import { constantData } from './constant.js';
import { type SymbolicData, symbolicData } from './symbolic.js';
import type { Tracer } from './tracer.js';

/**
 * The elements of a traced tensor in which neither an argument's elements, nor a variable, nor anything drawn has a part:
 * constants, and what is computed from sizes. `null` for all others.
 */
export function knownElements({ tracer, value }: SymbolicData): BackendValues | null {
  if (tracer.ended) return null;
  const known = new Search().constantOf(value, tracer);
  if (known === undefined) return null;
  const { data, type } = known;
  if ('values' in data) return data.values.slice() as BackendValues;
  const count = (type.shape as readonly number[]).reduce((size, length) => size * length, 1);
  const array = { float32: Float32Array, int32: Int32Array, bool: Uint8Array };
  return new array[type.dtype as 'float32'](count).fill(data.splat);
}

/** What many nodes take is looked at once. */
class Search {
  readonly #found = new Map<Value, Constant | undefined>();

  constantOf(value: Value, tracer: Tracer): Constant | undefined {
    if (!this.#found.has(value)) this.#found.set(value, this.#find(value, tracer));
    return this.#found.get(value);
  }

  #find(value: Value, tracer: Tracer): Constant | undefined {
    if (!isFullyKnown(value.shape) || value.dtype === 'string' || value.dtype === 'complex64')
      return undefined;
    const node = tracer.producer(value);
    if (node?.kind === 'constant') return { type: value, data: node.data };
    if (node?.kind === 'kernel') {
      const data = constantResult(node, (input) => this.constantOf(input, tracer));
      return data === null ? undefined : { type: value, data };
    }
    const capture = tracer.captures.find(({ parameter }) => parameter === value);
    return capture && this.#captured(capture.tensor);
  }

  #captured(tensor: Tensor): Constant | undefined {
    const data = symbolicData(tensor);
    if (data !== null) return this.constantOf(data.value, data.tracer);
    const { dataId, dtype, shape } = tensor;
    try {
      const elements = read.get(dataId) ?? constantData(tensor.dataSync(), dtype);
      read.set(dataId, elements);
      return { type: { dtype, shape }, data: elements };
    } catch {
      // The backend cannot read it without waiting.
      return undefined;
    }
  }
}

/** What has been read once: on a GPU, a tensor that was there cannot be read again. */
const read = new WeakMap<object, ConstantData>();
