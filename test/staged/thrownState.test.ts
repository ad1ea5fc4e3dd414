import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* A handler has the values that there are where the block throws, which may be of other kinds than those at its end. */
const bodies: readonly string[] = [
  `let p = 'none'; try { if (a < 1) throw new Error('x'); p = 5; } catch (e) { record(p === 'none' ? 1 : 2); } return 3;`,
  `let p = 'none'; try { if (a < 1) throw new Error('x'); p = 5; } catch (e) { record(p === 'none' ? 1 : 2); p = 7; } return p;`,
  `let p = { x: 1 }; try { if (a < 1) throw new Error('x'); p = b; } catch (e) { record(p.x); p = 7; } return p;`,
  `let p = [1, 2]; try { if (a < 1) throw new Error('x'); p = { q: b }; } catch (e) { record(p[1]); p = { q: 9 }; } return p.q;`,
  `let p = null; try { if (a < 1) throw new Error('x'); p = { q: b }; } catch (e) { record(p === null ? 1 : 2); } return p === null ? 5 : p.q;`,
  `let p = null; try { if (a < 1) throw new Error('x'); p = { q: b }; } catch (e) { record(p?.q ?? 8); } return p ? p.q : 4;`,
  `let p = null; try { if (a < 1) throw new Error('x'); p = a; if (b > 0) throw new Error('y'); p = 3; } catch (e) { record(p === null ? 1 : 2); p ??= 6; } return p;`,
  `let p = null; try { if (a < 1) throw new Error('x'); p = a; } catch (e) { record(p ?? 9); } finally { record(p ?? 8); } return p ?? 7;`,
  `let p = null; const f = () => { if (a < 1) throw new Error('x'); p = a; }; try { f(); } catch (e) { record(p === null ? 1 : 2); } if (p !== null) return p; return -1;`,
  `const o = { p: null }; try { if (a < 1) throw new Error('x'); o.p = a; } catch (e) { record(o.p === null ? 1 : 2); } return o.p === null ? 4 : o.p;`,
  `const o = {}; try { if (a < 1) throw new Error('x'); o.p = a; } catch (e) { record(o.p === undefined ? 1 : 2); } return o.p === undefined ? 4 : o.p;`,
  `const xs = []; try { xs.push(1); if (a < 1) throw new Error('x'); xs.push(a); } catch (e) { record(xs.length); } return xs.length;`,
  `let p = null, q = 0; for (const x of v) { try { if (x < 0) throw new Error('x'); p = x; } catch (e) { if (p === null) q++; else q += 10; } } record(q); return p === null ? -1 : p;`,
  `let p = 'none'; try { if (a < 1) throw new Error('x'); p = 'some'; } catch (e) { record(p === 'none' ? 1 : 2); } return p === 'none' ? 1 : 0;`,
  `let p = x => x; try { if (a < 1) throw new Error('x'); p = 5; } catch (e) { record(p(4)); p = 0; } return p;`,
  `let p = new Map([['k', 1]]); try { if (a < 1) throw new Error('x'); p = 5; } catch (e) { record(p.get('k')); p = 0; } return p;`,
  `let p = undefined; try { if (a < 1) throw new Error('x'); p = null; } catch (e) { record(p === undefined ? 1 : 2); } return p === undefined ? 3 : p === null ? 4 : 5;`,
  `let p = null; try { if (a < 1) throw new Error('x'); p = undefined; } catch (e) { record(p === undefined ? 1 : 2); } return p === undefined ? 3 : p === null ? 4 : 5;`,
  `let p = a; try { if (a < 1) throw new Error('x'); p = null; } catch (e) { record(p === null ? 1 : p); } return p === null ? 4 : p;`,
  `let p = { x: a }; try { if (a < 1) throw new Error('x'); p = null; } catch (e) { record(p === null ? 1 : p.x); } return p === null ? 4 : p.x;`,
  `let p = 1; try { if (a < 1) throw new Error('x'); p = null; } catch (e) { record(p === null ? 1 : p); p = 3; } return p === null ? 4 : p;`,
  `const run = () => { let r = null; try { if (a < 1) throw new Error('x'); r = a; } finally { record(r === null ? 1 : 2); } return r; }; try { return run(); } catch { return -4; }`,
  `let p; try { if (a < 1) throw new Error('x'); p = a; if (b < 1) throw new Error('y'); } catch (e) { record(p ?? 9); } return p ?? 7;`,
  `let p = 'none'; try { if (a < 1) throw new Error('x'); p = 4; if (b < 1) throw new Error('y'); p = 5; } catch (e) { record(1); p = 6; } return p;`,
  `let p = 'none'; try { if (a < 1) throw new Error('x'); if (b < 1) throw new Error('y'); p = 5; } catch (e) { record(p === 'none' ? 1 : 2); p = 6; } return p;`,
  `let p = 'none'; try { if (flag) { if (a < 1) throw new Error('x'); p = 5; } else p = 7; } catch (e) { record(p === 'none' ? 1 : 2); p = 6; } return p;`,
  `let p = null; try { if (flag) { if (a < 1) throw new Error('x'); p = 5; } else p = 7; } catch (e) { record(p === null ? 1 : 2); } return p ?? 8;`,
  `let p = null, q = null; try { try { if (a < 1) throw new Error('x'); p = 5; } catch { p = 7; } if (b < 1) throw new Error('y'); q = 1; } catch (e) { record(p ?? 11); } record(q ?? 4); return p;`,
  `let p = null; try { try { if (a < 1) throw new Error('x'); p = a; } finally { record(p ?? 5); } if (b < 1) throw new Error('y'); } catch (e) { record(p ?? 11); } return p ?? 3;`,
  `let p = { k: 'one' }; try { if (a < 1) { p = { k: 'two' }; throw new Error('x'); } p = null; } catch (e) { record(p.k === 'two' ? 1 : 2); } return p === null ? 1 : 0;`,
  `let p = 0; try { if (a < 1) { p = { k: b }; throw new Error('x'); } p = 2; } catch (e) { record(p.k); p = 3; } return p;`,
  `let best = null; for (const x of v) { try { if (x < 0) throw new Error('neg'); if (best === null || x > best) best = x; } catch { record(best ?? -7); } } return best ?? -1;`,
  `let best = null, i = 0; while (i < n) { try { i++; if (a < i) throw new Error('neg'); best = i; } catch { record(best ?? -7); break; } } return best ?? -1;`,
  `const parse = (x) => { if (x < 0) throw new TypeError('neg'); if (x > 2) throw new RangeError('big'); return { val: x }; }; let r = null; try { r = parse(a); } catch (e) { if (e instanceof RangeError) r = { val: 2 }; } return r?.val ?? -1;`,
  `let state = 'start'; try { state = 'parsing'; if (a < 1) throw new Error('x'); state = 'checking'; if (b < 1) throw new Error('y'); state = 'done'; } catch (e) { record(state === 'parsing' ? 1 : state === 'checking' ? 2 : 3); } return state === 'done' ? 1 : 0;`,
  `let f = null; try { if (a < 1) throw new Error('x'); f = (x) => x + 1; } catch (e) { record(f === null ? 1 : 2); } return f ? f(b) : -3;`,
  `let p = null; try { if (flag) { if (a < 1) throw new Error('x'); p = 5; } else { p = 7; if (b < 1) throw new Error('y'); } } catch (e) { record(p ?? 2); } return p ?? 8;`,
  `let p = null; try { try { if (a < 1) throw new Error('x'); p = a; } finally { record(p ?? 5); p = p === null ? 10 : 20; } } catch (e) { record(p); } return p;`,
  `const s = [[a, b], [a, b]]; try { s[1][0] = b; do { if (3 > s[1][1]) throw new Error('x'); b -= 1; } while (b > n); record(s[1][0] - 1); } catch (e) { record(s[1][0]); } return s;`,
  `const s = [[a, b], [a, b]]; try { try { s[1][0] = b * 2; } catch {} let k = 0; do { k++; if (b > s[1][1]) throw new Error('x'); b += s[0][0]; } while (k < 4 && b > n); record(s[1][0] - 1); } catch (e) { record(s[1][0]); s[0][0] = 1; } return s;`,
  `const x = b % 16; try { for (const k of range(3)) { flag ||= x <= a; throw { code: 3 }; } } catch (e) { record(e.code); } return 1;`,
  `let y = 0; try { for (const k of v) { if (flag) y = x(k); else y += k; record(y); throw { code: y }; } } catch (e) { record(e.code); } function x(k) { return k * 2; } return 1;`,
];

describe.each(executors)(
  'what there is where a block throws, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });
  },
);
