import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* What a variable holds after a loop is one of the objects that it was given, where no iteration gives it another one. */
const bodies: readonly string[] = [
  'const p = { x: 1 }, q = { x: 2 }; let t = p; if (a > 1) t = q; return new Set([q]).has(t);',
  'const p = { x: 1 }, q = { x: 2 }; let t = p; for (const x of v) if (x > 1) t = q; return [q].includes(t);',
  'const p = { x: 1 }, q = { x: 2 }; let t = p; for (const x of v) if (x > 1) t = q; const s = new Set([q]); return s.has(t);',
  'const p = { x: 1 }, q = { x: 2 }; let t = p; for (const x of v) if (x > 1) t = q; const s = new Set(); s.add(t); return s.has(q);',
  'const p = { x: 1 }, q = { x: 2 }; let t = p; for (const x of v) if (x > 1) t = q; const s = new Map([[q, 5]]); return s.get(t) ?? 0;',
  'const p = { x: 1 }, q = { x: 2 }; let t = p; for (const x of v) if (x > 1) t = { x }; return [new Set([q, p]).has(t), new Set([t]).has(p)];',
  'const p = { x: 1 }, q = { x: 2 }; let t = p; for (const x of v) if (x > 1) t = q; const s = new Set([p, q]); s.delete(t); return [s.has(p), s.has(q), s.size];',
  'const p = { x: 1 }, q = { x: 2 }, r = { x: 3 }; let t = p; for (const x of v) { if (x > 1) t = q; else if (x < 0) t = r; } const m = new Map([[p, 10], [q, 20], [r, 30]]); m.set(t, m.get(t) + 1); return [...m.values()];',
  'const p = { x: 1 }, q = { x: 2 }; const seen = new Set(); let t = p; for (const x of v) { if (x > 1) t = q; else t = p; if (!seen.has(t)) seen.add(t); } return [seen.size, seen.has(p), seen.has(q)];',
  'const p = { x: 1 }, q = { x: 2 }; const w = new WeakMap([[p, 3], [q, 4]]); let t = p; let i = 0; while (i < n) { if (i > a) t = q; i++; } return w.get(t);',
];

describe.each(executors)('keys that a loop has chosen, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
