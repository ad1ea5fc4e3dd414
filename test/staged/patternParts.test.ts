import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Patterns ask for elements, for their number and at keys of the program wherever they stand. */
const elements: readonly string[] = [
  `const o = { L: [] }; let i = 0; while (i < n) { o.L.push(i * a); i++; } const { L: { length } } = o; return length;`,
  `const L = []; let i = 0; while (i < n) { L.push(i * a); i++; } const { at, length } = L; return length + (typeof at === 'function' ? 100 : 0);`,
  `const L = []; let i = 0; while (i < n) { L.push(i * a); i++; } const [{ length }] = [L]; return length;`,
  `const L = []; let i = 0; while (i < n) { L.push(i * a); i++; } let n2; ({ length: n2 } = L); return n2;`,
  `const L = []; let i = 0; while (i < n) { L.push(i * a); i++; } const f = ({ length }) => length; return f(L);`,
  `const o = { L: [] }; let i = 0; while (i < n) { o.L.push(i * a); i++; } const f = ({ L: { length } }) => length; return f(o);`,
  `const o = { L: [] }; let i = 0; while (i < n) { o.L.push(i * a); i++; } const { L: { length = 7 } = [] } = o; return length;`,
  `const o = { L: [] }; let i = 0; while (i < n) { o.L.push(i * a); i++; } const f = ({ L: { length } = [] } = {}) => length; return f(o);`,
  `const L = []; let i = 0; while (i < n) { L.push(i * a); i++; } let s = 0; for (const { length } of [L, [1, 2]]) s += length; return s;`,
  `const L = []; let i = 0; while (i < n) { L.push(i * a); i++; } let s = 0; for (const { L: { length } } of [{ L }, { L: [1] }]) s += length; return s;`,
  `const L = []; let i = 0; while (i < n) { L.push(i * a); i++; } const { length, 0: first } = L; return length + (first ?? 0);`,
  `const L = []; let i = 0; while (i < n) { L.push(i * a + 1); i++; } const { 0: first = 5, length: k } = L; return first + k * 10;`,
  `const o = { L: [] }; let i = 0; while (i < n) { o.L.push(i * a + 1); i++; } const { L: { 0: first = 5 } } = o; return first;`,
  `const o = { L: [] }; let i = 0; while (i < n) { o.L.push(i * a + 1); i++; } const { L: { 0: first } } = o; return first ?? 7;`,
  `const o = { L: [] }; let i = 0; while (i < n) { o.L.push(i * a); i++; } let n2; ({ L: { length: n2 } } = o); return n2;`,
  `const o = { L: [] }; let i = 0; while (i < n) { o.L.push(i * a); i++; } const q = { k: 0 }; ({ L: { length: q.k } } = o); return q.k;`,
  `const o = { p: { L: [] } }; let i = 0; while (i < n) { o.p.L.push(i * a); i++; } const { p: { L: { length }, L } } = o; return length + L.length;`,
  `const o = { m: new Map() }; let i = 0; while (i < n) { o.m.set(i, i * a); i++; } const { m: { size } } = o; return size;`,
  `const L = []; let i = 0; while (i < n) { L.push(i * a); i++; } let r = 0; try { throw L; } catch ({ length }) { r = length; } return r;`,
  `const L = []; if (flag) { L.push(a); L.push(b); } const o = { L }; const { L: { length } } = o; return length;`,
  `const L = []; if (flag) { L.push(a); L.push(b); } const { concat, length } = L; return length;`,
  `const o = { v }; const { v: { length } } = o; return length;`,
  `const [{ length }] = [v]; return length;`,
  `const o = { v }; const { v: { 0: x, 1: y } } = o; return x + y;`,
  `const f = ({ v: { 0: x, 1: y } }) => x - y; return f({ v });`,
  `const L = [[]]; let i = 0; while (i < n) { L[0].push(i * a); i++; } const [{ length }] = L; return length;`,
  `const L = [[]]; let i = 0; while (i < n) { L[0].push(i * a); i++; } const { 0: { length } } = L; return length;`,
  `class C { constructor() { this.items = []; } size() { const { items: { length } } = this; return length; } add(x) { this.items.push(x); } } const c = new C(); let i = 0; while (i < n) { c.add(i * a); i++; } return c.size();`,
  `const k = 'length'; const L = []; let i = 0; while (i < n) { L.push(i * a); i++; } const { [k]: m } = L; return m;`,
  `const o = { L: [] }; let i = 0; while (i < n) { o.L.push(i * a); i++; } const { L: { length }, ...rest } = o; return length + Object.keys(rest).length;`,
  `const L = []; let i = 0; while (i < n) { L.push(i * a); i++; } const [x, { length }] = [a, L]; return length + x;`,
  `const L = []; let i = 0; while (i < n) { L.push(i * a); i++; } const g = function ([{ length }]) { return length; }; return g([L]);`,
  `const o = { L: [] }; for (let i = 0; i < n; i++) o.L.push(i * a); let y = 0; const x = ({ L: { length: y } } = o); return x.L.length + y;`,
  `const L = []; for (let i = 0; i < n; i++) L.push(i * a); let y = 0; const f = (q) => q; f(({ length: y } = L)); return y;`,
  `const L = []; for (let i = 0; i < n; i++) L.push(i * a); let s = 0; for (let { length } = L, i = 0; i < length; i++) s += L[i]; return s;`,
  `const o = { L: [] }; for (let i = 0; i < n; i++) o.L.push(i * a); let s = 0; for (let { L: { length } } = o, i = 0; i < length; i++) s += o.L[i]; return s;`,
  `const L = []; for (let i = 0; i < n; i++) L.push(i * a); const f = (...[{ length }]) => length; return f(L);`,
  `const L = []; for (let i = 0; i < n; i++) L.push(i * a); const f = ({ length }, x = length) => x; return f(L);`,
  `const L = []; for (let i = 0; i < n; i++) L.push(i * a); function* g({ length }) { yield length; yield length + 1; } let s = 0; for (const x of g(L)) s += x; return s;`,
  `const L = []; for (let i = 0; i < n; i++) L.push(i * a); function* g() { const { L: { length } } = { L }; yield length; } let s = 0; for (const x of g()) s += x; return s;`,
  `const L = []; for (let i = 0; i < n; i++) L.push(i * a); return [L, [1]].map(({ length }) => length).reduce((x, y) => x + y, 0);`,
  `const L = []; for (let i = 0; i < n; i++) L.push(i * a); return [{ L }].map(({ L: { length } }) => length).reduce((x, y) => x + y, 0);`,
  `const L = []; for (let i = 0; i < n; i++) L.push(i * a); return Object.entries({ L }).map(([k, { length }]) => length)[0];`,
  `const m = new Map(); const L = []; for (let i = 0; i < n; i++) L.push(i * a); m.set('x', L); let s = 0; for (const [k, { length }] of m) s += length; return s;`,
  `const m = new Map(); const L = []; for (let i = 0; i < n; i++) L.push(i * a); m.set('x', L); let s = 0; m.forEach(({ length }) => { s += length; }); return s;`,
  `const L = []; for (let i = 0; i < n; i++) L.push(i * a); const o = { get p() { return L; } }; const { p: { length } } = o; return length;`,
  `const L = []; for (let i = 0; i < n; i++) L.push(i * a); class C { constructor({ L: { length } }) { this.n = length; } set q({ length }) { this.n = length * 2; } } const c = new C({ L }); const m = c.n; c.q = L; return c.n + m;`,
  `const t = flag ? 'abc' : 'z'; const { length } = t; return length;`,
  `const o = { t: flag ? 'abc' : 'z' }; const { t: { length } } = o; return length;`,
  `const { t: { length } } = { t: 'abc' }; return a + length;`,
  `const { length: q = 4 } = 5; return a + q;`,
  `const { length: q = 4 } = a; return a + q;`,
  `const L = []; for (let i = 0; i < n; i++) L.push([i, a]); let s = 0; for (const { length, 0: x } of L) s += length + x; return s;`,
  `const L = []; for (let i = 0; i < n; i++) L.push({ p: [i, a], q: i }); let s = 0; for (const { p: { length, 1: x }, q } of L) s += length + x + q; return s;`,
  `const L = []; for (let i = 0; i < n; i++) L.push({ p: i }); const { [0]: first } = L; return first === undefined ? 9 : first.p;`,
  `const L = []; for (let i = 0; i < n; i++) L.push({ p: i }); const { 0: { p } = { p: 7 } } = L; return p;`,
  `const c = flag ? [1, 2, 3] : [4]; const { x: { length } } = { x: c }; return length + a;`,
  `let c = null; if (flag) c = [1, 2]; if (c) { const { length } = c; return length; } return 0;`,
  `let c = null; if (flag) c = { L: [1, 2] }; if (c) { const { L: { length } } = c; return length; } return 0;`,
  `const c = flag ? { L: [1, 2] } : { L: [1], z: 2 }; const { L: { length }, ...rest } = c; return length + (rest.z ?? 5);`,
  `try { const { p: { length } } = { p: undefined }; } catch (e) { return e instanceof TypeError ? a : 0; }`,
  `const L = []; let k = 0; while (k < n) { const { length } = L; L.push(length); k++; } return L.reduce((x, y) => x + y, 0);`,
  `const L = []; let k = 0; while (k < n) { const { x: { length } } = { x: L }; if (length < 2) L.push(length); k++; } return L.length;`,
  `const f = ({ length, ...rest }) => length + Object.keys(rest).length; return f([a, b]) + f({ length: 3, z: a });`,
  `const f = ({ a: { length } = [], b = length }) => b; return f({ a: [1, 2] }) + f({}) * 10 + f({ b: a });`,
  `const { p: { 0: x, ...r } } = { p: v }; return x + r[1] + Object.keys(r).length;`,
  `const { p: { 0: x, ...r } } = { p: { 0: a, k: b } }; return x + r.k + Object.keys(r).length;`,
  `let i = 0; const f = () => { i += 1; return { x: a, [1]: b }; }; const { [i]: p = 8, x } = f(); return p + x;`,
  `const o = { L: [] }; for (let i = 0; i < n; i++) o.L.push(i * a); let y = 0, z = 0; ({ L: { length: y } } = o), ({ L: { length: z } } = o); return z + y;`,
  `const L = []; for (let i = 0; i < n; i++) L.push(i * a); let x = 0; if ((({ length: x } = L), x > 2)) return x; return -x;`,
  `const L = []; for (let i = 0; i < n; i++) L.push(i * a); const m = { function: 1, *g({ length }, ...r) { yield length; yield* r; } }; return [...m.g(L, 1, 2)].reduce((x, y) => x + y, 0);`,
  `const L = []; for (let i = 0; i < n; i++) L.push(i * a); function* g({ L: [x, ...r] }, y) { yield y; } function* h({ length }) { let i = 0; while (i < length) yield i++; } let s = 0; for (const x of h(L)) s += x; for (const x of g({ L: [1] }, 3)) s += x; return s;`,
];

const keys: readonly string[] = [
  `const o = { x: a, y: b }; const k = flag ? 'x' : 'y'; const { [k]: z } = o; return z;`,
  `const o = { x: a, y: b }; const k = flag ? 'x' : 'y'; const { [k]: z = 5 } = o; return z;`,
  `const o = { x: a }; const k = flag ? 'x' : 'y'; const { [k]: z = 5 } = o; return z;`,
  `const o = { x: a, y: b }; const k = flag ? 'x' : 'y'; let z; ({ [k]: z } = o); return z;`,
  `const o = { x: a, y: b }; const k = flag ? 'x' : 'y'; const f = ({ [k]: z }) => z; return f(o);`,
  `const f = (k, { [k]: z }) => z; return f(flag ? 'x' : 'y', { x: a, y: b });`,
  `const f = (k, { [k]: z = 7 } = { x: 1 }) => z; return f(flag ? 'x' : 'y', { x: a }) + f('x');`,
  `const o = { x: a, y: b }; const k = 'x'; const { [k]: z, ...rest } = o; return z + Object.keys(rest).length * 10;`,
  `const i = Math.min(2, Math.max(0, n - 1)); const { [i]: z } = [a, b, a + b]; return z;`,
  `const i = Math.min(2, Math.max(0, n - 1)); const { [i]: z } = v; return z;`,
  `const { [1]: z, length } = v; return z + length;`,
  `const L = []; for (let i = 0; i < n; i++) L.push(i + a); const { [n - 1]: z = 9 } = L; return z;`,
  `const L = []; for (let i = 0; i < n; i++) L.push(i + a); const k = n > 2 ? 1 : 0; const { [k]: z } = L; return z ?? 8;`,
  `let i = 0; const o = { 0: a, 1: b }; const { [i++]: x, [i++]: y } = o; return x - y + i;`,
  `let log = 0; const key = (k) => { log = log * 10 + 1; return k; }; const { [key('x')]: x, [key('y')]: y = (log = log * 10 + 2, 5) } = { x: a }; return x + y + log;`,
  `let log = 0; const key = (k) => { if (a > 0) log = log * 10 + 1; return k; }; const { [key('x')]: x, [key('y')]: y = (log = log * 10 + 2, 5) } = { x: a }; return x + y + log;`,
  `const o = { p: { x: a, y: b } }; const k = flag ? 'x' : 'y'; const { p: { [k]: z } } = o; return z;`,
  `const o = { p: { x: a, y: b } }; const k = flag ? 'x' : 'y'; const { p: { [k]: z = 2 } = {} } = o; return z;`,
  `const k = flag ? 'x' : 'y'; let s = 0; for (const { [k]: z } of [{ x: a, y: b }, { x: 1, y: 2 }]) s += z; return s;`,
  `const k = flag ? 'x' : 'y'; let s = 0; for (const { [k]: z = 3 } of [{ x: a, y: b }, { x: 1 }]) s += z; return s;`,
  `const o = { x: a, y: b }; const { k, [k]: z } = { k: 'x', ...o }; return z;`,
  `const o = { x: a, y: b }; const { k, [k]: z } = { k: flag ? 'x' : 'y', ...o }; return z;`,
  `const o = { x: a, y: b }; const { k, [k]: z = 4 } = { k: flag ? 'x' : 'w', ...o }; return z;`,
  `const m = { x: 1 }; const k = flag ? 'x' : 'y'; ({ [k]: m.q } = { x: a, y: b }); return m.q;`,
  `const o = { x: a, y: b }; const { [\`\${flag ? 'x' : 'y'}\`]: z } = o; return z;`,
  `const o = { x: a, y: b }; const { ['x' + (flag ? '' : 'y')]: z = 3 } = o; return z;`,
  `const keys = ['x', 'y']; let s = 0; for (const k of keys) { const { [k]: z } = { x: a, y: b }; s = s * 2 + z; } return s;`,
  `let s = 0; let i = 0; while (i < n) { const { [i % 2]: z } = [a, b]; s += z; i++; } return s;`,
  `let s = 0; let i = 0; while (i < n) { const { [i]: z = 10 } = [a, b]; s += z; i++; } return s;`,
  `const c = flag ? { x: a } : { x: b }; const { ['x']: z } = c; return z;`,
  `const c = flag ? [a, 1] : [b, 2]; const { [n > 2 ? 0 : 1]: z } = c; return z;`,
  `const c = flag ? [a, 1] : [b, 2, 3]; const { length, [0]: z } = c; return z + length;`,
  `class C { constructor() { this.x = a; this.y = b; } get(k) { const { [k]: z } = this; return z; } } return new C().get(flag ? 'x' : 'y');`,
  `const m = new Map([['x', a]]); const { ['size']: z } = m; return z;`,
  `const { [Symbol.iterator]: it } = [a]; return typeof it === 'function' ? 1 : 0;`,
  `const k = flag ? 'x' : 'y'; const [{ [k]: z }, w] = [{ x: a, y: b }, 2]; return z + w;`,
  `const k = flag ? 0 : 1; const { [k]: { q } } = [{ q: a }, { q: b }]; return q;`,
  `let i = 0; const o = [a, b]; let x, y; ({ [i++]: x, [i++]: y = i } = o); return x - y + i;`,
  `let i = 0; const f = ({ [i++]: x, [i++]: y }) => x - y; return f([a, b]) + i;`,
  `let i = flag ? 0 : 1; const { [i++]: x, [i++]: y = i } = [a, b, 4]; return x - y + i;`,
  `const f = ({ a: x = 1, [x > 0 ? 'p' : 'q']: y }) => y; return f({ a, p: 1, q: 2 });`,
  `const { a: x, [x > 0 ? 'p' : 'q']: y } = { a, p: 1, q: 2 }; return y;`,
  `const { a: x = 3, [x > 0 ? 'p' : 'q']: y = 4 } = { a, p: 1 }; return y;`,
  `const { [a > 0 ? 'p' : 'q']: { length } } = { p: [1, 2], q: [3] }; return length;`,
  `const o = { p: 1, q: 2 }; const { [flag ? 'p' : 'q']: x, p: y } = o; return x * 10 + y + a;`,
  `const k = Symbol('s'); const o = { [k]: a }; const { [k]: x = 3 } = o; return x;`,
  `const k = Symbol('s'); const o = { [k]: a, z: b }; const { [k]: x = 3, ...r } = o; return x + Object.keys(r).length + (k in r ? 10 : 0);`,
  `for (const { [a > 0 ? 'p' : 'q']: x } of [{ p: a, q: b }]) { if (x > 0) return x; } return 0;`,
  `let i = 0; let x, y; const o = { p: a, q: b }; ({ [flag ? 'p' : 'q']: x } = (i++, o)); const k = ({ [flag ? 'p' : 'q']: y } = (i++, o)); return x + y + i + k.p;`,
];

/* What is left beside a property of which a tensor tells the key, or of an array that grows, no graph knows. */
const refused: readonly (readonly [code: string, body: string])[] = [
  [
    'index-type',
    `const o = { x: a, y: b }; const { [flag ? 'x' : 'y']: z, ...rest } = o; return z + Object.keys(rest).length;`,
  ],
  [
    'list-use',
    `const L = []; for (let i = 0; i < n; i++) L.push(i * a); const { length, ...rest } = L; return length + rest[0];`,
  ],
];

describe.each(executors)('parts of patterns, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each([...elements, ...keys])('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

describe('parts of patterns that are refused', () => {
  it.each(refused)('%s: %s', async (code, body) => {
    const { failure } = await compareBody(body, 'cpu');
    expect(failure?.actual).toMatchObject({ refusal: code });
  });
});
