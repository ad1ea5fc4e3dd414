import type { BackendValues, DataId } from '@tensorflow/tfjs-core';
import { KernelBackend } from '@tensorflow/tfjs-core';
import type { StagingError, UseGraphError } from '../errors.js';
import { constantNode } from '../graph/builder.js';
import { failureOf } from '../graph/failure.js';
import { type DataType, formatType, type TensorType } from '../graph/types.js';
import { constantData } from './constant.js';
import { addRandomNode } from './draws.js';
import { errorHere } from './errorHere.js';
import { hostRead } from './hostRead.js';
import { knownElements } from './knownElements.js';
import { learningRateOf } from './learningRate.js';
import { currentLocation } from './location.js';
import { drawnRandomly } from './random.js';
import { SymbolicData } from './symbolic.js';
import { currentCaller, currentTracer, describe, isTracing, type Tracer } from './tracer.js';

/** Holds no underscore: TensorFlow.js splits the keys of its kernel registry there. */
export const tracingBackendName = 'use-graph';

/**
 * The backend that is active during a trace. Its kernels append nodes (see `kernels.ts`); its tensors have no elements,
 * so that every read throws, unless they are known all the same.
 */
export class TracingBackend extends KernelBackend {
  /** The backend that the graph is traced for: ops ask the active backend for its precision. */
  target: KernelBackend | null = null;
  /** The first read that was answered by a promise which never settles: the trace fails with it when it ends. */
  asynchronousRead: UseGraphError | null = null;

  override write(values: BackendValues, shape: number[], dtype: DataType): DataId {
    const tracer = currentTracer();
    const type = { dtype, shape: [...shape] };
    const distribution = drawnRandomly(values, type, currentLocation());
    if (distribution !== null) {
      return tracer.symbolic(addRandomNode(distribution, type, currentLocation()).outputs[0]!);
    }
    const learningRate = learningRateOf(values);
    if (learningRate !== null) return tracer.symbolic(learningRate);
    if (dtype === 'int32') requireKnownSizes(values as ArrayLike<number>, tracer);
    const size = shape.reduce((product, dimension) => product * dimension, 1);
    if (values.length < size) throw tooFewElements(values.length, type);
    const own = values.length > size ? values.slice(0, size) : values;
    const node = constantNode(constantData(own as BackendValues, dtype), type, currentLocation());
    tracer.add(node);
    return tracer.symbolic(node.outputs[0]!);
  }

  override readSync(dataId: DataId): BackendValues {
    const known = dataId instanceof SymbolicData ? knownElements(dataId) : null;
    if (known !== null) return known;
    throw hostRead(dataId, 'by dataSync(), as arraySync(), toString() and print() call it');
  }

  /**
   * A rejected promise that the user's function drops would end a Node process, so a read inside a trace is
   * remembered and its promise left pending.
   */
  override read(dataId: DataId): Promise<BackendValues> {
    const error = hostRead(
      dataId,
      'by data(), as array() and ops that wait for one, such as tf.whereAsync, call it',
    );
    if (!isTracing()) return Promise.reject(error);
    const caller = currentCaller();
    const where = { location: currentLocation(), ...(caller === null ? {} : { caller }) };
    this.asynchronousRead ??= failureOf(where, error);
    return new Promise(() => {});
  }

  override disposeData(): boolean {
    return false;
  }

  override refCount(): number {
    return 1;
  }

  override incRef(): void {}

  override numDataIds(): number {
    return 0;
  }

  override memory(): { unreliable: boolean } {
    return { unreliable: false };
  }

  override floatPrecision(): 16 | 32 {
    return this.target?.floatPrecision() ?? 32;
  }

  override epsilon(): number {
    return this.target?.epsilon() ?? super.epsilon();
  }

  override dispose(): void {}
}

export const tracingBackend = new TracingBackend();

/**
 * Code that is not staged makes a tensor of a shape, and has zero for a size that the signature leaves open. A vector that
 * happens to look like one has the function traced for each size, which is slower, and right.
 */
function requireKnownSizes(values: ArrayLike<number>, { root }: Tracer): void {
  const unknown = root.firstUnknown();
  if (unknown === null || root.producer(unknown.value) !== undefined) return;
  const { shape } = unknown.value;
  if (shape === null || shape.length < 2 || shape.length !== values.length) return;
  if (!shape.every((size, axis) => (size ?? 0) === values[axis])) return;
  throw errorHere(
    'unknown-size',
    `A tensor is made of the sizes of ${describe(unknown)}, which are not all known while tracing.`,
    'Take the sizes as a tensor, by shapeOf().',
  );
}

/** TensorFlow.js takes the shape of an array from its first rows. */
function tooFewElements(count: number, type: TensorType): StagingError {
  return errorHere(
    'incompatible-inputs',
    `An array of ${count === 1 ? '1 element' : `${count} elements`} cannot be a tensor ${formatType(type)}: its rows have different lengths.`,
    'Make all rows as long as the first one.',
  );
}
