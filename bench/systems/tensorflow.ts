import type { WebGPUBackend } from '@tensorflow/tfjs-backend-webgpu';
import * as tf from '@tensorflow/tfjs-core';

/** How results of TensorFlow.js' WebGPU backend are finished, read and freed, whoever computed them. */
export const tensorFlowDevice = {
  flush() {
    const backend = webGPUBackend();
    // Private, but the only way to know that nothing is left; an empty submit would count.
    if (Reflect.get(backend, 'commandEncoder') == null) return;
    backend.endComputePassEncoder();
    backend.submitQueue();
  },
  finish: () => webGPUBackend().device.queue.onSubmittedWorkDone(),
  read: (value: tf.Tensor) => value.data(),
  release: (value: tf.Tensor) => value.dispose(),
};

export async function startTensorFlow(): Promise<void> {
  if (tf.getBackend() !== 'webgpu' && !(await tf.setBackend('webgpu'))) {
    throw new Error('TensorFlow.js has no WebGPU backend here.');
  }
  // Small tensors that were not on the device yet would otherwise be computed by the processor: another comparison.
  tf.env().set('WEBGPU_CPU_FORWARD', false);
}

function webGPUBackend(): WebGPUBackend {
  return tf.backend() as WebGPUBackend;
}
