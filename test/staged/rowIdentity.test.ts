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
];

const unknown: readonly string[] = [
  'const l = []; for (const x of v) if (x > 0) l.push({ x }); let r = l[0]; for (let i = 0; i < l.length; i++) if (l[i].x > r.x) r = l[i]; return l.indexOf(r);',
  'const p = { x: 1 }; const l = [p]; for (const x of v) if (x > 0) l.push({ x }); return [l.indexOf(p), l.includes(p)];',
  'const l = []; for (const x of v) if (x > 0) l.push({ x }); const r = l[0]; l.pop(); return l[0] === r;',
  'const l = []; for (const x of v) if (x > 0) l.push({ x, c: { k: 1 } }); const r = l[0]; if (r === undefined) return -1; l.push(r); return l.at(-1) === r;',
  'const l = []; for (const x of v) if (x > 0) l.push({ x, c: { k: 1 } }); return l.length ? [l[0].c === l[0], l[0].c === l[0].c] : 0;',
  'const l = []; for (const x of v) if (x > 0) l.push({ x, y: 0 }); const m = l.filter((o) => o.x > 1); return m.length ? m[0] === l.at(-1) : 0;',
  'const l = []; for (const x of v) if (x > 0) l.push({ x, y: 0 }); let best = l[0]; for (const o of l) if (o.x > best.x) best = o; return l.map((o) => (o === best ? 1 : 0));',
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
