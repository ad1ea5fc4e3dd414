import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

const bodies = [
  `const w = []; for (const x of v) w.push('a'); return w.join('-').length;`,
  `const w = []; for (const x of v) w.push(x > 1 ? 'a' : 'bcd'); return w.join('-').length;`,
  `const w = []; for (let i = 0; i < v.length; i++) w.push('a' + i); return w.join('').length;`,
  `const parts = []; for (const x of [a, b]) parts.push(x > 0 ? 'pos' : 'neg'); return parts.join('-');`,
  `return [a > 0 ? 'x' : 'y', 1, null, undefined, 'z'].join();`,
  `return [a > 0 ? 'x' : 'y'].join('+');`,
  `return ['p', 'q', 'r'].join(a > 0 ? '-' : '+');`,
  `const bits = []; for (let i = 0; i < 3; i++) bits.push(((n >> i) & 1) === 1 ? '1' : '0'); return bits.reverse().join('');`,
  `return [['a', 'b'].join(''), [1, [2, 3]].join(';'), [a > 0 ? 'x' : 'y', [1, 2]].join()];`,
  `const names = { pos: 'P', neg: 'N' }; return [a, b].map((x) => names[x > 0 ? 'pos' : 'neg']).join('');`,
];

describe.each(executors)('texts that arrays are joined to, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
