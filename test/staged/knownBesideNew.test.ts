import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Objects that were there before a loop, which numbers stand for, in one array with objects that the iterations make, and null. */
const bodies = [
  "const s = []; for (let i = 0; i < n; i++) { if (a > i) s.push({ t: 'stop', p: n / 4, q: -3 }); else if (b > 1) s.push({ t: 'run', p: a }); else s.push(null); } return s.filter((o) => o?.t === 'run').length;",
  "const s = []; for (let i = 0; i < n; i++) { if (a > i) s.push({ t: 'stop', p: n / 4, q: -3 }); else if (b > 1) s.push({ t: 'run', p: a }); else s.push(null); } return s.length;",
  "const s = []; for (let i = 0; i < n; i++) { if (a > i) s.push({ t: 'stop', p: n / 4, q: -3 }); else s.push({ t: 'run', p: a }); } return s.length;",
  "const s = []; for (let i = 0; i < n; i++) { if (a > i) s.push({ t: 'stop', p: n / 4, q: -3 }); else s.push(null); } return s.length;",
  "const s = []; for (let i = 0; i < n; i++) { if (a > i) s.push({ t: 'run', p: a }); else s.push(null); } return s.length;",
  "const s = []; for (let i = 0; i < n; i++) { if (a > i) s.push({ t: 'stop', q: 3 }); else if (b > 1) s.push({ t: 'run', p: a }); else s.push(null); } return s.length;",
  "const s = []; for (let i = 0; i < n; i++) { if (a > i) s.push({ t: 'stop', q: 3 }); else if (b > 1) s.push({ t: 'run', p: a + i }); else s.push(null); } return s.length;",
  "const s = []; const B = { t: 'run', p: a }; for (let i = 0; i < n; i++) { if (a > i) s.push({ t: 'stop', p: n / 4, q: -3 }); else { if (flag) s.push(null); s.push(b > 1 ? B : null); } } return [s.length, s.filter((o) => o?.t === 'run').length];",
  "const s = []; const B = { t: 'run', p: a }; for (let i = 0; i < n; i++) { if (a > i) s.push({ t: 'stop', p: n / 4, q: -3 }); s.push(b > 1 ? B : null); } return [s.length, s.filter((o) => o?.t === 'run').length];",
  "const s = []; const B = { t: 'run', p: a }, C = { t: 'go', q: 2 }; for (let i = 0; i < n; i++) { s.push(b > 1 ? B : a > 2 ? C : null);  if (a > i) s.push({ t: 'stop', p: n / 4, q: -3 }); } let k = 0; for (const o of s) k += o?.p ?? 5; return [s.length, s.filter((o) => o?.t === 'run').length, k];",
  'const s = []; const B = { p: a }, C = { p: b }; for (let i = 0; i < n; i++) { if (a > i) s.push({ p: a + i }); s.push(b > 1 ? B : C); } let k = 0; for (const o of s) k += o.p; return k;',
  'const s = []; const B = { p: a }, C = { p: b }; for (let i = 0; i < n; i++) { if (a > i) s.push({ p: a + i }); if (flag) s.push(b > 1 ? B : null); } let k = 0; for (const o of s) k += o?.p ?? 9; return k;',
  'class P { constructor(p) { this.p = p; } get k() { return 1; } } class Q { constructor(q) { this.q = q; } get k() { return 2; } } const s = []; const B = new P(a), C = new Q(b); for (let i = 0; i < n; i++) { if (a > i) s.push(new P(a + i)); if (flag) s.push(b > 1 ? B : C); } let k = 0; for (const o of s) k += o.k; return k;',
  'const items = [{ x: a }]; let done = []; for (const e of v) items.push({ x: e }); for (let j = 0; j < items.length; j++) { done = done.concat(items.slice(0, 1)); } return done.map((o) => o.x);',
  'const items = [{ x: a, k: 0 }]; let done = []; for (const e of v) items.push({ x: -2, k: (items.length - done.length) % 16 }); done.reverse(); for (let j = 0; j < items.length; j++) { done = done.concat(items.slice(0, 1)); } return [done.length, done.map((o) => o.k)];',
  'const p = { x: a }, q = { x: b }; const items = [p]; for (const e of v) items.push(e > 1 ? q : { x: e }); let done = []; for (let j = 0; j < n; j++) done = [...done, ...items.slice(j, j + 1)]; return done.map((o) => o.x);',
  'const p = { x: a }; let done = []; for (let j = 0; j < n; j++) done = [...done, p]; return done.map((o) => o.x);',
  'const p = { x: a }; let done = []; for (let j = 0; j < n; j++) { done = [...done, p]; p.x += 1; } return done.map((o) => o.x);',
  'class Item { constructor(x, k) { this.x = x; this.k = k; } } let items = []; let done = [new Item(1, 2)]; items.push(new Item(a, 1)); items.push(b === n ? new Item(-1, 3) : new Item(1 - a, n)); for (let j = 0; j < n; j++) items = items.concat(done.slice(0, 1)); return items.reduce((s, p, j) => s + p.x * (j + 1) + p.k, 0);',
  'class Item { constructor(x, k) { this.x = x; this.k = k; } } let items = []; let done = [new Item(1, 2)]; items.push(new Item(a, 1)); for (let j = 0; j < n; j++) items = items.concat(done.slice(0, 1)); return items.reduce((s, p, j) => s + p.x * (j + 1) + p.k, 0);',
  'let items = []; let done = [{ x: 1, k: 2 }]; items.push({ x: a, k: 1 }); for (let j = 0; j < n; j++) items = items.concat(done.slice(0, 1)); return items.reduce((s, p, j) => s + p.x * (j + 1) + p.k, 0);',
  'let items = []; let done = [{ x: 1, k: 2 }]; items.push({ x: a, k: 1 }); items.push(b === n ? { x: -1, k: 3 } : { x: 1 - a, k: n }); for (let j = 0; j < n; j++) items = items.concat(done.slice(0, 1)); return items.map((p) => p.x);',
  'let items = []; let done = [{ x: 1, k: 2 }]; items.push({ x: a, k: 1 }); items.push(b === n ? { x: -1, k: 3 } : { x: 1 - a, k: n }); for (let j = 0; j < n; j++) items = items.concat(done.slice(0, 1)); return items.reduce((s, p, j) => s + p.x * (j + 1), 0);',
  'const p = { x: 1, k: 2 }; const items = [{ x: a, k: 1 }, b === n ? { x: -1, k: 3 } : { x: 1 - a, k: n }]; for (let j = 0; j < n; j++) items.push(p); let s = 0; let i = 0; for (const o of items) { s += o.x * i; i++; } return s;',
  'const p = { x: 1, k: 2 }; const items = [b === n ? { x: -1, k: 3 } : { x: 1 - a, k: n }]; for (let j = 0; j < n; j++) items.push(p); return items.map((o) => o.x);',
  'const p = { x: 1 }; const l = []; for (const e of v) { if (e > 1) l.push(p); else l.push({ x: e }); } return l.map((o) => o.x);',
  'const p = { x: 1 }, q = { x: 2 }; const l = [p]; for (const e of v) { if (e > 1) l.push(q); else l.push({ x: e }); } return l.map((o) => o.x);',
  'const p = { x: 1 }; let l = [p]; for (let i = 0; i < n; i++) { l = [...l, { x: i }]; l = l.slice(1); } return l.map((o) => o.x);',
  'const p = { x: 1 }, q = { x: 5 }; let l = [p, q]; for (const e of v) { if (e > 1) l = l.filter((o) => o.x > 1); l.push({ x: e }); } return l.map((o) => o.x);',
  'const p = { x: 1 }; let l = []; for (const e of v) { l.push(p); l.push({ x: e }); l.shift(); } return l.map((o) => o.x);',
  'const p = { x: a }; const l = []; for (const e of v) { l.push(e > 1 ? p : { x: e }); } return l.map((o) => o.x);',
  'const defaults = { x: 3, y: 4 }; const l = []; for (const e of v) { const o = e > 1 ? { x: e, y: 1 } : defaults; l.push(o); } return l.map((o) => o.x + o.y);',
  'const nodes = [{ x: 1, d: 0 }, { x: 2, d: 0 }]; const queue = [nodes[0]]; let steps = 0; while (queue.length > 0 && steps < n) { const c = queue.shift(); steps++; if (c.x < 3) queue.push({ x: c.x + 1, d: c.d + 1 }); } return [steps, queue.length];',
  'const a1 = { x: 1 }, b1 = { x: 2 }; let cur = [a1]; for (const e of v) { const next = []; for (const o of cur) { next.push(o); if (e > 1) next.push({ x: e }); } cur = next; } return cur.map((o) => o.x);',
  'const a1 = { x: 1 }; let cur = [a1]; for (const e of v) { const next = []; for (const o of cur) { if (o.x > e) next.push(o); else next.push({ x: e }); } cur = next; } return cur.map((o) => o.x);',
  'let cur = [{ x: 1 }, { x: 2 }]; for (const e of v) { cur = cur.map((o) => o.x > e ? o : { x: e }); } return cur.map((o) => o.x);',
  'let cur = [{ x: 1 }, { x: 2 }]; for (const e of v) { cur = cur.filter((o) => o.x > e); cur.push({ x: e }); } return cur.map((o) => o.x);',
  'let cur = [{ x: 1 }, { x: 2 }]; for (let i = 0; i < n; i++) { cur = cur.filter((o) => o.x > i); if (i > 0) cur.unshift({ x: i }); } return cur.map((o) => o.x);',
  'const reg = [{ k: 0, c: 0 }]; for (const e of v) { let f = reg.find((r) => r.k === e); if (f === undefined) { f = { k: e, c: 0 }; reg.push(f); } f.c += 1; } return reg.map((r) => r.k * 10 + r.c);',
  'const p = { x: 1 }; let l = [p]; for (let i = 0; i < n; i++) { if (l.length > 1) l = [p]; else l = [...l, { x: i }]; } return l.map((o) => o.x);',
  'const p = { x: 1 }; let l = [{ x: 3 }]; for (const e of v) { if (e > 1) l = [p, { x: e }]; else l = [{ x: e }]; } return l.map((o) => o.x);',
  'const p = { x: 1 }; let l = [{ x: 3 }]; for (const e of v) { if (e > 1) l = [p]; else l = [{ x: e }, { x: 2 }]; } return l.map((o) => o.x);',
  "const s = []; if (a > 0) s.push({ t: 'run', p: -2.5 }); s.push({ t: 'run', p: 0.5 }); return s.filter((o) => o?.t === 'run').length;",
  "const s = []; if (a > 0) s.push({ t: 'run', p: -2.5 }); s.push({ t: 'run', p: 0.5 }); return s.filter((o) => o?.t === 'run').map((o) => o.p);",
  'const s = []; const q = { t: 1, p: 2 }; for (let k = 0; k < 3; k++) { if (a > k) s.push(q); s.push({ t: 1, p: b }); } const f = s.filter((o) => o.p > 0); return f.length;',
  'const s = []; const q = { t: 1, p: 2 }; for (let k = 0; k < 3; k++) { if (a > k) s.push(q); s.push({ t: 1, p: b }); } const f = s.filter((o) => o.p > 0); let z = 0; for (const o of f) { z += o.p; } return z;',
  'const s = []; const q = { t: 1, p: 2 }; const r = { t: 2, p: 1 }; if (a > 0) s.push(q); if (b > 0) s.push(r); const f = s.filter((o) => o.p > 1); let z = 0; for (const o of f) { z += o.p; o.p = 5; } return z + q.p + r.p;',
  'const s = []; const q = { t: 1, p: 2 }; const r = { t: 2, p: 1 }; if (a > 0) s.push(q); s.push({ t: 3, p: b }); if (b > 0) s.push(r); const out = []; for (const o of s) { if (o.p > 1) out.push(o); } q.p = 7; return out.length + q.p;',
  'const s = [{ t: 1, p: 2 }, { t: 2, p: 1 }, { t: 3, p: 0 }]; const out = []; if (a > 0) out.push(s[1]); out.push(s[b > 0 ? 0 : 1]); let z = 0; for (const o of out) { o.p += 1; z += o.p; } return z + s[0].p * 100;',
  'const s = [{ t: 1, p: 2 }, { t: 2, p: 1 }, { t: 3, p: 0 }]; const out = []; for (let i = 0; i < a; i++) { const o = s[i % 3]; o.p += i; out.push(o); } return out.map((o) => o.p);',
];

describe.each(executors)('known objects beside new ones, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
