import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Arrays of objects that were there before, which branches empty or replace, and loops fill. */
const bodies: readonly string[] = [
  'let items = [{ x: 1 }]; if (a > 0) items = []; for (const e of v) items.push({ x: e }); return items.map((o) => o.x);',
  'let items = [{ x: a }]; if (a > 0) items = []; for (const e of v) if (e > 0) items.push({ x: e }); return items.map((o) => o.x);',
  'let items = [{ x: a }, { x: b }]; if (a > 0) items = [{ x: 5 }]; for (const e of v) if (e > 0) items.push({ x: e }); for (const o of items) o.x += 1; return items.map((o) => o.x);',
  'let state = { items: [{ x: a }], k: 0 }; for (const e of v) { if (e > 1) state = { ...state, items: [] }; else state = { ...state, items: [...state.items, { x: e }] }; } return [state.items.length, state.items.map((o) => o.x)];',
  'const advance = (s, e) => e > 1 ? { ...s, items: [] } : { ...s, items: [...s.items, { x: e }], k: s.k + 1 }; let state = { items: [{ x: a }], k: 0 }; for (const e of v) state = advance(state, e); return [state.k, state.items.length, state.items.map((o) => o.x)];',
  'let cur = [{ x: a }]; const runs = []; for (const e of v) { if (e > 1) { runs.push(cur.length); cur = []; } cur.push({ x: e }); } return [runs, cur.map((o) => o.x)];',
  'let batch = [{ x: b }]; let total = 0; for (const e of v) { batch.push({ x: e }); if (batch.length >= 2) { for (const o of batch) total += o.x; batch = []; } } return [total, batch.length];',
  'let items = [{ x: 1 }]; if (a > 0) items.length = 0; for (const e of v) items.push({ x: e }); return items.map((o) => o.x);',
  'let items = [{ x: 1 }]; if (a > 0) items = []; return [items.length, items.map((o) => o.x)];',
  'let items = [{ x: 1 }]; if (a > 0) items = []; items.push({ x: b }); return [items.length, items[0].x, items.map((o) => o.x)];',
  'const base = [{ x: 1 }, { x: 2 }]; let items = base; if (a > 0) items = base.slice(1); return [items.length, items.map((o) => o.x)];',
  'const base = [{ x: 1 }, { x: 2 }]; let items = base; if (a > 0) items = base.filter((o) => o.x > b); for (const o of items) o.x += 1; return [items.map((o) => o.x), base.map((o) => o.x)];',
  'let items = [{ x: 1 }]; for (const e of v) { if (e > 1) items = []; else if (e > 0) items.push({ x: e }); } return items.map((o) => o.x);',
  'const s = { items: [{ x: 1 }] }; for (const e of v) { if (e > 1) s.items = []; else s.items.push({ x: e }); } return s.items.map((o) => o.x);',
  'let items = [{ x: 1 }]; if (a > 0) items = []; for (let i = 0; i < n; i++) items.push({ x: i }); const best = items.find((o) => o.x > 0); if (best) best.x = 50; return items.map((o) => o.x);',
  'class P { constructor(x) { this.x = x; } inc() { this.x += 1; } } let items = [new P(1)]; if (a > 0) items = []; for (const e of v) items.push(new P(e)); for (const o of items) o.inc(); return items.map((o) => o.x);',
  'let items = [{ x: 1 }]; if (a > 0) items = []; while (items.length < n) items.push({ x: items.length }); return items.map((o) => o.x);',
  'const p = { x: 1 }, q = { x: 2 }; let o = [p]; if (a > 0) o = []; if (b > 0) o.push(q); return [o.length, o.map((e) => e.x)];',
  'const p = { x: 1 }, q = { x: 2 }; let o = [p]; if (a > 0) o = []; if (b > 0) o.push(q); if (n > 2) q.x = 9; return [o.length, o.map((e) => e.x), q.x];',
  "let o = ['x']; if (a > 0) o = []; for (const e of v) if (e > 1) o.push('y'); return o.length;",
  'let o = [{ x: 1, y: a }]; if (a > 0) o = []; for (const e of v) { if (e > 1 && o.length > 0) o.pop(); else o.push({ x: e, y: b }); } return [o.length, o.map((e) => e.x + e.y)];',
];

describe.each(executors)('arrays of known objects, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
