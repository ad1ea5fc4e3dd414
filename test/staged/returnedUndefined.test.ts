import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

const bodies: readonly string[] = [
  'const f = (k) => { if (k > 2) return 5; return undefined; }; return f(a) ?? -5;',
  'const f = (k) => { if (k > 1) { if (b < 0) return 5; } return undefined; }; return f(a) ?? -5;',
  'const f = (k) => { if (k > 1) { if (b < 0) return 5; k -= 1; } if (k > 4) return undefined; return 7; }; return f(a) ?? -5;',
  'const f = (k) => { if (k > 1) { if (b < 0) return undefined; k -= 1; } if (k > 4) return 3; return 7; }; return f(a) ?? -5;',
  'const f = (k) => { for (const x of v) { if (x > k) return undefined; if (x < 0) return 3; } return 7; }; return f(a) ?? -5;',
  'const f = (k) => { for (const x of v) { if (x > k) return; if (x < 0) return 3; } return 7; }; return f(a) ?? -5;',
  'const f = (k) => { for (const x of v) { if (x > k) return { x }; if (x < 0) return undefined; } return undefined; }; const r = f(a); return r ? r.x : -5;',
  'const f = (k) => { for (const x of v) { if (x > k) return { x }; if (x < 0) return undefined; } return { x: 8 }; }; const r = f(a); return r ? r.x : -5;',
  'const f = (k) => { for (const x of v) { if (x > k) return { x }; if (x < 0) return; } return { x: 8 }; }; const r = f(a); return r === undefined ? 6 : r.x;',
  'const f = (k) => { for (const x of v) { if (x > k) return { x }; if (x < 0) return; } }; const r = f(a); return r === undefined ? 6 : r.x;',
  'const f = (k) => { for (const x of v) { if (x > k) return { x }; } if (k > 0) return undefined; return { x: 4 }; }; const r = f(a); return r === undefined ? 6 : r.x;',
  'const f = (k) => { for (const x of v) { if (x > k) return x; } if (k > 0) return undefined; return 4; }; const r = f(a); return r === undefined ? 6 : r;',
  'const f = (k) => { for (const x of v) { if (x > k) return x; } if (k > 0) return; return 4; }; const r = f(a); return r === undefined ? 6 : r;',
  'const f = (k) => { for (const x of v) { if (x > k) return x; } const z = k > 0 ? undefined : 4; return z; }; const r = f(a); return r === undefined ? 6 : r;',
  'const f = (k) => { for (const x of v) { if (x > k) return x; } const m = [1, 2].find((y) => y > k); return m; }; const r = f(a); return r === undefined ? 6 : r;',
  'const f = (k) => { for (const x of v) { if (x > k) return { x }; } const m = [{ x: 1 }, { x: 2 }].find((y) => y.x > k); return m; }; const r = f(a); return r === undefined ? 6 : r.x;',
  'const f = (k) => { let r; for (const x of v) { if (x > k) return x; r = undefined; } return r; }; const r = f(a); return r === undefined ? 6 : r;',
  'const f = (k) => { try { for (const x of v) { if (x > k) return x; } return undefined; } finally { k++; } }; const r = f(a); return r === undefined ? 6 : r;',
  'const f = (k) => { switch (true) { case k > 1: return { x: 1 }; case k < 0: return undefined; default: return { x: 3 }; } }; const r = f(a); return r === undefined ? 6 : r.x;',
  'const f = (k) => { for (const x of v) { if (x > k) return { x }; } return void 0; }; const r = f(a); return r === undefined ? 6 : r.x;',
  `const f = (k) => { for (const x of v) { if (x > k) return 'big'; } return undefined; }; const r = f(a); return r === undefined ? 6 : r === 'big' ? 2 : 3;`,
  'const f = (k) => { for (const x of v) { if (x > k) return [x, 1]; } return undefined; }; const r = f(a); return r === undefined ? 6 : r[0];',
  'const f = (k) => { for (const x of v) { for (const y of v) { if (x > y && x > k) return { x, y }; } if (x < -1) return undefined; } return undefined; }; const r = f(a); return r?.y ?? -9;',
  'const f = (k) => { let i = 0; while (i < n) { if (i * k > 2) return i; i++; } return undefined; }; return f(a) ?? f(b) ?? -1;',
  'const f = (k) => { let i = 0; while (i < n) { if (i * k > 2) return { i }; i++; } return undefined; }; return (f(a) ?? f(b))?.i ?? -1;',
  'const g = (k) => { if (k > 100) return 1; }; const f = (k) => { if (k > 1) return 5; return g(1); }; return f(a) ?? -5;',
  'const g = (k) => undefined; const f = (k) => { for (const x of v) if (x > k) return x; return g(1); }; return f(a) ?? -5;',
  'const o = { k: 1 }; const f = (k) => { for (const x of v) if (x > k) return x; return o.missing; }; return f(a) ?? -5;',
  'const f = (k) => { for (const x of v) if (x > k) return [x]; }; return f(a)?.length ?? -5;',
  'const f = (k) => { for (const x of v) if (x > k) return [x, 2]; if (k > 3) return; return [1, 1]; }; const [x, y] = f(a) ?? [7, 8]; return x * 10 + y;',
  `const f = (k) => { try { if (k > 1) return undefined; if (b > 0) throw new Error('x'); return 4; } catch { return 9; } }; return f(a) ?? -5;`,
  'const f = (k) => { try { if (k > 1) return 4; return 5; } finally { if (b > 0) return; } }; return f(a) ?? -5;',
  'const f = (k) => { try { if (k > 1) return 4; return 5; } finally { if (b > 0) return undefined; } }; return f(a) ?? -5;',
  'class P { find(k) { for (const x of v) if (x === k) return { x }; return undefined; } } const p = new P(); const r = p.find(n); return r === undefined ? p.find(2)?.x ?? -3 : r.x;',
  'const f = (k) => { if (k > 1) return undefined; return undefined; }; return f(a) ?? -5;',
  'const f = (k) => { if (k > 1) return; return undefined; }; return f(a) ?? -5;',
  `const f = (k) => { if (k > 1) return 'x'; return undefined; }; return (f(a) ?? 'none').length;`,
  'const f = (k) => { if (k > 1) return k > 2 ? undefined : 3; return 2; }; return f(a) ?? -5;',
  'let q; for (const x of v) if (x === 2) { q = { x }; break; } return q?.x ?? -5;',
  'const q = a > 0 ? { x: 1 } : undefined; return q?.x ?? -5;',
  'const find = (k) => { for (const x of v) if (x === k) return { x }; return undefined; }; const q = find(2); return q?.x ?? -5;',
  'const find = (k) => { for (const x of v) if (x === k) return { x }; return undefined; }; const q = find(2); return q ? q.x : -5;',
  'const find = (k) => { for (const x of v) if (x === k) return { x }; return undefined; }; const q = find(2); return q === undefined ? -5 : q.x;',
  'const find = (k) => { for (const x of v) if (x === k) return { x }; }; const q = find(2); return q?.x ?? -5;',
  'const find = (k) => { for (const x of v) if (x === k) return { x }; }; const q = find(2); return q ? q.x : -5;',
  'const find = (k) => { for (const x of v) if (x === k) return x; return undefined; }; const q = find(2); return q ?? -5;',
  'const find = (k) => { for (const x of v) if (x === k) return x; }; const q = find(2); return q ?? -5;',
  'const find = (k) => { for (const x of v) if (x === k) return x; return null; }; const q = find(2); return q ?? -5;',
  'const find = (k) => { for (const x of v) if (x === k) return x; return null; }; const q = find(2); return q === null ? -5 : q;',
  'const find = (k) => { for (const x of v) if (x === k) return x; return undefined; }; const q = find(2); return q === undefined ? -5 : q;',
  'const find = (k) => { for (let i = 0; i < n; i++) if (i === k) return { x: i }; return undefined; }; const q = find(3); return q?.x ?? -5;',
];

describe.each(executors)('functions that return undefined, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
