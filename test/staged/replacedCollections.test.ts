import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Maps and Sets that iterations of a loop replace by others, where other names of them may be changed too. */
const bodies: readonly string[] = [
  "let m = new Map([['a', 1]]); for (let i = 0; i < n; i++) { m = new Map(m); m.set('a', m.get('a') + b); } return m.get('a');",
  'let s = new Set([1, 2]); for (let i = 0; i < n; i++) { s = new Set(s); if (i > 1) s.add(3); } return s.size;',
  'let s = new Set([1, 2]); for (let i = 0; i < n; i++) { if (a > i) s = new Set([3]); } return [...s];',
  "let s = new Set(); for (let i = 0; i < n; i++) { s = new Set([...s, 'x']); } return s.size;",
  "let m = new Map([['p', 1]]); for (let i = 0; i < n; i++) { if (i === 1) m = new Map([['p', b]]); } return m.get('p');",
  "let m = new Map([['a', 1]]); for (let i = 0; i < n; i++) { if (i % 2 === 0) m = new Map(); m.set('a', (m.get('a') ?? 0) + b); } return m.get('a');",
  "let m = new Map([['a', 1]]); for (let i = 0; i < n; i++) { if (i % 2 === 0) m = new Map([['a', 0]]); m.set('a', b); } return m.get('a');",
  "let m = new Map([['a', 1]]); const o = m; for (let i = 0; i < n; i++) { if (i % 2 === 1) m = new Map([['a', 0]]); else m.set('a', b + i); } return [m.get('a'), o.get('a'), m === o];",
  "let m = new Map([['a', 1]]); const o = m; for (let i = 0; i < n; i++) { m.set('a', b + i); m = new Map(m); o.set('a', i * 10); } return [m.get('a'), o.get('a'), m === o];",
  "let m = new Map([['a', 1]]); const o = m; for (let i = 0; i < n; i++) { if (i > 100) m = new Map(m); o.set('a', i * 10); } return [m.get('a'), o.get('a'), m === o];",
  "let m = new Map([['a', 1]]); for (let i = 0; i < n; i++) { m = new Map(m); m.set('a', m.get('a') + b); } m.set('a', m.get('a') * 2); return m.get('a');",
  'let s = new Set([1, 2]); const t = s; for (let i = 0; i < n; i++) { s = new Set(s); if (i > 1) s.add(3); } t.add(9); return [s.size, t.size, s === t];',
  "const o = { m: new Map([['a', 1]]) }; for (let i = 0; i < n; i++) { o.m = new Map(o.m); o.m.set('a', o.m.get('a') + b); } return o.m.get('a');",
  'let m = new Map([[1, a]]); for (let i = 0; i < n; i++) { const next = new Map(); for (const [k, w] of m) { next.set(k + i, w + 1); next.set(k, w); } m = next; } return [m.size, m.get(1)];',
  'let f = new Set([0]); for (let i = 0; i < n; i++) { const next = new Set(); for (const x of f) { next.add(x + i); next.add(x - i); } f = next; } return [...f].sort((p, q) => p - q);',
  "class C { constructor() { this.m = new Map(); } reset() { this.m = new Map(); } add(k, x) { this.m.set(k, (this.m.get(k) ?? 0) + x); } } const c = new C(); for (let i = 0; i < n; i++) { if (i === 2) c.reset(); c.add('k', i + b); } return c.m.get('k') ?? -1;",
  "class C { constructor() { this.m = new Map([['k', 0]]); } reset() { this.m = new Map([['k', 1]]); } } const c = new C(); for (let i = 0; i < n; i++) { c.reset(); } return c.m.get('k');",
  "class C { constructor() { this.m = new Map([['k', 0]]); } reset() { this.m = new Map([['k', 1]]); } } const c = new C(); for (let i = 0; i < n; i++) { if (i === 2) c.reset(); } return c.m.get('k');",
  "const c = { m: new Map([['k', 0]]), reset() { this.m = new Map([['k', 1]]); } }; for (let i = 0; i < n; i++) { if (i === 2) c.reset(); } return c.m.get('k');",
  'class C { constructor() { this.s = new Set(); } step(x) { const next = new Set(); for (const y of this.s) next.add(y + 1); next.add(x); this.s = next; } } const c = new C(); for (let i = 0; i < n; i++) { c.step(i * 2); } return c.s.size;',
  "class C { #m = new Map(); reset() { this.#m = new Map(); } add(k, x) { this.#m.set(k, (this.#m.get(k) ?? 0) + x); } get(k) { return this.#m.get(k) ?? -1; } } const c = new C(); for (let i = 0; i < n; i++) { if (i === 2) c.reset(); c.add('k', i + b); } return c.get('k');",
  "let m = new Map(); const reset = () => { m = new Map(); }; for (let i = 0; i < n; i++) { if (i === 2) reset(); m.set('k', (m.get('k') ?? 0) + i); } return m.get('k') ?? -1;",
  "class C { constructor() { this.m = new Map(); } reset() { this.m = new Map(); } add(k, x) { this.m.set(k, (this.m.get(k) ?? 0) + x); } } const c = new C(); c.add('k', 1); const old = c.m; for (let i = 0; i < n; i++) { if (i === 2) c.reset(); c.add('k', i + b); } return [c.m.get('k'), old.get('k'), old === c.m];",
  "class C { constructor() { this.a = new Map(); this.b = new Map(); } swap() { const t = this.a; this.a = new Map(this.b); this.b = new Map(t); } add(k, x) { this.a.set(k, x); } } const c = new C(); for (let i = 0; i < n; i++) { c.add('k', i); c.swap(); } return [c.a.get('k') ?? -1, c.b.get('k') ?? -1];",
];

/* Another variable has the one that an iteration leaves. */
const shared: readonly string[] = [
  "let m = new Map([['a', 1]]), p = m; for (let i = 0; i < n; i++) { p = m; m = new Map(m); m.set('a', i); } return [m.get('a'), p.get('a')];",
  "let m = new Map([['a', 1]]), p = m; for (let i = 0; i < n; i++) { m = p = new Map(m); m.set('a', i); } return [m.get('a'), p.get('a')];",
  "let m = new Map([['a', 1]]), p = new Map([['a', 2]]); for (let i = 0; i < n; i++) { [m, p] = [p, m]; m.set('a', i); } return [m.get('a'), p.get('a')];",
  "class C { constructor() { this.a = new Map([['k', 1]]); this.b = this.a; } step() { this.b = this.a; this.a = new Map(this.a); } add(x) { this.a.set('k', x); } } const c = new C(); for (let i = 0; i < n; i++) { c.step(); c.add(i); } return [c.a.get('k'), c.b.get('k')];",
];

describe.each(executors)(
  'a Map or Set that iterations replace, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      const { failure, refusals } = await compareBody(body, backend);
      expect(failure).toBeNull();
      expect(refusals).toEqual([]);
    });

    it.each(shared)('%s is refused', async (body) => {
      const { failure } = await compareBody(body, backend);
      expect(failure?.actual).toMatchObject({ refusal: 'loop-value-changes' });
    });
  },
);
