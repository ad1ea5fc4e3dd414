import type { BackendTimingInfo, KernelBackend } from '@tensorflow/tfjs-core';
import type { Graph, KernelNode } from '../graph/graph.js';
import type { Stopwatch } from '../interpret/stopwatch.js';
import { isWebGPUBackend, submit, type WebGPUBackend } from '../webgpu/backend.js';
import { isRegion } from '../webgpu/prepare/partition.js';
import type { Run } from './measurements.js';

/** The most queries that a set may have (WebGPU, section 20.4). */
const mostQueries = 4096;

interface TimedPass {
  readonly region: Graph;
  readonly index: number;
}

/** Queries of one WebGPU backend: two for each pass, at its beginning and its end. */
class PassTimer {
  readonly #sets: GPUQuerySet[] = [];
  readonly #passes: TimedPass[] = [];

  constructor(readonly backend: WebGPUBackend) {}

  start(pass: TimedPass): void {
    const { backend } = this;
    const place = (2 * this.#passes.length) % mostQueries;
    if (place === 0) {
      this.#sets.push(backend.device.createQuerySet({ type: 'timestamp', count: mostQueries }));
    }
    this.#passes.push(pass);
    backend.endComputePassEncoder();
    backend.ensureCommandEncoderReady();
    backend.computePassEncoder = backend.commandEncoder!.beginComputePass({
      timestampWrites: {
        querySet: this.#sets.at(-1)!,
        beginningOfPassWriteIndex: place,
        endOfPassWriteIndex: place + 1,
      },
    });
  }

  async runs(): Promise<Run[]> {
    const { device } = this.backend;
    submit(this.backend);
    const size = this.#sets.length * mostQueries * 8;
    const { QUERY_RESOLVE, COPY_SRC, COPY_DST, MAP_READ } = GPUBufferUsage;
    const resolved = device.createBuffer({ size, usage: QUERY_RESOLVE | COPY_SRC });
    const mapped = device.createBuffer({ size, usage: COPY_DST | MAP_READ });
    try {
      const encoder = device.createCommandEncoder();
      for (const [index, set] of this.#sets.entries()) {
        const last = index === this.#sets.length - 1;
        const count = last ? 2 * this.#passes.length - index * mostQueries : mostQueries;
        encoder.resolveQuerySet(set, 0, count, resolved, index * mostQueries * 8);
      }
      encoder.copyBufferToBuffer(resolved, 0, mapped, 0, size);
      device.queue.submit([encoder.finish()]);
      await mapped.mapAsync(GPUMapMode.READ);
      const times = new BigUint64Array(mapped.getMappedRange());
      return this.#passes.map((pass, index) => ({
        ...pass,
        // Nanoseconds; some drivers let a pass end before it began.
        ms: Math.max(0, Number(times[2 * index + 1]! - times[2 * index]!) / 1e6),
      }));
    } finally {
      for (const one of [...this.#sets, resolved, mapped]) one.destroy();
    }
  }
}

/** Takes the times of kernels where the backend computes them. */
export class KernelTimers implements Stopwatch {
  /** Whether some device could not tell. */
  isIncomplete = false;
  readonly #passTimers = new Map<WebGPUBackend, PassTimer>();
  readonly #kernels: { readonly node: KernelNode; readonly timing: Promise<BackendTimingInfo> }[] =
    [];

  time<T>(node: KernelNode, backend: KernelBackend, run: () => T): T {
    // The kernels of a region have passes of their own.
    if (isRegion(node)) return run();
    if (isWebGPUBackend(backend) && !this.#canTime(backend)) return run();
    let outcome: { readonly result: T } | { readonly error: unknown } | undefined;
    const timing = backend.time(() => {
      try {
        outcome = { result: run() };
      } catch (error) {
        outcome = { error };
      }
    });
    this.#kernels.push({ node, timing });
    if ('error' in outcome!) throw outcome.error;
    return outcome!.result;
  }

  startPass(backend: KernelBackend, region: Graph, index: number): void {
    if (!isWebGPUBackend(backend) || !this.#canTime(backend)) return;
    let timer = this.#passTimers.get(backend);
    if (timer === undefined) {
      timer = new PassTimer(backend);
      this.#passTimers.set(backend, timer);
    }
    timer.start({ region, index });
  }

  /** What ran. */
  async runs(): Promise<Run[]> {
    const ofPasses = await Promise.all([...this.#passTimers.values()].map((timer) => timer.runs()));
    const ofKernels = await Promise.all(
      this.#kernels.map(async ({ node, timing }): Promise<Run> => {
        const { kernelMs } = await timing;
        return { node, ms: typeof kernelMs === 'number' ? kernelMs : 0 };
      }),
    );
    return [...ofPasses.flat(), ...ofKernels];
  }

  #canTime({ device }: WebGPUBackend): boolean {
    if (device.features.has('timestamp-query')) return true;
    this.isIncomplete = true;
    return false;
  }
}
