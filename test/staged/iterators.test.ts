import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

const bodies: readonly string[] = [
  'const it = { [Symbol.iterator]() { let i = 0; return { next() { if (i < n) return { value: i++, done: false }; return { done: true }; } }; } }; let s = 0; for (const x of it) s += x; return s;',
  'const it = { [Symbol.iterator]() { let i = 0; return { next() { return { value: i, done: i++ >= n }; } }; } }; let s = 0; for (const x of it) s += x; return s;',
  'const it = { from: 0, to: n, [Symbol.iterator]() { let i = this.from; const to = this.to; return { next: () => i < to ? { value: i++, done: false } : { value: undefined, done: true } }; } }; let s = 0; for (const x of it) s += x; return s;',
  'class Range { constructor(lo, hi) { this.lo = lo; this.hi = hi; } [Symbol.iterator]() { let k = this.lo; const hi = this.hi; return { next: () => k < hi ? { value: k++, done: false } : { value: undefined, done: true } }; } } let s = 0; for (const x of new Range(1, n)) { if (x === 2) continue; s += x; } return s;',
  'const it = { [Symbol.iterator]() { let i = 0; return { next() { return i < 3 ? { value: v[i++], done: false } : { done: true, value: undefined }; } }; } }; return [...it].length;',
  'const it = { [Symbol.iterator]() { let i = 0; return { next() { i++; return { value: i * a, done: i > 3 }; }, return() { return {}; } }; } }; let s = 0; for (const x of it) { if (x > 2) break; s += x; } return s;',
  'const next = (() => { let i = 0; return () => i < n ? { value: i++, done: false } : { done: true }; })(); let s = 0; for (let r = next(); !r.done; r = next()) s += r.value; return s;',
  'class List { constructor() { this.items = []; } add(x) { if (x > 0) this.items.push(x); return this; } [Symbol.iterator]() { let i = 0; const { items } = this; return { next: () => i < items.length ? { value: items[i++], done: false } : { value: undefined, done: true } }; } } const l = new List().add(a).add(b).add(a + 1); let s = 0; for (const x of l) s += x; return s;',
  'class List { constructor() { this.items = []; } add(x) { if (x > 0) this.items.push(x); return this; } [Symbol.iterator]() { return this.items[Symbol.iterator](); } } const l = new List().add(a).add(b).add(a + 1); let s = 0; for (const x of l) s += x; return s;',
  'const it = { [Symbol.iterator]() { let i = 0; return { next() { i++; return { value: { i, w: i * a }, done: i > n }; } }; } }; let s = 0; for (const { i, w } of it) s += i + w; return s;',
  'let closed = 0; const it = { [Symbol.iterator]() { let i = 0; return { next() { i++; return { value: i, done: i > n }; }, return() { closed++; return {}; } }; } }; let s = 0; for (const x of it) { if (x > 2) break; s += x; } return [s, closed];',
  'class Tree { constructor() { this.ks = []; } add(k) { this.ks.push(k); return this; } [Symbol.iterator]() { let i = -1; return { next: () => { i++; return i < this.ks.length ? { value: this.ks[i], done: false } : { value: undefined, done: true }; } }; } } const t = new Tree(); for (let i = 0; i < n; i++) t.add(i * 2); let s = 0; for (const k of t) { if (k === 2) continue; s += k; } return s;',
  'const steps = (lo, hi) => ({ [Symbol.iterator]: () => ({ x: lo, next() { const value = this.x; this.x += 1; return { value, done: value >= hi }; } }) }); let s = 0; for (const x of steps(0, n)) for (const y of steps(0, x)) s += y; return s;',
  'const f = (it, k) => { for (const x of it) if (x === k) return x * 10; return undefined; }; const r = { [Symbol.iterator]() { let i = 0; return { next: () => i < n ? { value: i++, done: false } : { value: undefined, done: true } }; } }; return f(r, 2) ?? -1;',
  'class L { constructor() { this.ks = []; } add(k) { this.ks.push(k); return this; } [Symbol.iterator]() { let i = 0; return { next: () => i < this.ks.length ? { value: this.ks[i++], done: false } : { value: undefined, done: true } }; } } const t = new L().add(1); for (let i = 0; i < n; i++) t.add(i * 2); return [...t].length * 10 + Math.max(...[...t]);',
  'const it = { [Symbol.iterator]() { let i = 0; return { next: () => i < n ? { value: i++, done: false } : { value: undefined, done: true } }; } }; return Array.from(it, (x) => x * 2).length;',
  'const it = { [Symbol.iterator]() { let i = 0; return { next: () => i < n ? { value: i++ % 2, done: false } : { value: undefined, done: true } }; } }; return new Set(it).size;',
  'const it = { [Symbol.iterator]() { let i = 0; return { next: () => ({ value: i++ * a, done: false }) }; } }; const [p, q, r] = it; return p + q * 10 + r;',
  'class L { constructor() { this.ks = [1, 2]; } [Symbol.iterator]() { return this.ks[Symbol.iterator](); } } const [p, q] = new L(); return [...new L(), p * a, q].length;',
  'class L { constructor() { this.ks = [1, 2]; } *[Symbol.iterator]() { for (const k of this.ks) yield k * a; } } return [...new L()].reduce((s, x) => s + x, 0) + Math.max(...new L());',
];

describe.each(executors)('iterators of the program, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
