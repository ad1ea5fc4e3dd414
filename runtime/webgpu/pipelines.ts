/** A compute pipeline and the layout of its bindings. */
export interface Pipeline {
  readonly pipeline: GPUComputePipeline;
  readonly layout: GPUBindGroupLayout;
}

const caches = new WeakMap<GPUDevice, Map<string, Pipeline>>();

/** The pipeline of a shader; equal shaders have one. */
export function pipelineOf(device: GPUDevice, code: string, label: string): Pipeline {
  let cache = caches.get(device);
  if (cache === undefined) {
    cache = new Map();
    caches.set(device, cache);
  }
  let made = cache.get(code);
  if (made === undefined) {
    const module = device.createShaderModule({ code, label });
    const pipeline = device.createComputePipeline({
      label,
      layout: 'auto',
      compute: { module, entryPoint: 'main' },
    });
    made = { pipeline, layout: pipeline.getBindGroupLayout(0) };
    cache.set(code, made);
  }
  return made;
}
