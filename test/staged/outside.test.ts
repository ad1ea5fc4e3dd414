import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { expectSame, float32, int32 } from './compare.js';
import { compareBody } from './compareBody.js';

/* JavaScript has undefined where an array has no element, at an index that a tensor tells too. */
const bodies: readonly string[] = [
  'const runs = []; for (const x of v) { const last = runs[runs.length - 1]; if (last && last.s > 0) last.c++; else runs.push({ s: x, c: 1 }); } return runs.length;',
  'const runs = []; for (const x of v) { const last = runs[runs.length - 1]; if (last !== undefined && last.s > 0) last.c++; else runs.push({ s: x, c: 1 }); } return runs.map((r) => r.c);',
  'const runs = []; for (const x of v) { const last = runs[runs.length - 1]; if (!last || last.s <= 0) runs.push({ s: x, c: 1 }); else last.c += x; } return runs.map((r) => r.c);',
  'const runs = []; for (const x of v) { if (runs.length > 0 && runs[runs.length - 1] > 0) runs[runs.length - 1] += x; else runs.push(x); } return runs;',
  'const runs = []; for (const x of v) { const last = runs[runs.length - 1]; if (last > 0) runs[runs.length - 1] += x; else runs.push(x); } return runs;',
  'const runs = []; let i = 0; while (i < n) { const last = runs[runs.length - 1] ?? 0; runs.push(last + a); i++; } return runs;',
  'const l = []; for (const x of v) if (x > 0) l.push(x); const e = l[l.length - 1]; return e === undefined ? -1 : e;',
  'const l = []; for (const x of v) if (x > 0) l.push(x); return l[-1] === undefined ? -1 : 2;',
  'const l = []; for (const x of v) if (x > 0) l.push({ x }); const e = l[l.length - 1]; return e?.x ?? -7;',
  'const l = []; for (const x of v) if (x > 0) l.push({ x }); if (l[l.length - 1]) return l[l.length - 1].x; return -7;',
  'const l = []; for (const x of v) if (x > 100) l.push({ x }); if (l[l.length - 1]) return l[l.length - 1].x; return -7;',
  'const s = [1, 2, 3]; return (s[n - 3] ?? 8) + (s[n] ?? 10) + (s[n + 5] ?? 20);',
  'const s = [a, b, 3]; return s[n - 3] === undefined ? -1 : s[n - 3];',
  'const s = [a, b, 3]; const e = s[n - 3]; return e === undefined ? -1 : e + 1;',
  'const cells = [a, b, 1, 0]; const out = []; for (let i = n - n; i < 4; i++) { const l = cells[i - 1] ?? 0, r = cells[i + 1] ?? 0; out.push(l + r); } return out;',
  'const cells = [1, 2, 1, 0]; let s = 0; for (let i = n - n; i < 4; i++) { s += (cells[i - 1] ?? 0) * (cells[i + 1] ?? 7); } return s;',
  'const ps = [{ x: a }, { x: b }]; return ps[n]?.x ?? -5;',
  'const ps = [{ x: a }, { x: b }]; const p = ps[n - 2]; if (p) { p.x = 9; } return ps;',
  'const ps = [{ x: a }, { x: b }]; const p = ps[n - 2]; if (p === undefined) return -1; p.x += 1; return ps[0].x;',
  'const g = [[a, 1], [b, 2]]; let s = 0; for (let y = n - n - 1; y < 3; y++) for (let x = n - n - 1; x < 3; x++) s += g[y]?.[x] ?? 0; return s;',
  "const names = ['lo', 'hi']; return (names[n] ?? 'none') === 'none' ? 1 : 2;",
  'const fs = [(x) => x + 1, (x) => x * 2]; const f = fs[n - 1]; return f ? f(a) : 100;',
  'const fs = [(x) => x + 1, (x) => x * 2]; return fs[n - 2]?.(a) ?? 100;',
  'const s = []; for (const x of v) { while (s.length > 0 && s[s.length - 1] > x) s.pop(); s.push(x); } return s;',
  'const s = []; for (const x of v) { let top = s[s.length - 1]; while (top !== undefined && top > x) { s.pop(); top = s[s.length - 1]; } s.push(x); } return s;',
  'const s = []; for (const x of v) { let top = s[s.length - 1]; while (top && top.p > x) { s.pop(); top = s[s.length - 1]; } s.push({ p: x }); } return s.map((e) => e.p);',
  'const s = []; let c = 0; for (const x of v) { let top; while ((top = s[s.length - 1]) && top.p > x) { s.pop(); c++; } s.push({ p: x }); } return [c, s.length];',
  'const s = [3, 1, 2]; let j = n - n; while (s[j] > 0) j++; return j;',
  'const s = [3, 1, 2]; let j = n - n; while (s[j] < 5) j++; return j;',
  'const s = [a, b, 2]; let j = n - n; while (s[j] !== undefined) j++; return j;',
  'const q = [1, 2, 3]; const [x = 7, y = 8] = [q[n], q[n - 2]]; return x + y;',
  'const q = [1, 2, 3]; const f = (x = 5) => x; return f(q[n + 1]);',
  "return typeof [1, 2][n] === 'undefined' ? 1 : 0;",
  'const vis = [false, true, false]; if (vis[n]) return 1; return vis[n - 1] ? 2 : 3;',
  'const g = [[a, 1], [b, 2]]; let s = 0; for (let y = n - n - 1; y < 3; y++) for (let x = n - n - 1; x < 3; x++) s += g[y]?.[x] ?? 0; return s;',
  'const g = [[1, 0, 1], [0, 1, 1], [1, 1, 0]]; let c = 0; for (const dy of [-1, 0, 1]) for (const dx of [-1, 0, 1]) if ((dy !== 0 || dx !== 0) && g[n - 2 + dy]?.[n - 3 + dx] === 1) c++; return c;',
  'const l = []; for (const x of v) if (x > 0) l.push({ x, w: [x, 1] }); const e = l[n - 2]; return e?.w[0] ?? -1;',
  'const l = []; for (const x of v) if (x > 0) l.push(x); let best = l[0] ?? -1; for (let i = n - n; i < l.length; i++) if (l[i] > best) best = l[i]; return best;',
  'const l = []; for (const x of v) if (x > 0) l.push({ x }); let best = l[n - n]; for (let i = n - n; i < l.length; i++) if (l[i].x > best.x) best = l[i]; return best ? best.x : -1;',
  'const l = []; for (const x of v) if (x > 0) l.push({ x }); let best = null; for (let i = n - n; i < l.length; i++) if (best === null || l[i].x > best.x) best = l[i]; return best === null ? -1 : best.x;',
  'const ps = [{ x: a }, { x: b }, { x: 2 }]; let best = ps[0]; for (let i = n - n; i < 3; i++) if (ps[i].x > best.x) best = ps[i]; return best;',
  'const ps = [{ x: a }, { x: b }, { x: 2 }]; let p = ps[0], i = n - n; while (p) { p.x += 1; i++; p = ps[i]; } return ps.map((q) => q.x);',
  'const q = [a, b]; let x, s = 0, i = n - n; while ((x = q[i++]) !== undefined) s += x; return s;',
  'const q = [4, 5]; let x, s = 0, i = n - n; while ((x = q[i++]) !== undefined) s += x; return s;',
  'const q = [4, 5]; let s = 0, i = n - n; for (let x = q[i]; x !== undefined; x = q[++i]) s += x; return s;',
  'const q = [{ t: a }, { t: b }]; let s = 0, i = n - n; for (let e = q[i]; e; e = q[++i]) s += e.t; return s;',
  'const q = [a, b, 1]; let y; if (flag) y = q[n + 3]; else y = 5; return y === undefined ? -1 : y;',
  'const q = [4, 5, 1]; let y; if (flag) y = q[n + 3]; else y = 5; return y === undefined ? -1 : y;',
  'const q = [{ x: 1 }, { x: b }]; let y; if (flag) y = q[n + 3]; else y = q[0]; return y === undefined ? -1 : y.x;',
  'const q = [{ x: 1 }, { x: b }]; const get = (i) => { if (flag) return q[i]; return q[0]; }; const y = get(n - 3); return y?.x ?? -1;',
  'const l = []; for (const x of v) if (x > 0) l.push(x); const get = (i) => { if (i < 0) return null; return l[i]; }; return [get(n - 4) ?? -1, get(n) ?? -2];',
  "const l = []; for (const x of v) if (x > 0) l.push(['a', 'b'][l.length % 2]); return l[n - 3] === 'a' ? 1 : l[n + 3] === undefined ? 2 : 3;",
  'const arr = [a, b, 1]; return arr[n - 10] + 1 > 0 ? 1 : 2;',
  'const t = [1, 2, 3, 4]; let s = 0; for (let i = n - n; i < 4; i++) { const prev = t[i - 1], next = t[i + 1]; if (prev !== undefined && next !== undefined) s += prev * next; } return s;',
  'const t = [[1, 2], [3, 4]]; let s = 0; for (let i = n - n; i < 3; i++) { const row = t[i]; if (!row) break; s += row[0]; } return s;',
  "const str = ['x', 'y']; let out = 0; for (let i = n - n; i < 3; i++) { switch (str[i]) { case 'x': out += 1; break; case 'y': out += 10; break; case undefined: out += 100; break; } } return out;",
  'const s = [a, b, 3]; return [s.at(n - 4) ?? -9, s.at(n - n - 1), s.at(n + 3) ?? -8, s.at(n - n - 5) ?? -7];',
  'const l = []; for (const x of v) if (x > 0) l.push(x); return [l.at(n - n - 1) ?? -1, l.at(n - n - 3) ?? -2, l.at(n - n) ?? -3, l.at(n) ?? -4];',
  'const s = [1, 2, 3]; return s.with(n - n - 1, a);',
  'const g = [[1, 2], [3, a]]; const nb = (y, x) => { let s = 0; for (let i = -1; i <= 1; i++) for (let j = -1; j <= 1; j++) s += g[y + i]?.[x + j] ?? 0; return s; }; return [nb(n - 3, n - 3), nb(0, n - 2)];',
  'const q = [3, 1, 2]; let i = n - n; while (i < q.length && q[i] !== 2) i++; return q[i] === undefined ? -1 : i;',
  'const m = { 1: a, 2: b }; return m[n - 2] ?? 7;',
  "const str = 'abc'; return str[n - 3] === 'b' ? 1 : 0;",
  'const l = [a, b, 3]; let x = a; for (let i = 0; i < n; i++) { if (i > 1) x = l[i + 1]; } return x === undefined ? -1 : x;',
  'const l = [4, 5, 6]; let x = 1, i = 0; while (i < n + 2) { x = l[i]; i++; } return x ?? -1;',
  'const l = [4, 5, 6]; let x = 1.5, i = 0, s = 0; while (i < n % 3) { s += x; x = l[i]; i++; } return [x, s];',
  "const l = [a > 0, false, flag]; let x = false, i = 0; while (i < n + 2) { x = l[i]; i++; } return x === undefined ? 'u' : x ? 't' : 'f';",
  'const l = [1, 2, 3, 4]; let last = 0, sum = 0; for (let i = 0; i < n + 3; i++) { if (last === undefined) break; sum += last; last = l[i]; } return [sum, last === undefined];',
  "const o = { x: a }, l = [a, b]; for (let i = 0; i < n; i++) o.x = l[i]; return o.x === undefined ? 'none' : 'some';",
  'const l = [{ x: a }, { x: b }]; let r = l[1], i = 0; while (i < n && i < 2) { r = l[i]; r.x += 1; i++; } return [r.x, l[0].x, l[1].x];',
  'const s = [a, b, 1], l = [a, b]; for (let i = 0; i < n; i++) s[i % 3] = l[i]; return s.map((x) => x ?? -1);',
  'const s = [1, 2, 3], l = [7, 8]; s[n % 3] = l[n]; s[0] = l[n]; s[(n + 1) % 3] = 6; return [s.map((x) => x ?? -1), s[n % 3] === undefined, s[(n + 1) % 3] === undefined, s[n + 3] === undefined];',
  'const l = [a, b], s = [l[n], a, l[n - 2]]; return [s[n] === undefined, s[n - 1] === undefined, s.length];',
  'const o = { x: a }; const l = [o]; const p = l[n]; return o ? 1 : 2;',
  'const o = { x: a }; const l = [o]; const p = l[n]; return [p ? 1 : 2, o ? 1 : 2, p === o, p?.x ?? 5, o?.x ?? 6];',
  'const o = [a]; const l = [o]; const p = l[n]; p?.push(1); return [o.length, o ? 1 : 2];',
  'const f = () => 1; const l = [f]; const p = l[n]; return [f ? 1 : 2, p ? p() : 5];',
  'const o = { x: a }; const l = [o, o]; const p = l[n]; return [p ? 1 : 2, o ? 1 : 2];',
  'const o = { x: a }; const l = [o]; const p = l[n - n]; p.x = 5; return o.x;',
  'class C { constructor(x) { this.x = x; } get d() { return this.x * 2; } } const o = new C(a); const l = [o]; const p = l[n]; return [p ? 1 : 2, o ? 1 : 2, p === o, p?.d ?? 5];',
  "const s = 'ab'; const l = ['ab']; const p = l[n - n]; return [p === 'ab', l[n] === undefined, l[n] ? 1 : 2];",
  'const m = new Map([[1, a]]); const l = [m]; const p = l[n]; return [p ? p.get(1) : 2, m.has(1), m === undefined];',
  'const l = [{ x: a }, { x: b }]; return [l[n] === l[n + 1], l[n + 2] === l[n + 3], l[n - n] === l[n - n], l[n - n] !== l[n], l[n - 3] === l[0], l[n] !== l[1]];',
  'const l = [{ x: 1 }, { x: 2 }]; let r = l[0]; let i = 0; while (i < n) { r = l[i]; i++; } return [r ? r.x : -1, r?.x ?? -2, r === undefined, typeof r];',
  'const l = [{ x: 1 }, { x: 2 }]; let r = { x: 7 }; let i = 0; while (i < n && r) { r = l[i]; i++; } return i;',
  'const l = []; for (let i = 0; i < n + 1; i++) l.push({ x: i }); let r = { x: 7 }; let i = 0; while (i < n + 3) { r = l[i]; i++; } return r ? r.x : -1;',
  'const l = [{ x: 1, to: 1 }, { x: 2, to: 2 }, { x: 4, to: 9 }]; let r = l[0]; let s = 0; let k = 0; while (r && k < n + 5) { s += r.x; r = l[r.to]; k++; } return s;',
  'const l = [{ x: 1 }, { x: 2 }]; let o = [l[0], 5]; let i = 0; while (i < n) { o = [l[i], o[1] + 1]; i++; } return (o[0] ? o[0].x : -1) + o[1];',
  'const l = [{ x: 1 }, { x: 2 }, { x: 3 }]; let r = l[0], q = l[1]; let i = 0; while (i <= n) { [r, q] = [l[i], r]; i++; } return [r?.x ?? -1, q?.x ?? -1];',
  'const l = [{ x: 1 }, { x: 2 }, { x: 3 }]; let r = l[0]; let i = 0; while (i < n) { r = l[i]; if (r) r.x += 50; i++; } return [l, r ? r.x : -1];',
  'const l = [{ x: 1 }, { x: 2 }, { x: 3 }, { x: 1 }]; const at = (k) => l[k]; let r = l[0]; for (let i = 0; i < n; i++) for (let j = 0; j < i + 2; j++) { r = at(i + j); if (!r) break; } return r ? r.x : -1;',
  'class P { constructor(x) { this.x = x; } get d() { return this.x * 2; } } const l = [new P(1), new P(4)]; let r = l[0]; for (let i = 0; i < n; i++) r = l[i]; return r ? r.d : -1;',
  'class B { #r = { x: 5 }; go(l, k) { this.#r = l[k]; } get() { return this.#r?.x ?? -1; } } const l = [{ x: 1 }, { x: 2 }]; const o = new B(); for (let i = 0; i < n; i++) o.go(l, i); return o.get();',
  'const l = [(x) => x + 1, (x) => x * 2]; let f = l[0]; for (let i = 0; i < n; i++) f = l[i]; return f ? f(3) : -1;',
  "const l = ['a', 'b']; let t = l[0]; for (let i = 0; i < n; i++) t = l[i]; return [t === undefined, t === 'b'];",
  'const l = [{ x: 1 }, { x: 2 }]; let r; for (let i = 0; i < n; i++) r = l[i]; return [r ? r.x : -1, r === undefined];',
  'const l = [{ x: 1 }, { x: 2 }]; let r = null; for (let i = 0; i < n; i++) r = l[i]; return [r ? r.x : -1, r === null, r === undefined, r == null];',
  'const l = [{ x: 1 }, { x: 2 }, { x: 3 }]; let r = null; for (let i = 0; i < n + 1; i++) if (i > 1) r = l[i]; return r ? r.x : -1;',
  'const l = [{ x: 1 }, { x: 2 }]; let r = l[0]; for (let i = 0; i < n; i++) r = i > 2 ? undefined : l[i]; return r ? r.x : -1;',
  'const l = [a, b]; let r; for (let i = 0; i < n; i++) r = l[i]; return [r ?? -9, r === undefined];',
  'const l = [{ x: 1 }, { x: 2 }]; let r = null; if (b > 0) r = l[n]; return [r ? r.x : -1, r == null, r === null, r === undefined, typeof r];',
  'const l = [{ x: 1 }, { x: 2 }]; const r = a > 0 ? undefined : l[n]; return r ? r.x : -1;',
  'const l = [{ x: 1 }, { x: 2 }]; const at = (k) => { if (k > 3) return null; return l[k]; }; const r = at(n); return r ? r.x : r === null ? -1 : -2;',
  'const l = [{ x: 1 }, { x: 2 }]; let r = null; if (n < 4) { const q = l[n]; if (flag) r = q; } return [r == null, r === null, r === undefined];',
  'const l = []; for (let i = 0; i < n; i++) l.push(i > 1); return [l[n] === false, l[n] !== false, l[n] === true, false === l[n + 1], l[n - 1] === false];',
];

describe.each(executors)('elements outside of an array, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

/* Nothing is asserted of it, so that on WebGPU a function need not be async. */
describe.each(executors)('an element of which nobody asks, on $backend', (executor) => {
  beforeAll(executor.start);

  it.each([
    'const s = [x, 2, 3]; return s[k] * 3 + s[k + 1];',
    'const s = [x, 2, 3]; let m = s[0]; for (let i = k; i < 3; i++) if (s[i] > m) m = s[i]; return m;',
    'const s = [{ x }, { x: 2 }]; let m = s[0]; for (let i = k; i < 2; i++) if (s[i].x > m.x) m = s[i]; return m.x;',
    'const s = [{ x }, { x: 2 }]; let m; for (let i = k; i < 2; i++) for (let j = k; j < 2; j++) m = s[j]; return [m ? 1 : 0];',
  ])('%s', async (body) => {
    const calls = [0, 1].map((k) => [float32(1.5), int32(k)]);
    await expectSame(`export function f(x, k) {\n"use graph";\n${body}\n}`, calls, executor);
  });
});
