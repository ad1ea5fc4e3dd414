import { engine, findBackendFactory, registerBackend, setBackend } from '@tensorflow/tfjs-core';
import { UseGraphError } from '../errors.js';
import { missingPackage } from './dawn.js';
import { requestAdapter } from './findAdapter.js';

/**
 * Makes the WebGPU backend, on a device of `adapter`, the active one. Where `@tensorflow/tfjs-backend-webgpu` was
 * imported before there was a `navigator.gpu`, it has registered its kernels but no backend, so one is registered here.
 */
export async function activateBackend(gpu: GPU, first: GPUAdapter): Promise<void> {
  const { WebGPUBackend } = await loadBackend();
  if (await hasLostDevice()) delete engine().registry.webgpu;
  if (findBackendFactory('webgpu') == null) {
    let unused: GPUAdapter | null = first;
    registerBackend(
      'webgpu',
      async () => {
        // An adapter gives one device; after its loss another is asked for.
        const adapter = unused ?? (await requestAdapter(gpu)) ?? first;
        unused = null;
        const device = await adapter.requestDevice(deviceDescriptor(adapter));
        return new WebGPUBackend(device, adapter.info);
      },
      3,
    );
  }
  if (!(await setBackend('webgpu'))) {
    throw new UseGraphError(
      'webgpu-device',
      `The WebGPU adapter ${first.info.description} gave no device.`,
    );
  }
}

async function hasLostDevice(): Promise<boolean> {
  const started = engine().registry.webgpu as { readonly device?: GPUDevice } | undefined;
  if (started?.device === undefined) return false;
  const isLost = started.device.lost.then(() => true);
  return Promise.race([isLost, new Promise<boolean>((resolve) => setTimeout(resolve, 0, false))]);
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
