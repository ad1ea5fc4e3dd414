import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Arrays of which a tensor chooses one, whose length branches and loops change: of texts, functions, null and known objects. */
const bodies: readonly string[] = [
  "let o = ['x']; if (a > 0) o = []; if (b > 0) o.push('y'); return o.length;",
  "let o = ['x', 'z']; if (a > 0) o = []; if (b > 0) o.pop(); return o.length;",
  "let o = ['x', 'z']; if (a > 0) o = ['w']; if (b > 0) o.length = 0; return o.length;",
  'let o = [null]; if (a > 0) o = []; if (b > 0) o.push(null); return o.length;',
  'const f = (x) => x + 1, g = (x) => x * 2; let o = [f]; if (a > 0) o = []; if (b > 0) o.push(g); let r = 3; for (const h of o) r = h(r); return r;',
  'const p = { x: 1 }, q = { x: 2 }; let o = [p]; if (a > 0) o = []; if (b > 0) o.push(q); return [o.length, o.map((e) => e.x)];',
  "const s = { o: ['x'] }; if (a > 0) s.o = []; if (b > 0) s.o.push('y'); return s.o.length;",
  "class L { constructor() { this.o = ['x']; } clear() { this.o = []; } add(t) { this.o.push(t); } } const l = new L(); if (a > 0) l.clear(); if (b > 0) l.add('y'); return l.o.length;",
  "let o = ['x'], p = ['k']; const q = a > 0 ? o : p; if (b > 0) q.push('y'); return [o.length, p.length, q.length];",
  "let o = ['x'], p = ['k']; const q = a > 0 ? o : p; if (b > 0) q.push('y'); else q.pop(); if (n > 3) o.push('w'); return [o.length, p.length, q.length, q.includes('y')];",
  "let o = ['x']; if (a > 0) o = []; for (const e of v) if (e > 1) o.push('y'); return o.length;",
  "let o = ['x']; if (a > 0) o = []; if (b > 0) { if (n > 3) o.push('y'); else o.push('z', 'w'); } return [o.length, o.indexOf('z')];",
  "let o = ['x']; if (a > 0) o = []; if (b > 0) o.push('y'); if (n > 2) o.unshift('q'); if (flag) o.shift(); return [o.length, o[0] === 'y'];",
  "let o = ['x']; const keep = o; if (a > 0) o = []; if (b > 0) o.push('y'); return [o.length, keep.length];",
  "let words = ['a']; words = words.concat(flag ? ['b', 'c'] : []); for (const e of v) if (e > 1) words = [...words, 'd']; return [words.length];",
  "let o = flag ? ['x'] : []; let n2 = 0; while (n2 < n) { n2++; o.push('y'); } return o.length;",
  "let o = ['x']; if (a > 0) o = []; const add = (t) => { o.push(t); }; if (b > 0) add('y'); add('z'); return o.length;",
  "let o = ['x']; if (a > 0) o = []; o.push('y'); return [o.length, o[0] === 'x' ? 1 : 0];",
  "let o = ['x']; if (a > 0) o = []; if (b > 0) { o.push('y'); record(o.length); } else { o = ['a', 'b', 'c']; } return o.length;",
  "const s = { o: [null, 'x'] }; if (a > 0) s.o = []; if (b > 0) s.o.push('y'); return s.o.length;",
  "let o = ['x', 'y', 'z']; if (a > 0) o = []; if (o.length > 2) o.length = 2; return o.length;",
  'let o = [{ x: 1 }, { x: 2 }, { x: 3 }]; if (a > 0) o = []; if (o.length > 2) o.length = 2; return [o.length, o.map((e) => e.x)];',
  'const l = []; if (b > 0) l.push(a); if (l.length > 2) l.length = 2; return l;',
  'const l = []; let k = n > 100 ? 1 : 0; if (k > 0) l.push(a); l.length = k; return l.length;',
  'const l = []; for (const e of v) l.push(e); if (l.length > n) l.length = n; return l;',
  'const l = []; if (a > 0) l.push(b); l.length = 0; return l.length;',
  'const l = []; const k = n * 0; l.length = k; return l.length;',
  "let o = ['x', 'y', 'z']; if (a > 0) o = []; const big = o.length > 2; if (big) o.length = 2; return o.length;",
  'let o = [{ x: 1 }, { x: 2 }, { x: 3 }]; let k = 3; if (a > 0) { o = []; k = 0; } if (k > 2) o.length = 2; return [o.length, o.map((e) => e.x)];',
  "let o = ['x', 'y', 'z'], k = 3; if (a > 0) { o = []; k = 0; } if (k > 2) o.length = 2; return o.length;",
  "let o = ['x', 'y', 'z'], k = 3; if (a > 0) { o = []; k = 0; } for (const e of v) { if (o.length > 1) o.length = 1; o.push('q'); } return o.length;",
  'const l = []; if (n > 2) l.push(a); const k = l.length > 0 ? 1 : 0; l.length = k; return l;',
  "let words = ['a']; words = words.concat(flag ? ['b', 'c'] : []); return [words.length, words.includes('c'), words.at(-1) === 'c'];",
  "const p = a > 0 ? ['x'] : ['y', 'z'], q = b > 0 ? ['k'] : []; const all = p.concat(q); return [all.length, all[0] === 'x' ? 1 : 2, all.indexOf('k')];",
  "const all = ['m'].concat(a > 0 ? ['x'] : ['y', 'z'], b > 0 ? ['k'] : [], 'end'); return [all.length, all.indexOf('end')];",
  'const p = { x: 1 }, q = { x: 2 }; const all = [p].concat(flag ? q : p); all[1].x = 9; return [p.x, q.x, all.length];',
  'const p = { x: 1 }, q = { x: 2 }; const all = [p].concat(flag ? [q, p] : [q]); return [all.length, all.map((o) => o.x)];',
  'const f = (x) => x + 1, g = (x) => x * 2; let fs = [f]; fs = fs.concat(a > 0 ? [g, f] : []); let r = b; for (const h of fs) r = h(r); return r;',
  'const args = [1].concat(flag ? [null] : [null, 2]); return args.length;',
  'let l = []; for (const e of v) if (e > 0) l.push(e); const all = l.concat(flag ? [a, b] : [a]); return [all.length, all];',
  'const all = [1, 2].concat(flag ? [3] : [], [4, 5]); return [all.length, all[2], all.reduce((x, y) => x + y, 0)];',
  'let done = []; if (a < 0) { done.push({ k: a }); } try { if (b > -1) throw 1; done.push({ k: 1 }); if (n > 100) done = []; if (done.length < 0) throw 2; } catch {} for (let j = 0; j + 1 < done.length; j++) { done[j + 1] = { k: 1 }; } return [1];',
  'let done = []; if (a < 0) { done.push({ k: a }); } if (b < -1) { done.push({ k: 1 }); if (n > 100) done = []; if (done.length < 0) record(1); } if (done.length > 1) { done[1] = { k: 1 }; } return [done.length];',
  'let done = [{ k: 4 }]; if (a < 0) { done.push({ k: a }); } const d = done; if (n > 2) done = []; if (done.length > 1) { done[1] = { k: 7 }; } return [done.map((p) => p.k), d.map((p) => p.k)];',
  'let done = [{ k: 4 }]; if (a < 0) { done.push({ k: a }); } const d = done; if (n > 2) done = []; for (let j = 0; j < done.length; j++) { done[j] = { k: 7 + j }; } return [done.map((p) => p.k), d.map((p) => p.k)];',
  'let done = [4]; if (a < 0) { done.push(a); } const d = done; if (n > 2) done = []; done[done.length] = 9; return [done, d];',
  'let done = []; const d = done; let e = [7]; if (b > 0) e.push(8); if (n > 2) done = e; for (let j = 0; j + 1 < done.length; j++) { [done[j], done[j + 1]] = [done[j + 1], done[j]]; } return [done, d, e];',
  'let done = [{ x: 0 }]; const d = done; let e = [{ x: 7 }]; if (b > 0) e.push({ x: 8 }); if (n > 2) done = e; for (let j = 0; j + 1 < done.length; j++) { if (done[j].x < done[j + 1].x) [done[j], done[j + 1]] = [done[j + 1], done[j]]; } return [done, d, e].map((l) => l.map((p) => p.x));',
  'let done = [4]; if (a > 0) { done.push(a); } const d = done; const e = [1]; if (b > 0) e.push(2, 3); if (n > 2) done = e; done[done.length] = 9; return [done, d, e];',
  'let done = [{ x: 4 }]; if (a > 0) { done.push({ x: a }); } const d = done; const e = [{ x: 1 }]; if (b > 0) e.push({ x: 2 }, { x: 3 }); if (n > 2) done = e; done[done.length] = { x: 9 }; done[0] = { x: 5 }; return [done, d, e].map((l) => l.map((p) => p.x));',
  'let done = [4, 5]; const d = done; let e = [1, 2]; if (n > 2) done = e; done[done.length] = 9; done[1] = a; return [done, d, e];',
  'let done = [4, 5]; const d = done; let e = [1, 2]; if (n > 2) done = e; done[done.length - 1] = 9; done[a > 0 ? 0 : 1] = a; return [done, d, e];',
  "let done = ['x']; if (a > 0) { done.push('y'); } const d = done; const e = ['z']; if (n > 2) done = e; done[done.length] = 'w'; return [done.length, d.length, e.length, done.at(-1) === 'w', d.includes('w')];",
  'let done = [4]; const d = done; if (n > 2) done = []; done[done.length] = 9; return [done.length, d.length];',
  'const d = [4]; let done = d; if (n > 2) done = []; d[d.length] = 9; return [done.length, d.length];',
  'const d = [4]; let done = d; if (n > 2) done = []; d.push(9); return [done.length, d.length];',
  'const d = [4]; let done = d; if (n > 2) done = [7]; d[d.length] = 9; return [done, d];',
  'const d = [{ x: 1 }]; let done = d; if (n > 2) done = [{ x: 2 }]; d[d.length] = { x: 3 }; done[0] = { x: 7 }; return [done, d].map((l) => l.map((p) => p.x));',
  'const d = [4]; if (a > 0) d.push(5); let done = d; if (n > 2) done = []; d[d.length] = 9; return [done, d];',
  'const d = [4]; if (a > 0) d.push(5); let done = d; if (n > 2) done = []; d.length = 1; return [done, d];',
  'const d = [4]; let done = d; if (n > 2) done = [3]; d[d.length] = 9; done[0] = 2; return [done.length, d.length, done.at(-1), d[0]];',
  "const d = ['x']; let done = d; if (n > 2) done = ['z']; d[d.length] = 'y'; return [done.length, d.length, done.at(-1) === 'y'];",
  'const p = { x: 1 }; const d = [p]; let done = d; if (n > 2) done = [{ x: 2 }]; d[d.length] = p; return [done.length, d.length, done.map((o) => o.x).reduce((s, x) => s + x, 0)];',
  'let done = []; if (a > 0) { done.push({ k: a }); } try { if (b > 0) throw 1; done.push({ k: 1 }); if (n > 100) done = []; if (done.length < 0) throw 2; } catch {} for (let j = 0; j + 1 < done.length; j++) { done[j + 1] = { k: 1 }; } return [done.map((p) => p.k)];',
];

describe.each(executors)('chosen arrays that change, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
