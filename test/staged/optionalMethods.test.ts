import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/** Methods that only some of the objects have of which a tensor chooses one, and whose text staging leaves as it is. */
const bodies: readonly string[] = [
  "const t = a > 0 ? { lock: (c) => c } : { unlock: () => 'closed' }; const r = t.lock?.(b) ?? 3; return r === b;",
  "const t = a > 0 ? { lock: (c) => c, x: 1 } : b > 0 ? { unlock: (c) => c + 1, x: 2 } : { lock: (c) => c + 2, x: 3 }; return t[v[1] > 1 ? 'lock' : 'unlock']?.(b) ?? 3;",
  'const t = a > 0 ? { k: 1, get() { return this.k; } } : { k: 2, j: 5, other() { return this.j; } }; return [t.get?.() ?? 9, t.other?.() ?? 8, t.none?.() ?? 7];',
  "const next = { open: { lock: (c) => c }, closed: { lock: () => 'locked' }, locked: { unlock: () => 'closed' } }; let s = 'open'; for (const x of v) s = next[s][x > 1 ? 'lock' : 'unlock']?.(s) ?? 'closed'; return s === 'open';",
  "const next = { open: { close: (c) => ({ ...c, s: 'closed' }), lock: (c) => c }, closed: { open: (c) => ({ ...c, s: 'open' }) }, locked: {} }; let c = { s: 'open', n: 0 }; for (const x of v) c = next[c.s][x > 3 ? 'lock' : x > 1 ? 'close' : 'open']?.(c) ?? { ...c, n: c.n + 10 }; return [c.s === 'open', c.n];",
  'class A { constructor(x) { this.x = x; } enter() { return this.x; } } class B { constructor(x) { this.x = x; } leave() { return this; } } let o = new A(1); let s = 0; for (const x of v) { s += o.enter?.() ?? 100; o.leave?.(); o = x > 2 ? new B(x) : new A(x); } return [s, o.x];',
  "const m = a > 0 ? 'fast' : 'slow'; return [m.toUpperCase?.() === 'FAST', m?.slice?.(1) === 'ast', m.charAt?.(0) === 'f', m.none?.(1) ?? 7];",
  "const o = a > 0 ? { mode: 'fast' } : { low: b }; return (o.mode?.toUpperCase?.() ?? 'NONE') === 'FAST';",
  "let m = null; if (a > 0) m = 'a b'; const parts = m?.split?.(' ') ?? []; return parts.length;",
  "const m = a > 0 ? 'fast' : 'slow'; return [m['toUpperCase']?.() === 'FAST', m?.['at']?.(0) === 'f', v['map']?.((x) => x + 1)[0]];",
];

describe.each(executors)('methods that some objects have on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

describe('a method that is not staged', () => {
  it('is refused where it decides with what its object holds', async () => {
    const body =
      "const m = new Function('return this.on ? 1 : 2'); const t = a > 0 ? { on: b > 0, m } : { on: b < 0, m, k: 1 }; return [t.m?.() ?? 9, t.k ?? 3];";
    const { failure } = await compareBody(body, 'cpu');
    expect(failure).toMatchObject({ actual: { refusal: 'unstaged-condition' } });
  });
});
