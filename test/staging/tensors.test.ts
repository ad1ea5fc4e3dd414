import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { compile, compileEager, stage } from '../support/compile.js';
import { useCpu } from '../support/index.js';

/** Programs on a number, which mean the same on a tensor. */
const programs: Record<string, string> = {
  'a chain of returns': `function f(x) { "use graph"; if (x < 0) return x * 2; else if (x > 3) { x += 1; return x; } x *= 3; return x; }`,
  'nested returns': `function f(x) { "use graph"; if (x > 0) { if (x < 5) return x; return x * x; } return x * x * x; }`,
  'a return in a loop': `function f(x) { "use graph"; let i = x * 0; let s = x * 0; while (i < x) { i += 1; s += i; if (s > 4) return s; } return s - 100; }`,
  'break and continue in for': `function f(x) { "use graph"; let s = x * 0; for (let i = x * 0; i < 10; i++) { if (i % 2 > 0) continue; if (i > x) break; s += i; } return s; }`,
  'breaks in nested loops': `function f(n) { "use graph"; let c = n * 0; for (let i = n * 0; i < n; i++) { for (let j = n * 0; j < n; j++) { c += 1; if (j >= i) break; } if (i > 2) break; } return c; }`,
  'labelled jumps': `function f(n) { "use graph"; let c = n * 0; outer: for (let i = n * 0; i < n; i++) { for (let j = n * 0; j < 4; j++) { if (j > 1) continue outer; if (i > 2) break outer; c += i * 10 + j; } c += 100; } return c; }`,
  'do while': `function f(n) { "use graph"; let s = n * 0; do { s += 1; if (s > 6) break; } while (s < n); return s; }`,
  switch: `function f(x) { "use graph"; let y = x; switch (x) { case 0: y = y + 7; break; case 1: case 2: y = y + 10; break; default: y = y - 1; } return y; }`,
  'a switch that falls through': `function f(x) { "use graph"; let y = x * 0; switch (x) { case 0: y += 7; case 1: y += 10; break; case 3: y += 100; default: y -= 1; } return y; }`,
  'returns in a switch': `function f(x) { "use graph"; switch (x) { case 0: return x + 7; case 1: return x + 9; } return x; }`,
  'an endless loop': `function f(x) { "use graph"; let i = x; while (true) { i = i + 1; if (i > 10) return i; if (i > 7) break; } return -i; }`,
  'an assignment in a test': `function f(x) { "use graph"; let n = x * 0; while ((x = x - 1) > 0) { n += x; } return n; }`,
  'a branch in a loop of the host': `function f(x) { "use graph"; for (let i = 0; i < 3; i++) { if (x > i) { x = x - 1; } else { x = x + 10; } } return x; }`,
  'an assignment behind &&': `function f(x) { "use graph"; let y = x; const b = x > 1 && (y = x * 2) > 4; return b ? y : y - 1; }`,
  'continue in try': `function f(x) { "use graph"; let z = x * 0; while (x > 0) { x = x - 1; try { if (x < 3) continue; z = z + 1; } finally { z = z + 10; } } return z; }`,
  'a branch that assigns what the other one reads': `function f(x) { "use graph"; let y; if (x > 1) { x = x + 1; y = x * 2; } else { y = x - 3; } return y; }`,
  properties: `function f(x) { "use graph"; const o = { a: x, b: { c: x * 2 } }; if (x > 1) { o.a = x * 5; o.b.c += 1; } else { o.b.c = x; } return o.a + o.b.c; }`,
  push: `function f(x) { "use graph"; const out = []; if (x > 1) out.push(x); else out.push(x * 2); return out[0]; }`,
  'elements of an array': `function f(x) { "use graph"; const v = [x, x + 1]; for (let i = x * 0; i < 3; i++) { v[0] += i; v[1] -= 1; } return v[0] * 100 + v[1]; }`,
  'a closure that assigns': `function f(x) { "use graph"; let c = x; const bump = () => { c = c + 1; }; while (c < 10) bump(); return c; }`,
  'returns in a nested function': `function f(x) { "use graph"; const g = (y) => { if (y > 2) return y * 2; return y; }; return g(x) + g(x + 1); }`,
  'a return in nested loops': `function f(x) { "use graph"; for (let i = x * 0; i < 3; i++) { for (let j = x * 0; j < 3; j++) { if (i * j >= x) return i * 10 + j; } } return x * 0 - 1; }`,
  'a loop that ends by return only': `function f(x) { "use graph"; let i = x; for (;;) { i = i - 1; if (i < 0) return i; } }`,
  'a counter of the host': `function f(x) { "use graph"; let count = 0; let i = x; while (i > 0) { i = i - 1; count++; } return count; }`,
  'a return in else': `function f(x) { "use graph"; if (x < 0) { x *= x; } else { return x; } return x + 100; }`,
  'a map': `function f(x) { "use graph"; const m = new Map(); m.set('a', x); if (x > 1) { m.set('a', x * 2); } return m.get('a'); }`,
  'a key in a variable': `function f(x) { "use graph"; const o = { a: x }; const k = 'a'; while (o.a < 10) { o[k] += 3; } return o[k]; }`,
  'a key in quotes': `function f(x) { "use graph"; const o = { a: x }; while (o.a < 10) { o['a'] += 3; } return o.a; }`,
  destructuring: `function f(x) { "use graph"; let [a, b] = [x + 3, x + 4]; while (b < 20) { [a, b] = [b, a + b + 1]; } return a + b * 100; }`,
  'conditional expressions': `function f(x) { "use graph"; return x > 1 ? (x > 3 ? x * 2 : x * 3) : -x; }`,
  'logical operators': `function f(x) { "use graph"; const big = x > 1 && x < 4 || x === 12; return big ? x : 0 - x; }`,
  '?? and ?.': `function f(x, y) { "use graph"; const z = y ?? x * 2; return z?.add?.(1) ?? z + 1; }`,
  'callbacks of array methods': `function f(x) { "use graph"; return [1, 2, 3].map((k) => { if (x > k) return x - k; return x * 0; }).reduce((p, q) => p + q); }`,
  'loops of the host in loops on tensors': `function f(x) { "use graph"; let r = x * 0; for (let i = x * 0; i < 4; i++) { for (const k of [1, 2, 3]) { if (i * k > x) return r * 100 + i; r += k; if (r > 20) break; } } return r; }`,
  'a throw that the host decides': `function f(x, n) { "use graph"; if (n !== undefined) throw new Error('never'); if (x > 0) { x = x * 2; } return x; }`,
  'an async function': `async function f(x) { "use graph"; const g = async (y) => { if (y > 2) return y * 2; return y; }; return (await g(x)) + 1; }`,
  'a switch with variables': `function f(x) { "use graph"; switch (x) { case 1: { const y = x * 7; return y; } case 2: x = x + 40; default: { let z = x; if (z > 3) { z = z - 1; break; } return z; } } return x * 2; }`,
  'a return in try': `function f(x) { "use graph"; let r = x; try { r = r * 2; if (r > 4) return r; r = r + 1; } finally { x = x + 1; } return r + x; }`,
  '++ as a value': `function f(x) { "use graph"; let i = x; const a = i++ * 2; const b = --i + a; return a + b * 10 + i; }`,
  'a variable without a value before': `function f(x) { "use graph"; let y; if (x > 1) { y = x; } else { y = x * 3; } const z = y; return z; }`,
  'a return without a value': `function f(x) { "use graph"; const o = { v: x }; g(o); return o.v; function g(p) { if (p.v > 2) return; p.v = p.v + 100; } }`,
};

/** Programs that only mean something on tensors, with what they give for 3. */
const onTensors: Record<string, [source: string, expected: number]> = {
  'elements of a tensor': [
    `function f(x) { "use graph"; let v = tf.stack([x, x, x]); if (x > 1) { v[0] = x * 5; } for (let i = 0; i < 3; i++) v[i] += 1; return tf.sum(v); }`,
    24,
  ],
  'elements of a tensor in a property': [
    `class M { constructor() { this.w = tf.tensor1d([1, 2, 3]); } m(x) { "use graph"; this.v = this.w; if (x > 1) { this.v[1] = x * 2; } else { this.v[0] = x; } return tf.sum(this.v); } } function f(x) { return new M().m(x); }`,
    10,
  ],
  'rows that are taken apart': [
    `function f(x) { "use graph"; const m = tf.stack([tf.stack([x, x + 1]), tf.stack([x * 2, x])]); let s = x * 0; for (const [p, q] of m) { if (p > 3) break; s += p * q; } return s; }`,
    12,
  ],
  'a tensor that is spread': [
    `function f(x) { "use graph"; const t = tf.stack([x, x + 1, x + 2]); const [a, ...r] = t; return Math.max(...t) + a + r.length; }`,
    10,
  ],
  'a variable that gets its value in a loop': [
    `function f(x) { "use graph"; let y; for (const k of range(0, 3)) { y = k + x; } return y; }`,
    5,
  ],
};

function moduleOf(source: string): string {
  const text = source.replace(/(async )?function f\(/, 'export $&');
  return `import * as tf from '@tensorflow/tfjs-core';\nimport { range } from 'use-graph';\n${text}`;
}

async function numberOf(value: unknown): Promise<unknown> {
  const settled = await value;
  return settled instanceof tf.Tensor ? settled.arraySync() : settled;
}

describe('a staged program gives on tensors what JavaScript gives on numbers', () => {
  beforeAll(useCpu);

  test.each(Object.entries(programs))('%s', async (_, source) => {
    const text = moduleOf(source);
    const { f } = await compile(text);
    const { f: plain } = await compileEager(text.replace('"use graph"', '"use strict"'));
    for (const x of [-2, 0, 1, 2, 3, 5, 12]) {
      const expected = (await numberOf(plain!(x))) as number;
      expect(await numberOf(f!(tf.scalar(x))), `f(${x})\n${stage(text)}`).toBeCloseTo(expected, 3);
    }
  });

  test.each(Object.entries(onTensors))('%s', async (_, [source, expected]) => {
    const { f } = await compile(moduleOf(source));
    expect(await numberOf(f!(tf.scalar(3)))).toBeCloseTo(expected, 3);
  });
});
