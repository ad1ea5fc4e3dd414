import type { Value } from '../../graph/graph.js';

/** Where the elements of a tensor are. */
export interface Location {
  readonly buffer: BufferName;
  /** The first element, in elements of four bytes. */
  readonly offset: number;
}

/**
 * A buffer that kernels bind: one that enters or leaves a run, what a run needs in between, or constants. An arena that no
 * kernel could bind as a whole has further pages.
 */
export type BufferName = `external${number}` | 'arena' | `arena${number}` | 'constants';

/** Where the tensors of a region are. */
export interface MemoryPlan {
  readonly locations: ReadonlyMap<Value, Location>;
  /** The pages of the arena, in elements: none where nothing is needed between kernels. */
  readonly arenaSizes: readonly number[];
  /** In elements; the places of constants that kernels read. */
  readonly constantsSize: number;
  /** Which parameter's buffer each output is written into, where it replaces that one. */
  readonly inPlace: ReadonlyMap<number, number>;
  /** Those outputs. */
  readonly writtenOver: ReadonlySet<Value>;
}
