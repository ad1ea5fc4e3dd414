import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Beside a bigint, == and < take a text for the whole number that it spells, which need not be what Number makes of it. */
const bodies: readonly string[] = [
  `const t = a > 0 ? '3' : '4'; return [t == 3n, 3n == t, 3n != t, t < 4n, 4n > t, t <= 3n, t >= 4n, t === 3n, t !== 3n];`,
  `const t = a > 0 ? '3' : 'x'; return [3n >= t, t != 3n, t < 3n, t == 0n];`,
  `const t = a > 0 ? '0x10' : ' 12 '; return [t == 16n, t == 12n, t < 16n];`,
  `const t = a > 0 ? '1.5' : '1e0'; return [t == 1n, t < 2n, t >= 0n, t != 1n];`,
  `const t = a > 0 ? '' : '9007199254740993'; return [t == 0n, t == 9007199254740993n, t == 9007199254740992n, t > 9007199254740992n];`,
  `let t = null; if (a > 0) t = '3'; return [t == 3n, t < 4n, t == 0n, t >= 0n];`,
  `let t; if (a > 0) t = '3'; return [t == 3n, t < 4n, t != 0n];`,
  `let t = 'x'; for (let i = 0; i < n; i++) t = i === 1 ? '1' : '2'; return [t == 1n, t > 1n, 2n == t];`,
  `const t = a > 0 ? '3' : '4', o = { valueOf() { return 3n; } }; return [t == o, o != t, t == Object(4n)];`,
  `const t = a > 0 ? '3' : '4'; return [[3n, 4n].includes(t), [3n].indexOf(t)];`,
];

describe.each(executors)('$backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
