import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Defaults of patterns and parameters, where a tensor decides whether there is a value. */
const bodies: readonly string[] = [
  `const { scale = 1 } = flag ? { scale: 2 } : { shift: 1 }; return a * scale;`,
  `const { clip: { lo = 1 } = {} } = flag ? { clip: { lo: 2 } } : {}; return a + lo;`,
  `let x; ({ scale: x = 1 } = a > 0 ? { scale: 2 } : { shift: 1 }); return a * x;`,
  `const f = ({ scale = 1 }) => a * scale; return f(a > 0 ? { scale: 2 } : { shift: 1 });`,
  `let s = 0; for (const { k = 3 } of [a > 0 ? { k: 2 } : {}, {}]) s += k; return s;`,
  `const o = a > 0 ? { scale: a } : { shift: 1 }; const { scale = b } = o; return a * scale;`,
  `let t = 0; const o = a > 0 ? { scale: a } : { shift: 1 }; const { scale = (t += 1, b) } = o; return a * scale + t;`,
  `const o = {}; if (a > 0) o.scale = 2; const { scale = 5 } = o; return a * scale;`,
  `let o; if (a > 0) o = { scale: 3 }; const { scale = 5 } = o ?? {}; return a * scale;`,
  `const k = 'scale'; const { [k]: s = 1 } = a > 0 ? { scale: 2 } : { shift: 1 }; return s;`,
  `let s = 0; for (let { i = 0, m = n } = a > 0 ? { i: 1 } : { m: 5 }; i < m; i++) s += i; return s;`,
  `const f = (x, { y = x } = {}, z = y) => { const q = 1; return y * 2 + z + q; }; return f(a) + f(b, a > 0 ? { y: 3 } : undefined) + f(1, { y: 2 }, 3);`,
  `const f = ([p = 1, q = p] = []) => p + q; return f() + f([a]) + f([a, b]) + f(v);`,
  `const f = (...[p = 1, q = 2]) => p * q; return f() + f(a) + f(a, undefined) + f(a, b);`,
  `function f({ x = 1, y: { z = x + 1, ...more } = { z: 5 } } = {}) { const x2 = x; return x2 + z + Object.keys(more).length; } return f() + f({ x: a }) + f({ y: {} }) + f({ y: { z: b, w: 1 } });`,
  `let t = 0; const o = a > 0 ? { p: a } : { q: b }; const { p = (t += 1, 5), q = (t += 10, p) } = o; return p * 100 + q + t;`,
  `let s = 0; for (const { k = s, w = k + 1 } of [{ k: 1 }, {}, a > 0 ? { w: 2 } : { k: 9 }]) s += k * w; return s;`,
  `let s = 0; for (const { k = 1 } of [{ k: 1 }, {}, { k: a }]) { if (a > 1) break; const q = k; s += q; } return s;`,
  `let x = 0, y; for ({ x = 3, y = x } of [{}, { x: 1 }]) record(x + y); return a + x + y;`,
  `class C { constructor({ m = 2 } = {}) { this.m = m; } get({ by = this.m } = {}) { return by * a; } static s({ z = 4 }) { return z; } } const c = new C(); return c.get() + c.get({ by: 3 }) + new C({ m: b }).get() + C.s({});`,
  `const o = { f({ x = arguments.length } = {}, y) { return x; } }; return a + o.f() + o.f({}, 2) + o.f.length;`,
  `const { act = (x) => x + 1, other: fn = (x) => -x } = a > 0 ? { act: (x) => x * 2 } : {}; return act(b) + fn(1) + fn.name.length;`,
  `const { o: { p = 1 } = a > 0 ? { p: 2 } : { r: 1 } } = {}; return p + a;`,
  `const m = new Map([['k', a > 0 ? { d: 1 } : {}]]); const { d = 7 } = m.get('k'); return d;`,
  `const { d = 7 } = a > 0 ? { d: 1 } : b > 0 ? { d: 2 } : { e: 3 }; return d;`,
  `const { d: { e = 7 } = { e: 4 } } = a > 0 ? { d: { e: 1 } } : b > 0 ? { d: {} } : { e: 3 }; return e;`,
  `let e = 0; try { const { p: { q = 1 } } = a > 0 ? { p: {} } : {}; e = q; } catch (error) { e = -1; } return e;`,
  `const f = (x, c = 3) => x * c; return f(a, (a > 0 ? { c: 1 } : {}).c);`,
  `let s = 0; while (s < 3) { const { d = s + 1 } = a > 0 ? { d: 2 } : {}; s += d; } return s;`,
  `let i = a; let s = 0; while (i < 4) { const { d = i, e = 1 } = i > 2 ? { d: 2 } : { e: 3 }; s += d * e; i += 1; } return s;`,
  `if (a > 0) { const { d = b } = b > 0 ? { d: 2 } : { e: 3 }; return d; } return 0;`,
  `const keys = ['x', 'y']; let s = 0; for (const key of keys) { const { [key]: d = 7 } = a > 0 ? { x: 1 } : { y: 2 }; s = s * 10 + d; } return s;`,
  `const { a: p = 1, ...r } = { a: a, z: 2, y: b }; return p + r.z + r.y + Object.keys(r).length;`,
  `const [{ x = 1 } = {}, [y = x] = []] = [a > 0 ? { x: 5 } : {}]; return x + y;`,
  `const [p = 4, ...q] = v; const [r = p, s = 9] = [...q].slice(0, 1); return p + q.length + r + s;`,
  `const [p = 4, q = 5] = new Set([a]); return p + q;`,
  `const { length, 0: z = 1, 7: y = 2 } = v; return length + z + y;`,
  `const r = b > 0 ? { d: 2 } : { e: 3 }; return r.d ?? b;`,
  `const r = b > 0 ? { d: a > 0 ? 2 : 3 } : { e: 3 }; return r.d ?? b;`,
  `const r = b > 0 ? { d: 2 } : { d: b }; return r.d;`,
  `let t; if (a > 0) t = 2; return t ?? b;`,
  `let t; if (a > 0) t = 2; return t === undefined ? b : t;`,
  `const r = b > 0 ? { d: 'x' } : { e: 3 }; return (r.d ?? 'y') === 'x' ? a : 1;`,
  `const { mode = 'fast' } = b > 0 ? { mode: 'slow' } : { e: 3 }; switch (mode) { case 'slow': return a; case 'fast': return 2; } return 3;`,
  `const { mode = 'fast' } = b > 0 ? { mode: a > 0 ? 'slow' : 'medium' } : { e: 3 }; switch (mode) { case 'slow': return a; case 'fast': return 2; } return 3;`,
  `const table = { fast: 2, slow: a }; const { mode = 'fast' } = b > 0 ? { mode: 'slow' } : { e: 3 }; return table[mode];`,
  `const f = (x, c = 3) => x * c; return f(a, (a > 0 ? { c: 1 } : {}).c);`,
  `function f(x, { c = 3 } = {}, d = c) { return x * c + d; } const o = a > 0 ? { c: 1 } : {}; return f(a, o, o.c) + f(b, o.opts) + f(1);`,
  `const o = a > 0 ? { p: { k: 2 } } : {}; const f = ({ k } = { k: 5 }) => k; return f(o.p);`,
  `let t; if (a > 0) t = b; const f = (y = 7) => y * 2; return f(t);`,
  `let t = 0; const f = (y = (t += 1, 7)) => { t += y; return y; }; const o = a > 0 ? { p: 2 } : {}; return f(o.p) + f() + t;`,
  `class C { m(x, y = x) { return x + y; } } const o = a > 0 ? { p: 2 } : {}; return new C().m(a, o.p);`,
  `class C { constructor(y = 4) { this.y = y; } } const o = a > 0 ? { p: 2 } : {}; return new C(o.p).y;`,
  `const o = a > 0 ? { p: 2 } : {}; const f = (x, ...r) => r.length; return f(1, o.p);`,
  `const o = a > 0 ? { p: 2 } : {}; return [1, 2].map((x, i, all, q = o.p) => (q ?? 1) * x)[1];`,
];

const awaiting: readonly string[] = [
  `const { p = await d(a), q = 1 } = b > 0 ? { q: 5 } : { p: 3 }; return [p, q];`,
  `let s = 0; for (const { k = await d(a) } of [{}, flag ? { k: 1 } : {}]) s += k; return s;`,
  `const e = async (x) => { if (x > 1) throw new RangeError('much'); return x * 2; }; try { const { p = await e(a) } = b > 0 ? { p: 3 } : {}; return p; } catch (error) { return error instanceof RangeError ? -1 : 0; }`,
  `const { p: [x = await d(a), ...r] = [await d(b)] } = flag ? {} : { p: [] }; return [x, r.length];`,
  `let x; try { throw flag ? { m: 2 } : {}; } catch ({ m = await d(b) }) { x = m; } return x;`,
];

describe.each(executors)('defaults, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(awaiting)('%s', async (body) => {
    const source = `const d = async (x) => { await null; return x * 2; }; return (async () => { ${body} })();`;
    expect(await compareBody(source, backend)).toEqual({ failure: null, refusals: [] });
  });

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
