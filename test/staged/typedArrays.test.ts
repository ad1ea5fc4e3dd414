import { beforeAll, describe, expect, it } from 'vitest';
import { compare } from '../properties/compare.js';
import { executors, useCpu } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Typed arrays of the program, about whose elements a tensor decides. */
const bodies: readonly string[] = [
  'return Int32Array.of(1, 2, 3).some((x) => x > n) ? a : b;',
  'const t = new Float32Array([1, 2, 3]); return [t.every((x) => x < n) ? 1 : 0, t.some((x) => x < a) ? 1 : 0];',
  'const t = new Int32Array([1, 2, 3]); return [t.find((x) => x > n) ?? -1, t.findLast((x) => x < n) ?? -1];',
  'const t = new Int32Array([1, 2, 3]); return [t.findIndex((x) => x > n), t.findLastIndex((x) => x < n)];',
  'const t = new Float64Array([1, 2, 3, 4]); const kept = t.filter((x) => x > n); return [kept.length, kept.reduce((s, x) => s + x, 0)];',
  'let s = 0; for (const x of new Uint8Array([1, 2, 3, 4]).filter((x, i) => x + i > n)) s += x; return s;',
  'const t = new Int32Array([0, 3, 4, 3]); return [t.includes(n) ? 1 : 0, t.indexOf(n), t.lastIndexOf(n)];',
  'const t = new Float32Array([1, 2, 3, 4, 5]); return [t.at(n), t.at(-1), t[n]];',
  'const t = new Float32Array([1, 2, 3]).filter((x) => x > 1); return [t instanceof Float32Array ? 1 : 0, t.length, t[0] * a];',
  'const t = new Int32Array([1, 2, 3]); let same = 0; t.some((x, i, all) => { if (all === t) same += i; return x > n; }); return same;',
  'const t = new Int32Array([1, 2, 3]); return t.filter(function (x) { return x > this.low; }, { low: n }).length;',
];

/** What an eager run makes numbers of. */
const eagerBodies: readonly string[] = [
  'const t = new Float32Array(2); t[0] = a; t[1] += b; return t[0] - t[1];',
  'const t = Float32Array.from([1, 2], (x) => x * a); return t[0] + t[1];',
  'return new Float32Array(2).fill(b)[1] + Float64Array.of(a)[0] + new Float64Array([n, 1])[0];',
  'const t = new Float32Array(3); t.set([a, b], 1); return t[1] * t[2];',
  'return [...new Float32Array([3, 1, 2]).sort((x, y) => (x - y) * (a + 0.25))];',
  'return [...new Int32Array([1, 2]).map((x) => x * n)];',
];

describe.each(executors)('typed arrays on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

describe('typed arrays that an eager run gives tensors', () => {
  beforeAll(useCpu);

  it.each(eagerBodies)('%s', async (body) => {
    const source = `export function program(a, b, n, v, flag) {\n"use graph";\n${body}\n}`;
    const calls = [
      [1.5, -2, 3, [1, 2, 3], true],
      [0, 0, 0, [4, 4, 4], true],
    ] as const;
    expect(await compare({ source, calls }, { only: ['eager'] })).toEqual({
      failure: null,
      refusals: [],
    });
  });
});
