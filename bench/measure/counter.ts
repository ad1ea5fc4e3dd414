/** What reached WebGPU, from every device of the page or process, whoever made it. */
export interface GpuCounts {
  dispatches: number;
  submits: number;
  passes: number;
  buffersCreated: number;
  bytesAllocated: number;
  bytesWritten: number;
  bindGroupsCreated: number;
  pipelinesCreated: number;
  /** Buffers mapped, which is how results are read. */
  maps: number;
}

type Hook = (counts: GpuCounts, args: readonly unknown[]) => void;

/** The classes of WebGPU with the methods that count, by the name each class has as a global. */
const hooks: Readonly<Record<string, Readonly<Record<string, Hook>>>> = {
  GPUDevice: {
    createBuffer: (counts, [descriptor]) => {
      counts.buffersCreated++;
      counts.bytesAllocated += (descriptor as GPUBufferDescriptor).size;
    },
    createBindGroup: (counts) => counts.bindGroupsCreated++,
    createComputePipeline: (counts) => counts.pipelinesCreated++,
    createComputePipelineAsync: (counts) => counts.pipelinesCreated++,
  },
  GPUQueue: {
    submit: (counts) => counts.submits++,
    writeBuffer: (counts, args) => {
      counts.bytesWritten += bytesOfWrite(args as Parameters<GPUQueue['writeBuffer']>);
    },
  },
  GPUCommandEncoder: {
    beginComputePass: (counts) => counts.passes++,
  },
  GPUComputePassEncoder: {
    dispatchWorkgroups: (counts) => counts.dispatches++,
    dispatchWorkgroupsIndirect: (counts) => counts.dispatches++,
  },
  GPUBuffer: {
    mapAsync: (counts) => counts.maps++,
  },
};

/** Starts counting; the function returned stops it. What is timed runs without, since each method is replaced meanwhile. */
export function countGpu(): () => GpuCounts {
  const counts: GpuCounts = {
    dispatches: 0,
    submits: 0,
    passes: 0,
    buffersCreated: 0,
    bytesAllocated: 0,
    bytesWritten: 0,
    bindGroupsCreated: 0,
    pipelinesCreated: 0,
    maps: 0,
  };
  const restorers = Object.entries(hooks).flatMap(([className, methods]) => {
    const { prototype } = Reflect.get(globalThis, className) as { prototype: object };
    return Object.entries(methods).map(([name, hook]) => wrap(prototype, name, counts, hook));
  });
  return () => {
    for (const restore of restorers) restore();
    return counts;
  };
}

function wrap(prototype: object, name: string, counts: GpuCounts, hook: Hook): () => void {
  const original = Object.getOwnPropertyDescriptor(prototype, name)!;
  const method = original.value as (...args: unknown[]) => unknown;
  Object.defineProperty(prototype, name, {
    ...original,
    value(this: unknown, ...args: unknown[]) {
      hook(counts, args);
      return method.apply(this, args);
    },
  });
  return () => Object.defineProperty(prototype, name, original);
}

/** Offset and size are counted in elements of a typed array, and in bytes of a buffer. */
function bytesOfWrite([, , data, offset = 0, size]: Parameters<GPUQueue['writeBuffer']>): number {
  const elementSize = 'BYTES_PER_ELEMENT' in data ? (data.BYTES_PER_ELEMENT as number) : 1;
  return size === undefined ? data.byteLength - offset * elementSize : size * elementSize;
}
