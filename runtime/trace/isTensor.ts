import { Tensor } from '@tensorflow/tfjs-core';

/**
 * Whether the value is a tensor. `instanceof Tensor` of TensorFlow.js reads properties of whatever it is asked about, which
 * getters and proxies of the user's would notice; prototypes tell without, also those of a second copy of the library.
 */
export function isTensor(value: unknown): value is Tensor {
  if (typeof value !== 'object' || value === null || (areProxies && proxies.has(value)))
    return false;
  const prototype = Object.getPrototypeOf(value) as object | null;
  if (prototype === null || prototype === Object.prototype || prototype === Array.prototype) {
    return false;
  }
  let answer = known.get(prototype);
  if (answer === undefined) {
    answer = isOfTensors(prototype);
    known.set(prototype, answer);
  }
  return answer;
}

const known = new WeakMap<object, boolean>();

const proxies = new WeakSet<object>();
let areProxies = false;

/** Tells of a proxy that refuses to be asked what it is. */
export function noTensor(proxy: object): void {
  proxies.add(proxy);
  areProxies = true;
}

function isOfTensors(prototype: object): boolean {
  for (
    let one: object | null = prototype;
    one !== null;
    one = Object.getPrototypeOf(one) as object | null
  ) {
    if (one === Tensor.prototype) return true;
    if (Object.hasOwn(one, 'throwIfDisposed') && Object.hasOwn(one, 'dataSync')) return true;
  }
  return false;
}
