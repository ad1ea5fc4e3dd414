import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* A pattern takes as many items of an iterator of the program's own as it has names, whatever says that it is done. */
const bodies: readonly string[] = [
  'const mk = k => ({ [Symbol.iterator]() { let i = 0; return { next: () => i < k ? { done: false, value: i++ * 2 } : { done: true, value: undefined } }; } }); const [p = -1, q = -1] = mk(n); return [p, q];',
  'const mk = k => ({ [Symbol.iterator]() { let i = 0; return { next: () => i < k ? { done: false, value: i++ * 2 } : { done: true, value: undefined } }; } }); const [p = -1, , q = -1, r = 7, s = 8] = mk(n); return [p, q, r, s];',
  'const mk = k => ({ [Symbol.iterator]() { let i = 0; return { next: () => i < k ? { done: false, value: i++ * 2 } : { done: true, value: undefined } }; } }); const [p = -1, q = -1] = mk(1); let x, y; [x, y] = mk(5); return [p, q, x, y];',
  'let closed = 0, asked = 0; const it = k => ({ i: 0, [Symbol.iterator]() { return this; }, next() { asked++; return { value: this.i, done: this.i++ >= k }; }, return() { closed++; return {}; } }); const [p = 9, q = 9] = it(n); const [x] = it(4); const [y, z] = it(1); return [p, q, x, y, closed, asked];',
  'let closed = 0; const it = k => ({ i: 0, [Symbol.iterator]() { return this; }, next() { return { value: this.i, done: this.i++ >= k }; }, return() { closed++; return {}; } }); const [] = it(4); const f = ([x, y = 3]) => x + y; return [f(it(3)), f(it(1)), closed];',
  "class P { constructor(x, y) { this.x = x; this.y = y; } *[Symbol.iterator]() { yield this.x; yield this.y; } } const [x, y] = new P(a, b); const [u, w] = new P('k', [a]); return [x, y, u, w[0]];",
  "class P { constructor(x, y) { this.x = x; this.y = y; } [Symbol.iterator]() { return [this.x, this.y].values(); } } const [x, y] = new P(a, b); const [u, w] = new P('k', [a]); return [x, y, u, w[0]];",
];

describe.each(executors)('patterns of iterators, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
