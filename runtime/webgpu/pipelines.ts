/** A compute pipeline and the layout of its bindings. */
export interface Pipeline {
  readonly pipeline: GPUComputePipeline;
  readonly layout: GPUBindGroupLayout;
}

interface Shader {
  readonly code: string;
  readonly label: string;
}

/** By the text of the shader: equal shaders have one pipeline. */
type Cache = Map<string, Pipeline | Promise<Pipeline>>;

const caches = new WeakMap<GPUDevice, Cache>();

function cacheOf(device: GPUDevice): Cache {
  let cache = caches.get(device);
  if (cache === undefined) {
    cache = new Map();
    caches.set(device, cache);
  }
  return cache;
}

/** The pipeline of a shader, compiled at once if it is not known yet. */
export function pipelineOf(device: GPUDevice, shader: Shader): Pipeline {
  const cache = cacheOf(device);
  const known = cache.get(shader.code);
  if (known !== undefined && !(known instanceof Promise)) return known;
  const made = withLayout(device.createComputePipeline(descriptorOf(device, shader)));
  cache.set(shader.code, made);
  return made;
}

/** Compiles shaders at the same time, off this thread. Rejects where the device refuses one. */
export async function compilePipelines(
  device: GPUDevice,
  shaders: readonly Shader[],
): Promise<void> {
  const cache = cacheOf(device);
  const compiling = shaders.map((shader) => {
    let known = cache.get(shader.code);
    if (known === undefined) {
      // What is wrong with the shader is told by the pipeline.
      device.pushErrorScope('validation');
      known = device.createComputePipelineAsync(descriptorOf(device, shader)).then(withLayout);
      device.popErrorScope().catch(() => {});
      cache.set(shader.code, known);
      known.then(
        // A call that could not wait may have compiled it meanwhile.
        (made) => cache.get(shader.code) === known && cache.set(shader.code, made),
        () => cache.delete(shader.code),
      );
    }
    return known;
  });
  await Promise.all(compiling);
}

/** Forgets shaders that the device has refused, so that they are tried anew. */
export function forgetPipelines(device: GPUDevice, shaders: readonly Shader[]): void {
  for (const { code } of shaders) cacheOf(device).delete(code);
}

function descriptorOf(device: GPUDevice, { code, label }: Shader): GPUComputePipelineDescriptor {
  const module = device.createShaderModule({ code, label });
  return { label, layout: 'auto', compute: { module, entryPoint: 'main' } };
}

function withLayout(pipeline: GPUComputePipeline): Pipeline {
  return { pipeline, layout: pipeline.getBindGroupLayout(0) };
}
