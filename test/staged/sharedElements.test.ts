import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Objects of the program that become elements of an array whose length a tensor decides. */
const bodies: readonly string[] = [
  'let ps = [a, b, 2].map((x) => ({ x, v: 1 })); ps = ps.filter((p) => p.x > 0); for (const p of ps) p.x += p.v; ps = ps.filter((p) => p.x > 2); for (const p of ps) p.x *= p.v; return [ps.length, ps.reduce((s, p) => s + p.x, 0)];',
  'let ps = [a, b, 2].map((x) => ({ x, v: 1 })); let k = 0; while (k < n) { ps = ps.filter((p) => p.x > 0); for (const p of ps) p.x -= p.v; k++; } return [ps.length, ps.reduce((s, p) => s + p.x, 0)];',
  'const rows = [{ e: a }, { e: b }]; const ok = []; for (const r of rows) if (r.e > 0) ok.push(r); for (const r of ok) r.e = 9; return ok.length;',
  'const all = [{ e: a }]; if (b > 0) all.push({ e: b }); all[0].e = 5; if (a > 0) all.push({ e: 7 }); all.at(-1).e += 1; return [all.length, all[0].e, all.at(-1).e];',
  'const rows = [{ e: a }, { e: b }]; const ok = rows.filter((r) => r.e > 0); const s = ok.map((r) => ({ ...r, f: 1 })); s.forEach((r) => { r.e = 0; }); return [rows[1].e, s.length, s[0]?.f ?? 3];',
  'const s = []; for (let i = 0; i < n; i++) { const o = { p: i }; o.p += 5; s.push(o); } let t = 0; for (const x of s) { x.p += 1; t += x.p; } return t;',
  'const s = []; for (let i = 0; i < n; i++) { s.push({ p: i }); s[s.length - 1].p += 5; s.at(-1).p += 1; } let t = 0; for (const x of s) t += x.p; return t;',
  'const all = []; let last = { x: 0 }; let i = 0; while (i < n) { i++; last = { x: i }; all.push(last); } last.x = 50; return all.length + last.x;',
  'const all = []; let prev = { n: 0 }; for (const e of v) { prev = { n: prev.n + e }; all.push(prev); } prev = { n: 7 }; prev.n = 3; return [all[0].n, all.at(-1).n, prev.n];',
  'const cell = { k: 1 }; const l = []; for (const x of v) if (x > 0) l.push({ x, cell }); return [cell.k, l.map((o) => o.cell.k)];',
  'const l = []; for (const x of v) { const p = [x]; p.push(x + 1); l.push({ p, n: p.length }); } return l.map((o) => o.p[0] + o.p[1]);',
  'const l = []; let cur = [0]; for (const x of v) { cur = [...cur.slice(-1), x]; l.push({ c: cur }); } return l.length;',
  'const base = [1, 2]; const l = []; for (const x of v) if (x > 0) l.push([x, base]); return [l.length, base[1], l.reduce((s, [x, b]) => s + b[0] * x, 0)];',
  'const all = []; let last = { x: 0 }; for (const e of v) { last = { x: e }; all.push(last); if (e > 9) break; } last.x = 50; return all[2].x;',
  'const all = []; let last = { x: 0 }; for (const e of v) { last = { x: e }; all.push(last); if (e > 9) break; } all[2].x = 50; return last.x;',
  'const all = []; let prev = { n: 0 }; for (const e of v) { prev.n += e; prev = { n: 0 }; all.push(prev); if (e > 9) break; } return all[0].n;',
  'const bag = []; for (let i = 0; i < n; i++) { let e = bag.find((o) => o.k === i % 2); if (!e) { e = { k: i % 2, c: 0 }; bag.push(e); } e.c++; } return bag;',
  'const bag = []; for (let i = 0; i < n; i++) { let e = null; if (i > 0) { e = { k: i % 2, c: 0 }; bag.push(e); } if (e) e.c++; } return bag;',
  'const bag = []; for (const x of v) { let e = bag.find((o) => o.k === x % 2); if (e === undefined) { e = { k: x % 2, sum: 0 }; bag.push(e); } e.sum += x; } return bag.map((o) => o.sum);',
];

/** The rows of the array are copies: what would show that is refused. */
const refused: readonly string[] = [
  'const out = []; for (const x of v) { const o = { p: 0 }; for (const y of v) { if (y > x) { o.p += y; out.push(o); } } } return out.map((o) => o.p);',
  'const all = []; let last; for (const e of v) { last = { x: e }; all.push({ last }); if (e > 9) break; } last.x = 50; return all[2].last.x;',
  'const s = []; const o = { p: 0 }; for (const e of v) { if (e > 1) s.push({ o }); } o.p = 5; return s[0]?.o.p ?? 1;',
  'const cell = { k: 1 }; const l = []; for (const x of v) l.push({ x, cell }); cell.k = 5; return l.map((o) => o.x * o.cell.k);',
  'const cell = { k: 1 }; const l = []; for (const x of v) if (x > 0) l.push({ x, cell }); for (const o of l) o.cell.k += 1; return cell.k;',
  'const cell = { k: 1 }; const l = []; for (const x of v) { cell.k += 1; l.push({ x, cell }); } return l.map((o) => o.cell.k);',
  // The next iteration changes what this one pushes once more.
  'const st = [{ x: a }]; for (let i = 0; i < n; i++) { const top = st[st.length - 1]; top.x += 1; st.push(top); } return st.map((e) => e.x);',
  'const st = [{ x: a }]; let s = 0; for (let i = 0; i < n; i++) { const top = st[st.length - 1]; top.x += 1; s += st[0].x; st.push(top); } return s;',
  'const st = [{ x: a }]; for (let i = 0; i < n; i++) { const top = st[st.length - 1]; st.push({ x: top.x * 2 }); top.x += 1; st.push(top); } return st.map((e) => e.x);',
  // What is pushed holds what the branch that pushes it has computed.
];

describe.each(executors)('objects in lists, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it.each(refused)('refuses to forget that they are the same: %s', async (body) => {
    const { failure } = await compareBody(body, backend);
    expect(failure?.actual.refusal).toBe('chosen-object');
  });
});
