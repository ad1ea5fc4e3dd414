import { submit, type WebGPUBackend } from './backend.js';

/** An integer in a buffer; the offset is in elements of four bytes. */
interface Place {
  readonly buffer: GPUBuffer;
  readonly offset: number;
}

/** Reads pairs of integers, such as how far a loop is, behind the commands that have been written so far. */
export class ProgressReader {
  /** Buffers that nobody is reading from. */
  readonly #free: GPUBuffer[] = [];
  #isDisposed = false;

  constructor(readonly backend: WebGPUBackend) {}

  async read(first: Place, second: Place): Promise<[number, number]> {
    const { backend } = this;
    const usage = GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST;
    const staging = this.#free.pop() ?? backend.device.createBuffer({ size: 8, usage });
    backend.ensureCommandEncoderReady();
    backend.endComputePassEncoder();
    for (const [index, { buffer, offset }] of [first, second].entries()) {
      backend.commandEncoder!.copyBufferToBuffer(buffer, offset * 4, staging, index * 4, 4);
    }
    submit(backend);
    await staging.mapAsync(GPUMapMode.READ);
    const [one, other] = new Int32Array(staging.getMappedRange());
    staging.unmap();
    if (this.#isDisposed) staging.destroy();
    else this.#free.push(staging);
    return [one!, other!];
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const buffer of this.#free.splice(0)) buffer.destroy();
  }
}
