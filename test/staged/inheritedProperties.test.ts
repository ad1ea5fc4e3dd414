import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Objects of which a tensor decides whether a property is their own or inherited. */
const bodies: readonly string[] = [
  'const p = { x: 1, y: 2 }; const o = Object.create(p); if (a > 0) o.x = 5; const c = { ...o }; return [c.x ?? -1, Object.keys(c).length];',
  "const p = { x: 1 }; const o = Object.create(p); if (a > 0) o.x = 5; return [o.x, Object.hasOwn(o, 'x'), 'x' in o, Object.keys(o).length];",
  'const p = { x: 1 }; const o = Object.create(p); if (a > 0) o.x = 5; const { x, ...rest } = o; return [x, Object.keys(rest).length];',
  'class A { get z() { return 1; } } A.prototype.x = 3; const o = new A(); if (a > 0) o.x = 5; const c = { ...o }; return [o.x, c.x ?? -1];',
  'class A {} A.prototype.x = 3; const o = new A(); if (a > 0) o.x = 5; else o.y = 2; return [o.x, o.y ?? -1, Object.assign({}, o).x ?? -1];',
  'const p = { x: 1 }; const o = Object.create(p); if (a > 0) o.x = 5; let s = 0; for (const k in o) s += o[k]; return s;',
  'const p = { x: 1 }; const o = Object.create(p); o.x = 4; if (a > 0) delete o.x; return [o.x, { ...o }.x ?? -1];',
  'const p = { x: 1 }; const o = Object.create(p); for (let i = 0; i < n; i++) { if (i === 2) o.x = b; } return [o.x, { ...o }.x ?? -1];',
  'const o = { __proto__: { x: 1 } }; if (a > 0) o.x = 5; const c = { y: 1, ...o }; return c.x ?? -1;',
  "class A { constructor() { this.v = 1; } } A.prototype.mode = 'a'; const o = new A(); if (flag) o.mode = 'b'; const c = { ...o }; return [o.mode === 'b', c.mode === 'b', c.mode === undefined];",
  "const p = { x: 1 }; const o = Object.create(p); o.y = 2; if (a > 0) o.x = 5; const { y, ...rest } = o; return [y, rest.x ?? -1, 'x' in rest];",
  'const p = { x: 1 }; const o = Object.create(p); if (a > 0) o.x = 5; const c = { z: 1, ...o, w: 2 }; c.x ??= 10; return [c.x, c.z, c.w];',
  // The prototype changes before, or in the branch itself.
  'const p = { k: 1 }; const o = Object.create(p); if (a > 0) { p.k = a; } else o.k = 2; return o.k + p.k;',
  'const p = { k: 1 }; const o = Object.create(p); if (a > 0) p.k = b; if (flag) o.k = 3; return o.k + p.k;',
  'const p = { k: 1 }; const o = Object.create(p); if (a > 0) { o.k = b; p.k = 5; } return o.k + p.k;',
  'const p = { k: 1 }; const o = Object.create(p); for (let i = 0; i < n; i++) { p.k = p.k + i; } if (a > 0) o.k = b; for (let i = 0; i < n; i++) { o.k = o.k + p.k; } return o.k + p.k;',
  // The object has the property for sure by then, or the prototype gets another one.
  'const p = { k: 1 }; const o = Object.create(p); if (a > 0) o.k = b; o.k = 3; p.k = 5; return o.k + p.k;',
  'const p = { k: 1 }; const o = Object.create(p); if (a > 0) o.k = b; if (flag) { o.k = 3; p.k = 4; } else { o.k = 7; } return o.k + p.k;',
  'const p = { k: 1 }; const o = Object.create(p); if (a > 0) o.k = b; p.z = 3; return o.k + o.z;',
  'class P {} P.prototype.count = 0; const o = new P(); for (let i = 0; i < n; i++) { P.prototype.count = P.prototype.count + o.count + 1; } return o.count;',
  'class A { step(x) { return x + 1; } } class B extends A {} const o = new B(); if (a > 0) o.step = (x) => x * 2; let s = 0; for (let i = 0; i < n; i++) s = o.step(s + b); return s;',
];

/* No graph knows what the object inherits once its prototype has changed. */
const refused: readonly string[] = [
  'const p = { k: 1 }; const o = Object.create(p); if (a > 0) o.k = a; p.k = 5; return o.k;',
  'const p = { k: 1 }; const o = Object.create(p); if (a > 0) { o.k = a; } if (b > 0) p.k = b; return o.k + p.k;',
  'const p = { k: 1 }; const o = Object.create(p); o.k = 2; if (a > 0) delete o.k; p.k = 5; return o.k;',
  'class P {} P.prototype.k = 3; const o = new P(); if (a > 0) o.k = a; P.prototype.k = 7; return o.k;',
  "const p = {}; const o = Object.create(p); if (a > 0) o.k = b; p.k = 5; return 'k' in o;",
  'const p = { k: 1 }; const o = Object.create(p), q = Object.create(o); if (a > 0) o.k = b; p.k = 5; return q.k;',
  'const p = { k: 1 }; const o = Object.create(p); for (let i = 0; i < n; i++) { if (i > 4) o.k = b; p.k = p.k + 1; } return o.k * 100 + p.k;',
  'const p = { k: 1 }; const o = Object.create(p); if (a > 0) o.k = b; for (let i = 0; i < n; i++) { p.k = p.k + 1; } return o.k;',
  'const p = { k: 1 }; const o = Object.create(p); for (let i = 0; i < n; i++) { p.k = p.k + 1; o.k = o.k + 1; } return o.k * 10 + p.k;',
  'const p = { k: 1 }; const o = Object.create(p); if (a > 0) o.k = b; p.k = 5; const s = o.k; o.k = 2; return s;',
];

describe.each(executors)(
  'a property that is inherited or not, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      const { failure, refusals } = await compareBody(body, backend);
      expect(failure).toBeNull();
      expect(refusals).toEqual([]);
    });

    it.each(refused)('%s is refused', async (body) => {
      const { failure } = await compareBody(body, backend);
      expect(failure?.actual).toMatchObject({ refusal: 'prototype-changed' });
    });
  },
);
