import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Searches of arrays that begin where a tensor says. */
const bodies: readonly string[] = [
  `const xs = [3, 1, 2, 1]; return [xs.indexOf(1, n - 1), xs.indexOf(1, n - 3), xs.indexOf(1, -n), xs.indexOf(1, a)];`,
  `const xs = [...v]; return [xs.indexOf(4, n), xs.indexOf(4, n - 2), xs.indexOf(v[0], -n)];`,
  `const xs = [3, 1, 2, 1]; return [xs.includes(1, n), xs.includes(1, n - 4), xs.includes(3, -n), xs.includes(NaN, n)];`,
  `const xs = [3, 1, 2, 1]; return [xs.lastIndexOf(1, n), xs.lastIndexOf(1, n - 2), xs.lastIndexOf(1, -n), xs.lastIndexOf(3, n - 9)];`,
  `const xs = [...v].filter((x) => x > 0); return [xs.indexOf(2, n - 2), xs.includes(3, n - 2), xs.lastIndexOf(4, n - 2)];`,
  `const xs = ['a', 'b', 'a']; return [xs.indexOf('a', n - 2), xs.lastIndexOf('a', n - 2), xs.includes('a', n)];`,
  `const xs = [3, 1, 2, 1]; return [xs.lastIndexOf(1, a), xs.lastIndexOf(1, -a), xs.indexOf(1, -a), xs.includes(3, b)];`,
  `const xs = [...v].filter((x) => x > 0); return [xs.lastIndexOf(1, a), xs.lastIndexOf(2, b), xs.indexOf(2, b), xs.lastIndexOf(3, -1.5)];`,
];

describe.each(executors)(
  'searches that begin where a tensor says, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });
  },
);
