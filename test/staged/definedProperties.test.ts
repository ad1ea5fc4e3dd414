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
];

const refused: readonly string[] = [
  "const o = {}; if (a > 0) Object.defineProperty(o, 'y', { get() { return 1; }, configurable: true }); return o.y ?? -1;",
  'const o = {}; if (a > 0) Object.defineProperties(o, { y: { get() { return 1; }, configurable: true } }); return o.y ?? -1;',
  "const o = {}; if (a > 0) o.__defineGetter__('y', () => 1); return o.y ?? -1;",
  "const o = {}; if (a > 0) Object.defineProperty(o, 'y', { value: 1 }); return o.y ?? -1;",
  "const o = { y: 1 }; if (a > 0) Object.defineProperty(o, 'y', { value: 5, writable: false }); return o.y;",
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
