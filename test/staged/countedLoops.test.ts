import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { executors, useCpu } from '../support/index.js';
import { expectSame, float32, programOf } from './compare.js';

/* Loops that count up to a number of the program's, need their counter as a number, and may be left by a tensor before. */
const weights = 'const Ws = [tf.ones([3, 2]), tf.ones([2, 4])];';
const bodies: readonly string[] = [
  `${weights} let h = x; for (let l = 0; l < Ws.length; l++) { h = tf.dot(h, Ws[l]); if (tf.sum(h) > 100) break; } return tf.sum(h);`,
  `${weights} let h = x; for (let l = 0; l < Ws.length; l++) { h = tf.dot(h, Ws[l]); if (tf.sum(h) > 100) return tf.sum(h); } return tf.sum(h) * 2;`,
  `${weights} let h = x; let l = 0; while (l < Ws.length && tf.sum(h) < 100) { h = tf.dot(h, Ws[l]); l++; } return [tf.sum(h), x * l];`,
  `${weights} let h = x; let l = 0; do { h = tf.dot(h, Ws[l]); l += 1; } while (l < Ws.length && tf.sum(h) < 50); return tf.sum(h);`,
  `${weights} const out = []; let h = x; for (let l = 0; l < Ws.length; l++) { h = tf.dot(h, Ws[l]); out.push(tf.sum(h)); if (tf.sum(h) > 100) break; } return tf.stack(out);`,
  `${weights} let h = x; for (let l = 0; l < Ws.length; l++) { try { h = tf.dot(h, Ws[l]); if (tf.sum(h) > 100) throw new Error("big"); } catch (e) { h = h * 0; break; } } return tf.sum(h);`,
  'const Ws = [tf.ones([4, 3]), tf.ones([2, 4]), tf.ones([3, 2])]; let h = x; for (let l = Ws.length - 1; l >= 0; l--) { h = tf.dot(h, Ws[l]); if (tf.sum(h) > 30) break; } return tf.sum(h);',
  'const layers = [{ w: tf.ones([3, 2]), b: 1 }, { w: tf.ones([2, 4]), b: 2, act: true }]; let h = x; for (let l = 0; l < layers.length; l++) { const p = layers[l]; h = tf.dot(h, p.w) + p.b; if (p.act) h = tf.tanh(h); if (tf.sum(h) > 100) break; } return tf.sum(h);',
  'let y = tf.outerProduct(x, x); for (let axis = 0; axis < 2; axis++) { y = y - tf.mean(y, axis, true); if (tf.sum(y) > 0.5) break; } return y;',
  'const down = (v, n) => (n <= 0 ? v : down(v * 2, n - 1)); let h = x; for (let l = 0; l < 3; l++) { h = down(h, l); if (tf.sum(h) > 100) break; } return h;',
  'const fs = [(v) => tf.sum(v, 0, true), (v) => tf.concat([v, v]), tf.neg]; let h = x; for (let l = 0; l < fs.length; l++) { h = fs[l](h); if (tf.sum(h) > 150) break; } return tf.sum(h);',
  'const shapes = [[3, 1], [1, 3], [1, 1, 3]]; let y = x; for (let i = 0; i < shapes.length; i++) { y = tf.reshape(y, shapes[i]); if (tf.max(y) > 99) break; y = y + 1; } return tf.sum(y);',
  'const rates = [0.1, 0.2, 0.3, 0.4]; const Ws = [[x], [x, x], [x], [x]]; let w = x; for (let i = 0; i < 4; i++) { w = w * rates[i] + Ws[i].length; if (tf.sum(w) > 9) break; } return w;',
];

describe.each(executors)('loops that count, on $backend', (executor) => {
  beforeAll(executor.start);

  it.each(bodies)('%s', async (body) => {
    const source = `export async function f(x) {\n"use graph";\n${body}\n}`;
    await expectSame(source, [[float32([1, 2, 3])], [float32([100, 2, 3])]], executor);
  });
});

describe('a loop that cannot be traced turn by turn either', () => {
  beforeAll(useCpu);

  it.each([
    [
      'whose end a tensor tells',
      `${weights} for (let i = 0; i < n; i++) h = tf.dot(h, Ws[i]);`,
      'is indexed at a tensor',
    ],
    [
      'with an end that is far',
      'const Ws = Array.from({ length: 100 }, (_, i) => new Array(1 + (i % 2)).fill(x)); for (let i = 0; i < Ws.length; i++) { h = h + Ws[i].length; if (tf.sum(h) > 9) break; }',
      /turns|indexed at a tensor/,
    ],
    [
      'with a mistake in it',
      'for (let i = 0; i < 9; i++) { if (tf.sum(h) > 9) break; h = h + tf.reshape(x, [2]); }',
      'do not fill',
    ],
  ])('%s', async (_, body, message) => {
    const f = await programOf(
      `export function f(x, n) {\n"use graph";\nlet h = x; ${body} return h;\n}`,
    );
    const [x, n] = [tf.tensor1d([1, 2, 3]), tf.scalar(2, 'int32')];
    expect(() => f(x, n)).toThrow(message);
  });
});
