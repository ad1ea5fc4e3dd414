import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { executors, useCpu } from '../support/index.js';
import { expectSame, float32, programOf } from './compare.js';

/** Objects, arrays and functions that a tensor leaves out: `f` is called with x, n and v. */
const programs: Record<string, string> = {
  'an object or null': `const o = x > 0 ? { k: n } : null; return (o?.k ?? -1) + (o === null ? 10 : 20);`,
  'an object or undefined': `const o = x > 0 ? { k: n } : undefined; if (!o) return -1; return o.k + 1;`,
  'what is in it': `const o = x > 0 ? { inner: { z: x } } : null; return o?.inner?.z ?? 5;`,
  'another one instead': `const o = x > 0 ? { k: n } : null; const p = o ?? { k: 100 }; const q = o || { k: 10 }; return p.k + q.k;`,
  'a value behind &&': `const o = x > 0 ? { k: n } : null; return (o && o.k) ?? -3;`,
  'a condition with &&': `const o = x > 0 ? { k: n } : null; if (o && o.k > 2) return o.k; return 0;`,
  'taken apart': `const o = x > 0 ? { k: n, j: [1, 2] } : null; if (o !== null && n > 2) { const { k, j: [a, b] } = o; return k + a + b; } return 0;`,
  'changed where it is there': `let o = null; if (x > 0) o = { k: 1 }; if (o !== null) o.k += n; return o === null ? -1 : o.k;`,
  'null or undefined': `const q = x > 0 ? null : undefined; let r = q; if (n > 2) r = { p: n }; return (q ?? 2) + (q === null ? 10 : 20) + (q == null ? 100 : 200) + (r?.p ?? (r === null ? 1000 : 2000)) + (typeof q === 'object' ? 0 : 5);`,
  'null in it': `let o = null; if (x > 0) o = { k: null }; return (o?.k ?? 4) + (o?.k === null ? 10 : 20);`,
  'made null': `let o = { k: 1 }; if (x > 0) o = null; if (o != null) o.k = n; return o == null ? 4 : o.k;`,
  'of a class': `class P { constructor(a) { this.a = a; } get twice() { return this.a * 2; } add(b) { this.a += b; return this; } } let p = null; if (x > 0) p = new P(n); p?.add(3); return p instanceof P ? p.twice : -1;`,
  'an array': `const xs = x > 0 ? [x, n] : null; let s = 0; if (xs) { for (const e of xs) s += e; s += xs.length; const [a, b] = xs; s += a * b; } return s;`,
  'a property': `const opts = { onStep: null, scale: 2 }; if (n > 2) opts.onStep = (y) => y + 1; let y = x; for (let i = 0; i < 3; i++) { y *= opts.scale; y = opts.onStep?.(y) ?? y; } return y;`,
  'two that are swapped': `let a = null, b = null; if (x > 0) a = { v: 1 }; else b = { v: 2 }; if (n > 0) { const t = a; a = b; b = t; } return (a?.v ?? 10) * 100 + (b?.v ?? 20);`,
  'what a function returns': `const first = (t) => { for (const e of v) if (e > t) return { e }; return null; }; return (first(x)?.e ?? 0) * 10 + (first(2)?.e ?? 0);`,
  'a function without a return at its end': `const g = (t) => { if (t > 0) return { t }; }; return (g(x)?.t ?? -1) + (g(n)?.t ?? -5) * 10;`,
  'a function': `let cb; const g = (z) => z * 2; if (x > 0) cb = g; return cb?.(n) ?? -1;`,
  'a function that assigns': `let y = 0; let cb; if (x > 0) cb = (z) => { y = z * 2; }; cb?.(n); return y;`,
  'a function in a condition': `const h = x > 0 ? (y) => y + 1 : null; return h ? h(n) : typeof h === 'function' ? 1 : 0;`,
  'a function of a table': `const handlers = { a: (z) => z + 1, b: (z) => z * 3 }; const k = x > 0 ? 'a' : x < 0 ? 'c' : 'b'; return handlers[k]?.(n) ?? 77;`,
  'an entry of a Map': `const m = new Map([['a', { q: 1 }], ['b', { q: x }]]); const k = x > 0 ? 'a' : x < 0 ? 'b' : 'c'; return m.get(k)?.q ?? 9;`,
  'found in an array': `const list = [{ id: 1, w: x }, { id: 2, w: n }]; const hit = list.find((e) => e.w > 1); return hit ? hit.id : -1;`,
  'found in an array that grows': `const items = []; for (let i = 0; i < n; i++) items.push({ id: i, w: x * i }); const hit = items.find((e) => e.w > 1); const last = items.findLast((e) => e.w < 1); return (hit?.id ?? -1) + (last === undefined ? 100 : last.id * 1000);`,
  'the best of a loop': `let best = null; for (const e of v) { if (best === null || e > best.w) best = { w: e, d: e * 2 }; } return best === null ? -1 : best.d;`,
  'the first of a loop': `let hit; for (const e of v) { if (e > 2) { hit = { e }; break; } } return hit?.e ?? -1;`,
  'the last one of a loop': `let last = null; let c = 0; for (const e of v) { if (last !== null && e > last.e) c++; if (e > 0) last = { e }; } return c + (last ? last.e * 10 : 0);`,
  'made and dropped in a loop': `let cur = x > 0 ? { w: x } : null; let s = 0; for (const e of v) { if (cur) { s += cur.w; cur = null; } else cur = { w: e }; } return s;`,
  'a function in a loop': `let cb = null; let s = 0; const g = (y) => y * 2; for (const e of v) { s += cb ? cb(e) : e; if (e > 1) cb = g; } return s;`,
  'the test of a loop': `let i = 0; let found; while (i < n && !found) { if (v[i] > 1) found = { i }; i++; } return found ? found.i : -1;`,
  'an object of a loop that may not run': `let cur = null; let i = 1; while (i < n) { cur = { w: x * i }; i++; } return cur ? cur.w : -1;`,
  'an object of a loop in a loop': `let best; for (let i = 0; i < n; i++) for (let j = 1; j < i; j++) best = { i, j }; return best === undefined ? -1 : best.i * 10 + best.j;`,
  'an array of a loop that may not run': `let best = null; let i = 1; while (i < n) { best = [i, x]; i++; } if (!best) return 100; const [k, y] = best; return k + y + best.length;`,
  'an instance of a loop that may not run': `class P { constructor(w) { this.w = w; } get twice() { return this.w * 2; } more(k) { return this.w + k; } } let p = null; let i = 1; while (i < n) { p = new P(x * i); i++; } return p ? p.twice + p.more(3) : -1;`,
  'an object of a loop, as it is': `let cur = null; let i = 0; while (i < n) { cur = { w: x * i, all: [i] }; i++; } if (cur.w > 1) cur = { w: 1, all: [n] }; const { w } = cur; return { cur, copy: { ...cur, u: w } };`,
  'a property of nothing after a loop': `let cur = null; let i = 1; while (i < n) { cur = { w: x }; i++; } try { return cur.w; } catch (e) { return e instanceof TypeError ? -7 : -8; }`,
  'a use that throws': `const o = x > 0 ? { k: n } : null; try { return o.k; } catch (e) { return e instanceof TypeError ? -7 : -8; }`,
  'a call that throws': `let cb; if (x > 0) cb = (y) => y; try { return cb(n); } catch (e) { return e instanceof TypeError ? -7 : -8; }`,
  'a property of nothing in a construct': `let o = null; let t = 0; if (x > 0) { if (o !== null) o.q = x; } while (t < 2) { t++; if (o) o.q += x; } o = { q: 1 }; for (let i = 0; i < n; i++) { if (o?.q > 2) o.q -= x; else o.q += 1; } return o.q;`,
  'what a parameter need not hold': `const g = (cache, has) => { if (x > 0) { if (has) cache.q = x; } return has ? cache.q : 1; }; return [g(null, false), g(undefined, false), g({ q: 3 }, true)];`,
  'a private field of nothing': `class N { #v = 1; next = null; bump() { if (x > 0) { if (this.next) this.next.#v += 1; this.#v *= 2; } } get v() { return this.#v; } } const a = new N(), b = new N(); a.bump(); a.next = b; a.bump(); return [a.v, b.v];`,
  'a method of arrays': `const o = x > 0 ? { list: v } : null; const own = { map: null, at(i) { return i + x; } }; return [v.map?.((e) => e * 2), v?.at?.(-1), v.reduce?.((a, b) => a + b), o?.list.find?.((e) => e > 1) ?? -1, [x, n].map?.((e) => e + 1), v.none?.(1) ?? 7, own.map?.(1) ?? 8, own.at?.(2)];`,
  'comparisons of nothing': `const o = x > 0 ? { k: n } : null; let u; if (x > 0) u = n; const p = o?.k; return [o?.k > 2, o?.k <= 2, p < 9 || p >= 9, u > 0, u <= 0, u == 3, u !== 3, u === p, u !== p, p == n];`,
  'comparisons in branches': `let o = x > 0 ? { k: n } : null; let c = 0; for (const e of v) { if (o?.k > 2) o = null; else if (o) o.k += e; else c++; } return [o?.k ?? 0, c];`,
  'null that nothing replaces': `let last = null; let t = 0; while (t < n) { t++; if (v.length > 5) last = t; } return last === null ? t : -1;`,
  'an object that iterations leave out': `let o = { k: n }; for (const e of v) { if (e > 2) o = null; else if (o === null) o = { k: e }; else o.k += 1; } return o?.k ?? -1;`,
  'an object that a loop in a branch makes of what there was': `let o = x > 0 ? { k: n } : null; if (n > 1) for (const i of range(n)) o = { k: 3 }; return o?.k ?? 7;`,
  'what a loop makes and others do not know': `let o = { k: 2 }, t = 0; while (t < n) { t++; if (x > 0) o = { k: 3 }; } o.k += 9; let p = null; while (t < 5) { t++; p = { k: x }; } if (p) p.k += 1; return [o.k, p?.k ?? 0];`,
};

const calls = [
  [float32(1.5), float32(3), float32([1, 2, 3])],
  [float32(-2), float32(2), float32([3, -1, 2])],
  [float32(0), float32(1), float32([1, 1, 1])],
];

describe.each(executors)('what may be left out, on $backend', (executor) => {
  beforeAll(executor.start);

  it.each(Object.entries(programs))('%s', async (_, body) => {
    await expectSame(`export async function f(x, n, v) { "use graph"; ${body} }`, calls, executor);
  });
});

describe('methods of arrays that a tensor is asked for', () => {
  beforeAll(useCpu);

  it.each([
    ['v.map?.((e) => e * 2)', [2, 4, 6]],
    ['v?.slice?.(1)', [2, 3]],
    ['v.reduce?.((a, b) => a + b)', 6],
    ['v.at?.(-1)', 3],
    ['v.noMethod?.(1) ?? 5', 5],
  ])('%s', async (expression, expected) => {
    const f = await programOf(`export function f(v) { "use graph"; return ${expression}; }`);
    const read = (value: unknown): unknown =>
      value instanceof tf.Tensor ? value.arraySync() : value;
    const result = f(tf.tensor1d([1, 2, 3]));
    expect(Array.isArray(result) ? result.map(read) : read(result)).toEqual(expected);
  });
});

describe('errors', () => {
  beforeAll(useCpu);

  it.each([
    ['returned', `return x > 0 ? { x } : null;`, 'null-in-branch'],
    ['a number', `const o = x > 0 ? x : null; return o;`, 'null-in-branch'],
  ])('%s', async (_, body, code) => {
    const f = await programOf(`export function f(x) { "use graph"; ${body} }`);
    const x = tf.scalar(1);
    expect(() => f(x)).toThrow(expect.objectContaining({ code }));
    x.dispose();
  });

  it.each([
    ['an array', 'return null; } return [x, n];', 'an array of 2 elements or null or undefined,'],
    ['an object', 'return null; } return { x, n };', 'keys n, x or null or undefined,'],
    ['an object or nothing', 'return; } return { x, n };', 'keys n, x or null or undefined,'],
    ['a number', 'return null; } return x;', 'The return value is null or undefined at the end of'],
  ])('tell what a loop may return beside %s', async (_, end, message) => {
    const f = await programOf(
      `export function f(x) { "use graph"; let n = 0; while (x > 1) { x = x / 2; if (++n > 3) ${end} }`,
    );
    const x = tf.scalar(4);
    expect(() => f(x)).toThrow(message);
    expect(() => f(x)).toThrow(expect.objectContaining({ code: 'null-in-branch' }));
    x.dispose();
  });

  it('an object that no iteration has made is asserted where it is returned', async () => {
    const f = await programOf(
      `export function f(x) { "use graph"; let cur = null; let i = 0; while (i < x) { cur = { i }; i++; } return cur; }`,
    );
    const x = tf.scalar(0);
    expect(() => f(x)).toThrow('loop must iterate at least once to initialize cur');
    x.dispose();
  });

  it('says what JavaScript does where a property of nothing is read', async () => {
    const f = await programOf(
      `export function f(x) { "use graph"; const o = x > 0 ? { x } : null; return o.x; }`,
    );
    const x = tf.scalar(-1);
    expect(() => f(x)).toThrow(new TypeError("Cannot read properties of null (reading 'x')"));
    x.dispose();
  });
});
