import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Arrays of other lengths that an iteration may put in the place of one, and lengths that only one of several arrays has. */
const bodies: readonly string[] = [
  "let marks = []; let x = 0; for (const e of v) { record(marks.length); if (e > 1) marks = ['c']; } return marks.length;",
  "let marks = []; const done = []; if (flag) done.push({ x: b }); for (const o of done) { record(marks.length); if (o.x > 1) marks = ['c']; } return marks.length;",
  "let marks = []; const done = []; if (flag) done.push({ x: b }); for (const o of done) { if (o.x > 1) marks = ['c']; } return marks.length;",
  "let marks = ['a']; for (const e of v) { if (e > 1) marks = []; else marks.push('b'); } return [marks.length, marks.indexOf('b')];",
  "let marks = ['a']; for (const e of v) { if (e > 1) marks = ['k', 'l']; } return [marks.length, marks.indexOf('l')];",
  "let marks = ['a']; for (let i = 0; i < n; i++) { if (i > 1) marks = ['k', 'l']; else marks = [...marks, 'b']; } return [marks.length, marks.indexOf('l')];",
  "let marks = ['a']; for (let i = 0; i < n; i++) { if (marks.length > 2) marks = ['k', 'l']; else marks = [...marks, 'b']; } return [marks.length, marks.indexOf('l')];",
  "let marks = ['a']; for (const e of v) { if (e > 1) marks = []; } return [marks.length, marks.indexOf('a')];",
  'const f = (x) => x + 1, g = (x) => x * 2; let fs = [f]; for (const e of v) { if (e > 1) fs = [g, f]; } let r = 1; for (const h of fs) r = h(r); return r;',
  "let marks = ['a']; for (const e of v) { marks = e > 1 ? ['x', 'y'] : e > 0 ? ['z'] : []; } return [marks.length, marks.indexOf('y')];",
  "let marks = ['a']; for (const e of v) { if (e > 1) { marks = []; } marks.push('q'); } return [marks.length, marks.filter((m) => m === 'q').length];",
  "const s = { marks: ['a'] }; for (const e of v) { if (e > 1) s.marks = ['k', 'l']; else if (e < 0) s.marks = []; } return [s.marks.length, s.marks.indexOf('l')];",
  "let marks = ['a', 'b']; for (const e of v) { if (e > 1) marks = ['k', 'l']; } return [marks.length, marks.indexOf('l'), marks.join('') === 'kl'];",
  "let state = { marks: ['a'], k: 0 }; for (const e of v) { state = e > 1 ? { ...state, marks: [] } : { marks: [...state.marks, 'n'], k: state.k + 1 }; } return [state.k, state.marks.length];",
  "let best = ['a']; for (const e of v) { const c = e > 1 ? ['p', 'q', 'r'] : ['s']; if (c.length > best.length) best = c; } return [best.length, best.indexOf('r')];",
  "let path = ['start']; for (const e of v) { if (e > 2) break; path = e > 1 ? ['left'] : [...path, 'right']; } return [path.length, path.indexOf('right')];",
  'class Item { constructor(k) { this.k = k; } } let items = []; for (const e of v) items.push(new Item(0)); if (a > 0) items = []; if (items.length) items.length = 2; if (b < 0.25) items.unshift(new Item(items.reduce((sum, p) => 0, 0))); return items.length;',
  'class Item { constructor(k) { this.k = k; } } let items = []; for (const e of v) items.push(new Item(0)); if (a > 0) items = []; if (b < 0.25) items.unshift(new Item(items.reduce((sum, p) => 0, 0))); return items.length;',
  'let items = []; for (const e of v) items.push({ k: 0 }); if (a > 0) items = []; if (items.length) items.length = 2; if (b < 0.25) items.unshift({ k: items.reduce((sum, p) => 0, 0) }); return items.length;',
  'let items = []; for (const e of v) items.push({ k: 0 }); if (a > 0) items = []; if (items.length) items.length = 2; if (b < 0.25) items.unshift({ k: b * 2 }); return items.length;',
  'let items = []; for (const e of v) items.push({ k: 0 }); if (a > 0) items = []; if (items.length) items.length = 2; if (b < 0.25) items.push({ k: b * 2 }); return items.length;',
  'let items = []; for (const e of v) items.push({ k: 0 }); if (a > 0) items = []; items.length = 0; if (b < 0.25) items.push({ k: b * 2 }); return items.length;',
  'let items = []; for (const e of v) items.push({ k: 0 }); items.length = 0; if (b < 0.25) items.push({ k: b * 2 }); return items.length;',
  'let items = []; for (const e of v) items.push({ k: 0 }); if (items.length > 2) items.length = 2; if (b < 0.25) items.push({ k: b * 2 }); return items.length;',
  'let items = []; for (const e of v) items.push({ k: 0 }); if (items.length > 2) items.length = 2; if (b < 0.25) items.push({ k: items.length * 2 }); return items.map((o) => o.k);',
  'let items = []; for (const e of v) items.push({ k: 0 }); if (items.length) items.length = 2; if (b < 0.25) { const t = items.reduce((s, p) => s + 1, 0); items.push({ k: t }); } return items.map((o) => o.k);',
  'let items = []; for (const e of v) items.push({ k: 0 }); if (items.length) items.length = 2; if (b < 0.25) { items.push({ k: items.reduce((s, p) => s + 1, 0) }); } return items.map((o) => o.k);',
  'let items = []; for (const e of v) items.push({ k: 0 }); if (b < 0.25) { items.push({ k: items.reduce((s, p) => s + 1, 0) }); } return items.map((o) => o.k);',
  "let w = a > 0 ? ['b', 'c'] : ['d']; for (let i = 0; i < n; i++) w = w.slice(1); return w.length;",
  "let w = a > 0 ? ['b', 'c'] : ['d']; for (let i = 0; i < n; i++) w = [...w, 'x']; return [w.length, w.indexOf('x')];",
  "let w = a > 0 ? ['b', 'c'] : ['d']; for (const e of v) { if (e > 1) w = ['z']; } return [w.length, w.indexOf('z')];",
  "let w = a > 0 ? ['b', 'c'] : ['d']; for (const e of v) { if (e > 1) w = [...w, 'z']; } return [w.length, w.indexOf('z')];",
  "let w = a > 0 ? ['b', 'c'] : ['d']; for (const e of v) { if (e > 1) w.push('z'); } return [w.length, w.indexOf('z')];",
  "let w = a > 0 ? ['b', 'c'] : ['d']; for (const e of v) { w = w.filter((m) => m !== 'c'); w.push('q'); } return [w.length, w.indexOf('c')];",
  "let w = a > 0 ? ['b'] : ['d']; for (let i = 0; i < n; i++) w = [...w, 'x']; return [w.length, w.indexOf('x')];",
  "let w = a > 0 ? ['b', 'c'] : []; for (const e of v) { if (e > 1 && w.length > 0) w = w.slice(0, -1); } return w.length;",
  "let w = ['a']; if (a > 0) w = ['b', 'c']; while (w.length < n + 2) w = ['k', ...w]; return [w.length, w.at(-1) === 'c'];",
  "let marks = ['a']; for (const e of v) { for (const f of v) { if (e > 1) marks = []; if (f > 0) marks.push('c'); } } return marks.length;",
  "let marks = ['a']; for (const e of v) { if (e > 1) marks = []; if (e > 0) marks.push('c'); } return marks.length;",
  "let marks = ['a']; const items = []; for (const e of v) items.push(e); for (const e of items) { record(items.length); if (!flag) break; for (const f of v) { if (e > 1) marks = []; if (f > 0) marks.push('c'); } } return marks.length;",
  "let marks = ['a']; for (const e of v) { if (!flag) break; for (const f of v) { if (e > 1) marks = []; if (f > 0) marks.push('c'); } } return marks.length;",
  "let marks = ['a']; for (const e of v) { if (!flag) break; if (e > 1) marks = []; if (e > 0) marks.push('c'); } return marks.length;",
  "let marks = ['a']; for (const e of v) { if (flag) { for (const f of v) { if (e > 1) marks = []; } } } return marks.length;",
  "let marks = ['a']; for (const e of v) { if (flag) { for (const f of v) { if (e > 1) marks = []; marks.push('b'); } } } return [marks.length, marks.indexOf('a')];",
  "let marks = ['a']; if (flag) { for (const e of v) { if (e > 1) marks = []; marks.push('b'); } } for (const e of v) { if (e > 2) marks = []; marks.push('c'); } return [marks.length, marks.indexOf('a')];",
  "const A = ['b', 'c'], B = ['d']; let w = a > 0 ? A : B; for (const e of v) { if (e > 1) w.push('z'); else w = w.slice(1); } return [w.length, A.length, B.length];",
  "const A = ['b', 'c'], B = ['d']; let w = a > 0 ? A : B; for (const e of v) { w.push('z'); if (e > 1) w = ['q']; } return [w.length, A.length, B.length];",
  "const A = ['b', 'c'], B = ['d']; let w = a > 0 ? A : B; for (let i = 0; i < n; i++) { w = [...w, 'k']; } A.push('m'); return [w.length, A.length, B.length];",
  'const f = (x) => x + 1, g = (x) => x * 2; let fs = a > 0 ? [f, g] : [g]; for (let i = 0; i < n; i++) fs = [...fs, f]; let r = 1; for (const h of fs) r = h(r); return r;',
  "let w = a > 0 ? [null, 'c'] : ['d']; for (const e of v) { w = w.filter((x) => x !== 'd'); } return [w.length, w[0] === null];",
  "const s = { w: a > 0 ? ['b', 'c'] : ['d'] }; for (const e of v) { s.w = e > 1 ? [] : [...s.w, 'e']; } return [s.w.length, s.w.includes('c')];",
  "let w = a > 0 ? ['b', 'c'] : b > 0 ? ['d'] : []; for (const e of v) { if (w.length > 2) break; w = [...w, 'x']; } return [w.length, w.indexOf('x')];",
  "let w = a > 0 ? ['b', 'c'] : ['d']; let u = b > 0 ? ['k'] : []; for (const e of v) { const t = w; w = u; u = t; } return [w.length, u.length, w.includes('k')];",
  "let w = a > 0 ? [a, 'c'] : ['d']; for (const e of v) { w = w.slice(0, 1); } return w.length;",
  'const items = []; for (let j = 0; j < n; j++) items.push({ x: 1 }); let done = []; done = 2 >= b ? [{ x: a, k: n % 16 }] : done; for (let j = 0; j < items.length; j++) { done = done; } const e = done.find((p) => 1); if (e) e.x = 1; done.push({ x: a, k: 1 }); return done.map((p) => p.x);',
  'let done = []; if (b > 1) done = [{ x: a, k: 2 }]; for (let j = 0; j < n; j++) { done = done; } if (done.length > 0) done[0].x = 1; done.push({ x: a, k: 1 }); return done.map((p) => p.x);',
  'let done = []; if (b > 1) done = [{ x: 0, k: 2 }]; for (let j = 0; j < n; j++) { done = done; } const e = done[0]; if (e) e.x = 1; done.push({ x: a, k: 1 }); return done.map((p) => p.x);',
  'let done = []; if (b > 1) done = [{ x: 0, k: 2 }]; for (let j = 0; j < n; j++) { if (j > a) done = []; } const e = done[0]; if (e) e.x = 1; done.push({ x: a, k: 1 }); return done.map((p) => p.x);',
  'let done = []; const q = { x: 0, k: 2 }; if (b > 1) done = [q]; for (let j = 0; j < n; j++) { if (j > a) done = done.slice(0, 1); } const e = done[0]; if (e) e.x = 1; done.push({ x: a, k: 1 }); return [q.x, done.map((p) => p.x)];',
  'let done = []; done = 2 >= b ? [{ x: a, k: n * 2 }] : done; for (let j = 0; j < n; j++) { done = done; } const e = done[0]; if (e) e.x = 1; done.push({ x: a, k: 1 }); return done.map((p) => p.x);',
  'let done = []; if (b > 1) done = [{ x: a, k: n * 2 }]; for (let j = 0; j < n; j++) { done = done; } const e = done[0]; if (e) e.x = 1; done.push({ x: a, k: 1 }); return done.map((p) => p.x);',
  'const layers = [(x) => [a + x[0], b + x[1]]]; if (flag) layers.push((x) => x.map((e) => e * 2)); return layers.reduce((h, layer) => layer(h), v).length;',
  'const layers = [(x) => [a + x[0], b + x[1]]]; if (flag) layers.push((x) => x.map((e) => e * 2)); let h = v; for (const layer of layers) h = layer(h); return h;',
  'const fs = []; for (const x of v) if (x > 0) fs.push(x); let h = { sum: a }; for (const f of fs) h = { sum: f, before: h }; return [h.sum, h.before?.sum ?? -1];',
];

describe.each(executors)('chosen arrays in loops, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
