/*
 * What runs in the process or page that is measured: one workload on the systems asked for.
 */
import '@tensorflow/tfjs-backend-cpu';
import '@tensorflow/tfjs-backend-webgpu';
import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops';
import '@tensorflow/tfjs-core/dist/register_all_gradients';
import { measure } from './measure/measure.js';
import type { WorkloadReport } from './measure/report.js';
import { systems } from './systems/index.js';
import type { Task } from './task.js';

export function runTask(
  task: Task,
  deviceErrors: () => readonly string[],
): Promise<WorkloadReport> {
  const chosen = systems.filter(({ id }) => task.systems.includes(id));
  return measure(task.workload, chosen, task, deviceErrors);
}
