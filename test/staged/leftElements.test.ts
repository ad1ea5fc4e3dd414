import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/*
 * Elements of an array whose length a tensor decides that branches and iterations leave in variables: what the program assigns
 * to the one it assigns to the other, as long as a graph can tell where in the array it is.
 */
const bodies = [
  'const ps = []; for (let i = 0; i < n; i++) ps.push({ x: a * i % 3, k: i }); let best = null; for (const p of ps) if (best === null || p.x > best.x) best = p; if (best) best.x = 9; let s = 0; for (const p of ps) s = s * 2 + p.x; return s;',
  'const ps = []; for (let i = 0; i < n + 1; i++) ps.push({ x: (a * i) % 3, k: i }); let best = ps[0]; for (const p of ps) if (p.x > best.x) best = p; best.x = 9; best.k += 2; let s = 0; for (const p of ps) s = s * 2 + p.x + p.k; return s + best.x;',
  'const ps = []; for (let i = 0; i < n + 1; i++) ps.push({ x: (a * i) % 3, k: i }); let best = ps[0]; for (const p of ps) { if (p.x > best.x) best = p; p.x += 0.5; } best.x = 9; ps[0].k = 3; let s = 0; for (const p of ps) s = s * 2 + p.x + p.k; return s + best.x + best.k;',
  'const ps = []; for (let i = 0; i < n + 1; i++) ps.push({ x: (a * i) % 3, k: i }); let best = ps[0]; for (const p of ps) { if (p.x > best.x) best = p; best.x += 0.5; } let s = 0; for (const p of ps) s = s * 2 + p.x + p.k; return s + best.x + best.k;',
  'class P { constructor(x) { this.x = x; } hit(d) { this.x -= d; } } const ps = []; for (let i = 0; i < n + 1; i++) ps.push(new P((a * i) % 3)); let best = null; for (const p of ps) if (!best || p.x > best.x) best = p; best?.hit(1.5); let s = 0; for (const p of ps) s = s * 2 + p.x; return s;',
  'const ps = []; for (let i = 0; i < n + 1; i++) ps.push({ x: (a * i) % 3, k: i }); for (let t = 0; t < n; t++) { let best = ps[0]; for (const p of ps) if (p.x > best.x) best = p; best.x -= 1; } let s = 0; for (const p of ps) s = s * 2 + p.x + p.k; return s;',
  'const ps = []; for (let i = 0; i < n + 1; i++) ps.push({ x: (a * i) % 3, k: i }); let found; for (const p of ps) { if (p.x > b) { found = p; break; } } if (found) { found.x = 7; } let s = 0; for (const p of ps) s = s * 2 + p.x + p.k; return s;',
  'const ps = []; for (let i = 0; i < n + 1; i++) ps.push({ x: (a * i) % 3, k: i }); let best = ps[0]; for (const p of ps) if (p.x > best.x) best = p; ps.push({ x: 1, k: 1 }); best.x = 9; let s = 0; for (const p of ps) s = s * 2 + p.x + p.k; return s;',
  'const ps = [{ x: b, k: 1 }]; for (let i = 0; i < n + 1; i++) ps.push({ x: (a * i) % 3, k: i }); let hi = ps[0], lo = ps[0]; for (const p of ps) { if (p.x > hi.x) hi = p; if (p.x < lo.x) lo = p; } const t = hi.x; hi.x = lo.x; lo.x = t; let s = 0; for (const p of ps) s = s * 2 + p.x + p.k; return s;',
  'const ps = []; for (let i = 0; i < n + 1; i++) ps.push({ x: (a * i) % 3, k: i }); const other = { x: 1, k: 5 }; let best = other; for (const p of ps) if (p.x > best.x) best = p; best.x = 9; let s = other.x; for (const p of ps) s = s * 2 + p.x + p.k; return s;',
  'const ps = []; for (let i = 0; i < n + 1; i++) ps.push({ x: (a * i) % 3, k: i }); let prev = null; for (const p of ps) { if (prev) { prev.x += p.k; } prev = p; } let s = 0; for (const p of ps) s = s * 2 + p.x + p.k; return s;',
  'const ps = []; for (let i = 0; i < n + 1; i++) ps.push({ x: (a * i) % 3, k: i }); let prev = null; for (const p of ps) { if (prev !== null && prev.x > p.x) { const t = prev.x; prev.x = p.x; p.x = t; } prev = p; } if (prev) prev.k = 10; let s = 0; for (const p of ps) s = s * 2 + p.x + p.k; return s;',
  'const ps = []; for (let i = 0; i < n + 1; i++) ps.push({ x: (a * i) % 3, k: i }); let best = ps[0]; for (let i = 0; i < 3; i++) { for (const p of ps) if (p.x > best.x + i) best = p; best.x -= 1; ps.push({ x: best.x + 1, k: 0 }); } let s = 0; for (const p of ps) s = s * 2 + p.x + p.k; return s + best.x;',
  'const ps = []; for (let i = 0; i < n + 1; i++) ps.push({ x: (a * i) % 3, k: i }); const pick = (list) => { let best = null; for (const p of list) if (best === null || p.x < best.x) best = p; return best; }; const q = pick(ps); q.x = 8; const r = pick(ps); r.x = 9; let s = 0; for (const p of ps) s = s * 2 + p.x + p.k; return s + q.x;',
  'const ps = []; for (let i = 0; i < n + 1; i++) ps.push({ x: (a * i) % 3, k: i }); const best = ps.reduce((m, p) => (p.x > m.x ? p : m)); best.x = 8; let s = 0; for (const p of ps) s = s * 2 + p.x + p.k; return s;',
  'const ps = []; for (let i = 0; i < n + 1; i++) ps.push({ x: (a * i) % 3, k: i }); let best = null, second = null; for (const p of ps) { if (!best || p.x > best.x) { second = best; best = p; } else if (!second || p.x > second.x) second = p; } if (second) second.k = 9; if (best) best.k = 5; let s = 0; for (const p of ps) s = s * 2 + p.x + p.k; return s;',
  'const ps = []; for (let i = 0; i < n + 1; i++) ps.push({ x: (a * i) % 3, k: i }); let best = ps[0]; for (let i = 0; i < ps.length; i++) { if (ps[i].x > best.x) best = ps[i]; } best.x = 20; let s = 0; for (const p of ps) s = s * 2 + p.x + p.k; return s;',
  'const ps = []; for (let i = 0; i < n + 1; i++) ps.push({ x: (a * i) % 3, k: i }); let best = ps[0]; if (a > 0) { best = ps[1]; } best.x = 20; let s = 0; for (const p of ps) s = s * 2 + p.x + p.k; return s;',
  'const ps = []; for (let i = 0; i < n + 1; i++) ps.push({ x: (a * i) % 3, k: i }); let best = null, second = null; for (const p of ps) { if (!best || p.x > best.x) { second = best; best = p; } } if (best) best.k = 5; let s = 0; for (const p of ps) s = s * 2 + p.x + p.k; return s;',
  'const ps = []; for (let i = 0; i < n + 1; i++) ps.push({ x: (a * i) % 3, k: i }); let best = null; for (const p of ps) { if (!best || p.x > best.x) { best = p; } } if (best) best.k = 5; let s = 0; for (const p of ps) s = s * 2 + p.x + p.k; return s;',
  'const ps = []; for (let i = 0; i < n + 1; i++) ps.push({ x: (a * i) % 3, k: i }); const t = ps.reduce((m, p) => { m.x += p.x; return m; }); let s = t.k; for (const p of ps) s = s * 2 + p.x + p.k; return s;',
  'const ps = []; for (let i = 0; i < n + 1; i++) ps.push({ x: (a * i) % 3, k: i }); const t = ps.reduceRight((m, p) => (p.x > m.x ? p : m)); return t.x + t.k;',
  'const ps = [{ x: b, k: 9 }]; for (let i = 0; i < n + 1; i++) ps.push({ x: (a * i) % 3, k: i }); const t = ps.reduce((m, p) => ({ x: m.x + p.x, k: p.k })); t.x = 20; let s = t.k; for (const p of ps) s = s * 2 + p.x + p.k; return s;',
  'const ps = []; for (let i = 0; i < n + 3; i++) ps.push({ x: (a * i) % 3, k: i }); let best = null; if (flag) { const p = ps[0], q = ps[1]; best = p.x > q.x ? p : q; } if (best) best.x = 20; let s = 0; for (const p of ps) s = s * 2 + p.x + p.k; return s;',
  'const ps = []; for (let i = 0; i < n + 3; i++) ps.push({ x: (a * i) % 3, k: i }); let best = ps[0]; if (flag) { const p = ps[0], q = ps[1]; best = p.x > q.x ? p : q; } best.x = 20; let s = 0; for (const p of ps) s = s * 2 + p.x + p.k; return s;',
  'const ps = []; for (let i = 0; i < n + 3; i++) ps.push({ x: (a * i) % 3, k: i }); let best = null; if (flag) { best = ps[0]; if (a > 0) best = ps[1]; } if (best) best.x = 20; let s = 0; for (const p of ps) s = s * 2 + p.x + p.k; return s;',
  'const ps = []; for (let i = 0; i < n + 3; i++) ps.push({ x: (a * i) % 3, k: i }); let best = null; if (flag) { best = ps[0]; if (a > 0) best = { x: 1, k: 1 }; } if (best) best.x = 20; let s = 0; for (const p of ps) s = s * 2 + p.x + p.k; return s;',
  'const ps = []; for (let i = 0; i < n + 3; i++) ps.push({ x: (a * i) % 3, k: i }); let best = null; if (flag) { best = { x: 1, k: 1 }; if (a > 0) best = ps[0]; } if (best) best.x = 20; let s = 0; for (const p of ps) s = s * 2 + p.x + p.k; return s;',
  'const ps = [], qs = []; for (let i = 0; i < n + 3; i++) { ps.push({ x: (a * i) % 3, k: i }); qs.push({ x: i, k: 1 }); } let best = ps[0]; if (a > 0) best = qs[1]; best.x = 20; let s = 0; for (const p of ps) s = s * 2 + p.x + p.k; for (const p of qs) s = s * 2 + p.x + p.k; return s;',
  'const items = []; let cur = { x: 0, c: 0 }; for (let i = 0; i < n; i++) { cur.c += 1; cur = { x: i, c: 0 }; items.push(cur); } return [items.map((i) => i.c), cur.c];',
  'const items = []; let cur = { x: 0, c: 0 }; for (let i = 0; i < n; i++) { cur.c += 1; if (i % 2 === 1) { const o = { x: i, c: 0 }; items.push(o); cur = o; } } return [items.map((i) => i.c), cur.c];',
  'const items = []; let cur = { x: 0, c: 0 }; if (a > 0) { cur = { x: 1, c: 0 }; items.push(cur); } cur.c += 1; return [items.map((i) => i.c), cur.c];',
  'const items = []; let cur = { x: 0, c: 0 }; for (let i = 0; i < n; i++) items.push({ x: i, c: 1 }); if (a > 0) { cur = { x: 1, c: 0 }; items.push(cur); } cur.c += 1; return [items.map((i) => i.c), cur.c];',
  'const items = [{ x: a, c: 2 }]; let cur = items[0]; if (a > 0) { cur = { x: 1, c: 0 }; items.push(cur); } cur.c += 1; return [items.map((i) => i.c), cur.c];',
  'const items = []; let cur = null; for (let i = 0; i < n; i++) { if (cur === null || i % 2 === 1) { cur = { k: 1, s: i }; items.push(cur); } else { cur.k += 1; } } return items.map((r) => r.k * 100 + r.s);',
  'const items = []; for (let i = 0; i < n; i++) { const cur = items.at(-1); if (cur === undefined || i % 2 === 1) { items.push({ k: 1, s: i }); } else { cur.k += 1; cur.s += i; } } return items.map((r) => r.k * 100 + r.s);',
  'const items = [{ k: 0, s: 0 }]; for (let i = 0; i < n; i++) { if (i % 2 === 1) { items.push({ k: 1, s: i }); } else { const cur = items[items.length - 1]; cur.k += 1; cur.s += i; } } return items.map((r) => r.k * 100 + r.s);',
  'const items = []; let cur = null; for (const e of v) { if (cur === null || e > 1) { cur = { k: 1, s: e }; items.push(cur); } else { cur.k += 1; cur.s += e; } } return items.map((r) => r.k * 100 + r.s);',
  'class R { constructor(s) { this.s = s; this.k = 1; } add(e) { this.k++; this.s += e; } } const items = []; let cur = null; for (const e of v) { if (!cur || e > 1) { cur = new R(e); items.push(cur); } else cur.add(e); } return items.map((r) => r.k * 100 + r.s);',
  'const items = []; let cur; for (let i = 0; i < n; i++) { if (!cur || cur.v !== i % 3 > 0) { cur = { v: i % 3 > 0, len: 0 }; items.push(cur); } cur.len++; } return items.map((r) => r.len);',
  'const out = []; for (let i = 0; i < n + 2; i++) out.push({ x: i * b }); let q = null; for (const p of out) { q = p; } out[0].x = 77; return q.x;',
  'const s = []; for (let i = 0; i < n; i++) s.push({ k: i, c: 0 }); const find = (k) => { for (const o of s) if (o.k === k) return o; return null; }; const o = find(1); if (o) o.c = 5; return s.map((o) => o.c);',
  'class Bank { constructor() { this.accounts = []; } open(id, x) { this.accounts.push({ id, x }); } find(id) { for (const acc of this.accounts) { if (acc.id === id) return acc; } return undefined; } pay(id, x) { const acc = this.find(id); if (!acc) return false; acc.x += x; return true; } } const bank = new Bank(); for (let i = 0; i < n; i++) bank.open(i, a * i); let done = 0; for (let i = 0; i < n + 2; i += 2) { if (bank.pay(i, 2)) done++; } return [done, bank.accounts.map((c) => c.x)];',
  'const ps = []; for (let i = 0; i < n + 1; i++) ps.push({ x: (a * i) % 3, k: i }); const worst = () => { let w; for (const p of ps) { if (w === undefined || p.x < w.x) w = p; } return w; }; for (let i = 0; i < 3; i++) { const w = worst(); w.x += 2; } return ps.map((p) => p.x);',
];

/** Elements of two arrays, parts of elements, and arrays whose order has changed since. */
const refused = [
  'const ps = []; for (let i = 0; i < n + 1; i++) ps.push({ x: (a * i) % 3, k: i }); let best = ps[0]; for (const p of ps) if (p.x > best.x) best = p; ps.shift(); best.x = 9; let s = 0; for (const p of ps) s = s * 2 + p.x + p.k; return s + best.x;',
  'const ps = [], qs = []; for (let i = 0; i < n + 1; i++) { ps.push({ x: (a * i) % 3, k: i }); qs.push({ x: (b * i) % 3, k: i }); } let best = ps[0]; for (const p of ps) if (p.x > best.x) best = p; for (const p of qs) if (p.x > best.x) best = p; best.x = 20; let s = 0; for (const p of ps) s = s * 2 + p.x + p.k; for (const p of qs) s = s * 2 + p.x + p.k; return s;',
  'const ps = [], qs = []; for (let i = 0; i < n + 1; i++) { ps.push({ x: (a * i) % 3, k: i }); qs.push({ x: (b * i) % 3, k: i }); } let best = ps[0]; for (let i = 0; i < ps.length; i++) { if (ps[i].x > best.x) best = ps[i]; if (qs[i].x > best.x) best = qs[i]; } best.x = 20; let s = 0; for (const p of ps) s = s * 2 + p.x + p.k; for (const p of qs) s = s * 2 + p.x + p.k; return s;',
  'const ps = []; for (let i = 0; i < n + 1; i++) ps.push({ x: (a * i) % 3, k: i }); let best = ps[0]; for (let i = 0; i < ps.length; i++) { if (ps[i].x > best.x) best = ps[i]; ps.reverse(); } best.x = 20; let s = 0; for (const p of ps) s = s * 2 + p.x + p.k; return s;',
  'const ps = []; for (let i = 0; i < n + 1; i++) ps.push({ x: (a * i) % 3, in: { y: i } }); let best = ps[0]; for (const p of ps) if (p.x > best.x) best = p; best.in.y = 9; best.in = { y: best.in.y + 1 }; let s = 0; for (const p of ps) s = s * 2 + p.x + p.in.y; return s + best.in.y;',
  'const ps = []; for (let i = 0; i < n + 1; i++) ps.push({ x: (a * i) % 3, in: { y: i } }); let best = ps[0].in; for (const p of ps) if (p.in.y > best.y) best = p.in; best.y = 9; let s = 0; for (const p of ps) s = s * 2 + p.x + p.in.y; return s + best.y;',
  'const ps = []; for (let i = 0; i < n + 1; i++) ps.push({ x: (a * i) % 3, k: i }); let best = ps[0]; for (let i = 0; i < ps.length; i++) { const p = ps[i]; if (p.x > best.x) best = p; ps.reverse(); } best.x = 20; let s = 0; for (const p of ps) s = s * 2 + p.x + p.k; return s;',
  'const ps = []; for (let i = 0; i < n + 1; i++) ps.push({ x: (a * i) % 3, k: i }); let best = ps[0]; if (a > 0) { best = ps[1]; } ps.reverse(); best.x = 20; let s = 0; for (const p of ps) s = s * 2 + p.x + p.k; return s;',
  'const ps = []; for (let i = 0; i < n + 1; i++) ps.push({ x: (a * i) % 3, k: i }); const t = ps.reduceRight((m, p) => (p.x > m.x ? p : m)); t.x = 20; let s = t.k; for (const p of ps) s = s * 2 + p.x + p.k; return s;',
  'const ps = [], qs = []; for (let i = 0; i < n + 3; i++) { ps.push({ x: (a * i) % 3, k: i }); qs.push({ x: i, k: 1 }); } let best = null; if (flag) { best = ps[0]; if (a > 0) best = qs[1]; } if (best) best.x = 20; let s = 0; for (const p of ps) s = s * 2 + p.x + p.k; for (const p of qs) s = s * 2 + p.x + p.k; return s;',
];

describe.each(executors)('elements left in variables, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it.each(refused)('refuses to change another one: %s', async (body) => {
    const { failure } = await compareBody(body, backend);
    expect(failure?.actual.refusal).toBe('chosen-object');
  });
});
