import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* An element of an array or Map is looked up by a key, or made and put there: whichever it is, it is the one that is changed. */
const bodies: readonly string[] = [
  'const gs = []; for (const e of v) { let g = gs.find((g) => g.k === e); if (!g) { g = { k: e, n: 0 }; gs.push(g); } g.n += 1; } return gs.map((g) => g.n);',
  'const gs = []; for (const e of v) { let g = gs.find((g) => g.k === e); if (g === undefined) { g = { k: e, n: 0 }; gs.push(g); } g.n += 1; } return gs.map((g) => g.n);',
  'const gs = []; for (const e of v) { const g = gs.find((g) => g.k === e); if (g) g.n += 1; else gs.push({ k: e, n: 1 }); } return gs.map((g) => g.n);',
  'const m = new Map(); for (const e of v) { let o = m.get(e); if (!o) { o = { n: 0 }; m.set(e, o); } o.n += 1; } return [...m.values()].map((o) => o.n);',
  'const m = new Map(); for (const e of v) { let o = m.get(e); if (!o) m.set(e, (o = { n: 0 })); o.n += 1; } return [...m.values()].map((o) => o.n);',
  'const m = new Map(); for (const e of v) { const o = m.get(e); if (o) { o.n += 1; m.set(e, o); } else m.set(e, { n: 1 }); } return [...m.values()].map((o) => o.n);',
  'const gs = []; for (const e of v) { let i = gs.findIndex((g) => g.k === e); if (i < 0) { i = gs.length; gs.push({ k: e, n: 0 }); } gs[i].n += 1; } return gs.map((g) => g.n);',
  'const m = new Map(); for (const e of v) { m.set(e, { ...(m.get(e) ?? { n: 0 }), last: e }); } return [...m.values()].map((o) => o.last);',
  'const m = new Map(); for (const e of v) { const prev = m.get(e); m.set(e, prev ? { n: prev.n + 1 } : { n: 1 }); } return [...m.values()].map((o) => o.n);',
  'class C { constructor() { this.n = 0; } inc() { this.n++; } } const m = new Map(); for (const e of v) { let c = m.get(e); if (!c) { c = new C(); m.set(e, c); } c.inc(); } return [...m.values()].map((o) => o.n);',
  'class C { constructor() { this.n = 0; } inc() { this.n++; } } const m = new Map(); const get = (k) => { if (!m.has(k)) m.set(k, new C()); return m.get(k); }; for (const e of v) get(e).inc(); return [...m.values()].map((o) => o.n);',
  'const m = new Map(); for (const e of v) { let o; if (m.has(e)) o = m.get(e); else { o = { n: 0 }; m.set(e, o); } o.n += 1; } return [...m.values()].map((o) => o.n);',
  'const m = new Map(); for (const e of v) { const o = m.get(e) ?? { n: 0 }; o.n += 1; m.set(e, o); } let s = 0; for (const o of m.values()) { o.n *= 2; s += o.n; } return [s, [...m.values()].map((o) => o.n)];',
  'const m = new Map(); for (const e of v) { const o = m.get(e) ?? { n: 0 }; o.n += 1; m.set(e, o); } const f = m.get(4) ?? { n: 0 }; f.n = 9; return [...m.values()].map((o) => o.n);',
  'const m = new Map(); for (const e of v) { const o = m.get(e) ?? { n: 0 }; o.n += 1; m.set(e, o); } const f = m.get(v[0]); m.get(v[0]).n = 9; return f.n;',
  'const m = new Map(); for (const e of v) { if (!m.has(e)) m.set(e, { n: 0, t: [] }); m.get(e).n += 1; } const f = m.get(v[0]); m.get(v[0]).n = 9; return f.n;',
  'const m = new Map(); for (const e of v) { let o = m.get(e); if (o === undefined) o = { n: 0 }; o.n += 1; m.set(e, o); } for (const e of v) m.get(e).n += 2; return [...m.values()].map((o) => o.n);',
  'const m = new Map(); for (const e of v) { const o = m.get(e); if (o) { o.n += 1; m.set(e, o); } else m.set(e, { n: 1 }); } for (const e of v) m.get(e).n += 2; return [...m.values()].map((o) => o.n);',
  'const items = []; for (const e of v) if (e > 0) items.push({ x: e }); const e = items[0]; items.push({ x: 0 }); const k = items[0]; k.x = 3; return [e.x, items.map((o) => o.x)];',
  'const items = []; for (const e of v) items.push({ x: e }); for (let i = 0; i < items.length; i++) { const p = items[i]; for (let j = i + 1; j < items.length; j++) { const q = items[j]; const t = p.x; p.x = q.x; q.x = t; } } return items.map((o) => o.x);',
  'const items = []; for (const e of v) if (e > 0) items.push({ x: e, d: 0 }); while (items.some((o) => o.d < 2)) { const t = items.find((o) => o.d < 2); t.d += 1; } return items.map((o) => o.d);',
  'const m = new Map(); for (const e of v) { const p = { n: 0 }; m.set(e, p); p.n += e; m.get(e).n += 1; } return [...m.values()].map((o) => o.n);',
  'const l = [{ n: 0 }]; for (const e of v) if (e > 0) l.push({ n: e }); for (let i = 0; i < l.length; i++) { const p = { n: 7 }; l[i] = p; p.n += i; } return l.map((o) => o.n);',
  'const m = new Map(); const p = { n: 0 }; for (const e of v) { m.set(e, p); p.n += 1; } return [...m.values()].map((o) => o.n);',
  'const m = []; for (const e of v) { let o = m.find((x) => x.k === e); if (!o) { const p = { k: e, n: 0 }; m.push(p); o = p; } o.n += 1; } return m.map((o) => o.n);',
  'const m = []; for (const e of v) { const p = { k: e, n: 0 }; m[m.length] = p; p.n += 1; } return m.map((o) => o.n);',
  'const m = []; const make = (x) => { const c = { n: 0 }; m.push(c); return c; }; for (const e of v) { let p = null; if (e > 0) { p = make(e); } if (p) p.n += e; } return m.map((o) => o.n);',
  'const m = new Map(); for (const e of v) { const p = { n: 0 }; m.set(e, p); p.n = 4; } return [...m.values()].map((o) => o.n);',
  'class C { constructor() { this.n = 0; } } const m = new Map(); for (const e of v) { const p = new C(); m.set(e, p); p.n = 4; } return [...m.values()].map((o) => o.n);',
  'const m = new Map(); const make = (k) => { const c = { n: 0 }; m.set(k, c); return c; }; for (const e of v) { const p = make(e); p.n += e; } return [...m.values()].map((o) => o.n);',
  'const m = new Map(); const get = (k) => { let c = m.get(k); if (c === undefined) { c = { n: 0 }; m.set(k, c); } return c; }; for (const e of v) { get(e).n += e; } return [...m.values()].map((o) => o.n);',
];

describe.each(executors)(
  'objects that are looked up, or made and kept, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });
  },
);
