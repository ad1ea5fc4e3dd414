import type { Tensor } from '@tensorflow/tfjs-core';
import type { Tracer } from './tracer.js';

const disposals = new WeakMap<Tracer, Tensor[]>();

/** A branch or loop body is about to dispose a tensor of a graph around it: what stands in other branches has it still. */
export function noteDisposal(tensor: Tensor, tracer: Tracer): void {
  const noted = disposals.get(tracer);
  if (noted === undefined) disposals.set(tracer, [tensor]);
  else noted.push(tensor);
}

/** The graph has ended in which these were disposed. */
export function undoDisposals(tracer: Tracer): void {
  for (const tensor of disposals.get(tracer) ?? []) {
    (tensor as unknown as { isDisposedInternal: boolean }).isDisposedInternal = false;
  }
  disposals.delete(tracer);
}
