import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* `for (k in o)` visits own keys and inherited ones, and none that a branch deletes meanwhile. */
const bodies: readonly string[] = [
  'const o = { x: 1, y: 2 }; let c = 0; for (const k in o) { c++; if (a > 0) delete o.y; } return c;',
  'class C { constructor() { if (a > 0) this.x = 1; } } C.prototype.kind = 7; const c = new C(); let s = 0; for (const k in c) s += c[k]; return s;',
  'const base = { kind: 7 }; const c = Object.create(base); if (a > 0) c.x = 1; let s = 0; for (const k in c) s += c[k]; return s;',
  "const base = { kind: 7, x: 3 }; const c = Object.create(base); if (a > 0) c.x = 1; let s = ''; for (const k in c) s += k; return s;",
  "const base = { kind: 7 }; if (a > 0) base.x = 3; const c = Object.create(base); c.y = 1; let s = 0; for (const k in c) s += c[k]; return [s, 'x' in c, Reflect.has(c, 'x')];",
  "const o = { x: 1, y: 2, z: 3 }; let s = ''; for (const k in o) { s += k; if (a > 0 && k === 'x') delete o.z; } return s;",
  "const o = { x: 1, y: 2, z: 3 }; if (b > 0) delete o.y; let s = 0; for (const k in o) { s += o[k]; if (k === 'x' && a > 0) delete o.z; } return s;",
  "const o = { x: 1, y: 2, z: 3 }; let s = 0; for (const k in o) { s += o[k]; if (k === 'x' && a > 0) o.w = 5; } return [s, 'w' in o];",
  'const o = { x: 1, y: 2, z: 3 }; let s = 0; for (const k in o) { if (o[k] > n) break; s += o[k]; if (a > 0) delete o.y; } return s;',
  'const o = a > 0 ? { x: 1, y: 2 } : { x: 1, z: 5 }; let s = 0; for (const k in o) { s += o[k]; } return s;',
  "let s = 0; for (const k in null) s++; for (const k in undefined) s++; for (const k in 'abc') s++; for (const k in [5, 6]) s += Number(k); return s;",
  'const r = [1, 2, 3]; let s = 0; for (const i in r) { s++; if (a > 0) r.pop(); } return [s, r.length];',
  'const r = [1, 2, 3]; let s = 0; for (const i in r) { s += r[i]; } return [s, r.length];',
  'class A { static q = 1; } if (a > 0) A.z = 3; let s = 0; for (const k in A) s += A[k]; return s;',
  'const m = { p: a, q: b }; for (const k in m) if (m[k] < 0) delete m[k]; return Object.keys(m).length;',
  'const m = { p: a, q: b }; for (const k in m) { if (m[k] < 0) { delete m[k]; continue; } m[k] *= 2; } let s = 0; for (const k in m) s += m[k]; return s;',
  'const base = { kind: 7 }; const c = Object.create(base); c.x = 1; let s = 0; for (const k in c) { if (!c.hasOwnProperty(k)) continue; s += c[k]; if (a > 0) c.y = 2; } return s;',
  "const base = { kind: 7 }; const c = Object.create(base); c.x = 1; let s = 0; for (const k in c) { if (!Object.hasOwn(c, k)) continue; s += c[k]; } if (a > 0) delete c.x; return [s, 'x' in c];",
  "const base = { x: 7 }; const c = Object.create(base); c.x = 1; if (a > 0) delete c.x; let s = 0; for (const k in c) s += c[k]; return [s, 'x' in c];",
  'const o = { x: 1, y: 2 }; const f = () => { if (a > 0) delete o.y; }; let c = 0; for (const k in o) { c++; f(); } return c;',
  'const o = { x: 1, y: 2 }; function* g() { for (const k in o) { if (a > 0) delete o.y; yield k; } } let c = 0; for (const k of g()) c++; return c;',
];

describe.each(executors)('for…in, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
