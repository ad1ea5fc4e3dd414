import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Elements of an array whose length a tensor decides, read in a branch or loop, and changed behind it, or in the array. */
const bodies: readonly string[] = [
  'const out = []; for (let i = 0; i < n + 2; i++) out.push({ x: i }); const q = a > 0 ? out[0] : null; if (q) q.x = 50; return out.map((p) => p.x);',
  'const out = []; for (let i = 0; i < n + 2; i++) out.push({ x: i }); const q = a > 0 ? out[0] : out[1]; q.x = 50; return out.map((p) => p.x);',
  'const out = []; for (let i = 0; i < n + 2; i++) out.push({ x: i }); let q = null; if (a > 0) q = out[0]; if (q) q.x = 50; return out.map((p) => p.x);',
  'const out = []; for (let i = 0; i < n + 2; i++) out.push({ x: i }); let q = out[0]; if (a > 0) q = out[1]; q.x = 50; return out.map((p) => p.x);',
  'const out = []; for (let i = 0; i < n + 2; i++) out.push({ x: i }); const q = out.find((p) => p.x > 1); if (q) q.x = 50; return out.map((p) => p.x);',
  'const out = []; for (let i = 0; i < n + 2; i++) out.push({ x: i }); const q = a > 0 ? out[0] : null; out[0].x = 7; return q ? q.x : -1;',
  'const out = []; for (let i = 0; i < n + 2; i++) out.push({ x: i }); const q = a > 0 ? out[0] : out[1]; out[0].x = 7; return q.x;',
  'const out = []; for (let i = 0; i < n + 2; i++) out.push({ x: i }); const get = (k) => k < out.length ? out[k] : undefined; const q = get(1); if (q !== undefined) q.x += 5; return out.map((p) => p.x);',
  'const out = []; for (let i = 0; i < n + 2; i++) out.push({ x: i }); const o = { cur: null }; if (a > 0) o.cur = out[0]; if (o.cur) o.cur.x = 9; return out.map((p) => p.x);',
  'const out = []; for (let i = 0; i < n + 2; i++) out.push({ x: i }); const q = out.length > 3 ? out.at(-1) : out[0]; q.x = 50; return out.map((p) => p.x);',
  'const out = []; for (let i = 0; i < n + 2; i++) out.push({ x: i }); const q = out.length > 3 ? out.at(-1) : { x: 3 }; q.x = 50; return out.map((p) => p.x);',
  'const out = []; for (let i = 0; i < n + 2; i++) out.push({ x: i }); let q; switch (n) { case 3: q = out[0]; break; case 0: q = out[1]; break; default: q = out[0]; } q.x += 100; return out.map((p) => p.x);',
  `const out = []; for (let i = 0; i < n + 2; i++) out.push({ x: i }); let q; try { if (a > 0) throw new Error('e'); q = out[0]; } catch { q = out[1]; } q.x = 3; return out.map((p) => p.x);`,
  'const out = []; for (let i = 0; i < n + 2; i++) out.push({ x: i, p: { y: i } }); const q = a > 0 ? out[0] : out[1]; q.p.y = 50; return out.map((p) => p.p.y);',
  'const out = []; for (let i = 0; i < n + 2; i++) out.push({ x: i }); const o = { x: 5 }; const q = a > 0 ? out[0] : o; q.x += 10; return [o.x, out[0].x];',
  'const out = []; for (let i = 0; i < n + 2; i++) out.push({ x: i }); let q = out[0]; if (a > 0) { if (b < 0) q = out[1]; } q.x = 50; return out.map((p) => p.x);',
  'const out = []; for (let i = 0; i < n + 2; i++) out.push({ x: i }); let q = null; if (a > 0) { if (b < 0) q = out[1]; else q = out[0]; } if (q) { q.x = 50; } return out.map((p) => p.x);',
  'const out = []; for (let i = 0; i < n + 2; i++) out.push({ x: i }); const q = a > 0 ? out[0] : out[1]; out.push({ x: 99 }); q.x = 50; return out.map((p) => p.x);',
  'const out = []; for (let i = 0; i < n + 2; i++) out.push({ x: i }); const q = a > 0 ? out.pop() : null; if (q) q.x = 50; return [q ? q.x : 1, out.length];',
  'const out = []; for (let i = 0; i < n + 2; i++) out.push([i, 0]); const q = a > 0 ? out[0] : out[1]; q[1] = 50; return out.map((p) => p[1]);',
  'const s = []; for (const x of v) { const o = s.find((e) => e.k === x); if (o) o.c++; else s.push({ k: x, c: 1 }); } return s.map((o) => o.c);',
  'const s = []; for (let i = 0; i < n; i++) s.push({ k: i, c: 0 }); for (const x of v) { const i = s.findIndex((e) => e.k === x); const o = i >= 0 ? s[i] : null; if (o !== null) o.c++; } return s.map((o) => o.c);',
  'const out = []; for (let i = 0; i < n + 2; i++) out.push({ x: i * b }); let q = null; for (const p of out) if (q === null || p.x > q.x) q = p; if (q) q.x = 50; return out.map((p) => p.x);',
  'const out = []; for (let i = 0; i < n + 2; i++) out.push({ x: i * b }); let q = null; for (const p of out) if (q === null || p.x > q.x) q = p; out[0].x = 77; return q ? q.x : 0;',
  'const out = []; for (let i = 0; i < n + 2; i++) out.push({ x: i * b }); let q = null; for (const p of out) if (q === null || p.x > q.x) q = p; out[0].x = 77; return q.x;',
  'const out = []; for (let i = 0; i < n + 2; i++) out.push({ x: i * b }); let q = null; for (const p of out) { q = p; } out[0].x = 77; return q.x;',
  'const out = []; for (let i = 0; i < n + 2; i++) out.push({ x: i * b }); let q = { x: 0 }; for (const p of out) { q = p; } out[0].x = 77; return q.x;',
  'const s = []; const find = (k) => { for (const o of s) if (o.k === k) return o; return null; }; for (const x of v) { const o = find(x); if (o) o.c++; else s.push({ k: x, c: 1 }); } return s.map((o) => o.c);',
  'const out = []; for (let i = 0; i < n + 2; i++) out.push({ x: i }); const q = a > 0 ? out[0] : out[1]; out.shift(); q.x = 50; return q.x;',
];

/* No graph can tell which element it is. */
const refused: readonly string[] = [
  'const out = []; for (let i = 0; i < n + 2; i++) out.push({ x: i, p: { y: i } }); const q = a > 0 ? out[0].p : out[1].p; q.y = 50; return out.map((p) => p.p.y);',
];

describe.each(executors)(
  'elements that a branch or loop has read, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });

    it.each(refused)('%s', async (body) => {
      const { failure } = await compareBody(body, backend);
      expect(failure).toMatchObject({ actual: { refusal: 'chosen-object' } });
    });
  },
);
