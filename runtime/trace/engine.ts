import type { DataId, KernelBackend, Tensor, TensorInfo, Variable } from '@tensorflow/tfjs-core';
import { engine as tensorflowEngine } from '@tensorflow/tfjs-core';
import type { DataType } from '../graph/types.js';

/** A scope of `tf.tidy` or of one op, as TensorFlow.js keeps it. */
export interface EngineScope {
  readonly name: string;
  readonly track: Tensor[];
}

/** The fields of the TensorFlow.js 4 engine's state that a trace must leave as it found them (tfjs-core/src/engine.ts). */
export interface EngineState {
  registeredVariables: Record<string, Variable>;
  numBytes: number;
  numTensors: number;
  numStringTensors: number;
  numDataBuffers: number;
  gradientDepth: number;
  kernelDepth: number;
  activeTape: { readonly inputs: Readonly<Record<string, Tensor>> }[] | null;
  scopeStack: EngineScope[];
  activeScope: EngineScope | null;
  numDataMovesStack: number[];
  profiling: boolean;
  tensorInfo: WeakMap<
    DataId,
    { backend: KernelBackend; dtype: string; shape: readonly number[]; bytes: number }
  >;
}

/** What a function gave, and its gradients; none for an input that it does not depend on. */
export interface Gradients {
  readonly value: Tensor;
  readonly grads: readonly (Tensor | null)[];
}

/** The parts of the TensorFlow.js engine that its type declarations hide. */
export interface Engine {
  readonly state: EngineState;
  readonly backend: KernelBackend;
  backendName: string;
  /** None before a tensor needs one. */
  backendInstance: KernelBackend | null;
  startScope(name?: string): void;
  endScope(result?: unknown): void;
  disposeTensor(tensor: Tensor): void;
  disposeVariable(variable: Variable): void;
  makeVariable(
    initialValue: Tensor,
    trainable?: boolean,
    name?: string,
    dtype?: DataType,
  ): Variable;
  gradients(
    f: () => Tensor,
    xs: Tensor[],
    dy?: Tensor | null,
    allowNoGradients?: boolean,
  ): Gradients;
  makeTensorFromTensorInfo(info: TensorInfo, backend?: KernelBackend): Tensor;
  trackTensor(tensor: Tensor, backend: KernelBackend): void;
  /** Copies that last until their gradients are computed. */
  saveTensorsForBackwardMode(tensors: readonly Tensor[]): Tensor[];
  runKernel(name: string, inputs: object, attributes: object): Tensor | Tensor[];
  backendNames(): string[];
  nextTensorId(): number;
  addTapeNode(
    name: string,
    inputs: object,
    outputs: readonly Tensor[],
    gradient: unknown,
    saved: readonly Tensor[],
    attributes: object,
  ): void;
}

export function engine(): Engine {
  return tensorflowEngine() as unknown as Engine;
}

/** Runs `body` with a backend active that was so when `active` was taken; the user may have changed it since. */
export function onBackend<T>(active: Pick<Engine, 'backend' | 'backendName'>, body: () => T): T {
  const target = engine();
  const { backendInstance, backendName } = target;
  if (backendInstance === active.backend) return body();
  target.backendInstance = active.backend;
  target.backendName = active.backendName;
  try {
    return body();
  } finally {
    target.backendInstance = backendInstance;
    target.backendName = backendName;
  }
}
