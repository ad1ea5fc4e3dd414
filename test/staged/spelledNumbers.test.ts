import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Beside a number a text is the number that it spells, for every operator but +, and a bigint compares as one. */
const bodies: readonly string[] = [
  `return ['2' * a, a - '1', a / '2', a % '2', n ** '2', -'3' * a, b - '', b * ' 4 ', n & '3', '1' << n];`,
  `return [a > '1', '10' >= n, n < 2n, 3n >= n, n == 2n, n !== 2n, b <= '-2', '0x10' > n];`,
  `const t = flag ? '9' : '10'; return [t < '91', '10' <= t, t > n, t * '2', t - n, t * n];`,
  `const o = { n: '5' }; o.n -= a; o.n *= '2'; let q = '7'; q /= 2; q -= n; q++; return [o.n, q];`,
  `const { w = '3', h } = { h: '4' }; let s = w * a + h * b; for (const k of '123') { if (k > a) s += k * b; } return s;`,
  `let x = a + 3, c = 0; while (x < '20') { x = x * '2' + 1; c++; } for (let i = 0; i < '5'; i++) { if (n * i > '6') break; c++; } return [x, c];`,
];

describe.each(executors)('$backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

const refused: readonly (readonly [code: string, body: string])[] = [
  ['operand-type', `return a * 'x';`],
  ['host-read', `return a < 'x';`],
  ['host-read', `return a + '2';`],
];

it.each(refused)('%s: %s', async (code, body) => {
  const { failure } = await compareBody(body, 'cpu');
  expect(failure?.actual).toMatchObject({ refusal: code });
});
