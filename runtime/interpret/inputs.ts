import type { BackendValues, KernelBackend, TensorInfo } from '@tensorflow/tfjs-core';
import { engine } from '@tensorflow/tfjs-core';
import { ExecutionError, internalError } from '../errors.js';
import type { Graph } from '../graph/graph.js';
import { formatType } from '../graph/types.js';
import { holderOf, nameOf, type Reading, release, retain } from './backend.js';
import { upload } from './constants.js';

/**
 * References of the run's own to the inputs, so that the caller may dispose them before it ends. Inputs that live on
 * another backend are moved to this one, as TensorFlow.js moves them when an op needs them.
 */
export function* takeInputs(
  graph: Graph,
  inputs: readonly TensorInfo[],
  backend: KernelBackend,
  backendName: string,
): Reading<TensorInfo[]> {
  if (inputs.length !== graph.parameters.length) {
    throw internalError(
      `The graph '${graph.name}' takes ${graph.parameters.length} inputs and was given ${inputs.length}.`,
    );
  }
  const taken: TensorInfo[] = [];
  try {
    for (const [index, input] of inputs.entries()) {
      const { dataId, shape, dtype } = input;
      const info = { dataId, shape, dtype };
      if (!isDisposed(input) && backend.refCount(dataId) > 0) {
        taken.push(retain(backend, info));
        continue;
      }
      const holder = isDisposed(input) ? null : holderOf(dataId);
      if (holder === null || holder === backend) throw disposedInput(graph, index, input);
      taken.push(yield* moveFrom(holder, info, backend, backendName));
    }
    return taken;
  } catch (error) {
    for (const info of taken) release(backend, info);
    throw error;
  }
}

function isDisposed(input: TensorInfo): boolean {
  return 'isDisposed' in input && input.isDisposed === true;
}

/** A reference of the caller's own to a tensor that lives on another backend, moved to `backend`. */
export function* moveFrom(
  holder: KernelBackend,
  info: TensorInfo,
  backend: KernelBackend,
  backendName: string,
): Reading<TensorInfo> {
  if (nameOf(holder) === null) throw lostInput(info);
  retain(holder, info);
  let held = holder;
  try {
    // Reading first leaves the elements with the holder, from where the engine's synchronous move takes them.
    const values = (yield { backend: holder, dataId: info.dataId }) as BackendValues;
    // The engine cannot move a pair of tensors.
    if (info.dtype === 'complex64') {
      return upload(backend, backendName, values, info.shape, info.dtype);
    }
    if (holderOf(info.dataId) === holder) engine().moveData(backend, info.dataId);
    held = backend;
    return retain(backend, info);
  } finally {
    release(held, info);
  }
}

/** What a synchronous run must check before: elements on a backend that gives them only asynchronously. */
export function unreadableInput(
  graph: Graph,
  inputs: readonly TensorInfo[],
  backend: KernelBackend,
  canRead: (backendName: string) => boolean,
): ExecutionError | null {
  for (const [index, input] of inputs.entries()) {
    const holder = holderOf(input.dataId);
    if (holder === null || holder === backend) continue;
    const name = nameOf(holder);
    if (name === null) return lostInput(input);
    if (canRead(name)) continue;
    return new ExecutionError(
      'input-needs-async',
      `${inputName(graph, index)} of the graph '${graph.name}' lives on the backend '${name}', which ` +
        'cannot give its elements to a synchronous call on another backend.',
      null,
      'Call the function asynchronously, or make the tensor after tf.setBackend().',
    );
  }
  return null;
}

/** A tensor or variable that has gone with its backend. */
export function lostInput(info: TensorInfo): ExecutionError {
  return new ExecutionError(
    'device-lost',
    `A tensor or variable ${formatType(info)} was on a device that has been lost.`,
    null,
    'Give it its elements anew: make the tensor again, or assign to the variable; the slots of an optimizer come anew with the optimizer.',
  );
}

function disposedInput(graph: Graph, index: number, input: TensorInfo): ExecutionError {
  return new ExecutionError(
    'disposed-tensor',
    `${inputName(graph, index)} of the graph '${graph.name}', ${formatType(input)}, has been disposed.`,
    null,
    'Keep it until the call, with tf.keep() if a tf.tidy() ends before.',
  );
}

function inputName(graph: Graph, index: number): string {
  const name = graph.parameters[index]?.name;
  return name === undefined ? 'A tensor or variable from outside' : `The input '${name}'`;
}
