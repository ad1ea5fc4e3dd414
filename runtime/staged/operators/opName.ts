import { Tensor } from '@tensorflow/tfjs-core';

/** The name of an op of TensorFlow.js, or of its form as a method of tensors; undefined of anything else. */
export function opName(f: unknown, isChained: boolean): string | undefined {
  return isChained ? chainedName(f) : /^(.*)__op$/.exec((f as { readonly name: string }).name)?.[1];
}

/** The name of a method of tensors, which TensorFlow.js gives to functions that have none; undefined of anything else. */
export function chainedName(f: unknown): string | undefined {
  const methods = Tensor.prototype as unknown as Readonly<Record<string, unknown>>;
  return Object.keys(methods).find((key) => methods[key] === f);
}
