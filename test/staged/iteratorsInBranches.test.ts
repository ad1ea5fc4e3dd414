import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* A branch advances an iterator from outside where nobody goes on with it elsewhere. */
const bodies: readonly string[] = [
  `function* nat() { for (let i = 1; ; i++) yield i; } function* take(xs, k) { if (k <= 0) return; for (const x of xs) { yield x; if (--k <= 0) return; } } let s = 0; for (const x of take(nat(), n)) s += x; return s;`,
  `function* nat() { for (let i = 1; i < 5; i++) yield i; } let s = 0; function f(xs) { if (n > 2) for (const x of xs) s += x; } f(nat()); return s;`,
  `function* nat() { for (let i = 1; i < 5; i++) yield i; } let s = 0; const it = nat(); if (n > 2) for (const x of it) s += x; return s;`,
  `function* nat() { for (let i = 1; i < 5; i++) yield i; } let s = 0; if (n > 2) { const it = nat(); for (const x of it) s += x; } return s;`,
  `const it = [1, 2, 3].values(); let s = 0; if (n > 2) for (const x of it) s += x; return s;`,
  `function* nat() { for (let i = 1; i < 5; i++) yield i; } let s = 0; const it = nat(); it.next(); if (n > 2) for (const x of it) s += x; return s;`,
  `function* nat() { for (let i = 1; i < 5; i++) yield i * a; } let s = 0; const it = nat(); if (n > 2) { s += it.next().value; s += it.next().value; } return s;`,
  `function* map(xs, f) { if (!f) return; for (const x of xs) yield f(x); } function* nat() { let i = 0; while (true) yield i++; } let s = 0; for (const x of map(nat(), (y) => y * a)) { if (x > 4 || x < 0 || a === 0) break; s += x; } return s;`,
  `function* take(xs, k) { if (k <= 0) return; let c = 0; for (const x of xs) { if (c++ >= k) return; yield x; } } let s = 0; for (const x of take(v, n - 1)) s += x; return s;`,
  `function* chunks(xs, k) { if (k < 1) return; let c = []; for (const x of xs) { c.push(x); if (c.length === 2) { yield c; c = []; } } if (c.length) yield c; } let s = 0; for (const c of chunks([1, 2, 3], n)) s += c.length * c[0]; return s;`,
];

describe.each(executors)('iterators that a branch takes, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
