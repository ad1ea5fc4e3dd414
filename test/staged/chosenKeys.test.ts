import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Objects and functions that a tensor chooses as keys of a Map, Set, WeakMap or WeakSet. */
const bodies: readonly string[] = [
  'const p = { k: 1 }, q = { k: 2 }; const o = a > 0 ? p : q; const s = new Set([p]); return s.has(o) ? 1 : 0;',
  'const p = { k: 1 }, q = { k: 2 }; const o = a > 0 ? p : q; const s = new Set([o]); return [s.has(p) ? 1 : 0, s.has(q) ? 1 : 0, s.size];',
  'const p = { k: 1 }, q = { k: 2 }; const o = a > 0 ? p : q; const m = new Map([[p, 5], [q, 6]]); return m.get(o);',
  'const p = { k: 1 }, q = { k: 2 }; const o = a > 0 ? p : q; const m = new Map([[p, 5], [q, 6]]); m.set(o, 9); return [m.get(p), m.get(q)];',
  'const items = [{ k: 1 }, { k: 2 }]; const found = items.find((o) => a > o.k); const s = new Set([items[0]]); return s.has(found) ? 1 : 0;',
  'const p = { k: 1 }; let o = null; if (a > 0) o = p; const m = new Map([[p, 5]]); return m.get(o) ?? -1;',
  'const p = { k: 1 }; let o = null; if (a > 0) o = p; const m = new Map([[p, 5], [null, 7]]); return m.get(o) ?? -1;',
  'const items = [{ k: 1 }, { k: 2 }]; const o = items[n > 1 ? 1 : 0]; const m = new Map(items.map((it, i) => [it, i * 10])); return m.get(o);',
  'class P { constructor(k) { this.k = k; } } class Q { constructor(k) { this.k = k; } } const p = new P(1), q = new Q(2); const o = a > 0 ? p : q; const s = new Set([p]); return [s.has(o) ? 1 : 0];',
  'const w = new WeakMap(); const p = { k: 1 }, q = { k: 2 }; w.set(p, a); w.set(q, b); const o = a > 0 ? p : q; return w.get(o);',
  'const w = new WeakSet(); const p = { k: 1 }, q = { k: 2 }; w.add(p); const o = a > 0 ? p : q; return w.has(o) ? 1 : 0;',
  'const p = { k: 1 }, q = { k: 2 }; const s = new Set(); if (a > 0) s.add(p); return [s.has(p) ? 1 : 0, s.has(q) ? 1 : 0, s.size];',
  'const f = (x) => x + 1, g = (x) => x + 2; const h = a > 0 ? f : g; const m = new Map([[f, 5], [g, 6]]); return m.get(h) ?? -1;',
  'const p = { k: 1 }, q = { k: 2 }; const l = [p, q]; const o = a > 0 ? p : q; return [l.indexOf(o), l.includes(o) ? 1 : 0, l.findIndex((x) => x === o), l.filter((x) => x !== o).length];',
  'const p = { k: 1 }, q = { k: 2 }, r = { k: 3 }; const s = new Set([p, q]); const o = a > 0 ? p : r, u = b > 0 ? o : q; s.delete(u); s.add(o); return [s.size, s.has(p) ? 1 : 0, s.has(q) ? 1 : 0, s.has(r) ? 1 : 0, s.delete(o) ? 1 : 0, s.size];',
  'const p = { k: 1 }, q = { k: 2 }; const counts = new Map([[p, 0], [q, 0]]); for (const x of v) { const o = x > 1 ? p : q; counts.set(o, counts.get(o) + x); } return [counts.get(p), counts.get(q)];',
  'const p = { k: 1 }, q = { k: 2 }; const counts = new Map([[p, 0], [q, 0]]); for (let i = 0; i < n; i++) { const o = i % 2 === 0 ? p : q; counts.set(o, counts.get(o) + i); } return [counts.get(p), counts.get(q)];',
  'const p = { k: 1 }, q = { k: 2 }; const counts = new Map(); for (const x of v) { const o = x > 1 ? p : q; counts.set(o, (counts.get(o) ?? 0) + x); } return [counts.get(p) ?? -1, counts.get(q) ?? -1, counts.size];',
  'const w = new WeakMap(); const p = { k: 1 }, q = { k: 2 }; const o = a > 0 ? p : q; w.set(o, 5); return [w.has(p) ? 1 : 0, w.get(q) ?? -1, w.get(o)];',
  'class Node { constructor(v) { this.v = v; this.next = null; } } const x = new Node(a), y = new Node(b), z = new Node(n); x.next = y; y.next = a > 0 ? z : null; const seen = new Set(); let c = x, k = 0; for (let i = 0; i < 3; i++) { if (c === null || seen.has(c)) break; seen.add(c); k += c.v; c = c.next; } return [k, seen.size];',
  'const inc = (x) => x + 1, dec = (x) => x - 1; const names = new Map([[inc, 5], [dec, 6]]); const f = a > 0 ? inc : dec; names.set(f, 9); return [names.get(inc), names.get(dec), names.has(f) ? f(b) : 0];',
  'const p = { k: 1 }; const o = a > 0 ? p : undefined; const s = new Set([o]); return [s.has(undefined) ? 1 : 0, s.has(p) ? 1 : 0, s.size];',
  'const items = [{ w: a }, { w: b }, { w: 1 }]; let best = items[0]; for (const it of items) if (it.w > best.w) best = it; const rank = new Map(items.map((it, i) => [it, i])); return [rank.get(best), new Set(items).has(best) ? 1 : 0];',
  'const cache = new Map(); const f = (o) => { if (cache.has(o)) return cache.get(o); const r = o.k * 2; cache.set(o, r); return r; }; const p = { k: a }, q = { k: b }; return [f(p), f(a > 0 ? p : q), f(q), cache.size];',
  'const list = []; for (let i = 0; i < n; i++) list.push({ k: i }); const m = new Map(); for (const o of list) m.set(o.k, o); return [m.size, m.get(0)?.k ?? -1];',
  `const groups = new Map(); for (const o of [{ c: 'u', x: a }, { c: 'w', x: b }, { c: 'u', x: 1 }]) { if (!groups.has(o.c)) groups.set(o.c, []); groups.get(o.c).push(o.x > 0 ? o : { c: 'z', x: 0 }); } return [groups.size, groups.get('u').length, groups.get('w')[0].x];`,
];

describe.each(executors)("chosen keys on '$backend'", ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it('an element of an array that grows is no key', async () => {
    const body =
      'const list = []; for (let i = 0; i < n; i++) list.push({ k: i }); const s = new Set(); for (const o of list) s.add(o); return s.size;';
    const { failure } = await compareBody(body, backend);
    expect(failure?.actual.refusal).toBe('chosen-object');
  });
});
