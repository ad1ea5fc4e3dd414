import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../support/compile.js';
import { executors, useCpu } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Loops of JavaScript that would never end in a branch that does not run, as what is on a stack tells. */

const bodies = [
  'const s = [1, 2]; if (a < -9) while (s.at(-1) !== 3) s.pop(); return s.length;',
  'const s = [1, 2], out = []; if (a < -9) while (s.at(-1) !== 3) out.push(s.pop()); return s.length + out.length;',
  'const s = [1, 2]; let i = 0; if (a < -9) for (; s[0] !== 3; i++) s.push(i); return [s.length, i];',
  'const s = [1]; let e = 0; try { if (a < -9) do s.pop(); while (s.length === 0); if (b > 1) throw new Error("x"); } catch { e = 1; } return [s.length, e];',
  'const s = []; let k = 0; for (const x of v) { if (x < 2) s.push(12); else { while (s[s.length - 1] !== 12 && s.length > 0) s.pop(); k += s.length; } } return [k, s.length];',
  'const s = []; let k = 0; for (const x of [12, a, 13, b]) { if (x === 13) { while (s[s.length - 1] !== 12) { s.pop(); k++; } s.pop(); } else s.push(x); } return [k, s.length];',
  'let k = 0; if (a > 0) for (let i = 0; i < 3000; i++) k += i % 2; return k;',
];

describe.each(executors)('on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it('brackets of an expression are matched', async () => {
    const { f } = await compile<{ f: (tokens: tf.Tensor) => Promise<tf.Tensor> }>(`
      export async function f(tokens) { "use graph";
        const out = [], ops = [];
        const apply = () => { const o = ops.pop(), b = out.pop(), a = out.pop(); out.push(o === 10 ? a + b : a * b); };
        for (const t of tokens) {
          if (t < 10) out.push(t);
          else if (t === 13) { while (ops[ops.length - 1] !== 12) apply(); ops.pop(); }
          else ops.push(t);
        }
        while (ops.length > 0) apply();
        return out[0];
      }`);
    const result = await f(tf.tensor([12, 2, 10, 3, 13, 11, 4], undefined, 'int32'));
    expect([...(await result.data())]).toEqual([20]);
  });
});

it('a branch with such a loop that does run fails', async () => {
  await useCpu();
  const { f } = await compile<{ f: (x: tf.Tensor) => tf.Tensor | number }>(
    `export function f(x) { "use graph";
      const s = [1];
      if (x > 0) while (s.at(-1) !== 3) s.pop();
      return x + s.length;
    }`,
  );
  expect((f(tf.scalar(-1)) as tf.Tensor).dataSync()[0]).toBe(0);
  expect(() => f(tf.scalar(1))).toThrow(
    /^JavaScript decides how often the while loop runs, in a branch .*\n {4}at program\.js:3:18\n.*\[endless-loop\]$/,
  );
});
