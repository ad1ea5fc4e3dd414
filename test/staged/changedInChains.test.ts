import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* What methods behind `?.` change is changed in the branch or iteration alone that calls them. */
const bodies: readonly string[] = [
  'const hs = new Set(); let c = 0; const emit = (x) => { if (!hs?.size) return false; for (const f of [...hs]) f(x); return true; }; const g = (x) => { hs.delete(g); c += x * 10; }; hs.add(g); for (const x of v) emit(x); return [c, hs.size];',
  'const hs = new Set(); let c = 0; const emit = (x) => { if (!hs.size) return false; for (const f of [...hs]) f(x); return true; }; const g = (x) => { hs?.delete(g); c += x * 10; }; hs.add(g); for (const x of v) emit(x); return [c, hs.size];',
  'const h = { x: new Set([1]) }; let c = 0; for (const x of v) { if (h.x.has(1)) { h.x?.delete(1); c += x * 10; } } return [c, h.x.size];',
  'const s = new Set([1]); let c = 0; for (const x of v) { if (s.has(1)) { s?.delete(1); c += x * 10; } } return [c, s.size];',
  'const s = new Set([1]); let c = 0; if (a > 0) s?.delete(1); return s.size;',
  'const h = { x: new Set([1]) }; if (a > 0) h.x?.delete(1); return h.x.size;',
  'const h = { x: new Map([[1, a]]) }; for (const e of v) { if (e > 1) h.x?.set(1, e); else h.x?.delete(1); } return [h.x.size, h.x.get(1) ?? -9];',
  'const s = [1]; if (a > 0) s?.push(1); return s.length;',
  'const s = new Map(); if (a > 0) s?.set(1, b); return s.size;',
  'const s = new Set(); if (a > 0) s?.add(1); return s.size;',
  'const s = new Set([1]); if (a > 0) s?.clear(); return s.size;',
  'const s = [1, 2]; if (a > 0) s?.pop(); return s.length;',
  'const s = { l: [1] }; if (a > 0) s?.l.push(2); return s.l.length;',
  'const s = { l: [1] }; if (a > 0) s?.l?.push(2); return s.l.length;',
  'const s = { l: new Map([[1, a]]) }; if (a > 0) s.l?.get(1); if (b > 0) s?.l.set(1, 5); return s.l.get(1);',
  'const s = [1, 2]; if (a > 0) s?.splice(0, 1); return s.length;',
  'const s = [a, b]; if (a > 0) s?.sort((p, q) => p - q); return s;',
  'const s = [a, b]; if (a > 0) s?.reverse(); return s;',
  "const m = new Map([['k', [1]]]); if (a > 0) m.get('k')?.push(2); return m.get('k').length;",
  "const m = new Map([['k', new Set([1])]]); for (const e of v) m.get('k')?.add(e); return m.get('k').size;",
  "const m = { k: new Set([1]) }; for (const e of v) m['k']?.delete(e); return m.k.size;",
  'class C { n = 0; inc() { this.n++; } } const c = new C(); if (a > 0) c?.inc(); for (const e of v) if (e > 1) c?.inc(); return c.n;',
  'let s = a > 0 ? [1] : null; s?.push(2); if (b > 0) s?.push(3); return s?.length ?? -1;',
  'let s = null; for (const e of v) { if (e > 1) s ??= []; s?.push(e); } return s ? s.length : -1;',
  "const m = new Map([['k', { l: [1] }]]); for (const e of v) { m.get('k')?.l.push(e); m.get('z')?.l.push(e); } return m.get('k').l.length;",
  "const m = { k: new Map() }; for (const e of v) if (e > 1) m?.k.set('x', e).set('y', 1); return [m.k.size, m.k.get('x') ?? -1];",
  'const q = [{ xs: [1, 2] }, null]; for (const o of q) { if (a > 0) o?.xs.pop(); } return q[0].xs.length;',
  'const q = { l: [3, 1, 2] }; if (a > 0) q.l?.sort((x, y) => x - y); if (b > 0) q?.l.reverse(); if (flag) q.l?.fill(0, 0, 1); return q.l;',
  'const xs = [5]; const add = (l, x) => l?.push(x); for (const e of v) if (e > 1) add(xs, e); return xs;',
  'class B { #l = []; add(x) { this.#l?.push(x); return this; } get n() { return this.#l.length; } } const o = new B(); for (const e of v) if (e > 0) o?.add(e).add(1); return o.n;',
  'const o = { l: [] }; const k = o?.l; if (a > 0) k?.push({ x: a }); for (const e of v) o.l?.push({ x: e }); let s = 0; for (const p of k) s += p.x; return [s, k.length];',
];

describe.each(executors)('changes in optional chains, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
