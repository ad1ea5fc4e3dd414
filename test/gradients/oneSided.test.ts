import '@tensorflow/tfjs-core/dist/register_all_gradients';
import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops';
import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../support/compile.js';
import { executors } from '../support/index.js';

/* One branch of a conditional depends on the argument, and the other one does not. */
const bodies: readonly (readonly [body: string, gradients: readonly number[]])[] = [
  ['w > 0 ? w : 0', [1, 0, 1]],
  ['w > 0 ? w * w : tf.scalar(0)', [4, 0, 12]],
  ['(() => { let l = w * w; if (l > 4) l = tf.scalar(9); return l; })()', [4, -2, 0]],
  ['(() => { if (w < 0) return tf.scalar(0); return w * w; })()', [4, 0, 12]],
  [
    '(() => { let s = tf.scalar(0); for (const m of [w, w * 2]) s += m > 0 ? m : 0; return s; })()',
    [3, 0, 3],
  ],
  [
    '(() => { if (w > 5) return tf.scalar(1); if (w > 1) return w * 3; return tf.scalar(2); })()',
    [3, 0, 0],
  ],
  ['tf.sum(tf.stack([w > 0 ? w : tf.scalar(1), w > 3 ? tf.scalar(1) : w * w]))', [5, -2, 1]],
];

describe.each(executors)('gradients of one-sided conditionals, on $backend', ({ start }) => {
  beforeAll(start);

  it.each(bodies)('%s, in a synchronous call', async (body, gradients) => {
    const module = await compile(
      `import * as tf from '@tensorflow/tfjs-core';
       export function inside(x) { "use graph"; return tf.grad((w) => ${body})(x); }
       export function outside(w) { "use graph"; return ${body}; }`,
    );
    const { inside } = module as { inside: (x: tf.Tensor) => tf.Tensor };
    const outside = tf.grad(module.outside as (x: tf.Tensor) => tf.Tensor);
    for (const [index, x] of [2, -1, 6].entries())
      for (const gradient of [inside, outside]) {
        const result = tf.tidy(() => gradient(tf.scalar(x)));
        expect((await result.data())[0]).toBeCloseTo(gradients[index]!, 5);
        result.dispose();
      }
  });
});
