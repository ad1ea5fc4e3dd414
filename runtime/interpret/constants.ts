import type { BackendValues, DataId, KernelBackend, TensorInfo } from '@tensorflow/tfjs-core';
import { getKernel } from '@tensorflow/tfjs-core';
import { internalError } from '../errors.js';
import { emptyArray } from '../graph/emptyArray.js';
import type { ConstantNode } from '../graph/graph.js';
import { type DataType, formatType, isFullyKnown } from '../graph/types.js';
import { release, retain } from './backend.js';

/** The constants of one graph on one backend, uploaded when they are first needed. */
export class Constants {
  readonly #uploaded = new Map<ConstantNode, TensorInfo>();
  readonly #nodes = new Map<DataId, ConstantNode>();

  constructor(
    readonly backend: KernelBackend,
    readonly backendName: string,
  ) {}

  /** A reference of the caller's own. */
  get(node: ConstantNode): TensorInfo {
    let info = this.#uploaded.get(node);
    if (info === undefined) {
      info = this.#upload(node);
      this.#uploaded.set(node, info);
      this.#nodes.set(info.dataId, node);
    }
    return retain(this.backend, info);
  }

  /**
   * What the caller of the graph may have instead of `info`: a copy where that shares its data with a constant, since
   * TensorFlow.js gives out the very array that it keeps, and the constant must not change with it. What casts or reshapes a
   * constant may share its data.
   */
  unshared(info: TensorInfo): TensorInfo {
    const node = this.#nodes.get(info.dataId);
    if (node === undefined) return info;
    const { shape, dtype } = info;
    const copy = { ...this.#upload(node), shape, dtype };
    release(this.backend, info);
    return copy;
  }

  free(node: ConstantNode): void {
    const info = this.#uploaded.get(node);
    if (info === undefined) return;
    this.#uploaded.delete(node);
    this.#nodes.delete(info.dataId);
    release(this.backend, info);
  }

  dispose(): void {
    for (const info of this.#uploaded.values()) release(this.backend, info);
    this.#uploaded.clear();
    this.#nodes.clear();
  }

  #upload(node: ConstantNode): TensorInfo {
    const output = node.outputs[0]!;
    const { dtype, shape } = output;
    if (!isFullyKnown(shape)) {
      throw internalError(
        `A constant has the type ${formatType(output)}, which leaves its size open.`,
        node.location,
      );
    }
    return upload(this.backend, this.backendName, elementsOf(node, shape), [...shape], dtype);
  }
}

function elementsOf({ data, outputs }: ConstantNode, shape: readonly number[]): BackendValues {
  if ('values' in data) {
    return Array.isArray(data.values) ? [...data.values] : data.values.slice();
  }
  const size = shape.reduce((product, dimension) => product * dimension, 1);
  return emptyArray(outputs[0]!.dtype, size).fill(data.splat);
}

/** A new tensor on the backend. Complex elements come as pairs of a real and an imaginary number. */
export function upload(
  backend: KernelBackend,
  backendName: string,
  values: BackendValues,
  shape: number[],
  dtype: DataType,
): TensorInfo {
  if (dtype !== 'complex64') return { dataId: backend.write(values, shape, dtype), shape, dtype };
  const pairs = values as Float32Array;
  const part = (offset: number): TensorInfo => {
    const numbers = new Float32Array(pairs.length / 2).map(
      (_, index) => pairs[2 * index + offset]!,
    );
    return { dataId: backend.write(numbers, shape, 'float32'), shape, dtype: 'float32' };
  };
  const [real, imag] = [part(0), part(1)];
  try {
    const { kernelFunc } = getKernel('Complex', backendName);
    return kernelFunc({ inputs: { real, imag }, attrs: {}, backend }) as TensorInfo;
  } finally {
    release(backend, real);
    release(backend, imag);
  }
}
