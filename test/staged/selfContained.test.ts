import { beforeAll, describe, expect, it } from 'vitest';
import { compare } from '../properties/compare.js';
import type { Arguments } from '../properties/programs/program.js';
import { executors, useCpu } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Plain objects that contain themselves: lists with references in both directions, trees whose nodes know their parents, observers. */
const bodies: readonly string[] = [
  'const t = { v: a, parent: null, kids: [] }; t.kids.push({ v: b, parent: t, kids: [] }); let at = t; for (const x of v) { if (x > 1) at = t.kids[0]; at.v += x; } return t.v;',
  'const c = { x: 1, peer: null }, d = { x: 2, peer: c }; c.peer = d; let p = c; if (flag) p = d; p.x = 7; return [c.x, d.x, p.peer.x];',
  'let g = { k: 1, o: null }, h = { k: 2, o: null }; g.o = h; h.o = g; if (n === 0) { g.o.k = 5; h.o = { k: 3, o: h }; } else { h.o.k = 7; g.o = { k: 4, o: g }; } return [g.k, h.k, g.o.k, h.o.k, g.o === h ? 1 : 0, h.o === g ? 1 : 0];',
  'const root = { v: a, up: null, kids: [] }; const add = (p, v) => { const k = { v, up: p, kids: [] }; p.kids.push(k); return k; }; const l = add(root, 1), r = add(root, 2), ll = add(l, b); let at = ll, s = 0; while (at) { s += at.v; if (s > 5) at.v = 0; at = at.up; } return [s, root.v, l.v, r.v, ll.v];',
  'const o = { me: null, x: a }; o.me = o; if (a > 1) o.me.me.x = 5; else o.x += 1; return [o.x, o.me.x, o.me === o ? 1 : 0];',
  'const o = { me: null, x: a }; if (a > 1) { o.me = o; o.me.x = 9; } return [o.x, o.me === o ? 1 : 0];',
  'const head = { x: 0 }; head.next = head; head.prev = head; const ins = (p, o) => { o.next = p.next; o.prev = p; p.next.prev = o; p.next = o; }; const m = { x: a }, q = { x: b }; ins(head, m); ins(head, q); if (n > 1) { m.prev.next = m.next; m.next.prev = m.prev; } let s = 0; for (let e = head.next; e !== head; e = e.next) s = s * 10 + e.x; return s;',
  'const root = { v: a, up: null, kids: [] }; const add = (p, v) => { const k = { v, up: p, kids: [] }; p.kids.push(k); return k; }; const l = add(root, 1), r = add(root, 2), ll = add(l, b); let s = 0; for (let at = ll; at; at = at.up) { s += at.v; } return [s, root.v, l.v, r.v, ll.v];',
  'const root = { v: a, up: null, kids: [] }; const add = (p, v) => { const k = { v, up: p, kids: [] }; p.kids.push(k); return k; }; const l = add(root, 1), r = add(root, 2), ll = add(l, b); let at = ll; if (n > 1) at = l; if (n > 2) at = r; at.v += 3; return [root.v, l.v, r.v, ll.v, at.up.v];',
  "const mk = (x) => { const o = { x, prev: null, next: null }; return o; }; const head = mk(0), tail = mk(0); head.next = tail; tail.prev = head; const map = new Map(); const unlink = (o) => { o.prev.next = o.next; o.next.prev = o.prev; }; const front = (o) => { o.next = head.next; o.prev = head; head.next.prev = o; head.next = o; }; const put = (k, x) => { const o = map.get(k) ?? mk(x); if (map.has(k)) unlink(o); o.x = x; map.set(k, o); front(o); }; put('a', a); put('b', b); put('c', 5); put('a', 7); let s = 0; if (flag) put('d', n); for (let o = head.next; o !== tail; o = o.next) s = s * 3 + o.x; return s;",
  'const p = { x: a, q: null }; const q = { x: b, p }; p.q = q; let r = 0; try { if (a > 1) { p.q.p.x = 4; throw p; } q.x = 1; } catch (e) { e.q.x += 2; r = e.x; } return [p.x, q.x, r];',
  'const p = { x: a, q: null }; const q = { x: b, p }; p.q = q; if (n > 1) { const c = { ...p }; c.x = 9; p.q = { x: 3, p: c }; } return [p.x, p.q.x, p.q.p.x, q.p.x, p.q === q ? 1 : 0];',
  "const p = { x: a, q: null }; const q = { x: b, p }; p.q = q; let k = 0; if (n > 1) { p.z = 1; k = Object.keys(p).length; } else { delete p.x; k = 'x' in p ? 10 : 20; } return [k, 'z' in p ? 1 : 0, q.p === p ? 1 : 0];",
  'const nodes = [{ t: a }, { t: b }, { t: 4 }]; nodes.forEach((o, i) => { o.next = nodes[(i + 1) % 3]; }); let at = nodes[0]; for (const x of v) { if (x > 1) at = at.next; at.t += x; } return [nodes[0].t, nodes[1].t, nodes[2].t, at.t];',
  'const bus = { subs: [], sum: 0, emit(x) { for (const s of this.subs) s.on(x); } }; bus.subs.push({ bus, on(x) { if (x > 1) this.bus.sum += x; } }); bus.subs.push({ bus, count: 0, on(x) { if (x < 2) this.count++; } }); for (const x of v) bus.emit(x); return [bus.sum, bus.subs[1].count];',
  'const ctx = { state: a, self: null }; ctx.self = ctx; let i = 0; while (i < n) { ctx.self.state *= 2; if (ctx.state > 10) ctx.self.state -= 5; i += 1; } return [ctx.state, ctx.self.self.state];',
  'const g = { k: 1, o: null }, h = { k: 2, o: null }; g.o = h; h.o = g; let pick = null; if (a > 1) pick = g; else if (b > 0) pick = h; if (pick) { pick.o.k += 10; pick.k += 1; } return [g.k, h.k, pick === g ? 1 : 0, pick ? pick.o.o === pick ? 1 : 0 : 2];',
  'const g = { k: a }; g.g = g; const s = [g, g]; if (n > 1) { s[0] = { k: 5 }; s[0].g = s[1]; } s[1].k++; return [s[0].k, s[1].k, s[0].g.k, g.k, s[0] === g ? 1 : 0];',
  'const w = { items: [], total: 0 }; for (const t of [a, b, 4]) w.items.push({ t, owner: w }); for (const i of w.items) if (i.t > 1) { i.owner.total += i.t; i.t = 0; } return [w.total, w.items[0].t, w.items[1].t, w.items[2].t];',
  'class Tree { constructor() { this.root = null; } insert(k) { const o = { k, l: null, r: null, up: null }; if (!this.root) { this.root = o; return o; } let p = this.root; for (;;) { const next = k < p.k ? p.l : p.r; if (!next) break; p = next; } o.up = p; if (k < p.k) p.l = o; else p.r = o; return o; } } const t = new Tree(); t.insert(2); const o = t.insert(n); let s = o.k; for (let p = o.up; p; p = p.up) s += p.k * 10; return [s, t.root.l ? t.root.l.k : -1, t.root.r ? t.root.r.k : -1];',
  'const g = { name: 1, edges: [] }, h = { name: 2, edges: [] }, i = { name: 3, edges: [] }; g.edges.push({ to: h, w: a }, { to: i, w: b }); h.edges.push({ to: i, w: 1 }); i.edges.push({ to: g, w: 2 }); for (const o of [g, h, i]) o.d = Infinity; g.d = 0; for (let k = 0; k < 3; k++) for (const o of [g, h, i]) for (const { to, w } of o.edges) if (o.d + Math.abs(w) < to.d) { to.d = o.d + Math.abs(w); to.from = o; } return [h.d, i.d, i.from ? i.from.name : 0];',
  'const parent = { kids: [], sum: 0 }; const kid = (x) => { const o = { x, parent }; parent.kids.push(o); return o; }; const p = kid(a), q = kid(b); const bump = (o, by) => { if (o.x > 0) { o.x += by; o.parent.sum += by; } }; for (const t of v) { bump(p, t); bump(q, t); } return [p.x, q.x, parent.sum, parent.kids.reduce((s, o) => s + o.x, 0)];',
  'const cells = []; for (let i = 0; i < 9; i++) cells.push({ x: i, near: [] }); for (let i = 0; i < 9; i++) for (let j = 0; j < 9; j++) { const d = Math.abs(i % 3 - j % 3) + Math.abs(Math.floor(i / 3) - Math.floor(j / 3)); if (d === 1) cells[i].near.push(cells[j]); } let at = cells[4]; for (const t of [1, 2, 3]) { if (t < n) at = at.near[0]; at.x += t; } return cells.map((c) => c.x);',
  'const cells = []; for (let i = 0; i < 16; i++) cells.push({ alive: i % 3 === 0 ? 1 : 0, near: [] }); for (let i = 0; i < 16; i++) for (let j = 0; j < 16; j++) { const d = Math.max(Math.abs(i % 4 - j % 4), Math.abs(Math.floor(i / 4) - Math.floor(j / 4))); if (d === 1) cells[i].near.push(cells[j]); } cells[0].alive = a > 1 ? 1 : 0; for (let k = 0; k < 2; k++) { for (const c of cells) { const s = c.near.reduce((t, o) => t + o.alive, 0); c.next = s === 3 || (s === 2 && c.alive > 0) ? 1 : 0; } for (const c of cells) c.alive = c.next; } return cells.map((c) => c.alive);',
  'const make = (x) => ({ x, near: [] }); const cells = []; for (let i = 0; i < 5; i++) cells.push(make(i)); for (let i = 0; i < 5; i++) for (let j = 0; j < 5; j++) if (i !== j) cells[i].near.push(cells[j]); let at = cells[1]; for (const t of [1, 2]) { if (t < n) at = at.near[0]; at.x += t; } return cells.map((c) => c.x);',
];

describe.each(executors)('objects that contain themselves, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

const asynchronous: readonly string[] = [
  'const p = { x: a, q: null }; const q = { x: b, p }; p.q = q; for await (const t of [1, 2, 3]) { if (a > t) p.q.p.x += t; else q.x -= t; } await null; let at = p; if (n > 1) at = q; at.x *= 2; await null; return [p.x, q.x, at.x, q.p === p ? 1 : 0];',
  'const p = { x: a }; p.me = p; const go = async (o) => { await null; if (o.x > 1) o.me.x += 5; return o.me; }; const r = await go(p); if (r.x > 2) { await null; r.x = 0; } return [p.x, r.x, r === p ? 1 : 0];',
];

describe('objects that contain themselves in asynchronous functions', () => {
  beforeAll(useCpu);

  it.each(asynchronous)('%s', async (body) => {
    const source = `export async function program(a, b, n, v, flag) {\n"use graph";\n${body}\n}`;
    const calls: readonly Arguments[] = [
      [1.5, -2, 3, [1, 2, 3], true],
      [2.5, 2.5, 0, [0, -2, 5], false],
    ];
    expect(await compare({ source, calls })).toEqual({ failure: null, refusals: [] });
  });
});
