import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { runFunctionsEagerly } from '../../runtime/function/eagerMode.js';
import { compile } from '../support/compile.js';
import { executors, useCpu } from '../support/index.js';

/** What a program gives for 2. */
const programs: Record<string, readonly [source: string, expected: number]> = {
  'graph functions together': [
    `async function g(x) { "use graph"; return x * 2; } export async function f(x) { "use graph"; const [a, b] = await Promise.all([g(x), g(x + 1)]); return a + b; }`,
    10,
  ],
  'asynchronous callbacks': [
    `export async function f(x) { "use graph"; const r = await Promise.all([1, 2, 3].map(async (k) => { if (x > k) return x * k; return x; })); return r[0] * 100 + r[1] * 10 + r[2]; }`,
    222,
  ],
  'what became of each': [
    `async function g(x) { "use graph"; return x * 2; } export async function f(x) { "use graph"; const [r] = await Promise.allSettled([g(x)]); return r.value; }`,
    4,
  ],
  'then and finally': [
    `async function g(x) { "use graph"; return x * 2; } export async function f(x) { "use graph"; let n = 0; const y = await g(x).then((v) => v + 1).finally(() => { n = 10; }); return y + n; }`,
    15,
  ],
  values: [
    `export async function f(x) { "use graph"; return (await 3) + (await x) + (await Promise.resolve(x)); }`,
    7,
  ],
  'in a condition': [
    `async function ok(x) { if (x > 2) return true; return false; } export async function f(x) { "use graph"; if (await ok(x)) return x * 2; return x; }`,
    2,
  ],
  'in loops': [
    `async function inc(x) { return x + 1; } export async function f(x) { "use graph"; let n = 0; for (let i = 0; i < 3; i++) n = await inc(n + x); while (n < 50) n = await inc(n * 2); return n; }`,
    79,
  ],
  'of a method': [
    `class M { async h(x) { return x * 3; } async f(x) { "use graph"; return await this.h(x); } } const m = new M(); export const f = (x) => m.f(x);`,
    6,
  ],
  'that throws': [
    `async function g(x) { "use graph"; if (x > 1) throw new RangeError('g'); return x; } export async function f(x) { "use graph"; try { return await g(x); } catch (e) { return e.message === 'g' ? -1 : -2; } }`,
    -1,
  ],
  'that throws, and is caught': [
    `export async function f(x) { "use graph"; const g = async (v) => { if (v > 1) throw new RangeError('g'); return v; }; const h = (v) => g(v).catch((e) => (e instanceof RangeError ? -1 : -2)); return (await h(x)) * 10 + (await h(x - 1)); }`,
    -9,
  ],
  'that always throws': [
    `export async function f(x) { "use graph"; const g = async () => { throw new Error('no'); }; const r = await g().then((v) => v * 2).catch((e) => (e.message === 'no' ? 7 : 8)); return x + r; }`,
    9,
  ],
  'that throws, to both': [
    `export async function f(x) { "use graph"; let ends = 0; const g = async (v) => { if (v > 1) throw new Error('no'); return v; }; const h = (v) => g(v).then((w) => w + 100, () => -1).finally(() => { ends++; }); const a = await h(x); const b = await h(x - 1); return a * 10 + b + ends * 1000; }`,
    2091,
  ],
  'kept, that throws where it is awaited': [
    `async function g(x) { if (x > 1) throw new RangeError('g'); return x; } export async function f(x) { "use graph"; let n = 0; const p = g(x); const q = g(x - 1); n += 10; try { n += await q; n += await p; } catch (e) { n += e instanceof RangeError ? 100 : 200; } return n; }`,
    111,
  ],
  'kept, that always throws': [
    `export async function f(x) { "use graph"; const g = async () => { throw new TypeError('always'); }; const p = g(); let s = x; try { s += await p; } catch (e) { s += e.message.length; } return s; }`,
    8,
  ],
  'returned in a try block': [
    `async function g(x) { if (x > 1) throw new RangeError('g'); return x; } async function h(x) { try { return g(x); } catch { return -1; } } export async function f(x) { "use graph"; try { return await h(x); } catch { return -2; } }`,
    -2,
  ],
  'returned in a branch': [
    `async function g(x) { if (x > 1) throw new RangeError('g'); return x; } async function h(x) { if (x > 0) return g(x); return 5; } export async function f(x) { "use graph"; try { return await h(x); } catch { return -2; } }`,
    -2,
  ],
  'one of two': [
    `async function g(x) { if (x > 1) throw new Error('big'); return x; } export async function f(x) { "use graph"; let p = g(x); if (x > 1.5) p = g(x - 1); try { return (await p) * 7; } catch { return -1; } }`,
    7,
  ],
  'all in an array': [
    `async function g(x) { if (x > 3) throw new Error('big'); return x; } export async function f(x) { "use graph"; const ps = []; for (let i = 0; i < 3; i++) ps.push(g(x + i)); try { await Promise.all(ps); return 1; } catch { const [a, b] = await Promise.all(ps.slice(0, 2)); return a * 10 + b; } }`,
    23,
  ],
  'what became of those that throw': [
    `async function g(x) { if (x > 1) throw new Error('big'); return x; } export async function f(x) { "use graph"; const [a, b] = await Promise.allSettled([g(x), g(x - 1)]); return (a.status === 'rejected' ? a.reason.message.length : 0) * 10 + (b.status === 'fulfilled' ? b.value : 9); }`,
    31,
  ],
  'the first that does not throw': [
    `async function g(x) { if (x > 1) throw new Error('big'); return x * 4; } export async function f(x) { "use graph"; const y = await Promise.any([g(x), g(x - 1)]); let n = 0; try { await Promise.any([g(x), g(x + 1)]); } catch (e) { n = e instanceof AggregateError ? 100 : 200; } return y + n; }`,
    104,
  ],
  'kept, with handlers': [
    `async function g(x) { if (x > 1) throw new Error('big'); return x; } export async function f(x) { "use graph"; let ends = 0; const p = g(x); const q = p.then((v) => v + 100).finally(() => { ends++; }); const r = q.catch((e) => { throw new RangeError(e.message + '!'); }); try { await r; } catch (e) { return ends * 10 + e.message.length; } return -1; }`,
    14,
  ],
  'of a function without a value': [
    `export async function f(x) { "use graph"; let n = 0; const g = async (y) => { n += y; }; return (await g(x).then(() => 5)) + n; }`,
    7,
  ],
  'of a function that gives an object or null': [
    `export async function f(x) { "use graph"; const find = async (k) => { if (k > 1) return { k }; return null; }; return (await find(x).then((o) => o?.k ?? -1)) * 10 + (await find(x - 1).then((o) => o?.k ?? -1)); }`,
    19,
  ],
  'of a number or null, behind a handler': [
    `export async function f(x) { "use graph"; const find = async (k) => { if (k > 1) return k; return null; }; const g = (k) => find(k).catch(() => 5).then((s) => (s === null ? 0 : s + 1)); return (await g(x)) * 10 + (await g(x - 1)); }`,
    30,
  ],
  'of an object, with a handler that gives a number': [
    `export async function f(x) { "use graph"; const get = async (k) => { if (k > 1) throw Object.assign(new RangeError('large'), { by: k }); return { data: k, tags: ['t'] }; }; const g = (k) => get(k).then((r) => r.data + r.tags.length, (e) => -e.by); return (await g(x)) * 100 + (await g(x - 1)); }`,
    -198,
  ],
  'one after the other, without values': [
    `export async function f(x) { "use graph"; let r = x; const save = async (y) => { r = y; }; await save(x * 2).finally(() => { r = r + 1; }); await Promise.resolve().then(() => { r = r * 2; }).then(() => { r = r + 10; }); return r; }`,
    20,
  ],
  rejected: [
    `export async function f(x) { "use graph"; const g = async (v) => (v > 1 ? v : Promise.reject(new Error('small'))); try { await g(x - 1); return 1; } catch { return (await g(x)) * 3; } }`,
    6,
  ],
  'of no promises': [
    `export async function f(x) { "use graph"; const none = await Promise.all([]); return x + none.length; }`,
    2,
  ],
  'a generator of the host': [
    `function* gen(n) { for (let i = 0; i < n; i++) yield i; } export async function f(x) { "use graph"; let s = x; for (const i of gen(4)) s += i; return s; }`,
    8,
  ],
  'generators of a class and its parent': [
    `class A { *items(x) { yield x; yield x * 2; } } class B extends A { *items(x) { yield* super.items(x); yield x * 3; } } export async function f(x) { "use graph"; let s = 0; for (const y of new B().items(x)) s += y; return s; }`,
    12,
  ],
  'a generator with a yield in a default': [
    `function* gen(o) { const { a = yield 1 } = o; yield a * 2; } export async function f(x) { "use graph"; const it = gen({}); it.next(); return x + it.next(x).value; }`,
    6,
  ],
};

describe.each(executors)('await on $backend', ({ start }) => {
  beforeAll(start);

  it.each(Object.entries(programs))('%s', async (_, [source, expected]) => {
    const { f } = await compile<{ f: (x: tf.Tensor) => Promise<tf.Tensor> }>(source, { tf });
    const x = tf.scalar(2);
    const result = await f(x);
    expect([...(await result.data())]).toEqual([expected]);
    tf.dispose([x, result]);
  });
});

describe('await, op by op', () => {
  beforeAll(useCpu);

  it.each(Object.entries(programs))('%s', async (_, [source, expected]) => {
    const { f } = await compile<{ f: (x: tf.Tensor) => Promise<tf.Tensor | number> }>(source, {
      tf,
    });
    const x = tf.scalar(2);
    runFunctionsEagerly(true);
    try {
      const result = await f(x);
      expect(typeof result === 'number' ? result : result.arraySync()).toEqual(expected);
      tf.dispose([x, result]);
    } finally {
      runFunctionsEagerly(false);
    }
  });
});

describe('what a graph cannot wait for', () => {
  beforeAll(useCpu);

  it.each([
    ['promise-in-trace', `await new Promise((done) => setTimeout(done, 1))`],
    ['promise-in-trace', `await Promise.all([x, new Promise(() => {})])`],
    ['host-read', `await x.data()`],
    ['host-read', `await x.array()`],
  ])('%s: %s', async (code, expression) => {
    const { f } = await compile(
      `export async function f(x) { "use graph"; const y = ${expression}; return x; }`,
    );
    const x = tf.scalar(1);
    await expect(f!(x)).rejects.toMatchObject({ code });
    x.dispose();
  });

  it('a generator that tensors decide about, and whose values are taken one by one', async () => {
    const { f } = await compile(
      `function* positive(xs) { for (const x of xs) if (x > 0) yield x; }
       export function f(x) { "use graph"; return positive([x, -x]).next().value; }`,
    );
    const x = tf.scalar(1);
    expect(() => f!(x)).toThrow(/condition-in-generator/);
    x.dispose();
  });
});

describe('a function without async that returns the promise of one with it', () => {
  beforeAll(useCpu);

  const returning = async (body: string) =>
    (
      await compile(
        `async function g(x) { ${body} } export function f(x) { "use graph"; return g(x); }`,
      )
    ).f!;

  it('throws what that throws, also where no tensor is near', async () => {
    const f = await returning("throw new RangeError('g');");
    expect(() => f(2)).toThrow(new RangeError('g'));
    expect(() => f(tf.scalar(2))).toThrow(new RangeError('g'));
    expect((await returning('return x + 1;'))(2)).toBe(3);
  });

  it('is refused where a tensor decides whether it throws', async () => {
    const f = await returning("if (x > 1) throw new RangeError('g'); return x;");
    expect(() => f(tf.scalar(2))).toThrow(expect.objectContaining({ code: 'promise-result' }));
  });
});
