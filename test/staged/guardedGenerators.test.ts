import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* What the loop's body throws is none of the generator's handlers': its `finally` blocks run, as after a break. */
const bodies = [
  `function* g() { for (const x of v) { try { if (x < 0) throw new Error('n'); yield x; } catch (e) { yield 100; } } } let s = 0; for (const x of g()) s += x; return s;`,
  `function* g() { for (const x of v) { try { yield x; if (x > 1) throw new Error('n'); } catch (e) { yield 100; } } } let s = 0; try { for (const x of g()) { if (x > 2) throw new Error('body'); s += x; } } catch (e) { s += e.message === 'body' ? 1000 : 5000; } return s;`,
  `let log = 0; function* g() { for (const x of v) { try { yield x; if (x > 1) throw new Error('n'); } catch (e) { log += 1; } finally { log += 10; } } } let s = 0; for (const x of g()) { if (x > a) break; s += x; } return [s, log];`,
  `let log = ''; function* g() { for (const x of v) { try { yield x; } catch (e) { log += 'c'; yield -1; } finally { log += 'f'; } } } let s = 0; try { for (const x of g()) { if (x > a) throw new RangeError('r' + 1); s += x; } } catch (e) { s += e instanceof RangeError ? 100 : 200; } return [s, log.length];`,
  `function* g() { try { for (const x of v) { if (x > 2) throw new Error('own'); yield x; } } catch (e) { yield e.message === 'own' ? 50 : 60; } yield 7; } let s = 0; for (const x of g()) { s = s * 2 + x; if (s > 100) break; } return s;`,
  `function* parse(xs) { for (const x of xs) { try { if (x < 0) throw new RangeError('negative'); yield { ok: true, x }; } catch (e) { yield { ok: false, x: -x }; } } } let good = 0, bad = 0; for (const r of parse(v)) { if (r.ok) good += r.x; else bad += r.x; } return [good, bad];`,
  `function* inner() { for (const x of v) { if (x < 0) throw new Error('in'); yield x; } return 9; } function* outer() { let r = 0; try { r = yield* inner(); } catch (e) { yield 1000; } yield r; } let s = 0; for (const x of outer()) s += x; return s;`,
  `function* inner() { for (const x of v) { try { yield x; } finally { log += 1; } } } let log = 0; function* outer() { try { yield* inner(); } catch (e) { log += 100; } finally { log += 10; } } let s = 0; try { for (const x of outer()) { if (x > a) throw new Error('b'); s += x; } } catch (e) { s = -s; } return [s, log];`,
  `function* retry(k) { let tries = 0; while (tries < k) { try { tries++; if (tries < a) throw new Error('again'); yield tries; } catch (e) { continue; } } } let s = 0; for (const x of retry(n)) s = s * 10 + x; return s;`,
  `function* g() { for (let i = 0; i < n; i++) { try { if (i > a) return; yield i; } catch { yield 100; } } } let s = 0; for (const x of g()) { if (x > b) break; s += x + 1; } return s;`,
  `function* g() { for (let i = 0; i < n; i++) { try { if (i > a) break; yield i; } catch { yield 100; } finally { done++; } } yield 50; } let done = 0; let s = 0; for (const x of g()) { if (x === 1) continue; s += x + 1; } return [s, done];`,
  `function* g() { for (const x of v) { try { yield x; } catch { yield 100; } } } const f = () => { for (const x of g()) { if (x > a) return x * 10; } return -1; }; return f();`,
  `function* g() { for (const x of v) { try { if (x > 2) throw new Error('q'); yield x; } catch { yield 100; } } } return [...g()].length;`,
  `function* g() { for (const x of v) { try { if (x > 2) throw new Error('q'); yield x; } catch { yield 100; } } } const [p, q = 5] = g(); return p + q;`,
  `function* g() { for (const x of v) { try { if (x > 2) throw new Error('q'); yield x; } catch { yield 100; } } } let s = 0; for (const x of g()) { try { if (x > 1) throw new Error('mine'); s += x; } catch (e) { s += e.message === 'mine' ? 1000 : 0; } } return s;`,
  `class Bad extends Error { constructor(x) { super('bad'); this.x = x; } } function* g() { for (const x of v) { try { yield x; } catch { yield 100; } } } let s = 0; try { for (const x of g()) { if (x > 1) throw new Bad(x); s += x; } } catch (e) { if (e instanceof Bad) s += e.x * 100; else throw e; } return s;`,
  `class Bad extends Error { constructor(x) { super('bad'); this.x = x; } } function* g() { for (const x of v) { try { if (x < 0) throw new Bad(x); yield x; if (x > 3) throw new TypeError('t'); } catch (e) { if (e instanceof Bad) yield e.x * 10; else throw e; } } } let s = 0; try { for (const x of g()) s += x; } catch (e) { s += e instanceof TypeError ? 500 : 700; } return s;`,
  `class Src { constructor(xs) { this.xs = xs; this.errors = 0; } *[Symbol.iterator]() { for (const x of this.xs) { try { if (x < 0) throw new Error('neg'); yield x; } catch (e) { this.errors++; } } } } const src = new Src(v); let s = 0; for (const x of src) { s += x; if (s > 2) break; } return [s, src.errors];`,
  `function* g() { for (const x of v) { try { try { yield x; } finally { log.push(1); } if (x > 1) throw new Error('o'); } catch { log.push(2); } } } const log = []; let s = 0; for (const x of g()) { if (x > 2) break; s += x; } return [s, log.length];`,
  `function* g() { let held = 0; try { held = 1; for (const x of v) if (x > a) yield x; } catch (e) { yield 9; } finally { held = 0; log += 1; } } let log = 0; let s = 0; outer: for (const x of g()) { for (const y of g()) { if (y > x) continue outer; if (x + y > 5) break outer; s += x * y; } } return [s, log];`,
  `function* g() { for (const x of v) { switch (x > 1 ? 'hi' : 'lo') { case 'hi': try { if (x > 3) throw 1; yield x; } catch { yield -x; } break; default: yield 0; } } } let s = 0; for (const x of g()) s = s * 3 + x; return s;`,
  `const it = (function* () { for (const x of v) { try { yield x; } catch { yield 7; } } })(); let s = 0; for (const x of it) { if (x > a) break; s += x; } for (const x of it) s += 100; return s;`,
  `function* g() { let k = 0; do { k++; if (k > a) continue; yield k; } while ((yield k * 10) ?? k < n); } let s = 0; for (const x of g()) s += x; return s;`,
  `function* g(x) { yield x; return x + a; } function* h() { let k = 0; outer: do { k += 1; for (const y of v) { if (y > 2) continue outer; if (y < -20) break outer; yield y; } } while ((yield* g(k)) < n); yield k; } let s = 0; for (const x of h()) s = s * 2 + x; return s;`,
  `let s = 0; function* g() { for (const x of [1, 2, 3]) { try { if (x > 1) throw new Error('n'); yield x + a; } catch { yield 50; } finally { s += 100; } } } const it = g(); s += it.next().value; s += it.next().value; return s;`,
  `let s = 0; function* g() { for (const x of [1, 2, 3]) { try { if (x > 1) throw new Error('n' + x); yield x + a; } catch ({ message }) { yield message.length; } finally { yield 5; } } } for (const x of g()) s += x; return s;`,
  `let s = 0; function* g() { for (const x of [1, 2, 3]) { try { if (x > 1) throw { p: [a, x] }; yield x + a; } catch ({ p: [q, r = 2], z = 4 }) { yield q + r + z; } finally { yield 5; } } } for (const x of g()) s += x; return s;`,
  // The error's text is known before it leaves the generator's `try`.
  `function* g() { for (const x of v) { try { if (x > 2) throw new Error('own ' + 1); yield x; } catch (e) { yield e.message.length; } } } let s = 0; for (const x of g()) { if (s > 4) break; s += x; } return s;`,
  `function* g() { try { throw new Error('x'); } catch (e) { throw new RangeError('y'); } finally { yield 5; } } let r = 0; if (a > 0) { try { for (const x of g()) r += x; } catch (e) { r += e instanceof RangeError ? 10 : 100; } } return r;`,
  `function* g() { try { throw new Error('x'); } catch (e) { yield e instanceof Error ? 1 : 50; throw new RangeError('y'); } } let r = 0; if (a > 0) { try { const it = g(); r += it.next().value; r += it.next().done ? 7 : 8; } catch (e) { r += e instanceof RangeError ? 10 : 100; } } return r;`,
  `function* g() { try { JSON.parse('{'); } catch (e) { throw new RangeError('y'); } finally { yield 5; yield 6; } } let r = 0; if (a > 0) { try { for (const x of g()) r += x; } catch (e) { r += e instanceof RangeError ? 10 : 100; } } return r;`,
];

/* JavaScript runs these, so that no tensor may decide what they throw. */
const refused = [
  `function* g() { for (const x of v) { try { if (x < 0) throw new Error('n'); yield x; } catch (e) { return; } } } const it = g(); let s = it.next().value; for (const x of it) s += x; return s;`,
  'function* g() { for (const x of [1, 2, 3]) { try { yield x + a; if (v[x - 1] < 0) throw 1; } catch { yield 3; } } } const it = g(); it.next(); it.next(); return it.next().value;',
  'function* g() { for (const x of v) { try { if (x < 0) throw 1; yield x; } catch { yield 3; } finally { yield 5; } } } let s = 0; for (const x of g()) s += x; return s;',
  'function* g() { for (const x of [1, 2]) { try { if (a > x) throw 1; yield x; } finally { if (x > 1) continue; } } } let s = 0; try { for (const x of g()) s += x; } catch { s = -s; } return s;',
  `let r = 0; function* g() { try { if (b > 0) throw new Error('x'); r += 1; } catch (e) { r += 3; yield 2; } } const it = g(); r += it.next().done ? 10 : 20; return r;`,
  `let r = 0; function* g() { try { if (b > 0) throw new Error('x'); r += 1; } catch (e) { r += 3; } finally { yield 5; } } for (const x of g()) r += x; return r;`,
];

describe.each(executors)(
  'generators with a try around a yield, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });

    it.each(refused)('refuses %s', async (body) => {
      const { failure, refusals } = await compareBody(body, backend);
      expect(failure).toMatchObject({ actual: { refusal: 'condition-in-generator' } });
      expect(refusals).toEqual([]);
    });
  },
);
