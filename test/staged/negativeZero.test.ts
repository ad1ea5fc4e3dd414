import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* -0 is less than 0 for Math.max and Math.min, and no sum of it and 0: what 1 is divided by shows which one it is. */
const programs: Readonly<Record<string, string>> = {
  'the greater one': `const z = v[0] * 0; return 1 / Math.max(-z, z) + 1 / Math.max(z, -z);`,
  'the less one': `const z = a - a; return 1 / Math.min(-z, z) + 1 / Math.min(z, -z);`,
  'beside a literal': `const z = -(a - a); return [1 / Math.max(z, 0), 1 / Math.max(0, z), 1 / Math.min(z, 0), 1 / Math.min(0, z)];`,
  'a sum': `const z = -(a - a), y = (a - a) * -1; return [1 / (z + 0), 1 / (0 + y), 1 / (y + 0), 1 / (z + z)];`,
  'a difference': `const z = a - a; return [1 / (0 - z), 1 / (-z - 0), 1 / (z - 0)];`,
};

describe.each(executors)('-0 on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(Object.entries(programs))('%s', async (_name, body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
