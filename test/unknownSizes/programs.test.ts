import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops';
import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { graph, tensorSpec } from '../../runtime/index.js';
import { filled } from '../ops/programs.js';
import { compile } from '../support/compile.js';
import { executors, expectClose, useCpu } from '../support/index.js';

type F = (...inputs: tf.Tensor[]) => Promise<tf.Tensor>;

interface Program {
  /** The body of an async function of `a` and `b`; a reduced `a` or its gradient. */
  readonly body: string;
  /** The shapes of `a`, one for each call, and of `b`, with `null` where the signature is open. */
  readonly a: readonly (readonly (number | null)[])[];
  readonly b?: readonly (number | null)[];
}

/** The first shape of `a` is the signature's. */
const programs: Readonly<Record<string, Program>> = {
  'shapeOf as a divisor': {
    body: 'return tf.sum(a, 0) / tf.cast(shapeOf(a)[0], "float32");',
    a: [
      [null, 3],
      [2, 3],
      [5, 3],
      [1, 3],
    ],
  },
  'a size of the shape as a number': {
    body: 'return tf.sum(a, 0) / a.shape[0];',
    a: [
      [null, 3],
      [2, 3],
      [5, 3],
      [1, 3],
    ],
  },
  'zeros of a shape': {
    body: 'return tf.zeros(a.shape) + tf.zeros([a.shape[0], 3]) + a * a;',
    a: [
      [null, 3],
      [2, 3],
      [5, 3],
    ],
  },
  'a reshape with -1': {
    body: 'return tf.reshape(a, [-1, 3]) * 2;',
    a: [
      [null, 6],
      [2, 6],
      [3, 6],
    ],
  },
  'a reshape by a size and -1': {
    body: 'return tf.square(tf.reshape(a, [a.shape[0], -1]));',
    a: [
      [null, 3, 2],
      [2, 3, 2],
      [4, 3, 2],
    ],
  },
  'a broadcast over the open axis': {
    body: 'return tf.square(a + b);',
    a: [
      [null, 3],
      [1, 3],
      [4, 3],
    ],
    b: [4, 3],
  },
  'a broadcast of the open axis': {
    body: 'return tf.square(a * b);',
    a: [
      [null, null],
      [4, 3],
      [1, 3],
      [4, 1],
    ],
    b: [4, 3],
  },
  reductions: {
    body: 'return tf.mean(a) + tf.max(a, 0) + tf.logSumExp(a, 0) + tf.norm(a);',
    a: [
      [null, 3],
      [2, 3],
      [5, 3],
    ],
  },
  'a matMul': {
    body: 'return tf.tanh(tf.matMul(a, b));',
    a: [
      [null, 3],
      [2, 3],
      [5, 3],
    ],
    b: [3, 4],
  },
  'a matMul with an open inner size': {
    body: 'return tf.matMul(a, a, true);',
    a: [
      [null, 3],
      [2, 3],
      [5, 3],
    ],
  },
  'a convolution': {
    body: 'return tf.relu(tf.conv2d(a, b, 1, "same"));',
    a: [
      [null, 4, 4, 2],
      [1, 4, 4, 2],
      [3, 4, 4, 2],
    ],
    b: [3, 3, 2, 2],
  },
  'a convolution with an open size': {
    body: 'return tf.maxPool(tf.conv2d(a, b, 1, "valid"), 2, 2, "same");',
    a: [
      [null, null, null, 2],
      [1, 6, 4, 2],
      [3, 5, 5, 2],
    ],
    b: [3, 3, 2, 2],
  },
  'a concatenation': {
    body: 'return tf.concat([a, b, tf.square(a)], 0);',
    a: [
      [null, 3],
      [2, 3],
      [4, 3],
    ],
    b: [1, 3],
  },
  slices: {
    body: 'return tf.slice(a, [1, 0], [-1, 2]) * a[0][1] + a[-1][0];',
    a: [
      [null, 3],
      [2, 3],
      [4, 3],
    ],
  },
  'a slice as long as another axis': {
    body: 'return tf.slice(a, [0, 0], [a.shape[0], 2]) * 3;',
    a: [
      [null, 3],
      [2, 3],
      [4, 3],
    ],
  },
  losses: {
    body: 'return tf.losses.meanSquaredError(a, a * b) + tf.losses.softmaxCrossEntropy(tf.abs(a), a * b) + tf.losses.huberLoss(a, a * b);',
    a: [
      [null, 3],
      [2, 3],
      [1, 3],
    ],
    b: [1, 3],
  },
  normalization: {
    body: 'const { mean, variance } = tf.moments(a, 0); return tf.batchNorm(a, mean, variance, tf.ones([3]), tf.ones([3]));',
    a: [
      [null, 3],
      [2, 3],
      [4, 3],
    ],
  },
  squeeze: {
    body: 'return tf.square(tf.squeeze(a));',
    a: [
      [null, 1, 3],
      [2, 1, 3],
      [1, 1, 3],
    ],
  },
  rows: {
    body: 'const [first, ...rest] = tf.unstack(a); return rest.reduce((p, q) => p * 2 + q, first);',
    a: [
      [null, 3],
      [2, 3],
      [4, 3],
    ],
  },
  'a loop over the rows': {
    body: 'let s = tf.zeros([3]); for (const row of a) s = s * 0.5 + tf.square(row); return s;',
    a: [
      [null, 3],
      [2, 3],
      [5, 3],
    ],
  },
  'a loop that a tensor ends': {
    body: 'while (tf.norm(a) > 0.5) a = a * 0.8; return a;',
    a: [
      [null, 3],
      [2, 3],
      [5, 3],
    ],
  },
  'a branch': {
    body: 'if (tf.sum(a) > 0) return tf.square(a); return a * 3;',
    a: [
      [null, 3],
      [2, 3],
      [5, 3],
    ],
  },
};

const given = (shape: readonly (number | null)[]) => filled(shape as number[]);
const source = (body: string) => `import * as tf from '@tensorflow/tfjs-core';
import { shapeOf, TensorArray, graph, tensorSpec } from 'use-graph';
async function value(a, b) { "use graph"; ${body} }
async function gradient(a, b) { "use graph"; return tf.grad((a) => { const y = inner(a, b); return tf.sum(tf.square(y) + y); })(a); }
function inner(a, b) { ${body} }`;
const wrapped = 'export const f = graph(NAME, { inputSignature });';

describe.each(executors)('a trace for all sizes on $backend', ({ backend, start }) => {
  beforeAll(start);

  describe.each(['value', 'gradient'])('%s', (name) => {
    it.each(Object.entries(programs))('%s', async (_, { body, a: [open, ...shapes], b }) => {
      const inputSignature = [tensorSpec(open!), ...(b === undefined ? [] : [tensorSpec(b)])];
      const text = source(body);
      const { f } = await compile<{ f: F & { tracingCount: number } }>(
        `${text}\n${wrapped.replace('NAME', name)}`,
        { inputSignature },
      );
      const known = await compile<{ f: F }>(`${text}\nexport { ${name} as f };`);
      for (const shape of [...shapes, ...shapes]) {
        const inputs = [given(shape), ...(b === undefined ? [] : [given(b)])];
        await expectClose(await f(...inputs), await known.f(...inputs), {
          relative: 1e-3,
          absolute: 1e-4,
        });
      }
      expect(f.tracingCount).toBe(1);
    });
  });

  it.each([
    'let s = tf.scalar(0); let i = 0; while (i < x.shape[0]) { s += tf.sum(x[i]) * i; i++; } return s;',
    'return x.shape[0] >= 3 ? x * 2 : x;',
    'return x.shape[0] === 2 ? x * 2 : x;',
    'if (x.shape[0] !== 2) return x * 2; return x;',
    'return tf.sum(x) * -x.shape[0];',
    'return tf.sum(x) / Math.max(1, x.shape[0]);',
    'return tf.sum(x) / x.shape.reduce((a, b) => a * b, 1);',
    'return tf.stack(Array.from({ length: x.shape[0] }, (_, i) => x[i] * i));',
    'return tf.stack(new Array(x.shape[0]).fill(0).map((_, i) => tf.sum(x[i])));',
    'let s = tf.scalar(0); for (const i of range(x.shape[0])) s += tf.sum(x[i]) * i; return s;',
    'return tf.range(0, x.shape[0]);',
    'return x.shape[0] ? tf.sum(x) : tf.mean(x);',
    'return tf.sum(x) * (x.shape[0] && 2);',
    'return tf.sum(x) * (x.shape[0] || 5);',
    'return !x.shape[0] ? tf.mean(x) : tf.sum(x);',
    'return x.shape[0] + " rows" === "2 rows" ? x * 2 : x;',
    'return x.shape.includes(2) ? x * 2 : x;',
    'return tf.sum(x) * x.shape.indexOf(4);',
    'return tf.sum(x) * tf.util.sizeFromShape(x.shape);',
    'return tf.tensor2d([x.shape, x.shape]);',
    "return tf.tensor1d(x.shape, 'int32');",
  ])('what JavaScript computes with a size is right for each: %s', async (body) => {
    const text = (fn: string) => `import * as tf from '@tensorflow/tfjs-core';
      import { graph, range, tensorSpec } from 'use-graph'; ${fn}`;
    const open = `graph((x) => { ${body} }, { inputSignature: [tensorSpec([null, 3])] })`;
    const { f } = await compile<{ f: F }>(text(`export const f = ${open};`));
    const known = await compile<{ f: F }>(text(`export const f = graph((x) => { ${body} });`));
    for (const rows of [2, 4, 2]) {
      await expectClose(await f(tf.ones([rows, 3])), await known.f(tf.ones([rows, 3])));
    }
  });

  it('a size that is returned is a number', async () => {
    const { f } = await compile<{ f: (x: tf.Tensor) => unknown }>(`
      import { graph, tensorSpec } from 'use-graph';
      export const f = graph((x) => ({ rows: x.shape[0], sizes: x.shape }), { inputSignature: [tensorSpec([null, 3])] });`);
    for (const rows of [2, 4, 2]) expect(f(tf.ones([rows, 3]))).toEqual({ rows, sizes: [rows, 3] });
  });

  it('leaves nothing behind', async () => {
    const f = graph((x: tf.Tensor) => tf.grad((y) => tf.sum(tf.mul(y, y)))(x), {
      inputSignature: [tensorSpec([null])],
    });
    const inputs = Array.from({ length: 40 }, (_, index) => tf.ones([index + 1]));
    tf.dispose(inputs.map((input) => f(input)));
    const before = tf.memory().numTensors;
    const buffers = tf.backend().numDataIds();
    for (const input of inputs) f(input).dispose();
    expect(tf.memory().numTensors).toBe(before);
    expect(tf.backend().numDataIds()).toBeLessThanOrEqual(buffers + 1);
    f.dispose();
    tf.dispose(inputs);
    expect(backend).toBe(tf.getBackend());
  });
});

describe('a function of unknown sizes', () => {
  beforeAll(useCpu);

  it('runs its code once where a gradient or a loss is all that needs the sizes', async () => {
    const seen: unknown[] = [];
    const { f } = await compile<{ f: F }>(
      `import * as tf from '@tensorflow/tfjs-core';
import { graph } from 'use-graph';
async function step(x, y) { "use graph"; seen.push(x.shape); return tf.grad((x) => tf.losses.meanSquaredError(x, y))(x); }
export const f = graph(step, { inputSignature });`,
      { seen, inputSignature: [tensorSpec([null, 2]), tensorSpec([null, 2])] },
    );
    for (const size of [1, 3, 2]) await f(tf.ones([size, 2]), tf.zeros([size, 2]));
    expect(seen).toEqual([[null, 2]]);
  });

  it('takes second derivatives', async () => {
    const f = graph(
      (x: tf.Tensor) =>
        tf.grad((y) => tf.sum(tf.square(tf.grad((z) => tf.sum(tf.pow(z, 3)))(y))))(x),
      { inputSignature: [tensorSpec([null])] },
    );
    await expectClose(f(tf.tensor1d([1, 2])), tf.tensor1d([36, 288]));
    await expectClose(f(tf.tensor1d([1])), tf.tensor1d([36]));
  });

  it('is differentiated from outside', async () => {
    const f = graph((x: tf.Tensor) => tf.grad((y) => tf.sum(tf.pow(y, 3)))(x), {
      inputSignature: [tensorSpec([null])],
    });
    await expectClose(tf.grad((x) => tf.sum(f(x)))(tf.tensor1d([1, 2])), tf.tensor1d([6, 12]));
  });

  it('trains variables', async () => {
    const w = tf.variable(tf.zeros([2, 1]));
    const optimizer = tf.train.sgd(0.1);
    const { step } = await compile<{ step: F & { tracingCount: number } }>(
      `import * as tf from '@tensorflow/tfjs-core';
import { graph } from 'use-graph';
function update(x, y) { "use graph"; return optimizer.minimize(() => tf.losses.meanSquaredError(y, tf.matMul(x, w)), true, [w]); }
export const step = graph(update, { inputSignature });`,
      { w, optimizer, inputSignature: [tensorSpec([null, 2]), tensorSpec([null, 1])] },
    );
    const eager = tf.variable(tf.zeros([2, 1]));
    for (const size of [1, 3, 2, 3]) {
      const [x, y] = [filled([size, 2]), filled([size, 1])];
      const loss = tf.train
        .sgd(0.1)
        .minimize(
          () => tf.losses.meanSquaredError(y, tf.matMul(x as tf.Tensor2D, eager as tf.Tensor2D)),
          true,
          [eager],
        )!;
      await expectClose(await step(x, y), loss);
    }
    await expectClose(w, eager);
    expect(step.tracingCount).toBe(1);
    w.dispose();
    eager.dispose();
  });

  it('names the op that cannot be traced so', async () => {
    const { f } = await compile<{ f: F }>(
      `import * as tf from '@tensorflow/tfjs-core';
import { setLoopOptions } from 'use-graph';
export async function f(x) {
  "use graph";
  while (tf.sum(x) < 10) {
    setLoopOptions({ shapeInvariants: [[x, [null]]] });
    x = tf.concat([x, x]);
  }
  return tf.squeeze(x);
}`,
    );
    await expect(f(tf.ones([2]))).rejects.toThrow(/tf\.squeeze .*float32\[\?\].*program\.js:9:10/s);
  });

  it('says what of the user fails in it', async () => {
    const f = graph((x: tf.Tensor) => tf.matMul(x as tf.Tensor2D, tf.ones([7, 2])), {
      inputSignature: [tensorSpec([null, null])],
    });
    expect(() => f(tf.ones([2, 3]))).toThrow(/3.* 7|inner/);
  });
});
