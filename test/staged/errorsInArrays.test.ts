import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Errors are elements of arrays and Maps whose length a tensor decides, like other objects. */
const bodies: readonly string[] = [
  `const errs = []; for (let i = 0; i < n; i++) errs.push(new Error('a')); return errs.length;`,
  `const errs = []; for (let i = 0; i < n; i++) { try { if (i % 2 === 1) throw new Error('a'); } catch (e) { errs.push(e); } } return errs.length;`,
  `class E1 extends Error { constructor(x) { super('e1'); this.x = x; } } const errs = []; for (let i = 0; i < n; i++) { if (i > 0) errs.push(new E1(i)); } return errs.length;`,
  `const errs = []; for (const x of v) { try { if (x > 3) throw new TypeError('a'); if (x < 0) throw new RangeError('b'); } catch (e) { errs.push(e); } } return errs.filter((e) => e instanceof TypeError).length;`,
  `const errs = []; for (const x of v) { if (x > 1) errs.push(new Error('a')); } return errs.length;`,
  `const errs = []; for (let i = 0; i < n; i++) { if (i > 0) errs.push(new Error(i > 1 ? 'a' : 'b')); } let s = 0; for (const e of errs) if (e.message === 'a') s++; return s;`,
  `const errs = []; for (let i = 0; i < n; i++) { try { if (i % 2 === 1) throw new Error('a'); } catch (e) { errs.push(e.message); } } return errs.length;`,
  `let errs = []; for (let i = 0; i < n; i++) { errs = [...errs, new Error('x')]; } return errs.length;`,
  `const m = new Map(); for (let i = 0; i < n; i++) m.set(i, new Error('x')); return m.size;`,
  `class E1 { constructor(x) { this.message = 'e1'; this.x = x; } } const errs = []; for (let i = 0; i < n; i++) { if (i > 0) errs.push(new E1(i)); } return errs.length;`,
  `class E1 extends Error { constructor(x) { super('e1'); this.x = x; } } const errs = []; for (let i = 0; i < n; i++) { try { if (i > 0) throw new E1(i * 2); } catch (e) { errs.push(e); } } return errs.map((e) => e.x);`,
  `const errs = []; for (let i = 0; i < n + 2; i++) { try { if (i % 3 === 1) throw new TypeError('t'); if (i % 3 === 2) throw new RangeError('r'); } catch (e) { errs.push(e); } } return [errs.length, errs.filter((e) => e instanceof TypeError).length, errs.filter((e) => e instanceof RangeError).length, errs.filter((e) => e instanceof Error).length];`,
  `const errs = []; for (let i = 0; i < n; i++) errs.push(new Error('a')); return errs.every((e) => e.message === 'a') ? errs.length : -1;`,
  `const errs = []; for (let i = 0; i < n; i++) { const e = new Error('bad'); e.code = i; errs.push(e); } return errs.map((e) => e.code * 10);`,
  `const errs = []; for (let i = 0; i < n; i++) errs.push(new Error('a')); let c = 0; try { if (errs.length > 1) throw errs[0]; } catch (e) { c = e.message === 'a' ? 1 : 2; } return c;`,
  `const results = []; for (let i = 0; i < n + 1; i++) { try { if (i === 2) throw new Error('two'); results.push({ ok: true, v: i }); } catch (e) { results.push({ ok: false, v: -1 }); } } return results.map((r) => r.ok ? r.v : -5);`,
  `class V extends Error { constructor(field, v) { super('invalid'); this.field = field; this.v = v; } } const problems = []; for (const x of v) { if (x > 2) problems.push(new V('hi', x)); if (x < 0) problems.push(new V('lo', x)); } return [problems.length, problems.filter((p) => p.field === 'hi').length, problems.reduce((s, p) => s + p.v, 0)];`,
  `let errs = []; for (let i = 0; i < n; i++) { if (i > 0) errs = [...errs, new RangeError('x')]; } return errs.length;`,
  `const m = new Map(); for (let i = 0; i < n; i++) { try { if (i > 0) throw new Error('x'); m.set(i, 5); } catch (e) { m.set(i, -5); } } return [...m.values()];`,
  `const errs = [new Error('first')]; for (let i = 0; i < n; i++) if (i > 0) errs.push(new Error('later')); return [errs.length, errs[0].message === 'first', errs[errs.length - 1].message === 'later'];`,
];

describe.each(executors)('errors that a loop collects, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
