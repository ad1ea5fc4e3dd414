import { jit, numpy as np } from '@jax-js/jax';
import * as tf from '@tensorflow/tfjs-core';
import { layers } from '@tensorflow/tfjs-layers';
import { graph } from 'use-graph';
import { type LstmSize, lstmData, lstmSizes } from '../models/lstm.js';
import { workload } from './workload.js';

/** What tf.layers takes for the gates unless told otherwise. */
const hardSigmoid = (x: np.Array) => np.clip(x.mul(0.2).add(0.5), 0, 1);

export const lstm = workload<LstmSize>({
  about: 'tf.layers.lstm of 64 units over 32 steps of 64 features, batch 16',
  sizes: lstmSizes,
  tolerance: 1e-4,
  tensorflow(size, as) {
    const { sequence, kernel, recurrent, bias } = lstmData(size);
    const x = tf.tensor(sequence.data, sequence.shape);
    const layer = layers.lstm({ units: size.units });
    layer.build([size.batch, size.steps, size.features]);
    layer.built = true;
    layer.setWeights([kernel, recurrent, bias].map(({ data, shape }) => tf.tensor(data, shape)));
    const apply = (a: tf.Tensor) => layer.apply(a) as tf.Tensor;
    const run = as === 'graph' ? graph((a: tf.Tensor) => apply(a)) : apply;
    return { call: () => [run(x)] };
  },
  graphModel: 'the converter writes the layer as a loop over TensorLists, 30 nodes an iteration',
  jax(size) {
    const data = lstmData(size);
    const [x, kernel, recurrent, bias] = [
      data.sequence,
      data.kernel,
      data.recurrent,
      data.bias,
    ].map(({ data, shape }) => np.array(data).reshape(shape));
    const run = jit((sequence: np.Array, w: np.Array, u: np.Array, b: np.Array) => {
      const { batch, steps, units } = size;
      const projected = np.matmul(sequence, w).add(b);
      const inputs = np.split(projected, steps, 1);
      let h = np.zeros([batch, units]);
      let c = np.zeros([batch, units]);
      for (const input of inputs) {
        const sum = input.reshape([batch, 4 * units]).add(np.matmul(h, u.ref));
        const [i, f, g, o] = np.split(sum, 4, 1) as [np.Array, np.Array, np.Array, np.Array];
        c = hardSigmoid(f)
          .mul(c)
          .add(hardSigmoid(i).mul(np.tanh(g)));
        h = hardSigmoid(o).mul(np.tanh(c.ref));
      }
      c.dispose();
      u.dispose();
      return h;
    });
    return { call: () => [run(x!.ref, kernel!.ref, recurrent!.ref, bias!.ref)] };
  },
  wgsl: 'hand-written for the chains and for matmul only',
});
