import {
  engine,
  findBackendFactory,
  registerBackend,
  removeBackend,
  setBackend,
} from '@tensorflow/tfjs-core';
import { UseGraphError } from '../errors.js';
import { missingPackage } from './dawn.js';
import { requestAdapter } from './findAdapter.js';

/**
 * Makes the WebGPU backend, on a device of `adapter`, the active one. The one that `@tensorflow/tfjs-backend-webgpu`
 * registers when it is imported, if there is a `navigator.gpu` by then, is replaced unless it has been started: its device
 * lacks features that compiled kernels use.
 */
export async function activateBackend(gpu: GPU, first: GPUAdapter): Promise<void> {
  const { WebGPUBackend } = await loadBackend();
  if (await hasLostDevice()) delete engine().registry.webgpu;
  const registered = findBackendFactory('webgpu');
  if (registered == null || (!ours.has(registered) && engine().registry.webgpu === undefined)) {
    if (registered != null) removeBackend('webgpu');
    let unused: GPUAdapter | null = first;
    const factory = async () => {
      // An adapter gives one device; after its loss another is asked for.
      const adapter = unused ?? (await requestAdapter(gpu)) ?? first;
      unused = null;
      const device = await adapter.requestDevice(deviceDescriptor(adapter));
      return new WebGPUBackend(device, adapter.info);
    };
    ours.add(factory);
    registerBackend('webgpu', factory, 3);
  }
  if (!(await setBackend('webgpu'))) {
    throw new UseGraphError(
      'webgpu-device',
      `The WebGPU adapter ${first.info.description} gave no device.`,
    );
  }
}

const ours = new WeakSet<object>();

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
    requiredFeatures: usedFeatures.filter((name) => features.has(name)),
    requiredLimits: Object.fromEntries(raisedLimits.map((name) => [name, limits[name]])),
  };
}

/** To tell how long kernels take, to combine partial results within a subgroup, and for `enableFloat16Execution`. */
const usedFeatures = ['timestamp-query', 'subgroups', 'shader-f16'] as const;

/** Those that TensorFlow.js' kernels use up to what the adapter offers. */
const raisedLimits = [
  'maxComputeWorkgroupStorageSize',
  'maxComputeWorkgroupsPerDimension',
  'maxStorageBufferBindingSize',
  'maxBufferSize',
  'maxComputeWorkgroupSizeX',
  'maxComputeInvocationsPerWorkgroup',
] as const;
