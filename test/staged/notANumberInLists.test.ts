import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Each NaN is the same element to what compares elements, though it is not equal to itself. */
const bodies: readonly string[] = [
  `let s = [NaN, 1]; let k = 0; while (k < n) { k++; s.push(k); } return s.length;`,
  `let s = a > 2 ? [] : [NaN]; let k = 0; while (k < n) { k++; s.push(k); } return s.length;`,
  `let s = [NaN]; for (const x of v) if (x > 1) s.push(x); return s;`,
  `let s = [[NaN, 1]]; for (const x of v) if (x > 1) s.push([x, 2]); return s;`,
  `let s = [{ x: NaN }]; for (const x of v) if (x > 1) s.push({ x }); return s.map((o) => o.x);`,
  `let s = [NaN]; for (const x of v) { s.push(NaN); if (x > 1) s.shift(); } return s.map((x) => x !== x);`,
  `let s = []; for (const x of v) if (x > 1) s.push(NaN); return s.length;`,
];

describe.each(executors)('NaN in an array that grows, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
