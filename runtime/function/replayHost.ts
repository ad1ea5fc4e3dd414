import type { Tensor } from '@tensorflow/tfjs-core';
import { randomNormal, randomUniform, truncatedNormal } from '@tensorflow/tfjs-core';
import { ExecutionError } from '../errors.js';
import type { HostNode, Node, RandomNode, ThrowNode } from '../graph/graph.js';
import { isFullyKnown } from '../graph/types.js';
import { canReadSynchronously } from '../interpret/backend.js';
import { lendCopy, promiseReturned, tensorFrom } from '../interpret/host.js';
import { printTensors } from '../interpret/printTensors.js';
import { withTexts } from '../interpret/thrown.js';
import { engine } from '../trace/engine.js';
import { refuseGradient } from '../trace/hostCall.js';
import type { ReplayHost } from '../trace/replay.js';

/** Replays a graph on real tensors, for a gradient that is taken around a graph function. */
export const replayHost: ReplayHost = {
  readBoolean(tensor) {
    if (!canReadSynchronously(engine().backendName)) throw needsRead();
    return tensor.dataSync().every((value) => value !== 0);
  },

  random({ distribution, outputs }: RandomNode): Tensor {
    const { shape, dtype } = outputs[0]!;
    const size = isFullyKnown(shape) ? [...shape] : [];
    if (distribution.kind === 'uniform') {
      return randomUniform(size, distribution.minimum, distribution.maximum, dtype as 'float32');
    }
    const draw = distribution.kind === 'normal' ? randomNormal : truncatedNormal;
    return draw(size, distribution.mean, distribution.deviation, dtype as 'float32');
  },

  print(values, tensors) {
    const { backend, backendName } = engine();
    printTensors(values, tensors, backend, backendName);
  },

  fail(message: string, { location }: Node): never {
    throw new ExecutionError('assertion-failed', message, location);
  },

  throw({ thrown, holes }: ThrowNode, tensors: readonly Tensor[]): never {
    throw withTexts(
      thrown,
      holes,
      tensors.map((tensor) => tensor.toString()),
    );
  },

  call(node: HostNode, tensors: readonly Tensor[]): Tensor[] {
    if (tensors.length > 0 && !canReadSynchronously(engine().backendName)) throw needsRead();
    const returned = node.call(tensors.map(lendCopy));
    if ('then' in returned) throw promiseReturned(node);
    const results = node.outputs.map((type, index) => tensorFrom(returned[index], type, node));
    return [...refuseGradient(results, tensors, node.location)];
  },
};

function needsRead(): ExecutionError {
  return new ExecutionError(
    'gradient-needs-read',
    'A gradient is taken around a graph function whose if, loop or jsFunction() depends on a tensor, which the ' +
      `${engine().backendName} backend cannot read synchronously.`,
    null,
    'Take the gradient inside of a graph function.',
  );
}
