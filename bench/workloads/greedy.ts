import * as tf from '@tensorflow/tfjs-core';
import { graph } from 'use-graph';
import { end, type RecurrentSize, recurrentData } from '../models/recurrent.js';
import { numbers } from './data.js';
import { whileReading } from './reading.js';
import { noControlFlow, workload } from './workload.js';

type State = [
  hidden: tf.Tensor2D,
  token: tf.Tensor1D,
  sentences: tf.Tensor2D,
  place: tf.Tensor,
  surprise: tf.Tensor1D,
];

interface Model {
  readonly embedding: tf.Tensor2D;
  readonly recurrent: tf.Tensor2D;
  readonly readout: tf.Tensor2D;
  readonly impatience: tf.Tensor1D;
  readonly places: tf.Tensor2D;
}

function makeModel(size: RecurrentSize): Model {
  const { embedding, recurrent, readout, impatience, places } = recurrentData(size);
  const matrix = ({ data, shape }: { data: Float32Array; shape: number[] }) =>
    tf.tensor2d(data, shape as [number, number]);
  return {
    embedding: matrix(embedding),
    recurrent: matrix(recurrent),
    readout: matrix(readout),
    impatience: tf.tensor1d(impatience.data),
    places: tf.cast(matrix(places), 'int32'),
  };
}

/** Puts the likeliest token behind each sentence that has not ended. */
function extend(model: Model, [hidden, token, sentences, place, surprise]: State): State {
  const embedded = tf.gather(model.embedding, token);
  const next = tf.tanh(tf.add(embedded, tf.matMul(hidden, model.recurrent)));
  const wait = tf.mul(model.impatience, tf.cast(place, 'float32'));
  const chances = tf.logSoftmax(tf.add(tf.matMul(next, model.readout), wait));
  const hasEnded = tf.logicalAnd(tf.equal(token, end), tf.greater(place, 0));
  const kept = tf.where(hasEnded, token, tf.argMax(chances, 1)) as tf.Tensor1D;
  return [
    next as tf.Tensor2D,
    kept,
    tf.where(tf.equal(model.places, place), tf.expandDims(kept, 1), sentences) as tf.Tensor2D,
    tf.add(place, tf.scalar(1, 'int32')),
    tf.where(hasEnded, surprise, tf.sub(surprise, tf.max(chances, 1))),
  ];
}

const goesOn = ([, token, , place]: State, longest: number) =>
  tf.logicalAnd(
    tf.less(place, longest),
    tf.logicalOr(tf.equal(place, 0), tf.any(tf.notEqual(token, end))),
  );

const begin = (hidden: tf.Tensor2D, longest: number): State => {
  const beams = hidden.shape[0];
  return [
    hidden,
    tf.ones([beams], 'int32'),
    tf.zeros([beams, longest], 'int32'),
    tf.scalar(0, 'int32'),
    tf.zeros([beams]),
  ];
};

function decode(model: Model, hidden: tf.Tensor2D, longest: number): tf.Tensor[] {
  let state = begin(hidden, longest);
  while (goesOn(state, longest)) state = extend(model, state);
  const [, , sentences, , surprise] = state;
  return [sentences, surprise];
}

export const greedy = workload<RecurrentSize>({
  about:
    'the likeliest tokens of a recurrent model of 64 units for each of 8 sentences, until all have ended',
  sizes: {
    full: { beams: 8, units: 64, vocabulary: 48, longest: 128 },
    small: { beams: 2, units: 4, vocabulary: 5, longest: 6 },
  },
  tolerance: 1e-3,
  tensorflow(size, as) {
    const { beams, units, longest } = size;
    const model = makeModel(size);
    const hidden = tf.tensor2d(numbers(beams * units, 1, 64), [beams, units]);
    if (as === 'graph') {
      const run = graph((hidden: tf.Tensor2D) => decode(model, hidden, longest));
      return { call: () => run(hidden) };
    }
    return {
      async call() {
        const [, , sentences, , surprise] = await whileReading(
          tf.tidy(() => begin(hidden, longest)),
          (...state) => goesOn(state, longest),
          (...state) => extend(model, state),
        );
        return [sentences, surprise];
      },
    };
  },
  graphModel: 'beam has one of the same model',
  jax: noControlFlow,
  wgsl: 'hand-written for while-small, mandelbrot and simulate',
});
