/*
 * The page's script: `runTask` for the process that drives the browser.
 */
import { collectDeviceErrors } from './measure/errors.js';
import { runTask } from './suite.js';
import type { Task } from './task.js';

const deviceErrors = collectDeviceErrors();

async function adapterName(): Promise<string> {
  const adapter = await navigator.gpu.requestAdapter();
  const { vendor, architecture, description } = adapter!.info;
  return description || `${vendor} ${architecture}`;
}

Object.assign(window, { runTask: (task: Task) => runTask(task, deviceErrors), adapterName });
