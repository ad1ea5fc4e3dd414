import type { KernelBackend, Tensor, TensorInfo } from '@tensorflow/tfjs-core';
import { getKernel, registerGradient, registerKernel, zerosLike } from '@tensorflow/tfjs-core';

/** Gives a tensor's sizes as an int32 vector, as TensorFlow's op of this name does. TensorFlow.js has no such kernel. */
export const shapeKernel = 'Shape';

interface UploadingBackend extends KernelBackend {
  makeTensorInfo(shape: number[], dtype: 'int32', values: Int32Array): TensorInfo;
}

export function registerShapeKernel(backendName: string): void {
  if (getKernel(shapeKernel, backendName) != null) return;
  registerKernel({
    kernelName: shapeKernel,
    backendName,
    kernelFunc: ({ inputs, backend }) => {
      const { shape } = inputs.x!;
      const values = Int32Array.from(shape);
      return (backend as UploadingBackend).makeTensorInfo([shape.length], 'int32', values);
    },
  });
}

registerGradient({
  kernelName: shapeKernel,
  inputsToSave: ['x'],
  gradFunc: (_, [x]) => ({ x: () => zerosLike(x as Tensor) }),
});
