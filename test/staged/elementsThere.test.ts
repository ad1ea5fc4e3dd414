import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* What the program knows to be there or not, where an array takes it, and what may be undefined as an element. */
const bodies = [
  'let now = { x: a }; const past = []; for (let i = 0; i < n; i++) { past.push({ x: b + i }); } while (past.length > 0) now = past.pop(); return [now.x, past.length];',
  'let now = { x: a }; const past = []; for (let i = 0; i < n; i++) { past.push(now); now = { x: now.x + i }; } while (past.length > 0) now = past.pop(); return [now.x, past.length];',
  'let now = { x: a }; const past = []; for (let i = 0; i < n; i++) { past.push(now); now = { x: now.x + i }; if (past.length > 0 && now.x > 2) now = past.pop(); } return [now.x, past.length];',
  'let now = { x: a }; const past = []; for (let i = 0; i < n; i++) { past.push(now); now = { x: now.x + i }; if (now.x > 2) { const p = past.pop(); now = p; } } return [now.x, past.length];',
  'let now = { x: a }; const past = []; for (let i = 0; i < n; i++) { past.push({ x: now.x }); now = { x: now.x + i }; if (now.x > 2) { while (past.length > 0) now = past.pop(); } } return [now.x, past.length];',
  'const s = []; for (let i = 0; i < n; i++) { s.push(v[0] > i ? { p: i } : null); } let k = 0; for (const o of s) if (o !== null) k += o.p; return k;',
  'function find(x) { for (const y of v) if (y > x) return { y }; } const s = []; for (let i = 0; i < n; i++) { s.push(find(i)); } let k = 0; for (const o of s) k += o?.y ?? 1; return k;',
  'function find(x) { for (const y of v) if (y > x) return { y }; } const s = v.map((x) => find(x)); let k = 0; for (const o of s) k += o?.y ?? 1; return k;',
  'function find(x) { for (const y of v) if (y > x) return { y }; } const s = []; for (let i = 0; i < n; i++) { const f = find(i); if (f) s.push(f); } let k = 0; for (const o of s) k += o.y; return k;',
  'const s = []; for (let i = 0; i < n; i++) { const o = v[0] > i ? { p: i } : null; if (o !== null) s.push(o); } let k = 0; for (const o of s) k += o.p; return k;',
  'const s = [], t = []; for (let i = 0; i < n; i++) { s.push(i); t.push(s.pop()); s.push(i); s.push(2); s.shift(); } return [s.length, t.length];',
  "const done = []; let undo = []; for (let i = 0; i < n + 3; i++) { if (i % 3 === 2 && done.length > 0) { const o = done.pop(); undo.push(o); } else if (i % 3 === 1 && undo.length) done.push(undo.pop()); else done.push({ v: i * a, k: 'ins' }); } return [done.map((o) => o.v), undo.length];",
  'function find(x) { for (const y of v) if (y > x) return { y }; } const s = []; for (let i = 0; i < n; i++) { s.push(find(i)); } let k = 0; for (const o of s) k += o?.y ?? 1; return k;',
  'const s = []; for (let i = 0; i < n; i++) { s.push(v[0] > i ? { p: i } : undefined); } let k = 0; for (const o of s) if (o !== undefined) k += o.p; return [k, s.length, s.filter((o) => o === null).length, s.filter((o) => !o).length, s.filter(Boolean).length];',
  'const s = [{ p: a }, undefined]; for (let i = 0; i < n; i++) { s.push({ p: i }); } let k = 0; for (const o of s) if (o) k += o.p; return k;',
  'const s = []; for (let i = 0; i < n; i++) { if (a > i) s.push(undefined); else s.push({ p: i }); } let k = 0; for (const o of s) k += o ? o.p : 3; return [k, s.indexOf(undefined), s.includes(undefined), s.findIndex((o) => o)];',
];

describe.each(executors)('elements that may be missing, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
