import type { SystemId } from '../systems/ids.js';
import type { WorkloadId } from '../workloads/ids.js';
import type { GpuCounts } from './counter.js';

/** One system's figures for one workload. Times are medians, in milliseconds a call. */
export interface Measured {
  readonly status: 'measured';
  /** Until the result is ready on the device. */
  readonly ms: number;
  /** The same, of the quickest sample: what a machine that is busy otherwise disturbs least. */
  readonly bestMs: number;
  /** What the call itself takes in JavaScript; null where it waits for the device on its way. */
  readonly jsMs: number | null;
  readonly firstCallMs: number;
  /** Of one call, once the first ones are over. */
  readonly counts: GpuCounts;
  readonly samples: number;
  /** This system's time through use-graph's: the median of the ratios of the rounds. */
  readonly ratio: number | null;
}

export interface NotMeasured {
  readonly status: 'skipped' | 'wrong' | 'failed';
  readonly reason: string;
}

export interface WorkloadReport {
  readonly id: WorkloadId;
  readonly about: string;
  readonly systems: Partial<Record<SystemId, Measured | NotMeasured>>;
}

export interface Environment {
  readonly environment: 'node' | 'chromium';
  readonly adapter: string;
  /** Version of Node or Chromium. */
  readonly version: string;
  readonly date: string;
}

export interface Report extends Environment {
  readonly workloads: readonly WorkloadReport[];
}
