import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops';
import * as tf from '@tensorflow/tfjs-core';
import * as layers from '@tensorflow/tfjs-layers';
import { beforeAll, describe, expect, it } from 'vitest';
import { graph } from '../../runtime/index.js';
import { compile } from '../support/compile.js';
import { executors } from '../support/index.js';

type F = (...args: unknown[]) => Promise<tf.Tensor>;

const size = 5000;

async function program(body: string, scope: Record<string, unknown> = {}): Promise<F> {
  const { f } = await compile<{ f: F }>(
    `import * as tf from '@tensorflow/tfjs-core';
import { range, TensorArray } from 'use-graph';
export async function f(x) { "use graph"; ${body} }`,
    scope,
  );
  return f;
}

async function elements(f: F, ...args: unknown[]): Promise<number[]> {
  const result = await f(...args);
  const values = Array.from(await result.data());
  result.dispose();
  return values;
}

function moments(values: readonly number[]): { mean: number; deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / values.length) };
}

/** The largest distance between the distribution that the values have and the one that they should have. */
function kolmogorovSmirnov(values: readonly number[], cumulative: (x: number) => number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.max(
    ...sorted.map((value, index) => {
      const expected = cumulative(value);
      return Math.max(
        Math.abs((index + 1) / sorted.length - expected),
        Math.abs(index / sorted.length - expected),
      );
    }),
  );
}

/** What a variable may be, each with its probability. */
type Chances = readonly (readonly [value: number, chance: number])[];

/** Expects nothing but the values listed, each as often as it should be, within five standard errors. */
function expectChances(drawn: readonly number[], chances: Chances): void {
  const counts = chances.map(
    ([value]) => drawn.filter((each) => Math.abs(each - value) < 1e-3).length,
  );
  expect(counts.reduce((sum, count) => sum + count)).toBe(drawn.length);
  for (const [index, [, chance]] of chances.entries()) {
    const error = Math.sqrt((chance * (1 - chance)) / drawn.length);
    expect(Math.abs(counts[index]! / drawn.length - chance)).toBeLessThan(5 * error);
  }
}

/** Expects that the distance has a probability of more than 1e-6. */
function expectDistribution(drawn: readonly number[], cumulative: (x: number) => number): void {
  expect(kolmogorovSmirnov(drawn, cumulative)).toBeLessThan(2.7 / Math.sqrt(drawn.length));
}

/** Abramowitz and Stegun 7.1.26 is exact to 1.5e-7. */
function normal(x: number): number {
  const z = Math.abs(x) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * z);
  const series = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592];
  const tail = series.reduce((sum, each) => sum * t + each, 0) * t * Math.exp(-z * z);
  return x < 0 ? tail / 2 : 1 - tail / 2;
}

const erlang = (shape: number) => (x: number) => {
  let term = Math.exp(-x);
  let tail = 0;
  for (let k = 0; k < shape; term *= x / ++k) tail += term;
  return 1 - tail;
};

const truncated = (x: number) =>
  (normal(Math.min(2, Math.max(-2, x))) - normal(-2)) / (normal(2) - normal(-2));

interface Distribution {
  readonly op: string;
  readonly mean: number;
  readonly deviation: number;
  readonly cumulative?: (x: number) => number;
  readonly chances?: Chances;
}

const distributions: readonly Distribution[] = [
  { op: 'tf.randomUniform([5000])', mean: 0.5, deviation: Math.sqrt(1 / 12), cumulative: (x) => x },
  {
    op: 'tf.randomUniform([50, 100], -2, 4)',
    mean: 1,
    deviation: 6 / Math.sqrt(12),
    cumulative: (x) => (x + 2) / 6,
  },
  { op: 'tf.randomNormal([5000])', mean: 0, deviation: 1, cumulative: normal },
  {
    op: 'tf.randomNormal([5000], 3, 0.5)',
    mean: 3,
    deviation: 0.5,
    cumulative: (x) => normal((x - 3) / 0.5),
  },
  { op: 'tf.randomStandardNormal([5000])', mean: 0, deviation: 1, cumulative: normal },
  { op: 'tf.truncatedNormal([5000])', mean: 0, deviation: 0.8796, cumulative: truncated },
  {
    op: 'tf.randomGamma([5000], 1, 2)',
    mean: 2,
    deviation: 2,
    cumulative: (x) => 1 - Math.exp(-x / 2),
  },
  {
    op: 'tf.randomGamma([5000], 0.5, 2)',
    mean: 1,
    deviation: Math.SQRT2,
    cumulative: (x) => 2 * normal(Math.sqrt(x)) - 1,
  },
  { op: 'tf.randomGamma([5000], 9)', mean: 9, deviation: 3, cumulative: erlang(9) },
  {
    op: 'tf.rand([5000], () => Math.random())',
    mean: 0.5,
    deviation: Math.sqrt(1 / 12),
    cumulative: (x) => x,
  },
  {
    op: 'tf.randomUniformInt([5000], 0, 5)',
    mean: 2,
    deviation: Math.SQRT2,
    chances: [0, 1, 2, 3, 4].map((n) => [n, 0.2] as const),
  },
  {
    op: 'tf.cast(tf.multinomial(tf.log(tf.tensor1d([0.2, 0.8])), 5000), "float32")',
    mean: 0.8,
    deviation: 0.4,
    chances: [
      [0, 0.2],
      [1, 0.8],
    ],
  },
  {
    op: 'tf.dropout(tf.ones([5000]), 0.2)',
    mean: 1,
    deviation: 0.5,
    chances: [
      [0, 0.2],
      [1.25, 0.8],
    ],
  },
];

const { layers: make } = layers;
/** What `alphaDropout` of rate 1/2 puts in place of an element, where Klambauer et al. (2017) have the negative of it. */
const dropped = 1.7580993408473766;
const scale = (0.5 * (1 + 0.5 * dropped ** 2)) ** -0.5;
const offset = scale * 0.5 * dropped;

/** Layers, and how their results for ones are distributed. */
const noisyLayers: readonly (Pick<Distribution, 'cumulative' | 'chances'> & {
  readonly name: string;
  readonly make: () => layers.layers.Layer;
})[] = [
  {
    name: 'dropout',
    make: () => make.dropout({ rate: 0.2 }),
    chances: [
      [0, 0.2],
      [1.25, 0.8],
    ],
  },
  {
    name: 'spatialDropout1d',
    make: () => make.spatialDropout1d({ rate: 0.2 }),
    chances: [
      [0, 0.2],
      [1.25, 0.8],
    ],
  },
  {
    name: 'gaussianNoise',
    make: () => make.gaussianNoise({ stddev: 2 }),
    cumulative: (x: number) => normal((x - 1) / 2),
  },
  {
    name: 'gaussianDropout',
    make: () => make.gaussianDropout({ rate: 0.2 }),
    cumulative: (x: number) => normal((x - 1) / 0.5),
  },
  {
    name: 'alphaDropout',
    make: () => make.alphaDropout({ rate: 0.5 }),
    chances: [
      [scale * dropped + offset, 0.5],
      [scale + offset, 0.5],
    ],
  },
];

const recurrentLayers = [
  ['lstm', () => make.lstm({ units: 2, dropout: 0.5 })],
  ['gru', () => make.gru({ units: 2, recurrentDropout: 0.5 })],
  ['simpleRNN', () => make.simpleRNN({ units: 2, dropout: 0.3, recurrentDropout: 0.3 })],
] as const;

describe.each(executors)('a random op in a graph on $backend', ({ start }) => {
  beforeAll(start);

  it.each(distributions)('$op', async ({ op, mean, deviation, cumulative, chances }) => {
    const f = await program(`return ${op};`);
    const drawn = await elements(f);
    expect(await elements(f)).not.toEqual(drawn);
    expect(drawn).toHaveLength(size);
    const found = moments(drawn);
    // Five standard errors: a fair generator is outside once in two million runs.
    expect(Math.abs(found.mean - mean)).toBeLessThan((5 * deviation) / Math.sqrt(size));
    expect(Math.abs(found.deviation / deviation - 1)).toBeLessThan(0.15);
    if (cumulative !== undefined) expectDistribution(drawn, cumulative);
    if (chances !== undefined) expectChances(drawn, chances);
  });

  it.each([
    'tf.randomUniform([3], 0, 1, "float32", 7)',
    'tf.randomNormal([3], 0, 1, "float32", 7)',
    'tf.truncatedNormal([3], 0, 1, "float32", 7)',
    'tf.randomGamma([3], 1, 1, "float32", 7)',
    'tf.dropout(tf.ones([9]), 0.5, null, 7)',
  ])('%s is the same at each call', async (op) => {
    const f = await program(`return ${op};`);
    expect(await elements(f)).toEqual(await elements(f));
  });

  it('draws anew in each iteration, of inner loops and branches too', async () => {
    const f = await program(`
  let all = new TensorArray("float32", 0, { dynamicSize: true, elementShape: [2] });
  for (const i of range(x)) for (const j of range(x)) {
    const a = tf.randomUniform([]);
    let b = a;
    if (a >= 0) b = tf.randomUniform([]);
    all = all.write(all.size(), tf.stack([a, b]));
  }
  return all.stack();`);
    const drawn = await elements(f, tf.scalar(4, 'int32'));
    expect(drawn).toHaveLength(32);
    expect(new Set(drawn).size).toBe(32);
  });

  it('draws a test anew in each iteration', async () => {
    const f = await program(`
  let count = x;
  while (tf.randomUniform([]) < 0.9) count = count + 1;
  return count;`);
    const counts = new Set<number>();
    for (let call = 0; call < 12; call++) counts.add((await elements(f, tf.scalar(0)))[0]!);
    expect(counts.size).toBeGreaterThan(1);
  });

  it('gives two ops different numbers', async () => {
    const f = await program('return tf.concat([tf.randomUniform([4]), tf.randomUniform([4])]);');
    expect(new Set(await elements(f)).size).toBe(8);
  });

  it('meets the same numbers in its gradient', async () => {
    const f = await program(`
  const noisy = (v) => {
    let y = v;
    for (const i of range(3)) {
      const noise = tf.randomUniform([4], 1, 2);
      if (tf.sum(noise) > 0) y = y * noise; else y = y * tf.randomUniform([4]);
    }
    return y;
  };
  const { value, grad } = tf.valueAndGrad((v) => tf.sum(noisy(v)))(x);
  return tf.stack([value, tf.sum(grad)]);`);
    const [value, gradient] = await elements(f, tf.ones([4]));
    expect(gradient).toBeCloseTo(value!, 4);
  });

  it.each(noisyLayers)(
    '$name is fresh, and what it should be',
    async ({ make, cumulative, chances }) => {
      const layer = make();
      const f = graph((x: tf.Tensor) => layer.apply(x, { training: true }) as tf.Tensor);
      // Each element of it is a channel of its own, which is all that `spatialDropout1d` drops.
      const ones = tf.ones([50, 1, 100]);
      const drawn = Array.from(await f(ones).data());
      expect(Array.from(await f(ones).data())).not.toEqual(drawn);
      if (cumulative !== undefined) expectDistribution(drawn, cumulative);
      if (chances !== undefined) expectChances(drawn, chances);
      const single = new Set<number>();
      for (let call = 0; call < 24; call++) single.add((await f(tf.ones([1, 1, 1])).data())[0]!);
      expect(single.size).toBeGreaterThan(1);
      f.dispose();
    },
  );

  it.each(recurrentLayers)('%s drops anew at each call', async (_, make) => {
    const layer = make();
    const f = graph((x: tf.Tensor) => layer.apply(x, { training: true }) as tf.Tensor);
    const calls = new Set<string>();
    for (let call = 0; call < 12; call++) {
      calls.add(String(Array.from(await f(tf.ones([2, 3, 4])).data())));
    }
    expect(calls.size).toBeGreaterThan(1);
    f.dispose();
  });

  it('with a seed is what it is eagerly, in a layer too', async () => {
    const seeded = layers.layers.dropout({ rate: 0.5, seed: 3 });
    const apply = (x: tf.Tensor) => seeded.apply(x, { training: true }) as tf.Tensor;
    const f = graph(apply);
    const expected = await apply(tf.ones([6, 4])).data();
    for (let call = 0; call < 2; call++) {
      expect(await f(tf.ones([6, 4])).data()).toEqual(expected);
    }
    f.dispose();
  });
});
