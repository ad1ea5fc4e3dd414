import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Errors that variables keep: the last one of a loop, the first one, one of several. */
const bodies: readonly string[] = [
  `let last = null; for (let i = 0; i < n; i++) try { if (i > a) throw new Error('x'); } catch (e) { last = e; } return last ? 1 : 0;`,
  `let last = null; for (let i = 0; i < n; i++) try { if (i > a) throw new Error('x'); if (i > b) throw new RangeError('y'); } catch (e) { last = e; } return last instanceof RangeError ? 2 : last ? 1 : 0;`,
  `let last = null; for (let i = 0; i < n; i++) try { if (i > a) throw new Error(\`no \${i}\`); } catch (e) { last = e; } try { if (last) throw last; } catch (e) { return e instanceof Error ? 5 : 6; } return 0;`,
  `let last = null, k = 0; for (let i = 0; i < n; i++) try { if (i > a) throw new Error('late'); else if (i > b) throw new Error('soon'); } catch (e) { if (last === null || last.message !== e.message) k++; last = e; } return [k, last?.message === 'late' ? 1 : 0];`,
  `class HttpError extends Error { constructor(status) { super('http'); this.status = status; } } let last = null; let i = 0; while (i < n) { try { if (i * a > 1) throw new HttpError(500 + i); i += 2; } catch (e) { last = e; i++; } } return last ? last.status : -1;`,
  `function attempt(f) { for (let k = 0; k < n; k++) { try { return f(k); } catch (e) { if (k >= 2) throw new Error('gave up', { cause: e }); } } return -1; } try { return attempt((k) => { if (k < a) throw new TypeError('t'); return k; }); } catch (e) { return e.cause instanceof TypeError ? -3 : -4; }`,
  `let err = new Error('none'); for (const x of v) { if (x > 2) err = new RangeError('big'); else if (x < 0) err = new TypeError('neg'); } return err instanceof RangeError ? 1 : err instanceof TypeError ? 2 : err.message === 'none' ? 3 : 4;`,
  `const state = { error: null, tries: 0 }; while (state.tries < n) { state.tries++; try { if (state.tries * a > 2) throw new Error('e'); state.error = null; } catch (e) { state.error = e; } } return state.error === null ? 0 : state.error.message === 'e' ? 1 : 2;`,
  `let last; do { try { if (n > 2) throw new Error('q' + n); last = undefined; } catch (e) { last = e; } n--; } while (n > 0); return last === undefined ? 1 : 2;`,
  `let firstError = null; for (let i = 0; i < n; i++) { try { if (i > a) throw new Error(\`bad \${i}\`); } catch (e) { firstError ??= e; } } if (firstError !== null) return -1; return 1;`,
  `class Stop extends Error {} let why = null; try { for (let i = 0; i < n; i++) { if (i * 2 > a + 2) throw new Stop('stop'); } } catch (e) { if (!(e instanceof Stop)) throw e; why = e; } return why ? 1 : 0;`,
  `const errors = []; for (const x of v) { try { if (x > 2) throw new RangeError('x'); if (x < 0) throw new TypeError('y'); } catch (e) { errors.push(e.message); } } return [errors.length, errors.filter((m) => m === 'y').length];`,
  `let e1 = null; for (const x of v) { try { if (x > 1) throw new Error(\`value \${x}\`); } catch (e) { e1 = e; } } if (e1) throw new TypeError('thrown: wrapped', { cause: e1 }); return 1;`,
  `let e1 = null; for (let i = 0; i < n; i++) { try { if (i > a) throw new RangeError(\`thrown: \${i > 2 ? 'many' : 'few'}\`); } catch (e) { e1 = e; } } if (e1) throw e1; return 1;`,
  `class V extends Error { #code; constructor(c) { super('v'); this.#code = c; } get code() { return this.#code; } } let e1 = null; for (const x of v) { try { if (x > 1) throw new V(x); } catch (e) { e1 = e; } } return e1 ? e1.code : 0;`,
  `const fail = (m) => { throw new Error(m); }; let msgs = 0, last; for (let i = 0; i < n; i++) { try { i > a ? fail('high') : i > b ? fail('mid') : record(i); } catch ({ message }) { msgs++; last = message; } } return [msgs, last === 'high' ? 1 : last === 'mid' ? 2 : 0];`,
  `let e1 = null; for (let i = 0; i < n; i++) { try { try { if (i > a) throw new Error('in'); } catch (e) { throw new Error('out', { cause: e }); } } catch (e) { e1 = e; } } return e1 ? (e1.cause.message === 'in' ? 1 : 2) : 0;`,
  `function safe(f) { try { return [f(), null]; } catch (e) { return [null, e]; } } let bad = 0; for (let i = 0; i < n; i++) { const [r, e] = safe(() => { if (i > a) throw new Error('x'); return i * 2; }); if (e) bad++; else record(r); } return bad;`,
  `function safe(f) { try { return { value: f() }; } catch (error) { return { error }; } } let bad = 0, s = 0; for (const x of v) { const { value, error } = safe(() => { if (x > 1) throw new Error('x'); return x * 2; }); if (error !== undefined) bad++; else s += value; } return [bad, s];`,
  `let e = null; if (a > 0) { e = new Error('thrown: pos'); } else if (b > 0) { e = new TypeError('thrown: neg'); } if (e !== null) { e.code = 5; throw e; } return 3;`,
  `const e = new Error('x'); let c = 0; for (let i = 0; i < n; i++) { try { if (i > a) throw e; } catch (f) { if (f === e) c++; } } return c;`,
  `let e = new Error('x'); const first = e; for (let i = 0; i < n; i++) { if (i > a) e = new Error('y'); } return e === first ? 1 : 2;`,
  `const f = () => { let last; for (let i = 0; i < 3; i++) { try { if (a > i) throw new Error('too big'); return i; } catch (e) { last = e; } } throw last; }; try { return f(); } catch (e) { return e.message.length; }`,
  `const f = () => { let last = null; for (let i = 0; i < 2; i++) { try { if (a > i) throw new TypeError('too big'); return i; } catch (e) { last = e; } } throw last; }; try { return f(); } catch (e) { return e instanceof TypeError ? e.message.length : 6; }`,
  `const f = () => { let last; for (let i = 0; i < n; i++) { try { if (a > i) throw new Error('too big'); return i; } catch (e) { last = e; } } throw last ?? new Error('none'); }; try { return f(); } catch (e) { return e.message.length; }`,
  `const f = () => { let err; let k = 0; do { try { if (a > k) throw new Error('e'); return k; } catch (e) { err = e; k++; } } while (k < 3); throw err; }; try { return f(); } catch (e) { return e.message.length; }`,
  `const f = () => { let last; for (let i = 0; i < 3; i++) { try { if (a > i) throw new Error('too big'); return i; } catch (e) { last = e; } } throw new Error('all failed', { cause: last }); }; try { return f(); } catch (e) { return e.message.length + e.cause.message.length; }`,
  `let x; if (a > 0) x = new Error('abc'); try { if (b > 0) throw x; return 1; } catch (e) { try { return e.message.length; } catch { return 4; } }`,
];

describe.each(executors)('errors that a program keeps, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
