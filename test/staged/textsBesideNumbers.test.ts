import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* A value that is a text or a number, as a tensor chooses: what the program makes of it, it makes of each. */
const bodies: readonly string[] = [
  `const x = a > 0 ? '12' : 7; return [x > 8];`,
  `const x = a > 0 ? '12' : 7; return [+x];`,
  `const x = a > 0 ? '12' : 7; return [parseInt(x), Number(x)];`,
  `const x = a > 0 ? '12' : 7; return [x * 2, +x, x > 8];`,
  `const x = a > 0 ? '12' : 7; return [isNaN(x), Math.max(x, 3)];`,
  `const x = a > 0 ? '12' : 7; return [[1, 2].includes(x)];`,
  `const x = a > 0 ? '12' : 7; return [[x].length, x == '12'];`,
  `const x = a > 0 || 'text'; let r = 0; if (x === 'text') r = 1; if (x === true) r += 10; return [r, x ? 1 : 0];`,
  `const x = a > 0 ? 'big' : a; if (x === 'big') return -1; return x * 2;`,
  `const x = a > 0 ? 'big' : b; return typeof x === 'string' ? x.length : x * 2;`,
  `let r = ''; let c = 0; lab: for (const x of v) { switch (x > 2 ? 'big' : x < 0 ? 'neg' : x) { case 'neg': r += 'n'; break lab; default: c += 1; case 'big': c += 10; if (c > 20) continue lab; break; case 2: c += 100; break; case 0: c -= 1; continue lab; } c *= 2; } return [c, r === 'n', r.length];`,
  `const f = (x) => { switch (x) { case null: return 1; case undefined: return 2; case '1': return 5; case 1: return 6; default: return x > 1 ? 7 : 8; } }; return [f(b > 0 ? '1' : 1), f(b > 0 ? '1' : b)];`,
  `let out = null; for (const x of v) { const k = x > 1 ? 'many' : x; if (k === 'many') out = k; else out = k + 1; } return out === 'many' ? 1 : out === null ? 2 : 3;`,
  `const x = a > 0 ? 'p' : 5; const y = x + 1; return [y === 'p1', y === 6];`,
  `const o = { t: a > 0 ? 'x' : 3 }; if (b > 0) o.t = 'y'; return [o.t === 'x', o.t === 'y', o.t === 3, !!o.t];`,
  `const recs = [{ k: 'x', t: 'text', w: 1 }, { k: 'y', t: 5, w: 2 }, { k: 'x', t: null, w: 3 }]; let s = 0; for (const x of v) { for (const r of recs.filter((r) => r.k === (x > 1 ? 'x' : 'y'))) { s += r.w * x; if (typeof r.t === 'string') s += 100; } } return s;`,
  `const x = a > 0 ? 'p' : 5; switch (typeof x) { case 'string': return x.length; case 'number': return x; } return -1;`,
  `const x = a > 0 && 'p' || b > 0 && 5 || 'q'; return [x === 'p', x === 5, x === 'q'];`,
  `const m = new Map(); m.set('k', a > 0 ? 'p' : 5); const g = m.get('k'); return g === 'p' ? 1 : g === 5 ? 2 : 3;`,
  `const xs = [a > 0 ? 'p' : 5, 'q', 1]; return [xs.indexOf('q'), xs.includes(5), xs.filter((t) => typeof t === 'number').length];`,
  `const x = a > 0 ? '7' : 5; return [x > 4, x - 1, +x, -x, Number(x), x == 7, x * 2];`,
  `let x = 0; for (const y of v) { if (y > 2) x = 'big'; } return x === 'big' ? 1 : 2;`,
  `const v0 = v.find((x) => x > 1) ?? -1; const i0 = v.findIndex((x) => x < 0); const any = i0 !== -1 && v[i0]; return [v0, i0, any === false ? 7 : any];`,
  `const x = a > 0 && b; return [x === false, x !== false, x === b, x === -2];`,
  `const label = (x) => x > 2 ? 'high' : x < 0 ? null : x; let s = 0; for (const x of v) { const l = label(x); if (l === null) s += 100; else if (typeof l === 'string') s += l.length; else s += l * 10; } return s;`,
  `const parse = (x) => x > 1 ? { ok: true, v: x } : { ok: false, v: 'error' }; let s = 0; for (const x of v) { const r = parse(x); s += r.ok ? r.v : r.v.length; } return s;`,
  `const tok = (x) => x > 1 ? ['num', x] : ['op', '+']; let s = 0; for (const x of v) { const [k, t] = tok(x); s += k === 'num' ? t : t === '+' ? 100 : 0; } return s;`,
  `const ts = []; for (const x of v) ts.push(x > 1 ? x : '+'); let s = 0; for (const t of ts) s += t === '+' ? 100 : t; return s;`,
  `let last = 'none'; for (const x of v) { if (x > 1) last = x; } return last === 'none' ? -1 : last;`,
  `const x = a > 0 || 'text'; const y = x === true ? 1 : x.length; return y;`,
  `const o = { x: a > 0 && b, y: flag || 'no' }; return [o.x === false ? -1 : o.x, o.y === 'no' ? 1 : 2];`,
  `let name = ''; for (const x of v) name ||= x > 1 && 'first'; return [name ? 1 : 0, name === 'first'];`,
  `const x = a > 0 ? 'abc' : 5; const f = (y) => typeof y === 'string' ? y.toUpperCase() : y + 1; const z = f(x); return [z === 'ABC', z === 6, String(x).length];`,
  `const f = (x) => x > 0 || 'neg'; let s = 0; for (const x of v) { const r = f(x); if (r === true) s += 1; else s += r.length; } return s;`,
  `const x = a > 0 ? 'p' : 1; const y = b > 0 ? 'q' : 2; return [x === y, x == y, x !== y, x < 3, (x + '') === 'p'];`,
  `const x = a > 0 ? 'p' : a; try { if (x === 'p') throw new Error(x); return x; } catch (e) { return e.message === 'p' ? -7 : 0; }`,
  `class T { #v = 'none'; set(x) { if (x > 1) this.#v = x; return this; } get() { return this.#v === 'none' ? -1 : this.#v; } } const t = new T(); for (const x of v) t.set(x); return t.get();`,
  `const m = new Map([['k', 'none']]); for (const x of v) { if (x > 1) m.set('k', x); } const r = m.get('k'); return r === 'none' ? -1 : r;`,
  `const arr = ['none', 'none', 'none']; for (let i = 0; i < 3; i++) if (v[i] > 1) arr[i] = v[i]; return arr.map((x) => x === 'none' ? -1 : x);`,
  `const fmt = (x) => { switch (true) { case x > 2: return 'big'; case x < 0: return false; default: return x; } }; return [a, b, v[2]].map((x) => { const r = fmt(x); return r === false ? -1 : r === 'big' ? -2 : r; });`,
  `const f = (x) => { if (x > 1) return 'hi'; if (x < 0) return x; return null; }; const r = f(a); return r === 'hi' ? 1 : r === null ? 2 : r;`,
  `const r = a > 1 ? 'hi' : a < 0 ? a : null; if (r === 'hi') return 1; if (r === null) return 2; return r;`,
  `let m = 'none'; let i = 0; while (i < n * 2) { m = i * a; i++; } return m === 'none' ? -1 : m;`,
  `const x = a > 0 ? 'p' : 3; try { throw x; } catch (e) { return e === 'p' ? 1 : e; }`,
  `const stack = []; const toks = [1, 2, '+', 3, '*']; for (const t of toks) { if (typeof t === 'number') stack.push(t * a); else { const y = stack.pop(), x = stack.pop(); stack.push(t === '+' ? x + y : x * y); } } return stack;`,
  `const x = a > 0 ? 'p' : b; const [p, q] = [x, 1]; const o = { x, q }; const { x: z } = o; const g = (w = x) => w === 'p'; return [p === 'p', z === 'p', g(), g(z), [...[x]].length, o.x === x];`,
  `const x = a > 0 ? '12' : 7; return [parseInt(x), Number(x), x * 2, +x, x > 8, isNaN(x), Math.max(x, 3)];`,
  `const x = flag ? 'yes' : a > 0; return [x === 'yes', x === true, !x, x ? 1 : 0];`,
  `const m = { low: 1, high: 2 }; const k = a > 1 ? 'high' : null; return k === null ? -1 : m[k];`,
];

/* What has no place for both. */
const refused: readonly (readonly [body: string, code: string])[] = [
  ["return a > 0 ? 'text' : 5;", 'branch-dtypes-differ'],
  [
    "const st = []; for (let i = 0; i < n; i++) st.push(i > a ? i : 'none'); return st.length;",
    'list-element',
  ],
  ["const x = a > 0 ? 'p' : b; return String(x).length;", 'host-read'],
];

describe.each(executors)('texts beside numbers on $backend', ({ start, backend }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it.each(refused)('refused: %s', async (body, code) => {
    const { failure, refusals } = await compareBody(body, backend);
    expect(failure?.actual.refusal ?? refusals[0]).toBe(code);
  });
});
