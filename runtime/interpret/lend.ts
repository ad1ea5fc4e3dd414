import type { DataId, KernelBackend, TensorInfo } from '@tensorflow/tfjs-core';
import { engine, Tensor } from '@tensorflow/tfjs-core';

/** What the engine looks at when it takes a tensor off its books. */
type Ghost = Pick<Tensor, 'dataId' | 'dtype' | 'size'>;

const lent = new FinalizationRegistry<Ghost>((ghost) => engine().disposeTensor(ghost as Tensor));

/**
 * A tensor for the user, who may keep it as he may what a call returns, but cannot be asked to dispose what he did not
 * make: it is freed when nothing refers to it any more, unless it was disposed. Takes over the caller's reference.
 */
export function lend(backend: KernelBackend, { dataId, shape, dtype }: TensorInfo): Tensor {
  const tensor = engine().makeTensorFromTensorInfo({ dataId, shape: [...shape], dtype }, backend);
  lent.register(tensor, { dataId: dataId as DataId, dtype, size: tensor.size }, tensor);
  tensor.dispose = () => {
    lent.unregister(tensor);
    Tensor.prototype.dispose.call(tensor);
  };
  return tensor;
}
