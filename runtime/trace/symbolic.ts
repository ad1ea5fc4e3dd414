import type { Tensor } from '@tensorflow/tfjs-core';
import type { Value } from '../graph/graph.js';
import type { Tracer } from './tracer.js';

/** The `dataId` of a traced tensor: it stands for a value of a graph and has no elements. */
export class SymbolicData {
  constructor(
    readonly value: Value,
    /** The graph under construction that the value belongs to. */
    readonly tracer: Tracer,
  ) {}
}

export function symbolicData(tensor: Tensor): SymbolicData | null {
  const dataId: object = tensor.dataId;
  return dataId instanceof SymbolicData ? dataId : null;
}

/** Whether the tensor stands for a value of a graph, one that is being traced or one whose trace has ended. */
export function isSymbolic(tensor: Tensor): boolean {
  return symbolicData(tensor) !== null;
}

/** Whether both are the same elements in the same shape: TensorFlow.js makes new tensor objects freely. */
export function isSameTensor(a: Tensor, b: Tensor): boolean {
  return a === b || (a.dataId === b.dataId && String(a.shape) === String(b.shape));
}
