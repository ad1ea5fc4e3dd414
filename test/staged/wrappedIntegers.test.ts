import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* JavaScript's bit operators take a number modulo 2 ** 32, however large it is, and what is not finite for 0. */
const bodies: readonly string[] = [
  'const x = (a + 3) * 2 ** 31; return [x | 0, -x | 0, ~x, x ^ 1, x & -1, x >> 3, x << 1];',
  'const x = (b + 5) * 2 ** 29; return [x | 0, -x | 0, (x * 4) | 0, (x * 8) >> 1, (x * 2) >>> 1];',
  'const x = 2 ** 31 - 128; return [(x * (flag ? 1 : -1)) | 0, (x * n) | 0, (a * 2 ** 33) | 0, (b * 2 ** 60) | 0];',
  'return [(a * 7.9) | 0, ~~(b * 1.9), (a / 4) | 0, -0.5 | 0, (n / 0) | 0, (b / 0) ^ 0, ~((n - n) / (n - n))];',
  'return v.map((x) => (x * 2 ** 31) | 0);',
];

describe.each(executors)('$backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    const { failure } = await compareBody(body, backend);
    expect(failure).toBe(null);
  });
});
