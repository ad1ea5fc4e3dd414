import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* What a condition in a loop tells that an iteration before has given a value, and the first one gives: a flag, a count, an index. */
const bodies: readonly string[] = [
  'let done = false, r; let s = 0; for (const x of v) if (x > 0) { if (!done) { done = true; r = x * 2; } s += r; } return s;',
  'let r = null, done = false; let s = 0; for (const x of v) if (x > 0) { if (!done) { done = true; r = x * 2; } s += r; } return s;',
  'let started = false, last; let s = 0; for (const x of v) { if (started) s += x - last; last = x; started = true; } return s;',
  'let started = false, last; let s = 0; for (const x of v) { if (x > 0) { if (started) s += x - last; last = x; started = true; } } return s;',
  'let count = 0, best;  for (const x of v) { if (x < 0) continue; if (count === 0 || x > best) best = x; count++; } return count > 0 ? best : -1;',
  'let first; let i = 0, s = 0; for (const x of v) { if (x > 0) { if (i === 0) first = x; s += x - first; i++; } } return [s, i];',
  'let r, s = 0; for (const x of v) { if (x > 0) { if (x > 1) r = x; s += r ?? 100; } } return s;',
  'const once = (f) => { let done = false, r; return (...args) => { if (!done) { done = true; r = f(...args); } return r; }; }; const init = once((x) => { made++; return x * 2; }); let made = 0, s = 0; for (const x of v) if (x > 0) s += init(x); return [s, made];',
  'const once = (f) => { let done = false, r; return (...args) => { if (!done) { done = true; r = f(...args); } return r; }; }; const init = once((x) => ({ x: x * 2, k: [x] })); let s = 0; for (const x of v) if (x > 0) { const o = init(x); s += o.x * o.k[0]; o.x += 1; } return s;',
  'let inited = false, w; let s = 0; while (s < 10) { s += 1; if (s > a) { if (!inited) { w = s; inited = true; } s += w; if (s > 5) w += 1; } } return [s, w ?? -1];',
  'class Ema { #y; #ready = false; constructor(k) { this.k = k; } next(x) { if (this.#ready) { this.#y += this.k * (x - this.#y); } else { this.#y = x; this.#ready = true; } return this.#y; } } const e = new Ema(0.5); let s = 0; for (const x of v) if (x !== 4) s = s * 2 + e.next(x); return s;',
  'const o = { last: undefined, has: false }; let s = 0; for (const x of v) { if (x < 3) { if (!o.has) { o.last = x; o.has = true; } s += o.last * x; o.last += 1; } } return s;',
  'let prev, seen = 0, s = 0; for (const x of [...v, a, b]) { switch (true) { case x < 0: break; default: if (seen === 0) prev = x; seen++; s += x - prev; prev = x; } } return [s, seen];',
  'let best, at = -1; for (let i = 0; i < v.length; i++) { if (v[i] > 0) { if (at < 0 || v[i] > best) { best = v[i]; at = i; } if (best > 3) break; } } return at < 0 ? -9 : best;',
];

describe.each(executors)('variables that are set once, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
