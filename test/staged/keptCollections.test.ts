import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* A Map, Set or WeakMap that only one branch has: what it holds of the branch is the conditional's behind it. */
const bodies: readonly string[] = [
  "let m; if (a > 0) { m = new Map([['p', b + 1]]); } return m === undefined ? 3 : m.get('p');",
  "let m; if (a > 0) { m = new Map([['p', b + 1]]); } let s = 0; if (m !== undefined) for (const [k, x] of m) s += x; return s;",
  "let m = null; if (a > 0) { m = new Set(['x']); m.add('y'); if (b > 0) m.add('z'); } return m === null ? 0 : m.size;",
  "let m; if (a > 0) { m = { q: new Map([['p', b + 1]]) }; } return m ? m.q.get('p') : 3;",
  "class P { constructor(v) { this.v = v; this.m = new Map([['z', v * 2]]); } } let m; if (a > 0) { m = new P(b + 1); } return m ? m.v + m.m.get('z') : 3;",
  'let m; if (a > 0) { m = [b + 1, b * 2]; } return m ? m[0] + m[1] : 3;',
  'let m; if (a > 0) { m = [{ z: b + 1 }, { z: b * 2 }]; } return m ? m[0].z + m[1].z : 3;',
  "let m = a > 0 ? new Map([['p', b + 1]]) : new Map(); return m.has('p') ? m.get('p') : 3;",
  "let m; if (a > 0) { m = new Map([['p', { w: b + 1 }]]); } if (m) m.get('p').w += 2; return m === undefined ? 3 : m.get('p').w;",
  "let m; const o = { w: a }; if (a > 0) { o.w = b + 1; m = new Map([['p', o]]); } o.w += 1; return m === undefined ? o.w : m.get('p').w * 10;",
  "let m; if (a > 0) { const o = { w: b + 1 }; m = { all: new Map([['p', o]]), one: o }; m.one.w += 1; } return m ? m.all.get('p').w * 10 + m.one.w : 3;",
  'let m; if (a > 0) { m = new Set(); m.add(b + 1); m.add(b + 1); m.add(n); } return m ? m.size : 3;',
  'let m = new Map(); for (let i = 0; i < 3; i++) { m.set(i, v[i]); if (v[i] > 1) m = new Map([[i, v[i] * 2]]); } let s = 0; for (const [k, x] of m) s = s * 2 + x + k; return s;',
  "let s; if (a > 0) { if (b > 0) { s = new Map([['p', b + 1]]); } else { s = new Map([['q', b + 1]]); } } return s ? (s.get('p') ?? s.get('q') * 10) : 3;",
  "const o = {}; if (a > 0) o.cache = new Map([['p', b + 1]]); return o.cache?.get('p') ?? -1;",
  "const cache = new Map(); if (a > 0) cache.set('inner', new Map([['p', b + 1]])); return cache.get('inner')?.get('p') ?? -1;",
  "const cache = new Map(); for (const k of ['x', 'y', 'x']) { if (!cache.has(k)) cache.set(k, new Set()); if (a > 0) cache.get(k).add(b * 2); } return cache.get('x').size * 10 + cache.get('y').size;",
  "function count(xs) { if (a > 0) { const m = new Map(); for (const x of xs) m.set(x > 1 ? 'big' : 'small', x); return m; } return new Map(); } const r = count([v[0], v[1]]); return r.size * 10 + (r.get('big') ?? 0);",
  "const m = new Map(); for (const x of [a, b]) { if (x > 0) { if (!m.has('l')) m.set('l', []); m.get('l').push(x * 2); } } return m.has('l') ? m.get('l').length : -1;",
  "const groups = new Map(); for (const x of [v[0], v[1], v[2]]) { const k = x > 1 ? 'big' : 'small'; if (!groups.has(k)) groups.set(k, []); groups.get(k).push(x); } return (groups.get('big')?.length ?? 0) * 10 + (groups.get('small')?.length ?? 0);",
  "let cache = null; const get = (k) => { cache ??= new Map(); if (!cache.has(k)) cache.set(k, a * 2); return cache.get(k); }; let s = 0; if (b > 0) s += get('x'); s += get('x'); return s + cache.size;",
  'let s = new Set(); const t = s; if (a > 0) { s = new Set([1, 2]); s.add(3); } s.add(5); return s.size * 10 + t.size;',
  'let w = new WeakMap(); const k = {}; if (a > 0) w.set(k, b + 1); return w.has(k) ? w.get(k) : -1;',
];

describe.each(executors)('a collection that a branch makes, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
