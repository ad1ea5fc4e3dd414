import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/** Elements of an array that grew in a loop of the graph, in which an object may be missing, or is one of several kinds, that is changed. */
const bodies: readonly string[] = [
  'const os = []; for (const x of v) os.push({ e: x > 1 ? { z: x } : null }); if (os[1].e) os[1].e.z = 7; return os.map(o => o.e?.z ?? -1);',
  'const os = []; for (const x of v) os.push({ e: x > 1 ? { z: x } : null }); for (const o of os) if (o.e) o.e.z += 1; return os.map(o => o.e?.z ?? -1);',
  'const os = []; for (const x of v) os.push({ e: x > 1 ? { z: x } : undefined }); for (const o of os) if (o.e) o.e.z += 1; return os.map(o => o.e?.z ?? -1);',
  'const os = []; for (const x of v) os.push({ x, e: x > 1 ? { z: x } : null }); const f = os.find(o => o.x > 1); if (f && f.e) f.e.z = 9; return os.map(o => o.e?.z ?? -1);',
  'const os = []; for (const x of v) os.push({ e: x > 1 ? { z: x } : null }); os.forEach(({ e }) => { if (e) e.z += 1; }); return os.map(o => o.e?.z ?? -1);',
  'const m = new Map(); for (const x of v) m.set(x, { e: x > 1 ? { z: x } : null }); for (const o of m.values()) if (o.e) o.e.z += 1; return [...m.values()].map(o => o.e?.z ?? -1);',
  'const m = new Map(); for (const x of v) m.set(x, { e: x > 1 ? { z: x } : null }); const g = m.get(v[1]); if (g.e) g.e.z += 1; return [...m.values()].map(o => o.e?.z ?? -1);',
  'class C2 { constructor(z) { this.z = z; } up() { this.z += 1; } } const os = []; for (const x of v) os.push({ c: x > 1 ? new C2(x) : null }); for (const o of os) o.c?.up(); return os.map(o => o.c?.z ?? -1);',
  'const os = []; for (const x of v) { os.push({ e: x > 1 ? { z: x } : null }); const o = os[os.length - 1]; if (o.e) o.e.z += 5; } return os.map(o => o.e?.z ?? -1);',
  'const os = []; for (const x of v) os.push({ e: x > 1 ? { z: { y: x } } : null }); for (const o of os) if (o.e) o.e.z.y += 1; return os.map(o => o.e?.z.y ?? -1);',
  'class A1 { constructor(z) { this.z = z; } up() { this.z += 1; } } class B1 { constructor(z) { this.q = z; } up() { this.q += 2; } } const os = []; for (const x of v) os.push({ c: x > 1 ? new A1(x) : new B1(x) }); for (const o of os) o.c.up(); return os.map(o => o.c.z ?? o.c.q);',
  'const os = []; for (const x of v) os.push([x, x > 1 ? { z: x } : null]); for (const [x, e] of os) if (e) e.z += 1; return os.map(([x, e]) => e?.z ?? -1);',
  'const os = []; for (const x of v) os.push({ e: { f: x > 1 ? { z: x } : null, g: 1 } }); for (const o of os) { if (o.e.f) o.e.f.z += 1; o.e.g += 1; } return os.map(o => [o.e.f?.z ?? -1, o.e.g]);',
  'const os = []; for (const x of v) os.push({ e: x > 1 ? { z: x } : null, g: 1 }); for (const o of os) { const e = o.e; o.g += 1; if (e) e.z += o.g; } return os.map(o => [o.e?.z ?? -1, o.g]);',
  'const os = []; for (const x of v) os.push({ e: x > 1 ? { z: x } : null, g: 1 }); for (const o of os) { const e = o.e; if (e) { e.z += 1; o.g += e.z; } } return os.map(o => [o.e?.z ?? -1, o.g]);',
  'const os = []; for (const x of v) os.push({ e: x > 1 ? { z: x } : null, g: 1 }); const p = os[1]; const e = p.e; p.e = { z: 3 }; if (e) e.z += 1; return [os.map(o => [o.e?.z ?? -1, o.g]), e?.z ?? -2];',
  'const os = []; for (const x of v) os.push({ e: x > 1 ? { z: x } : null, g: 1 }); const p = os[1]; const q = os[n > 2 ? 1 : 0]; if (p.e) p.e.z += 1; if (q.e) q.e.z *= 2; return [os.map(o => [o.e?.z ?? -1, o.g]), p.e?.z ?? -2, q.e?.z ?? -3];',
  'const os = []; for (const x of v) os.push({ e: x > 1 ? { z: x } : null, g: 1 }); const p = os.pop(); if (p.e) p.e.z += 1; return [os.map(o => [o.e?.z ?? -1, o.g]), p.e?.z ?? -2];',
  'const os = []; for (const x of v) os.push({ e: x > 1 ? { z: x } : null, g: 1 }); const p = os[1]; const q = os[n > 2 ? 1 : 0]; if (p.e) p.e.z += 1; if (q.e) q.e.z *= 2; return [os.map(o => [o.e?.z ?? -1, o.g]), p.e?.z ?? -2, q.e?.z ?? -3];',
  'const os = []; for (const x of v) os.push({ e: x > 1 ? { z: x } : null, g: 1 }); const p = os[1]; const q = os[n > 2 ? 1 : 0]; const f = q.e; if (p.e) p.e.z += 1; p.g = 4; if (f) f.z *= 2; return [os.map(o => [o.e?.z ?? -1, o.g]), p.e?.z ?? -2, q.e?.z ?? -3, f?.z ?? -4];',
  'const os = []; for (const x of v) os.push({ e: x > 1 ? { z: x } : null, g: 1 }); const p = os[1]; const q = os[n > 2 ? 1 : 0]; p.e = null; if (q.e) q.e.z *= 2; return [os.map(o => [o.e?.z ?? -1, o.g]), p.e?.z ?? -2, q.e?.z ?? -3];',
  'const os = []; for (const x of v) os.push({ e: x > 1 ? { z: x } : null, g: 1 }); os.sort((p, q) => (q.e?.z ?? 0) - (p.e?.z ?? 0)); if (os[0].e) os[0].e.z += 1; return [os.map(o => [o.e?.z ?? -1, o.g])];',
  'const os = []; let last = null; for (const x of v) { const e = x > 1 ? { z: x } : null; os.push({ e, g: 1 }); if (os[0].e) os[0].e.z += 1; } return [os.map(o => [o.e?.z ?? -1, o.g])];',
  'const os = []; for (const x of v) os.push({ e: x > 1 ? { z: x, l: [x] } : null, g: 1 }); for (const o of os) if (o.e) o.e.l[0] += 1; return [os.map(o => [o.e?.l[0] ?? -1, o.g])];',
  "const os = []; for (const x of v) os.push({ e: x > 2 ? { z: x } : x > 1 ? { q: x, w: 2 } : null, g: 1 }); for (const o of os) if (o.e) { if ('z' in o.e) o.e.z += 1; else o.e.q += 5; } return [os.map(o => [o.e?.z ?? o.e?.q ?? -1, o.g])];",
  "const os = []; for (const x of v) os.push({ e: x > 1 ? { k: 'a', z: x } : { k: 'b', q: x, w: 2 }, g: 1 }); for (const o of os) { if (o.e.k === 'a') o.e.z += 1; else { o.e.q += 5; o.g += o.e.w; } } return [os.map(o => [o.e.z ?? -1, o.e.q ?? -1, o.g])];",
  'const os = []; for (const x of v) os.push({ e: x > 1 ? { z: x } : null, f: x > 2 ? { z: 2 * x } : null }); for (const o of os) { if (o.e) { o.e.z += 1; if (o.f) o.f.z += o.e.z; } } return os.map(o => [o.e?.z ?? -1, o.f?.z ?? -1]);',
  'const os = []; for (const x of v) os.push({ e: x > 1 ? { z: x } : null, g: 1 }); let s = 0; while (os.length > 0) { const o = os.shift(); if (o.e) { o.e.z += 1; s += o.e.z; if (o.e.z < 5) os.push(o); } } return s;',
  'const q = [{ l: null, r: null, z: 0 }]; for (const x of v) { q.push({ l: x > 1 ? { z: x } : null, r: x < 2 ? { z: x } : null, z: x }); } for (const o of q) { const t = o.l ?? o.r; if (t) t.z += 10; } return q.map(o => [o.l?.z ?? -1, o.r?.z ?? -1]);',
  'const os = []; for (const x of v) os.push({ e: x > 1 ? { z: x } : null, g: 1 }); const f = os.findLast(o => o.e)?.e; if (f) { f.z += 1; f.z *= 2; } return [os.map(o => [o.e?.z ?? -1, o.g]), f?.z ?? -2];',
  "const os = []; for (const x of v) os.push(x > 1 ? { e: x > 2 ? { z: x } : null } : { f: x }); for (const o of os) if ('e' in o && o.e) o.e.z += 1; return os.map(o => o.e?.z ?? o.f ?? -1);",
  'const os = []; for (const x of v) os.push(x > 1 ? { e: x > 2 ? { z: x } : null } : null); for (const o of os) if (o?.e) o.e.z += 1; return os.map(o => o?.e?.z ?? -1);',
  'class P { constructor(x) { this.c = x > 1 ? { z: x } : null; this.n = 0; } hit() { if (this.c) { this.c.z -= 1; this.n++; } return this; } } const os = []; for (const x of v) os.push(new P(x)); for (const o of os) o.hit().hit(); return os.map(o => [o.c?.z ?? -1, o.n]);',
  'class P { #c; constructor(x) { this.#c = x > 1 ? { z: x } : null; this.n = 0; } hit() { if (this.#c) { this.#c.z -= 1; this.n++; } return this; } get z() { return this.#c?.z ?? -1; } } const os = []; for (const x of v) os.push(new P(x)); for (const o of os) o.hit().hit(); return os.map(o => [o.z, o.n]);',
];

describe.each(executors)(
  'parts of elements that may be missing on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });
  },
);
