import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Elements that change places in an array whose length a tensor decides, each of which stays in one, and is changed then. */
const bodies: readonly string[] = [
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i }); if (n > 1) { [l[0], l[1]] = [l[1], l[0]]; l[0].x = 99; } return l.map((o) => o.x);',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i }); if (n > 1) l[0] = l[1]; return l.map((o) => o.x);',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i, w: (i * 7) % 4 }); const all = [...l.filter((o) => o.w > 1), ...l.filter((o) => o.w <= 1)]; for (const o of all) o.x += 1; return all.map((o) => o.x);',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i, w: (i * 7) % 4 }); for (let i = 0; i < l.length; i++) for (let j = 0; j + 1 < l.length; j++) if (l[j].w > l[j + 1].w) [l[j], l[j + 1]] = [l[j + 1], l[j]]; for (const o of l) o.x += 1; return l.map((o) => o.x);',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i, w: (i * 7) % 4 }); for (let i = 0; i < l.length; i++) { let k = i; for (let j = i + 1; j < l.length; j++) if (l[j].w < l[k].w) k = j; const t = l[i]; l[i] = l[k]; l[k] = t; } for (const o of l) o.x += 1; return l.map((o) => o.x);',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i }); if (n > 2) { l[0] = l[1]; l[1] = { x: 50 }; l[0].x = 9; } return l.map((o) => o.x);',
  'let l = []; for (let i = 0; i < n; i++) { const o = { x: i }; l = [...l, o]; } for (const o of l) o.x += 1; return l.map((o) => o.x);',
  'let l = []; for (let i = 0; i < n; i++) l.push({ x: i }); let z = []; for (const o of l) if (o.x > 0) z = [...z, o]; for (const o of z) o.x += 1; return z.map((o) => o.x);',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i }); const [m] = l.splice(0, 1); if (m) l.splice(1, 0, m); for (const o of l) o.x += 1; return l.map((o) => o.x);',
  'const q = []; for (let i = 0; i < n; i++) q.push({ x: i }); for (let k = 0; k < n; k++) { const f = q.shift(); f.x += 2; q.push(f); } for (const o of q) o.x += 1; return q.map((o) => o.x);',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i }); for (let i = l.length - 1; i > 0; i--) { const j = Math.floor(i / 2); [l[i], l[j]] = [l[j], l[i]]; } l.forEach((o, i) => { o.x += i; }); return l.map((o) => o.x);',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i }); let i = 0, j = l.length - 1; while (i < j) { const t = l[i]; l[i++] = l[j]; l[j--] = t; } l.forEach((o, i) => { o.x += i; }); return l.map((o) => o.x);',
  'const h = []; const up = (i) => { while (i > 0) { const p = (i - 1) >> 1; if (h[p].k <= h[i].k) break; [h[p], h[i]] = [h[i], h[p]]; i = p; } }; for (let i = 0; i < n; i++) { h.push({ k: (i * 5) % 4, c: 0 }); up(h.length - 1); } for (const o of h) o.c += 1; return h.map((o) => o.k * 10 + o.c);',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i }); const z = l.slice(); z.reverse(); z.push({ x: 9 }); for (const o of z) o.x += 1; return z.map((o) => o.x);',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i, on: true }); l.forEach((o, i) => { if (i % 2) o.on = false; }); const k = l.filter((o) => o.on); l.length = 0; l.push(...k); for (const o of l) o.x += 1; return l.map((o) => o.x);',
  'let ps = []; for (let i = 0; i < n; i++) ps.push({ x: i, life: i }); for (let t = 0; t < 2; t++) { ps.push({ x: t, life: 2 }); for (const p of ps) { p.life -= 1; p.x += 1; } ps = ps.filter((p) => p.life > 0); } return ps.map((p) => [p.x, p.life]);',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i }); const i = l.findIndex((o) => o.x === 1); if (i >= 0) { const [m] = l.splice(i, 1); l.unshift(m); l[0].x = 7; } return l.map((o) => o.x);',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i }); l.sort((p, q) => q.x - p.x); l[0] && (l[0].x = 70); l.reverse(); for (const o of l) o.x += 1; return l.map((o) => o.x);',
  'const l = [{ x: a }, { x: b }, { x: 1.5 }]; if (a > 0) l.push(l[0]); l[0].x = 9; return l.map((o) => o.x);',
  'const l = [{ x: a }, { x: b }]; if (a > 0) l.push({ x: 4 }); [l[0], l[1]] = [l[1], l[0]]; l[0].x += 5; return l.map((o) => o.x);',
  'const l = [{ x: a }, { x: b }]; if (a > 0) l.push({ x: 4 }); l[0] = l[l.length - 1]; l[0].x += 5; return l.map((o) => o.x);',
  'const free = [], used = []; for (let i = 0; i < 3; i++) free.push({ id: i, c: 0 }); for (const x of v) { if (x > 0 && free.length) { const o = free.pop(); o.c += x; used.push(o); } else if (used.length) { const o = used.shift(); o.c = -1; free.push(o); } } return [free.map((o) => o.c), used.map((o) => o.c)];',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i }); const m = [...l]; m.sort((p, q) => q.x - p.x); m.forEach((o, i) => { o.x = i; }); return m.map((o) => o.x);',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i }); let z = []; for (const o of l) z.unshift(o); for (const o of z) o.x += 1; return z.map((o) => o.x);',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i }); const z = []; for (let i = l.length - 1; i >= 0; i--) z.push(l[i]); for (const o of z) o.x += 1; return z.map((o) => o.x);',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i }); const z = []; for (let i = 0; i < l.length; i++) z[i] = l[i]; for (const o of z) o.x += 1; return z.map((o) => o.x);',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i }); const z = []; while (l.length) z.push(l.pop()); for (const o of z) o.x += 1; return z.map((o) => o.x);',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i }); for (let i = 0; i < l.length; i++) { const o = l[i]; o.x *= 2; l[i] = o; } return l.map((o) => o.x);',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i }); for (let i = 0; i < l.length; i++) l[i] = { ...l[i], x: l[i].x + 1 }; for (const o of l) o.x += 1; return l.map((o) => o.x);',
  'let done = []; for (const e of v) done = done.concat([{ x: e }]); for (const o of done) o.x += 1; return done.map((o) => o.x);',
  'let l = []; for (const e of v) l.push({ x: e }); for (let i = 0; i < n; i++) l = l.slice(1).concat(l.slice(0, 1)); for (const o of l) o.x += 1; return l.map((o) => o.x);',
  'let open = []; for (const e of v) open.push({ x: e }); let done = []; while (open.length > 0) { done = done.concat(open.slice(0, 1)); open = open.slice(1); } for (const o of done) o.x += 10; return done.map((o) => o.x);',
  'let l = []; for (const e of v) l.push({ x: e }); for (let i = 0; i < n; i++) { const evens = l.filter((o) => o.x > i), odds = l.filter((o) => o.x <= i); l = [...evens, ...odds]; for (const o of l) o.x += 1; } return l.map((o) => o.x);',
  'let q = []; for (const e of v) q.push({ x: e }); for (let i = 0; i < n; i++) { const h = q.shift(); h.x += 1; q.push(h); } return q.map((o) => o.x);',
  'let q = []; for (const e of v) q.push({ x: e }); let r = []; for (let i = 0; i < n; i++) { r = [...r, ...q]; q = []; } for (const o of r) o.x *= 2; return r.map((o) => o.x);',
  'let q = []; for (const e of v) q.push({ x: e }); let r = []; if (a > 0) r = r.concat(q); else r = q.concat([{ x: 1 }]); for (const o of r) o.x += 1; return r.map((o) => o.x);',
  'let l = []; for (const e of v) l.push({ x: e }); const k = l.concat([{ x: 7 }]).concat(l); return k.map((o) => o.x);',
  'const items = []; for (const e of v) items.push({ x: e }); let done = []; for (let i = 0; i < n; i++) done = done.concat(items.slice(0, 1)); return [done.map((o) => o.x), items.map((o) => o.x)];',
  'const a1 = [], b1 = []; for (const e of v) { a1.push({ x: e }); b1.push({ x: e * 2 }); } let all = []; for (let i = 0; i < n; i++) { all = a1.concat(b1); } for (const o of all) o.x += 1; return all.map((o) => o.x);',
  'let q = []; for (const e of v) q.push({ x: e }); let r = []; for (let i = 0; i < n; i++) { r = [...q]; } for (const o of r) o.x *= 2; return r.map((o) => o.x);',
  'let q = []; for (const e of v) q.push({ x: e }); let best = []; for (let i = 0; i < n; i++) { const c = q.filter((o) => o.x > i); if (c.length > best.length) best = c; } for (const o of best) o.x *= 2; return best.map((o) => o.x);',
  'let l = []; for (const e of v) l.push({ x: e }); let m = []; for (let i = 0; i < n; i++) { m = [...m, { x: i }]; l = [...l, ...m.slice(-1)]; } return [l.length, m.length, l.map((o) => o.x)];',
  'let l = []; for (const e of v) l.push({ x: e }); for (let i = 0; i < n; i++) { const c = [...l]; c.sort((p, q) => p.x - q.x); l = c; } for (const o of l) o.x += 1; return l.map((o) => o.x);',
  'let l = []; for (const e of v) l.push({ x: e }); l = [...l.filter((o) => o.x > 1), ...l.filter((o) => !(o.x > 1))]; l = [...l.filter((o) => o.x > 2), ...l.filter((o) => !(o.x > 2))]; for (const o of l) o.x += 1; return l.map((o) => o.x);',
  'let l = []; for (const e of v) l.push({ x: e }); const r = l.splice(0, 1); l = [...l, ...r]; for (const o of l) o.x += 1; return l.map((o) => o.x);',
  'let open = []; for (const e of v) open.push({ x: e }); let done = []; if (a > 0) { done = [...done, ...open.filter((o) => o.x > 1)]; open = open.filter((o) => !(o.x > 1)); } if (n > 2) { done = [...done, ...open]; open = []; } for (const o of done) o.x += 5; return [done.map((o) => o.x), open.length];',
  'let open = []; for (const e of v) open.push({ x: e }); let done = []; for (let i = 0; i < n; i++) { if (i % 2 === 0) { done = [...done, ...open.filter((o) => o.x > i)]; open = open.filter((o) => !(o.x > i)); } else { done = [...done, ...open]; open = []; } } for (const o of done) o.x += 5; return [done.map((o) => o.x), open.length];',
  'const l = []; for (const e of v) l.push({ x: e }); const last = l.slice(-1); const rest = l.slice(0, -1); const m = [...last, ...rest]; for (const o of m) o.x += 1; return m.map((o) => o.x);',
  'const l = []; for (const e of v) l.push({ x: e }); const r = [...l].reverse(); for (const o of r) o.x += 1; return r.map((o) => o.x);',
  'const l = []; for (const e of v) l.push({ x: e }); l.reverse(); const m = [...l, { x: 1 }]; for (const o of m) o.x += 1; return m.map((o) => o.x);',
  'let pool = []; for (const e of v) pool.push({ x: e }); let out = []; for (let i = 0; i < n; i++) { if (pool.length > 0) { out = out.concat(pool.slice(0, 1)); pool = pool.slice(1); } } for (const o of out) o.x += 1; return out.map((o) => o.x);',
  'let pool = []; for (const e of v) pool.push({ x: e }); let out = []; while (pool.length > 0) { out = out.concat(pool.slice(-1)); pool.pop(); } for (const o of out) o.x += 1; return out.map((o) => o.x);',
  'const l = [{ x: 1 }]; for (const e of v) if (e > 0) l.push({ x: e }); const m = [...l.slice(1), ...l.slice(0, 1)]; m[0].x = 9; return m.map((o) => o.x);',
  'const l = [{ x: 1 }]; for (const e of v) if (e > 0) l.push({ x: e }); const m = [...l.slice(0, 1), ...l.slice(1, 2), ...l.slice(2)]; m[0].x = 9; return m.map((o) => o.x);',
  'const l = [{ x: 1 }]; for (const e of v) if (e > 0) l.push({ x: e }); const m = [...l.slice(0, 1), ...l.slice(2), ...l.slice(1, 2)]; m[0].x = 9; return m.map((o) => o.x);',
  'const l = [{ x: 1 }]; for (const e of v) if (e > 0) l.push({ x: e }); const t = l.slice(1); const m = [...t.slice(1), ...l.slice(0, 2)]; m[0].x = 9; return m.map((o) => o.x);',
  'const l = [{ x: 1 }]; for (const e of v) if (e > 0) l.push({ x: e }); const m = [...l.slice(0, 2), ...l.slice(0, 1)]; return m.map((o) => o.x);',
  'const l = [{ x: 1 }]; for (const e of v) if (e > 0) l.push({ x: e }); const m = [...l.slice(0, -1), ...l.slice(-1)]; m[0].x = 9; return m.map((o) => o.x);',
  'const l = [{ x: 1 }]; for (const e of v) if (e > 0) l.push({ x: e }); const r = l.toReversed(); const m = [...r.slice(0, 1), ...l.slice(0, 1)]; m[0].x = 9; return m.map((o) => o.x);',
  'const l = [{ x: 1 }]; for (const e of v) if (e > 0) l.push({ x: e }); const [h, ...t] = l; t.push(h); t[0].x = 9; return t.map((o) => o.x);',
  'const q = [{ x: a }, { x: b }]; let l = []; for (let i = 0; i < n; i++) l = [...l, ...q.map((o) => ({ ...o }))]; if (n > 0) l[0].x = 50; return l.map((o) => o.x);',
  'const q = [{ x: a }, { x: b }]; let l = []; for (let i = 0; i < n; i++) l = l.concat(q); return l.map((o) => o.x);',
];

/** One object may be in two places: an assignment to the one would not reach the row of the other. */
const refused: readonly string[] = [
  // Each iteration adds the same object.
  'const o = { x: a }; const l = []; for (let i = 0; i < n; i++) { l.push(o); l.push({ x: i }); } if (n > 0) l[0].x = 7; return l.map((o) => o.x);',
  'const q = [{ x: a }, { x: b }]; let l = []; for (let i = 0; i < n; i++) l = l.concat(q); if (n > 0) l[0].x = 50; return l.map((o) => o.x);',
  'const q = [{ x: a }, { x: b }]; let l = [...q]; for (let i = 0; i < n; i++) l = [...l, ...q]; l[0].x = 50; return l.map((o) => o.x);',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i }); const m = l.concat(l); m.forEach((o) => { o.x += 1; }); return m.map((o) => o.x);',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i }); l.splice(0, 1, l[2]); if (l.length > 2) l[0].x = 77; return l.map((o) => o === undefined ? -1 : o.x);',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i }); for (let i = 1; i < l.length; i++) l[i] = l[i - 1]; if (l.length) l[0].x = 9; return l.map((o) => o.x);',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i }); const k = [...l, ...l]; if (n > 0) k[0].x = 7; return k.map((o) => o.x);',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i }); const z = l.map((o) => l[0]); if (z.length > 0) z[0].x = 99; return z.map((o) => o.x);',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i }); const z = []; for (const o of l) { z.push(o); z.push(o); } for (const o of z) o.x += 1; return z.map((o) => o.x);',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i }); const z = l.flatMap((o) => [o, o]); for (const o of z) o.x += 1; return z.map((o) => o.x);',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i }); const z = []; for (const o of l) z.push(o); for (const o of l) z.push(o); for (const o of z) o.x += 1; return z.map((o) => o.x);',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i }); const all = [...l, ...l.filter((o) => o.x > 0)]; for (const o of all) o.x += 1; return all.map((o) => o.x);',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i }); if (n > 2) { const t = l[0]; l[0] = l[1]; l[1] = l[2]; l[2] = t; l[0].x = 9; } return l.map((o) => o.x);',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i, w: (i * 7) % 4 }); for (let i = 1; i < l.length; i++) { const cur = l[i]; let j = i - 1; while (j >= 0 && l[j].w > cur.w) { l[j + 1] = l[j]; j--; } l[j + 1] = cur; } for (const o of l) o.x += 1; return l.map((o) => o.x);',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i }); const z = [...l, ...l.slice(0, 1)]; if (n > 0) z[0].x = 9; return z.map((o) => o.x);',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i }); const k = l.map((o, i) => l[i > 0 ? i - 1 : 0]); if (k.length > 1) k[0].x = 50; return k.map((o) => o.x);',
  'const l = []; for (let i = 0; i < n; i++) l.push({ x: i }); const k = l.map((o, i) => l[i * 0]); if (k.length > 1) k[0].x = 50; return k.map((o) => o.x);',
  'const items = []; for (const e of v) items.push({ x: e }); let done = []; for (let i = 0; i < n; i++) done = [...done, ...items.slice(0, 1)]; if (done.length > 0) done[0].x = 50; return done.map((o) => o.x);',
  'const l = []; for (const e of v) l.push({ x: e }); const k = l.concat([{ x: 7 }]).concat(l); k[0].x = 50; return k.map((o) => o.x);',
  'const l = []; for (const e of v) l.push({ x: e }); const k = [...l, { x: 7 }, ...l]; k[0].x = 50; return k.map((o) => o.x);',
  'const groups = []; for (const e of v) groups.push({ items: 1, x: e }); let all = groups.slice(); all = all.concat(groups.slice(0, 1)); all[0].x = 4; return all.map((o) => o.x);',
  'let q = []; for (const e of v) q.push({ x: e }); let r = []; for (let i = 0; i < n; i++) { r = [...r, ...q]; } for (const o of r) o.x *= 2; return r.map((o) => o.x);',
  'let q = []; for (const e of v) q.push({ x: e }); let r = []; if (a > 0) r = r.concat(q); if (b > 0) r = r.concat(q); for (const o of r) o.x += 1; return r.map((o) => o.x);',
  'let items = []; for (const e of v) items.push({ x: n }); for (let j = 0; j < n; j++) items = items.concat(items.slice()); const h = items.shift(); h.x = 1; return items.map((o) => o.x);',
  'let items = []; for (const e of v) items.push({ x: n }); items = items.concat(items.slice()); const h = items.shift(); h.x = 1; return items.map((o) => o.x);',
  'let items = []; for (const e of v) items.push({ x: n }); items = [...items, ...items]; const h = items.pop(); h.x = 1; return items.map((o) => o.x);',
  'let items = []; for (const e of v) items.push({ x: n }); items = [...items, ...items]; const [h] = items.splice(0, 1); h.x = 1; return items.map((o) => o.x);',
  'let items = []; for (const e of v) items.push({ x: n }); items = [...items, ...items]; const h = items.splice(0, 2); for (const o of h) o.x += 1; return items.map((o) => o.x);',
  'let pool = []; for (const e of v) pool.push({ x: e }); const out = []; for (let i = 0; i < n; i++) { pool.reverse(); out.push(pool[0]); } for (const o of out) o.x += 1; return out.map((o) => o.x);',
  'let pool = []; for (const e of v) pool.push({ x: e }); let out = []; for (let i = 0; i < n; i++) { pool.reverse(); out = out.concat(pool.slice(0, 1)); } for (const o of out) o.x += 1; return out.map((o) => o.x);',
  'let pool = []; for (const e of v) pool.push({ x: e }); let out = []; for (let i = 0; i < n; i++) { out = out.concat(pool.slice(0, 1)); pool = [...pool].reverse(); } for (const o of out) o.x += 1; return out.map((o) => o.x);',
  'let pool = []; for (const e of v) pool.push({ x: e }); let out = []; for (let i = 0; i < n; i++) { out = out.concat(pool.slice(0, 1)); pool.sort((p, q) => q.x - p.x); } for (const o of out) o.x += 1; return out.map((o) => o.x);',
  'let pool = []; for (const e of v) pool.push({ x: e }); let out = []; for (let i = 0; i < n; i++) { out = out.concat(pool.slice(0, 1)); pool.push({ x: i }); } for (const o of out) o.x += 1; return out.map((o) => o.x);',
  'let pool = []; for (const e of v) pool.push({ x: e }); let out = []; for (let i = 0; i < n; i++) { out = out.concat(pool.slice(0, 1)); pool = [{ x: i }, ...pool]; } for (const o of out) o.x += 1; return out.map((o) => o.x);',
  'let pool = []; for (const e of v) pool.push({ x: e }); let out = []; for (let i = 0; i < n; i++) { out = out.concat(pool.slice(0, 1)); [pool[0], pool[1]] = [pool[1], pool[0]]; } for (const o of out) o.x += 1; return out.map((o) => o.x);',
  'const l = [{ x: 1 }]; for (const e of v) if (e > 0) l.push({ x: e }); const m = [...l.slice(0, 2), ...l.slice(0, 1)]; m[0].x = 9; return m.map((o) => o.x);',
  'const l = [{ x: 1 }]; for (const e of v) if (e > 0) l.push({ x: e }); const t = l.slice(1); const m = [...t.slice(1), ...l.slice(0, 3)]; m[0].x = 9; return m.map((o) => o.x);',
];

describe.each(executors)('objects in two places, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it.each(refused)('refuses: %s', async (body) => {
    const { failure } = await compareBody(body, backend);
    expect(failure?.actual.refusal).toBe('chosen-object');
    expect(failure?.actual.error).toContain('may be there twice');
  });
});
