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
  'const s = []; for (let i = 0; i < n; i++) { const o = { p: i }; s.push(o); o.p += 5; } let t = 0; for (const x of s) t += x.p; return t;',
  'const out = []; for (const x of v) { const o = { p: 0 }; for (const y of v) { if (y > x) { o.p += y; out.push(o); } } } return out.map((o) => o.p);',
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
