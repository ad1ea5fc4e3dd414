import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* A quotient of integers that is rounded at once: each number is exact that int32 holds, and float32 has not from 2 ** 24 on. */
const roundings = [
  'Math.floor(k / 10)',
  'Math.floor(k / -10)',
  'Math.ceil(k / 10)',
  'Math.ceil(k / -3)',
  'Math.trunc(k / 10)',
  'Math.trunc(k / -7)',
  'Math.round(k / 10)',
  'Math.round(k / 3)',
  'Math.round(k / -10)',
  'Number.parseInt(k / 10)',
  '(k / 10) | 0',
  '~~(k / 7)',
  '(k / 2) >> 1',
  '(k / 2) ^ 5',
];

const bodies = [
  ...roundings.map(
    (rounding) =>
      `let r = 0; for (const k of [n + 79927398, -79927398 - n, n + 2147483640, -2147483648 + n, n - 5, 0 * n]) r = (r * 7 + (${rounding})) % 1009; return r;`,
  ),
  'let k = n + 79927398, s = 0; while (k > 0) { s += k % 10; k = Math.floor(k / 10); } return s;',
  'let k = n + 123454320, r = 0; while (k !== 0) { r = (r * 10 + (k % 10)) % 65521; k = Math.trunc(k / 10); } return r;',
  'let k = n; if (k > 3) k = Math.floor(k / 2); else k = a; return k;',
  'let m = a; if (n > 3) m = Math.floor(n / 2); return [m, Math.floor(n / 2) / 4, Math.floor(n / 2) * 0.5, Math.sqrt(Math.floor(n / 3))];',
  'const xs = []; for (const x of v) { if (x > 2) xs.push(x); else xs.push(Math.floor(n / 2)); } return xs;',
  'let k = 0, s = 0.5; while (k < 4) { s += Math.floor(k / 2); k += 0.5; } return s + n;',
  'let lo = 0, hi = n + 9; while (lo < hi) { const mid = Math.floor((lo + hi) / 2); if (mid * mid > n * 4) hi = mid; else lo = mid + 1; } return lo;',
];

describe.each(executors)('rounded quotients, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
