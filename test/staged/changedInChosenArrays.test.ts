import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* A tensor chooses one of several arrays, whose elements are changed by the one name or the other. */
const bodies: readonly string[] = [
  'const items = []; for (const e of v) if (e > 0) items.push({ x: e }); const other = b > 0 ? [{ x: 7 }] : items; if (items.length > 0) items[0].x = a; return [items.map((o) => o.x), other.map((o) => o.x)];',
  'const items = []; for (const e of v) if (e > 0) items.push({ x: e }); const other = b > 0 ? [{ x: 7 }] : items; if (other.length > 0) other[0].x = a; return [items.map((o) => o.x), other.map((o) => o.x)];',
  'const items = []; for (const e of v) if (e > 0) items.push({ x: e }); const e = items[0]; const other = b > 0 ? [{ x: 7 }] : items; if (e) e.x = a; return [items.map((o) => o.x), other.map((o) => o.x)];',
  'const items = []; for (const e of v) if (e > 0) items.push({ x: e }); const other = b > 0 ? [{ x: 7 }] : items; const e = other[0]; if (e) e.x = a; return [items.map((o) => o.x), other.map((o) => o.x)];',
  'const items = [{ x: 0 }]; for (const e of v) if (e > 0) items.push({ x: e }); const other = b > 0 ? [{ x: 7 }] : items; other[0].x = a; return [items.map((o) => o.x), other.map((o) => o.x)];',
  'const items = [{ x: 0 }]; for (const e of v) if (e > 0) items.push({ x: e }); const other = b > 0 ? [{ x: 7 }] : items; const e = other[0]; e.x = a; return [items.map((o) => o.x), other.map((o) => o.x)];',
  'const items = []; if (flag) items.push({ x: a }); const other = b > 0 ? [{ x: 7 }] : items; if (items.length > 0) items[0].x = 9; return [items.map((o) => o.x), other.map((o) => o.x)];',
  'const items = [{ x: 0 }]; for (const e of v) if (e > 0) items.push({ x: e }); const other = b > 0 ? [{ x: 7 }] : items; for (const o of items) o.x += 1; return [items.map((o) => o.x), other.map((o) => o.x)];',
  'const items = []; for (const e of v) if (e > 0) items.push({ x: e }); const other = b > 0 ? [{ x: 7 }] : items; for (const o of other) o.x += 1; return [items.map((o) => o.x), other.map((o) => o.x)];',
  'const items = []; for (const e of v) if (e > 0) items.push({ x: e }); const o = { items, k: 1 }; const p = b > 0 ? { items: [], k: 2 } : o; for (const q of p.items) q.x += 1; return [o.items.map((o) => o.x), p.items.map((o) => o.x)];',
  'const items = []; for (const e of v) if (e > 0) items.push({ x: e }); const o = { items, k: 1 }; const p = b > 0 ? { items: [], k: 2 } : o; for (const q of o.items) q.x += 1; return [o.items.map((o) => o.x), p.items.map((o) => o.x)];',
  'const p = [], q = []; for (const e of v) { if (e > 0) p.push({ x: e }); else q.push({ x: e }); q.push({ x: 1 }); } const r = a > 0 ? p : q; for (const o of r) o.x *= 2; return [p.map((o) => o.x), q.map((o) => o.x), r.map((o) => o.x)];',
  'const p = [], q = []; for (const e of v) { if (e > 0) p.push({ x: e }); else q.push({ x: e }); q.push({ x: 1 }); } const r = a > 0 ? p : q; const s = b > 0 ? r : p; for (const o of s) o.x *= 2; return [p, q, r, s].map((l) => l.map((o) => o.x));',
  'const p = [], q = []; for (const e of v) { if (e > 0) p.push({ x: e }); else q.push({ x: e }); q.push({ x: 1 }); } const r = a > 0 ? p : q; for (const o of q) o.x += 5; r.push({ x: 8 }); r.at(-1).x = 3; return [p, q, r].map((l) => l.map((o) => o.x));',
  'const p = [], q = []; for (const e of v) { p.push({ x: e }); q.push({ x: e }); } let cur = p, next = q; for (const e of v) { for (let i = 0; i < cur.length; i++) next[i].x = cur[i].x + e; [cur, next] = [next, cur]; } return [p, q, cur].map((l) => l.map((o) => o.x));',
  'const p = []; for (const e of v) p.push({ x: e, in: [{ y: 1 }] }); const r = a > 0 ? p : []; for (const o of r) o.in[0].y += 1; return [p.map((o) => o.in[0].y), r.map((o) => o.in[0].y)];',
  'const p = []; for (const e of v) if (e > 0) p.push({ x: e }); const f = p[0]; const r = a > 0 ? p : []; p.unshift({ x: 8 }); const g = p[1]; if (g) g.x = 3; return [p.map((o) => o.x), r.map((o) => o.x)];',
  'class Item { constructor(x) { this.x = x; } up() { this.x += 1; } } const p = []; for (const e of v) if (e > 0) p.push(new Item(e)); const r = a > 0 ? p : [new Item(0)]; for (const o of p) o.up(); r.forEach((o) => o.up()); return [p.map((o) => o.x), r.map((o) => o.x)];',
  'const p = []; for (const e of v) if (e > 0) p.push({ x: e }); let r = p; for (const e of v) { if (e > 2) r = r.filter((o) => o.x > 1); else if (e < 1) r = p; } return [p.map((o) => o.x), r.map((o) => o.x)];',
  'const p = []; for (const e of v) if (e > 0) p.push({ x: e }); const B = [{ x: 7 }]; const r = b > 0 ? B : p; if (r.length > 0) r[0].x = 9; return [p.map((o) => o.x), r.map((o) => o.x)];',
  'let items = []; for (const e of v) if (e > 0) items.push({ x: e }); items.push({ x: 1 }); const e = items[0]; if (b > 0) items = [{ x: 7 }]; e.x = a; return items.map((o) => o.x);',
];

describe.each(executors)(
  'elements that are changed in one of two arrays, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });
  },
);
