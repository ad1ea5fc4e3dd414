import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

const bodies = [
  'const each = (f) => { for (const x of v) if (x > 0) f(x); }; const counts = new Map(); each((x) => { counts.set(x, (counts.get(x) ?? 0) + 1); }); return counts.size;',
  'const counts = new Map(); const bump = (x) => { counts.set(x, (counts.get(x) ?? 0) + 1); }; for (const x of v) if (x > 0) bump(x); return counts.size;',
  'const counts = new Map(); v.forEach((x) => { counts.set(x, (counts.get(x) ?? 0) + 1); }); return counts.size;',
  'const seen = new Set(); const add = (x) => { if (seen.has(x)) return false; seen.add(x); return true; }; let c = 0; for (const x of v) if (add(x)) c++; return c;',
  'const seen = new Set(); const add = (x) => { if (seen.has(x)) return false; seen.add(x); return true; }; let c = 0; for (const x of v) if (x > 0 && add(x)) c++; return c;',
  'class C { counts = new Map(); bump(x) { this.counts.set(x, (this.counts.get(x) ?? 0) + 1); } get size() { return this.counts.size; } } const c = new C(); for (const x of v) { if (x > 0) c.bump(x); } return c.size;',
  'const uniq = v.filter(function (x) { return !this.has(x) && this.add(x); }, new Set()); return uniq.length;',
  'const seen = new Set(); return v.filter((x) => { if (seen.has(x)) return false; seen.add(x); return true; }).length;',
  'const seen = new Set(); return v.filter((x) => !seen.has(x) && seen.add(x)).length;',
  'const each = (f) => { for (const x of v) if (x > 0) f(x); }; const seen = new Set(); let dup = 0; each((x) => { if (seen.has(x)) dup++; seen.add(x); }); return dup;',
  'const each = (f) => { for (const x of v) f(x); }; const counts = new Map(); each((x) => { counts.set(x, (counts.get(x) ?? 0) + 1); }); return counts.size;',
  'const seen = new Set(); const f = (x) => x > 0 && seen.add(x); let c = 0; for (const x of v) if (f(x)) c++; return [c, seen.size];',
  'const seen = new Set([0]); const f = (x) => { if (x > 0) return seen.add(x); return null; }; let c = 0; for (const x of v) if (f(x)) c++; return [c, seen.size];',
  'const xs = [0]; const f = (x) => { if (x > 0) { xs.push(x); return xs; } return null; }; let c = 0; for (const x of v) if (f(x)) c++; return [c, xs.length];',
  'const m = new Map(); const f = (x) => { if (x > 0) return m.set(x, 1); return m; }; let c = 0; for (const x of v) c += f(x).size; return c;',
  'const seen = new Set([1]); const r = !seen.has(a) && seen.add(a); return r ? seen.size : -1;',
  'const seen = new Set([1]); const r = flag && seen.add(a); return r ? seen.size : -1;',
  'const out = [1]; const add = (x) => { out.push(x); return out; }; const r = flag && add(a); return r ? out.length : -out.length;',
  'const out = [1]; const add = (x) => { out.push(x); return out; }; const r = flag ? add(a) : null; return r ? r.length : -out.length;',
  'const out = []; const add = (x) => { out.push(x); return out; }; for (const x of v) { if (x > 0 && add(x)) continue; } return out;',
  'const o = { x: 1 }; const set = (x) => { o.x = x; return o; }; const r = flag && set(a); return r ? o.x : -o.x;',
  'const o = { x: 1 }; const set = (x) => { o.x = x; return o; }; let c = 0; for (const x of v) { if (x > 0 && set(x)) c++; } return [c, o.x];',
  'const m = new Map(); let c = 0; for (const x of v) { if (!m.has(x) && m.set(x, c)) c++; } return [c, m.size];',
  'const m = new Map(); let c = 0; for (const x of v) { const r = m.has(x) ? m : m.set(x, c); c += r.size; } return [c, m.size];',
  'class S { n = 0; add(x) { this.n += x; return this; } } const s = new S(); for (const x of v) { x > 0 && s.add(x); } return s.n;',
  'class S { n = 0; add(x) { this.n += x; return this; } } const s = new S(); for (const x of v) { const r = x > 0 ? s.add(x).add(1) : s; if (r.n > 5) break; } return s.n;',
  'class S { xs = []; add(x) { this.xs.push(x); return this; } } const s = new S(); for (const x of v) { if (x > 0) s.add(x).add(-x); else s.add(0); } return s.xs;',
  'const xs = []; const f = (x) => x > 0 && xs.push(x); let c = 0; for (const x of v) if (f(x)) c++; return [c, xs];',
  'const xs = [5, 6, 7, 8]; const next = () => xs.pop(); let s = 0; for (const x of v) if (x > 0) s += next(); return [s, xs.length];',
  'const xs = [5, 6, 7, 8]; const next = () => xs.shift(); let s = 0; for (const x of v) { if (x > 0 && next() > 5) s += 1; } return [s, xs.length];',
  'const s = new Set([1, 2]); const drop = (k) => s.delete(k); let c = 0; if (a > 0) { if (drop(1)) c++; } return [c, s.size];',
  'const s = new Set([1, 2]); const f = (x) => x > 0 && s.add(3); const r = f(a); return [s.size, r ? 1 : 0];',
  'const s = new Set([1, 2]); const f = (x) => x > 0 ? s.add(3) : s; let t = 0; for (const x of v) t += f(x).size; return [s.size, t];',
  'const m = new Map([[1, a]]); const f = (x) => x > 0 && m.set(2, x); let c = 0; for (const x of v) if (f(x)) c++; return [c, m.size, m.get(2) ?? -1];',
  'const m = new Map([[1, a]]); const f = (x) => m.delete(1) || x; if (flag) f(2); return m.size;',
  'class St { xs = []; push(x) { return this.xs.push(x); } pop() { return this.xs.pop(); } } const st = new St(); for (const x of v) { if (x > 0) st.push(x); else if (st.xs.length) st.pop(); } return st.xs;',
  'class Se { s = new Set(); add(x) { return this.s.add(x); } } const st = new Se(); for (const x of v) { if (x > 0) st.add(x); } return st.s.size;',
  'class Se { s = new Set(); add(x) { return !this.s.has(x) && !!this.s.add(x); } } const st = new Se(); let c = 0; for (const x of v) { if (x > 0 && st.add(x)) c++; } return [c, st.s.size];',
  'const xs = [1, 2, 3]; const f = (x) => x > 0 && xs.reverse(); const r = f(a); return [xs, r ? 1 : 0];',
  'const xs = [1, 2, 3]; const f = (x) => x > 0 ? xs.reverse() : xs; let t = 0; for (const x of v) t += f(x)[0]; return [xs, t];',
  'const xs = [1, 2, 3]; const f = (x) => x > 0 && xs.fill(x); f(b); return xs;',
  'const xs = [1, 2, 3]; let r = null; if (a > 0) r = xs.fill(b, 1); return [xs, r ? r.length : 0];',
  'const xs = [1, 2, 3]; let r = null; if (a > 0) r = xs.reverse(); return [xs, r ? r[0] : 0];',
  'const s = new Set([1]); let r = null; if (a > 0) r = s.add(2); return [s.size, r ? r.size : 0];',
  'const s = new Set([1]); for (const x of v) { const t = s.add(x > 0 ? 5 : 6); if (t.size > 2) break; } return s.size;',
  'const xs = [3, 1, 2]; const r = a > 0 ? xs.sort() : xs; return [xs, r[0]];',
  'const xs = [3, 1, 2]; const r = a > 0 ? xs.reverse() : xs; return [xs, r[0]];',
  'const xs = [3, 1, 2]; const r = a > 0 ? [...xs].reverse() : xs; return [xs, r[0]];',
  'const xs = [3, 1, 2]; const r = (a > 0 && xs.reverse()) || xs; return [xs, r[0]];',
  'for (const x of v) { const s = new Set(); const t = s.add(x).add(1); if (t.size > 1) return x; } return -1;',
  'for (const x of v) { const s = [x, 1].reverse(); if (s[0] > x) return s[1]; } return -1;',
  'let r; const push = (y) => { if (y > 0) { r = [b]; return true; } return false; }; const g = () => { if (b >= 0) { if (push(a)) return; } for (;;) { if (push(1)) return; } }; g(); return r === undefined ? n * 1.5 : r[0];',
  'let r = null; const push = (y) => { if (y > 0) { r = [b]; return true; } return false; }; const g = () => { if (b >= 0) { if (push(a)) return; } for (;;) { if (push(1)) return; } }; g(); return r === null ? n * 1.5 : r[0];',
  'let r = null; const push = (y) => { if (y > 0) { r = { x: b }; return true; } return false; }; const g = () => { if (b >= 0) { if (push(a)) return; } for (let k = 0; k < n; k++) { if (push(k)) return; } }; g(); return r === null ? n * 1.5 : r.x;',
  'let r = null; if (b >= 0) r = [b]; const set = () => { r = [a]; }; if (n > 1) { for (let k = 0; k < n; k++) { if (k > 1) set(); } } return r === null ? n * 1.5 : r[0];',
  'let r = null; if (b >= 0) r = [b]; if (n > 1) { for (let k = 0; k < n; k++) { if (k > 1) r = [a]; } } return r === null ? n * 1.5 : r[0];',
  'let r = null; if (b >= 0) r = [b]; const set = () => { r = [a]; }; for (let k = 0; k < n; k++) { if (k > 1) set(); } return r === null ? n * 1.5 : r[0];',
  'let r = null; if (b >= 0) r = [b]; const set = () => { r = [a]; }; if (n > 1) { set(); } return r === null ? n * 1.5 : r[0];',
  'let r = null; if (b >= 0) r = [b]; const set = () => { r = [a]; }; if (n > 1) { if (a > 0) set(); } return r === null ? n * 1.5 : r[0];',
];

describe.each(executors)(
  'arrays, Maps and Sets that functions change, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });
  },
);
