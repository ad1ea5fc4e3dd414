import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/** An object that is assigned to a property of an element of an array that grew in a loop of the graph is a part of the element. */
const bodies: readonly string[] = [
  'const os = []; for (const x of v) os.push({ e: { z: x } , g: 1 }); const p = os[1]; p.e = { z: 3 }; p.e.z += 1; return os.map(o => o.e.z);',
  'const os = []; for (const x of v) os.push({ e: { z: x } , g: 1 }); const p = os[1]; p.e = { z: 3 }; const q = os[1]; q.e.z += 1; return os.map(o => o.e.z);',
  'const os = []; for (const x of v) os.push({ e: { z: x } , g: 1 }); const p = os[1]; const q = os[n > 2 ? 1 : 0]; p.e = { z: 3 }; q.e.z *= 2; return [os.map(o => o.e.z), p.e.z, q.e.z];',
  'const os = []; for (const x of v) os.push({ e: { z: x } , g: 1 }); const p = os[1]; if (b > 0) p.e = { z: 8 }; p.e.z += 1; return os.map(o => o.e.z);',
  'const os = []; for (const x of v) os.push({ e: { z: x } , g: 1 }); const p = os[1]; const k = { z: 8 }; p.e = k; k.z += 1; return os.map(o => o.e.z);',
  'const os = []; for (const x of v) os.push({ e: { z: x } , g: 1 }); const p = os[1]; const k = b > 0 ? { z: 8 } : { z: 4 }; p.e = k; k.z += 1; return os.map(o => o.e.z);',
  'const os = []; for (const x of v) os.push({ e: x > 1 ? { z: x } : null , g: 1 }); const p = os[1]; const k = { z: 8 }; p.e = k; k.z += 1; return os.map(o => o.e?.z ?? -1);',
  'const os = []; for (const x of v) os.push({ e: x > 1 ? { z: x } : null , g: 1 }); const p = os[1]; const k = { z: 8 }; p.e = b > 0 ? k : null; k.z += 1; return os.map(o => o.e?.z ?? -1);',
  'const os = []; for (const x of v) os.push({ e: x > 1 ? { z: x } : null , g: 1 }); const p = os[1]; p.e = b > 0 ? {z: 8} : null; p.g = 7; if (p.e) p.e.z += 1; return os.map(o => o.e?.z ?? -1);',
  'const os = []; for (const x of v) os.push({ e: x > 1 ? { z: x } : null , g: 1 }); const p = os[1]; p.e = { z: 3 }; p.e.z += 1; return os.map(o => o.e?.z ?? -1);',
  'const os = []; for (const x of v) os.push({ e: x > 1 ? { z: x } : null , g: 1 }); const p = os[1]; const q = os[n > 2 ? 1 : 0]; p.e = { z: 3 }; p.e.z *= 2; return [os.map(o => o.e?.z ?? -1), p.e.z, q.e?.z ?? -1];',
  'const os = []; for (const x of v) os.push({ e: x > 1 ? { z: x } : null, g: 1 }); for (const o of os) { o.e ??= { z: 8 }; } for (const o of os) { o.e.z += 1; } return [os.map(o => [o.e?.z ?? -1, o.g])];',
  'const os = []; for (const x of v) os.push({ e: { z: x }, g: 1 }); for (const o of os) { if (o.e.z > 1) o.e = { z: 8 }; o.e.z += 1; } return [os.map(o => [o.e?.z ?? -1, o.g])];',
  'const os = []; for (const x of v) os.push({ e: x > 1 ? { z: x } : null, g: 1 }); for (const o of os) { if (o.g > 0) o.e = b > 0 ? { z: 8 } : null; if (o.e) o.e.z += 1; } return [os.map(o => [o.e?.z ?? -1, o.g])];',
  'const os = []; for (const x of v) os.push({ e: { z: x } , g: 1 }); const p = os[1]; const k = p.e; p.e = { z: 9 }; k.z = 1; p.e.z += 1; return [os.map(o => o.e.z), k.z];',
  'const ks = [{ z: 1 }, { z: 2 }]; const os = []; for (const x of v) os.push({ e: x > 1 ? ks[0] : null, g: 1 }); const p = os[1]; p.e = ks[0]; p.e.z += 1; return [os.map(o => o.e?.z ?? -1), ks.map(k => k.z), p.e === ks[0]];',
  'const os = []; for (const x of v) os.push({ pos: { x, y: 0 }, vel: { x: 1, y: 2 } }); for (const o of os) { o.pos = { x: o.pos.x + o.vel.x, y: o.pos.y + o.vel.y }; if (o.pos.x > 2) { o.vel = { x: -1, y: -2 }; o.vel.y *= 2; } o.pos.y += 1; } return os.map(o => [o.pos.x, o.pos.y, o.vel.x, o.vel.y]);',
  'class V { constructor(x, y) { this.x = x; this.y = y; } add(o) { return new V(this.x + o.x, this.y + o.y); } shift(k) { this.x += k; return this; } } const os = []; for (const x of v) os.push({ pos: new V(x, 0), vel: new V(1, 2) }); for (let i = 0; i < n; i++) for (const o of os) { o.pos = o.pos.add(o.vel); o.pos.shift(2); if (o.pos.x > 4) o.pos = new V(0, 0); o.pos.y += 1; } return os.map(o => [o.pos.x, o.pos.y]);',
  'const os = []; for (const x of v) os.push({ l: [x, 0] }); for (const o of os) { o.l = [o.l[1], o.l[0]]; o.l[0] += 5; } return os.map(o => o.l);',
  'const os = []; for (const x of v) os.push({ a: { k: x }, b: { k: 10 } }); for (const o of os) { const t = o.a; o.a = o.b; o.b = t; o.a.k += 1; } return os.map(o => [o.a.k, o.b.k]);',
  'const os = []; for (const x of v) os.push({ a: { k: x }, b: { k: 10 } }); for (const o of os) { [o.a, o.b] = [o.b, o.a]; o.b.k += 1; } return os.map(o => [o.a.k, o.b.k]);',
  'const os = []; for (const x of v) os.push({ a: { k: x } }); const t = os[0].a; os[0].a = os[2].a; os[2].a = t; os[0].a.k += 1; return os.map(o => o.a.k);',
  'const os = []; for (const x of v) os.push({ a: { k: x }, b: { k: 10 } }); for (const o of os) { const part = o.a.k > 1 ? o.a : o.b; part.k += 1; } return os.map(o => [o.a.k, o.b.k]);',
  'const os = []; for (const x of v) os.push({ a: { k: x }, b: { k: 10 } }); const o = os[1]; const part = b > 0 ? o.a : o.b; part.k += 1; o.a.k *= 2; return [os.map(o => [o.a.k, o.b.k]), part.k];',
  'const os = []; for (const x of v) os.push({ a: { k: x }, b: { k: 10 } }); const o = os[1]; const old = o.a; if (b > 0) o.a = o.b; o.a.k += 1; return [os.map(o => [o.a.k, o.b.k]), old.k];',
  'const os = []; for (const x of v) os.push({ a: { k: x }, b: { k: 10 } }); const o = os[1]; const old = o.a; const z = { k: 3 }; if (b > 0) o.a = z; o.a.k += 1; old.k += 10; z.k += 100; return [os.map(o => [o.a.k, o.b.k]), old.k, z.k];',
  'const os = []; for (const x of v) os.push({ a: { k: x }, b: { k: 10 } }); const o = os[1]; o.a = o.b; o.a.k += 1; return [os.map(o => [o.a.k, o.b.k])];',
  'class P { constructor(x) { this.home = { x, y: 0 }; this.at = this.home; } go() { this.at = { x: this.at.x + 1, y: 2 }; this.at.y += 1; } back() { this.at = this.home; } } const ps = []; for (const x of v) ps.push(new P(x)); for (const p of ps) { p.go(); if (p.at.x > 2) p.back(); } return ps.map(p => [p.at.x, p.at.y, p.home.x]);',
];

describe.each(executors)(
  'objects assigned to properties of elements on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });
  },
);
