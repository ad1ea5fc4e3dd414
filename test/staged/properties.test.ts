import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../support/compile.js';
import { executors, useCpu } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Objects of which a tensor decides which properties they have. */
const bodies: readonly string[] = [
  "const o = { x: 1 }; if (flag) { Object.defineProperty(o, 'y', { value: 2, enumerable: true, configurable: true, writable: true }); } return o.y ?? 3;",
  "const p = { x: 1 }; if (flag) p.y = a; return 'y' in p ? p.y : 0;",
  'const p = { x: 1 }; if (flag) p.y = a; return Object.keys(p).length;',
  'const p = { x: 1 }; if (flag) p.y = a; let s = 0; for (const k in p) s += p[k]; return s;',
  'const p = { x: 1 }; if (flag) p.y = a; return p.y === undefined ? 0 : p.y;',
  "const p = { x: 1 }; if (flag) p.y = a; return Object.hasOwn(p, 'y') ? 1 : 0;",
  "const p = { x: 1 }; if (flag) p.y = a; return p.hasOwnProperty('y') ? 1 : 0;",
  "const o = {}; if (flag) o.t = a; if (!('t' in o)) o.t = b; return o.t;",
  'const o = {}; if (flag) o.t = a; o.t ??= b; return o.t;',
  "const counts = {}; for (const x of v) { const k = x > 1 ? 'hi' : 'lo'; counts[k] = (counts[k] ?? 0) + 1; } return (counts.hi ?? 0) * 10 + (counts.lo ?? 0);",
  "const counts = {}; for (let i = 0; i < n; i++) for (const k of ['p','q']) counts[k] = (counts[k] ?? 0) + 1; return (counts.p ?? 0) * 10 + (counts.q ?? 0);",
  'const d = { x: 1, y: 2 }; if (flag) delete d.x; return (d.x ?? 5) + d.y;',
  "const d = { x: 1, y: 2 }; if (flag) delete d.x; return 'x' in d ? 1 : 2;",
  'const g = {}; for (const x of v) { if (x > 1) (g.hi ??= []).push(x); else (g.lo ??= []).push(x); } return (g.hi?.length ?? 0) * 10 + (g.lo?.length ?? 0);',
  "const g = {}; for (const k of ['p', 'q', 'p']) { if (a > 0) (g[k] ??= []).push(b); } return (g.p?.length ?? 0) * 10 + (g.q?.length ?? 0);",
  "const g = {}; for (const x of v) { const k = x > 1 ? 'hi' : 'lo'; (g[k] ??= []).push(x); } return (g.hi?.length ?? 0) * 10 + (g.lo?.length ?? 0);",
  'const o = { x: a, ...(flag && { y: b }) }; return o.x + (o.y ?? 7);',
  "const o = { x: a, ...(flag ? { y: b } : {}) }; return 'y' in o ? o.x : o.x + 1;",
  'const p = { x: 1 }; if (flag) p.y = a; const q = { ...p, y: 3 }; return q.x + q.y;',
  'const p = { x: 1 }; if (flag) p.y = a; const q = { ...p, z: 3 }; return q.x + (q.y ?? 5) + q.z;',
  'const p = { x: 1, z: 4 }; if (flag) p.y = a; const { x, ...rest } = p; return x + (rest.y ?? 5) + rest.z;',
  'const p = flag ? { x: 1, z: 4 } : { x: 2, w: 3 }; const { x, ...rest } = p; return x + (rest.z ?? 5) + (rest.w ?? 9);',
  'const p = flag ? { x: 1, z: 4 } : { x: 2, w: 3 }; const q = { ...p, y: 1 }; return q.x + (q.z ?? 5) + (q.w ?? 9);',
  'const p = { x: 1 }; if (flag) p.y = a; const q = Object.assign({ y: 9, k: 1 }, p); return q.x + q.y + q.k;',
  "const m = new Map(); let t = a; let i = 0; while (t > 0 && i < 3) { m.set(['x', 'y', 'z'][i], i); t -= 1; i++; } return m.size;",
  "const m = new Map(); let t = a; while (t > 0) { m.set('x', t); t -= 1; } return m.get('x') ?? 9;",
  "const m = new Set(); for (let i = 0; i < n; i++) { m.add('x'); } return m.size;",
  'const o = {}; let t = a; while (t > 0) { o.x = t; t -= 1; } return o.x ?? 9;',
  'const p = { x: 1 }; if (flag) p.y = a; return Object.values(p).reduce((s, e) => s + e, 0);',
  'const p = { x: 1 }; if (flag) p.y = a; return Object.entries(p).map(([k, x]) => x * 2).reduce((s, e) => s + e, 0);',
  "const p = { x: 1 }; if (flag) p.y = a; let s = 0; for (const [k, x] of Object.entries(p)) { s = s * 10 + x; if (k === 'y') s += 5; } return s;",
  'const p = { x: 1 }; if (flag) p.y = { c: a }; if (p.y) p.y.c += 1; return p.y?.c ?? 4;',
  'const p = { x: 1 }; if (flag) p.y = a; else p.z = b; return (p.y ?? 0) + (p.z ?? 10) + Object.keys(p).length;',
  'const p = { x: 1 }; if (flag) p.y = a; const { y = 5, x } = p; return x + y;',
  "const c = {}; for (let i = 0; i < n; i++) { const k = i % 2 === 0 ? 'e' : 'o'; c[k] = (c[k] ?? 0) + i; } return [c.e ?? -1, c.o ?? -2, 'o' in c ? 1 : 0, Object.keys(c).length];",
  "const m = new Map(); for (let i = 0; i < n; i++) { const k = i % 2 === 0 ? 'e' : 'o'; m.set(k, (m.get(k) ?? 0) + i); } return [m.get('e') ?? -1, m.get('o') ?? -2, m.has('o') ? 1 : 0, m.size];",
  "const m = new Map(); for (let i = 0; i < n; i++) { if (i > 1) m.set('big', i); } return [m.get('big') ?? -1, m.size];",
  "const o = {}; for (let i = 0; i < n; i++) { if (i > 1) o.big = i; } return [o.big ?? -1, 'big' in o ? 1 : 0, Object.keys(o).length];",
  "const o = { x: 1, y: 2 }; for (let i = 0; i < n; i++) { if (i > 2) delete o.x; } return [o.x ?? -1, 'x' in o ? 1 : 0, Object.keys(o).length];",
  "const o = {}; let i = 0; while (i < n) { if (!('first' in o)) o.first = i + 5; o.last = i; i++; } return [o.first ?? -1, o.last ?? -2, Object.keys(o).length];",
  "const g = {}; for (let i = 0; i < n; i++) { const k = i % 2 === 0 ? 'e' : 'o'; (g[k] ??= []).push(i); } return [g.e?.length ?? 0, g.o?.length ?? 0];",
  "const s = new Set(); for (const x of v) { s.add(x > 2 ? 'hi' : 'lo'); } return s.size;",
  "const s = new Set(); for (let i = 0; i < n; i++) { if (s.has('seen')) record(i); s.add('seen'); } return s.size;",
  "const m = new Map(); for (let i = 0; i < n; i++) { m.set('p', { c: i }); } return m.get('p')?.c ?? -1;",
  "const m = new Map(); for (let i = 0; i < n; i++) { if (!m.has('l')) m.set('l', []); m.get('l').push(i); } return m.get('l')?.length ?? -1;",
  "const counts = {}; for (const w of ['p', 'q', 'p']) { if (a > 0) counts[w] = (counts[w] || 0) + 1; } return [counts.p ?? -1, counts.q ?? -1, Object.keys(counts).length];",
  "const p = { x: 1 }; if (flag) { if (1 > 2) p.y = 1; a = a + 1; } return ['y' in p ? 1 : 0, a];",
  "const p = { x: 1 }; if (flag) p.y = undefined; return ['y' in p ? 1 : 0, p.y === undefined ? 1 : 0];",
  "const p = { x: 1 }; if (flag) p.y = 1; else record('y' in p ? 1 : 0); return 1;",
  'const d = { x: 1, y: 2 }; if (flag) delete d.x; let s = 0; for (const k in d) s = s * 10 + d[k]; return s;',
  'const d = { x: 1, y: 2 }; if (flag) { delete d.x; d.x = 5; } return d.x * 10 + d.y;',
  "const o = { a: 1 }; const q = { b: a }; if (flag) Object.assign(o, q); return [o.b ?? -1, 'b' in o ? 1 : 0];",
  "let q; if (flag) { q = { x: 1 }; if (b > 0) q.y = 2; } else { q = { x: 3 }; if (a > 0) q.y = 4; } return [q.x, q.y ?? 9, 'y' in q ? 1 : 0];",
  'let q = null; if (flag) { q = {}; q.y = a; } return q ? Object.keys(q).length + q.y : 0;',
  'const o = { y: 1, ...(flag && { y: b }) }; return o.y;',
  'const p = { x: 1 }; if (flag) p.y = a; const q = { y: 9, ...p, z: 3 }; return [q.x, q.y, q.z, Object.keys(q).length];',
  'const p = { x: 1 }; if (flag) p.y = a; const r = { y: 2 }; if (a > 1) r.x = 7; const q = { ...p, ...r }; return [q.x, q.y, Object.keys(q).length];',
  "const mk = (w) => ({ w, ...(flag && { y: b, z: 1 }), ...(a > 0 ? { y: 5 } : null) }); const o = mk(3); return [o.w, o.y ?? 7, o.z ?? 8, 'y' in o ? 1 : 0];",
  'const d = { k: 1 }; const o = { k: 2, m: 3 }; const c = flag ? d : o; const { k, ...rest } = c; rest.m ??= 10; return [k, rest.m];',
  'const opts = { lr: 1, ...(a > 0 && { lr: 2, mom: 3 }) }; const { lr, mom = 0.5 } = opts; return [lr, mom];',
  'const o = { get v() { return 3; }, ...{ w: a } }; return o.v + o.w;',
  'const o = { a: 1, ...v, b: 2 }; return o.a + o.b;',
  'const base = { a: 1, b: { c: 2 } }; const o = { ...base, ...(flag ? { b: { c: a } } : {}) }; return o.b.c + base.b.c;',
  'const o = { x: 1 }; const p = a > 0 ? { x: 5, y: 6 } : null; const q = { ...o, ...p }; return [q.x, q.y ?? -1];',
  'const o = { x: 1 }; const p = a > 0 ? { x: 5, y: 6 } : undefined; Object.assign(o, p); return [o.x, o.y ?? -1, Object.keys(o).length];',
  "const o = Object.fromEntries([['p', a], ['q', b]].filter(e => e[1] > 0)); return [o.p ?? 9, 'q' in o, Object.keys(o).length];",
  "const m = new Map([['p', a], ['q', b]].filter(e => e[1] > 0)); const o = Object.fromEntries(m); return [o.p ?? 9, 'q' in o, Object.keys(o).length];",
  "const m = new Map([['p', a], ['q', b]]); if (flag) m.delete('p'); const o = Object.fromEntries(m); return [o.p ?? 9, 'q' in o, Object.keys(o).length, o.q];",
  "const m = new Map([['p', a]]); if (flag) { m.set('q', { c: b }); m.set('r', 'text'); } const o = Object.fromEntries(m); let s = 0; for (const k in o) s += k === 'p' ? 1 : 10; return [o.q?.c ?? 9, o.r === 'text', s];",
  "const o = Object.fromEntries([[flag ? 'x' : 'y', a], ['z', b]]); return [o.x ?? 9, 'y' in o, o.z];",
  "const m = new Map([['p', a], ['q', b]]); if (flag) m.delete('p'); const o = Object.fromEntries([...m].map(([k, x]) => [k, x * 2])); return [o.p ?? 9, 'q' in o];",
  "const m = new Map(); for (const x of v) { const k = x > 2 ? 'big' : 'small'; m.set(k, (m.get(k) ?? 0) + 1); } const o = Object.fromEntries(m); return [o.big ?? 0, o.small ?? 0];",
  "const o = {}; if (a > 0) o.p = a; o.q = b; const c = Object.fromEntries(Object.entries(o)); return [c.p ?? 5, c.q, 'p' in c];",
  "const o = {}; if (a > 0) o.p = a; o.q = b; const c = Object.fromEntries(Object.entries(o).map(([k, x]) => [k, x + 1])); return [c.p ?? 5, c.q, 'p' in c];",
  "const l = []; if (flag) l.push(['p', a]); if (b > 0) l.push(['q', b]); const { p = 1, q = 2 } = Object.fromEntries(l); return [p, q];",
  "const l = []; if (flag) l.push(['p', a]); const o = { z: 1, ...Object.fromEntries(l) }; return [o.z, o.p ?? 7];",
  "const r = Object.fromEntries(flag ? [['x', a]] : [['y', b]]); return [r.x ?? 1, r.y ?? 2];",
  "const r = Object.fromEntries([flag ? ['x', a] : ['y', b], ['z', 1]]); return [r.x ?? 1, r.y ?? 2, r.z];",
  "const l = [['a', 1], ['b', 2]].filter(e => e[1] > n); const o = Object.fromEntries(l); return [o.a ?? 0, Object.hasOwn(o, 'b')];",
  "let s = 0; for (let i = 0; i < n; i++) { const o = Object.fromEntries([['p', i], ['q', i * 2]].filter(e => e[1] > 1)); s += (o.p ?? 100) + (o.q ?? 1000); } return s;",
  "const fs = Object.fromEntries([['inc', x => x + 1], ['dbl', x => x * 2]].filter((e, i) => v[i] > 1)); return fs.inc ? fs.inc(4) : 1;",
  "const items = [{ id: 'x', w: a }, { id: 'y', w: b }]; const by = Object.fromEntries(items.filter(i => i.w > 0).map(i => [i.id, i])); return [by.x?.w ?? 0, by.y?.w ?? 0];",
];

describe.each(executors)('properties, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

describe('properties that a tensor decides about', () => {
  beforeAll(useCpu);

  it.each([
    ['returned', 'return d;', /whether the object with .* has y/],
    ['returned in a copy', 'return [{ ...d }];', /whether the object with .* has y/],
    [
      'of which the order depends on a tensor',
      'd.w = 1; d.y = 2; return Object.keys(d).map((k) => k);',
      /The order of the entries/,
    ],
    [
      'visited in an order that depends on a tensor',
      'd.w = 1; d.y = 2; let s = 0; for (const k in d) s += 1; return s;',
      /The order of the entries/,
    ],
    [
      'visited in an order that a loop decides',
      'const c = {}; for (let i = 0; i < x; i++) c[i < x - 2 ? "u" : "w"] = i; let s = 0; for (const k in c) s += 1; return s;',
      /The order of the entries/,
    ],
    [
      'entries of a Map in an order that a loop decides',
      'const c = new Map(); for (let i = 0; i < x; i++) c.set(i < x - 2 ? "u" : "w", i); let s = 0; for (const k of c) s += 1; return s;',
      /The order of the entries/,
    ],
  ])('cannot be %s', async (_, use, message) => {
    for (const key of ['.y', '[k]']) {
      const { f } = await compile(
        `export function f(x) {\n"use graph";\nconst d = { z: 1 };\nconst k = ["y"][0];\nif (x > 0) d${key} = x;\n${use}\n}`,
      );
      const x = tf.scalar(1);
      expect(() => f!(x)).toThrow(message);
      x.dispose();
    }
  });

  it('can be counted in any order', async () => {
    const { f } = await compile(
      'export function f(x) {\n"use graph";\nconst d = {};\nif (x > 0) d.y = x;\nd.w = 1;\nd.y = 2;\nreturn Object.keys(d).length;\n}',
    );
    const x = tf.scalar(1);
    expect(f!(x)).toBe(2);
    x.dispose();
  });
});
