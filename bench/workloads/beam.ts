import * as tf from '@tensorflow/tfjs-core';
import { graph } from 'use-graph';
import { end, type RecurrentSize, recurrentData } from '../models/recurrent.js';
import { ModelJson } from '../systems/modelJson.js';
import { numbers } from './data.js';
import { whileReading } from './reading.js';
import { noControlFlow, workload } from './workload.js';

type State = [
  hidden: tf.Tensor2D,
  token: tf.Tensor1D,
  scores: tf.Tensor1D,
  sentences: tf.Tensor2D,
  place: tf.Tensor,
];

/** What a token costs that is not to be taken. */
const never = -1e6;

const only = <T>(count: number, place: number, value: T, other: T): T[] =>
  Array.from({ length: count }, (_, i) => (i === place ? value : other));

function makeModel(size: RecurrentSize) {
  const { embedding, recurrent, readout, impatience, places } = recurrentData(size);
  const matrix = ({ data, shape }: { data: Float32Array; shape: number[] }) =>
    tf.tensor2d(data, shape as [number, number]);
  return {
    ...size,
    embedding: matrix(embedding),
    recurrent: matrix(recurrent),
    readout: matrix(readout),
    impatience: tf.tensor1d(impatience.data),
    places: matrix(places),
    onlyEnd: tf.tensor1d(only(size.vocabulary, end, 0, never)),
  };
}

type Model = ReturnType<typeof makeModel>;

/** Of all sentences with one more token, the likeliest. One that has ended stays as it is. */
function extend(model: Model, [hidden, token, scores, sentences, place]: State): State {
  const { beams, vocabulary } = model;
  const next = tf.tanh(
    tf.add(tf.gather(model.embedding, token), tf.matMul(hidden, model.recurrent)),
  ) as tf.Tensor2D;
  const wait = tf.mul(model.impatience, tf.cast(place, 'float32'));
  const chances = tf.logSoftmax(tf.add(tf.matMul(next, model.readout), wait));
  const hasEnded = tf.logicalAnd(tf.equal(token, end), tf.greater(place, 0));
  const costs = tf.where(tf.expandDims(hasEnded, 1), model.onlyEnd, chances);
  const totals = tf.reshape(tf.add(tf.expandDims(scores, 1), costs), [beams * vocabulary]);
  const { values, indices } = tf.topk(totals, beams);
  const parent = tf.floorDiv(indices, tf.scalar(vocabulary, 'int32')) as tf.Tensor1D;
  const kept = tf.mod(indices, tf.scalar(vocabulary, 'int32')) as tf.Tensor1D;
  const isHere = tf.equal(model.places, tf.cast(place, 'float32'));
  return [
    tf.gather(next, parent),
    kept,
    values as tf.Tensor1D,
    tf.where(
      isHere,
      tf.cast(tf.expandDims(kept, 1), 'float32'),
      tf.gather(sentences, parent),
    ) as tf.Tensor2D,
    tf.add(place, tf.scalar(1, 'int32')),
  ];
}

const goesOn = ({ longest }: Model, [, token, , , place]: State) =>
  tf.logicalAnd(
    tf.less(place, longest),
    tf.logicalOr(tf.equal(place, 0), tf.any(tf.notEqual(token, end))),
  );

/** All beams begin alike, so that only the first counts. */
const begin = ({ beams, longest }: Model, hidden: tf.Tensor2D): State => [
  tf.tile(hidden, [beams, 1]),
  tf.ones([beams], 'int32'),
  tf.tensor1d(only(beams, 0, 0, never)),
  tf.zeros([beams, longest]),
  tf.scalar(0, 'int32'),
];

/** The sentences, and behind each how likely it is. */
const result = ([, , scores, sentences]: State) =>
  tf.concat([sentences, tf.expandDims(scores, 1)], 1);

function search(model: Model, hidden: tf.Tensor2D): tf.Tensor {
  let state = begin(model, hidden);
  while (goesOn(model, state)) state = extend(model, state);
  return result(state);
}

export const beam = workload<RecurrentSize>({
  about:
    'beam search with 8 beams in a recurrent model of 64 units, until all sentences have ended',
  sizes: {
    full: { beams: 8, units: 64, vocabulary: 48, longest: 128 },
    small: { beams: 2, units: 4, vocabulary: 5, longest: 6 },
  },
  tolerance: 1e-3,
  tensorflow(size, as) {
    const model = makeModel(size);
    const hidden = tf.tensor2d(numbers(size.units, 1, 64), [1, size.units]);
    if (as === 'graph') {
      const run = graph((hidden: tf.Tensor2D) => search(model, hidden));
      return { call: () => [run(hidden)] };
    }
    return {
      async call() {
        const initial = tf.tidy(() => begin(model, hidden));
        const state = await whileReading(
          initial,
          (...state) => goesOn(model, state),
          (...state) => extend(model, state),
        );
        const found = result(state);
        tf.dispose([initial, state]);
        return [found];
      },
    };
  },
  graphModel(size) {
    const { beams, units, vocabulary, longest } = size;
    const data = recurrentData(size);
    const model = new ModelJson();
    const floats = { SrcT: { type: 'DT_INT32' }, DstT: { type: 'DT_FLOAT' } };
    const all = { keep_dims: { b: false } };
    const filled = (shape: number[], value: number) =>
      model.constant({
        data: new Float32Array(shape.reduce((a, b) => a * b)).fill(value),
        shape,
      });
    const hidden = model.input({ data: numbers(units, 1, 64), shape: [1, units] });
    const initial = [
      model.op('Tile', [hidden, model.integers(beams, 1)]),
      model.integers(...only(beams, -1, 0, 1)),
      model.constant({ data: Float32Array.from(only(beams, 0, 0, never)), shape: [beams] }),
      filled([beams, longest], 0),
      model.integer(0),
    ];
    const [, , scores, sentences] = model.loop(
      initial,
      (test, [, token, , , place]) => {
        const isFirst = test.op('Equal', [place!, test.integer(0)]);
        const isOpen = test.op('NotEqual', [token!, test.integer(end)]);
        const any = test.op('Any', [isOpen, test.integers(0)], all);
        return test.op('LogicalAnd', [
          test.op('Less', [place!, test.integer(longest)]),
          test.op('LogicalOr', [isFirst, any]),
        ]);
      },
      (body, [hidden, token, scores, sentences, place]) => {
        const gather = (rows: string, index: string) =>
          body.op('GatherV2', [rows, index, body.integer(0)]);
        const product = (a: string, b: string) =>
          body.op('MatMul', [a, b], { transpose_a: { b: false }, transpose_b: { b: false } });
        const column = (x: string) => body.op('ExpandDims', [x, body.integer(1)]);
        const rank = body.op('Cast', [place!], floats);
        const next = body.op('Tanh', [
          body.op('AddV2', [
            gather(body.constant(data.embedding), token!),
            product(hidden!, body.constant(data.recurrent)),
          ]),
        ]);
        const wait = body.op('Mul', [body.constant(data.impatience), rank]);
        const logits = body.op('AddV2', [product(next, body.constant(data.readout)), wait]);
        const hasEnded = body.op('LogicalAnd', [
          body.op('Equal', [token!, body.integer(end)]),
          body.op('Greater', [place!, body.integer(0)]),
        ]);
        const onlyEnd = body.constant({
          data: Float32Array.from(only(vocabulary, end, 0, never)),
          shape: [vocabulary],
        });
        const chances = body.op('LogSoftmax', [logits]);
        const costs = body.op('SelectV2', [column(hasEnded), onlyEnd, chances]);
        const totals = body.op('AddV2', [column(scores!), costs]);
        const flat = body.op('Reshape', [totals, body.integers(beams * vocabulary)]);
        const best = body.op('TopKV2', [flat, body.integer(beams)], { sorted: { b: true } });
        const parent = body.op('FloorDiv', [`${best}:1`, body.integer(vocabulary)]);
        const kept = body.op('FloorMod', [`${best}:1`, body.integer(vocabulary)]);
        const isHere = body.op('Equal', [body.constant(data.places), rank]);
        const written = column(body.op('Cast', [kept], floats));
        return [
          gather(next, parent),
          kept,
          best,
          body.op('SelectV2', [isHere, written, gather(sentences!, parent)]),
          body.op('AddV2', [place!, body.integer(1)]),
        ];
      },
    );
    const last = model.op('ExpandDims', [scores!, model.integer(1)]);
    return model.program(model.op('ConcatV2', [sentences!, last, model.integer(1)]));
  },
  jax: noControlFlow,
  wgsl: 'hand-written for while-small, mandelbrot and simulate',
});
