import type { WebGPUBackend } from './backend.js';
import { type DeviceModel, deviceModelOf } from './fuse/deviceModel.js';

const models = new WeakMap<GPUDevice, DeviceModel>();

export function modelOf({ device }: WebGPUBackend): DeviceModel {
  let model = models.get(device);
  if (model === undefined) {
    model = deviceModelOf(device, isSoftware(device.adapterInfo));
    models.set(device, model);
  }
  return model;
}

/** Whether the adapter computes on the processor. Not every driver says that it is a fallback. */
function isSoftware(info: GPUAdapterInfo | undefined): boolean {
  if (info === undefined) return false;
  const { vendor, architecture, description, isFallbackAdapter } = info;
  if (isFallbackAdapter) return true;
  return /swiftshader|llvmpipe|lavapipe/i.test(`${vendor} ${architecture} ${description}`);
}
