import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* A key inside of a destructuring assignment is evaluated when its target is assigned. */
const bodies: readonly string[] = [
  `const xs = [1, 2, 3, 4, 5, 6]; let i = n; [xs[i++]] = [9]; return [xs, i];`,
  `const xs = [3, 1, 2, 5]; let w = 0; for (let r = 0; r < 4; r++) if (xs[r] > a) [xs[w++], xs[r]] = [xs[r], xs[w]]; return xs;`,
  `const xs = [1, 2, 3, 4, 5, 6]; let i = n + 1; [xs[--i]] = [9]; return [xs, i];`,
  `const xs = [1, 2, 3, 4, 5, 6]; let i = n; [xs[i += 1]] = [9]; return [xs, i];`,
  `const xs = [1, 2, 3, 4, 5, 6]; const o = {i: n}; [xs[o.i++]] = [9]; return [xs, o.i];`,
  `class Q { #xs = [1, 2, 3, 4, 5, 6]; i = 0; put(x) { [this.#xs[this.i++]] = [x]; return this; } get all() { return this.#xs; } } const q = new Q(); q.i = n; q.put(7).put(8); return q.all;`,
  `const xs = [[1], [2], [3], [4], [5]]; let i = n; [xs[i++][0]] = [9]; return [xs.map((r) => r[0]), i];`,
  `const o = {p: 1, q: 2}; const keys = ['p', 'q']; let k = n; [o[keys[k++ % 2]]] = [9]; return [o.p, o.q, k];`,
  `const xs = [1, 2, 3, 4, 5, 6]; let i = n; ({ x: xs[i++], y: b } = {x: 4, y: 6}); return [xs, i, b];`,
  `const xs = [1, 2, 3, 4, 5, 6, 7]; let i = n; for (xs[i++] of [7, 8]) b++; return [xs, i, b];`,
  `const xs = [1, 2, 3, 4, 5, 6, 7]; let i = n; for ([xs[i++], b] of [[7, 1], [8, 2]]) a++; return [xs, i, b];`,
  `const xs = [1, 2, 3, 4, 5, 6, 7]; let i = n; for ({ k: xs[i++] = 5 } of [{}, {k: 3}]) a++; return [xs, i];`,
  `const xs = [1, 2, 3, 4, 5, 6, 7]; let i = n; [i, xs[i++]] = [1, 50]; return [xs, i];`,
  `const xs = [1, 2, 3, 4, 5, 6, 7]; let i = n; [xs[i++], i] = [50, 1]; return [xs, i];`,
  `const xs = [1, 2, 3, 4, 5, 6, 7]; let i = n; [xs[i++], ...b] = [50, 1, 2]; return [xs, i, b];`,
  `const xs = [1, 2, 3, 4, 5, 6, 7]; let i = n; const r = ([xs[i++], xs[i++]] = [50, 51]); return [xs, i, r];`,
  `const xs = [1, 2, 3, 4, 5, 6, 7]; let i = n; [[xs[i++]], { z: xs[i++] }] = [[50], {z: 51}]; return [xs, i];`,
  `let l = 0, r = n; const xs = [1, 2, 3, 4, 5]; while (l < r) [xs[l++], xs[r--]] = [xs[r], xs[l]]; return xs;`,
  `let l = 0, r = n; const xs = [1, 2, 3, 4, 5]; while (l < r) { const t = xs[l]; xs[l++] = xs[r]; xs[r--] = t; } return xs;`,
  `let lo = 0, mid = 0, hi = 4; const xs = [2, 0, 1, 2, 0]; while (mid <= hi) { if (xs[mid] < 1) [xs[lo++], xs[mid++]] = [xs[mid], xs[lo]]; else if (xs[mid] > 1) [xs[mid], xs[hi--]] = [xs[hi], xs[mid]]; else mid++; } return xs;`,
  `const xs = [...v]; let i = n - n; [xs[i++], xs[i]] = [xs[i], xs[0]]; return [xs, i];`,
  `let i = n; let xs = v; [xs[i % 3], xs[(i + 1) % 3]] = [a, b]; return xs;`,
];

describe.each(executors)('targets that assign, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
