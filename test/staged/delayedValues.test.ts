import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/** A variable that holds what another one held an iteration before: nothing, after the first. */
const bodies: readonly string[] = [
  'let o = null; let p = null; for (let i = 0; i < n; i++) { p = o; o = { i }; } return p ? p.i : -1;',
  'class N { constructor(i) { this.i = i; } } let o = null; let p = null; for (let i = 0; i < n; i++) { p = o; o = new N(i); } return p ? p.i : -1;',
  'let o = null; let p = null; for (let i = 0; i < n; i++) { p = o; o = i; } return p ?? -1;',
  'let o = null; let p = null; for (let i = 0; i < n; i++) { if (i > a) { p = o; o = i; } } return [p ?? -1, o ?? -2];',
  'let o; let p; let q; for (let i = 0; i < n + 2; i++) { q = p; p = o; o = i * b; } return [q ?? -1, p ?? -2, o ?? -3];',
  'let o = null; let p = 0; let i = 0; while (i < n) { p = o; o = i * a; i++; } return p ?? -1;',
  'let prev = null, cur = null, c = 0; for (let i = 0; i < n + 1; i++) { prev = cur; cur = a * i; if (prev !== null && cur > prev) c++; } return c;',
  'let o = null; let p = null; let i = 0; do { p = o; o = [i, a]; i++; } while (i < n); return p ? p[0] : -1;',
  'let o = null; let p = null; for (const x of v) { if (x > 2) continue; p = o; o = x; } return [p ?? -1, o ?? -1];',
  'let lo = null; let hi = null; for (let i = 0; i < n; i++) { const x = a * i - b; if (lo === null || x < lo) lo = x; if (hi === null || x > hi) { hi = x; } } return [lo ?? 0, hi ?? 0];',
  "let s = 'none'; let p = null; for (let i = 0; i < n; i++) { p = s; s = i > a ? 'up' : 'down'; } return p === 'up' ? 1 : p === 'down' ? 2 : p === null ? 3 : 4;",
  "let s = null; let p = null; for (let i = 0; i < n; i++) { p = s; s = i > a ? 'up' : 'down'; } return p === 'up' ? 1 : p === 'down' ? 2 : p === null ? 3 : 4;",
  'let o = null; const r = { p: null }; for (let i = 0; i < n; i++) { r.p = o; o = i; } return r.p ?? -1;',
  'let p = 0; if (a > 1) { let o = null; for (let i = 0; i < n; i++) o = i * a; p = o; } return p ?? -1;',
  'let p = 0; if (a > 1) { p = null; for (let i = 0; i < n; i++) p = i * a; } return p ?? -1;',
  'let p = 0; let i = 0; if (i < n) { p = null; i++; while (i < n) { p = i * a; i++; } } return p ?? -1;',
  'let p = 0; let o = null; let i = 0; if (i < n) { p = null; o = i * a; i++; while (i < n) { p = o; o = i * a; i++; } } return p ?? -1;',
  'let p = 0; let o = null; let i = 0; while (i < n) { p = o; o = i * a; i++; } return p === null ? -1 : p;',
  'let p = 0; let o = null; let i = 0; while (i < n) { p = o; o = i * a; i++; } return [p ?? -1, o ?? -2];',
  'let p = 0; let o = 5; let i = 0; while (i < n) { p = o; o = i * a; i++; } return [p ?? -1, o ?? -2];',
  'let p = 0; let o = null; for (let i = 0; i < n; i++) { p = o; o = i * a; } return [p ?? -1, o ?? -2];',
  'let p = 0; for (let i = 0; i < n; i++) { p = i > 1 ? i * a : null; } return p ?? -1;',
  'let p = 0; let i = 0; while (i < n) { p = i > 1 ? i * a : null; i++; } return p ?? -1;',
];

describe.each(executors)('a value of the iteration before on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect((await compareBody(body, backend)).failure).toBeNull();
  });
});
