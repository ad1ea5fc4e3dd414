import { beforeAll, describe, expect, it } from 'vitest';
import { executors, useCpu } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Arrays in an array whose length a tensor decides: what they hold, and who knows it by another name. */
const bodies: readonly string[] = [
  `const r = [0]; const g = []; for (let i = 0; i < n; i++) { r[0] = i; g.push(r); } return g.map((x) => x[0]);`,
  `const r = { x: 0 }; const g = []; for (let i = 0; i < n; i++) { r.x = i; g.push(r); } return g.map((x) => x.x);`,
  `const r = [0]; const g = []; for (let i = 0; i < n; i++) { r.push(i); g.push(r); } return g.map((x) => x.length);`,
  `const a1 = [1, 2]; const g = []; for (let i = 0; i < n; i++) g.push(a1); a1.push(3); return g.map((r) => r.length);`,
  `const a1 = [1, 2]; const g = []; for (let i = 0; i < n; i++) g.push(a1); a1[0] = 3; return g.map((r) => r[0]);`,
  `const a1 = [1, 2], a2 = [3, 4]; const g = []; for (let i = 0; i < n; i++) g.push(i % 2 ? a1 : a2); a1[0] = 30; return g.map((r) => r[0]);`,
  `const a1 = [1, 2], a2 = [3, 4]; const g = []; for (let i = 0; i < n; i++) { if (i % 2) g.push(a1); else g.push(a2); } a1[0] = 30; return g.map((r) => r[0]);`,
  `const g = []; let r = [0, 0]; for (let i = 0; i < n; i++) { g.push(r); r = [i, r[0]]; } return g.map((x) => x[0]);`,
  `const g = []; let r = [0, 0]; for (let i = 0; i < n; i++) { r = [i, r[0]]; g.push(r); } return g.map((x) => x[0]);`,
  `const g = []; let r = [0]; for (let i = 0; i < n; i++) { g.push(r); r = [...r, i]; } return g.map((x) => x.length);`,
  `const g = []; const r = []; for (let i = 0; i < n; i++) { r.push(i); g.push([...r]); } return g.map((x) => x.length);`,
  `const g = []; for (let i = 0; i < n; i++) g.push(new Array(i + 1).fill(i)); return g.map(([x]) => x);`,
  `const g = []; for (let i = 0; i < n; i++) g.push(new Array(i + 2).fill(i)); return g.map(([x, y], i) => x + y + i);`,
  `const xs = [...v].filter((x) => x > 0); const f = ([p, q]) => [p ?? 9, q ?? 8]; return f(xs);`,
  `const g = []; for (let i = 0; i < n; i++) g.push(new Array(i + 2).fill(i)); return g.map(([x, ...r]) => x + r.length);`,
  `const g = []; for (let i = 0; i < n; i++) g.push(new Array(i + 2).fill(i)); g.forEach(([x], i) => { g[i][0] = x + 1; }); return g.map(([x]) => x);`,
  `const g = []; for (let i = 0; i < n; i++) g.push({ k: i, xs: new Array(i + 2).fill(i) }); return g.map(({ k, xs: [p, q] }) => k + p * q);`,
  `const g = []; for (let i = 0; i < n; i++) g.push(new Array(i + 2).fill(i)); return g.reduce((s, [x]) => s + x, 0);`,
  `const g = []; for (let i = 0; i < n; i++) g.push(new Array(i + 2).fill(i)); g.sort(([p], [q]) => q - p); return g.map((r) => r.length);`,
  `const scores = [-1, -2, a]; let beams = [{ ids: [0], score: 0, done: false }]; for (let k = 0; k < n + 1; k++) { const candidates = []; for (const beam of beams) { if (beam.done) { candidates.push(beam); continue; } for (let id = 0; id < 3; id++) candidates.push({ ids: [...beam.ids, id], score: beam.score + scores[id], done: id === 2 }); } candidates.sort((p, q) => q.score - p.score); beams = candidates.slice(0, 2); if (beams.every((beam) => beam.done)) break; } return [beams[0].score, beams[0].ids.length, beams[0].ids.at(-1)];`,
  `const scores = [-1, -2, a]; let beams = [{ ids: [0], score: 0, done: false }]; for (let k = 0; k < 4; k++) { const candidates = []; for (const beam of beams) { if (beam.done) { candidates.push(beam); continue; } for (let id = 0; id < 3; id++) candidates.push({ ids: [...beam.ids, id], score: beam.score + scores[id], done: id === 2 }); } candidates.sort((p, q) => q.score - p.score); beams = candidates.slice(0, 2); if (beams.every((beam) => beam.done)) break; } return [beams[0].score, beams[0].ids.length, beams[0].ids.at(-1)];`,
  `const cs = []; for (const x of v) { if (x > 1) cs.push({ ids: [1, 2], s: x }); else cs.push({ ids: [x], s: x }); } return cs.map((c) => c.ids.length);`,
  `const cs = [{ ids: [], s: 0 }]; for (const x of v) { cs.push({ ids: [...cs.at(-1).ids, x], s: x }); } return cs.map((c) => c.ids.length);`,
  `const g = []; for (let i = 0; i < n; i++) { const r = []; for (let j = 0; j <= i; j++) r.push({ j }); g.push(r); } for (let i = 0; i < n; i++) g[i][0].j += 10; return g.map((r) => r.reduce((s, o) => s + o.j, 0));`,
  `const g = []; for (let i = 0; i < n; i++) { const r = []; for (let j = 0; j <= i; j++) r.push([j, 1]); g.push(r); } for (const r of g) for (const p of r) p[1] += p[0]; return g.map((r) => r.reduce((s, p) => s + p[1], 0));`,
  `const g = Array.from({ length: n }, () => Array.from({ length: n }, () => [])); for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) g[i][j].push(j); return g.map((r) => r.reduce((s, q) => s + q.length, 0));`,
  `const board = Array.from({ length: n }, () => Array.from({ length: n }, () => ({ v: 0, seen: false }))); for (let i = 0; i < n; i++) board[i][n - 1 - i].v = 1; let c = 0; for (const row of board) for (const cell of row) if (cell.v) { cell.seen = true; c++; } return [c, board.flat().filter((x) => x.seen).length];`,
  `const hist = []; let cur = { v: 0 }; for (const x of v) { cur = { v: cur.v + x }; const last = hist.at(-1); if (last && last.length < 2) last.push(cur); else hist.push([cur]); } return hist.map((h) => h.at(-1).v);`,
  `const g = [[{ v: 1 }], []]; for (let i = 0; i < n; i++) g[1].push({ v: i }); const o = g[0][0]; o.v = 9; return [g[0][0].v, g[1].length];`,
  `const g = []; for (let i = 0; i < n; i++) g.push([]); for (let i = 0; i < n; i++) g[i].push({ v: i }); for (const [o] of g) o.v += 1; return g.map(([o]) => o.v);`,
  `const g = []; for (let i = 0; i < n; i++) { const r = []; for (let j = 0; j <= i; j++) r.push({ j }); g.push(r); } const x = n > 1 ? g[1].pop() : { j: 0 }; x.j = 90; return [x.j, n > 1 ? g[1].length : 0];`,
  `const g = []; for (let i = 0; i < n; i++) { const r = []; for (let j = 0; j <= i; j++) r.push({ j }); g.push(r); } const h = g.map((r) => r.map((o) => ({ j: o.j + 1 }))); h[0] && (h[0][0].j = 50); return [n > 0 ? h[0][0].j : 0, n > 0 ? g[0][0].j : 0];`,
  `const g = []; for (let i = 0; i < n; i++) { const r = []; for (let j = 0; j <= i; j++) r.push({ j }); g.push(r); } const s = [...g].sort((p, q) => q.length - p.length); s[0] && (s[0][0].j = 50); return [n > 0 ? s[0][0].j : 0];`,
  `const o = { v: 1 }, p = { v: 2 }; const rows = [[o]]; for (let i = 1; i < n; i++) { rows.push([p, ...rows[i - 1]]); } return rows.length;`,
  `const os = [{ v: 1 }, { v: 2 }]; const g = [[], []]; for (let i = 0; i < n; i++) for (const o of os) g[i % 2].push(o); return g.map((r) => r.length);`,
  `const g = []; for (let i = 0; i < n; i++) { const r = []; const o = { i }; r.push(o); g.push(r); o.i += 100; } return g.map((r) => r[0].i);`,
  `const a1 = [1, 2]; const g = [a1]; for (let i = 0; i < n; i++) g[0].push(i); return a1.length;`,
  `const row = [0, 0]; const g = [row, row]; for (let i = 0; i < n; i++) g[i % 2].push(i); return row.length;`,
  `const g = Array(3).fill([]); for (let i = 0; i < n; i++) g[i % 3].push(i); return g.map((r) => r.length);`,
  `const g = Array(n).fill([]); if (n > 0) g[0].push(1); return g.map((r) => r.length);`,
  `let r = [0]; const g = []; for (let i = 0; i < n; i++) { r = [...r, i]; g.push(r); } r.push(9); return g.map((x) => x.length);`,
  `const vals = [[9]]; for (const x of v) { const i = vals.length - 1; const l = x > 0 ? vals[i] : []; l.push(x); } return vals.map((r) => r.length);`,
];

describe.each(executors)('what is in arrays in arrays, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

/* Rows of tensors are copies: where a change by another name does not reach them, the program is refused. */
const shared: readonly string[] = [
  `const g = []; for (let i = 0; i < n; i++) { const r = []; for (let j = 0; j <= i; j++) { const q = []; for (let k = 0; k < j; k++) q.push(k); r.push(q); } g.push(r); } for (const r of g) for (const q of r) q.push(7); for (let i = 0; i < n; i++) g[i][0][0] = 9; return g.map((r) => r.reduce((s, q) => s + q.length * 10 + q[0], 0));`,
  `const g = []; for (let i = 0; i < n; i++) g.push([]); const o = { v: 1 }; for (let i = 0; i < n; i++) g[i].push(o); o.v = 7; return g.map((r) => r[0].v);`,
  `const a1 = { v: 1 }; const g = []; for (let i = 0; i < n; i++) { const r = [a1]; for (let j = 0; j < i; j++) r.push({ v: j }); g.push(r); } a1.v = 9; return g.map((r) => r[0].v);`,
  `const g = []; for (let i = 0; i < n; i++) { const r = []; for (let j = 0; j <= i; j++) r.push({ j }); g.push(r); } const r = g.pop(); if (r) for (const o of r) o.j += 4; return [r ? r.reduce((s, o) => s + o.j, 0) : 0, g.length];`,
  `const g = []; for (let i = 0; i < n; i++) { const r = []; for (let j = 0; j <= i; j++) r.push({ j }); g.push(r); } const big = g.filter((r) => r.length > 1); if (big.length) big[0][0].j = 33; return n > 1 ? g[1][0].j : 0;`,
  `const os = [...v].map((x) => ({ x })); const g = []; for (let i = 0; i < n; i++) g.push(os.filter((o) => o.x > i)); return g.map((r) => r.length);`,
  `const os = [...v].map((x) => ({ x })); const g = []; for (let i = 0; i < n; i++) g.push(os.filter((o) => o.x > i)); for (const o of os) o.x += 10; return g.map((r) => r.reduce((s, o) => s + o.x, 0));`,
  `const os = [...v].map((x) => ({ x })); const g = []; for (let i = 0; i < n; i++) g.push(os.filter((o) => o.x > i)); for (const r of g) for (const o of r) o.x += 10; return os.map((o) => o.x);`,
  `const os = []; for (let i = 0; i < n; i++) os.push({ x: i }); const g = []; for (let i = 0; i < n; i++) g.push(os.slice(0, i)); for (const r of g) for (const o of r) o.x += 10; return os.map((o) => o.x);`,
  `const os = []; for (let i = 0; i < n; i++) os.push({ x: i }); const g = []; for (let i = 0; i < n; i++) g.push(os.slice(0, i)); for (const o of os) o.x += 10; return g.map((r) => r.reduce((s, o) => s + o.x, 0));`,
  `const os = []; for (let i = 0; i < n; i++) os.push({ x: i }); const g = [[], []]; for (const o of os) g[o.x % 2].push(o); for (const r of g) for (const o of r) o.x += 10; return os.map((o) => o.x);`,
  `const os = []; for (let i = 0; i < n; i++) os.push({ x: i }); const g = [[], []]; for (const o of os) g[o.x % 2].push(o); for (const o of os) o.x += 10; return g.map((r) => r.reduce((s, o) => s + o.x, 0));`,
  `const g = []; for (let i = 0; i < n; i++) { const r = []; for (let j = 0; j <= i; j++) r.push({ j }); g.push(r); } const o = n > 1 ? g[1][0] : { j: 0 }; o.j = 70; return n > 1 ? g[1][0].j : 0;`,
  `const g = []; for (let i = 0; i < n; i++) { const r = []; for (let j = 0; j <= i; j++) r.push({ j }); g.push(r); } const all = g.flat(); for (const o of all) o.j += 5; return g.map((r) => r.reduce((s, o) => s + o.j, 0));`,
  `const g = []; for (let i = 0; i < n; i++) { const r = []; for (let j = 0; j <= i; j++) r.push({ j }); g.push(r); } const all = []; for (const r of g) for (const o of r) all.push(o); for (const o of all) o.j += 5; return g.map((r) => r.reduce((s, o) => s + o.j, 0));`,
  `const g = []; for (let i = 0; i < n; i++) { const r = []; for (let j = 0; j <= i; j++) r.push({ j }); g.push(r); } const c = g.map((r) => [...r]); for (const r of c) for (const o of r) o.j += 5; return g.map((r) => r.reduce((s, o) => s + o.j, 0));`,
  `const g = []; for (let i = 0; i < n; i++) { const r = []; for (let j = 0; j <= i; j++) r.push({ j }); g.push(r); } if (n > 1) g[0].push(g[1][0]); if (n > 1) g[1][0].j = 80; return n > 1 ? g[0][1].j : 0;`,
  `const g = []; for (let i = 0; i < n; i++) { const o = { i }; g.push([o]); o.i += 100; } return g.map((r) => r[0].i);`,
  `const g = []; for (let i = 0; i < n; i++) { const r = new Array(i + 1).fill(0); g.push(r); if (i > 0) g[i - 1] = r; r[0] = i + 5; } return g.map((r) => r[0]);`,
  `const vals = [[9], [8]]; if (n > 0) vals.push([7, 7]); for (const x of v) { const l = x > 0 ? vals[0] : []; l.push(x); vals[1] = l; } return vals.map((r) => r.length);`,
  `const vals = [{ c: 9 }, { c: 8 }]; if (n > 0) vals.push({ c: 7 }); for (const x of v) { const l = x > 0 ? vals[0] : { c: 0 }; l.c += x; vals[1] = l; } return vals.map((r) => r.c);`,
  `const a1 = [1, 2]; const g = [a1]; for (let i = 0; i < n; i++) g.push([i, i]); g[0][1] = 3; return a1[1];`,
  `const a1 = [1, 2]; const g = [a1]; for (let i = 0; i < n; i++) g.push([i]); a1.push(3); return g.map((r) => r.length);`,
  `const a1 = [1, 2]; const g = [a1]; for (let i = 0; i < n; i++) g.push([i]); g[0].push(3); return a1.length;`,
];

describe('what is in arrays in arrays, and known by other names', () => {
  beforeAll(useCpu);

  it.each(shared)('%s', async (body) => {
    const { failure } = await compareBody(body, 'cpu');
    expect(failure).toMatchObject({ actual: { refusal: expect.any(String) } });
  });
});
