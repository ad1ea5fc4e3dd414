import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

const grown = 'const L = []; for (let i = 0; i < n; i++) L.push(i * a);';

/* How many elements an array has that grows, or that a tensor chooses, JavaScript's iterator cannot tell a pattern's part. */
const bodies: readonly string[] = [
  `${grown} const { L: [x = 7, y = 8] } = { L }; return [x, y];`,
  `${grown} const { L: [x = 7, ...r] } = { L }; return [x, r.length];`,
  `${grown} const { o: { L: [, x] } } = { o: { L } }; return x === undefined ? b : x;`,
  `${grown} const [[x = 5], y] = [L, b]; return x + y;`,
  `${grown} const [[, ...r], [...q]] = [L, v]; return [r.length, q.length, r, q];`,
  `${grown} const [...[x = 3, ...r]] = L; return [x, r.length];`,
  'const [x, ...[y, z = 5]] = [a, b]; return [x, y, z];',
  'let x, y; [x, ...[[y]]] = [a, flag ? [b] : [1], [2]]; return [x, y];',
  `${grown} const [x, ...[[y = 4, ...r], z]] = [a, L, b]; return [x, y, r.length, z];`,
  `${grown} let x, r; [[x = 1, ...r]] = [L]; ({ L: [x = 2] } = { L }); return [x, r.length];`,
  `${grown} const o = {}; [[o.x = 4, ...o.r]] = [L]; return [o.x, o.r.length];`,
  `${grown} const f = ([x = 7, ...r]) => [x, r.length]; return [f(L), f([b]), f([])];`,
  `${grown} const f = ([, ...r]) => r.length; return f(L) + 10 * f([a, b, 1]);`,
  `${grown} const f = ({ L: [x = 1, ...r] = [a] } = {}) => x + r.length; return [f({ L }), f({}), f()];`,
  `${grown} const f = (k, ...[[x = 1, ...r]]) => x + r.length; return f(0, L);`,
  `${grown} let s = 0; for (const { L: [x = 3, ...r] } of [{ L }, { L: [1] }]) s += x + r.length; return s;`,
  `${grown} let s = 0; for (const [k, [x = 3, ...r]] of new Map([['p', L], ['q', [b]]])) s += x + r.length; return s;`,
  `${grown} return Object.entries({ L, M: [b, 1] }).map(([k, [x = 2, ...r]]) => x + r.length);`,
  `${grown} try { throw { L, k: 2 }; } catch ({ L: [x = 1, ...r], k }) { return x * k + r.length; }`,
  `${grown} const { L: [{ p } = { p: 4 }] } = { L: L.map((p) => ({ p })) }; return p;`,
  `${grown} let y = 0; const o = ({ L: [y = 6] } = { L }); return o.L.length + y;`,
  'const f = (x, { by = x > 2 ? 10 : 1, plus: [p = by, q = p * 2] = [] } = {}) => x * by + p + q; return [f(a), f(b, { plus: [5] }), f(a, { by: 3 })];',
  'let s = 0; for (const { plus: [p = a, q = p * 2] } of [{ plus: flag ? [b] : [] }, { plus: [] }]) s += p + q; return s;',
  'try { throw { plus: flag ? [b] : [] }; } catch ({ plus: [p = a, q = p * 2] }) { return p + q; }',
  'const { c: [x, y = 9, ...r] } = { c: flag ? [a, b] : [a, 1, 2] }; return [x, y, r.length];',
  'const { c: [x = 5] = [] } = flag ? { c: [a] } : {}; return x;',
  'const { o: { c: [, y = 2] = [] } = {} } = a > 0 ? { o: { c: [0, b] } } : {}; return y;',
  'const { c: [, y = 2] = [] } = a > 0 ? { c: [0, b] } : { c: [1] }; return y;',
  'const { v: [x, ...r], m: [[y], z = x] } = { v, m: [[a]] }; return [x, r.length, y, z];',
  'const { s: [x, ...r] } = { s: new Set([a, b, 3]) }; return [x, r.length];',
  `const { s: [x, ...r] } = { s: 'abc' }; return a + (x === 'a' ? r.length : 0);`,
  'function* g() { yield a; if (a > 0) yield b; yield 3; } const { it: [x, y], k } = { it: g(), k: 1 }; return x + y * k;',
  'let asked = 0; const it = { i: 0, [Symbol.iterator]() { return this; }, next() { asked++; return { value: this.i++, done: false }; }, return() { asked += 100; return {}; } }; const [[x, y]] = [it]; return [x + a, y, asked];',
  'try { const { p: [x] } = { p: undefined }; return x; } catch (e) { return e instanceof TypeError ? a : b; }',
  'try { const { p: [x] } = { p: a > 0 ? [a] : undefined }; return x; } catch (e) { return e instanceof TypeError ? b : 0; }',
];

describe.each(executors)('$backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    const { failure, refusals } = await compareBody(body, backend);
    expect({ failure, refusals }).toEqual({ failure: null, refusals: [] });
  });
});
