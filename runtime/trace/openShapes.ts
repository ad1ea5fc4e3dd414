import type { Tensor } from '@tensorflow/tfjs-core';
import { errorHere } from './errorHere.js';
import { currentTracer, describe, isTracing, type Tracer } from './tracer.js';

const owners = new WeakMap<object, Tensor>();

/** The sizes of the traced tensor are not all known: who reads one from its `shape` asks the tensor. */
export function noteOpenShape(tensor: Tensor): void {
  owners.set(tensor.shape, tensor);
}

/** The traced tensor whose `shape` this is, where not all of its sizes are known. */
export function ofOpenShape(shape: unknown): Tensor | undefined {
  return Array.isArray(shape) ? owners.get(shape) : undefined;
}

/** Whether the signature leaves sizes open: the function is traced for each where it computes with one. */
export function hasOpenArguments(): boolean {
  const { root } = currentTracer();
  const unknown = root.firstUnknown();
  return unknown !== null && root.producer(unknown.value) === undefined;
}

/** The traces of programs that have `null` for a size which the signature leaves open. */
const readers = new WeakSet<Tracer>();

export function noteOpenSize(): void {
  readers.add(currentTracer().root);
}

/** For what takes `null` as it is, and would take the number of the size otherwise. */
export function requireKnownSize(user: string, value: unknown): void {
  if (value === null && isTracing() && readers.has(currentTracer().root)) refuseUnknown(user);
}

export function refuseUnknown(user: string): void {
  const unknown = isTracing() ? currentTracer().firstUnknown() : null;
  if (unknown === null) return;
  throw errorHere(
    'unknown-size',
    `${user} is given null, which stands for a size that is not known while tracing (of ${describe(unknown)}).`,
    'Take the sizes as a tensor, by shapeOf(), or write the operation without them.',
  );
}
