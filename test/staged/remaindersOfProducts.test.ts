import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { type Program, programOf } from './compare.js';
import { compareBody } from './compareBody.js';

/* The product may be larger than int32 holds, and its remainder is not: random generators and powers of a modulus rest on that. */
const bodies = [
  'let s = 42; for (let i = 0; i < n; i++) s = (s * 16807) % 2147483647; return s % 10007;',
  'let s = n | 0; for (let i = 0; i < 9; i++) { s = (s * 9301 + 49297) % 233280; if (s < 1000) s += 7; } return s;',
  'const rng = { s: 7, next() { this.s = (this.s * 48271) % 2147483647; return this.s / 2147483647; } }; let hits = 0; for (let i = 0; i < n; i++) if (rng.next() < rng.next()) hits++; return hits;',
  'let r = 1, p = (n | 0) + 3, e = 41; while (e > 0) { if (e % 2 === 1) r = (r * p) % 1000003; p = (p * p) % 1000003; e = Math.floor(e / 2); if (r < 0) break; } return r;',
  'const k = (n | 0) + 46000, m = (n | 0) + 9000001; return [(k * m) % 97, (k * m) % -97, (-k * m) % 97, (k * m - 3) % 1009, (3 - k * m) % 1009, (k * m) % k, (k * m * 7) % 65521];',
  'const k = (n | 0) + 1; return [(k * 7) % 5, (k * 3 + 1) % 2, (k * k) % 1, (k * 100000) % 3, (-k * 100000) % 7];',
];

/** A modulus that int32 does not hold, and that is no power of two. */
const refused = ['(k * 1664525 + 1013904223) % 4294967291', '(k * 1103515245) % 3000000000'];

describe.each(executors)('remainders of products, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it.each(refused)('%s is refused', async (expression) => {
    const f = await programOf(`export function f(n) { "use graph"; let k = 1;
      for (let i = 0; i < n; i++) k = ${expression};
      return k; }`);
    expect(() => call(f)).toThrow(/A product of int32 numbers % \d+: the product and/);
  });
});

function call(f: Program): unknown {
  return f(tf.scalar(3, 'int32'));
}
