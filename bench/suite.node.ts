/*
 * Tasks in a process of their own: `node suite.node.js <array of tasks as JSON>`. Prints a line with the result of each.
 */
import { useWebGPU } from 'use-graph/node';
import { globals } from 'webgpu';
import { collectDeviceErrors } from './measure/errors.js';
import { runTask } from './suite.js';
import type { Task } from './task.js';

// The cpu backend recommends another package to everybody in Node.
console.warn = () => {};
// Here already, so that every device's errors can be collected.
Object.assign(globalThis, globals);
const deviceErrors = collectDeviceErrors();
const { description } = await useWebGPU();
// jax-js asks what browser it is in.
Object.assign(navigator, { userAgent: `Node ${process.version}` });
for (const task of JSON.parse(process.argv[2]!) as Task[]) {
  const report = await runTask(task, deviceErrors);
  console.log(JSON.stringify({ report, adapter: description }));
}
// Devices that were not destroyed would keep the process.
process.exit();
