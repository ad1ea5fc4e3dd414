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
];

/** The rows of the array are copies: what would show that is refused. */
const refused: readonly string[] = [
  'const rows = [{ e: a }, { e: b }]; rows.filter((r) => r.e > 0).forEach((r) => { r.e *= 10; }); return rows.map((r) => r.e);',
  'const rows = [{ e: a }, { e: b }]; const ok = rows.filter((r) => r.e > 0); rows[0].e = 50; return ok[0]?.e ?? 1;',
  'const rows = [{ e: a, l: [1] }, { e: b, l: [2] }]; for (const r of rows.filter((r) => r.e > 0)) r.l[0] = r.e; return [rows[0].l[0], rows[1].l[0]];',
  'const rows = [{ e: a }, { e: b }, { e: 2 }]; const last = rows.filter((r) => r.e > 1).slice(0, 2).at(-1); if (last) last.e = 7; return rows.map((r) => r.e);',
  'const rows = [{ e: a }, { e: b }]; const ok = []; for (const r of rows) if (r.e > 0) ok.push(r); for (const r of ok) r.e = 9; return rows[0].e;',
  'const s = []; for (let i = 0; i < n; i++) { const o = { p: i }; s.push(o); o.p += 5; } let t = 0; for (const x of s) t += x.p; return t;',
  'const s = []; const o = { p: 0 }; for (let i = 0; i < n + 3; i++) { s.push(o); o.p += 1; } return s[0].p;',
  'const all = []; let last = null; for (const x of [a, b, 1]) { if (x > 0) { last = { e: x }; all.push(last); } } if (last) last.e = 50; return [all.length, all.at(-1)?.e ?? 0];',
  'const first = { e: a }; const all = [first]; if (b > 0) all.push({ e: b }); first.e = 5; return [all.length, all[0].e];',
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
