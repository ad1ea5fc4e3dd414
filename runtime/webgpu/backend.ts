import type { DataId, DataType, KernelBackend, TensorInfo } from '@tensorflow/tfjs-core';

/** The parts of TensorFlow.js's WebGPU backend, 4.22, that running compiled graphs uses. All of them are public there. */
export interface WebGPUBackend extends KernelBackend {
  readonly device: GPUDevice;
  readonly tensorMap: { get(dataId: DataId): TensorData; has(dataId: DataId): boolean };
  commandEncoder: GPUCommandEncoder | null;
  computePassEncoder: GPUComputePassEncoder | null;
  dispatchCountInPass: number;
  readonly adapterInfo: { readonly vendor?: string; readonly architecture?: string };
  readonly bufferManager: { releaseBuffer(buffer: GPUBuffer, reuse: boolean): void };
  makeTensorInfo(shape: readonly number[], dtype: DataType): TensorInfo;
  uploadToGPU(dataId: DataId): void;
  ensureCommandEncoderReady(): void;
  endComputePassEncoder(): void;
  submitQueue(): void;
}

interface TensorData {
  /** What the elements are stored as: TensorFlow.js casts integers to floats by calling the tensor one of floats. */
  readonly dtype: DataType;
  values: unknown;
  resource: unknown;
  refCount: number;
}

export function isWebGPUBackend(backend: KernelBackend): backend is WebGPUBackend {
  const { device, tensorMap, uploadToGPU } = backend as Partial<WebGPUBackend>;
  return device != null && tensorMap != null && uploadToGPU != null && 'queue' in device;
}

/** The pass that ops and kernels are being written into. */
export function currentPass(backend: WebGPUBackend): GPUComputePassEncoder {
  backend.ensureCommandEncoderReady();
  backend.computePassEncoder ??= backend.commandEncoder!.beginComputePass();
  return backend.computePassEncoder;
}

/** The buffer of a tensor, made and filled if it has none yet; `null` where a texture holds the elements. */
export function bufferOf(backend: WebGPUBackend, dataId: DataId): GPUBuffer | null {
  const data = backend.tensorMap.get(dataId);
  if (data.resource == null) backend.uploadToGPU(dataId);
  return 'size' in (data.resource as object) ? (data.resource as GPUBuffer) : null;
}

/** Takes the buffer from a tensor, so that no other tensor is given it. */
export function discardBuffer(backend: WebGPUBackend, dataId: DataId): void {
  const data = backend.tensorMap.get(dataId);
  if (data.resource != null) backend.bufferManager.releaseBuffer(data.resource as GPUBuffer, false);
  data.resource = null;
}

/** Hands what has been written since the last submission to the device. */
export function submit(backend: WebGPUBackend): void {
  if (backend.commandEncoder === null) return;
  backend.endComputePassEncoder();
  backend.submitQueue();
}
