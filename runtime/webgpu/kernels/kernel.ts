import type { BufferName } from './memoryPlan.js';

/** A shader and what it is run on. */
export interface Kernel {
  /** What it computes, for people. */
  readonly label: string;
  readonly code: string;
  /** In the order of the bindings. */
  readonly buffers: readonly BufferName[];
  /** Where tensors begin in the buffers that they share, bound as uniforms behind the buffers. */
  readonly offsets: readonly number[];
  /** Where among `offsets` it says which slice of a kernel runs in slices: 0 the first, 1 another one, 2 the last. */
  readonly slice: number | null;
  /** Whether the seed of the call's random numbers is bound behind these. */
  readonly usesSeed: boolean;
  readonly workgroupSize: number;
  readonly workgroups: readonly [x: number, y: number, z: number];
}
