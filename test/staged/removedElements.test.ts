import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Elements that shift(), pop() and splice() take away from an array whose length a tensor decides, and that the program has read of it before. */
const bodies: readonly string[] = [
  'const q = [{ x: 1 }]; for (const e of v) if (e > 0) q.push({ x: e }); const f = q[0]; const h = q.shift(); h.x = 9; return [f.x, h.x, q.length];',
  'const q = [{ x: 1 }]; for (const e of v) if (e > 0) q.push({ x: e }); const f = q[0]; const h = q.shift(); h.x = 9; return [h.x, q.map((o) => o.x)];',
  'const q = [{ x: 1 }]; for (const e of v) if (e > 0) q.push({ x: e }); const h = q.shift(); const f = q[0]; h.x = 9; return [f?.x ?? -1, h.x, q.length];',
  'const q = [{ x: 1 }]; for (const e of v) if (e > 0) q.push({ x: e }); const l = q.at(-1); const h = q.pop(); h.x = 9; return [l.x, h.x, q.length];',
  'const q = [{ x: 1 }]; for (const e of v) if (e > 0) q.push({ x: e }); const l = q.find((o) => o.x > 0); const h = q.pop(); h.x = 9; return [l.x, h.x, q.length];',
  'const q = [{ x: 1 }]; for (const e of v) if (e > 0) q.push({ x: e }); const l = q[0]; const h = q.shift(); const d = [h]; if (a > 0) d.push({ x: 3 }); d[0].x = 9; return [l.x, q.length];',
  'const q = [{ x: 1 }]; for (const e of v) if (e > 0) q.push({ x: e }); const l = q[0]; let s = 0; while (q.length > 0) { const h = q[0]; q.shift(); s += h.x; } return [l.x, s];',
  'const q = [{ x: 1 }]; for (const e of v) if (e > 0) q.push({ x: e }); let s = 0; while (q.length > 0) { const h = q.shift(); h.x += 1; s += h.x; } return [s];',
  'const q = [{ x: 1 }]; for (const e of v) if (e > 0) q.push({ x: e }); let s = 0; while (q.length > 0) { const l = q[0]; const h = q.shift(); h.x += 1; s += l.x; } return [s];',
  'const q = [{ x: 1 }]; for (const e of v) if (e > 0) q.push({ x: e }); const h = q.shift(); const f = q[0]; if (f) f.x = 9; return [h.x, q.map((o) => o.x)];',
  'class Node { constructor(x) { this.x = x; this.n = 0; } visit() { this.n += 1; return this; } } const q = [new Node(1)]; for (const e of v) if (e > 0) q.push(new Node(e)); const top = q.at(-1); const t = q.pop().visit(); return [top.n, t.n, q.reduce((s, o) => s + o.n, 0)];',
  'const q = [{ x: 1, p: { y: 1 } }]; for (const e of v) if (e > 0) q.push({ x: e, p: { y: e } }); const f = q[0].p; const h = q.shift(); h.p.y = 9; return [f.y, h.p.y];',
  'const q = [{ x: 1 }]; for (const e of v) if (e > 0) q.push({ x: e }); const f = q[a > 0 ? 0 : 1]; const h = q.shift(); h.x = 9; return [f?.x ?? -1, h.x];',
  'const q = [{ x: 1 }]; for (const e of v) if (e > 0) q.push({ x: e }); if (a > 0) { const f = q[0]; const h = q.shift(); h.x = 9; record(f.x); } return q.map((o) => o.x);',
  'const q = [{ x: 1, w: 0 }]; for (const e of v) if (e > 0) q.push({ x: e, w: 0 }); const done = []; while (q.length > 0) { if (q[0].x > 0) q[0].w = 1; const h = q.shift(); h.w += 2; done.push(h); } return done.map((o) => o.w);',
  'const items = []; for (const e of v) items.push(e); items.splice(0); const x = items.shift(); return [items.length, x ?? -1];',
  'const items = []; for (const e of v) if (e > 100) items.push(e); for (const e of v) items.push(e); const l = items.slice(1, 1); return [l[0] ?? -1, l.pop() ?? -2, l.length];',
  'const items = []; for (const e of v) if (e > 100) items.push(e); for (const e of v) items.push(e); const l = items.slice(0, 2); return [l[2] ?? -1, l.at(4) ?? -2, l.length];',
  'const items = []; for (const e of v) items.push({ x: e }); items.splice(1); const y = items[1]; const z = items[0]; return [y?.x ?? -1, z.x, items[3]?.x ?? 4];',
  'let items = []; for (const e of v) items.push(e); items.splice(0, 3); if (items.length > 0) { const g = items.shift(); return g; } return items[0] ?? 9;',
];

/** No graph can tell whether what was read is the element that is changed. */
const refused: readonly string[] = [
  'const q = [{ x: 1 }]; for (const e of v) if (e > 0) q.push({ x: e }); const c = [...q]; const h = q.shift(); c[0].x = 9; return [h.x, q.length];',
  'const q = [{ x: 1 }]; for (const e of v) if (e > 0) q.push({ x: e }); const c = [...q]; const h = q.shift(); const d = c[0]; h.x = 9; return [d.x, q.length];',
  'const q = [{ x: 1 }]; for (const e of v) if (e > 0) q.push({ x: e }); const l = q.find((o) => o.x > 0); const [h] = q.splice(0, 1); h.x = 9; return [l.x, h.x, q.length];',
  'const q = [{ x: 1 }]; for (const e of v) if (e > 0) q.push({ x: e }); let l = q[0]; let s = 0; while (q.length > 0) { const h = q.shift(); h.x += 1; s += h.x; if (q.length > 0) l = q[0]; } return [l.x, s];',
  'const q = [{ x: 1 }]; for (const e of v) if (e > 0) q.push({ x: e }); const l = q[0]; let s = 0; while (q.length > 0) { const h = q.shift(); h.x += 1; s += h.x; } return [l.x, s];',
  'const q = [{ x: 1 }]; for (const e of v) if (e > 0) q.push({ x: e }); const l = q[0]; let s = 0; while (q.length > 0) { q[0].x += 1; s += q[0].x; q.shift(); } return [l.x, s];',
  'const q = [{ x: 1 }]; for (const e of v) if (e > 0) q.push({ x: e }); const l = q.at(-1); let s = 0; while (q.length > 0) { const h = q.pop(); h.x += 1; s += h.x; } return [s, l.x];',
];

describe.each(executors)('elements that are taken away, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it.each(refused)('refuses: %s', async (body) => {
    const { failure } = await compareBody(body, backend);
    expect(failure?.actual.refusal).toBe('chosen-object');
  });
});
