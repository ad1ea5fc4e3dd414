import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../support/compile.js';
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
  "let closed = 0; const it = k => ({ i: 0, [Symbol.iterator]() { return this; }, next() { return { value: this.i, done: this.i++ >= k }; }, return() { closed++; return {}; } }); let s = 0; try { for (const x of it(4)) { if (a > 0) throw new Error('z'); s += 10; } } catch { s += 100; } return [s, closed];",
  "let closed = 0; const it = k => ({ i: 0, [Symbol.iterator]() { return this; }, next() { return { value: this.i, done: this.i++ >= k }; }, return() { closed++; return {}; } }); let s = 0; try { for (const x of it(4)) { if (a > x) throw new Error('z'); s += 10; } } catch { s += 100; } return [s, closed];",
  "let closed = 0; const it = k => ({ i: 0, [Symbol.iterator]() { return this; }, next() { return { value: this.i, done: this.i++ >= k }; }, return() { closed++; return {}; } }); const walk = () => { let t = 0; for (const x of it(3)) { if (a > x) throw new RangeError('w'); t += x; } return t; }; let s = 0; try { s = walk(); } catch (e) { s = e instanceof RangeError ? 50 : 60; } return [s, closed];",
  "let closed = 0; const it = k => ({ i: 0, [Symbol.iterator]() { return this; }, next() { return { value: this.i, done: this.i++ >= k }; }, return() { closed++; return {}; } }); let s = 0; try { for (const x of it(n)) { if (a > x) throw new Error('z'); s += 10; } } catch { s += 100; } return [s, closed];",
  "let closed = 0; const it = k => ({ i: 0, [Symbol.iterator]() { return this; }, next() { return { value: this.i, done: this.i++ >= k }; }, return() { closed++; return {}; } }); let s = 0; try { for (const x of it(4)) { if (a > x) throw new Error('z'); if (b > x) break; s += 10; } } catch { s += 100; } return [s, closed];",
  "let closed = 0; const it = k => ({ i: 0, [Symbol.iterator]() { return this; }, next() { return { value: this.i, done: this.i++ >= k }; }, return() { closed++; return {}; } }); let s = 0; try { try { for (const x of it(4)) { if (a > x) throw new Error('z'); s += 10; } } finally { s += closed * 1000; } } catch { s += 100; } return [s, closed];",
  "class It { constructor(k) { this.k = k; this.i = 0; this.closed = false; } [Symbol.iterator]() { return this; } next() { return this.i < this.k ? { value: this.i++, done: false } : { value: undefined, done: true }; } return() { this.closed = true; return {}; } } const it = new It(3); let s = 0; try { for (const x of it) { if (b > x) throw new Error('q'); s += x; } } catch (e) { s += 7; } return [s, it.closed];",
  "let closed = 0; const it = k => ({ i: 0, [Symbol.iterator]() { return this; }, next() { return { value: this.i, done: this.i++ >= k }; }, return() { closed++; return {}; } }); let s = 0; try { for (const x of it(2)) for (const y of it(2)) { if (a > x + y) throw new Error('z'); s += 10; } } catch { s += 100; } return [s, closed];",
  "let closed = 0; const it = k => ({ i: 0, [Symbol.iterator]() { return this; }, next() { return { value: this.i, done: this.i++ >= k }; }, return() { closed++; throw new TypeError('ignored'); } }); let s = 0; try { for (const x of it(4)) { if (a > x) throw new RangeError('z'); s += 10; } } catch (e) { s += e instanceof RangeError ? 100 : 200; } return [s, closed];",
  "let closed = 0; const it = k => ({ i: 0, [Symbol.iterator]() { return this; }, next() { return { value: this.i, done: this.i++ >= k }; }, return() { closed++; return {}; } }); let s = 0; for (let r = 0; r < n; r++) { try { for (const x of it(3)) { if (a + r > x) throw new Error('z'); s += x; } } catch { s += 100; } } return [s, closed];",
  "let closed = 0; const it = k => ({ i: 0, [Symbol.iterator]() { return this; }, next() { return { value: this.i, done: this.i++ >= k + n }; }, return() { closed++; return {}; } }); let s = 0; try { for (const x of it(2)) { if (a > x) throw new Error('z'); s += 10; } } catch { s += 100; } return [s, closed];",
  "let closed = 0; const it = k => ({ i: 0, [Symbol.iterator]() { return this; }, next() { return { value: this.i, done: this.i++ >= k + n }; }, return() { closed++; return {}; } }); let s = 0; try { for (const x of it(2)) { if (b > x) break; if (x > 1) throw new Error('z'); s += 10; } } catch { s += 100; } return [s, closed];",
  "let closed = 0; const it = k => ({ i: 0, [Symbol.iterator]() { return this; }, next() { if (this.i > a + 1) throw new Error('n'); return { value: this.i, done: this.i++ >= k }; }, return() { closed++; return {}; } }); let s = 0; try { for (const x of it(4)) { s += 10; } } catch { s += 100; } return [s, closed];",
  "let closed = 0; const it = k => ({ i: 0, [Symbol.iterator]() { return this; }, next() { if (this.i > a + 1) throw new Error('n'); return { value: this.i, done: this.i++ >= k }; }, return() { closed++; return {}; } }); let s = 0; try { for (const x of it(4)) { if (b > x) throw new Error('m'); s += 10; } } catch (e) { s += e.message === 'm' ? 100 : 200; } return [s, closed];",
  "let closed = 0; const it = k => ({ i: 0, [Symbol.iterator]() { return this; }, next() { return { value: this.i, done: this.i++ >= k }; }, return() { closed++; if (b > 0) throw new TypeError('r'); return {}; } }); let s = 0; try { for (const x of it(4)) { if (a > x) break; s += 10; } } catch (e) { s += e instanceof TypeError ? 100 : 200; } return [s, closed];",
  "let closed = 0; const it = k => ({ i: 0, [Symbol.iterator]() { return this; }, next() { return { value: this.i, done: this.i++ >= k }; }, return() { closed++; if (b > -5) throw new TypeError('r'); return {}; } }); let s = 0; try { for (const x of it(4)) { if (a > x) throw new RangeError('q'); s += 10; } } catch (e) { s += e instanceof TypeError ? 100 : 200; } return [s, closed];",
  "let closed = 0; const it = k => ({ i: 0, [Symbol.iterator]() { return this; }, next() { return { value: this.i, done: this.i++ >= k }; }, return() { closed++; return {}; } }); const f = () => { for (const x of it(3)) { if (a > x) return x; if (b > x) throw new Error('deep'); } return 1; }; let s; try { s = f(); } catch { s = -1; } return [s, closed];",
  "let closed = 0; const it = k => ({ i: 0, [Symbol.iterator]() { return this; }, next() { return { value: this.i, done: this.i++ >= k }; }, return() { closed++; return {}; } }); let s = 0; outer: for (const y of [0, 1]) { try { for (const x of it(3)) { if (a > x + y) throw new Error('z'); if (b > x) continue outer; s += 1; } } catch { s += 100; } s += 1000; } return [s, closed];",
  'let closed = 0; const it = k => ({ i: 0, [Symbol.iterator]() { return this; }, next() { return { value: this.i, done: this.i++ >= k }; }, return() { closed++; return {}; } }); let s = 0; try { for (const x of it(4)) { const y = x + a; if (y > 2) { s += y; throw { code: y }; } s += 10; } } catch (e) { s += e.code * 100; } return [s, closed];',
  "let closed = 0; const it = k => ({ i: 0, [Symbol.iterator]() { return this; }, next() { return { value: this.i, done: this.i++ >= k }; }, return() { closed++; return {}; } }); let s = 0; try { for (const x of it(4)) { if (x === 2) throw new Error('z'); if (a > x) throw new RangeError('q'); s += x; } } catch (e) { s += e instanceof RangeError ? 50 : 90; } return [s, closed];",
  'let closed = 0; const it = k => ({ i: 0, [Symbol.iterator]() { return this; }, next() { return { value: this.i, done: this.i < 2 ? (this.i++, false) : this.i++ >= k + n }; }, return() { closed++; return {}; } }); let s = 0; for (const x of it(2)) { if (a > x) break; s += 10; } return [s, closed];',
  "let closed = 0; const it = k => ({ i: 0, [Symbol.iterator]() { return this; }, next() { if (this.i > 3) throw new Error('end'); return { value: this.i++, done: false }; }, return() { closed++; return {}; } }); let s = 0; try { for (const x of it(2)) { if (a > x) break; s += 10; } } catch { s += 100 } return [s, closed];",
  "let closed = 0; const it = k => ({ i: 0, [Symbol.iterator]() { return this; }, next() { if (this.i > 3) throw new Error('end'); return { value: this.i++, done: false }; }, return() { closed++; return {}; } }); let s = 0; try { for (const x of it(2)) { if (a > x) throw new RangeError('r'); s += 10; } } catch (e) { s += e instanceof RangeError ? 100 : 200 } return [s, closed];",
  "let s = 0; const it = { [Symbol.iterator]() { let i = 0; return { next() { if (i > 1) throw new Error('end'); return { value: i++, done: false }; } }; } }; try { for (const x of it) { if (a > x) break; s += 10; } } catch { s += 100 } return s;",
];

describe.each(executors)('iterators of the program, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

it.each([
  ['of a generator', 'function* count() { let n = 0; for (;;) yield n++; } const ids = count();'],
  [
    'of its own',
    'let n = 0; const ids = { next: () => ({ value: n++, done: false }), [Symbol.iterator]() { return this; } };',
  ],
])('an iterator %s that the module keeps goes on with each call', async (_, declared) => {
  const { next, pair } = await compile(
    `"use graph"; ${declared} export function next() { return ids.next().value; } export function pair() { const [a, b] = ids; return [a, b]; }`,
  );
  expect([next!(), next!(), next!()]).toEqual([0, 1, 2]);
  expect(_ === 'of its own' ? pair!() : [3, 4]).toEqual([3, 4]);
});
