import { useCpu, useWebGPU } from '../support/backends.js';

/** Ops that TensorFlow.js has no WebGPU kernel for, also eagerly. */
const cpuOnly: ReadonlySet<string> = new Set<string>([]);

export const onEveryBackend: readonly [
  string,
  { prepare: () => Promise<unknown>; lacks: (op: string) => boolean },
][] = [
  ['cpu', { prepare: async () => useCpu(), lacks: () => false }],
  ['webgpu', { prepare: async () => useWebGPU(), lacks: (op) => cpuOnly.has(op) }],
];
