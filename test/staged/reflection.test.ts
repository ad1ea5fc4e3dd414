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
  'let r = 0; if (a > 0) { const o = { x: a }; Object.freeze(o); r = Object.isFrozen(o) ? o.x : 3; } return r;',
  'let o; if (a > 0) o = Object.freeze({ x: 1, y: a }); else o = Object.freeze({ x: 2, y: b }); return o.x + o.y;',
  'class P { constructor(x) { this.x = x; Object.freeze(this); } plus(d) { return new P(this.x + d); } } let p = new P(a); for (let i = 0; i < n; i++) p = p.plus(i); if (b > 0) p = p.plus(5); return p.x;',
  "class MyError extends Error { constructor(m) { super(m); Object.setPrototypeOf(this, MyError.prototype); } } try { if (a > 0) throw new MyError('x'); return 1; } catch (e) { return e instanceof MyError ? 2 : 3; }",
  'const o = { x: a }; Object.freeze(o); if (a > 0) { Object.freeze(o); } return Object.isFrozen(o) ? 1 : 2;',
  'const o = { x: a }; if (a > 0) { Object.freeze(o); } else { Object.seal(o); } Object.freeze(o); return Object.isFrozen(o) ? 1 : 2;',
  'const l = [1, 2]; if (a > 0) Object.freeze(l); return l[0] + l.length;',
  'const x = {}, y = {}; const c = a > 0 ? x : y; const z = Object.create(x); return [c.isPrototypeOf(z), c.isPrototypeOf(y), x.isPrototypeOf(z)];',
  'class P {} class Q extends P {} const c = a > 0 ? new P() : new Q(); return [Q.prototype.isPrototypeOf(c), P.prototype.isPrototypeOf(c), Object.prototype.isPrototypeOf(c)];',
  'class P {} class Q extends P {} const c = a > 0 ? P : Q; return [c.isPrototypeOf(Q), c.isPrototypeOf(P)];',
];

/* What JavaScript cannot undo where a tensor decides about it. */
const undecided: readonly string[] = [
  'const o = { x: 1 }; if (a > 0) Object.freeze(o); return Object.isFrozen(o) ? 1 : 2;',
  'const o = { x: 1 }; for (let i = 0; i < n; i++) { if (i > 1) Object.freeze(o); } return Object.isFrozen(o) ? 1 : 2;',
  'const o = { x: 1 }; [a, b].forEach((x) => { if (x > 0) Object.seal(o); }); return Object.isExtensible(o) ? 1 : 2;',
  'const o = { x: 1 }; if (a > 0) Object.preventExtensions(o); try { o.y = 3; } catch { return 9; } return o.y ?? 5;',
  'const o = { x: 1 }; if (a > 0) Object.seal(o); try { delete o.x; } catch { return 9; } return o.x ?? 5;',
  'const l = [1]; if (a > 0) Reflect.preventExtensions(l); try { l.push(3); } catch { return 9; } return l.length;',
  'const o = { x: 1 }; if (a > 0) Object.setPrototypeOf(o, { y: 2 }); return o.y ?? 5;',
  'const o = { x: 1 }; while (n > 2) { Reflect.setPrototypeOf(o, { y: 2 }); n--; } return o.y ?? 5;',
  'const o = { x: 1 }; if (a > 0) o.__proto__ = { y: 2 }; return o.y ?? 5;',
];

describe.each(executors)('reflection, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it.each(undecided)('is refused: %s', async (body) => {
    const { failure } = await compareBody(body, backend);
    expect(failure?.actual.refusal).toBe('chosen-object');
  });
});
