import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Bools beside numbers, which `===` never takes for each other, and what JavaScript's numbers can be and an int32 cannot. */
const bodies: readonly string[] = [
  `return flag === 1 ? 1 : 0;`,
  `return [flag !== 1, flag == 1, flag != 1, a > 0 === flag, 0 === flag, a === flag, flag !== a, flag == a];`,
  `switch (flag) { case 1: return 1; case 0: return 0; case true: return 2; default: return 3; }`,
  `return [[1, 0].includes(flag) ? 1 : 0, [1, 0].indexOf(flag), [a, b].indexOf(flag), [1, true, false].indexOf(flag), [0, 1].lastIndexOf(flag)];`,
  `const xs = [flag, !flag, true]; return [xs.includes(1), xs.indexOf(0), xs.filter((x) => x === 1).length, xs.findIndex((x) => x === 1)];`,
  `const m = v.map((x) => x > 0); return [m.includes(1), m.indexOf(true), m.filter((x) => x === 1).length];`,
  `const big = [...v].filter((x) => x > 1).map((x) => x > 2); return [big.includes(1), big.indexOf(0), big.includes(true)];`,
  `let c = 0; for (let i = 0; i < n; i++) { if (i === flag) c++; } return c;`,
  `let k = false; for (let i = 0; i < n; i++) { if (i === 1) k = true; } return k === 1;`,
  `return [(flag & 1) === 1 ? 3 : 4, +flag === 1 ? 3 : 4, Number(flag) === 1, Object.is(flag, 1)];`,
  `let one, other; if (a > 0) { one = flag; other = 1; } return [one === other, one == other];`,
  `return [new Map([[1, 5], [0, 6]]).get(flag) ?? -1, new Map([[1, 5], [true, 7], [false, 8], [0, 6]]).get(flag)];`,
  `const m = new Map([[1, 5], [0, 6]]); return [m.has(flag), m.delete(flag), m.size, m.get(1)];`,
  `const m = new Map([[1, 5], [true, 7], [false, 8]]); m.set(flag, 3); return [m.size, m.get(1), m.get(true)];`,
  `const seen = new Set([1, n - 2, 4]); return [seen.size, seen.has(4)];`,
  `const pairs = [[1, 'p'], [n - 2, 'q']]; return new Map(pairs).size;`,
  `return [Math.sign(a * NaN) === 0 ? 1 : 0, Math.sign(a), Math.sign(-b), Math.sign(n - 3), Number.isNaN(Math.sign(a * NaN))];`,
  `return Array.from(v, (x) => (Number.isNaN(Math.sign(Math.sqrt(-1 - x * x))) ? 1 : 0));`,
  `return [2 ** -n, Math.pow(2, n - 5), 2 ** n, 3 ** (n + 10), 2 ** flag, (-2) ** n, 0 ** n, 10 ** n];`,
  `const k = 10 ** -n * 1000; return [k > 0.09, k < 1001];`,
  `const xs = [1, 2, 3, 4, 5, 6, 7, 8, 9]; return xs[2 ** n % 9];`,
  `let x = 1; x *= 2 ** (n - 4); return x;`,
];

/** Which of the entries are the same no keys in arrays can tell. */
const refused: readonly string[] = [
  `return new Set(['x', 1, n - 2]).size;`,
  `return new Set(['x', n, n - 2]).size;`,
  `return new Set([n - 2, 'x', 1]).size;`,
  `const m = new Map([['x', 0], [1, 5], [n - 2, 6]]); return [m.size, m.get(1)];`,
  `const m = new Map([[1, 5], [0, 6]]); m.set(flag, 3); return [m.size, m.get(1)];`,
];

describe.each(executors)('bools and numbers, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    const { failure, refusals } = await compareBody(body, backend);
    expect(failure).toBeNull();
    expect(refusals).toEqual([]);
  });

  it.each(refused)('refuses %s', async (body) => {
    const { failure } = await compareBody(body, backend);
    expect(failure?.actual).toMatchObject({ refusal: 'tensor-key' });
  });
});
