import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Objects as tables: properties that are null until an iteration gives them a value, found by name or by a number. */
const bodies: readonly string[] = [
  'const o = { 0: 5, 1: 6, 2: 7 }; const k = a > 0 ? 1 : 3; return k in o ? o[k] : -1;',
  'const o = { 0: 5, 1: 6, 2: 7 }; const k = a > 0 ? 1 : 3; return [Object.hasOwn(o, k), o.hasOwnProperty(k)];',
  'const memo = { 0: null, 1: null, 2: null, 3: null }; let i = 0, hits = 0; while (i < n + 3) { const k = (i * 2) % 4; if (memo[k] !== null) hits += 1; else memo[k] = a; i++; } return hits;',
  'const memo = { 0: null, 1: null }; let i = 0, hits = 0; while (i < n + 3) { if (memo[0] !== null) hits += 1; else memo[0] = a; i++; } return hits;',
  'const memo = { 0: null, 1: null }; let i = 0, hits = 0; while (i < n + 3) { const k = (i * 2) % 2; memo[k] = a; i++; } return memo[0] ?? 0;',
  'const memo = { 0: null, 1: null }; let i = 0, hits = 0; while (i < n + 3) { const k = (i * 2) % 2; if (memo[k] !== null) hits++; i++; } return hits;',
  'const memo = { 0: null, 1: null }; let i = 0, hits = 0; while (i < n + 3) { if (i % 2 == 0) memo[1] = a; i++; } return memo[1] ?? 0;',
  'const memo = { x: null, y: null }; let i = 0, hits = 0; while (i < n + 3) { if (i % 2 == 0) memo.x = a; else memo.y = b; i++; } return memo.x ?? 0;',
  'const memo = { x: null, y: null }; let i = 0, hits = 0; while (i < n + 3) { if (memo.x !== null) hits += 1; else memo.x = a; i++; } return hits;',
  "const memo = { x: null }; let i = 0, hits = 0; while (i < n + 3) { if (memo['x'] !== null) hits += 1; else memo['x'] = a; i++; } return hits;",
  "const memo = { 0: null, 1: null }; let i = 0, hits = 0; while (i < n + 3) { if (memo['0'] !== null) hits += 1; else memo['0'] = a; i++; } return hits;",
  'const memo = { 0: 1, 1: 2 }; let i = 0; while (i < n + 3) { if (memo[0] > 3) memo[1] += 1; else memo[0] += a * a; i++; } return memo[1];',
  "const memo = { x: undefined, y: undefined }; let i = 0, hits = 0; while (i < n + 3) { if (memo['x'] !== undefined) hits += 1; else memo['x'] = a; i++; } return hits;",
  'const memo = { x: undefined, y: undefined }; let i = 0, hits = 0; while (i < n + 3) { if (memo.x !== undefined) hits += 1; else memo.x = a; i++; } return hits;',
  "const memo = {}; let i = 0, hits = 0; while (i < n + 3) { if (memo['x'] !== undefined) hits += 1; else memo['x'] = a; i++; } return hits;",
  "const memo = {}; const key = 'x'; let i = 0, hits = 0; while (i < n + 3) { if (memo[key] !== undefined) hits += 1; else memo[key] = a; i++; } return hits;",
  "const memo = {}; const set = (k, x) => { memo[k] = x; }; let i = 0, hits = 0; while (i < n + 3) { if (memo.x !== undefined) hits += 1; else set('x', a); i++; } return hits;",
  "const memo = { x: null }; const set = (k, x) => { memo[k] = x; }; let i = 0, hits = 0; while (i < n + 3) { if (memo.x !== null) hits += 1; else set('x', a); i++; } return hits;",
  "const memo = { x: undefined }; const set = (k, x) => { memo[k] = x; }; let i = 0, hits = 0; while (i < n + 3) { if (memo.x !== undefined) hits += 1; else set('x', a); i++; } return hits;",
  'class C { p = null; q; } const c = new C(); let i = 0, hits = 0; while (i < n + 3) { if (c.p !== null) hits += 1; else c.p = a; if (c.q !== undefined) hits += 10; else c.q = i; i++; } return hits;',
  "class C { p = null; q; set(k, x) { this[k] = x; } } const c = new C(); let i = 0, hits = 0; while (i < n + 3) { if (c.p !== null) hits += 1; else c.set('p', a); if (c.q !== undefined) hits += 10; else c.set('q', i); i++; } return hits;",
];

describe.each(executors)('objects as tables, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it('a new key that is a tensor is refused', async () => {
    const body = 'const memo = {}; const k = a > 0 ? 1 : 3; memo[k] = 5; return memo[1] ?? 0;';
    const { failure } = await compareBody(body, backend);
    expect(failure?.actual.error).toMatch('An empty object is changed at a key that is a tensor');
    expect(failure?.actual.error).toMatch('Use a Map');
  });
});
