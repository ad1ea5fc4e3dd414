import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { runFunctionsEagerly } from '../../runtime/index.js';
import { compile } from '../support/compile.js';
import { executors, useCpu } from '../support/index.js';
import { type AwaitedProgram, numberIn } from './awaited.js';

const shared = `
import * as tf from '@tensorflow/tfjs-core';
async function* each(xs) { for (const item of xs) yield item; }
async function* batches(x) { for (let i = 0; i < 3; i++) yield { xs: tf.mul(x, i), ys: tf.add(x, i) }; }
`;

/** What a program disposes of, a for await function no longer has, either. */
const bodies: Record<string, string> = {
  'the parts of an item':
    'let w = tf.scalar(1); for await (const { xs, ys } of batches(x)) { w = w + 0.1 * tf.mean(tf.mul(xs, ys)); tf.dispose([xs, ys]); } return w;',
  'a whole item':
    'let s = 0; for await (const batch of batches(x)) { s = s + tf.sum(batch.xs) * tf.sum(batch.ys); tf.dispose(batch); } return s;',
  'an item that is a tensor':
    'let s = 0; for await (const b of each([tf.clone(x), tf.mul(x, 2)])) { s = s + tf.sum(b); b.dispose(); } return s;',
  'what a variable has held':
    'let s = tf.scalar(0); for await (const b of each([1, 2, 3])) { const t = tf.sum(x) * b; const old = s; s = tf.add(s, t); t.dispose(); old.dispose(); } return s;',
  'what an object has held':
    'let p = { w: tf.zeros([3]), n: tf.scalar(0) }; for await (const b of each([1, 2])) { const next = { w: tf.add(p.w, tf.mul(x, b)), n: tf.add(p.n, 1) }; tf.dispose(p); p = next; } return tf.sum(p.w) + p.n;',
  'what is needed no more behind the loop':
    'const scale = tf.scalar(2); let s = tf.scalar(0); for await (const b of each([1, 2])) s = s + tf.sum(x) * b * scale; const r = s * 3; scale.dispose(); s.dispose(); return r;',
  'what is needed no more, at last':
    'const t = tf.mul(x, 2); let s = 0; try { for await (const b of each([1, 2])) s = s + b * tf.sum(t); } finally { t.dispose(); } return s;',
};

const calls = [
  [1, 2, 3],
  [2, 0.5, 5],
];

describe.each(executors)('what for await functions dispose of, on $backend', ({ start }) => {
  beforeAll(start);

  it.each(Object.entries(bodies))('%s', async (_, body) => {
    const { f } = await compile<AwaitedProgram>(
      `${shared} export async function f(x) { "use graph"; ${body} }`,
    );
    for (const call of calls) {
      runFunctionsEagerly(true);
      const result = await f!(tf.tensor1d(call)).finally(() => runFunctionsEagerly(false));
      const wanted = (await numberIn(result)) as number;
      const x = tf.tensor1d(call);
      const before = tf.memory().numTensors;
      expect(await numberIn(await f!(x))).toBeCloseTo(wanted, 3);
      expect(tf.memory().numTensors, 'tensors left').toBe(before);
      x.dispose();
    }
  });
});

describe.each(executors)(
  'what for await functions dispose of, of others, on $backend',
  ({ start }) => {
    beforeAll(start);

    it('is gone', async () => {
      const { f } = await compile<AwaitedProgram>(
        `${shared} export async function f(xs) { "use graph"; let s = 0; for await (const x of xs) { s = s + x * 2; x.dispose(); } return s; }`,
      );
      for (let call = 0; call < 2; call++) {
        const xs = [tf.scalar(1), tf.scalar(2)];
        expect(await numberIn(await f!(xs))).toBe(6);
        expect(xs.map(({ isDisposed }) => isDisposed)).toEqual([true, true]);
      }
    });

    it('is refused where a tensor decides', async () => {
      const { f } = await compile<AwaitedProgram>(
        `${shared} export async function f(xs) { "use graph"; let s = 0; for await (const x of xs) { s = s + x; if (s > 1) x.dispose(); } return s; }`,
      );
      const xs = [tf.scalar(1), tf.scalar(2)];
      await expect(f!(xs)).rejects.toMatchObject({ code: 'dispose-in-trace' });
      tf.dispose(xs);
    });
  },
);

describe('for await functions that run eagerly', () => {
  beforeAll(useCpu);

  it.each([
    'let s = tf.sum(x); for await (const t of each([1, 2, 3])) s = s - t; return s;',
    'let s = tf.sum(x); for await (const t of [true, false]) if (t) s = s * 2; return s;',
    'let last = tf.sum(x); for await (const t of [1, 2]) last = t; return last;',
    'let s = 0; for await (const t of x) { if (t > 1) break; s = s + t; } return s;',
    'let s = 0; for await (const t of range(3)) for await (const u of [1, 2]) s = s + t * u; return s;',
  ])('free what they have made of items: %s', async (body) => {
    const { f } = await compile<AwaitedProgram>(
      `import { range } from 'use-graph';\n${shared} export async function f(x) { "use graph"; ${body} }`,
    );
    const x = tf.tensor1d([1, 2, 3]);
    const wanted = await numberIn(await f!(x));
    const before = tf.memory().numTensors;
    tf.engine().startScope();
    runFunctionsEagerly(true);
    try {
      expect(await numberIn(await f!(x))).toBeCloseTo(wanted as number, 3);
    } finally {
      runFunctionsEagerly(false);
      tf.engine().endScope();
    }
    expect(tf.memory().numTensors, 'tensors left').toBe(before);
    x.dispose();
  });
});
