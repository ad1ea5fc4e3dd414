import type { Tensor } from '@tensorflow/tfjs-core';
import { randomNormal, randomUniform, truncatedNormal } from '@tensorflow/tfjs-core';
import { ExecutionError } from '../errors.js';
import type { Node, RandomNode, ThrowNode } from '../graph/graph.js';
import { isFullyKnown } from '../graph/types.js';
import { printTensors } from '../interpret/printTensors.js';
import { withTexts } from '../interpret/thrown.js';
import { engine } from '../trace/engine.js';
import type { ReplayHost } from '../trace/replay.js';

/** Replays a graph on real tensors, for a gradient that is taken around a graph function. */
export const replayHost: ReplayHost = {
  readBoolean(tensor) {
    if (engine().backendName === 'webgpu') {
      throw new ExecutionError(
        'gradient-needs-read',
        'A gradient is taken around a graph function whose if or loop depends on a tensor, which the webgpu ' +
          'backend cannot read synchronously.',
        null,
        'Take the gradient inside of a graph function.',
      );
    }
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
};
