import type { Tensor } from '@tensorflow/tfjs-core';
import { tensor as makeTensor, util } from '@tensorflow/tfjs-core';
import { ExecutionError } from '../../errors.js';
import type { AssertNode, HostNode, RandomNode, ThrowNode } from '../../graph/graph.js';
import { filledText } from '../../graph/texts.js';
import { canReadSynchronously } from '../../interpret/backend.js';
import { lendCopy, promiseReturned, tensorFrom } from '../../interpret/host.js';
import { printTensors, shownTensor } from '../../interpret/printTensors.js';
import { drawElements } from '../../interpret/random.js';
import { heldOf, textOfElements, thrownBy } from '../../interpret/thrown.js';
import { newSeed } from '../../random/draw.js';
import type { Key } from '../../random/philox.js';
import { engine } from '../../trace/engine.js';
import { refuseGradient } from '../../trace/hostCall.js';
import type { ReplayHost } from '../../trace/replay.js';

/**
 * Replays a graph once on real tensors, for a gradient. `decisions` are what its conditions are, in their order, where that
 * is known.
 */
export function createReplayHost(
  seed: Key = newSeed(),
  decisions: readonly boolean[] | null = null,
): ReplayHost {
  const decided = decisions?.values();
  return {
    ...host,
    readBoolean: (tensor) => decided?.next().value ?? host.readBoolean(tensor),
    random(node: RandomNode, iterations: readonly Tensor[]): Tensor {
      const { shape, dtype } = node.outputs[0]!;
      const values = iterations.map((iteration) => iteration.dataSync()[0]!);
      return makeTensor(drawElements(node, values, seed), [...(shape as number[])], dtype);
    },
  };
}

const host: Omit<ReplayHost, 'random'> = {
  readBoolean(tensor) {
    if (!canReadSynchronously(engine().backendName)) throw needsRead();
    return tensor.dataSync().every((value) => value !== 0);
  },

  print(values, tensors) {
    const { backend, backendName } = engine();
    printTensors(values, tensors, backend, backendName);
  },

  fail(node: AssertNode, shown: readonly Tensor[]): never {
    const { backend } = engine();
    const texts = shown.map((tensor) => shownTensor(tensor, backend));
    const message = filledText(node.message, node.holes, texts);
    throw new ExecutionError('assertion-failed', `Assertion failed: ${message}`, node.location);
  },

  throw(node: ThrowNode, tensors: readonly Tensor[]): never {
    const { holes, numbers = [], held = [] } = node;
    const texts = tensors.slice(0, holes.length).map((tensor, index) => {
      const isNumber = numbers.includes(holes[index]!);
      return isNumber
        ? textOfElements(tensor.dataSync(), tensor.shape, tensor.dtype, isNumber)
        : tensor.toString();
    });
    const values = tensors.slice(holes.length).map((tensor, index) => {
      const elements = tensor.dtype === 'string' ? encoded(tensor) : tensor.dataSync();
      return heldOf(elements, tensor.shape, tensor.dtype, held[index]!);
    });
    throw thrownBy(node, texts, values);
  },

  call(node: HostNode, tensors: readonly Tensor[]): Tensor[] {
    if (tensors.length > 0 && !canReadSynchronously(engine().backendName)) throw needsRead();
    const returned = node.call(tensors.map(lendCopy));
    if ('then' in returned) throw promiseReturned(node);
    const results = node.outputs.map((type, index) => tensorFrom(returned[index], type, node));
    return [...refuseGradient(results, tensors, node)];
  },
};

function encoded(tensor: Tensor): Uint8Array[] {
  return tensor.dataSync<'string'>().map((text) => util.encodeString(text));
}

function needsRead(): ExecutionError {
  return new ExecutionError(
    'gradient-needs-read',
    'A gradient is taken around a graph function whose if, loop or jsFunction() depends on a tensor, which the ' +
      `${engine().backendName} backend cannot read synchronously.`,
    null,
    'Take the gradient inside of a graph function.',
  );
}
