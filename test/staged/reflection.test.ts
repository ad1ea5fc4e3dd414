import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* What JavaScript's functions tell of an object of which a tensor decides whether it has a property. */
const bodies: readonly string[] = [
  'const o = { x: 1 }; if (a > 0) o.y = 2; return [Reflect.ownKeys(o).length];',
  'const o = { x: 1 }; if (a > 0) o.y = 2; return [Object.getOwnPropertySymbols(o).length, Object.getOwnPropertyNames(o).length];',
  "const o = { x: 1 }; if (a > 0) o.y = 2; return [Object.getOwnPropertyDescriptor(o,'y') !== undefined, o.propertyIsEnumerable('y'), o.propertyIsEnumerable('x'), o.propertyIsEnumerable('z')];",
  "const o = { x: 1 }; if (a > 0) o.y = 2; const d = Object.getOwnPropertyDescriptor(o, 'y'); return [d ? d.value : 0, d?.writable ?? false, Reflect.getOwnPropertyDescriptor(o, 'x').value];",
  "const o = { x: 1, y: 2 }; if (a > 0) delete o.y; let s = ''; for (const k of Reflect.ownKeys(o)) s += String(k); return [s, Object.getOwnPropertyDescriptor(o, 'y') === undefined];",
  "const key = Symbol('k'); const o = { x: 1, [key]: 4 }; if (a > 0) o.y = 2; return [Object.getOwnPropertySymbols(o).length, Reflect.ownKeys(o).length, o[key]];",
  "const o = { x: 1 }; Object.defineProperty(o, 'h', { value: 3, enumerable: false }); if (a > 0) o.y = 2; return [o.propertyIsEnumerable('h'), o.hasOwnProperty('h'), Object.keys(o).length, o.hasOwnProperty('y')];",
];

describe.each(executors)('reflection, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
