import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Loops over nothing, whose first iteration would be taken out of them. */
const bodies: readonly string[] = [
  'let u; for (const k of range(0)) { record(b); u ??= a; } return u ?? 4;',
  'let u; for (const k of range(3)) { record(b); u ??= a + k; } return u ?? 4;',
];

describe.each(executors)('loops without an iteration, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
