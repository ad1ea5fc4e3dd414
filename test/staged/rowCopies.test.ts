import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

const rows = (object: string) =>
  `const l = []; for (const x of v) if (x > -100) l.push(${object}); `;

/* Elements of arrays whose length a tensor decides that the program holds twice, or in two arrays. */
const bodies: readonly string[] = [
  `${rows('{ x, y: 1 }')}const p = l[0]; const q = l[0]; p.x = 5; q.y = 6; return [p.x, q.x, l[0].x, p.y, l[0].y];`,
  `${rows('{ x, y: 1 }')}const p = l[0]; const q = l.find((o) => o.y > 0); p.x = 5; q.y = 6; return [p.x, q.x, l[0].x, p.y, l[0].y];`,
  `${rows('{ p: { x, y: 0 }, k: 1 }')}const p = l[0].p; const q = l[0]; p.x = 7; q.p.y = 3; q.k = 9; return [l[0].p.x, l[0].p.y, p.y, q.p.x, l[0].k];`,
  `${rows('[x, 1]')}const p = l[1]; const q = l[1]; p[0] = 7; q[1] = 8; return [l[1][0], l[1][1], p[0], p[1], q[0], q[1]];`,
  `${rows('{ x, v: 0 }')}for (const p of l) { for (const q of l) { q.v += 1; } p.v *= 2; } return l.map((o) => o.v);`,
  `${rows('{ x, v: 0 }')}let i = 0; while (i < l.length) { const p = l[i]; let j = 0; while (j < l.length) { const q = l[j]; p.v += q.x; q.x += 1; j++; } i++; } return l.map((o) => [o.x, o.v]);`,
  `${rows('{ x, r: 0 }')}for (const [i, o] of l.entries()) o.r = i; return l.map((o) => o.r);`,
  `${rows('{ x, r: 0 }')}for (const o of l.values()) o.r = 5; return l.map((o) => o.r);`,
  `${rows('{ x, r: 0 }')}const best = l[1]; l.sort((c, d) => d.x - c.x); l.forEach((o, i) => { o.r = i; }); return [best.x, l[0].r];`,
  `${rows('{ x, r: 0 }')}let m = l; if (a > 0) { m = m.filter((o) => o.x > 1); for (const o of m) o.r += 1; } else { for (const o of m) o.r -= 1; } for (const o of m) o.r *= 2; return m.map((o) => o.r);`,
  `${rows('{ x, r: 0 }')}let m = l; let k = 0; while (k < n) { m = m.filter((o) => o.x > k); for (const o of m) o.r += 1; m.push({ x: k + 5, r: 0 }); k += 1; } for (const o of m) o.r *= 2; return m.map((o) => o.r);`,
  `${rows('{ x, r: 0 }')}const s = l.slice().sort((c, d) => d.x - c.x); s.forEach((o, i) => { o.r = i; }); return s.map((o) => [o.x, o.r]);`,
  `${rows('{ x, t: 0 }')}const done = []; while (l.length > 0) { const o = l.shift(); o.t += 1; if (o.t < o.x) l.push(o); else done.push(o); } return done.map((o) => [o.x, o.t]);`,
  `${rows('{ x, t: 0 }')}const done = []; while (l.length > 0) { const o = l.shift(); o.t += 1; done.push(o); if (l.length > 0) { const p = l.pop(); p.t += 10; done.push(p); } } return done.map((o) => [o.x, o.t]);`,
  `${rows('{ x, t: 0 }')}for (let i = 0; i < n; i++) { l.push(l.shift()); l[0].t += 1; } return l.map((o) => [o.x, o.t]);`,
  `${rows('{ x }')}const s = l[0]; l.push({ ...s }); l[0].x = 77; return l.map((o) => o.x);`,
  `${rows('{ x, k: 0 }')}let i = 1; while (i < l.length) { let j = i; while (j > 0 && l[j - 1].x < l[j].x) { [l[j], l[j - 1]] = [l[j - 1], l[j]]; j--; } i++; } l[0].k = 5; l.at(-1).k = 6; return l.map((o) => [o.x, o.k]);`,
  `${rows('{ x }')}const [o] = l.splice(1, 1); o.x = 9; l[0].x = 5; return [l.length, l[0].x, l[1].x, o.x];`,
  `${rows('{ x }')}l.unshift({ x: 4 }); l.splice(1, 1, { x: 9 }, { x: 10 }); for (const o of l) o.x += 1; const p = l.pop(); p.x = 100; l[0].x = 9; return l.map((o) => o.x);`,
  'const runs = []; for (const x of v) { const k = x > 0 ? 1 : 0; const last = runs[runs.length - 1]; if (last !== undefined && last.k === k) last.count++; else runs.push({ k, count: 1 }); } return runs.map((r) => [r.k, r.count]);',
  'const uniq = []; for (const x of v) { if (!uniq.some((u) => Math.abs(u.x - x) < 0.5)) uniq.push({ x, c: 1 }); else uniq.find((u) => Math.abs(u.x - x) < 0.5).c += 1; } return uniq.map((u) => [u.x, u.c]);',
  'const st = []; for (const x of v) if (x > 1) st.push({ x }); const top = st[st.length - 1]; return top ? top.x : -1;',
  'const l = [{ c: 1 }]; if (a > 0) l[0].c = 7; else l.push({ c: 1 }); return l[0].c;',
  'const l = [{ c: a }]; const o = l[0]; if (a > 0) { l[0].c = b; l.push({ c: b }); } else o.c = 9; return [o.c, l.map((p) => p.c)];',
  'const t = { items: [{ p: { q: 1 }, c: a }] }; if (a > 0) { t.items[0].p.q = b; t.items.push({ p: { q: 2 }, c: b }); } else t.items[0].c = 9; return t.items.map((o) => [o.p.q, o.c]);',
  'const uniq = []; for (const x of v) { const i = uniq.findIndex((u) => u.x === x); if (i >= 0) uniq[i].c += 1; else uniq.push({ x, c: 1 }); } return uniq.map((u) => [u.x, u.c]);',
  'const cart = [{ id: 1, q: 1 }, { id: 2, q: 1 }]; const add = (id) => { const f = cart.find((c) => c.id === id); if (f) f.q++; else cart.push({ id, q: 1 }); }; for (const x of v) add(x); return cart.map((c) => [c.id, c.q]);',
  `${rows('{ q: { z: x } }')}[l[0].q, l[1].q] = [l[1].q, l[0].q]; return l.map((o) => o.q.z);`,
  `${rows('{ q: { z: x } }')}const q = l[0].q; l[0].q = { z: 5 }; q.z = 7; return [q.z, l.map((o) => o.q.z)];`,
  `${rows('{ q: { z: x }, k: 1 }')}const o = l[0]; const q = o.q; l[0].q = { z: 5 }; o.q.z += 1; l[0].k = 4; return [q.z, o.q.z, o.k, l.map((p) => p.q.z)];`,
];

/** The rows of the array that is read are not what they are in JavaScript. */
const stale: readonly string[] = [
  `${rows('{ x }')}l.filter((o) => o.x > 1).forEach((o) => { o.x = 50; }); return l.map((o) => o.x);`,
  `${rows('{ x }')}const m = l.slice(); m.forEach((o) => { o.x = 50; }); return l;`,
  `${rows('{ x }')}const m = [...l]; for (const o of m) o.x += 50; return l.map((o) => o.x);`,
  `${rows('{ x }')}const m = l.concat([{ x: 5 }]); for (const o of m) o.x += 50; return l.map((o) => o.x);`,
  `${rows('{ x }')}const m = l.map((o) => o); for (const o of m) o.x += 50; return l.map((o) => o.x);`,
  `${rows('{ x }')}const m = []; for (const o of l) m.push(o); for (const o of m) o.x += 50; return l.map((o) => o.x);`,
  `${rows('{ x }')}const m = l.slice(); l[0].x = 7; return m.map((o) => o.x);`,
  `${rows('{ x }')}const m = l.toSorted((p, q) => p.x - q.x); m[0].x = 7; return l[0].x;`,
  `${rows('[x, 1]')}const m = l.slice(); m[0][0] = 4; return l[0][0];`,
  `${rows('{ p: { x } }')}const q = l.map((o) => o.p); q[0].x = 8; return l[0].p.x;`,
  `${rows('{ x }')}const s = l[0]; l.push(s); l[0].x = 77; return l.map((o) => o.x);`,
  'const l = [], m = []; for (const x of v) if (x > -100) { const o = { x }; l.push(o); m.push(o); } l[0].x = 77; return m.map((o) => o.x);',
  `${rows('{ x, r: 0 }')}const m = l.slice(); for (let i = 0; i < n; i++) { const s = m.map((o) => o.r).reduce((c, d) => c + d, 0); for (const o of l) o.r += s + 1; } return l.map((o) => o.r);`,
];

describe.each(executors)('elements in two places, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it.each(stale)('refuses to read what has been changed elsewhere: %s', async (body) => {
    const { failure } = await compareBody(body, backend);
    expect(failure?.actual.refusal).toBe('chosen-object');
  });
});
