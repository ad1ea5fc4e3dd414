/*
 * What a call of a graph function costs in JavaScript beside the kernels: signature, gathering of inputs, results.
 *
 *   npx esbuild bench/dispatch.ts --bundle --platform=node --format=cjs --main-fields=module,main --outfile=node_modules/.cache/dispatch.cjs
 *   node node_modules/.cache/dispatch.cjs
 */
import '@tensorflow/tfjs-backend-cpu';
import * as tf from '@tensorflow/tfjs-core';
import { describeArguments } from '../runtime/function/signature/argument.js';
import { matchArguments } from '../runtime/function/signature/match.js';
import { graph } from '../runtime/index.js';

const rounds = 15;
const calls = 4000;

/** Medians of interleaved rounds, in microseconds a call. */
function measure(cases: Readonly<Record<string, () => void>>): Record<string, number> {
  const times: Record<string, number[]> = {};
  for (let round = -3; round < rounds; round++) {
    for (const [name, run] of Object.entries(cases)) {
      const start = performance.now();
      for (let call = 0; call < calls; call++) run();
      const each = ((performance.now() - start) * 1000) / calls;
      if (round >= 0) times[name] = [...(times[name] ?? []), each];
    }
  }
  return Object.fromEntries(
    Object.entries(times).map(([name, values]) => [
      name,
      values.sort((a, b) => a - b)[rounds >> 1]!,
    ]),
  );
}

const x = tf.scalar(1);
const batch = { images: tf.zeros([2, 2]), labels: tf.zeros([2]) };
const weights = Array.from({ length: 8 }, () => tf.variable(tf.scalar(1)));

const neg = graph((a: tf.Tensor) => tf.neg(a));
const many = graph((a: tf.Tensor, n: number) => tf.add(a, n));
console.warn = () => {};
for (let n = 0; n < 64; n++) many(x, n).dispose();
const nested = graph((b: typeof batch, mode: string, list: number[]) =>
  mode === 'train' ? tf.add(b.labels, list[0]!) : b.labels,
);
const assigned = graph((a: tf.Tensor) => {
  for (const weight of weights) weight.assign(tf.add(weight, a));
});
const threeTensors = [tf.zeros([2, 2]), tf.zeros([3]), tf.scalar(1)] as const;
const three = graph((a: tf.Tensor, _b: tf.Tensor, _c: tf.Tensor) => a);
const layer = (size: number) => ({ kernel: tf.zeros([size, size]), bias: tf.zeros([size]) });
const twentyTensors = {
  step: 'train',
  layers: Array.from({ length: 8 }, (_, index) => layer(index + 1)),
  moments: { first: [tf.scalar(1), tf.scalar(2)], second: [tf.scalar(1), tf.scalar(2)] },
};
const twenty = graph((parameters: typeof twentyTensors) => parameters.moments.first[0]!);
const describedThree = describeArguments(threeTensors, []);
const describedTwenty = describeArguments([twentyTensors], []);
const args = [batch, 'train', [1, 2, 3]];
const described = describeArguments(args, []);

const results = measure({
  'match only: 3 tensors': () => {
    matchArguments(describedThree, threeTensors, []);
  },
  'match only: 20 tensors in a structure': () => {
    matchArguments(describedTwenty, [twentyTensors], []);
  },
  'graph of 3 tensors that returns the first': () => three(...threeTensors).dispose(),
  'graph of 20 tensors that returns one': () => twenty(twentyTensors).dispose(),
  'eager clone': () => x.clone().dispose(),
  'match only: object, string, array': () => {
    matchArguments(described, args, []);
  },
  'eager neg': () => tf.neg(x).dispose(),
  'graph neg': () => neg(x).dispose(),
  'graph, object, string and array': () => nested(batch, 'train', [1, 2, 3]).dispose(),
  'graph, oldest of 64 signatures in turn': () => {
    many(x, 1).dispose();
    many(x, 2).dispose();
  },
  'graph, 8 variables assigned': () => {
    assigned(x);
  },
  'eager, 8 variables assigned': () =>
    tf.tidy(() => {
      for (const weight of weights) weight.assign(tf.add(weight, x));
    }),
});
for (const [name, microseconds] of Object.entries(results)) {
  console.log(`${microseconds.toFixed(2).padStart(8)} µs  ${name}`);
}
