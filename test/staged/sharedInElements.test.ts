import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Elements of a growing array are rows. Objects in them may be held by one of them alone, or never be changed. */
const apart: readonly string[] = [
  `const l = [{p: {x: a}, h: {x: 0}}]; for (let i = 0; i < n; i++) l.push({p: {x: i}, h: l[0].h}); for (const o of l) o.p.x += 1; return l.reduce((s, o) => s + o.p.x + o.h.x, 0);`,
  `const base = {x: 0}; const l = []; for (let i = 0; i < n; i++) l.push({p: {x: i}, h: base}); for (const o of l) o.p.x += 1; return l.reduce((s, o) => s + o.p.x + o.h.x, 0);`,
  `const base = {x: 0}; const l = [{p: {x: a}, h: base}, {p: {x: b}, h: base}]; for (let i = 0; i < n; i++) l.push({p: {x: i}, h: base}); for (const o of l) o.p.x += 1; return l.reduce((s, o) => s + o.p.x + o.h.x, 0);`,
  `const l = [{p: {x: a}, k: 1}]; for (let i = 0; i < n; i++) { const o = l[l.length - 1]; l.push({p: {x: o.p.x + 1}, k: i}); o.k += 1; } return l.reduce((s, o) => s + o.p.x + o.k, 0);`,
  `const l = [{p: {x: a}, k: 1}]; for (let i = 0; i < n; i++) { const o = l[l.length - 1]; l.push({...o, k: i}); } for (const o of l) o.k += 1; return l.reduce((s, o) => s + o.p.x + o.k, 0);`,
  `const l = [{p: {x: a}, k: 1}]; for (let i = 0; i < n; i++) l.push({p: {x: i}, k: i}); for (let i = 0; i + 1 < l.length; i++) { const t = l[i].k; l[i].k = l[i + 1].k; l[i + 1].k = t; } for (const o of l) o.p.x += 1; return l.reduce((s, o) => s * 2 + o.p.x + o.k, 0);`,
  `const l = [{p: {x: a}, k: 1}]; for (let i = 0; i < n; i++) l.push({p: {x: i}, k: i}); const m = l.map((o) => ({p: o.p, k: o.k + 1})); for (const o of m) o.p.x += 1; return m.reduce((s, o) => s * 2 + o.p.x + o.k, 0);`,
  `const l = [{p: {x: a}, k: 1}]; for (let i = 0; i < n; i++) l.push({p: {x: i}, k: i}); const m = []; for (const o of l) m.push({p: o.p, k: o.k + 1}); for (const o of m) o.p.x += 1; return m.reduce((s, o) => s * 2 + o.p.x + o.k, 0);`,
  `const l = [{p: {x: a}, k: 1}]; for (let i = 0; i < n; i++) l.push({p: {x: i}, k: i}); const best = l[0]; for (const o of l) if (o.k > best.k) best.k = o.k; best.p.x = 7; return l.reduce((s, o) => s * 2 + o.p.x + o.k, 0);`,
  `const l = [[{x: a}, {x: b}]]; for (let i = 0; i < n; i++) l.push([{x: i}, {x: 1}]); for (const [p, q] of l) { p.x += 1; q.x += p.x; } return l.reduce((s, o) => s * 2 + o[0].x + o[1].x, 0);`,
  `const q = {items: [{x: a}]}; for (let i = 0; i < n; i++) q.items.push({x: i, c: {y: i}}); return q.items.length;`,
  `class P { constructor(x) { this.pos = {x, y: 0}; this.vel = {x: 1, y: 1}; } step() { this.pos.x += this.vel.x; this.pos.y += this.vel.y; } } const l = []; for (let i = 0; i < n; i++) l.push(new P(i)); for (let t = 0; t < 3; t++) for (const p of l) p.step(); return l.reduce((s, p) => s + p.pos.x * p.pos.y, 0);`,
  `const v0 = {x: 1, y: 2}; class P { constructor(x) { this.pos = {x, y: 0}; this.vel = v0; } step() { this.pos.x += this.vel.x; this.pos.y += this.vel.y; } } const l = []; for (let i = 0; i < n; i++) l.push(new P(i)); for (let t = 0; t < 3; t++) for (const p of l) p.step(); return l.reduce((s, p) => s + p.pos.x * p.pos.y, 0);`,
  `const l = [{p: {x: a}}]; for (let i = 0; i < n; i++) l.push({p: {x: i}}); for (let i = 0; i < l.length; i++) { const o = l[i]; o.p = {x: o.p.x + 1}; } l[0].p.x += 5; return l.reduce((s, o) => s * 2 + o.p.x, 0);`,
  `const l = []; let last = {x: a}; for (let i = 0; i < n; i++) { const o = {prev: last.x, p: {x: i}}; l.push(o); last = o.p; } for (const o of l) o.p.x += 1; return l.reduce((s, o) => s * 2 + o.p.x + o.prev, 0);`,
  `const z = {x: a}; const l = []; for (let i = 0; i < n; i++) { const o = {k: i, v: null}; l.push(o); } for (const o of l) o.v = z; if (l.length > 1) l[0].v.x = 9; return l.reduce((s, o) => s + o.v.x, 0);`,
];

/* What two elements hold is in two rows, of which a change would reach one; so is an element with two places. */
const shared: readonly string[] = [
  `const z = {x: a}; const l = [{v: z}, {v: z}]; for (let i = 0; i < n; i++) l.push({v: {x: i}}); l[0].v.x = 9; return l[1].v.x;`,
  `const z = {x: a}; const l = []; for (let i = 0; i < n; i++) l.push({v: z}); if (l.length > 1) { l[0].v.x = 9; return l[1].v.x; } return 0;`,
  `const z = {x: a}; const l = [{v: {x: 1}}]; for (let i = 0; i < n; i++) l.push({v: z}); l[0].v.x = 9; return l[l.length - 1].v.x;`,
  `const z = {x: a}; const l = [{v: {x: 1}}]; for (let i = 0; i < n; i++) { l.push({v: {x: i}}); } l.push({v: z}); l.push({v: z}); l[l.length - 1].v.x = 9; return l[l.length - 2].v.x;`,
  `const l = [{v: {x: a}}]; for (let i = 0; i < n; i++) l.push({v: l[0].v}); l[0].v.x = 9; return l[l.length - 1].v.x;`,
  `const l = [{v: {x: a}}]; for (let i = 0; i < n; i++) l.push({v: l[l.length - 1].v}); l[l.length - 1].v.x = 9; return l[0].v.x;`,
  `const l = []; for (let i = 0; i < n; i++) { const q = {x: i}; l.push({v: q, w: q}); } if (l.length > 0) { l[0].v.x = 9; return l[0].w.x; } return 0;`,
  `const l = [{v: {x: a}}]; for (let i = 0; i < n; i++) { const q = {x: i}; l.push({v: q}); l.push({v: q}); } const k = l.length - 1; l[k].v.x = 9; return k > 0 ? l[k - 1].v.x : 0;`,
  `const l = [{v: {x: a}}, {v: {x: b}}]; for (let i = 0; i < n; i++) l.push({v: {x: i}}); l[1].v = l[0].v; l[1].v.x = 9; return l[0].v.x;`,
  `const l = [{v: {x: a}}, {v: {x: b}}]; for (let i = 0; i < n; i++) l.push({v: {x: i}}); l[1].v = l[0].v; l[0].v.x = 9; return l[1].v.x;`,
  `const l = [{v: {x: a}, w: {x: b}}]; for (let i = 0; i < n; i++) l.push({v: {x: i}, w: {x: 1}}); l[0].w = l[0].v; l[0].v.x = 9; return l[0].w.x;`,
  `const l = [{v: [a]}]; for (let i = 0; i < n; i++) l.push({v: l[0].v}); l[0].v[0] = 9; return l[l.length - 1].v[0];`,
  `const l = [{v: {x: a}}]; let q = {x: b}; for (let i = 0; i < n; i++) { l.push({v: q}); if (i > 1) q = {x: i}; } l[l.length - 1].v.x = 9; return l[1] ? l[1].v.x : 0;`,
  `const l = [{v: {x: a}}]; let q = {x: b}; for (let i = 0; i < n; i++) { q = {x: i}; l.push({v: q}); } l.push({v: q}); l[l.length - 1].v.x = 9; return l.length > 2 ? l[l.length - 2].v.x : 0;`,
  `const l = [{v: {x: a}}]; for (let i = 0; i < n; i++) { l.push({v: {x: i}}); l[i].v = l[i + 1].v; } l[0].v.x = 9; return l.length > 1 ? l[1].v.x : 0;`,
  `const z = {x: a}; const l = [{v: z}]; for (let i = 0; i < n; i++) { const o = {v: {x: i}}; if (flag) o.v = z; l.push(o); } l[l.length - 1].v.x = 9; return l[0].v.x;`,
  `const z = {x: a}; const l = [{v: z}, {v: z}]; for (let i = 0; i < n; i++) { l.push({v: {x: i}}); l[0].v.x += 1; } return l[1].v.x;`,
  `const l = [{v: {x: a}}]; for (let i = 0; i < n; i++) { const p = l[l.length - 1]; l.push({v: p.v, k: i}); p.v.x += 1; } return l.map((o) => o.v.x).reduce((s, x) => s + x, 0);`,
  `const l = []; for (let i = 0; i < n; i++) { l.push({k: i, v: {x: i}}); } const m = l.map((o) => ({k: o.k, v: o.v})); for (const o of m) o.v.x += 1; return l.reduce((s, o) => s + o.v.x, 0);`,
  `const l = []; for (let i = 0; i < n; i++) { l.push({k: i, v: {x: i}}); } const m = l.map((o) => ({...o})); for (const o of m) o.v.x += 1; return l.reduce((s, o) => s + o.v.x, 0);`,
  `const z = {x: a}; const l = [{v: {x: 0}}]; for (let i = 0; i < n; i++) l.push({v: {x: i}}); for (const o of l) o.v = z; l[0].v.x = 9; return l.reduce((s, o) => s + o.v.x, 0);`,
  `const l = [{x: a}]; for (let i = 0; i < n; i++) l.push({x: i}); l.push(l[0]); const r = l[l.length - 1]; l[0].x = 9; return r.x;`,
  `const l = [{x: a}]; for (let i = 0; i < n; i++) l.push({x: i}); l.push(l[0]); const r = l[l.length - 1]; r.x = 9; return l[0].x;`,
  `const l = [{x: a}]; for (let i = 0; i < n; i++) l.push({x: i}); const q = l[0]; l.push(l[0]); const r = l[l.length - 1]; r.x = 9; return q.x;`,
  `const z = {x: a}; const l = [z, z]; for (let i = 0; i < n; i++) l.push({x: i}); const r = l[1]; l[0].x = 9; return r.x;`,
  `const l = [{x: a}]; for (let i = 0; i < n; i++) l.push({x: i}); const q = l[0]; l.push(q); q.x = 9; return l[l.length - 1].x;`,
];

describe.each(executors)('objects in elements, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(apart)('that are in one of them, or not changed: %s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it.each(shared)('that several may hold are not changed in one: %s', async (body) => {
    const { failure } = await compareBody(body, backend);
    expect(failure?.actual.refusal).toBe('chosen-object');
  });
});
