import type { BackendValues, DataId, KernelBackend, TensorInfo } from '@tensorflow/tfjs-core';
import { engine } from '@tensorflow/tfjs-core';
import { ExecutionError } from '../errors.js';

/** What the interpreter needs of the TensorFlow.js engine beyond its declared types. */
interface EngineInternals {
  readonly state: { readonly tensorInfo: WeakMap<DataId, { readonly backend: KernelBackend }> };
  removeDataId(dataId: DataId, backend: KernelBackend): void;
}

function internals(): EngineInternals {
  return engine() as unknown as EngineInternals;
}

export function startedBackend(name: string): KernelBackend {
  const backend: KernelBackend | null = engine().findBackend(name);
  if (backend !== null) return backend;
  throw new ExecutionError(
    'backend-not-ready',
    `The backend '${name}' has not started.`,
    null,
    `Import its package and wait for tf.setBackend('${name}') or tf.ready().`,
  );
}

/**
 * Whether the host can have the elements of a tensor without waiting. On WebGPU it cannot: `readSync` throws in Node, and
 * has given zeros in browsers.
 */
export function canReadSynchronously(backendName: string): boolean {
  return backendName !== 'webgpu';
}

/** The backend that holds the elements, where TensorFlow.js knows of a tensor with this data. */
export function holderOf(dataId: DataId): KernelBackend | null {
  return internals().state.tensorInfo.get(dataId)?.backend ?? null;
}

/** `null` where TensorFlow.js has the backend no more. */
export function nameOf(backend: KernelBackend): string | null {
  const { registry } = engine();
  return Object.keys(registry).find((name) => registry[name] === backend) ?? null;
}

/** Takes one more reference to the data. */
export function retain(backend: KernelBackend, info: TensorInfo): TensorInfo {
  backend.incRef(info.dataId);
  return info;
}

/** Gives one reference back, and the data with the last one, even if a tensor that shared it was disposed meanwhile. */
export function release(backend: KernelBackend, info: TensorInfo): void {
  if (backend.disposeData(info.dataId)) internals().removeDataId(info.dataId, backend);
}

/** A request for elements, which the interpreter yields so that it can run synchronously and asynchronously. */
export interface ReadRequest {
  readonly backend: KernelBackend;
  readonly dataId: DataId;
}

/** A request for what a promise of the user's gives, and the error where the run cannot wait. */
export interface WaitRequest {
  readonly promise: PromiseLike<unknown>;
  readonly refusal: () => ExecutionError;
}

/** A computation that asks for elements, or waits, on its way. */
export type Reading<Result> = Generator<ReadRequest | WaitRequest, Result, unknown>;

export function runSynchronously<Result>(reading: Reading<Result>): Result {
  let state = reading.next();
  while (!state.done) {
    let answer: unknown;
    try {
      answer = answerNow(state.value);
    } catch (error) {
      state = reading.throw(error);
      continue;
    }
    state = reading.next(answer);
  }
  return state.value;
}

function answerNow(request: ReadRequest | WaitRequest): BackendValues {
  if (!('promise' in request)) return request.backend.readSync(request.dataId);
  // What it may be rejected with is of no interest any more, and must not end the process.
  request.promise.then(undefined, () => {});
  throw request.refusal();
}

export async function runAsynchronously<Result>(reading: Reading<Result>): Promise<Result> {
  let state = reading.next();
  while (!state.done) {
    const request = state.value;
    let answer: unknown;
    try {
      answer = await ('promise' in request
        ? request.promise
        : request.backend.read(request.dataId));
    } catch (error) {
      state = reading.throw(error);
      continue;
    }
    state = reading.next(answer);
  }
  return state.value;
}
