import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type GraphModel, loadGraphModelSync } from '@tensorflow/tfjs-converter';
import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { graph, graphModel } from '../../runtime/index.js';
import { executors, expectElements, useCpu } from '../support/index.js';
import { filled } from './programs.js';

/*
 * Networks that were trained for use, as they lie in an npm package. Of that only the weights are read: it comes with a
 * TensorFlow.js of its own.
 */

const require = createRequire(import.meta.url);
const folder = join(dirname(require.resolve('@vladmandic/human')), '..', 'models');

interface ModelFile extends Required<Pick<tf.io.ModelJSON, 'modelTopology' | 'weightsManifest'>> {}

function load(name: string): GraphModel<tf.io.IOHandlerSync> {
  const text = readFileSync(join(folder, `${name}.json`), 'utf8');
  const { modelTopology, weightsManifest } = JSON.parse(text) as ModelFile;
  const files = weightsManifest.flatMap(({ paths }) => paths);
  const weights = Buffer.concat(files.map((file) => readFileSync(join(folder, file))));
  return loadGraphModelSync({
    load: () => ({
      format: 'graph-model',
      modelTopology,
      weightSpecs: weightsManifest.flatMap((group) => group.weights),
      weightData: new Uint8Array(weights).buffer,
    }),
  });
}

type Execute = (x: tf.Tensor) => tf.Tensor | tf.Tensor[];

const wrappings: Readonly<Record<string, (model: GraphModel<tf.io.IOHandlerSync>) => Execute>> = {
  'graph(model.execute)': (model) => graph((x: tf.Tensor) => model.execute(x)),
  'graph(model.predict), of batches of any size': (model) =>
    graph((x: tf.Tensor) => model.predict(x) as tf.Tensor, { reduceRetracing: true }),
  graphModel: (model) => {
    const wrapped = graphModel(model);
    return (x) => wrapped.execute(x);
  },
};

async function elements(result: tf.Tensor | tf.Tensor[]): Promise<number[][]> {
  const all = [result].flat();
  const found = await Promise.all(all.map(async (tensor) => [...(await tensor.data())]));
  tf.dispose(all);
  return found;
}

describe.each(executors)('a pretrained network in a graph, on $backend', ({ start }) => {
  beforeAll(start);

  it.each([
    ['emotion', [64, 64, 1], [1]],
    ['liveness', [32, 32, 3], [1, 3]],
  ])('%s', async (name, shape, batches) => {
    const inputs = () => batches.map((size) => filled([size, ...shape]));
    await useCpu();
    const eager = load(name);
    const expected: number[][][] = [];
    for (const x of inputs()) expected.push(await elements(eager.execute(x)));
    eager.dispose();
    await start();
    for (const [wrapping, wrap] of Object.entries(wrappings)) {
      const model = load(name);
      const execute = wrap(model);
      const given = inputs();
      for (const x of given) await elements(execute(x));
      const { numTensors } = tf.memory();
      for (const [index, x] of given.entries()) {
        for (const [output, found] of (await elements(execute(x))).entries()) {
          expectElements(found, expected[index]![output]!);
        }
      }
      expect(tf.memory().numTensors, wrapping).toBe(numTensors);
      tf.dispose(given);
      model.dispose();
    }
  });
});
