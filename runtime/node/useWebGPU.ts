import { findBackendFactory, removeBackend } from '@tensorflow/tfjs-core';
import { UseGraphError } from '../errors.js';
import { activateBackend } from './backend.js';
import { webGPUGlobals } from './dawn.js';
import { type AdapterKind, findAdapter } from './findAdapter.js';
import { installWebGPU } from './globals.js';

export interface UseWebGPUOptions {
  /**
   * Which adapter to take: `'any'` (the default) prefers a GPU and falls back to one that computes on the processor;
   * `'hardware'` and `'software'` take no other.
   */
  readonly adapter?: AdapterKind;
  /** Whether to throw where there is no adapter (the default), or to answer `null`. */
  readonly required?: boolean;
}

export interface WebGPUAdapter {
  /** What the driver calls the adapter. */
  readonly description: string;
  /** Whether it computes on the processor: right, but slow. */
  readonly isSoftware: boolean;
}

/**
 * Makes WebGPU the TensorFlow.js backend of a Node process. Needs the packages `webgpu` (Dawn) and
 * `@tensorflow/tfjs-backend-webgpu` in the project. Sets `navigator.gpu` and the WebGPU globals, and does not keep the
 * process from exiting. A later call for another kind of adapter ends the backend of the earlier one, tensors included.
 *
 * Where there is no GPU, a software adapter is looked for: the Vulkan drivers that `VK_ICD_FILENAMES` names, the one of an
 * installed Chromium or Chrome, and the one in the package `@sparticuz/chromium`, where the project has it.
 *
 * @throws UseGraphError `no-webgpu-adapter` where no adapter is found, and `missing-package` where a package is missing,
 * unless `required` is false: then the result is `null` and the active backend stays.
 */
export async function useWebGPU(
  options: UseWebGPUOptions & { readonly required: false },
): Promise<WebGPUAdapter | null>;
export async function useWebGPU(
  options?: UseWebGPUOptions & { readonly required?: true },
): Promise<WebGPUAdapter>;
export async function useWebGPU(options: UseWebGPUOptions = {}): Promise<WebGPUAdapter | null> {
  try {
    const { gpu, adapter, isSoftware } = await findAdapter(options.adapter ?? 'any');
    if (gpu !== globalThis.navigator?.gpu) {
      if (findBackendFactory('webgpu') != null) removeBackend('webgpu'); // one from an earlier call is on another adapter
      installWebGPU(gpu, await webGPUGlobals());
    }
    await activateBackend(gpu, adapter);
    return { description: describe(adapter.info), isSoftware };
  } catch (error) {
    if (options.required === false && error instanceof UseGraphError) return null;
    throw error;
  }
}

function describe({ description, device, vendor, architecture }: GPUAdapterInfo): string {
  const names = [device, description].filter((name) => name !== '');
  return names.length > 0 ? names.join(', ') : `${vendor} ${architecture}`.trim() || 'unnamed';
}
