import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Objects that a branch in a branch or loop adds to an array or Map, which hold what the branch or iteration around has made. */
const bodies: readonly string[] = [
  'const t = []; for (let i = 0; i < 2; i++) { if (a + i > 4) break; t.push({ i }); } return t.length;',
  'const t = []; for (let i = 0; i < 3; i++) { if (a + i > 3) break; t[t.length] = { i, x: a }; } return t.map((o) => o.i + o.x);',
  'let t = []; for (let i = 0; i < 3; i++) { if (a + i > 3) return t.length * 10; t = [...t, { i }]; } return t.length;',
  'const t = []; let i = 0; while (true) { if (a + i > 4) break; t.push({ i }); i++; } return t.map((o) => o.i);',
  'const m = new Map(); for (let i = 0; i < 2; i++) { if (a + i > 4) break; m.set(i, { i, x: a * i }); } return [...m.values()].map((o) => o.x + o.i);',
  'const t = []; for (const w of v) { const x = w * 3; if (w > 3) break; if (w > 1) { t.push({ x, w }); } } return t.map((e) => e.x + e.w);',
  'const t = []; if (b < 5) { const x = b + 1; if (a < 4) t.push({ x }); } return t.length;',
  'const t = []; if (b < 5) { const x = b + 1; if (a < 4) t.push({ x }); else t.push({ x: 3 }, { x: 4 }); } return t.length ? t.at(-1).x : 7;',
  'const t = []; if (b < 5) { const x = b * 3; if (a < 4) { if (n > 2) t.push({ x }); } } return t.map((e) => e.x);',
  'const t = []; if (b < 5) { const p = { x: b * 3, y: [b, b + 1] }; if (a < 1) t.push(p); } return t.map((e) => e.y[1] + e.x);',
  'const t = [{ x: 1 }]; if (b < 5) { const p = { x: b * 3 }; if (a < 1) t.push(p); else t.pop(); } return t.map((e) => e.x);',
  'const q = []; if (a < 4) { q.push({ x: a + 1 }); if (a > 2) q.pop(); } return q.length;',
  'class P { constructor(x) { this.x = x; } twice() { return this.x * 2; } } const t = []; if (b < 5) { const x = b + 1; if (a < 1) t.push(new P(x)); if (a < 4) t.push(new P(x * a)); } let s = 0; for (const p of t) s += p.twice(); return s;',
  'const o = { x: 1 }; const t = []; if (b < 5) { o.x = b * 2; const p = { x: b * 3 }; if (a < 1) t.push(o); else t.push(p); } return t.length ? t[0].x : 7;',
  'const o = { x: 1 }; const t = []; if (a < 2) t.push(o); if (b < 5) { const p = { x: b * 3 }; if (a < 1) t.push(p); } return t.map((e) => e.x);',
  'class Game { constructor() { this.t = []; } step(b, a) { if (b < 5) { const x = b * 3; if (a < 4) this.t.push({ x }); } } } const g = new Game(); g.step(b, a); g.step(a, b); return g.t.map((e) => e.x);',
  'const m = new Map(); if (b < 5) { const x = b * 3; if (a < 4) m.set(n, { x }); } return [...m.values()].map((o) => o.x);',
  "const t = []; try { if (b < 5) { const x = b + 1; if (a < 4) t.push({ x }); else throw new Error('no'); } } catch (e) { t.push({ x: 0 }); } return t.map((o) => o.x);",
  "const t = []; if (b < 5) { const x = b + 1; if (a < 4) t.push({ x, f: 'hi' }); else t.push({ x: 1, f: 'ho' }); } return t.length ? t[0].x : 0;",
];

/* What is added has taken the place of another object in branches that have ended, of which the array holds the first. */
const turns = (body: string, result: string) =>
  `const t = []; let o = { x: 1 }; for (let i = 0; i < 3; i++) { const w = v[i]; ${body} } return [o.x, ${result}];`;
const xs = 't.map((e) => e.x)';
const replaced: readonly string[] = [
  turns('if (w < a) { t.push(o); o = { x: o.x * w }; }', xs),
  turns('if (w < a) { t.push(o); o = { x: o.x + w }; } else { o = { x: 7 }; }', xs),
  turns('if (w < a) { t.unshift(o); o = { x: o.x + w }; }', xs),
  turns('if (w < a) { t[t.length] = o; o = { ...o, x: o.x + 1 }; }', xs),
  turns('if (w < a) { t.push(o); o = { x: o.x * w }; } else if (t.length > 0) o = t.pop();', xs),
  turns(
    'if (w < a) { t.push(o); o = { x: o.x * w }; } else if (t.length !== 0) o = t.shift();',
    xs,
  ),
  turns('if (w < a) { t.push(o); o = { x: o.x * w }; } else t.length = 0;', xs),
  turns(
    "try { if (w > a) throw new Error('no'); t.push(o); o = { x: o.x * w }; } catch (e) { }",
    xs,
  ),
  'const t = []; let o = { x: 1 }; const first = o; for (let i = 0; i < 3; i++) { if (v[i] < a) { t.push(o); o = { x: o.x * v[i] }; } else t.push(first); } return [o.x, t.map((e) => e.x), t.indexOf(first)];',
  'class P { constructor(x) { this.x = x; } twice() { return this.x * 2; } } const t = []; let o = new P(1); for (let i = 0; i < 3; i++) { if (v[i] < a) { t.push(o); o = new P(o.x + v[i]); } } return [o.twice(), t.map((e) => e.twice())];',
  'class H { constructor() { this.past = []; this.now = { x: 1 }; this.future = []; } go(now) { this.past.push(this.now); this.now = now; this.future = []; } undo() { if (this.past.length === 0) return false; this.future.push(this.now); this.now = this.past.pop(); return true; } } const h = new H(); let k = 0; for (let i = 0; i < 3; i++) { if (v[i] > a) { if (!h.undo()) k++; continue; } h.go({ x: h.now.x * v[i] }); } return [h.now.x, h.past.length, h.future.length, k];',
];

/* What is assigned to the object by one name would have to be seen by the other, which no graph can tell. */
const refused: readonly string[] = [
  'const t = []; let last = { x: 0 }; if (b < 5) { const o = { x: b * 1 }; last = o; t.push(o); } last.x = 9; return t[0].x;',
  'const t = []; let last = { x: 0 }; if (b < 5) { const o = { x: b * 1 }; last = o; if (a < 4) t.push(o); } if (t.length) t[0].x = 9; return last.x;',
  'const t = []; if (b < 5) { const o = { x: b * 1 }; if (a < 4) { t.push(o); t.push(o); } } if (t.length) t[0].x = 9; return t.length ? t[1].x : 0;',
  'const t = []; if (b < 5) { const p = { x: b * 3 }; t.push(p, p); } if (t.length) t[0].x = 8; return t.map((o) => o.x);',
  'const o = { x: 1 }; const t = []; if (b < 5) { const p = { x: b * 3 }; if (a < 1) t.push(o); else t.push(p); } o.x = 5; return t.length ? t[0].x : 7;',
];

const changedElsewhere: readonly string[] = [
  turns('if (w < a) { t.push(o); o = { x: o.x * w }; } else o.x += 1;', xs),
  turns('if (w < a) { t.push(o); o = { x: o.x * w }; }', `(o.x = 9, ${xs})`),
];

describe.each(executors)('objects pushed in inner branches, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each([...bodies, ...replaced])('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it.each([...refused, ...changedElsewhere])('refuses %s', async (body) => {
    const { failure } = await compareBody(body, backend);
    expect(failure?.actual).toMatchObject({ refusal: 'chosen-object' });
  });
});
