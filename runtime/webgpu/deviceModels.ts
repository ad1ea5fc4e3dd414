import type { WebGPUBackend } from './backend.js';
import { float16ExecutionEnabled } from './float16.js';
import { type DeviceModel, deviceModelOf } from './fuse/deviceModel.js';

interface Models {
  readonly exact: DeviceModel;
  /** With 16-bit floats where the device has them. */
  readonly half: DeviceModel;
}

const models = new WeakMap<GPUDevice, Models>();

/** The same one until that is changed which kernels depend on. */
export function modelOf({ device }: Pick<WebGPUBackend, 'device'>): DeviceModel {
  let known = models.get(device);
  if (known === undefined) {
    const exact = deviceModelOf(device, isSoftware(device.adapterInfo));
    const half = device.features.has('shader-f16') ? { ...exact, usesFloat16: true } : exact;
    known = { exact, half };
    models.set(device, known);
  }
  return float16ExecutionEnabled() ? known.half : known.exact;
}

/** Whether the adapter computes on the processor. Not every driver says that it is a fallback. */
function isSoftware(info: GPUAdapterInfo | undefined): boolean {
  if (info === undefined) return false;
  const { vendor, architecture, description, isFallbackAdapter } = info;
  if (isFallbackAdapter) return true;
  return /swiftshader|llvmpipe|lavapipe/i.test(`${vendor} ${architecture} ${description}`);
}
