/** The little of WebGPU that hand-written kernels need: float32 buffers and prepared sequences of dispatches. */
export class Gpu {
  constructor(
    readonly device: GPUDevice,
    /** Whether the processor computes: then barriers and shared memory cost more than they save. */
    readonly isSoftware: boolean,
  ) {}

  upload(data: Float32Array): GPUBuffer {
    const buffer = this.empty(data.length);
    this.device.queue.writeBuffer(buffer, 0, data as Float32Array<ArrayBuffer>);
    return buffer;
  }

  empty(length: number): GPUBuffer {
    const { STORAGE, COPY_SRC, COPY_DST } = GPUBufferUsage;
    return this.device.createBuffer({ size: length * 4, usage: STORAGE | COPY_SRC | COPY_DST });
  }

  /** A kernel bound to its buffers, in the order of their bindings. */
  kernel(
    code: string,
    buffers: readonly GPUBuffer[],
    workgroups: readonly [number, number?, number?],
  ): BoundKernel {
    const module = this.device.createShaderModule({ code });
    const pipeline = this.device.createComputePipeline({ layout: 'auto', compute: { module } });
    const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer } }));
    const layout = pipeline.getBindGroupLayout(0);
    return { pipeline, bindings: this.device.createBindGroup({ layout, entries }), workgroups };
  }

  run(kernels: readonly BoundKernel[]): void {
    const encoder = this.device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    for (const { pipeline, bindings, workgroups } of kernels) {
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, bindings);
      pass.dispatchWorkgroups(...workgroups);
    }
    pass.end();
    this.device.queue.submit([encoder.finish()]);
  }

  async read(buffer: GPUBuffer): Promise<Float32Array> {
    const { COPY_DST, MAP_READ } = GPUBufferUsage;
    const staging = this.device.createBuffer({ size: buffer.size, usage: COPY_DST | MAP_READ });
    const encoder = this.device.createCommandEncoder();
    encoder.copyBufferToBuffer(buffer, 0, staging, 0, buffer.size);
    this.device.queue.submit([encoder.finish()]);
    await staging.mapAsync(GPUMapMode.READ);
    const data = new Float32Array(staging.getMappedRange().slice(0));
    staging.destroy();
    return data;
  }
}

export interface BoundKernel {
  readonly pipeline: GPUComputePipeline;
  readonly bindings: GPUBindGroup;
  readonly workgroups: readonly [number, number?, number?];
}
