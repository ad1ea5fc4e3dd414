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
];

describe.each(executors)('chosen arrays in loops, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
