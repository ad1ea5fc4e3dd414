import * as tf from '@tensorflow/tfjs-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { executors, useCpu } from '../support/index.js';
import { bool, expectSame, float32, type Given, int32, programOf } from './compare.js';

const vector = float32([1, 2]);
const ofFlag = [
  [vector, bool(true)],
  [vector, bool(false)],
];

/* The tensors that a program disposes in one branch or iteration are there in the others. */
const programs: readonly (readonly [name: string, body: string, calls: Given[][]])[] = [
  [
    'what a branch replaces',
    'let y = tf.add(x, 1); if (n) { const old = y; y = tf.mul(old, 2); old.dispose(); } return y;',
    ofFlag,
  ],
  [
    'in both branches',
    'const t = tf.add(x, 1); let y; if (n) { y = tf.square(t); t.dispose(); } else { y = tf.neg(t); tf.dispose([t]); } return y;',
    ofFlag,
  ],
  [
    'in the branch that returns',
    'const t = tf.add(x, 1); if (n) { const y = tf.square(t); t.dispose(); return y; } return t;',
    ofFlag,
  ],
  [
    'in cases',
    `const t = tf.add(x, 1); let y = t;
    switch (n) { case 0: y = tf.square(t); t.dispose(); break; case 1: y = tf.neg(t); t.dispose(); break; default: y = tf.abs(t); }
    return y;`,
    [0, 1, 2].map((key) => [vector, int32(key)]),
  ],
  [
    'in iterations',
    `let y = tf.clone(x);
    while (tf.sum(y) < n) {
      const old = y; y = tf.mul(old, 2); old.dispose();
      if (tf.max(y) > 50) { y.dispose(); y = tf.zerosLike(x); break; }
    }
    return y;`,
    [20, 200, 0].map((limit) => [vector, float32(limit)]),
  ],
  [
    'in a finalizer',
    'const t = tf.add(x, 1); try { if (n) throw new Error("no"); return tf.square(t); } catch { return tf.neg(t); } finally { t.dispose(); }',
    ofFlag,
  ],
];

describe.each(executors)('dispose(), on $backend', (executor) => {
  beforeAll(useCpu);
  afterEach(useCpu);

  it.each(programs)('%s', async (_, body, calls) => {
    await expectSame(`export async function f(x, n) { "use graph"; ${body} }`, calls, executor);
  });
});

describe('a tensor that the same branch disposed', () => {
  it('cannot be used', async () => {
    await useCpu();
    const f = await programOf(
      'export function f(x) { "use graph"; const t = x + 1; if (tf.sum(x) > 0) { t.dispose(); return t * 2; } return t; }',
    );
    expect(() => f(tf.tensor([1, 2]))).toThrow(/is used after it was disposed.*disposed-tensor/s);
  });
});
