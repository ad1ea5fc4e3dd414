import { Gpu } from './gpu.js';
import { runnable, type System } from './system.js';

let gpu: Gpu;

export const wgsl: System = {
  id: 'wgsl',
  async start() {
    const adapter = await navigator.gpu.requestAdapter({ powerPreference: 'high-performance' });
    if (adapter === null) throw new Error('There is no WebGPU adapter here.');
    const { maxStorageBufferBindingSize, maxBufferSize } = adapter.limits;
    const requiredLimits = { maxStorageBufferBindingSize, maxBufferSize };
    const { architecture, description, isFallbackAdapter } = adapter.info;
    const isSoftware =
      isFallbackAdapter || /swiftshader|llvmpipe/i.test(`${architecture} ${description}`);
    gpu ??= new Gpu(await adapter.requestDevice({ requiredLimits }), isSoftware);
  },
  async load(workload, scale) {
    const program = workload.wgsl(scale, gpu);
    if (typeof program === 'string') return program;
    return runnable(program, {
      flush: () => {},
      finish: () => gpu.device.queue.onSubmittedWorkDone(),
      read: (buffer) => gpu.read(buffer),
      // The buffers are the program's own, made once.
      release: () => {},
    });
  },
};
