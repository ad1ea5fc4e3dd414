import { findBackendFactory, registerBackend, setBackend } from '@tensorflow/tfjs-core';
import { UseGraphError } from '../errors.js';
import { missingPackage } from './dawn.js';

/**
 * Makes the WebGPU backend, on a device of `adapter`, the active one. Where `@tensorflow/tfjs-backend-webgpu` was
 * imported before there was a `navigator.gpu`, it has registered its kernels but no backend, so one is registered here.
 */
export async function activateBackend(adapter: GPUAdapter): Promise<void> {
  const { WebGPUBackend } = await loadBackend();
  if (findBackendFactory('webgpu') == null) {
    registerBackend(
      'webgpu',
      async () => {
        const device = await adapter.requestDevice(deviceDescriptor(adapter));
        return new WebGPUBackend(device, adapter.info);
      },
      3,
    );
  }
  if (!(await setBackend('webgpu'))) {
    throw new UseGraphError(
      'webgpu-device',
      `The WebGPU adapter ${adapter.info.description} gave no device.`,
    );
  }
}

async function loadBackend(): Promise<typeof import('@tensorflow/tfjs-backend-webgpu')> {
  try {
    return await import('@tensorflow/tfjs-backend-webgpu');
  } catch (error) {
    throw missingPackage('@tensorflow/tfjs-backend-webgpu', 'TensorFlow.js on WebGPU', error);
  }
}

function deviceDescriptor({ features, limits }: GPUAdapter): GPUDeviceDescriptor {
  return {
    requiredFeatures: features.has('timestamp-query') ? ['timestamp-query'] : [],
    requiredLimits: Object.fromEntries(raisedLimits.map((name) => [name, limits[name]])),
  };
}

/** Those that TensorFlow.js' kernels use up to what the adapter offers. */
const raisedLimits = [
  'maxComputeWorkgroupStorageSize',
  'maxComputeWorkgroupsPerDimension',
  'maxStorageBufferBindingSize',
  'maxBufferSize',
  'maxComputeWorkgroupSizeX',
  'maxComputeInvocationsPerWorkgroup',
] as const;
