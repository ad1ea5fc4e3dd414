import { beforeAll, describe, expect, it } from 'vitest';
import { compare } from '../properties/compare.js';
import { executors, useCpu } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Typed arrays of the program, and what else an array's method is called on, about whose elements a tensor decides. */
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
  'const like = { length: 3, 0: 1, 1: 2, 2: 3 }; const { some, filter, find } = Array.prototype; return [some.call(like, (x) => x > n) ? 1 : 0, filter.call(like, (x) => x > n).length, find.call(like, (x) => x > n) ?? -1];',
  'const like = { length: 3, 0: 1, 2: 3 }; const { every, indexOf, includes, reduce } = Array.prototype; return [every.call(like, (x) => x < n) ? 1 : 0, indexOf.call(like, n), includes.call(like, n) ? 1 : 0, reduce.call(like, (s, x) => x > a ? s + x : s, 0)];',
  "return [[].findIndex.call('1234', (c) => Number(c) > n), [].some.call({}, (x) => x > a) ? 1 : 0, [].map.call('xyz', (c, i) => i * a).length];",
  'function f() { return [].filter.call(arguments, (x) => x > 1).length + Array.prototype.slice.call(arguments, 1).length * 10; } return f(a, b, 2);',
  'function f() { return Array.prototype.find.apply(arguments, [(x) => x > 1]) ?? -1; } return f(a, b, n);',
  'const some = Function.prototype.call.bind(Array.prototype.some); return [some([1, 2], (x) => x > a) ? 1 : 0, some([], (x) => x > a) ? 1 : 0];',
  'return [[].some.call(v, (x) => x > 2) ? 1 : 0, [].filter.call(v, (x) => x > 2).length, Array.prototype.map.call(v, (x) => x * 2)[1], [].indexOf.call(v, n)];',
  'return Reflect.apply(Array.prototype.every, v, [(x) => x > a]) ? 1 : 0;',
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

describe.each(executors)('what is like an array, on $backend', ({ backend, start }) => {
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
