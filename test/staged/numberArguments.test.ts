import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops';
import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { runFunctionsEagerly } from '../../runtime/index.js';
import { compile, compileEager } from '../support/compile.js';
import { executors, expectElements, useCpu } from '../support/index.js';

type Program = (a: tf.Tensor, n: tf.Tensor) => tf.Tensor | tf.Tensor[];

const imports = `import * as tf from '@tensorflow/tfjs-core';`;

/** `value` reads a tensor where the source runs as plain JavaScript. In the graph `i` is a tensor, as `n` decides. */
const counting = (expression: string) => `${imports}
  export function f(a, n) {
    "use graph";
    let i = 0;
    let total = tf.zerosLike(${expression});
    while (i < value(n)) { total = tf.add(tf.mul(total, 0.5), ${expression}); i++; }
    return total;
  }`;

/** Of `i`, which is 0, 1, 2, 3, and `a`, of 8 × 5 elements. */
const expressions: Readonly<Record<string, readonly string[]>> = {
  'slices from there': [
    'tf.slice(a, [i, 0], [1, 5])',
    'a.slice([i, 1], [2, -1])',
    'tf.slice(a, [i, i], [2, 2])',
    'tf.slice(a, i, 2)',
    'tf.slice1d(tf.reshape(a, [-1]), i, 3)',
    'tf.slice(tf.reshape(a, [2, 4, 5]), [1, i, 2], [1, 1, 3])',
    'tf.slice(a, [Math.floor(i / 2), 0], [1, 5])',
  ],
  'elements there': [
    'tf.gather(a, [i, i + 1])',
    'a.gather([0, i], 1)',
    'tf.gather(a, Math.floor(i / 2))',
    'tf.gatherND(a, [[i, 0], [0, i]])',
    "tf.cast(tf.oneHot([i, 1], 8), 'float32')",
    'tf.scatterND([[i]], [2], [8])',
    'tf.tensorScatterUpdate(tf.zeros([8]), [[i], [7]], [3, i])',
  ],
  'tensors of it': [
    'tf.scalar(i)',
    "tf.cast(tf.scalar(i, 'int32'), 'float32')",
    "tf.cast(tf.scalar(i > 1), 'float32')",
    'tf.tensor1d([i, 1, i * 2])',
    'tf.tensor([i, 1, 2, i], [2, 2])',
    'tf.tensor2d([[i, 1], [2, Math.sin(i)]])',
    'tf.fill([3], i)',
    'tf.linspace(0, i, 5)',
    'tf.stack([i, tf.scalar(0.5)])',
    'tf.concat([[i, 1], [0.5]])',
    'tf.addN([tf.scalar(1), tf.scalar(i)])',
  ],
  'numbers beside tensors': [
    'tf.clipByValue(a, 0, i)',
    'a.leakyRelu(i)',
    'a.add([i, 1, 2, 3, 4])',
    'tf.matMul([[i, 1]], [[2], [i]])',
    'tf.where([true, false], [i, 1], [2, i])',
    "tf.einsum('i,i->', [i, 1], [2, 3])",
    'tf.softmax([i, 1, 2])',
    'tf.add(tf.randomUniform([3], i, i), tf.randomNormal([3], i, 0))',
  ],
  'fractions of it': [
    'tf.div(i, i + 2)',
    'tf.pow(2, -i)',
    'tf.cos(i)',
    'tf.exp(i)',
    'tf.sigmoid(i)',
    'tf.sqrt(i)',
    'tf.mean([i, 1])',
    'tf.scalar(2 ** -i + 3 ** (i - 1) * 2 ** i)',
  ],
};

describe.each(executors)('a number that a loop counts with, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(Object.entries(expressions))('gives %s', async (_, all) => {
    for (const expression of all) {
      await useCpu();
      const source = counting(expression);
      const eager = await compileEager<{ f: Program }>(source, {
        value: (n: tf.Tensor) => n.dataSync()[0],
      });
      const make = (): [tf.Tensor, tf.Tensor] => [
        tf.tensor2d(
          Array.from({ length: 40 }, (_, at) => ((at * 7) % 11) - 5),
          [8, 5],
        ),
        tf.scalar(4),
      ];
      const wanted = (await eager.f(...make())) as tf.Tensor;
      const elements = await wanted.data();

      if (backend !== 'cpu') await start();
      const graph = await compile<{ f: Program }>(source, { value: (n: unknown) => n });
      const found = graph.f(...make()) as tf.Tensor;
      expect(found.shape, expression).toEqual(wanted.shape);
      expect(found.dtype, expression).toBe(wanted.dtype);
      expectElements(await found.data(), elements, { relative: 1e-3, absolute: 1e-4 });
    }
  });

  it('lets gradients through slices', async () => {
    await start();
    const { f } = await compile<{ f: Program }>(`${imports}
      export function f(a, n) {
        "use graph";
        return tf.grad((x) => {
          let i = 0;
          let total = tf.scalar(0);
          while (i < n) {
            total = tf.add(total, tf.sum(tf.mul(tf.slice(x, [i, 1], [2, 2]), tf.scalar(i + 1))));
            i++;
          }
          return total;
        })(a);
      }`);
    const found = f(tf.ones([4, 3]), tf.scalar(3)) as tf.Tensor;
    expect(await found.array()).toEqual([
      [0, 1, 1],
      [0, 3, 3],
      [0, 5, 5],
      [0, 3, 3],
    ]);
  });
});

it('a number that is a tensor is one in an eager run, too', async () => {
  await useCpu();
  const taking = [
    'tf.slice(a, [i, 0], [1, 5])',
    'tf.gather(a, [i, i + 1])',
    'tf.gatherND(a, [[i, 0], [0, i]])',
    'tf.tensor1d([i, 1, i * 2])',
    'tf.tensor2d([[i, 1], [2, Math.sin(i)]])',
    'tf.scalar(i)',
    'tf.fill([3], i)',
    'tf.linspace(0, i, 5)',
    'tf.concat([[i, 1], [0.5, 1]])',
    'tf.sum([i, 0.5])',
    'tf.maximum([i, 0.5], [1, i])',
    'tf.pad([i, 1], [[0, 1]])',
    'tf.clipByValue(a, 0, i)',
    'tf.matMul([[i, 1]], [[2], [i]])',
  ];
  for (const expression of taking) {
    const { f } = await compile<{ f: (a: tf.Tensor, i: tf.Tensor) => tf.Tensor }>(
      `${imports} export function f(a, i) { "use graph"; return ${expression}; }`,
    );
    const given = [
      tf.tensor2d(
        Array.from({ length: 40 }, (_, at) => at % 7),
        [8, 5],
      ),
      tf.scalar(2, 'int32'),
    ] as const;
    const wanted = f(...given);
    runFunctionsEagerly(true);
    try {
      const found = f(...given);
      expect(found.shape, expression).toEqual(wanted.shape);
      expect(found.dtype, expression).toBe(wanted.dtype);
      expect(Array.from(found.dataSync()), expression).toEqual(Array.from(wanted.dataSync()));
    } finally {
      runFunctionsEagerly(false);
    }
  }
});

it('an index that is no whole number is what it is', async () => {
  await useCpu();
  const { f } = await compile<{ f: Program }>(`${imports}
    export function f(a, n) { "use graph"; return tf.gather(a, n); }`);
  expect(() => f(tf.ones([8, 5]), tf.scalar(4))).toThrow(
    /'indices' is to hold elements of dtype int32, and holds float32/,
  );
});

describe('a number that shapes depend on', () => {
  it.each([
    ['tf.zeros([i, 2])', /tf\.zeros\(\) must know its numbers while tracing.*'i' \(int32\[\]/],
    ['tf.range(0, i)', /tf\.range\(\) must know its numbers/],
    ['tf.tile(a, [i, 1])', /tf\.tile\(\) must know its numbers/],
    ['tf.sum(a, i)', /tf\.sum\(\) must know its numbers/],
    ['tf.cumsum(tf.sum(a, 1), 0, i)', /tf\.cumsum\(\) must know its numbers/],
    ['a.reshape([i, 40])', /tf\.reshape\(\) must know its numbers/],
    ['tf.slice(a, [i, 0])', /tf\.slice takes all of float32\[8,5\] from where a tensor says/],
    [
      'tf.slice(a, 0, i)',
      /How much tf\.slice takes of float32\[8,5\] depends on a tensor int32\[\]/,
    ],
  ])('is named: %s', async (expression, message) => {
    await useCpu();
    const { f } = await compile<{ f: Program }>(`${imports}
      export function f(a, n) {
        "use graph";
        let total = tf.scalar(0);
        for (let i = 1; i < n; i++) total = tf.add(total, tf.sum(${expression}));
        return total;
      }`);
    expect(() => f(tf.ones([8, 5]), tf.scalar(4))).toThrow(message);
  });
});
