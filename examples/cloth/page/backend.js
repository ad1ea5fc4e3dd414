import * as tf from '@tensorflow/tfjs-core';

/** Takes WebGPU where the browser has an adapter, else cpu; says which, in words. */
export async function chooseBackend() {
  const adapter = await navigator.gpu?.requestAdapter().catch(() => null);
  if (adapter) {
    await import('@tensorflow/tfjs-backend-webgpu');
    if (await tf.setBackend('webgpu').catch(() => false)) {
      const { description, device, vendor, architecture } = adapter.info;
      const name = description || device || `${vendor} ${architecture}`.trim();
      return name === '' ? 'WebGPU' : `WebGPU: ${name}`;
    }
  }
  await import('@tensorflow/tfjs-backend-cpu');
  await tf.setBackend('cpu');
  return 'cpu: this browser offers no WebGPU adapter, so the cloth is slower';
}
