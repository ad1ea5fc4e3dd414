import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* What functions of numbers give at the ends of what they are defined for. */
const bodies = [
  'const zero = a - a; return [Math.log(zero), Math.log2(zero), Math.log10(zero), Math.log(-zero), zero * Math.log(zero)];',
  'const one = a - a + 1; return [Math.log1p(-one), Math.atanh(-one), Math.atanh(one), Math.log1p(-2 * one)];',
  'const zero = b - b; let entropy = 0; for (const p of [zero, zero + 0.5]) if (p > 0) entropy -= p * Math.log(p); return [Math.round(entropy * 1000), Math.log(zero) < -1e30 ? 1 : 0];',
  'const large = (a - a + 1) * 1e30; return [Math.asinh(large), Math.asinh(-large), Math.acosh(large)].map((x) => Math.round(x * 100));',
];

describe.each(executors)('infinities, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
