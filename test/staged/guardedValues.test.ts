import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Values that are missing at first or in one branch, and are used only where the program knows that they are there. */
const bodies: readonly string[] = [
  'const f = () => { if (a > 0) return [1, null]; return [null, 2]; }; const [p, q] = f(); return p === null ? q : p;',
  'let r; if (a > 0) r = [1, null]; else r = [null, 2]; const [p, q] = r; return p === null ? q : p;',
  'let r; if (a > 0) r = { p: 1, q: null }; else r = { p: null, q: 2 }; return r.p ?? r.q;',
  'const f = () => { if (a > 0) return { p: 1, q: null }; return { p: null, q: 2 }; }; const { p, q } = f(); return p ?? q;',
  'const f = () => { if (a > 0) return null; return b; }; const p = f(); return p ?? 3;',
  'const f = (x) => x > 1 ? [x, undefined] : [undefined, x]; const [p, q] = f(a); return (p ?? 0) + (q ?? 10);',
  `const f = (x) => { try { if (x > 1) throw new Error('e'); return [x, null]; } catch (e) { return [null, e]; } }; const [r, e] = f(a); return e ? -1 : r;`,
  `const f = (x) => { if (x > 1) return [null, 'e']; return [x, null]; }; const [r, e] = f(a); return e ? -1 : r;`,
  `const f = (x) => { if (x > 1) return { ok: true, value: x, error: null }; if (x < -1) return { ok: false, value: null, error: 'low' }; return { ok: false, value: null, error: 'mid' }; }; const r = f(a); return r.ok ? r.value * 2 : r.error === 'low' ? -1 : -2;`,
  `const f = (x) => { if (x > 1) return { kind: 'some', value: x }; return { kind: 'none', value: undefined }; }; const r = f(a); if (r.kind === 'some') return r.value * 2; return -1;`,
  `const f = (x) => { if (x > 1) return { kind: 'some', value: x }; return { kind: 'none' }; }; const r = f(a); if (r.kind === 'none') return 0; return r.value + 1;`,
  'let best = null, found = false; if (a > 1) { best = a; found = true; } return found ? best * 2 : -1;',
  'let best = null, found = false; for (const x of v) if (x > 1) { best = x; found = true; } return found ? best * 2 : -1;',
  'let ok, value; if (a > 1) { ok = true; value = a; } else if (b > 1) { ok = true; value = b; } else { ok = false; } if (!ok) return -1; return value * 3;',
  `const parse = (x) => { if (x < 0) return [null, 'negative']; if (x > 2) return [null, 'large']; return [x * 2, null]; }; let sum = 0, errs = 0; for (const x of v) { const [val, err] = parse(x); if (err !== null) { errs++; continue; } sum += val; } return [sum, errs];`,
  `const parse = (x) => { if (x < 0) return [null, new Error('negative')]; return [x * 2, null]; }; let sum = 0, errs = 0; for (const x of v) { const [val, err] = parse(x); if (err) { errs++; continue; } sum += val; } return [sum, errs];`,
  'const find = () => { for (let i = 0; i < n; i++) if (i > a) return { index: i, found: true }; return { index: null, found: false }; }; const r = find(); return r.found ? r.index : -1;',
  'let x = null; if (a > 0) x = 1; const y = a > 0 ? x + 1 : 0; return y;',
  'let x = null; const p = a > 0; if (p) x = 1; const y = p ? x + 1 : 0; return y;',
  'let k; if (a > 0) { k = 2; } let r = 0; if (a > 0 && flag) r = k; return r;',
  'let lo = null, hi = null; for (const x of v) { if (x < 0) lo = x; else hi = x; } let s = 0; if (lo !== null) s += lo; if (hi !== null) s += hi * 10; return s;',
  'let min = null; let has = false; for (let i = 0; i < n; i++) { if (!has || i * a < min) { min = i * a; has = true; } } return has ? min : -99;',
  'let prev; let count = 0; for (const x of v) { if (count > 0 && x === prev) count += 10; prev = x; count++; } return count;',
  'let prev; let steps = 0; while (steps < n) { if (steps > 0) record(prev - steps); prev = steps * a; steps++; } return steps;',
  'let first, found = false; for (const x of v) { if (!found && x > 0) { first = x; found = true; } } if (!found) return -1; return first;',
  'const st = { cur: null, on: false }; for (const x of v) { if (x > 1) { st.cur = x; st.on = true; } else if (st.on) { record(st.cur); st.on = false; } } return st.on ? st.cur : 0;',
  'let v1, ok = true; if (a > 1) v1 = a; else ok = false; if (!ok) return -1; let s = 0; for (const x of v) s += x * v1; return s;',
  'let q = null; if (b > 0) q = 5; const f = () => q + 1; if (b > 0) return f(); return 0;',
  'const pick = (x) => x > 0 ? { v: x, tag: 1 } : { v: null, tag: 0 }; let s = 0; for (const x of v) { const p = pick(x); if (p.tag === 1) s += p.v; } return s;',
  `const pick = (x) => x > 0 ? { v: x, tag: 'num' } : { v: null, tag: 'none' }; let s = 0; for (const x of v) { const p = pick(x); switch (p.tag) { case 'num': s += p.v; break; case 'none': s -= 1; } } return s;`,
  'let lastIndex = -1, last; for (let i = 0; i < n; i++) { if ((i * 2) % 3 === 1) { last = i; lastIndex = i; } } return lastIndex >= 0 ? last : -5;',
  `let res; try { if (a > 1) throw new Error('x'); res = a * 2; } catch { res = undefined; } return res === undefined ? -1 : res;`,
  `let res, err; try { if (a > 1) throw new Error('x'); res = a * 2; } catch (e) { err = e; } if (err) return -1; return res;`,
  `let res, err = null; for (const x of v) { try { if (x > 2) throw new Error('x'); res = x * 2; } catch (e) { err = e; break; } } if (err !== null) return -1; return res;`,
  'let x = a > 0 ? 1 : null; let y = b > 0 ? 2 : null; return x !== null && y !== null ? x + y : x !== null ? x : y !== null ? y : 0;',
  'let x = a > 0 ? 1 : null; const z = x === null; return z ? 0 : x + 1;',
  'const has = a > 0; let o = null; if (has) o = { z: b }; if (has) o.z += 1; return has ? o.z : 3;',
  'const has = a > 0; let l = null; if (has) l = [b]; if (has) l.push(4); return has ? l.length : 3;',
  'let f; if (n > 2) f = (x) => x + 1; let r = a; if (n > 2) r = f(r); return r;',
  'let s = 0, m; for (let i = 0; i < n; i++) { if (i === 0) m = a; else m = Math.max(m, i); s += m; } return s;',
  'let m; for (let i = 0; i < n; i++) { if (i === 0) m = a; else m = Math.max(m, i); } return n > 0 ? m : 0;',
  'let acc = null; for (const x of v) acc = acc === null ? x : acc + x; return acc;',
  'let d = null; for (let i = 0; i < n; i++) { d = d ? d * 2 : i + 1; } return d ?? -1;',
  'let best; let score = -Infinity; for (let i = 0; i < n; i++) { const s = i * a; if (s > score) { score = s; best = i; } } return score > -Infinity ? best : -1;',
  'let seen = false, where = null; let i = 0; while (i < n && !seen) { if (i * 2 > a) { seen = true; where = i; } i++; } return seen ? where : i;',
  'let m; for (let i = 0; i < n; i++) { if (i === 0) m = 0; else m = m + i; } return n > 0 ? m : 0;',
  'let m = null; for (const x of v) { m = m === null ? x : Math.max(m, x); } return m;',
  'let prev, diffs = 0; for (const [i, x] of [...v].entries()) { if (i > 0) diffs += Math.abs(x - prev); prev = x; } return diffs;',
  'let prev, diffs = []; for (let i = 0; i < n; i++) { const x = i * i; if (i > 0) diffs.push(x - prev); prev = x; } return diffs;',
  'let node = null; for (let i = 0; i < n; i++) { if (i > 0) record(node.val); node = { val: i * a }; } return node ? node.val : 0;',
  'let last; for (let i = 0; i < n; i++) { if (i % 2 === 1) record(last[0]); last = [i, a]; } return n > 0 ? last[0] : 0;',
  'let h; let i = 0; while (i < n) { h = i > 0 ? h * 0.5 + a : a; i++; } return n > 0 ? h : -1;',
  'let h; let i = 0; do { h = i > 0 ? h * 0.5 + a : a; i++; } while (i < n); return h;',
  'let w; for (const x of v) { if (x > 100) w = w + 1; else w = x; } return w;',
  'let w; let c = 0; for (const x of v) { if (c++ > 0) record(w > x ? 1 : 0); w = x; } return c;',
];

describe.each(executors)(
  'values that a condition of the program guards, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });
  },
);
