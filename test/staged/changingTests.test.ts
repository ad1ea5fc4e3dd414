import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* What a loop's test changes need not show before the first iteration, when JavaScript still decides. */
const bodies: readonly string[] = [
  'let i = 0, e = 0; const ok = () => { if (i > 2) { e += 30; return false; } return i < n; }; while (ok()) i++; return [i, e];',
  'let i = 0, e = 0; const ok = () => { if (i > 2) { e += i * 10; return false; } return i < n; }; do i++; while (ok()); return [i, e];',
  'let i = 0, e = 0; const safe = (f) => { try { return f(); } catch ({ code = -1 }) { e += code; return false; } }; while (safe(() => { if (i > 2) throw { code: i * 10 }; return i < n; })) i++; return [i, e];',
  'let e = 0; const m = new Map(); const ok = (i) => { if (i === 2) { e += 1; m.set(1, (m.get(1) ?? 0) + i); } return i < n; }; for (let i = 0; ok(i); i++) { if (i === 5) break; } return [e, m.get(1) ?? -1];',
  'let e = 0, i = 0; const ok = () => { if (i >= 2) e += 10; return true; }; while (i < n && ok()) i++; return [i, e];',
  'let e = 0, i = 0; const ok = () => { if (i >= 2) e += 10; return i < n; }; if (flag) { while (i < 8 && ok()) i++; } return [i, e];',
  'const o = { e: 0 }; let i = 0; const ok = () => { if (i > 0) o.e += i; return i < n; }; while (ok()) i++; return [i, o.e];',
  'class C { #e = 0; log = []; ok(i) { if (i > 1) { this.#e += i; this.log.push(i); } return i < n; } get e() { return this.#e; } } const c = new C(); let i = 0; while (c.ok(i)) i++; return [i, c.e, c.log.length];',
  'const seen = []; let i = 0; const ok = () => { if (i > 0) seen.push(i * a); return i < n; }; while (ok()) i++; return [seen, seen.length];',
  'let i = 0, e = 0; const ok = () => { const o = { p: 0 }; if (i > 1) o.p = i; return o.p < n; }; while (ok()) i++; return [i, e];',
  'let e = 0; outer: for (let i = 0; i < 3; i++) { const ok = (k) => { if (k > 1) e += i; return k < n; }; for (let k = 0; ok(k); k++) { if (i === k + 1) continue outer; } e += 100; } return e;',
];

describe.each(executors)('$backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
