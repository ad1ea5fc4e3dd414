import type { Tensor } from '@tensorflow/tfjs-core';
import { SymbolicTensorError } from '../errors.js';
import type { Value } from '../graph/graph.js';
import { type Shape, sameShape } from '../graph/types.js';
import { currentLocation } from './location.js';
import type { Tracer } from './tracer.js';

/** The `dataId` of a traced tensor: it stands for a value of a graph and has no elements. */
export class SymbolicData {
  readonly #isOriginal = true;

  constructor(
    readonly value: Value,
    /** The graph under construction that the value belongs to. */
    readonly tracer: Tracer,
  ) {}

  /** Whether the program has copied it, with all that it refers to. */
  static isCopy(data: SymbolicData): boolean {
    return !(#isOriginal in data);
  }
}

export function symbolicData(tensor: Tensor): SymbolicData | null {
  const dataId: object = tensor.dataId;
  if (!(dataId instanceof SymbolicData)) return null;
  if (SymbolicData.isCopy(dataId)) throw copied();
  return dataId;
}

function copied(): SymbolicTensorError {
  return new SymbolicTensorError(
    'host-read',
    'A copy of a traced tensor is used that was made property by property, as by cloneDeep().',
    currentLocation(),
    'Use the tensor itself, tf.clone(x), or structuredClone(), which keeps traced tensors as they are.',
  );
}

/** Whether the tensor stands for a value of a graph, one that is being traced or one whose trace has ended. */
export function isSymbolic(tensor: Tensor): boolean {
  return symbolicData(tensor) !== null;
}

const unknownRanks = new WeakSet<Tensor>();

/** Whether not even the number of the traced tensor's axes is known: its `shape` cannot be read. */
export function hasUnknownRank(tensor: Tensor): boolean {
  return unknownRanks.has(tensor);
}

export function noteUnknownRank(tensor: Tensor): void {
  unknownRanks.add(tensor);
}

/** The shape as the trace knows it. */
export function shapeKnownOf(tensor: Tensor): Shape {
  return hasUnknownRank(tensor) ? null : tensor.shape;
}

/** Whether both are the same elements in the same shape: TensorFlow.js makes new tensor objects freely. */
export function isSameTensor(a: Tensor, b: Tensor): boolean {
  return a === b || (a.dataId === b.dataId && sameShape(shapeKnownOf(a), shapeKnownOf(b)));
}
