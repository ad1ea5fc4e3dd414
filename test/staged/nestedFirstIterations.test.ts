import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Loops whose first iteration is taken out, inside of others: these are told of what all iterations assign. */
const bodies: readonly string[] = [
  'const items = []; for (const e of v) items.push({ v: [e, e + 1] }); const done = []; items.forEach((it) => { let c = null; for (const e of it.v) if (c === null) { c = { x: e }; done.push(c); } }); return [done.length, done.map((o) => o.x)];',
  'const items = []; for (const e of v) items.push(e); const done = []; items.forEach((it) => { let c = null; for (const e of v) if (c === null) { c = e + it; done.push(c); } }); return [done.length, done];',
  'const items = []; for (const e of v) items.push(e); const done = []; const k = items.map((it) => { let c = null; for (const e of v) if (c === null) { c = e + it; done.push(c); } return c; }); return [done.length, done, k];',
  'const done = []; for (let i = 0; i < n; i++) { let c = null; for (const e of v) if (c === null) { c = e + i; done.push(c); } } return [done.length, done];',
  'const items = []; for (const e of v) if (e > 0) items.push(e); let t = 0; items.forEach((it) => { let c = null; for (let i = 0; i < n; i++) if (c === null) { c = it + i; t += c; } }); return t;',
  'const items = []; for (const e of v) if (e > 0) items.push(e); const s = { t: 0, l: [] }; items.forEach((it) => { let c = null; for (let i = 0; i < n; i++) { if (c === null) { c = { x: it + i }; s.l.push(c); } else c.x += 1; s.t += c.x; } }); return [s.t, s.l.map((o) => o.x)];',
  "const items = []; for (const e of v) if (e > 0) items.push(e); const m = new Map(); items.forEach((it) => { let c; for (let i = 0; i < n; i++) if (c === undefined) { c = it + i; m.set('k', (m.get('k') ?? 0) + c); } }); return m.get('k') ?? -1;",
];

describe.each(executors)(
  'first iterations in callbacks and loops, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });
  },
);
