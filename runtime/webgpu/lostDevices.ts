import type { KernelBackend } from '@tensorflow/tfjs-core';
import { engine } from '@tensorflow/tfjs-core';
import { ExecutionError } from '../errors.js';
import { isWebGPUBackend, type WebGPUBackend } from './backend.js';

const losses = new WeakMap<GPUDevice, GPUDeviceLostInfo | null>();

/** Notes when the device of a WebGPU backend is lost. */
export function watchDevice(backend: KernelBackend): void {
  if (!isWebGPUBackend(backend) || losses.has(backend.device)) return;
  const { device } = backend;
  losses.set(device, null);
  void device.lost.then((info) => losses.set(device, info));
}

/** What a call must end with whose backend has lost its device; `null` where it has not. */
export function deviceLoss(backend: KernelBackend): ExecutionError | null {
  if (!isWebGPUBackend(backend)) return null;
  const info = losses.get(backend.device);
  if (info == null) return null;
  leaveEngine(backend);
  return new ExecutionError(
    'device-lost',
    `The WebGPU device was lost${info.message === '' ? '' : ` (${info.message})`}, and all tensors on it.`,
    null,
    "Wait for tf.setBackend('webgpu'), which starts a new device, and give variables and inputs their elements anew.",
  );
}

/** The error of a call during which the device may have been lost. */
export async function errorOfLoss(backend: KernelBackend, error: unknown): Promise<unknown> {
  if (!isWebGPUBackend(backend)) return error;
  // The news of the loss may come after what fails because of it.
  await new Promise((resolve) => setTimeout(resolve));
  const loss = deviceLoss(backend);
  if (loss === null) return error;
  loss.cause = error;
  return loss;
}

/** A lost device never comes back. The backend is forgotten, so that TensorFlow.js starts another when it is set again. */
function leaveEngine(backend: WebGPUBackend): void {
  const { registry } = engine();
  for (const [name, registered] of Object.entries(registry)) {
    if (registered === backend) delete registry[name];
  }
}
