import { UseGraphError } from '../errors.js';

/**
 * A new instance of Dawn. It must stay referenced as long as anything made from it is in use. Its timestamps are exact: in
 * a process of one's own nobody has to be kept from measuring.
 */
export async function createGPU(): Promise<GPU> {
  const { create } = await loadDawn();
  return create(['disable-dawn-features=timestamp_quantization']);
}

/** The classes and constants of WebGPU, such as `GPUBufferUsage`. */
export async function webGPUGlobals(): Promise<Readonly<Record<string, unknown>>> {
  return (await loadDawn()).globals as Record<string, unknown>;
}

async function loadDawn(): Promise<typeof import('webgpu')> {
  try {
    return await import('webgpu');
  } catch (error) {
    throw missingPackage('webgpu', 'WebGPU in Node', error);
  }
}

export function missingPackage(name: string, use: string, cause: unknown): UseGraphError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const error = new UseGraphError(
    'missing-package',
    `${use} needs the package ${name}, which could not be loaded: ${reason}`,
    null,
    `Install it: npm install ${name}`,
  );
  error.cause = cause;
  return error;
}
