import type { WorkloadReport } from '../measure/report.js';
import type { Task } from '../task.js';

/** Where the suite runs. */
export interface Session {
  /** Runs tasks in a process or page of their own. */
  run(tasks: readonly Task[]): Promise<TaskResult[]>;
  readonly version: string;
  close(): Promise<void>;
}

export interface TaskResult {
  readonly report: WorkloadReport;
  readonly adapter: string;
}
