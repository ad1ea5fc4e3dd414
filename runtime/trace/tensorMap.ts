import type { Tensor } from '@tensorflow/tfjs-core';
import { isSameTensor } from './symbolic.js';

/** Values by tensors, of which TensorFlow.js has many that are the same (`isSameTensor`). */
export class TensorMap<T> {
  readonly #known = new Map<object, { readonly tensor: Tensor; readonly value: T }[]>();

  get(tensor: Tensor): T | undefined {
    return this.#known.get(tensor.dataId)?.find((one) => isSameTensor(one.tensor, tensor))?.value;
  }

  set(tensor: Tensor, value: T): void {
    const others = this.#known.get(tensor.dataId);
    if (others === undefined) this.#known.set(tensor.dataId, [{ tensor, value }]);
    else others.push({ tensor, value });
  }
}
