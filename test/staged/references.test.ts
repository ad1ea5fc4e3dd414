import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../support/compile.js';
import { executors, useCpu } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* What is no row of a tensor in an array whose length a tensor decides: texts, functions, null and objects. */
const bodies: readonly string[] = [
  "const out = []; for (const x of v) { if (x > 0) out.push('pos'); } return out.length * 10 + (out[0] === 'pos' ? 1 : 2);",
  "const out = []; for (const x of v) { if (x > 0) out.push('pos'); else if (x < 0) out.push('neg'); } let r = 0; for (const t of out) switch (t) { case 'pos': r = r * 10 + 1; break; case 'neg': r = r * 10 + 2; break; } return r;",
  "const words = ['a', 'bb', 'ccc']; const w = words.filter((w, i) => v[i] > 0); let s = 0; for (const t of w) s += t.length; return s * 10 + w.length;",
  "const w = ['x', 'y']; if (a > 0) w.push('z'); return w.length * 10 + (w.at(-1) === 'z' ? 1 : 2) + (w.indexOf('y') * 100);",
  'const fs = []; if (a > 0) fs.push((y) => y + 1); if (b > 0) fs.push((y) => y * 2); let r = n; for (const f of fs) r = f(r); return r;',
  'const ops = []; for (const x of v) { if (x > 1) ops.push(Math.abs); else ops.push((y) => -y); } let r = a; for (const f of ops) r = f(r); return r;',
  'class P { constructor(x) { this.x = x; } up(k) { this.x += k; } } const ps = [new P(1), new P(2), new P(3)]; const l = ps.filter((p, i) => v[i] > 1); for (const p of l) p.up(10); return ps[0].x + ps[1].x * 100 + ps[2].x * 10000 + l.length;',
  "const out = []; for (const x of v) { out.push(x > 0 ? { k: 'p', x } : { k: 'n', x: -x }); } let s = 0; for (const { k, x } of out) s += k === 'p' ? x : 10 * x; return s;",
  "const out = []; for (const x of v) { if (x > 0) out.push({ kind: 'pos', x }); else out.push({ kind: 'neg', x }); } return out.filter((e) => e.kind === 'pos').length * 10 + (out[0].kind === 'neg' ? 1 : 0);",
  "const out = []; for (const x of v) { if (x > 0) out.push(['pos', x]); } return out.reduce((s, [k, x]) => s + (k === 'pos' ? x : 0), 0);",
  "const q = ['a']; let s = ''; let k = 0; while (q.length > 0 && k < 6) { const t = q.shift(); k++; if (t === 'a') { if (k < n) q.push('a'); q.push('b'); } s = t; } return k * 10 + (s === 'b' ? 1 : 0);",
  "const stack = []; let ok = true; for (const x of v) { if (x > 0) stack.push('('); else if (stack.length === 0) ok = false; else stack.pop(); } return [ok, stack.length];",
  'const out = [null]; for (const x of v) if (x > 0) out.push(null); return out.length + (out[0] === null ? 10 : 20);',
  'const g = new Map(); const out = []; for (const x of v) { if (x > 0) out.push(g); } return out.length;',
  "const names = ['lo', 'hi']; const out = []; let i = 0; while (i < n) { out.push(names[i % 2]); i++; } let r = 0; for (const o of out) r = r * 2 + (o === 'hi' ? 1 : 0); return r;",
  "const words = ['a', 'b', 'c']; const kept = []; for (let i = 0; i < n; i++) { if (i < 3 && v[i] > 0) kept.unshift(words[i]); } return kept.length * 10 + (kept[0] === 'c' ? 1 : kept[0] === 'b' ? 2 : 3);",
  "const parts = []; if (a > 0) parts.push('x'); if (b > 0) parts.push('y'); return parts.concat(['z']).length * 10 + ([...parts, 'q'].lastIndexOf('q'));",
  "const p = ['x']; const q = ['y', 'z']; const l = a > 0 ? p : q; l.push('w'); return [p.length, q.length, l.length, l[1] === 'w'];",
  'const o = { p: 1 }; const s = []; if (a > 0) s.push(o); o.p += 1; return s.length > 0 ? s[0].p : -1;',
  'const o = { p: 1 }; const q = { p: 5 }; const s = [q]; if (a > 0) s.push(o); s.at(-1).p += 1; return o.p * 100 + q.p;',
  'const tree = { val: 1, left: { val: 2, left: null, right: null }, right: { val: 3, left: { val: 4, left: null, right: null }, right: null } }; const stack = [tree]; let s = 0; while (stack.length) { const node = stack.pop(); s = s * 10 + node.val; if (node.left && node.val < n) stack.push(node.left); if (node.right) stack.push(node.right); } return s;',
  'const todo = []; const node = { v: 1 }; if (flag) todo.push(node); for (const t of todo) t.v += 5; return node.v;',
  'const s = []; const o1 = { p: 1 }, o2 = { p: 2 }; for (const x of v) { s.push(x > 1 ? o1 : o2); } s[0].p = 50; return [o1.p, o2.p, s[1].p, s[2].p];',
  'const rows = [{ e: a }, { e: b }]; rows.filter((r) => r.e > 0).forEach((r) => { r.e *= 10; }); return rows.map((r) => r.e);',
  'const rows = [{ e: a }, { e: b }]; const ok = rows.filter((r) => r.e > 0); rows[0].e = 50; return ok[0]?.e ?? 1;',
  'const rows = [{ e: a, l: [1] }, { e: b, l: [2] }]; for (const r of rows.filter((r) => r.e > 0)) r.l[0] = r.e; return [rows[0].l[0], rows[1].l[0]];',
  'const rows = [{ e: a }, { e: b }, { e: 2 }]; const last = rows.filter((r) => r.e > 1).slice(0, 2).at(-1); if (last) last.e = 7; return rows.map((r) => r.e);',
  'const rows = [{ e: a }, { e: b }]; const ok = []; for (const r of rows) if (r.e > 0) ok.push(r); for (const r of ok) r.e = 9; return rows[0].e;',
  'const s = []; const o = { p: 0 }; for (let i = 0; i < n + 3; i++) { s.push(o); o.p += 1; } return s[0].p;',
  'const all = []; let last = null; for (const x of [a, b, 1]) { if (x > 0) { last = { e: x }; all.push(last); } } if (last) last.e = 50; return [all.length, all.at(-1)?.e ?? 0];',
  'const first = { e: a }; const all = [first]; if (b > 0) all.push({ e: b }); first.e = 5; return [all.length, all[0].e];',
  'const s = []; const o1 = { p: 1 }, o2 = { p: 2 }; for (const x of v) { s.push(x > 1 ? o1 : o2); } return s[0] === o1 ? 1 : s[0] === o2 ? 2 : 3;',
  'const s = []; const o1 = { p: 1 }, o2 = { p: 2 }; for (const x of v) { if (x > 1) s.push(o1); else s.push(o2); } s[0].p = 50; return [o1.p, o2.p, s[1].p, s[2].p];',
  'const s = []; const o1 = { p: 1 }, o2 = { p: 2 }; for (const x of v) { if (x > 1) s.push(o1); else s.push(o2); } o1.p = 7; return s.map((o) => o.p);',
  'const rows = [{ e: a }, { e: b }]; const l = rows.filter((r) => r.e > 0); if (b > 0) l.push({ e: b * 2 }); return l.map((r) => r.e);',
  'const rows = [{ e: a }, { e: b }]; const l = rows.filter((r) => r.e > 0); for (const x of v) l.push({ e: x }); return l.map((r) => r.e);',
  'const rows = [{ e: 1 }, { e: 2 }]; const l = rows.filter((r) => r.e > a); for (const x of v) if (x > 0) l.push({ e: 5 }); l.forEach((o, i) => { o.e += i; }); return l.map((r) => r.e);',
  'const rows = [{ e: a }, { e: b }]; return rows.filter((r) => r.e > 0);',
  'const out = []; for (const x of v) { const cands = [{ p: x, q: 1 }, { p: -x, q: 2 }]; const good = cands.filter((c) => c.p > 0); out.push(...good); } return [out.length, out.map((o) => o.q)];',
  'const rows = [{ e: a }, { e: b }]; const l = rows.filter((r) => r.e > 0); const m = l.concat([{ e: 5 }]); m.at(-1).e = 6; if (l.length > 0) m[0].e = 9; return [rows[0].e, rows[1].e, m.length, m.at(-1).e];',
  'const rows = [{ e: a }, { e: b }]; const [first] = rows.filter((r) => r.e > 0); if (first) first.e = 9; return [rows[0].e, rows[1].e];',
  'const rows = [{ e: a, d: false }, { e: b, d: false }]; let open = rows.slice(); let k = 0; while (open.length > 0 && k < 5) { const r = open.shift(); if (r.e > 0) { r.e -= 1; open.push(r); } else r.d = true; k++; } return [rows[0].e, rows[1].e, rows[0].d, rows[1].d];',
  'const nodes = [{ id: 0, to: [] }, { id: 1, to: [] }]; nodes[0].to.push(nodes[1]); const seen = []; const q = [nodes[0]]; while (q.length) { const x = q.shift(); if (!seen.includes(x) && x.id < n) { seen.push(x); for (const y of x.to) q.push(y); } } return seen.length;',
  "const ev = []; const on = (name, f) => ev.push({ name, f }); on('x', (y) => y + 1); if (flag) on('y', (y) => y * 3); on('x', (y) => y - 4); let r = a; for (const { name, f } of ev) if (name === 'x' || name === 'y') r = f(r); return r;",
  'const hs = []; if (flag) hs.push({ w: 1, run: (y) => y + 1 }); if (a > 0) hs.push({ w: 2, run: (y) => y * 2 }); return hs.reduce((r, h) => h.run(r) * h.w, b);',
  'class Node { constructor(val, next) { this.val = val; this.next = next; } } const list = new Node(1, new Node(2, new Node(3, null))); const picked = []; for (let p = list; p !== null; p = p.next) if (p.val * a > 1) picked.push(p); picked.forEach((p) => { p.val *= 10; }); return [list.val, list.next.val, list.next.next.val];',
  'const ents = [{ hp: 3, on: true }, { hp: 1, on: true }]; for (let i = 0; i < n; i++) { const alive = ents.filter((e) => e.hp > 0); for (const e of alive) e.hp -= 1; } return ents.map((e) => e.hp);',
  'const ents = [{ hp: 3 }, { hp: 1 }]; let t = ents; let k = 0; while (t.length > 0 && k < n) { t.forEach((e) => { e.hp -= 1; }); t = t.filter((e) => e.hp > 0); k++; } return [ents[0].hp, ents[1].hp, t.length];',
  'const a1 = { v: 1 }, b1 = { v: 2 }; const st = [a1]; if (flag) st.push(b1); const top = st.pop(); top.v += 10; return [a1.v, b1.v, st.length];',
  'const a1 = { v: 1 }, b1 = { v: 2 }; const st = [a1]; if (flag) st.push(b1); return [st.includes(b1), st.indexOf(a1), st.at(-1) === b1, st.lastIndexOf(b1)];',
  "const t = ['x', 'y', 'z']; const l = t.filter((c, i) => v[i] > 0); l.reverse(); l.unshift('w'); const [p, ...q] = l; return [p === 'w', q.length, q[0] === 'z', l.slice(1).includes('y'), l.lastIndexOf('x')];",
  "const t = []; for (const x of v) t.push(x > 1 ? 'hi' : null); let c = 0; for (const e of t) if (e) c += e.length; return [c, t.indexOf(null), t[0] === null];",
  "const t = []; for (const x of v) { if (x > 0) t.push('a'); } const u = t.map((c) => (c === 'a' ? 1 : 2)); const w = u.map((k) => (k > 1 ? 'p' : 'q')); return [u.length, w.length, w.includes('q')];",
  "const l = [{ n: 'a', s: a }, { n: 'b', s: b }].filter((o) => o.s > 0); l.sort((p, q) => q.s - p.s); return l.length > 0 ? (l[0].n === 'a' ? 1 : 2) : 0;",
  "const l = []; for (const x of v) l.push({ n: x > 0 ? 'p' : 'm', x }); const m = l.filter((o) => o.n === 'p').map((o) => o.x); l[0].n = 'z'; return [m, l[0].n === 'z', l[1].n === 'p'];",
  'const items = [{ e: a, id: 1 }, { e: b, id: 2 }]; const f = items.find((r) => r.e < 0); if (f) f.id = 10; return [items[0].id, items[1].id];',
  'const items = [{ e: a }, { e: b }, { e: 1 }]; const l = items.filter((r) => r.e > -1).sort((p, q) => q.e - p.e); l[0].e = 100; return [items[0].e, items[1].e, items[2].e, l.length];',
  "const out = []; for (const x of v) { out.push({ x, tags: x > 1 ? ['hi'] : ['lo'] }); } return out.map((o) => o.tags[0] === 'hi');",
  'const mk = (x) => ({ x, inc() { this.x += 1; return this.x; } }); const l = []; for (const x of v) l.push(mk(x)); return l.map((o) => o.inc());',
  'const mk = (x) => ({ x, get d() { return this.x * 2; } }); const l = []; for (const x of v) if (x > 0) l.push(mk(x)); return l.reduce((s, o) => s + o.d, 0);',
  'class P { constructor(x) { this.x = x; } } const l = []; for (const x of v) if (x > 0) l.push(new P(x)); let s = 0; for (const p of l) s += p.x; return s;',
  'class P { constructor(x) { this.x = x; } } const l = []; if (a > 0) l.push(new P(a)); if (b > 0) l.push(new P(b)); let s = 0; for (const p of l) s += p.x; return s;',
  'class P { constructor(x) { this.x = x; } d() { return this.x * 2; } } const l = [new P(a)]; if (b > 0) l.push(new P(b)); return l.map((p) => p.d());',
  "const g = { a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }; const order = []; const visit = (x) => { if (order.includes(x)) return; for (const y of g[x]) if (a > 0 || y !== 'd') visit(y); order.push(x); }; visit('a'); return [order.length, order.indexOf('d'), order.at(-1) === 'a'];",
  'const t = { k: 4, l: { k: 2, l: null, r: null }, r: { k: 6, l: null, r: null } }; const path = []; let p = t; while (p) { path.push(p); p = a < p.k ? p.l : p.r; } path.forEach((q, i) => { q.k += 10 * i; }); return [t.k, t.l.k, t.r.k];',
  'const ps = [{ x: a, alive: true }, { x: b, alive: true }, { x: 1, alive: true }]; for (let s = 0; s < n; s++) { for (const p of ps) { p.x -= 1; if (p.x < 0) p.alive = false; } } const alive = ps.filter((p) => p.alive); return [alive.length, ps.map((p) => p.alive)];',
  'let ps = [{ x: a }, { x: b }]; for (const w of v) { ps = ps.filter((p) => p.x < w + 3); ps.forEach((p) => { p.x += 1; }); if (w > 0) ps.push({ x: w }); } return ps.map((p) => p.x);',
  'const pool = [{ id: 0, busy: false }, { id: 1, busy: false }]; let c = 0; for (const x of v) { const f = pool.find((p) => !p.busy); if (x > 0 && f) { f.busy = true; c++; } } return [c, pool[0].busy, pool[1].busy];',
  'const pool = [{ id: 0 }, { id: 1 }]; const used = []; for (const x of v) { if (x > 0 && pool.length > 0) used.push(pool.pop()); else if (used.length > 0) pool.push(used.pop()); } return [pool.length, used.length, used.length > 0 ? used[0].id : -1];',
  'const hanoi = [[3, 2, 1], [], []]; const mv = (f, t) => hanoi[t].push(hanoi[f].pop()); if (flag) mv(0, 2); else mv(0, 1); mv(0, 1); return hanoi.map((p) => p.length);',
  "const deck = ['A', 'K', 'Q']; const hand = deck.splice(0, flag ? 1 : 2); return [deck.length, hand.length, hand.at(-1) === 'K'];",
  "const l = ['x']; let k = 0; while (k < n) { l.push(k % 2 === 0 ? 'y' : 'z'); k++; } const cnt = l.reduce((m, c) => { m[c] = (m[c] ?? 0) + 1; return m; }, { x: 0, y: 0, z: 0 }); return cnt;",
  "const l = []; if (flag) l.push('hello'); if (a > 0) l.push('yo'); return [l.map((s) => s.length), l.some((s) => s.startsWith('y')), l.filter((s) => s.includes('l')).length];",
];

describe.each(executors)(
  'lists of texts, functions and objects, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });
  },
);

describe('what no graph can do with such a list is named', () => {
  beforeAll(useCpu);

  it.each([
    ["const out = []; if (x > 0) out.push('a'); return out;", /'out', .* no graph can return it/i],
    [
      "const out = []; if (x > 0) out.push('a'); return out.join(',');",
      /join\(\) cannot be used on /,
    ],
    [
      "const out = ['a']; if (x > 0) out.push(x); return out.length;",
      /elements that are not alike/,
    ],
  ])('%s', async (body, message) => {
    const { f } = await compile(`export function f(x) {\n"use graph";\n${body}\n}`);
    const x = tf.scalar(1);
    expect(() => f!(x)).toThrow(message);
    x.dispose();
  });
});
