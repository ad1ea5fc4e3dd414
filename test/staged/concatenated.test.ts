import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { executors, useCpu } from '../support/index.js';
import { programOf } from './compare.js';
import { compareBody } from './compareBody.js';

/* `concat` and `flatMap` put a tensor's rows, as they would an array's elements, into another array. */
const bodies: readonly string[] = [
  'return [v.concat(v), v.concat(a), v.concat([a, b], v), v.concat()];',
  'return [[a, b].concat(v), [a, b].concat(v, a, [v[0]]), [].concat(v)[1]];',
  'return [[v].concat([v]), [1].concat([v, v]), [].concat(...[v, v]), v.concat([a, b], 1)];',
  'return [Array.prototype.concat.call([a], v), Array.prototype.concat.apply([a], [v, v])];',
  'let l = []; for (let i = 0; i < n; i++) l.push(a + i); return [l.concat(v), v.concat(l), v.concat(l, v), l.flatMap((x) => v)];',
  'let l = []; for (let i = 0; i < n; i++) l = l.concat(v); return l;',
  'const l = a > 0 ? [a, b] : [a]; return l.concat(v);',
  'let l = [a]; if (b > 0) l = l.concat(v); return [l.length, l.at(-1)];',
  'const m = v.map((x) => [x, x + 1]); return [m.flatMap((r) => r), v.flatMap((x) => v), [a, b].flatMap(() => v)];',
];

describe.each(executors)('the elements of tensors in other arrays, on $backend', (executor) => {
  beforeAll(executor.start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, executor.backend)).toEqual({ failure: null, refusals: [] });
  });
});

describe('a method of tensors that is called as the op is', () => {
  beforeAll(useCpu);

  it.each([
    'x.slice([0, 1], [2, 1])',
    'x.slice([1])',
    'x.concat(x, 1)',
    'x.concat([x], 0)',
    'x.concat([x, x])',
    'x[0].concat(x[1], 0)',
    'x[0].slice([1], [1])',
  ])('%s', async (call) => {
    const f = await programOf(`export function f(x) { "use graph"; return ${call}; }`);
    const [, name] = /(slice|concat)/.exec(call)!;
    expect(() => f(given())).toThrow(
      new RegExp(`^${name}\\(\\) of a tensor is the method of arrays.* write tf\\.${name}\\(…\\)`),
    );
  });

  it('the method of arrays is what it was', async () => {
    const f = await programOf(
      'export function f(x) { "use graph"; return [x.concat(x), x.concat([x[0]]), x.slice(1), x.concat([[1, 2]])]; }',
    );
    expect((f(given()) as unknown[][]).map((rows) => rows.length)).toEqual([4, 3, 1, 3]);
  });
});

function given(): unknown {
  return tf.tensor2d([
    [1, 2],
    [3, 4],
  ]);
}
