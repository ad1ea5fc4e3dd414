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
  },
);
