import { getKernelsForBackend } from '@tensorflow/tfjs-core';
import { opOfKernel } from '../../graph/opNames.js';
import { tracingBackendName } from '../../trace/backend.js';
import { similarName } from './similarName.js';

/** Whether it is TensorFlow.js, or its part, as a module. */
export function isLibrary(value: unknown): value is object {
  return typeof value === 'object' && value !== null && 'Tensor' in value && 'tensor' in value;
}

/** What is to be said of a function of the name, which the library does not have. */
export function unknownFunction(library: object, name: string): string {
  const similar = similarFunction(library, name);
  const meant = similar === undefined ? '' : ` Did you mean 'tf.${similar}'?`;
  return `${name} is not a function: TensorFlow.js has no '${name}'.${meant}`;
}

function similarFunction(library: object, name: string): string | undefined {
  // What begins with a capital is a class, or the name of a kernel.
  return similarName(
    name,
    Object.keys(library).filter(
      (key) => /^[a-z]/.test(key) && typeof Reflect.get(library, key) === 'function',
    ),
  );
}

/** The op whose name is nearest, as far as kernels tell; null where the name may be that of an op, or is like none. */
export function similarOp(name: string): string | null {
  const ops = getKernelsForBackend(tracingBackendName).flatMap(
    ({ kernelName }) => opOfKernel(kernelName) ?? [],
  );
  if (ops.some((op) => op.toLowerCase() === name.toLowerCase())) return null;
  const similar = similarName(name, ops);
  // `logSigmoid` is no mistake for `log`, as `multiply` is for `mul`.
  const isOther =
    similar !== undefined && /^[A-Z]/.test(name.slice(similar.length)) && name.startsWith(similar);
  return isOther ? null : (similar ?? null);
}
