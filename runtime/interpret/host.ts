import type { KernelBackend, TensorInfo } from '@tensorflow/tfjs-core';
import { engine, Tensor, tensor } from '@tensorflow/tfjs-core';
import { ExecutionError } from '../errors.js';
import { failureOf } from '../graph/failure.js';
import type { HostNode, Node } from '../graph/graph.js';
import { type DataType, formatType, isSubtype, type TensorType } from '../graph/types.js';
import { canReadSynchronously, holderOf, type Reading, retain } from './backend.js';
import { moveFrom } from './inputs.js';
import { lend } from './lend.js';
import type { Context } from './run.js';

/** Calls the user's function of a `host` node; the caller owns the results. */
export function* runHost(
  { backend, backendName, constants }: Context,
  node: HostNode,
  infos: readonly TensorInfo[],
): Reading<TensorInfo[]> {
  const given = infos.map((info) => lend(backend, constants.unshared(retain(backend, info))));
  // Afterwards the function can read them synchronously too.
  if (!canReadSynchronously(backendName)) {
    for (const { dataId } of given) yield { backend, dataId };
  }
  const made = madeFromNowOn();
  let returned = node.call(given);
  if ('then' in returned) {
    const promise = returned;
    returned = (yield { promise, refusal: () => promiseReturned(node) }) as readonly unknown[];
  }
  const results: TensorInfo[] = [];
  for (const [index, output] of node.outputs.entries()) {
    const result = tensorFrom(returned[index], output, node);
    results.push(yield* take(result, backend, backendName));
    if (made(result)) result.dispose();
  }
  return results;
}

/** The tensor once more, for the user's function (see `lend`). */
export function lendCopy(tensor: Tensor): Tensor {
  const holder = holderOf(tensor.dataId)!;
  return lend(holder, retain(holder, tensor));
}

/** What a function of the user's gave, as a tensor of the type that it was declared to be. */
export function tensorFrom(
  value: unknown,
  type: TensorType,
  node: Pick<HostNode, 'name' | 'location'>,
): Tensor {
  const found = value instanceof Tensor ? value : asTensor(value, type.dtype);
  const isFit =
    found !== null && isSubtype({ dtype: found.dtype as DataType, shape: found.shape }, type);
  if (isFit) return found;
  if (found !== null && found !== value) found.dispose();
  const given =
    found === null
      ? typeof value === 'string'
        ? `the text "${value}"`
        : String(value)
      : formatType({ dtype: found.dtype as DataType, shape: found.shape });
  throw failureOf(
    node as Node,
    wrongResult(node, `${formatType(type)} is declared, and ${given} came`),
  );
}

export function wrongResult(
  { name, location }: Pick<HostNode, 'name' | 'location'>,
  problem: string,
): ExecutionError {
  return new ExecutionError(
    'js-function-result',
    `What ${name}, called by jsFunction(), returns is not what its third argument says: ${problem}.`,
    location,
    'Return a tensor, or numbers, for each tensorSpec there; null in a shape stands for any size.',
  );
}

function asTensor(value: unknown, dtype: DataType): Tensor | null {
  // TensorFlow.js would make numbers of texts, which are NaN.
  if (dtype !== 'string' && typeof firstOf(value) === 'string') return null;
  try {
    return tensor(value as number[], undefined, dtype as 'float32');
  } catch {
    return null;
  }
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? firstOf(value[0]) : value;
}

function* take(
  { dataId, shape, dtype }: Tensor,
  backend: KernelBackend,
  backendName: string,
): Reading<TensorInfo> {
  const info = { dataId, shape, dtype };
  const holder = holderOf(dataId);
  if (holder === null || holder === backend) return retain(backend, info);
  return yield* moveFrom(holder, info, backend, backendName);
}

/** Tells the tensors that the function made, and nobody else holds, from those that it only returns. */
function madeFromNowOn(): (result: Tensor) => boolean {
  const first = (engine() as unknown as { nextTensorId(): number }).nextTensorId();
  return (result) => result.id > first && !result.kept && !('assign' in result);
}

export function promiseReturned(node: HostNode): ExecutionError {
  return failureOf(
    node,
    new ExecutionError(
      'js-function-needs-async',
      `What ${node.name}, called by ${node.calledBy}, gives is a promise, and the graph runs in a synchronous call.`,
      node.location,
      'Make the graph function async and await its call.',
    ),
  );
}
