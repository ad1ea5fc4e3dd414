import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Loops that call next() themselves, of an iterator that nothing else uses. */
const bodies = [
  `function* g() { for (const x of v) if (x > 0) yield x; } const it = g(); let s = 0; for (;;) { const { value, done } = it.next(); if (done) break; s += value; } return s;`,
  `function* g() { for (const x of v) if (x > 0) yield x; } const it = g(); let s = 0; while (true) { const r = it.next(); if (r.done) break; if (r.value > a) continue; s += r.value; } return s;`,
  `function* g() { for (const x of v) if (x > 0) yield x; return 7; } const it = g(); let s = 0; let r = it.next(); while (!r.done) { s += r.value; r = it.next(); } return [s, r.value];`,
  `function* g() { for (const x of v) if (x > 0) yield x; return a; } const it = g(); let s = 0; for (let r = it.next(); !r.done; r = it.next()) { if (r.value > 4) break; s += r.value; } return s;`,
  `function* g() { let k = 0; while (true) { if (k > a) yield k; k++; } } const it = g(); let s = 0; for (let i = 0; i < 3; i++) { s = s * 2 + it.next().value; } return s;`,
  `function* g() { for (const x of v) if (x > 0) yield x; } const it = g(); let s = 0, r; while (!(r = it.next()).done) { s += r.value; if (s > 3) break; } return s;`,
  `function* g() { for (const x of v) if (x > 0) yield x; } const it = g(); let r; let s = 0; do { r = it.next(); if (!r.done) s += r.value; } while (!r.done); return s;`,
  `class Bag { constructor(xs) { this.xs = xs; } *[Symbol.iterator]() { for (const x of this.xs) if (x > 0) yield x; } } const it = new Bag(v)[Symbol.iterator](); let s = 0; while (true) { const { value, done } = it.next(); if (done) break; s += value; } return s;`,
  `function* g() { for (const x of v) if (x > 0) yield x; } function take(k) { const it = g(); const out = []; while (out.length < k) { const { value, done } = it.next(); if (done) break; out.push(value); } return out; } return take(2).length;`,
  `function* g() { for (const x of v) { if (x > 0) yield x; } } function* h() { const it = g(); for (;;) { const { value, done } = it.next(); if (done) return; yield value * 2; } } let s = 0; for (const x of h()) s += x; return s;`,
  `const it = v.map((x) => x * 2)[Symbol.iterator](); let s = 0; for (;;) { const { value, done } = it.next(); if (done) break; s += value; } return s;`,
  `const xs = []; for (const x of v) if (x > 0) xs.push(x); const it = xs[Symbol.iterator](); let s = 0; for (;;) { const { value, done } = it.next(); if (done) break; s += value; } return s;`,
  `const m = new Map([[1, a], [2, b]]); const it = m.values(); let s = 0; for (;;) { const { value, done } = it.next(); if (done) break; s += value; } return s;`,
  `const make = () => { let i = 0; return { next() { i++; return { done: i > a + 2, value: i }; } }; }; const it = make(); let s = 0; while (true) { const { value, done } = it.next(); if (done) break; s += value; } return s;`,
  `function* g() { for (const x of v) if (x > 0) yield x; } const it = g(); let s = 0; outer: for (;;) { const { value, done } = it.next(); if (done) break; for (const y of v) { if (y > value) continue outer; if (y === value) break outer; } s += value; } return s;`,
  `function* g() { for (const x of v) if (x > 0) yield x; return -5; } const it = g(); let s = 0; for (;;) { const { value, done } = it.next(); s += value; if (done) return s; }`,
  `function* g() { for (const x of v) { if (x > 0) yield x; } } const it = g(); try { for (;;) { const { value, done } = it.next(); if (done) break; if (value > 2) throw new Error('big'); } } catch (e) { return 1; } return 0;`,
  `function* g() { for (const x of v) { try { if (x < 0) throw 1; yield x; } catch { yield 9; } } } const it = g(); let s = 0; try { for (;;) { const { value, done } = it.next(); if (done) break; if (value > 2) throw new Error('big'); s += value; } } catch (e) { s += 1000; } return s;`,
  `function* g() { let i = 0; while (true) { if (i % 2 === n % 2) yield i; i++; } } const it = g(); const out = []; for (let i = 0; i < 4; i++) out.push(it.next().value * a); return out;`,
  `function* g() { for (const x of v) { if (x > 0) yield x; } } const it = g(); const out = [a]; for (let i = 0; i < 2; i++) { const r = it.next(); out.push(r.done ? -1 : r.value); } return out;`,
  `function* g() { let i = 0; while (i < n) { if (v[i % 3] !== 0) yield i; i++; } return 'end'; } const it = g(); const seen = []; let r; while (!(r = it.next()).done && seen.length < 3) seen.push(r.value); return [seen.length, r.done ? 1 : 0];`,
  `function* g() { for (const x of v) yield x; } const it = g(); let first = true, s = 0; for (;;) { const r = it.next(); if (r.done === true) break; const { value: x } = r; s += first ? x * 10 : x; first = false; if (x > a && !first) return s * 100; } return s;`,
  `function* g() { for (const x of v) yield x; } const it = g(); let s = it.next().value; for (;;) { const { value, done } = it.next(); if (done) break; s += value; } return s;`,
  `const it = [1, 2, 3].values(); let s = 0; for (const x of [a, b]) { for (;;) { const { value, done } = it.next(); if (done || value > 1) break; s += value * x; } } return s;`,
  `let s = 0; function* g() { for (let i = 0; i < 4; i++) { s += 1; yield i; } } const it = g(); while (s < 3) { s = s * 2 + it.next().value; } return s;`,
  `const it = [1, 2, 3, 4].values(); const fs = []; for (let i = 0; i < 3; i++) { const { value } = it.next(); fs.push(() => value * 10 + i); } return fs.map((f) => f() + a);`,
  `const it = [1, 2, 3, 4].values(); let s = 0; for (let i = 0; i < 4; i++) { const { value } = it.next(); if (value === 2) continue; s += value * a; } return s;`,
  `const it = [5, 6].values(); let s = 0; for (let i = 0; i < 3; i++) { const i = it.next().value ?? 1; s += i * a; } return s;`,
];

/* A generator with a `finally` is left open, and one whose values are taken elsewhere JavaScript runs. */
const refused = [
  'function* g() { for (const x of v) { try { yield x; } finally { log++; } } } let log = 0; const it = g(); let s = 0; for (;;) { const { value, done } = it.next(); if (done || value > a) break; s += value; } return [s, log];',
  'function* inner() { try { for (const x of v) if (x > 0) yield x; } finally { log++; } } function* g() { for (const x of inner()) if (x > 1) yield x; } let log = 0; const it = g(); let s = 0; for (;;) { const { value, done } = it.next(); if (done || value > a) break; s += value; } return [s, log];',
  'function* g() { for (const x of v) if (x > 0) yield x; } const it = g(); const { value } = it.next(); return value + it.next().value;',
  'function* g() { s += 100; for (const x of v) { if (x > 0) yield x; } } let s = 0; const it = g(); while (s < 1000) { s = s + (it.next().value ?? 1000); } return s;',
];

describe.each(executors)(
  'loops that take the steps of an iterator, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });

    it.each(refused)('refuses %s', async (body) => {
      const { failure } = await compareBody(body, backend);
      expect(failure).toMatchObject({ actual: { refusal: 'condition-in-generator' } });
    });
  },
);
