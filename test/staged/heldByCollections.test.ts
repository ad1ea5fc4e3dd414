import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Functions that a loop calls change collections, which hold objects that the loop itself changes. */
const bodies: readonly string[] = [
  'const o = { k: 1 }, p = { k: 2 }; const pair = [o, p]; const flip = (q) => { const t = q[0]; q[0] = q[1]; q[1] = t; }; for (let i = 0; i < n; i++) { flip(pair); o.k++; } return [pair[0].k, o.k, p.k];',
  'const o = { k: 1 }; const box = { held: o, c: 0 }; const touch = (x) => { x.c += 1; x.held.k += 2; }; for (const e of v) { touch(box); o.k += e; } return [box.c, o.k];',
  'const o = { k: a }; const list = [1]; const s = { o, list }; const grow = (q) => { q.list.push(q.o.k); }; for (const e of v) { grow(s); o.k += e; } return [list.length, list, o.k];',
  "const o = { k: 0 }; const m = new Map([['a', o]]); const put = (q, e) => { q.set('b', e); }; for (const e of v) { put(m, e); o.k++; } return [m.get('b') ?? -1, m.get('a').k];",
  'const o = { k: 0 }; const s = new Set([1]); const w = { o, s }; const add = (q, e) => { q.s.add(e); q.o.k += 1; }; for (const e of v) { add(w, 2); o.k++; } return [s.size, o.k];',
  'const o = { k: 0 }; const l = [o]; const setFirst = (q) => { q[0] = { k: 50 }; }; for (const e of v) { if (e > 1) setFirst(l); o.k++; } return [l[0].k, o.k];',
  'const o = { k: 0 }; const l = [o, null]; const put = (q, x) => { q[1] = x; }; for (const e of v) { put(l, e); o.k++; } return [l[0].k, l[1]];',
  'const done = [{ x: b, k: 2 }]; const e = done[0]; let c = 0; while (c < n) { done.push({ k: 1, x: 2 }); e.k++; c++; } return done.map((o) => o.k);',
  'const put = (list) => list.push({ k: 1 }); const items = []; const done = [{ x: b, k: 2 }]; if (0 > n) items.push(0); const e = done[0]; while (items.length) { put(done); e.k++; } return done.reduce((s, p, j) => j + 1, 0);',
  'const put = (list) => list.push({ k: 1, x: 2 }); const done = [{ x: b, k: 2 }]; const e = done[0]; let c = 0; while (c < n) { put(done); e.k++; c++; } return done.map((o) => o.k);',
  'const put = (list) => list.push({ k: 1, x: 2 }); const done = [{ x: b, k: 2 }]; const e = done[0]; for (const w of v) if (w > 0) { put(done); e.k++; } return done.map((o) => o.k);',
  'const put = (list) => list.push({ k: 1, x: 2 }); const done = [{ x: b, k: 2 }]; const e = done[0]; for (let i = 0; i < n; i++) { put(done); e.k++; } return done.length;',
];

describe.each(executors)(
  'collections that hold what loops change, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });
  },
);
