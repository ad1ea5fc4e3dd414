import { scalar } from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { executors, useCpu } from '../support/index.js';
import { expectSame, int32, programOf } from './compare.js';

/* What else arrays and objects are that functions with a for await loop make: places without elements, properties, frozen. */
const programs: Readonly<Record<string, string>> = {
  'holes and properties that no part mentions': `export async function f(n) { "use graph"; const xs = [1, , 3]; xs.extra = 1; let s = 0; for await (const x of [1, 2]) { s += x + (n > 2 ? 1 : 0); } return [s, 1 in xs, xs.extra, xs.length, Object.keys(xs).length]; }`,
  'holes and properties that parts ask for': `export async function f(n) { "use graph"; const xs = [1, , 3]; xs.extra = 1; let s = 0; for await (const x of [1, 2]) { s += x + xs.length; if (1 in xs) s += 100; s += xs.extra; s += Object.keys(xs).length * 1000; } return [s, 1 in xs, xs.extra, xs.length, Object.keys(xs).length]; }`,
  'visits that leave out holes': `export async function f(n) { "use graph"; const xs = [1, , 3]; let s = 0; for await (const x of [1, 2]) { xs.forEach((y) => { s += y * n; }); } return [s, xs.map((z) => 2).length, 1 in xs]; }`,
  'a property that a part gives an array': `export async function f(n) { "use graph"; const xs = [1, 2, 3]; let s = 0; for await (const x of [1, 2]) { xs.extra = n * x; s += n; } return [s, xs.extra, Object.keys(xs).length]; }`,
  'a property that a part changes': `export async function f(n) { "use graph"; const xs = [1, 2, 3]; xs.extra = n; let s = 0; for await (const x of [1, 2]) { xs.extra += x; s += xs.extra; } return [s, xs.extra, Object.keys(xs).length]; }`,
  'a frozen object': `export async function f(n) { "use graph"; const o = Object.freeze({ p: n }); let s = 0; for await (const x of [1, 2]) { s += Object.isFrozen(o) ? 10 : 1; s += n; } return [s, Object.isFrozen(o)]; }`,
  'a sealed object': `export async function f(n) { "use graph"; const o = Object.seal({ p: 1 }); let s = 0; for await (const x of [1, 2]) { s += n; o.p += x; s += Object.isSealed(o) ? 10 : 0; } return [s, Object.isSealed(o), Object.isFrozen(o), o.p]; }`,
  'an object that takes no more properties': `export async function f(n) { "use graph"; const o = Object.preventExtensions({ p: 1 }); let s = 0; for await (const x of [1, 2]) { s += n; try { o.q = x; } catch (e) { s += 100; } } return [s, Object.isExtensible(o), Object.keys(o).length]; }`,
  'a frozen array': `export async function f(n) { "use graph"; const xs = Object.freeze([1, 2]); let s = 0; for await (const x of [1, 2]) { s += n; try { xs.push(x); } catch (e) { s += 100; } } return [s, xs.length, Object.isFrozen(xs)]; }`,
  'an array that a part makes': `export async function f(n) { "use graph"; let xs; let s = 0; for await (const x of [1, 2]) { xs = [1, , 3]; xs.k = n; s += n; } return [s, 1 in xs, xs.k]; }`,
  'an array that a part gives holes': `export async function f(n) { "use graph"; let xs = []; let s = 0; for await (const x of [1, 2]) { xs[3] = x; s += n; } return [s, 1 in xs, xs.length, xs[3]]; }`,
  'an array with holes in an object': `export async function f(n) { "use graph"; const m = { xs: [1, , 3] }; let s = 0; for await (const x of [1, 2]) { s += n * m.xs.length; m.xs[0] = s; } return [s, 1 in m.xs, m.xs[0]]; }`,
  'a frozen object that a part makes': `export async function f(n) { "use graph"; let o; let s = 0; for await (const x of [1, 2]) { o = Object.freeze({ p: n * x }); s += n; } return [s, Object.isFrozen(o), o.p]; }`,
  'a frozen object of a class': `export async function f(n) { "use graph"; class P { constructor() { this.p = 1; Object.freeze(this); } } let o; let s = 0; for await (const x of [1, 2]) { o = new P(); s += n; } return [s, Object.isFrozen(o), o.p]; }`,
  'an object in a frozen one': `export async function f(n) { "use graph"; const o = Object.freeze({ p: { q: 1 } }); let s = 0; for await (const x of [1, 2]) { o.p.q += x * n; s += n; } return [s, Object.isFrozen(o), Object.isFrozen(o.p), o.p.q]; }`,
  'an array that an array has for a property': `export async function f(n) { "use graph"; const xs = [1, 2]; xs.extra = [n]; let s = 0; for await (const x of [1, 2]) { xs.extra.push(x); s += n; xs[0] += 1; } return [s, xs.extra.length, xs[0]]; }`,
  'frozen objects that share a tensor and an object': `
    export async function f(n) { "use graph"; const t = { w: n }; const a = Object.freeze({ t, n }), b = Object.freeze({ a, t }); let s = 0; for await (const x of [1, 2]) { b.a.t.w += x; s += b.t.w + a.n; if (b.a === a) s += 100; } return [s, t.w, b.a === a, b.t === t]; }`,
};

describe.each(executors)(
  'what arrays and objects of for await functions are, on $backend',
  (executor) => {
    beforeAll(executor.start);

    it.each(Object.entries(programs))('%s', async (_name, source) => {
      await expectSame(source, [[int32(3)], [int32(1)]], executor);
    });
  },
);

describe('an object that a part freezes which another one made', () => {
  beforeAll(useCpu);

  it('is refused', async () => {
    const f = await programOf(
      `export async function f(n) { "use graph"; const o = { p: n }; let s = 0; for await (const x of [1, 2]) { Object.freeze(o); s += n; } return s; }`,
    );
    const n = scalar(3, 'int32');
    await expect(f(n)).rejects.toMatchObject({ code: 'chosen-object' });
    n.dispose();
  });
});
