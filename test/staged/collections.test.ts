import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../support/compile.js';
import { executors, useCpu } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Map, Set, WeakMap and WeakSet in which a tensor decides about entries. */
const bodies: readonly string[] = [
  `const m = new Map([['p', a], ['q', b]]); if (flag) { const x = m.get('p'); m.delete('p'); m.set('p', x + 1); } record(m.size); return m.get('p') + m.get('q') * 2;`,
  `const m = new Map([['p', a], ['q', b]]); if (flag) { m.delete('p'); m.set('p', 7); } m.clear(); m.set('q', a); m.set('p', b); for (const [k, x] of m) record(x); return m.keys().next().value === 'q' ? 1 : 2;`,
  `const m = new Map([['p', a], ['q', b]]); if (flag) { m.delete('p'); m.set('p', 7); } m.delete('q'); for (const [k, x] of m) record(x); return m.size;`,
  'const s = new Set(), t = new Set(); const p = a > 0 ? s : t; p.add(0); p.add(1); const o = { 0: new Map(), 3: new Map(), 4: new Map() }; o[n].set(1, a); o[n].set(2, a); return [s.size, t.size, o[0].size, o[3].size, o[4].get(1) ?? 7];',
  'const o = {k: 1}, p = {}; const s = new WeakSet(); if (a > 0) s.add(o); return (s.has(o) ? 1 : 0) + (s.has(p) ? 10 : 0);',
  'const o = {k: 1}; const s = new WeakSet([o]); if (a > 0) s.delete(o); if (!s.has(o)) { record(1); s.add(o); } return s.has(o) ? 1 : 0;',
  'const o = {k: 1}; const w = new WeakMap(); if (a > 0) w.set(o, b); return (w.has(o) ? 100 : 0) + (w.get(o) ?? 7);',
  'const o = {k: 1}; const w = new WeakMap(); const memo = (x) => { if (!w.has(o)) { record(x); w.set(o, x * 2); } return w.get(o); }; let s = 0; if (a > 0) s += memo(a); s += memo(b); return s;',
  "const m = new Map(); const memo = (k, x) => { if (m.has(k)) return m.get(k); const y = x * 2; m.set(k, y); return y; }; let s = 0; if (a > 0) s += memo('p', a); s += memo('p', b); s += memo('q', n); if (b > 0) s += memo('q', a); return [s, m.size];",
  "const m = new Map(); if (a > 0) m.set('p', a); if (b > 0) m.set('q', b); let s = 0; for (const [k, x] of m) { s = s * 10 + x; record(x); } return s;",
  "const m = new Map(); if (a > 0) m.set('p', a); if (b > 0) m.set('q', b); let s = 0; for (const k of m.keys()) { s += k === 'p' ? 1 : 10; } for (const x of m.values()) s += x; return [s, [...m.values()].length, m.size];",
  'const s = new Set([1, 2]); if (flag) s.add(3); if (a > 0) s.delete(1); let t = 0; for (const x of s) t = t * 10 + x; return [t, s.size, [...s].map((x) => x * 2)];',
  'const s = new Set(); s.add(1); if (flag) { s.delete(1); s.add(2); } const c = new Set(s); c.add(5); return [c.has(1) ? 1 : 0, c.has(2) ? 1 : 0, c.size, s.size];',
  "const m = new Map([['x', 1]]); if (flag) m.set('y', a); const c = new Map(m); c.set('x', 9); if (b > 0) c.delete('y'); return [c.get('y') ?? -1, m.get('y') ?? -2, m.get('x'), c.size, m.size];",
  "const m = new Map(); if (a > 0) m.set('x', { c: b }); const e = m.get('x'); if (e) e.c += 1; return m.get('x')?.c ?? 9;",
  "const m = new Map(); if (a > 0) { m.set('x', []); m.get('x').push(b); } if (m.has('x')) m.get('x').push(a); return m.get('x')?.length ?? -1;",
  "const m = new Map(); for (const [k, x] of [['p', a], ['q', b], ['p', b + 7]]) { if (x > 0) { if (!m.has(k)) m.set(k, []); m.get(k).push(x); } } let s = 0; for (const x of m.get('p') ?? []) s += x; return [s, m.size, m.has('q') ? 1 : 0];",
  "const m = new Map(); if (a > 0) m.set('x', (y) => y + 1); const f = m.get('x'); return f ? f(b) : -1;",
  'const s = new Set(); if (a > 0) s.add(3); s.add(4); const [first] = s; return first;',
  'const s = new Set(); if (a > 0) s.add(3); if (s.size > 0) record(1); if (!s.size) record(2); return s.size === 0 ? 1 : 2;',
  'const s = new Set(); const q = [{ id: 0 }, { id: 1 }, { id: 2 }]; if (a > 0) s.add(q[1]); let c = 0; for (const e of q) if (!s.has(e)) { c += e.id * 10 + 1; s.add(e); } return [c, s.size];',
  'const s = new Set(); if (a > 0) { s.add(1); if (b > 0) s.add(2); else s.add(3); } return [s.has(1), s.has(2), s.has(3), s.size].map((x) => x ? 1 : 0);',
  'const s = new Set([1]); if (a > 0) s.clear(); return [s.size, s.has(1) ? 1 : 0];',
  'const m = new Map(); if (a > 0) m.set(1, b); const k = n; return m.has(k) ? 1 : m.get(k) ?? 5;',
  'const m = new Map([[1, 10], [2, 20]]); if (a > 0) m.delete(1); const x = m.get(n) ?? -1; return [x, m.has(n - 1) ? 1 : 0, m.get(n - 2) ?? 7];',
  "const m = new Map(); m.set(flag ? 'x' : 'y', a); return [m.get('x') ?? 0, m.get('y') ?? 1, m.has('x') ? 1 : 0, m.size];",
  'const s = new Set(); s.add(1); const r = flag ? s.delete(1) : false; const r2 = s.delete(1); return [r ? 1 : 0, r2 ? 1 : 0, s.size];',
  'class C { #s = new Set(); n = 0; add(x) { if (this.#s.has(x)) return false; this.#s.add(x); this.n++; return true; } get size() { return this.#s.size } } const c = new C(); let t = 0; if (a > 0) c.add(1); if (b > 0) c.add(2); if (c.add(1)) t += 100; if (c.add(2)) t += 1000; return [t, c.size, c.n];',
  "const m = new Map(); const get = (k, make) => { if (!m.has(k)) m.set(k, make()); return m.get(k); }; if (a > 0) get('u', () => { record(1); return { v: 1 }; }).v += b; get('u', () => ({ v: 5 })).v += 1; return m.get('u').v;",
  'const s = new Set([1, 2, 3]); for (const x of s) { if (a > x) s.delete(2); if (x === 1 && b > 0) s.add(7); record(x); } return s.size;',
  "const m = new Map([['a', 1], ['b', 2]]); if (flag) { const v = m.get('a'); m.delete('a'); m.set('a', v); } return [m.get('a'), m.size];",
  "const m = new Map(); if (a > 0) m.set('k', undefined); return [m.has('k') ? 1 : 0, m.get('k') ?? 4];",
  "const m = new Map(); if (a > 0) m.set('k', 'red'); return m.get('k') === 'red' ? 1 : 0;",
  "const m = new Map(); if (a > 0) m.set('k', 'red'); else m.set('k', 'blue'); const t = { red: 1, blue: 2 }; return t[m.get('k')];",
  "const m = new Map(); if (a > 0) m.set('k', null); return m.get('k') === null ? 1 : m.get('k') === undefined ? 2 : 3;",
  'const x = new Set([1, 2]); const y = new Set(); if (a > 0) y.add(2); const both = [...x].filter((e) => y.has(e)); return both.length;',
  "const m = new Map(); if (a > 0) m.set('p', 1); return Math.max(...m.values(), 0);",
  "const m = new Map(); if (a > 0) m.set('p', b); const total = [...m.values()].reduce((s, e) => s + e, 0); return total + Array.from(m.values(), (e) => e * 2).length;",
  "const m = new Map(); if (a > 0) m.set('p', b); let s = 0; for (const [, v] of m.entries()) s += v; for (const k in { u: 1 }) s += m.has(k) ? 1 : 0; return s;",
  'const seen = new Set(); let dup = 0; for (const x of [1, 2, 1, 3, 2]) { if (flag && seen.has(x)) { dup++; continue; } if (a > x - 1) seen.add(x); if (b > 5) break; } return [dup, seen.size];',
  "const listeners = new Map(); const on = (e, f) => { const l = listeners.get(e) ?? []; l.push(f); listeners.set(e, l); }; let s = 0; on('x', (v) => { s += v; }); on('x', (v) => { s *= v; }); if (a > 0) for (const f of listeners.get('x') ?? []) f(b); return s;",
  'const cache = new Map(); const f = (k) => { const hit = cache.get(k); if (hit !== undefined) return hit; const r = k * a; cache.set(k, r); record(k); return r; }; let s = 0; for (const k of [1, 2, 1]) if (b > k - 3) s += f(k); return s;',
  'const seen = new Set(); for (const k of [1, 2, 1]) { if (a > k) seen.add(k) } return seen.has(1) ? 1 : 0',
  'const seen = new Set(); if (a > 1) seen.add(1); return seen.size',
  "const m = new Map(); if (a > 0) m.set('x', b); return m.get('x') ?? 0;",
  "const m = new Map(); for (const k of ['x','y','x']) if (a > 0) m.set(k, (m.get(k) ?? 0) + 1); return m.get('x') ?? 7;",
  "const s = new Set(); if (a > 0) s.add('x'); else s.add('y'); return s.has('x') ? 1 : 0",
  "const m = new Map(); if (a > 0) m.set('x', b); else m.set('y', n); return (m.get('x') ?? 0) * 10 + (m.get('y') ?? 100)",
  "const m = new Map([['x', 1]]); if (a > 0) m.delete('x'); return m.has('x') ? 1 : 0;",
  'const s = new Set([1]); let r = false; if (flag) r = s.delete(1); record(s.size); const r2 = s.delete(1); return [r ? 1 : 0, r2 ? 1 : 0, s.size];',
  'const xs = []; const r = flag ? xs.push(1) : 0; return [xs.length, r];',
  "const l = [a]; const m = new Map(); if (a > 0) m.set('k', l); if (m.has('k')) m.get('k').push(b); else m.set('k', [b]); m.get('k').push(7); return [l.length, m.get('k').length];",
  "let s = 0; if (a > 0) { const m = new Map(); m.set('x', b); m.set('y', a); m.delete('y'); for (const [k, v] of m) s += v; const t = new Set([1]); t.delete(1); s += t.size; } return s;",
  "const mk = () => { const m = new Map(); m.set('x', 1); if (b > 0) m.set('y', 2); return m; }; let s = 0; if (a > 0) { const m = mk(); s += m.size; s += m.get('y') ?? 10; } return s;",
  "let m; if (a > 0) { m = new Map(); m.set('x', b * 2) } else { m = new Map([['x', 4]]) } return m.get('x');",
  'const m = a > 0 ? new Set([1, 2]) : new Set([3]); return [m.size, m.has(3) ? 1 : 0];',
  "let s = 0; for (let i = 0; i < n; i++) { const m = new Map(); if (i > a) m.set('x', i); s += m.get('x') ?? 10; s += m.size; } return s;",
  "const w = new Map([['x', 0], ['y', 0]]); for (let i = 0; i < n; i++) { if (i > a) w.set('x', w.get('x') + i); else w.delete('y'); } return [w.get('x'), w.has('y') ? 1 : 0];",
  "const w = new Map([['x', 0]]); for (let i = 0; i < n; i++) { w.set('x', w.get('x') + i); } return w.get('x');",
  'class LRU { constructor(k) { this.k = k; this.m = new Map(); } get(x) { if (!this.m.has(x)) return -1; const v = this.m.get(x); this.m.delete(x); this.m.set(x, v); return v; } put(x, v) { this.m.delete(x); this.m.set(x, v); if (this.m.size > this.k) this.m.delete(this.m.keys().next().value); } } const c = new LRU(2); c.put(1, a); c.put(2, b); let s = c.get(1); c.put(3, a + b); s += c.get(2); return s;',
  "const adj = new Map([['p', ['q', 'r']], ['q', ['r']], ['r', []]]); const seen = new Set(); const order = []; const dfs = (u, w) => { if (seen.has(u)) return; seen.add(u); if (w > 0) order.push(w); for (const v of adj.get(u)) dfs(v, w - 1); }; dfs('p', a); return [order.length, seen.size];",
  "const adj = new Map([['p', ['q', 'r']], ['q', ['r']], ['r', []]]); const seen = new Set(); const dfs = (u, w) => { if (w <= 0 || seen.has(u)) return; seen.add(u); for (const v of adj.get(u)) dfs(v, w - 1); }; dfs('p', a); return [seen.size, seen.has('r') ? 1 : 0];",
  'const xs = [1]; const s = new Set(); flag && xs.push(a); a > 0 || s.add(2); b > 0 && a > 0 && s.add(1); return [xs.length, s.size];',
  'const xs = [1], m = new Map(); void (a > 0 && m.set(1, b)), b > 0 ? xs.push(1) : m.set(2, a); flag ? 0 : xs.push(7, 8); return [xs.length, m.get(1) ?? 5, m.get(2) ?? 6];',
  'const xs = [], m = new Map(); v.forEach((x) => x > 1 && xs.push(x)); const note = (x) => x > 1 ? xs.push(x) : m.set(1, x); note(a); note(b); return [xs.length, m.get(1) ?? 5];',
  "const s = new Set(['u', 'v']); if (a > 0) s.add('y'); const l = [...s]; return [l.length, l.includes('y'), l[0] === 'u'];",
  "const mp = new Map([['p', a], ['q', b]].filter(e => e[1] > 0)); return mp.has('p');",
  "const mp = new Map([['p', a], ['q', b]].filter(e => e[1] > 0)); return [mp.size, mp.get('p') ?? -1, mp.has('q')];",
  "const o = { p: a, q: b }; const mp = new Map(Object.entries(o).filter(([k, x]) => x > 0)); return [mp.size, mp.get('q') ?? 7];",
  'const l = []; for (let i = 0; i < n; i++) l.push({ i, x: i * 2 }); const mp = new Map(l.map(o => [o.i, o.x])); return [mp.size, mp.get(1) ?? -1];',
  "const l = []; if (flag) l.push(['p', a]); const mp = new Map(l); return mp.has('p');",
  'const l = []; for (let i = 0; i < n; i++) l.push([i, i * 2]); const mp = new Map(l); return [mp.size, mp.has(2), mp.get(2) ?? 9];',
  'const l = []; for (let i = 0; i < n; i++) l.push([i % 2, i * 2]); const mp = new Map(l); let s = 0; for (const [k, x] of mp) s = s * 10 + k + x; return s;',
  'const mp = new Map(v.filter(x => x > 4).map(x => [x, x * 2])); return [mp.size, mp.get(5) ?? 0];',
  'const mp = new Map(v.filter(x => x > 100).map(x => [x, { c: x }])); return [mp.size, mp.get(5)?.c ?? 0];',
  "const mp = new Map([['p', a], ['q', b]].filter(e => e[1] > 0)); mp.set('p', 3); mp.set('r', 5); return [mp.size, mp.get('p'), mp.get('r')];",
  "const items = [{ id: 'x', w: a }, { id: 'y', w: b }]; const byId = new Map(items.filter(o => o.w > 0).map(o => [o.id, o])); return [byId.has('x'), byId.get('y')?.w ?? 0, byId.size];",
  "const mp = new Map([['p', a], ['q', b]].slice(0, flag ? 0 : 1)); return [mp.size, mp.get('p') ?? 3];",
  "function* g() { if (a > 0) yield ['p', a]; if (b > 0) yield ['q', b]; } const mp = new Map(g()); return [mp.size, mp.get('q') ?? 3];",
  "const fs = new Map([['inc', (x) => x + 1], ['dbl', (x) => x * 2]].filter((e, i) => [a, b][i] > 0)); return fs.has('inc') ? fs.get('inc')(3) : 9;",
  "const mp = new Map([['p', [a, 1]], ['q', [b, 2]]].filter(e => e[1][0] > 0)); return mp.get('p')?.[0] ?? 5;",
  "const l = []; for (const x of v) if (x > 2) l.push(['big', x]); const mp = new Map(l); return mp.get('big') ?? -1;",
  "const l = []; for (const x of v) if (x < 0) l.push([x > 2 ? 'big' : 'small', x]); const mp = new Map(l); return [mp.size, mp.get('big') ?? -1, mp.get('small') ?? -1];",
  "let total = 0; for (let i = 0; i < n; i++) { const mp = new Map([['p', i], ['q', i * 2]].filter(e => e[1] > 1)); total += mp.size; if (mp.has('p')) total += 10; } return total;",
];

describe.each(executors)('collections, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

describe('what no graph can know of a collection', () => {
  beforeAll(useCpu);

  it.each([
    ['which entries there are, where it is returned', 'return s;', /which entries a Set has/],
    [
      'in code that is not staged',
      'return new WeakSet(s).has(s);',
      /no code that is not staged can go through it/,
    ],
    [
      'of an iterator that has begun',
      'const it = s.values(); it.next(); return it.next().value;',
      /which entries a Set has/,
    ],
    [
      'in a loop over what is left of an iterator',
      'const it = s.values(); it.next(); let t = 0; for (const k of it) t += 1; return t;',
      /which entries a Set has/,
    ],
    ['texts in an array that is returned', 'return [...s];', /no graph can return it/],
    [
      'of entries that are not alike, in an array',
      'const m = new Map(); if (x > 0) m.set(1, x); if (x > 1) m.set(2, [x]); return [...m].length;',
      /which entries a Map has, which are not alike/,
    ],
    [
      'its order',
      'if (x > 1) s.add("a"); if (x > 2) s.add("b"); if (x < 9) s.add("a"); let t = 0; for (const k of s) t += 1; return t;',
      /The order of the entries of a Set/,
    ],
    [
      'its order, where an entry is moved',
      'if (x > 1) { s.delete("u"); s.add("u"); } let t = 0; for (const k of s) t += 1; return t;',
      /The order of the entries of a Set/,
    ],
    [
      'its order, where nothing is added or deleted for good',
      's.delete("y"); if (x > 1) { s.delete("u"); s.add("u"); } return s.values().next().value === "u" ? 1 : 0;',
      /The order of the entries of a Set/,
    ],
  ])('%s', async (_, use, message) => {
    const { f } = await compile(
      `export function f(x) {\n"use graph";\nconst s = new Set(["u", "v"]);\nif (x > 0) s.add("y");\n${use}\n}`,
    );
    const x = tf.scalar(1);
    expect(() => f!(x)).toThrow(message);
    x.dispose();
  });
});
