import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

const bodies = [
  `const list = []; for (const x of v) if (x > 100) list.push(x); return Math.max(...list) < 0 ? 'none' : 'some';`,
  `const list = []; for (const x of v) if (x > 1) list.push(x); return Math.min(...list) > 50 ? 'none' : 'some';`,
  'const list = []; for (const x of v) if (x > 0) list.push(x); return list.length > 0 ? Math.max(...list) : -1;',
  'const list = []; for (let i = 0; i < n; i++) list.push(i); return list.length > 0 ? Math.max(...list) : -1;',
  'const list = []; for (let i = 0; i < n; i++) list.push(i); return Math.max(-1, ...list);',
  'const list = []; for (let i = 0; i < n; i++) list.push(i * 0.5); return Math.max(...list, 0) + Math.min(...list, 9);',
];

describe.each(executors)(
  'the largest and the smallest element of an array that grows, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });
  },
);
