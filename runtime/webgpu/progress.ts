import { submit, type WebGPUBackend } from './backend.js';
import type { Location } from './plan.js';

/** How far a loop is. */
export interface Progress {
  readonly goesOn: boolean;
  readonly rounds: number;
}

/** Reads how far loops are behind the commands that have been written so far. */
export class ProgressReader {
  /** Buffers that nobody is reading from. */
  readonly #free: GPUBuffer[] = [];
  #isDisposed = false;

  constructor(readonly backend: WebGPUBackend) {}

  async read(buffer: GPUBuffer, places: readonly [Location, Location]): Promise<Progress> {
    const { backend } = this;
    const usage = GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST;
    const staging = this.#free.pop() ?? backend.device.createBuffer({ size: 8, usage });
    backend.ensureCommandEncoderReady();
    backend.endComputePassEncoder();
    for (const [index, { offset }] of places.entries()) {
      backend.commandEncoder!.copyBufferToBuffer(buffer, offset * 4, staging, index * 4, 4);
    }
    submit(backend);
    await staging.mapAsync(GPUMapMode.READ);
    const [goesOn, rounds] = new Int32Array(staging.getMappedRange());
    staging.unmap();
    if (this.#isDisposed) staging.destroy();
    else this.#free.push(staging);
    return { goesOn: goesOn !== 0, rounds: rounds! };
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const buffer of this.#free.splice(0)) buffer.destroy();
  }
}
