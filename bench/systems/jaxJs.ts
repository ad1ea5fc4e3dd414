import * as jax from '@jax-js/jax';
import { runnable, type System } from './system.js';

export const jaxJs: System = {
  id: 'jax-js',
  async start() {
    if (!(await jax.init('webgpu')).includes('webgpu')) {
      throw new Error('jax-js has no WebGPU backend here.');
    }
    jax.defaultDevice('webgpu');
  },
  async load(workload, scale) {
    const program = workload.jax(scale);
    if (typeof program === 'string') return program;
    return runnable(program, {
      // Kernels wait for somebody to need them; asking for the buffer submits them without reading.
      flush: (values) => {
        for (const value of values) value.ref.gpuBufferSync();
      },
      finish: () => jax.getWebGPUDevice().queue.onSubmittedWorkDone(),
      read: async (value) => (await value.ref.data()) as ArrayLike<number>,
      release: (value) => value.dispose(),
    });
  },
};
