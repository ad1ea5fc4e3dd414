import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../support/compile.js';
import { executors, useCpu } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Numbers that a tensor leaves null or undefined: the program asks whether they are there. */
const programs: readonly (readonly [name: string, body: string])[] = [
  [
    'the first that passes, or null',
    'let found = null; for (const y of v) { if (y > b) { found = y; break; } } return found === null ? -1 : found * 2;',
  ],
  [
    'the first that passes, or undefined',
    'let found; for (const y of v) { if (y > b) { found = y; break; } } return found === undefined ? -1 : found * 2;',
  ],
  [
    'the least, by a comparison with undefined',
    'let least; for (const y of v) { if (!(least <= y)) least = y; } return least;',
  ],
  [
    'the largest of some, by a comparison with undefined',
    'let most; let i = 0; while (i < n) { const y = a * i; if (y > 0) { if (!(y <= most)) most = y; } i++; } return most ?? -1;',
  ],
  [
    'the largest, by a comparison with null, which is 0',
    'let most = null; let i = 0; while (i < n) { const y = a * i - 2; if (most < y) most = y; i++; } return most ?? -1;',
  ],
  [
    'comparisons of two that may be missing',
    'let y = null; if (a > 0) y = b; let z; if (b > 0) z = a; return (y >= 0 ? 1 : 2) + (z > 0 ? 10 : 20) + (y <= z ? 100 : 200);',
  ],
  [
    'a comparison of undefined with a tensor',
    'let y; if (y > a || y <= a) return 1; y = a; return y < n ? 2 : 3;',
  ],
  [
    'set in one branch',
    'let found; if (a > b) found = a; return found === undefined ? -1 : found;',
  ],
  [
    'the larger of what is there',
    'let best = null; if (a > 0) best = a; if (b > 0 && (best === null || b > best)) best = b; return best ?? -7;',
  ],
  [
    'the best of an array',
    'let best = null; const see = (y) => { if (best === null || y > best) best = y; }; for (const y of [v[0], v[1], v[2]]) if (y < 3) see(y); return best === null ? -1 : best;',
  ],
  [
    'what a function returns, or null',
    'const safe = (x, y) => y === 0 ? null : x * y; const q = safe(a, b); return q == null ? 99 : q;',
  ],
  [
    'what a function returns, or nothing',
    'const f = (x) => { if (x > 0) return x * 2; }; const y = f(a); if (y !== undefined && y > 2) return y; return f(b) ?? -1;',
  ],
  [
    'a host number, or nothing',
    'const f = (x) => { if (x > 0) return 1; }; return f(a) === undefined ? 5 : 6;',
  ],
  [
    'what a search of an array returns',
    'const find = (list, test) => { for (const y of list) if (test(y)) return y; }; const r = find([a, b], (y) => y > 1); return r ?? 0;',
  ],
  [
    'an element that is there or not',
    'const at = (list, k) => k >= 0 && k < list.length ? list[k] : undefined; return at([a, b, 1], n) ?? 42;',
  ],
  [
    'typeof, ?? and another one',
    'let y; if (a > 0) y = a; const z = y ?? b; let w = null; if (flag) w = z; return [z, w ?? 3, typeof y === "undefined" ? 1 : 0];',
  ],
  [
    'assigned by a callback',
    'let found = null; [a, b, 2].forEach((y) => { if (y > 1 && found === null) found = y; }); return found ?? -1;',
  ],
  [
    'an index',
    'let found = null; v.forEach((y, i) => { if (y > 1 && found === null) found = i; }); return found ?? -1;',
  ],
  [
    'two of them',
    'let first = null, last = null; for (let k = 0; k < 3; k++) { if (v[k] > 1) { first ??= k; last = k; } } return [first ?? -1, last ?? -1];',
  ],
  [
    'properties',
    'class Node { constructor(v) { this.v = v; this.left = null; this.right = null; } } const root = new Node(a); if (b < a) root.left = b; else root.right = b; return (root.left ?? 0) - (root.right ?? 0);',
  ],
  [
    'a property that a loop sets',
    'let t = null; const o = { p: null }; while (o.p === null || o.p < 3) { if (a > 0) o.p = (o.p ?? 0) + 1; else { o.p = 7; } t = o.p; } return [o.p, t];',
  ],
  [
    'a memory',
    'const memo = { last: null }; const f = (x) => { if (memo.last !== null && x > 0) return memo.last; const y = x * 2; if (x > 1) memo.last = y; return y; }; return [f(a), f(b), f(2), memo.last ?? 0];',
  ],
  [
    'a loop carries the best so far',
    'let best = null; for (const r of v) { if (r > 0 && (best === null || r > best)) best = r; } return best ?? -1;',
  ],
  [
    'a loop carries the last that passes',
    'let last = null; for (const y of v) { if (y < 3) last = y * a; } return last === null ? -1 : last;',
  ],
  [
    '… and may end',
    'let last; for (const y of v) { if (y < 3) { last = y; if (y < 1) break; } } return last === undefined ? -1 : last;',
  ],
  [
    'an index of the first and a count',
    'let first = null, count = 0; for (let i = 0; i < n; i++) { if (v[i % 3] > 1) { if (first === null) first = i; count++; } } return [first ?? -1, count];',
  ],
  [
    'a loop whose test asks',
    'let cur = a; let steps = 0; while (cur !== null && steps < 5) { steps++; if (cur > 3) cur = null; else cur = cur + 1; } return [steps, cur ?? -9];',
  ],
  [
    'a number that iterations take away',
    'let prev = null, s = 0; for (const y of v) { if (y > 1) { prev = y; } else { prev = null; } s += prev ?? 10; } return [s, prev === null ? 0 : 1];',
  ],
  [
    'a property that a loop carries',
    'const o = { best: null }; for (const r of v) { if (r > b && (o.best === null || r > o.best)) o.best = r; } return o.best ?? -1;',
  ],
  [
    'two that are there together',
    'let lo = null, hi = null; for (const r of v) { if (r < 0) continue; if (lo === null || r < lo) lo = r; if (hi === null || r > hi) hi = r; } return lo === null ? 0 : hi - lo;',
  ],
  [
    'a function with such a loop',
    'function find(list, test) { let found = null; for (const y of list) { if (test(y)) { found = y; } } return found; } const x = find(v, (y) => y > 1); const z = find(v, (y) => y > 100); return [x === null ? 0 : x, z === null ? 0 : z];',
  ],
  [
    'a test that asks for what an iteration sets',
    'let i = 0, cur = null; while (i < n && !(cur !== null && cur > 2)) { cur = v[i % 3]; i++; } return [i, cur ?? -1];',
  ],
  [
    'an object that a loop replaces',
    'let best = null; for (const r of v) { if (r > 0 && (best === null || r > best.score)) best = { score: r, twice: r * 2 }; } return best ? best.twice : -1;',
  ],
  [
    'a state that comes and goes',
    'let state = null; let out = []; for (const r of v) { if (state === null) { if (r > 1) state = r; } else { out.push(state + r); state = null; } } return [out.length, state ?? -1];',
  ],
  [
    'an inner loop',
    'let s = 0; for (const r of v) { let q = null; for (let j = 0; j < n; j++) { if (r > j) q = j; } s += q ?? 100; } return s;',
  ],
  [
    'an object that the test asks for',
    'let i = 0, cur = null; while (i < 3 && !(cur && cur.w > 2)) { cur = { w: v[i] }; i++; } return [i, cur.w];',
  ],
  [
    'a whole number or null, in a loop that makes it a float',
    'let u = flag ? 1 : null; for (let k = 0; k < n; k++) { if (a > 0) u = b; if (u !== null) record(1); } return 1;',
  ],
  [
    'the same, asked for after the loop',
    'let u = flag ? 1 : null; for (let k = 0; k < n; k++) { if (a > 0 || 2 > -1) u = b; if (u !== null) record(1); } return u === null ? -1 : u;',
  ],
  [
    'a whole number or undefined, which a loop makes a float',
    'let u = flag ? 2 : undefined; while (u === undefined || u < 10) { u = u === undefined ? a * a : u * 2 + 1; } return u;',
  ],
  [
    'one carried beside another',
    'let u = flag ? 1 : null, w = null; for (let k = 0; k < n; k++) { w = u; if (a > k) u = b * k; } return [u ?? -1, w ?? -2];',
  ],
  [
    'a property that is a whole number or null, and a float later',
    'const o = { u: flag ? 1 : null }; for (let i = 0; i < n; i++) { if (i > 1) o.u = a; if (o.u === null) o.u = 3; } return o.u;',
  ],
];

describe.each(executors)('numbers that may be missing, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(programs)('%s', async (_, body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

describe('of a number that may be missing', () => {
  beforeAll(useCpu);

  const program = async (body: string) => {
    const { f } = await compile(
      `import * as tf from '@tensorflow/tfjs-core';\nexport function f(x) {\n"use graph";\n${body}\n}`,
    );
    return f as (x: tf.Tensor) => unknown;
  };

  it.each([
    ['a use without asking', 'let y; if (x > 0) y = x; return y * 2;', 'undefined-in-branch'],
    ['a return', 'let y = null; if (x > 0) y = x; return y;', 'null-in-branch'],
    [
      'a return of what a call gave',
      'const g = () => { if (x > 0) return x; }; return g();',
      'return-in-some-branches',
    ],
    [
      'a return of what a loop carries',
      'let last = null; for (const e of tf.stack([x, x])) if (e < 3) last = e; return last;',
      'null-in-branch',
    ],
    [
      'a return of what an iteration takes away',
      'let last = x; for (const e of tf.stack([x, x])) last = null; return last;',
      'null-after-iteration',
    ],
  ])('%s is refused while tracing', async (_, body, code) => {
    const f = await program(body);
    const x = tf.scalar(1);
    expect(() => f(x)).toThrow(expect.objectContaining({ code }));
    x.dispose();
  });

  it('a use where the program asked, but goes on, is an error of the call that has none', async () => {
    const f = await program(
      'let y = null; if (x > 0) y = x; const none = y === null; return none ? y * 2 : y;',
    );
    const [some, none] = [tf.scalar(1), tf.scalar(-1)];
    expect((f(some) as tf.Tensor).arraySync()).toBe(1);
    expect(() => f(none)).toThrow(/'y' is null after the else branch/);
  });
});
