import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Objects that the program goes on changing when it has pushed them onto an array whose length a tensor decides. */
const bodies: readonly string[] = [
  'const items = []; for (let i = 0; i < n; i++) { const cur = { x: i * a, c: 1 }; items.push(cur); cur.c += 1; } return items.map((i) => i.c);',
  'const items = []; for (let i = 0; i < n; i++) { const cur = { x: i * a, c: 1 }; items.push(cur); if (cur.x > 1) cur.c = 7; } return items.map((i) => i.c);',
  'const items = []; for (let i = 0; i < n; i++) { const cur = { x: i * a, c: 1 }; items.push(cur); items[0].c += 10; if (cur.x > 1) cur.c += 7; } return items.map((i) => i.c);',
  'const items = []; for (let i = 0; i < n; i++) { const cur = { x: i * a, c: 1 }; items.push(cur); items[items.length - 1].c += 10; cur.x += cur.c; } return items.map((i) => [i.c, i.x]);',
  'const items = []; let last = { x: 0, c: 0 }; for (let i = 0; i < n; i++) { const cur = { x: i * a, c: last.c + 1 }; items.push(cur); last = cur; } return [items.map((i) => i.c), last.c];',
  'const items = []; for (let i = 0; i < n; i++) { const cur = { x: i * a, c: [1, i] }; items.push(cur); cur.c[0] += 1; } return items.map((i) => i.c[0]);',
  'class P { constructor(x) { this.x = x; this.c = 0; } hit() { this.c++; } } const items = []; for (let i = 0; i < n; i++) { const cur = new P(i * a); items.push(cur); cur.hit(); if (i > 1) cur.hit(); } return items.map((i) => i.c);',
  'const items = []; const add = (x) => { const o = { x, c: 0 }; items.push(o); return o; }; for (let i = 0; i < n; i++) { const o = add(i * a); o.c += i; } return items.map((i) => i.c);',
  'const items = []; for (let i = 0; i < n; i++) { const o = { x: i * a, c: 0 }; items.push(o); const p = items.at(-1); p.c = 3; o.x = p.c + o.c; } return items.map((i) => [i.c, i.x]);',
  'const items = []; for (let i = 0; i < n; i++) { const o = { x: i * a, c: 0 }; items.push(o); const f = () => { o.c += 2; }; f(); if (i > 0) f(); } return items.map((i) => i.c);',
  'const items = []; for (let i = 0; i < n; i++) { const o = { x: i * a, c: 0 }; items.push(o); for (let j = 0; j < i; j++) o.c += j; } return items.map((i) => i.c);',
  'const items = []; for (let i = 0; i < n; i++) { const o = { x: i * a, c: 0 }; items.push(o); for (const p of items) p.c += 1; o.x = o.c; } return items.map((i) => [i.c, i.x]);',
  `const items = [], m = new Map(); for (let i = 0; i < n; i++) { const o = { x: i * a, c: 0 }; items.push(o); m.set('last', o); m.get('last').c = 4; } return items.map((i) => i.c);`,
  'let best = null; const items = []; for (let i = 0; i < n; i++) { const o = { x: (i * 7) % 4, c: 0 }; items.push(o); if (best === null || o.x > best.x) best = o; } return [items.length, best === null ? -1 : best.x];',
  'const items = []; const outer = { x: 1, c: 0 }; for (let i = 0; i < n; i++) { const o = { x: i * a, c: 0 }; items.push(o); outer.c += o.x; o.c = outer.c; } return [items.map((i) => i.c), outer.c];',
  'const items = []; for (let i = 0; i < n; i++) { const o = { p: { x: a, y: i }, c: 0 }; items.push(o); const { p } = o; p.x += 1; o.c = o.p.x + items.at(-1).p.x; } return items.map((i) => [i.p.x, i.c]);',
  'const items = []; for (let i = 0; i < n; i++) { const row = [i, a]; items.push(row); row[1] += 2; row[0] *= 2; } return items;',
  'const items = []; for (let i = 0; i < n; i++) { const o = { x: i, c: 0 }; items.push(o); if (o.x > 0) o.c = items[0].c + 1; else { o.c = 4; o.x = -1; } } return items.map((i) => [i.x, i.c]);',
  'const items = [], o = { x: 0, c: 0 }; for (let i = 0; i < n; i++) { if (i === 0) items.push(o); o.c += 1; } return [items.map((i) => i.c), o.c];',
  'const items = []; const o = { x: 0, c: 0 }; for (let i = 0; i < n; i++) items.push({ x: i, c: 1 }); items.push(o); o.c += 3; items[items.length - 1].c += 2; return [items.map((i) => i.c), o.c];',
  'const items = []; for (let i = 0; i < n; i++) items.push({ x: i, c: 1 }); const o = { x: 0, c: 0 }; items.push(o); o.c += 3; items[0].c += 2; if (a > 0) o.c += 10; return [items.map((i) => i.c), o.c];',
  'const items = []; for (let i = 0; i < n; i++) { const o = { x: i, c: 0 }; items.push(o); const q = o; q.c = 3; if (q.x > 0) q.x = 9; } return items.map((i) => [i.x, i.c]);',
  'const items = []; for (let i = 0; i < n; i++) { const o = { x: i, c: 0 }; items.push(o, { x: 1, c: 1 }); o.c = 2; } return items.map((i) => [i.x, i.c]);',
  'const items = []; for (let i = 0; i < n; i++) { const o = { x: i, c: 0 }, q = { x: -1, c: 7 }; items.push(o, q); o.c = 2; q.x = o.c + i; } return items.map((i) => [i.x, i.c]);',
  'const items = []; let t = 0; for (let i = 0; i < n; i++) { const o = { x: i, c: 0 }; items.push(o); const f = () => o.c; o.c = 4; t += f(); items[i].c = 6; t += f(); } return t;',
  'const stack = [{ v: n, d: 0 }]; let s = 0; while (stack.length > 0) { const top = stack.pop(); s += top.v; if (top.v > 1) { const c = { v: top.v - 1, d: 0 }; stack.push(c); c.d = top.d + 1; s += c.d * 10; } } return s;',
  'class Q { constructor() { this.items = []; this.count = 0; } add(v) { const e = { v, hits: 0 }; this.items.push(e); this.count++; return e; } } const q = new Q(); for (let i = 0; i < n; i++) { const e = q.add(i * b); e.hits = i; if (e.v > 2) e.hits += 5; } return [q.count, q.items.map((e) => e.hits)];',
  'const items = []; for (let i = 0; i < n; i++) { const o = { x: i, c: 0 }; items.push(o); for (const it of items) { if (it.x < i) o.c += it.c + 1; } } return items.map((i) => i.c);',
  'const items = []; for (let i = 0; i < n; i++) { const o = { x: i, c: 0 }; items.push(o); Object.assign(o, { c: i + 1 }); } return items.map((i) => i.c);',
  'const nodes = []; for (let i = 0; i < n; i++) { const node = { v: i, best: -1 }; nodes.push(node); let j = 0; while (j < i) { if (nodes[j].v * 2 >= i) node.best = j; j++; } } return nodes.map((p) => p.best);',
  'class P { constructor(x) { this.x = x; } } const out = []; for (let i = 0; i < n; i++) { const p = new P(i); out.push(p); p.x += 10; } return out.map((p) => p.x);',
  'const items = [], h = { cur: { x: 0, c: 0 } }; for (let i = 0; i < n; i++) { h.cur.c += 1; const o = { x: i, c: 0 }; items.push(o); h.cur = o; o.c += 5; } return [items.map((i) => i.c), h.cur.c];',
  'const items = []; let cur = null; for (let i = 0; i < n; i++) { cur = { x: i, c: 1 }; items.push(cur); } if (cur) cur.c = 9; return items.map((i) => i.c);',
  'const items = []; let cur = null; for (let i = 0; i < n; i++) { if (cur === null || i % 2 === 0) { cur = { x: i, c: 1 }; items.push(cur); } else cur.c += 1; } return items.map((i) => i.c);',
  'const items = []; for (let i = 0; i < n; i++) { const p = { x: a, y: i }; const o = { p, c: 0 }; items.push(o); p.x += 1; o.c = o.p.x; } return items.map((i) => [i.p.x, i.c]);',
];

/* Something else may hold the object too, or the array may not hold it where it was put. */
const refused: readonly string[] = [
  'const items = [], other = []; for (let i = 0; i < n; i++) { const cur = { x: i * a, c: 1 }; items.push(cur); other.push(cur); cur.c += 1; } return [items.map((i) => i.c), other.map((i) => i.c)];',
  'const items = []; for (let i = 0; i < n; i++) { const o = { x: i * a, c: 0 }; if (i !== 1) items.push(o); o.c = 5; } return items.map((i) => i.c);',
  'const items = []; for (let i = 0; i < n; i++) { const o = { x: i * a, c: 0 }; items.push(o); items.sort((p, q) => q.x - p.x); o.c = 5; } return items.map((i) => i.c);',
  'const items = []; for (let i = 0; i < n; i++) { const o = { x: i * a, c: 0 }; items.push(o); if (i > 1) items.pop(); o.c = 5; } return items.map((i) => i.c);',
  'const items = []; for (let i = 0; i < n; i++) { const o = { x: i * a, c: 0 }; items.push(o); items.push(o); o.c = i; } return items.map((i) => i.c);',
  'const items = [], h = { cur: { x: 0, c: 0 } }; for (let i = 0; i < n; i++) { const o = { x: i, c: 0 }; h.cur = o; items.push(o); h.cur.c += 5; } return [items.map((i) => i.c), h.cur.c];',
  'const items = [], m = new Map(); for (let i = 0; i < n; i++) { const o = { x: i, c: 0 }; m.set(i, o); items.push(o); o.c += 5; } return [items.map((i) => i.c), m.get(0)?.c];',
  'const items = [], m = new Map(); for (let i = 0; i < n; i++) { const o = { x: i, c: 0 }; items.push(o); m.set(i, o); o.c += 5; } return [items.map((i) => i.c), m.get(0)?.c];',
  'const pos = { x: a, y: b }; const items = []; for (let i = 0; i < n; i++) { const o = { p: pos, c: 0 }; items.push(o); o.p.x += 1; o.c = o.p.x; } return [items.map((i) => [i.p.x, i.c]), pos.x];',
  'const items = []; for (let i = 0; i < n; i++) { const o = { x: i, c: 0 }; if (a > 0) { items.push(o); o.c = 2; } else { items.push({ x: 0, c: 0 }); o.c = 3; } } return items.map((i) => [i.x, i.c]);',
  'const items = []; for (let i = 0; i < n; i++) { const o = { x: i, c: 0 }; items.unshift(o); o.c = 2; } return items.map((i) => [i.x, i.c]);',
  'const items = [], copy = []; for (let i = 0; i < n; i++) { const o = { x: i, c: 0 }; items.push(o); const l = items.slice(); o.c = 3; copy.push(l.at(-1).c); } return [items.map((i) => i.c), copy];',
  'let items = []; for (let i = 0; i < n; i++) { const o = { x: i, c: 0 }; items.push(o); items = items.filter((p) => p.x !== 1); o.c = 3; } return items.map((i) => i.c);',
  'const items = []; for (let i = 0; i < n; i++) { const o = { x: i, c: 0 }; items.push(o); const last = items.pop(); last.c = 8; items.push(last); o.x = 5; } return items.map((i) => [i.c, i.x]);',
];

describe.each(executors)('objects that have been pushed, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it.each(refused)('refuses to lose a change: %s', async (body) => {
    const { failure } = await compareBody(body, backend);
    expect(failure?.actual.refusal).toBe('chosen-object');
  });
});
