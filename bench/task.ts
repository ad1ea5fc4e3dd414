import type { MeasureOptions } from './measure/measure.js';
import type { SystemId } from './systems/ids.js';
import type { WorkloadId } from './workloads/ids.js';

/** What a process or page is asked to measure. */
export interface Task extends MeasureOptions {
  readonly workload: WorkloadId;
  readonly systems: readonly SystemId[];
}
