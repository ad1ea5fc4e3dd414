import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* A loop over a Map or Set, or its forEach, comes to what is there when it comes to it, whatever a tensor adds or deletes meanwhile. */
const bodies: readonly string[] = [
  "const m = new Map([['x', 1], ['y', 2]]); let s = 0; m.forEach((x, k) => { s += x; if (k === 'x' && a > 0) m.delete('y'); }); return s;",
  "const m = new Map([['x', 1], ['y', 2]]); let s = 0; m.forEach((x, k) => { s += x; if (k === 'x' && a > 0) m.set('z', 10); }); return s;",
  "const m = new Set(['x', 'y']); let s = 0; m.forEach((x) => { s++; if (x === 'x' && a > 0) m.add('z'); if (x === 'y' && b > 0) m.delete('z'); }); return [s, m.size];",
  'const m = new Set([1, 2, 3]); let s = 0; m.forEach(function (x, y, all) { s += x * this.k; if (x === 1 && a > 0) all.delete(3); }, { k: 2 }); return [s, m.size];',
  "const m = new Map([['x', 1], ['y', 2]]); let s = 0; m.forEach((x, k) => { s += x; if (k === 'x' && a > 0) m.clear(); }); return [s, m.size];",
  "const m = new Map([['x', 1], ['y', 2]]); let s = 0; m.forEach((x, k) => { s += x; if (a > 0) m.set(k, x + 1); }); m.forEach((x) => { s += x; }); return s;",
  "const m = new Map([['x', 1], ['y', 2]]); let s = 0; m.forEach((x, k) => { s += x; m.set(k, x * a); if (k === 'x') m.delete('y'); }); return s;",
  'const st = new Set([1,2,3,4]); let c = 0; for (const x of st) { c += x; st.delete(n); } return c;',
  'const st = new Set([1,2,3,4]); let c = 0; st.forEach((x) => { c += x; st.delete(n); }); return c;',
  'const st = new Set([1,2]); let c = 0; for (const x of st) { c += x; if (c < 9) st.add(n); } return [c, st.size];',
  'const st = new Set([1,2]); let c = 0; st.forEach((x) => { c += x; st.add(n); }); return [c, st.size];',
  'const st = new Map([[1, 1], [2, 2], [4, 5]]); let c = 0; for (const [k, x] of st) { c += x; st.set(n, 7); } return [c, st.size];',
  'const st = new Map([[1, 1], [2, 2], [4, 5]]); let c = 0; st.forEach((x, k) => { c += x; st.set(n, 7); }); return [c, st.size];',
  'const st = new Map([[1, 1], [2, 2], [4, 5]]); let c = 0; for (const k of st.keys()) { c += k; st.delete(n); } return [c, st.size];',
  'const st = new Map([[1, 1], [2, 2], [4, 5]]); let c = 0; for (const x of st.values()) { c += x; st.delete(n); } return [c, st.size];',
  'const st = new Map([[1, 1], [2, 2], [4, 5]]); let c = 0; for (const [k, x] of st.entries()) { c += x; if (x < 3) st.delete(n); else break; } return [c, st.size];',
  'const st = new Set([1,2,3,4]); let c = 0; for (const x of st) { c += x; if (a > 0) st.delete(n); } return c;',
  'const st = new Set([1,2,3,4]); let c = 0; for (const x of st) { if (x > b) st.add(n * 10); c += x; } return [c, st.size];',
  'const q = new Map([[n, 0]]); for (const [k, d] of q) { if (d < 2) q.set(k + 1, d + 1); } return q.size;',
  'const q = new Map([[n, 0]]); for (const d of q.values()) { if (d < 2) q.set(d + 10, d + 1); } return q.size;',
  'const q = new Map([[n, 0]]); q.forEach((d, k) => { if (d < 2) q.set(k + 1, d + 1); }); return q.size;',
  'const q = new Map([[n, 0], [n + 1, 0]]); let s = 0; for (const [k, d] of q) { q.delete(n + 1); s += k; } return [q.size, s];',
  'const q = new Map([[n, 0], [n + 1, 0]]); let s = 0; for (const [k, d] of q) { q.set(n + 1, 5); s += d; } return [q.size, s];',
  'const q = new Map([[n, 0], [n + 1, 0]]); let s = 0; for (const [k, d] of q.entries()) { if (d === 0) q.set(n + 2, 5); s += d; } return [q.size, s];',
  'const q = new Set([n, n + 1]); let s = 0; for (const k of q) { if (k < 7) q.add(k + 2); s += k; } return [q.size, s];',
  'const q = new Set([n, n + 1, n + 2]); let s = 0; for (const k of q) { q.delete(n); s += k; } return [q.size, s];',
  'const q = new Set([n, n + 1, n + 2]); let s = 0; q.forEach((k) => { q.delete(n); s += k; }); return [q.size, s];',
  'const q = new Set([n, n + 1, n + 2]); let s = 0; for (const k of q) { q.delete(k); s += k; } return [q.size, s];',
  'const q = new Set([n, n + 1, n + 2]); let s = 0; for (const [k, j] of q.entries()) { s += k + j; } return [q.size, s];',
  'const q = new Map([[n, 0], [n + 1, 3]]); const r = []; for (const e of q) { r.push(e[0]); if (e[1] > 1) q.delete(n); } return [q.size, r.length];',
  'const st = new Set([1,2,3,4]); let c = 0; for (const x of st) { c += x; if (a > 0) st.delete(n); else st.delete(1); } return [c, st.size];',
  'const st = new Set([1,2,3,4]); let c = 0; for (const x of st) { c += x; if (a > 0) st.delete(n); else st.delete(2); } return [c, st.size];',
  'const st = new Set([1,2,3,4]); let c = 0; if (b > 0) st.delete(2); for (const x of st) { c += x; if (a > 0) st.delete(n); else st.delete(3); } return [c, st.size];',
  'const st = new Set([1,2,3,4]); let c = 0; if (b > 0) st.delete(1); for (const x of st) { c += x; st.delete(n); } return [c, st.size];',
  'const st = new Set([1,2,3,4]); let c = 0; if (b > 0) st.delete(1); for (const x of st) { c += x; st.delete(x); st.delete(n); } return [c, st.size];',
  'const st = new Set([1,2,3,4]); let c = 0; for (const x of st) { if (x === n) continue; c += x; if (x > n) break; st.add(n + 10); st.delete(n); } return [c, st.size];',
  'const st = new Set([n, n + 1]); let c = 0; for (const x of st) for (const y of st) { c += x * y; if (y > n) st.delete(n); } return [c, st.size];',
  'const st = new Set([n, n + 1]); let c = 0; for (const x of st) { c += x; if (c < 20) { st.delete(x); st.add(x); } } return [c, st.size];',
  'const st = new Set([n, n + 1]); let c = 0; for (const x of st) { c += x; st.clear(); if (c < 12) st.add(x + 1); } return [c, st.size];',
  'const st = new Map([[n, { k: 1 }], [n + 1, { k: 2 }]]); let c = 0; for (const [x, o] of st) { o.k += x; if (o.k > 4) st.delete(n); } for (const o of st.values()) c += o.k; return [c, st.size];',
  'const queue = new Set([n]); const seen = []; for (const x of queue) { seen.push(x); queue.delete(x); if (x < 10) queue.add(x + 3); } return [seen.length, queue.size];',
  'const st = new Set([1, 2, 3]); const it = st.values(); it.next(); let c = 0; for (const x of it) { c += x; st.delete(n); } return c;',
  'const st = new Set(); for (const x of v) st.add(x); let c = 0; for (const x of st) { c += x; if (x > 1) st.delete(v[0]); } return [c, st.size];',
  'const st = new Map(); for (const x of v) st.set(x, (st.get(x) ?? 0) + 1); for (const [k, c] of st) if (c < 2) st.delete(k); return st.size;',
  "const st = new Map([['a', [1]], ['b', [2, 3]]]); let s = 0; st.forEach((l, k) => { if (a > 0) l.push(9); s += l.length; }); return s;",
  'const g = new Map([[0, [1, 2]], [1, [3]], [2, [3]], [3, []]]); const seen = new Set([0]); for (const x of seen) { for (const y of g.get(x)) if (y !== n || a > 0) seen.add(y); } return seen.size;',
  "const m = new Map([['x', 1], ['y', 2]]); let c = 0; for (const [k] of m) { c++; if (a > 0) m.delete('y'); } return c;",
  "const m = new Map([['x', 1], ['y', 2]]); let c = 0; for (const [k] of m) { c++; if (a > 0) m.delete(k); } return [c, m.size];",
  'const st = new Set([1, 2, 3]); let c = 0; for (const x of st) { c += x; if (a > 0 && x === 1) st.delete(3); } return c;',
  "const m = new Map([['x', 1], ['y', 2]]); const f = (k) => { if (a > 0) m.delete(k); }; let s = ''; m.forEach((x, k) => { s += k; f('y'); }); return s;",
  'const st = new Set([1, 2, 3]); const it = st.values(); it.next(); let c = 0; for (const x of it) { c += x; if (a > 0) st.delete(3); } return c;',
  "const m = new Map([['x', 1], ['y', 2]]); let c = 0; for (const [k] of m) { c++; if (a > 0) m.delete('y'); } return c;",
  "const m = new Map([['x', 1], ['y', 2]]); let c = 0; for (const [k] of m) { c++; if (a > 0) m.delete(k); } return [c, m.size];",
  'const st = new Set([1, 2, 3]); const it = st.values(); let c = 0; for (const x of it) { c += x; if (a > 0) st.delete(3); } return c;',
  'const m = new Set([1, 2, 3]); let c = 0; for (const x of m) { c += x; if (c < 20) { m.delete(x); m.add(x); } if (a > 0) m.delete(99); } return c;',
  "const m = new Set(['p', 'q']); let c = 0; for (const x of m) { c++; if (c < 4) { m.delete(x); m.add(x); } if (a > 0) m.delete('r'); } return c;",
];

describe.each(executors)(
  'a Map or Set that changes while it is visited, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });
  },
);
