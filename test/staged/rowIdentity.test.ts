import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Elements of arrays whose length a tensor decides are rows of tensors: those of one array are one object where their places are one. */
const known: readonly string[] = [
  'const l = []; for (const x of v) if (x > 0) l.push({ x }); return [l.indexOf({ x: 1 }), l.includes(null)];',
  'const l = [[1, 2], [3, 4]]; let r = l[0]; for (const y of l) if (y[0] > a) r = y; return l.indexOf(r);',
  'const l = []; for (const x of v) if (x > 0) l.push({ x }); const m = []; for (const x of v) if (x > 1) m.push({ x }); return l[0] === m[0] ? 1 : 0;',
  'const NONE = { x: -1 }; const l = []; for (const x of v) if (x > 0) l.push({ x }); const o = l[0] ?? NONE; return o === NONE ? 1 : 0;',
  'const l = []; for (const x of v) if (x > 0) l.push({ x }); let c = 0; for (const o of l) if (o !== null && o !== undefined) c++; return c;',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i, y: 0 }); for (const o of l) for (const p of l) if (o !== p && o.x < p.x) o.y += 1; return l.map((o) => o.y);',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i, y: 0 }); let c = 0; for (const o of l) for (const p of l) if (o !== p && o.x < p.x) c += 1; return c;',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i, y: 0 }); for (const o of l) for (const p of l) { if (o === p) continue; o.y += p.x; } return l.map((o) => o.y);',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i, y: 0 }); for (let i = 0; i < l.length; i++) { const o = l[i]; for (let j = 0; j < l.length; j++) { const p = l[j]; if (o === p) continue; o.y += p.x; } } return l.map((o) => o.y);',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i, y: 0 }); for (const o of l) { let f = 0; for (const p of l) { if (o === p) continue; f += p.x; } o.y += f; } return l.map((o) => o.y);',
  'const l = []; for (const x of v) if (x > 0) l.push({ x }); const r = l[0]; return [l.indexOf(r), l.includes(r)];',
  'const l = []; for (const x of v) if (x > 0) l.push({ x }); const r = l[0]; return l.filter((o) => o !== r).length;',
  'const l = []; for (const x of v) if (x > 0) l.push({ x }); return [l[0] === l[9], l[9] === l[8], l[0] === l.at(-1), l.at(0) === l[0], l.at(-7) === l[7]];',
  'const l = []; for (const x of v) if (x > 0) l.push({ x, y: 0 }); for (const o of l) { for (const p of l) if (o !== p && Math.abs(o.x - p.x) < 2) { o.y += 1; p.y -= 0.5; } } return l.map((o) => o.y);',
  'const l = []; for (const x of v) if (x > 0) l.push({ x, y: 0 }); l.forEach((o, i) => { l.forEach((p, j) => { if (p === o) p.y += 1; else o.y += 10; }); }); return l.map((o) => o.y);',
  'const l = []; for (const x of v) if (x > 0) l.push({ x, y: 0 }); return l.map((o) => l.filter((p) => p !== o).reduce((s, p) => s + p.x, 0));',
  'class B { constructor(x) { this.x = x; this.f = 0; } pull(o) { if (o === this) return; this.f += o.x - this.x; } } const bs = []; for (let i = 0; i < n; i++) bs.push(new B(i * a)); for (const p of bs) for (const q of bs) p.pull(q); return bs.map((p) => p.f);',
  'class B { constructor(x) { this.x = x; this.v = 0; } } const bs = []; for (let i = 0; i < n; i++) bs.push(new B(i * a)); for (let t = 0; t < 2; t++) { for (const p of bs) for (const q of bs) if (p !== q) p.v += (q.x - p.x) * 0.5; for (const p of bs) p.x += p.v; } return bs.map((p) => p.x);',
  'const l = []; for (const x of v) if (x > 0) l.push({ x, y: 0 }); let k = 0; while (k < l.length) { const o = l[k]; const others = l.filter((p) => p !== o); o.y = others.length; k++; } return l.map((o) => o.y);',
  'const l = []; for (const x of v) if (x > 0) l.push({ x }); const r = l.find((o) => o.x > 1); const i = r === undefined ? -1 : l.indexOf(r); return i;',
  'const l = []; for (const x of v) if (x > 0) l.push({ x }); const r = l.find((o) => o.x > 1); return l.filter((o) => o !== r).map((o) => o.x);',
  'const l = []; for (const x of v) if (x > 0) l.push({ x }); const r = l.at(-1); const i = l.indexOf(r); if (i !== -1) l.splice(i, 1); return l.map((o) => o.x);',
  'const l = []; for (const x of v) if (x > 0) l.push({ x, to: -1 }); for (const o of l) { const near = l.findIndex((p) => p !== o && Math.abs(p.x - o.x) < 2); o.to = near; } return l.map((o) => o.to);',
  'const l = []; for (const x of v) if (x > 0) l.push({ x }); const same = (p, q) => p === q; let c = 0; for (const o of l) for (const p of l) c += same(o, p) ? 1 : 10; return c;',
  'const l = []; for (const x of v) if (x > 0) l.push({ x }); let c = 0; for (const o of l) { for (const p of l) { if (Object.is(o, p)) c++; } } return c;',
  'const l = []; for (const x of v) if (x > 0) l.push({ x }); let c = 0; for (const o of l) { for (const p of l) { switch (p) { case o: c++; break; default: c += 10; } } } return c;',
  'const l = []; for (const x of v) if (x > 0) l.push([x, 0]); for (const o of l) for (const p of l) if (p !== o) p[1] += o[0]; return l;',
  'const l = []; for (const x of v) if (x > 0) l.push({ x }); return l.every((o, i) => l.indexOf(o) === i);',
  'const l = []; for (const x of v) if (x > 0) l.push({ x }); const m = l; let c = 0; for (const o of l) for (const p of m) if (o === p) c++; return c;',
  'const s = { l: [] }; for (const x of v) if (x > 0) s.l.push({ x, hit: 0 }); const hit = (o) => { for (const p of s.l) if (p === o) p.hit += 5; }; if (s.l.length > 0) hit(s.l[0]); return s.l.map((o) => o.hit);',
  'const l = []; for (const x of v) if (x > 0) l.push({ x, y: 0 }); for (const o of l) { l.forEach((p) => { if (p == o) return; p.y++; }); } return l.map((o) => o.y);',
  'const l = []; for (const x of v) if (x > 0) l.push({ x }); let r = l[0]; for (let i = 0; i < l.length; i++) if (l[i].x > r.x) r = l[i]; return l.indexOf(r);',
  'const l = []; for (const x of v) if (x > 0) l.push({ x, y: 0 }); let best = l[0]; for (const o of l) if (o.x > best.x) best = o; return l.map((o) => (o === best ? 1 : 0));',
  'const ps = []; for (let i = 0; i < n + 1; i++) ps.push({ x: (a * i) % 3, k: i }); let best = ps[0]; for (const p of ps) if (p.x > best.x) best = p; let s = 0; for (const p of ps) { if (p === best) continue; s = s * 2 + p.x; } return s;',
  'const ps = []; for (let i = 0; i < n + 1; i++) ps.push({ x: (a * i) % 3, k: i }); let best = null; for (const p of ps) if (best === null || p.x > best.x) best = p; const at = ps.indexOf(best); return at;',
  'const ps = []; for (let i = 0; i < n + 1; i++) ps.push({ x: (a * i) % 3, k: i }); let best = ps[0]; for (const p of ps) if (p.x > best.x) best = p; ps.splice(ps.indexOf(best), 1); let s = best.k; for (const p of ps) s = s * 2 + p.x; return s;',
  'const ps = []; for (let i = 0; i < n + 1; i++) ps.push({ x: (a * i) % 3, k: i }); let best = ps[0]; for (const p of ps) if (p.x > best.x) best = p; const rest = ps.filter((p) => p !== best); return rest.length;',
  'const ps = []; for (let i = 0; i < n + 2; i++) ps.push({ x: (a * i) % 3, v: 0 }); for (const p of ps) for (const q of ps) { if (p === q) continue; p.v += q.x - p.x; } return ps.map((p) => p.v);',
  'const ps = []; for (let i = 0; i < n + 1; i++) ps.push({ x: (a * i) % 3, next: null }); return ps.length;',
  'let open = [{ f: 1 + a, g: 0 }], closed = []; let t = 0; while (open.length > 0 && t++ < 4) { let cur = open[0]; for (const o of open) if (o.f < cur.f) cur = o; open = open.filter((o) => o !== cur); closed.push(cur); if (cur.g < n) { open.push({ f: cur.f + 1, g: cur.g + 1 }); open.push({ f: cur.f * 2, g: cur.g + 2 }); } } return [closed.map((c) => c.f), open.length];',
  'const jobs = []; for (let i = 0; i < n + 1; i++) jobs.push({ id: i, left: (i * 3) % 4 + 1, done: false }); let time = 0; for (;;) { const job = jobs.find((j) => !j.done); if (!job || time > 20) break; job.left -= 1; time++; if (job.left === 0) job.done = true; } return [time, jobs.filter((j) => j.done).length];',
  'const cells = []; for (let i = 0; i < n + 2; i++) cells.push({ v: i % 2, near: 0 }); for (let i = 0; i < cells.length; i++) { const c = cells[i]; const l = i > 0 ? cells[i - 1] : null; const r = i + 1 < cells.length ? cells[i + 1] : null; c.near = (l ? l.v : 0) + (r?.v ?? 0); } return cells.map((c) => c.near);',
  'class Queue { #items = []; add(job) { this.#items.push(job); this.#items.sort((p, q) => p.at - q.at); } next() { return this.#items.shift(); } get size() { return this.#items.length; } } const q = new Queue(); for (let i = 0; i < n; i++) q.add({ at: (i * 5) % 3, w: a + i }); let s = 0, t = 0; while (q.size > 0 && t++ < 8) { const j = q.next(); s = s * 2 + j.w; if (j.at > 0) q.add({ at: j.at - 1, w: j.w / 2 }); } return s;',
  'const users = []; for (let i = 0; i < n + 1; i++) users.push({ id: i, score: a * i, friends: 0 }); const byId = (id) => users.find((u) => u.id === id); for (let i = 0; i < n; i++) { const p = byId(i), q = byId((i * 2) % (n + 1)); if (p && q && p !== q) { p.friends++; q.friends++; q.score += 1; } } return users.map((u) => u.friends * 10 + u.score);',
  'const xs = []; for (let i = 0; i < n + 2; i++) xs.push({ key: (i * 7) % 5, v: i }); for (let i = 1; i < xs.length; i++) { const cur = xs[i]; let j = i - 1; while (j >= 0 && xs[j].key > cur.key) { xs[j + 1] = xs[j]; j--; } xs[j + 1] = cur; } return xs.map((o) => o.v);',
  'const xs = []; for (let i = 0; i < n + 2; i++) xs.push({ key: (i * 7) % 5, v: i }); for (let i = 0; i < xs.length - 1; i++) { let m = i; for (let j = i + 1; j < xs.length; j++) if (xs[j].key < xs[m].key) m = j; const t = xs[i]; xs[i] = xs[m]; xs[m] = t; } return xs.map((o) => o.v);',
  "const events = []; for (const e of v) { events.push({ t: e, kind: e > 1 ? 'in' : 'out' }); } let level = 0, peak = 0; for (const { t, kind } of events) { level += kind === 'in' ? t : -t; if (level > peak) peak = level; } return [level, peak];",
  'const ps = []; for (let i = 0; i < n + 1; i++) ps.push({ x: (a * i) % 3, k: i }); const other = { x: 0.5, k: 7 }; let best = other; for (const p of ps) if (p.x > best.x) best = p; let s = best === other ? 100 : 0; for (const p of ps) { if (p === best) s += 50; s = s * 2 + p.x; } return s;',
  'const ps = []; for (let i = 0; i < n + 1; i++) ps.push({ x: (a * i) % 3, k: i }); let hi = ps[0], lo = ps[0]; for (const p of ps) { if (p.x > hi.x) hi = p; if (p.x < lo.x) lo = p; } return hi === lo ? 1 : 2;',
  'const ps = []; for (let i = 0; i < n + 1; i++) ps.push({ x: (a * i) % 3, k: i }); let best = null; for (const p of ps) if (p.x > b) best = p; let s = 0; for (const p of ps) { if (p !== best) s += p.x; } return s;',
  'const ps = []; for (let i = 0; i < n + 1; i++) ps.push({ x: (a * i) % 3, k: i }); const cur = ps.find((p) => p.x > b); const rest = ps.filter((p) => p !== cur); return rest.length;',
  'const ps = []; for (let i = 0; i < n + 1; i++) ps.push({ x: (a * i) % 3, k: i }); const cur = ps.find((p) => p.x > b); if (cur) ps.splice(ps.indexOf(cur), 1); return ps.map((p) => p.k);',
  'const ps = []; for (let i = 0; i < n + 1; i++) ps.push({ x: (a * i) % 3, k: i }); while (ps.length > 1) { let best = ps[0]; for (const p of ps) if (p.x > best.x) best = p; ps.splice(ps.indexOf(best), 1); } return ps[0].k;',
  'const p = { x: 1 }; const l = [p]; for (const x of v) if (x > 0) l.push({ x }); return [l.indexOf(p), l.includes(p)];',
];

const unknown: readonly string[] = [
  'const l = []; for (const x of v) if (x > 0) l.push({ x }); const r = l[0]; l.pop(); return l[0] === r;',
  'const l = []; for (const x of v) if (x > 0) l.push({ x, c: { k: 1 } }); const r = l[0]; if (r === undefined) return -1; l.push(r); return l.at(-1) === r;',
  'const l = []; for (const x of v) if (x > 0) l.push({ x, c: { k: 1 } }); return l.length ? [l[0].c === l[0], l[0].c === l[0].c] : 0;',
  'const l = []; for (const x of v) if (x > 0) l.push({ x, y: 0 }); const m = l.filter((o) => o.x > 1); return m.length ? m[0] === l.at(-1) : 0;',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i }); for (let i = 1; i < l.length; i++) { if (l[i] === l[i - 1]) return -1; l[i] = l[i - 1]; if (l[i] === l[i - 1]) return 7; } return 0;',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i }); let prev = null, c = 0; for (const o of l) { if (prev === o) c++; prev = o; } return c;',
  'const l = []; for (let i = 0; i < n; i++) { const o = { x: i, y: 0 }; for (const p of l) if (p !== o) p.y += 1; l.push(o); for (const p of l) if (p === o) p.y += 10; } return l.map((o) => o.y);',
  'let l = []; for (let i = 0; i < n; i++) l.push({ x: i, y: 0 }); for (let t = 0; t < 2; t++) { for (const p of l) for (const q of l) if (p !== q && p.x < q.x) p.y += 1; l = l.filter((p) => p.y !== 2); l.push({ x: 1, y: 0 }); } return l.map((o) => o.y);',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i }); const o = l[0]; l.length = 0; l.push({ x: a }); return l[0] === o;',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i }); const o = l[0]; l.shift(); return l[0] === o;',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i }); const o = l[0]; l.reverse(); return l[0] === o;',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i }); const o = l[0]; if (a > 0) l.unshift({ x: 3 }); return l[0] === o;',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i }); const o = l[0]; if (n > 0) l[0] = { x: 3 }; return l[0] === o;',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i }); const o = l[0]; l.splice(0, 1); return l[0] === o;',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i }); const o = l[0]; for (let k = 0; k < n; k++) { l.pop(); } l.push({ x: 4 }); return l[0] === o;',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i }); let o = l[0]; for (let k = 0; k < n; k++) { if (l[0] !== o) return 5; l.shift(); } return 6;',
  'let l = []; for (let i = 0; i < n; i++) l.push({ x: i }); const o = l[0]; l = l.map((p) => p); return l[0] === o;',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i }); const k = []; for (const o of l) { k.push(o); k.push(o); } return k.length > 1 ? k[0] === k[1] : true;',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i }); const k = l.map((o, i) => l[i > 0 ? i - 1 : 0]); return k.length > 1 ? k[0] === k[1] : true;',
];

describe.each(executors)('objects and elements, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(known)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it.each(unknown)('refuses %s', async (body) => {
    const { failure } = await compareBody(body, backend);
    expect(failure?.mode).toBe('graph');
    expect(failure?.actual.error).toMatch('no graph can tell whether they are one object');
    expect(failure?.actual.error).toMatch('item.id === best.id');
  });
});
