import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* `structuredClone()` of what holds tensors: nothing that is done to the clone is done to what it was made of. */
const bodies: readonly string[] = [
  'const xs = []; for (const e of v) if (e > 0) xs.push(e); const ys = structuredClone(xs); ys.push(9); return [xs, ys];',
  'const xs = []; for (const e of v) if (e > 0) xs.push({ e, t: [e, 1] }); const ys = structuredClone(xs); if (ys.length) ys[0].e = 9; ys.push({ e: 5, t: [0, 0] }); return [xs.map((o) => o.e), ys.map((o) => o.e + o.t[0])];',
  "const ps = []; for (const e of v) if (e !== 0) ps.push({ p: { x: e }, t: e > 1 ? 'hi' : 'lo' }); const qs = structuredClone(ps); for (const q of qs) q.p.x *= 2; return [ps.map((o) => o.p.x), qs.map((o) => o.p.x), qs.filter((q) => q.t === 'hi').length];",
  "const s = { m: new Map([['a', { x: a }]]), t: new Set([b]) }; const c = structuredClone(s); c.m.get('a').x = 7; c.t.add(8); return [s.m.get('a').x, c.m.get('a').x, s.t.size, c.t.size];",
  'const m = new Map(); for (const e of v) m.set(e, (m.get(e) ?? 0) + 1); const c = structuredClone(m); c.set(4, 9); return [m.size, c.size, [...c.values()], m.get(4) ?? -1];',
  "const m = new Map([['lo', { n: a }]]); if (flag) m.set('hi', { n: b }); const c = structuredClone(m); for (const o of c.values()) o.n = 100; return [m.size, c.size, (m.get('hi') ?? { n: 0 }).n, (c.get('hi') ?? { n: 0 }).n];",
  'const o = a > 0 ? { x: 1, y: [a, b] } : { x: b, y: [1] }; const c = structuredClone(o); c.x = 9; c.y.push(4); return [o.x, o.y.length, c.x, c.y.length];',
  "const o = a > 0 ? { x: { y: 1 }, k: 1 } : { x: { y: b } }; const c = structuredClone(o); c.x.y += 10; return [o.x.y, c.x.y, 'k' in c];",
  'const o = { l: b > 0 ? null : { x: a } }; const c = structuredClone(o); if (c.l) c.l.x += 1; return [c.l === null ? -1 : c.l.x, o.l === null ? -1 : o.l.x];',
  'const k = { x: b }; const c = structuredClone({ p: k, q: k }); c.p.x = 5; return [c.q.x, k.x, c.p === c.q];',
  'const o = { x: a }; o.self = o; const c = structuredClone(o); c.x = 5; return [o.x, c.self.x, c.self === c, c === o];',
  "const k = { y: b }; const o = { q: k }; if (flag) o.k = k; const c = structuredClone(o); if (c.k) c.k.y += 10; return ['k' in c, c.q.y, k.y];",
  'const o = {}; if (flag) o.k = a; if (a > 0) o.j = { z: b }; const c = structuredClone({ o, l: [o] }); c.o.k = 7; return [c.l[0].k, c.l[0].j?.z ?? -9, o.k ?? -1];',
  'class P { #s = 1; constructor(x) { this.x = x; this.l = [x]; } get d() { return this.x * 2; } } const p = new P(a); const c = structuredClone(p); c.l.push(b); return [c.x, c instanceof P, c.d === undefined, p.d, p.l.length, c.l.length];',
  'const o = { get y() { return this.x * 2; }, x: a }; const c = structuredClone(o); c.x = 100; return [c.y, o.y, Object.keys(c).length];',
  "const d = { when: new Date(5), re: /x/g, xs: new Float32Array([1, 2]), a }; const c = structuredClone(d); c.xs[0] = 7; return [c.when.getTime(), c.re.test('x'), d.xs[0], c.xs[0], c.a, c.when !== d.when];",
  "try { structuredClone({ a, f: () => 1 }); return 0; } catch (e) { return e.name === 'DataCloneError' ? 1 : 2; }",
  'const xs = [1, , a]; const c = structuredClone(xs); return [c.length, 1 in c, c[2]];',
  'let s = { best: -1, path: [] }; for (const e of v) { const c = structuredClone(s); c.path.push(e); if (e > c.best) c.best = e; s = c; } return [s.best, s.path];',
  'let s = { n: 0, best: null }; for (const e of v) { const c = structuredClone(s); if (e > 1) c.best = { e }; c.n++; s = c; } return [s.n, s.best ? s.best.e : -1];',
  'let s = { board: [[a, b], [0, 0]], turn: 1 }; for (const e of v) { const c = structuredClone(s); c.board[c.turn % 2][0] = e; c.turn += e > 1 ? 1 : 2; s = c; } return [s.board, s.turn];',
];

describe.each(executors)('clones of structures, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
