import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/** A loop puts an object that is known by another name where there was none before it: it stays that one. */
const bodies: readonly string[] = [
  'const p = { hp: 5 }; let t = null; for (const x of v) { t = p; p.hp -= 1; } t.hp = 50; return p.hp;',
  'const p = {hp:5}, q = {hp:4}; let t = null; for (const x of v) { t = x > 1 ? q : p; t.hp -= 1; } return [t === q, [p,q].indexOf(t)];',
  'const p = { hp: 5 }; let t; for (const x of v) { t = p; p.hp -= 1; } t.hp = 50; return p.hp;',
  'const p = { hp: 5 }; let t = null; let i = 0; while (i < n) { t = p; p.hp -= 1; i++; } if (t) t.hp = 50; return p.hp;',
  'const p = [5]; let t = null; for (const x of v) { t = p; p.push(x); } t.push(7); return p;',
  'const p = [5]; let t = null; for (const x of v) { t = p; p[0] += 1; } t.push(7); return p;',
  'const p = {hp:5}, q = {hp:4}; const o = { t: null }; for (const x of v) { o.t = x > 1 ? q : p; o.t.hp -= 1; } o.t.hp = 50; return [p.hp, q.hp, o.t === q];',
  'const p = {hp:5}, q = {hp:4}; const o = { t: null }; for (const x of v) { o.t = p; p.hp -= 1; } o.t.hp = 50; return [p.hp, q.hp, o.t === q, o.t === p];',
  'const p = {hp:5}, q = {hp:4}; const xs = [null]; for (const x of v) { xs[0] = p; p.hp -= 1; } xs[0].hp = 50; return [p.hp, q.hp, xs[0] === p];',
  'const p = {hp:5}; let t = null; for (const x of v) { t = { who: p }; p.hp -= 1; } t.who.hp = 50; return [p.hp, t.who === p];',
  "const st = { run: { k: 1 }, idle: { k: 2 } }; let cur = null; for (const x of v) { cur = st[x > 1 ? 'run' : 'idle']; cur.k += 1; } cur.k = 50; return [st.run.k, st.idle.k, cur === st.run];",
  'const m = new Map([[1, { k: 1 }], [2, { k: 2 }]]); let cur = null; for (const x of v) { cur = m.get(x > 1 ? 1 : 2); cur.k += 1; } cur.k = 50; return [m.get(1).k, m.get(2).k];',
  'class W { constructor() { this.k = 1; } self(x) { this.k += x; return this; } } const w = new W(); let t = null; for (const x of v) { t = w.self(x); } t.k = 50; return [w.k, t === w];',
  'const p = {hp:5}, q = {hp:4}; let t = null; for (const x of v) { t = x > 1 ? q : p; } return [t === q, [p,q].indexOf(t)];',
  'const p = {hp:5}, q = {hp:4}; let t = null; for (const x of v) { if (x > 1) { t = q; q.hp -= 1; } } if (t) t.hp = 50; return [p.hp, q.hp, t === q];',
  'const p = {hp:5}, q = {hp:4}; let t = null; for (const x of v) { if (t) t.hp += 1; t = x > 1 ? q : p; t.hp -= 1; } t.hp = 50; return [p.hp, q.hp, t === q];',
  'const p = {hp:5}, q = {hp:4}; let t = null, u = null; for (const x of v) { u = t; t = x > 1 ? q : p; t.hp -= 1; } t.hp = 50; return [p.hp, q.hp, t === q, u === q];',
  'const p = {hp:5}, q = {hp:4}; let t = p; for (const x of v) { t = x > 1 ? q : p; t.hp -= 1; } t.hp = 50; return [p.hp, q.hp, t === q, [p,q].indexOf(t)];',
  'const p = {hp:5}; let t = null; for (const x of v) { t = p; p.hp -= 1; } p.hp = 50; return t.hp;',
  'const p = {hp:5}; let t = null; for (let i = 0; i < 3; i++) { for (const x of v) { t = p; p.hp -= 1; } t.hp += 1; } return [p.hp, t.hp];',
  'const p = {hp:5}; let t = { who: p }; for (const x of v) { t = { who: p }; p.hp -= 1; } t.who.hp = 50; return [p.hp, t.who === p];',
  'const p = {hp:5}; let t = null; for (const x of v) { t = { who: p, x }; p.hp -= 1; } return [p.hp, t.who.hp, t.x];',
  'const p = {hp:5}, q = { hp: 6 }; let t = { who: p }; for (const x of v) { t = { who: x > 1 ? q : p }; t.who.hp -= 1; } t.who.hp = 50; return [p.hp, q.hp, t.who === p];',
  'const p = {hp:5}, q = { hp: 6 }; let t = null; for (const x of v) { t = { who: x > 1 ? q : p }; t.who.hp -= 1; } t.who.hp = 50; return [p.hp, q.hp, t.who === p];',
  'const p = {hp:5}; let t = null; const f = () => { for (const x of v) { p.hp -= 1; if (x > 1) return p; } return null; }; t = f(); if (t) t.hp = 50; return p.hp;',
  'const p = {hp:5}, q = {hp: 4}; const f = () => { for (const x of v) { p.hp -= 1; q.hp += x; if (x > 1) return p; if (x > 0) return q; } return null; }; const t = f(); if (t) t.hp = 50; return [p.hp, q.hp, t === p];',
  'const p = {hp:5}, q = {hp: 4}; const f = () => { for (const x of v) { if (x > 1) return p; if (x > 3) return q; } return q; }; const t = f(); t.hp = 50; return [p.hp, q.hp, t === p];',
  'const p = {hp:5}, q = {hp: 4}; const f = () => { for (const x of v) { p.hp -= 1; if (x > 1) return p; if (x > 3) return q; } return q; }; const t = f(); t.hp = 50; return [p.hp, q.hp, t === p];',
  'class T { constructor() { this.ps = [{ hp: 5 }, { hp: 6 }]; } pick(v) { for (const x of v) { this.ps[0].hp -= x; if (x > 1) return this.ps[1]; } return this.ps[0]; } } const t = new T(); const r = t.pick(v); r.hp = 50; return t.ps.map(p => p.hp);',
  'const p = {hp:5}; const f = () => { for (const x of v) { p.hp -= 1; if (x > 1) return p.hp; } return -1; }; return [f(), p.hp];',
  'const ps = [{ hp: 5 }, { hp: 6 }, { hp: 7 }]; const f = () => { for (const p of ps) { p.hp -= 1; if (p.hp > b) return p; } return null; }; const t = f(); if (t) t.hp = 50; return ps.map(p => p.hp);',
  'const ps = [{ hp: 5 }, { hp: 6 }, { hp: 7 }]; const f = () => { for (let i = 0; i < n; i++) { const p = ps[i % 3]; p.hp -= 1; if (p.hp > b) return p; } return null; }; const t = f(); if (t) t.hp = 50; return ps.map(p => p.hp);',
  'const ps = [{ hp: 5 }, { hp: 6 }, { hp: 7 }]; let t = null; for (let i = 0; i < n; i++) { t = ps[i % 3]; t.hp -= 1; if (t.hp > b) break; } if (t) t.hp = 50; return ps.map(p => p.hp);',
  'const ps = [{ hp: 5 }, { hp: 6 }, { hp: 7 }]; let t = null; for (let i = 0; i < n; i++) { t = ps[i % 3]; for (let k = 0; k < i; k++) { t = ps[k % 3]; t.hp -= 1; } if (t.hp > 100) break; } if (t) t.hp = 50; return ps.map(p => p.hp);',
  'const p = {hp:5}, q = {hp:4}; const t = b > 0 ? q : p; return [new Set([q]).has(t), new Set([p]).has(t)];',
  'const p = {hp:5}, q = {hp:4}; let t; let u = null; for (const x of v) { t = x > 1 ? q : p; u = t; u.hp -= 1; } t.hp = 50; return [p.hp, q.hp, u.hp, t === q, u === t];',
  'const p = {hp:5}, q = {hp:4}; const o = { cur: null, prev: null }; for (const x of v) { o.prev = o.cur; o.cur = x > 1 ? q : p; o.cur.hp -= 1; } o.cur.hp = 50; return [p.hp, q.hp, o.prev === q, o.prev === o.cur];',
  'class G { constructor() { this.a = { hp: 5 }; this.b = { hp: 4 }; this.cur = null; } step(x) { this.cur = x > 1 ? this.b : this.a; this.cur.hp -= 1; } } const g = new G(); for (const x of v) g.step(x); g.cur.hp = 50; return [g.a.hp, g.b.hp, g.cur === g.a];',
  'const p = {hp:5}, q = {hp:4}; let t = null; for (const x of v) { try { if (x > 2) throw p; t = q; q.hp -= 1; } catch (e) { t = e; e.hp -= 1; } } t.hp = 50; return [p.hp, q.hp, t === q];',
  'const p = {hp:5}, q = {hp:4}; let t = null; for (const x of v) { switch (x) { case 1: t = p; break; default: t = q; } t.hp -= 1; } t.hp = 50; return [p.hp, q.hp, t === q];',
  'const p = {hp:5}, q = {hp:4}; let t = null; let i = 0; do { t = i % 2 ? p : q; t.hp -= 1; i++; } while (i < n); t.hp = 50; return [p.hp, q.hp, t === q];',
  'const p = {hp:5}; let t = null; for (const x of v) for (const y of v) { t = p; p.hp -= x > y ? 1 : 2; } t.hp = 50; return [p.hp];',
  'const p = {hp:5}; const q = { hp: 3 }; let t = null; for (const x of v) for (const y of v) for (const z of v) { t = z > y ? p : q; t.hp -= x > y ? 1 : 2; } t.hp = 50; return [p.hp, q.hp];',
  'const f = (x) => x + 1, g = (x) => x * 2; let t = null; for (const x of v) { t = x > 1 ? f : g; } return [t(3), t === f];',
  'const xs = [1, 2], ys = [3]; let t = null; for (const x of v) { t = x > 1 ? xs : ys; t[0] += 1; } t[0] += 10; return [xs, ys];',
  "const m = new Map(), w = new Map(); let t = null; for (const x of v) { t = x > 1 ? m : w; t.set('a', x); } t.set('a', 9); return [m.get('a') ?? -1, w.get('a') ?? -1];",
  'const p = {hp:5}, q = {hp:4}; let t = null; for (const x of v) { p.hp += 1; if (x > 2) { t = p; break; } } if (t) t.hp = 50; return [p.hp];',
  'const p = {hp:5}, q = {hp:4}; let hit = null; let i = 0; while (hit === null && i < n) { p.hp += 1; hit = v[i % 3] > 1 ? p : null; i++; } if (hit) hit.hp = 50; return [p.hp];',
  'const p = {hp:5}, q = {hp:4}; const t = [null, null]; for (const x of v) { t[1] = t[0]; t[0] = x > 1 ? p : q; t[0].hp -= 1; } t[0].hp = 50; return [p.hp, q.hp, t[1]?.hp];',
];

describe.each(executors)(
  'objects that loops put where there was none on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });
  },
);
