import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* The methods of arrays on such whose length a tensor decides, and at places that a tensor decides. */
const bodies: readonly string[] = [
  'const l = []; for (const x of v) l.push(x); l.fill(b); return l;',
  'const l = []; for (const x of v) if (x > 0) l.push(x); l.fill(1); let s = 0; for (const e of l) s += e; return s;',
  'const l = [1, 2, 3, 4]; const i = l.indexOf(n); if (i >= 0) l.splice(i, 1); return l.length;',
  'const l = []; for (const x of v) if (x > 0) l[l.length] = x; return l.length;',
  "const s = [...'abc']; const k = s.map((c, i) => (v[i] > 0 ? c : '-')); return [k[0] === 'a', k.indexOf('b'), k.includes('-')];",
  'const q = []; for (const x of v) if (x > 0) q.push({ x, t: 0 }); const f = q.shift(); if (f) f.x = 50; return [q.length, q.length > 0 ? q[0].x : -1];',
  'const l = []; for (const x of v) if (x > 0) l.push(x); return [l.includes(1, 1), l.indexOf(4, 1), l.lastIndexOf(4, 1), l.indexOf(4, -1)];',
  'const l = []; for (const x of v) if (x > 0) l.push(x); return l.reduceRight((s, x, i) => s * 10 + x * (i + 1), 0);',
  'const l = []; for (const x of v) if (x > 0) l.push(x); const r = l.splice(-1, 1); return [r.length, l.length];',
  'const l = []; for (const x of v) if (x > 0) l.push(x); const i = l.indexOf(4); if (i >= 0) l.splice(i, 1); return l;',
  'const l = [1, 2, 3, 4]; const i = l.findIndex((x) => x > a); const p = l.slice(0, i), q = l.slice(i); return [p.length, q.length, q[0] ?? -1];',
  'const l = []; for (const x of v) if (x > 0) l.push(x); const k = l.slice(1, l.length - 1); return k.length;',
  'const l = []; for (const x of v) if (x > 0) l.push(x); const m = l.slice(0, n - 2); return [m.length, l.slice(-n + 1).length];',
  'const l = []; for (const x of v) if (x > 0) l.push([x]); return l.flat().length;',
  'const l = []; for (const x of v) if (x > 0) l.push(x); let i = 0; while (i < l.length) { if (l[i] > 2) l.splice(i, 1); else i++; } return l.length;',
  'const l = []; for (const x of v) if (x > 0) l.push(x); for (let i = l.length - 1; i >= 0; i--) if (l[i] > 2) l.splice(i, 1); return l.length;',
  'const l = []; for (const x of v) { let i = 0; while (i < l.length && l[i] < x) i++; l.splice(i, 0, x); } return l;',
  'const l = []; for (const x of v) { const i = l.findIndex((y) => y > x); if (i === -1) l.push(x); else l.splice(i, 0, x); } return l;',
  "const ks = v.map((x) => (x > 1 ? 'hi' : 'lo')); return [ks.filter((k) => k === 'hi').length, ks.indexOf('lo'), ks.lastIndexOf('hi'), ks.every((k) => k.length === 2)];",
  'const runs = []; for (const x of v) { const last = runs.at(-1); if (last && last.x === x) last.n++; else runs.push({ x, n: 1 }); } return runs.map((r) => r.x * 10 + r.n);',
  'const q = []; for (const x of v) if (x > 0) q.push({ x }); const r = q.find((o) => o.x > 1); if (r) r.x = 50; return q.map((o) => o.x);',
  'const q = []; for (const x of v) if (x > 0) q.push({ x }); const [r, s] = q; if (s) s.x = 50; if (r) r.x += 1; return q.map((o) => o.x);',
  'const q = []; for (const x of v) q.push({ x }); const r = q.findLast((o) => o.x > 1); r && (r.x = 50); q.forEach((o, i) => { o.x += i; }); return q.map((o) => o.x);',
  'const l = [1, 2, 3, 4]; const i = l.findIndex((x) => x > a); const p = l.slice(0, i), q = l.slice(i); return [p.length, q.length, q[0] ?? -1];',
  'const l = [1, 2, 3, 4]; const i = l.indexOf(n); if (i !== -1) l.splice(i, 1); return l;',
  'const l = [1, 2, 3, 4]; const i = l.indexOf(n); l.splice(i, 0, a); return l;',
  'const l = [1, 2, 3, 4]; const r = l.splice(1, n - 2); return [l.length, r.length, r[0] ?? 0];',
  "const l = ['a', 'b', 'c']; const i = v.findIndex((x) => x > 1); if (i >= 0) l.splice(i, 1); return [l.length, l.includes('b'), l[0] === 'a'];",
  'const l = [{ k: 1 }, { k: 2 }, { k: 3 }]; const i = l.findIndex((o) => o.k === n); if (i >= 0) { const [o] = l.splice(i, 1); o.k = 10; } return [l.length, l[0].k];',
  'const l = []; for (const x of v) if (x > 0) l.push(x); l.splice(1); return l;',
  'const l = []; for (const x of v) if (x > 0) l.push(x); l.splice(-2, 1); return l;',
  'const l = []; for (const x of v) if (x > 0) l.push(x); l.splice(0, l.length); l.push(3); return l;',
  'const l = []; for (const x of v) if (x > 0) l.push(x); const k = l.slice(-2); const j = l.slice(-2, -1); return [k, j];',
  'const l = []; for (const x of v) if (x > 0) l.push(x); return [l.lastIndexOf(4, -2), l.lastIndexOf(4, 1), l.includes(4, 2), l.indexOf(4, -2)];',
  'const l = []; for (const x of v) if (x > 0) l.push(x); l.fill(7, 1); return l;',
  'const l = []; for (const x of v) if (x > 0) l.push(x); l.fill(7, -1); l.fill(a, 0, 1); return l;',
  "const l = []; for (const x of v) l.push(x > 0 ? 'p' : 'm'); l.fill('q', 1); return [l.length, l[0] === 'p', l.lastIndexOf('q')];",
  'const l = []; for (const x of v) if (x > 0) l.push([x, x + 1]); return l.flat();',
  'const l = []; for (const x of v) { l[l.length] = x; if (x > 1) l[l.length - 1] += 10; } return l;',
  'const q = [[0, 0]]; const seen = [[false, false, false], [false, false, false], [false, false, false]]; let k = 0; while (q.length > 0) { const [i, j] = q.shift(); if (i < 0 || j < 0 || i > 2 || j > 2) continue; if (seen[i][j]) continue; seen[i][j] = true; k++; if (k < n) { q.push([i + 1, j]); q.push([i, j + 1]); } } return k;',
  'const heap = []; for (const x of v) { heap.push({ x }); heap.sort((p, q) => p.x - q.x); if (heap.length > 2) heap.pop(); } return heap.map((o) => o.x);',
  "const log = []; for (const x of v) { if (x > 3) { log.push('big'); continue; } if (x < 0) { log.push('neg'); break; } log.push('ok'); } return [log.length, log.includes('neg'), log.filter((t) => t === 'ok').length, log.at(-1) === 'big'];",
  "const st = []; const src = ['(', '[', ']', ')']; let ok = a > 0; for (const c of src) { if (c === '(' || c === '[') st.push(c); else { const o = st.pop(); if ((c === ')' && o !== '(') || (c === ']' && o !== '[')) ok = false; } } return [ok, st.length];",
  "const st = []; let ok = true; for (const x of v) { const c = x > 1 ? '(' : x > 0 ? '[' : ')'; if (c === ')') { const o = st.pop(); if (o !== '(') ok = false; } else st.push(c); } return [ok, st.length, st.length > 0 ? st.at(-1) === '(' : false];",
  "const cmds = []; if (flag) cmds.push(['add', a]); cmds.push(['mul', b]); if (a > 0) cmds.push(['add', 1]); let r = 1; for (const [op, x] of cmds) { if (op === 'add') r += x; else r *= x; } return r;",
  'const undo = []; let s = a; const doIt = (f, g) => { s = f(s); undo.push(g); }; doIt((x) => x + 1, (x) => x - 1); if (flag) doIt((x) => x * 2, (x) => x / 2); while (undo.length) s = undo.pop()(s); return s;',
  'const subs = []; const sub = (f) => { subs.push(f); return () => { const i = subs.indexOf(f); if (i >= 0) subs.splice(i, 1); }; }; let t = 0; const un = sub((x) => { t += x; }); sub((x) => { t += x * 10; }); if (flag) un(); subs.forEach((f) => f(2)); return [t, subs.length];',
  'const mids = [(x, next) => next(x + 1), (x, next) => (x > 2 ? x : next(x * 2))]; const used = mids.filter((m, i) => v[i] > 0); const run = (i, x) => (i < mids.length ? mids[i](x, (y) => run(i + 1, y)) : x); return [run(0, a), used.length];',
  "const names = ['a', 'b', 'c'], out = []; names.forEach((nm, i) => { if (v[i] > 1) out.push(nm); }); const m = { a: 1, b: 2, c: 3 }; return out.reduce((s, k) => s + m[k], 0);",
  "const parts = []; for (let i = 0; i < n; i++) { parts.push(i % 2 === 0 ? 'e' : 'o'); } const ev = parts.filter((p) => p === 'e').length; return [ev, parts.length, parts.indexOf('o'), parts.some((p) => p === 'x')];",
  "const best = []; for (const o of [{ w: a, n: 'x' }, { w: b, n: 'y' }]) { if (best.length === 0 || o.w > best[0].w) { best.length = 0; best.push(o); } else if (o.w === best[0].w) best.push(o); } return [best.length, best[0].n === 'x'];",
  'const inv = [{ id: 1, qty: 2 }, { id: 2, qty: 0 }]; const find = (id) => inv.find((i) => i.id === id); const it = find(n > 3 ? 2 : 1); it.qty += 5; return inv.map((i) => i.qty);',
  'const inv = [{ id: 1, qty: 2 }, { id: 2, qty: 0 }]; const low = inv.filter((i) => i.qty < n - 2); low.forEach((i) => (i.qty = 10)); return [low.length, inv[0].qty, inv[1].qty];',
  'class Acc { constructor(b) { this.b = b; } dep(x) { this.b += x; return this; } } const accs = [new Acc(a), new Acc(b)]; accs.filter((c) => c.b < 0).forEach((c) => c.dep(100)); return accs.map((c) => c.b);',
  'class Node { constructor(v, kids = []) { this.v = v; this.kids = kids; } } const t = new Node(1, [new Node(2, [new Node(4)]), new Node(3)]); let s = 0; const st = [t]; while (st.length > 0) { const k = st.pop(); if (k.v * a > 2) s += k.v; for (const c of k.kids) if (c.v !== n) st.push(c); } return s;',
  'class Ev { constructor() { this.h = []; } on(f) { this.h.push(f); } emit(x) { return this.h.map((f) => f(x)); } } const e = new Ev(); e.on((x) => x + 1); if (flag) e.on((x) => x * 2); const r = e.emit(a); return [r.length, r.at(-1)];',
  'const l = [1, 2, 3]; l.copyWithin(0, 1); return [l, l.indexOf(2, 1), l.includes(1, 1), [1, 2].indexOf(a, -1)];',
  'const l = [1, 2, 3]; l.fill(7, n - n + 1); return l;',
  'const l = [1, 2, 3, 4]; const p = a > 0 ? 1 : 2; l.fill(a, p); const m = [1, 2, 3, 4]; m.fill(0, -2, p + 2); return [l, m];',
  'const l = [{ x: 1 }, { x: 2 }, null]; const p = a > 0 ? 1 : 2; l.fill(l[0], p); l[0].x = 9; return l.map((o) => o?.x ?? 0);',
  'const l = [1, 2, 3]; const p = a > 0 ? 1 : 2; let i = 0; while (i < n) { l.fill(i, p); i++; } return l;',
  'const l = [1, 2, 3, 4]; return [l.slice(a > 0 ? 1.5 : 2.5), l.slice(0, a + 2)];',
  'const l = [1, 2, 3, 4]; const r = l.splice(a > 0 ? 1.5 : 0.5, 1); return [l, r];',
  'const l = [1, 2, 3, 4]; const r = l.splice(1, a > 0 ? 1.5 : 0.5); return [l, r];',
  'const l = []; for (let i = 0; i < n; i++) l.push(i); return [l.slice(a > 0 ? 1.5 : 0.5), l.slice(-1.5), l.at(0.5) ?? 9];',
  'const l = [1, 2, 3, 4]; const p = a > 0 ? 1.5 : 2.5; l.fill(0, p); return l;',
  'const l = [1, 2, 3, 4]; const r = l.splice(1.5, a > 0 ? 1.6 : 0.5); return [l, r];',
  'const l = []; for (let i = 0; i < n; i++) l.push(i * a); if (n > 2) { const k = l.with(1, b); return [l[1], k[1], k.length]; } return [0, 0, 0];',
  'const l = []; for (let i = 0; i < n; i++) l.push(i * a); if (n > 2) { const k = l.with(-1, b); return [l[2], k.at(-1), k.length]; } return [0, 0, 0];',
  'const l = []; for (let i = 0; i < n; i++) l.push(i); if (n > 2) { const k = l.with(n - 1, 9); return [l.at(-1), k.at(-1)]; } return [0, 0];',
  'const l = []; for (let i = 0; i < n; i++) l.push(i); return l.toSpliced(1, 1, 7, 8);',
  'const l = []; for (let i = 0; i < n; i++) l.push(i); const k = l.toSpliced(n - 1, 1); return [k.length, l.length, k];',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i, c: 0 }); const k = l.toSpliced(0, 1, { x: 9, c: 3 }); k[0].c += 1; return [k.map((o) => o.c), l.length];',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i, c: 0 }); let k = l; if (n > 1) k = l.with(1, { x: -1, c: 4 }); return [k.map((o) => o.c), l.map((o) => o.x)];',
  'let l = []; for (let i = 0; i < n; i++) l.push(i); for (let i = 0; i < n; i++) if (i % 2 === 0) l = l.with(i, 5); return l;',
  'const l = []; for (let i = 0; i < n; i++) l.push(i); return l.toSpliced();',
  'const l = []; for (let i = 0; i < n; i++) l.push(i); const r = l.splice(1, 1); return [r, l];',
  'const l = [1, 2, 3, 4]; const k = l.toSpliced(n - 1, 1, 9); return [k.length, l.length, k[0], k.at(-1)];',
  'const l = [1, 2, 3, 4, 5]; const k = l.toSpliced(1, n); return [k.length, l.length];',
  'const l = [a, b, 3, 4, 5]; if (flag) { const k = l.toSpliced(1, n, a, a); return [k.length, k[1], l[1]]; } return [l.length, l[1], b];',
  'const l = [a, b, 3, 4, 5]; const k = l.with(n, 8); return [k[n], l[1]];',
];

/** The graph would change the element that is in the place now. */
const moved: readonly string[] = [
  'const q = []; for (const x of v) if (x > 0) q.push({ x }); const r = q[1]; q.shift(); if (r) r.x = 50; return [q.length, q.length > 0 ? q[0].x : -1];',
  'const q = []; for (const x of v) if (x > 0) q.push({ x }); const r = q[0]; q.reverse(); if (r) r.x = 50; return q.map((o) => o.x);',
  'const q = []; for (const x of v) if (x > 0) q.push({ x }); const r = q[0]; q.unshift({ x: 9 }); if (r) r.x = 50; return q.map((o) => o.x);',
  'const q = []; for (const x of v) if (x > 0) q.push({ x }); const r = q.find((o) => o.x > 1); q.sort((p, s) => s.x - p.x); if (r) r.x = 50; return q.map((o) => o.x);',
];

describe.each(executors)('methods of lists, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it.each(moved)('refuses to change what is somewhere else now: %s', async (body) => {
    const { failure } = await compareBody(body, backend);
    expect(failure?.actual.refusal).toBe('chosen-object');
  });
});
