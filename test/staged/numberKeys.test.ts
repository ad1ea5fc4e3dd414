import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Maps and Sets whose keys are numbers, changed at a number that is a tensor. */
const bodies: readonly string[] = [
  'const c = new Map([[0, 0], [1, 0], [2, 0], [3, 0], [4, 0]]); for (let i = 0; i < n; i++) { const k = Math.abs(i % 3); c.set(k, c.get(k) + 1); } return [...c.values()];',
  'const left = new Set([0, 1, 2, 3]); let r = 0; for (const x of v) { if (left.delete(x)) r++; else r += 10; } return [r, left.size, left.has(n)];',
  `const m = new Map([[0, 'a'], [3, 'b'], [4, 'c']]); const was = m.get(n) === 'b'; m.delete(n); let t = 0; for (const [k, s] of m) t += k * (s === 'c' ? 10 : 1); return [t, m.size, was];`,
  `const m = new Map([[0, 1], [3, 2], [4, 3], ['k', 100]]); m.set(n, a); m.set(n, m.get(n) * 2); return [m.get(0), m.get(3), m.get(4), m.get('k')];`,
  'const m = new Map([[0, []], [1, []], [2, []]]); for (let i = 0; i < n; i++) { m.get(i % 3).push(i); } return [...m.values()].map((l) => l.length);',
  'const m = new Map([[0, {c: 0}], [1, {c: 0}], [2, {c: 0}]]); for (let i = 0; i < n; i++) { const o = m.get(i % 3); o.c += i; } return [...m.values()].map((l) => l.c);',
  'const m = new Map([[0, {c: 0}], [1, {c: 0}], [2, {c: 0}]]); for (let i = 0; i < n; i++) { m.set(i % 3, { c: i }); } return [...m.values()].map((l) => l.c);',
  'const adj = new Map([[0, [1, 2]], [1, [3]], [2, [3]], [3, []]]); const seen = new Set(); let cur = 0, hops = 0; while (hops < n) { hops++; const next = adj.get(cur); if (next.length === 0) break; cur = next[a > 0 ? 0 : next.length - 1]; } return [cur, hops];',
  'const m = new Map([[1, 1]]); m.set(n > 2 ? 1 : 1, 5); return m.get(1);',
  'const m = new Map([[0, [1, 2]], [3, [3, 4]], [4, [5, 6]]]); m.get(n)[n % 2] += b; return [...m.values()];',
  'const m = new Map([[0, [1, 2]], [3, [3, 4]], [4, [5, 6]]]); return m.get(n)[n % 2];',
  'const m = new Map([[0, 1], [3, 2], [4, 3]]); try { m.set(n, 9); return [m.get(n)]; } finally { m.delete(n); record(m.size); }',
];

/* NaN is a key like any other. */
const notNumbers: readonly string[] = [
  'const k = n / 0 - n / 0; const m = new Map([[NaN, 1], [2, 3]]); return [m.get(k) ?? -1, m.has(k), m.size];',
  'const k = a / a; const m = new Map([[NaN, { c: 1 }], [1, { c: 2 }]]); m.get(k).c += 5; m.set(k, { c: m.get(k).c + 1 }); return [m.get(NaN).c, m.get(1).c];',
  'const k = a / a; const s = new Set([NaN, 1]); const m = new Map([[NaN, 1]]); s.delete(k); m.delete(k); return [s.size, s.has(1), m.size];',
];

const beyondKeys = "const m = new Map([[0, 1], ['k', 2]]); m.set(n, 5); return m.get(0);";

describe.each(executors)('Maps and Sets at numbers, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each([...bodies, ...notNumbers])('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it('asserts that a Map with other keys than numbers gets no new one', async () => {
    const { failure } = await compareBody(beyondKeys, backend);
    expect(failure?.actual.error).toContain('is changed at a number that is none of its keys');
  });
});
