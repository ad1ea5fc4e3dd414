import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* An object that an array held before a loop has made it longer: what it is assigned by its own name or as an element, both have. */
const bodies: readonly string[] = [
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); const c = l[0]; o.k = 9; return c.k;`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); const c = l[0]; c.k = 9; return o.k;`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); l[0].k = 9; return o.k;`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); o.k = 9; return l[0].k;`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); o.k = 9; return l.map((e) => e.k);`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); const m = l.find((e) => e.k === a); o.k = 9; return m.k;`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); for (const e of l) e.k += 1; return o.k;`,
  `const o = {k: a}; const l = [o]; for (const x of v) { l.push({k: x}); l[0].k += 1; } return o.k;`,
  `const o = {k: a}; const l = [o]; for (const x of v) { l.push({k: x}); o.k += 1; } return [o.k, l[0].k];`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); let c = null; for (const e of l) if (e.k === a) c = e; o.k = 9; return c.k;`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); const [c] = l; o.k = 9; return c.k;`,
  `const o = {k: a}, p = {k: b}; const l = [o, p]; for (const x of v) l.push({k: x}); const i = a > 0 ? 1 : 0; const c = l[i]; p.k = 9; return c.k;`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); const c = l.at(0); o.k = 9; return c.k;`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); const c = l.shift(); c.k = 9; return o.k;`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); o.k = 9; l.sort((p, q) => p.k - q.k); return l.map((e) => e.k);`,
  `const o = {k: a}; const l = [o]; for (const x of v) if (x > 1) l.push({k: x}); const c = l[0]; if (b > 0) o.k = 9; return c.k;`,
  `const root = {d: a}; const q = [root]; let s = 0; while (q.length > 0) { const t = q.pop(); s += t.d; if (t.d > 0.6) { q.push({d: t.d - 0.5}); } } root.d = 7; return s + root.d;`,
  `const o = {k: a}; const l = [o]; let i = 0; for (const x of v) { l.push({k: x}); i++; } const c = l[i]; o.k = 9; return [c.k, l[0].k];`,
  `const acc = {n: 0}; const l = [acc]; for (const x of v) { if (x > 1) l.push({n: x}); acc.n += x; } return [acc.n, l[0].n, l.length];`,
  `class P { constructor(k) { this.k = k; } inc() { this.k += 1; } } const o = new P(a); const l = [o]; for (const x of v) l.push(new P(x)); o.inc(); return l.map((e) => e.k);`,
  `class P { constructor(k) { this.k = k; } inc() { this.k += 1; } } const o = new P(a); const l = [o]; for (const x of v) l.push(new P(x)); l.forEach((e) => e.inc()); return o.k;`,
  `class P { constructor(k) { this.k = k; } inc() { this.k += 1; } } const o = new P(a); const l = [o]; for (const x of v) l.push(new P(x)); const c = l[0]; o.inc(); return c.k;`,
  `const root = {k: a}; const st = [root]; for (const x of v) st.push({k: x}); let s = 0; while (st.length > 0) { const t = st.pop(); t.k += 1; s += t.k; } return s;`,
  `const root = {k: a}; const st = [root]; for (const x of v) st.push({k: x}); let s = 0; while (st.length > 0) { const t = st.shift(); t.k += 1; s += t.k; } return s;`,
  `const root = {k: a}; const st = [root]; for (const x of v) st.push({k: x}); for (const e of st) e.k *= 2; return st.map((e) => e.k);`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); const m = [...l]; m[0].k = 5; return m.map((e) => e.k);`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); l.sort((p, q) => p.k - q.k); o.k = 9; return o.k;`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); const m = []; for (const e of l) if (e.k > 1) m.push(e); m[0].k = 7; return m.map((e) => e.k);`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); for (const x of v) l.push({k: x * 2}); o.k = 3; return l.map((e) => e.k);`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); const p = {w: o}; p.w.k = 4; return l.map((e) => e.k);`,
  `const o = {k: a}; const l = [o]; const m = [o]; for (const x of v) { l.push({k: x}); m.push({k: -x}); } return [l.length, m.length, l[0].k];`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); const m = [o]; for (const x of v) m.push({k: x}); return [l[0].k, m[0].k];`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); return [l.includes(o), l.indexOf(o), l[0] === o, l.at(-1) === o];`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); return l.findIndex((e) => e === o);`,
  `let cur = {k: a}; const l = [cur]; for (const x of v) { if (x > 1) { cur = {k: x}; l.push(cur); } else cur.k += x; } return l.map((e) => e.k);`,
  `let cur = {k: a}; const l = [cur]; for (const x of v) { if (x > 1) { cur = {k: x}; l.push(cur); } else cur.k += x; } cur.k = 50; return l.map((e) => e.k);`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); if (b > 0) o.k = 9; return l.map((e) => e.k);`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); for (const x of v) { if (x > 1) o.k += x; } return [o.k, l[0].k];`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); for (const x of v) { if (x > 1) l[0].k += x; } return [o.k, l[0].k];`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); const f = () => { o.k += 1; }; f(); f(); return [o.k, l[0].k];`,
  `const mk = (k) => ({k, add(x) { this.k += x; }}); const o = mk(a); const l = [o]; for (const x of v) l.push(mk(x)); o.add(3); return l.map((e) => e.k);`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); const c = {...o}; c.k = 3; return [o.k, l[0].k];`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); const t = o.k; o.k = l[1].k; l[1].k = t; return l.map((e) => e.k);`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); delete o.k; return l.length;`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); Object.assign(o, {k: 5}); return l[0].k;`,
  `const o = {k: a}; const box = {l: [o]}; for (const x of v) box.l.push({k: x}); o.k = 6; return box.l.map((e) => e.k);`,
  `class S { l = []; constructor(o) { this.l.push(o); } run(v) { for (const x of v) this.l.push({k: x}); return this; } } const o = {k: a}; const s = new S(o).run(v); o.k = 6; return s.l.map((e) => e.k);`,
  `const o = {k: a}; const l = [o]; for (const x of v) { const m = [{k: x}]; for (const y of v) m.push({k: y}); m[0].k = 5; l.push({k: m[0].k + m.length}); } o.k = 7; return l.map((e) => e.k);`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); return o;`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); return {o, l};`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); return [{...o}.k, Object.values(o)[0], Object.keys(o).length];`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); const m = []; m.push(o); m[0].k = 5; return [o.k, l[0].k];`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); const m = []; for (const x of v) m.push(o); return m.length + m[0].k;`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); const m = new Map([['a', o]]); m.get('a').k = 3; return [o.k, l[0].k];`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); const w = {o}; w.o = l[1]; w.o.k = 4; return [o.k, l[0].k, l[1].k];`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); let best = o; if (b > 0) best = l[1]; best.k = 4; return [o.k, l[0].k, l[1].k];`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); let best = o; for (const e of l) if (e.k > best.k) best = e; return best.k;`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); let best = o; for (const e of l) if (e.k > best.k) best = e; best.k = 100; return l.map((e) => e.k);`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); let best = o; for (const e of l) if (e.k > best.k) best = e; return [best === o, best === l[0]];`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); const f = (e) => { e.k += 1; return e; }; return f(o).k + f(l[0]).k;`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); if (b > 0) { o.k = 1; l[1].k = 2; } else { l[0].k = 3; } return [o.k, l.map((e) => e.k)];`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); while (o.k < 5) { o.k += 1; } return l.map((e) => e.k);`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); while (l[0].k < 5) { o.k += 1; } return [o.k, l.map((e) => e.k)];`,
  `const o = {k: a}; let l = [o]; for (const x of v) l.push({k: x}); l = l.filter((e) => e.k > 0); o.k = 7; return l.length;`,
  `const o = {k: a}; let l = [o]; for (const x of v) l.push({k: x}); l = [...l, {k: 5}]; return [l.length, o.k];`,
  `const o = {k: a}; let l = [o]; for (const x of v) l.push({k: x}); l = []; o.k = 7; return [l.length, o.k];`,
  `const o = {k: a}; let l = [o]; for (const x of v) l.push({k: x}); const {k} = o; o.k = 2; return [k, o.k, l[0].k];`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); try { if (a > 0) { o.k = 9; throw new Error('x'); } } catch { o.k += 1; } return [o.k, l[0].k];`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); for (let i = 0; i < l.length; i++) { if (l[i].k > 1) { l[i].k = 0; break; } } return [o.k, l.map((e) => e.k)];`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); const idx = l.findIndex((e) => e.k > 1); l[idx].k = 50; return [o.k, l.map((e) => e.k)];`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); l.splice(0, 1); o.k = 3; return o.k;`,
  `const grid = [[a, b]]; for (const x of v) grid.push([x, x]); const first = grid[0]; first[0] = 7; return grid;`,
];

/* What a loop behind that one could not tell apart is known by no name any more, and what has been moved by none that tells of it. */
const refused: readonly string[] = [
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); l.sort((p, q) => p.k - q.k); const r = {k: b}; const s = [r]; for (const x of v) s.push({k: x}); let t = 0; while (s.length > 0) { const e = s.pop(); e.k += 1; t += e.k; } o.k = 9; return [t, l.map((e) => e.k)];`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); const r = {k: b}; const s = [r]; for (const x of v) s.push({k: x}); let t = 0; while (s.length > 0) { const e = s.pop(); e.k += 1; t += e.k; } o.k = 9; return [t, l.map((e) => e.k)];`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); l.shift(); const r = {k: b}; const s = [r]; for (const x of v) s.push({k: x}); let t = 0; while (s.length > 0) { const e = s.pop(); e.k += 1; t += e.k; } o.k = 9; return [t, l.map((e) => e.k)];`,
  `const o = {k: a}; const l = [o]; for (const x of v) l.push({k: x}); l.length = 0; l.push(o); const r = {k: b}; const s = [r]; for (const x of v) s.push({k: x}); let t = 0; while (s.length > 0) { const e = s.pop(); e.k += 1; t += e.k; } o.k = 9; return [t, l.map((e) => e.k)];`,
];

describe.each(executors)('elements behind a loop, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it.each(refused)('refuses %s', async (body) => {
    const { failure } = await compareBody(body, backend);
    expect(failure).toMatchObject({ actual: { refusal: 'chosen-object' } });
  });
});
