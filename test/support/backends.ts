import '@tensorflow/tfjs-backend-cpu';
import '@tensorflow/tfjs-core/dist/register_all_gradients';
import * as tf from '@tensorflow/tfjs-core';
import { useWebGPU as useWebGPUInNode } from '../../runtime/node/index.js';

export type BackendName = 'cpu' | 'webgpu';

/** Makes the cpu backend the active one. */
export async function useCpu(): Promise<void> {
  if (!(await tf.setBackend('cpu'))) throw new Error('The cpu backend did not start.');
}

/** Makes WebGPU, on a GPU or in software, the active backend; fails where the machine offers neither. */
export async function useWebGPU(): Promise<void> {
  if (tf.engine().registryFactory.webgpu === undefined) await useWebGPUInNode();
  else if (!(await tf.setBackend('webgpu'))) throw new Error('The webgpu backend did not start.');
}

/**
 * The backends on which every semantic test runs: `describe.each(executors)('$backend', ({ start }) => { beforeAll(start); … })`.
 * Only `cpu` can be read synchronously.
 */
export const executors: readonly {
  readonly backend: BackendName;
  readonly start: () => Promise<void>;
}[] = [
  { backend: 'cpu', start: useCpu },
  { backend: 'webgpu', start: useWebGPU },
];
