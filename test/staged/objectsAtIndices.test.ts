import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* An element that the program knows by another name is there wherever that is, and missing only where the array has none. */
const bodies: readonly string[] = [
  'const items = []; if (2 < n) items.push({ x: 0, k: 1 }); for (let j = 0; j < 3 && 1 < items.length; j++) { items[j]; } const e8 = items.shift(); if (e8) {} return 0;',
  'const items = []; if (2 < n) items.push({ x: 0, k: 1 }); for (let j = 0; j + 1 < items.length; j++) { record(items[j].x); } const e8 = items.shift(); if (e8) record(e8.x); return items.length;',
  'const items = []; if (2 < n) items.push({ x: 0, k: 1 }); for (let j = 0; j + 1 < items.length; j++) { items[j]; } const e8 = items.shift(); return e8 ? 1 : 2;',
  'const items = []; if (2 < n) items.push(a); for (let j = 0; j + 1 < items.length; j++) { record(items[j]); } const e8 = items.shift(); return e8 === undefined ? 1 : 2;',
  'const items = []; for (const e of v) if (e > 1) items.push({ x: e }); for (let j = 0; j + 1 < items.length; j++) { record(items[j].x); } const e8 = items.shift(); if (e8) record(e8.x); return items.length;',
  'const items = []; for (const e of v) if (e > 1) items.push({ x: e }); for (const o of items) { record(o.x); } const e8 = items.shift(); if (e8) record(e8.x); return items.length;',
  'const p = { x: 1 }; const l = []; if (n > 2) l.push(p); const q = l[n]; return p ? 1 : 2;',
  'const p = { x: 1 }; const l = []; if (n > 2) l.push(p); const q = l[n * 0]; return [p ? 1 : 2, q ? 3 : 4, q === p, q === undefined];',
  'const f = (x) => x + 1; const l = []; if (n > 2) l.push(f); const q = l[n * 0]; return [f ? 1 : 2, q ? q(1) : 4];',
  'const p = { x: 1 }; const l = []; for (const e of v) if (e > 1) l.push(p); let t = 0; for (let i = 0; i < n; i++) { const q = l[i]; if (q) { q.x += 1; t += 1; } } return [p.x, t, p ? 1 : 0];',
  'const p = { x: 1 }, r = { x: 5 }; const l = []; for (const e of v) l.push(e > 1 ? p : r); let t = 0; for (let i = 0; i < n; i++) { const q = l[i]; if (q !== undefined) t += q.x; } return [t, p ? 1 : 0, r ? 1 : 0];',
  'const p = { x: 1 }; const l = []; if (n > 2) l.push(p); const q = l[n * 0]; if (q !== undefined) q.x = 7; return p.x;',
  'const p = { x: 1 }; const l = []; if (n > 2) l.push(p); const q = l.pop(); if (q !== undefined) q.x = 7; return [p.x, p ? 1 : 2];',
  'const p = { x: 1 }; const l = []; if (n > 2) l.push(p); return l[n * 0]?.x ?? 9;',
  'const p = { x: 1 }; const l = []; if (n > 2) l.push(p); const { x = 3 } = l[n * 0] ?? {}; return x;',
];

describe.each(executors)(
  'objects that arrays may have at an index, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });
  },
);
