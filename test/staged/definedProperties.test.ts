import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

const bodies: readonly string[] = [
  "const o = {}; if (a > 0) Object.defineProperty(o, 'y', { value: 1, configurable: true, writable: true }); return [o.y ?? -1, Object.keys(o).length];",
  "const o = {}; if (a > 0) Object.defineProperty(o, 'y', { value: 1, configurable: true, enumerable: true, writable: true }); return [o.y ?? -1, Object.keys(o).length];",
  'const o = {}; if (a > 0) Object.defineProperties(o, { y: { value: 1, configurable: true, enumerable: true, writable: true } }); return [o.y ?? -1, Object.keys(o).length];',
  "const o = {}; if (a > 0) Reflect.defineProperty(o, 'y', { value: 1, configurable: true, enumerable: true, writable: true }); return [o.y ?? -1, Object.keys(o).length];",
  "const o = { x: 1 }; Object.defineProperty(o, 'y', { get() { return this.x; } }); if (a > 0) o.x = 4; return o.y;",
  "const o = { x: 1 }; for (const x of v) Object.defineProperty(o, 'x', { value: x }); return o.x;",
  'const s = Object.freeze(new Set([1])); if (a > 0) s.add(2); return s.size;',
  'const s = Object.seal(new Map([[1, 2]])); if (a > 0) s.set(2, b); if (b > 0) s.delete(1); return [s.size, s.has(2) ? 1 : 0, s.get(1) ?? -1, Object.isFrozen(s) ? 1 : 0, [...s.keys()].length];',
  'const s = Object.freeze(new Set([1])); s.add(2); let t = 0; for (const x of s) t += x; return [t, s.size, s.has(2) ? 1 : 0];',
  'const s = Object.freeze({ seen: Object.freeze(new Set()) }); for (const x of v) s.seen.add(x); return [s.seen.size, s.seen.has(n) ? 1 : 0];',
  // A new object is nobody else's, whether its constructor defines the property or who made it.
  "class V { constructor(x) { this.x = x; Object.defineProperty(this, 'k', { value: x * 2 }); } } let r = 0; if (a > b) { const q = new V(b); r = q.x + q.k; } return r;",
  'class V { constructor(x) { this.x = x; Object.defineProperties(this, { k: { value: 3 }, m: { get: () => this.x } }); } } let s = 0; for (const x of v) if (x > 0) { const q = new V(x); s += q.k + q.m; } return s;',
  "class V { constructor(x) { this.x = x; Object.defineProperty(this, 'k', { value: 1, enumerable: true }); } } class W extends V { constructor(x) { super(x); Object.freeze(this); } } let r = 0; while (r < 5) { const q = new W(b); r = r + q.k; } return r;",
  "class V { constructor(x) { this.x = x; } } let r = 0; if (a > b) { const q = new V(b); Object.defineProperty(q, 'k', { value: 1 }); r = q.x + q.k; } return r;",
  'class W { get y() { return this.x * 2; } } class V { constructor(x) { this.x = x; Object.setPrototypeOf(this, W.prototype); } } let s = 0; for (const x of v) if (x > 0) s += new V(x).y; return s;',
  "class E extends Error { constructor(x) { super('m' + x); Object.defineProperty(this, 'code', { value: 7 }); } } try { if (a > b) throw new E(1); } catch (e) { return e.code; } return 0;",
  "let r = 0; if (a > b) { const o = Object.create({ z: 1 }); Object.defineProperty(o, 'k', { value: b * 2 }); r = o.k + o.z; } return r;",
  // Where no tensor decides, nothing is put back.
  "class V { constructor(x) { Object.defineProperty(this, 'k', { value: x * 2 }); } } function* items(x) { for (const y of [1, 2]) { const o = {}; Object.defineProperty(o, 'z', { value: y }); yield new V(x * o.z); } } function* all(xs) { for (const x of xs) yield* items(x); } let s = 0; for (const q of all([1, a])) s += q.k; return s;",
  "let s = 0, i = 0; while (i < 3) { const o = { x: a }; Object.defineProperty(o, 'z', { value: i }); s += o.z + o.x; i++; } return s;",
  "const o = { x: a }; for (const k of ['p', 'q']) Object.defineProperty(o, k, { value: a }); return o.p + o.q;",
  // What no copy has, the object that is chosen is asked for.
  "const r = { x: a }, q = { x: b }; Object.defineProperty(r, 'k', { value: b }); Object.defineProperty(q, 'k', { value: a }); const z = a > b ? r : q; return z.k;",
  // What cannot be written throws, whichever object is chosen.
  "class V { constructor(x) { Object.defineProperty(this, 'k', { value: x * 2 }); } } let r = new V(a); for (const y of v) if (y > r.k) r = new V(y); try { r.k = 5; } catch { return 77; } return r.k;",
  'const o = Object.freeze({ x: a }), p = { x: b, y: 1 }; const z = flag ? o : p; try { z.x = 5; } catch { return 77; } return p.x;',
  'const o = Object.freeze({ x: a }), p = { x: b, y: 1 }; const z = flag ? o : p; try { if (!flag) z.x = 5; } catch { return 77; } return p.x;',
];

const refused: readonly string[] = [
  "const o = {}; if (a > 0) Object.defineProperty(o, 'y', { get() { return 1; }, configurable: true }); return o.y ?? -1;",
  'const o = {}; if (a > 0) Object.defineProperties(o, { y: { get() { return 1; }, configurable: true } }); return o.y ?? -1;',
  "const o = {}; if (a > 0) o.__defineGetter__('y', () => 1); return o.y ?? -1;",
  "const o = {}; if (a > 0) Object.defineProperty(o, 'y', { value: 1 }); return o.y ?? -1;",
  "const o = { y: 1 }; if (a > 0) Object.defineProperty(o, 'y', { value: 5, writable: false }); return o.y;",
  "class V { constructor(o) { Object.defineProperty(o, 'y', { value: 1 }); } } const o = {}; if (a > 0) new V(o); return o.y ?? -1;",
];

describe.each(executors)('properties that are defined, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it.each(refused)('refuses %s', async (body) => {
    const { failure } = await compareBody(body, backend);
    expect(failure?.actual.error).toContain('in a branch or loop that a tensor decides about');
  });
});
