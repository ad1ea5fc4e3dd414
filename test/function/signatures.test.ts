import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { graph, graphOf, tensorSpec } from '../../runtime/index.js';
import { compile } from '../support/compile.js';
import { useCpu } from '../support/index.js';

beforeAll(useCpu);

const program = (source: string) =>
  compile(`import * as tf from '@tensorflow/tfjs-core';\n${source}`);

const values = (tensor: unknown) => Array.from((tensor as tf.Tensor).dataSync());

/** What each call gave, and how many traces there are in the end. */
async function countTraces(source: string, calls: readonly (readonly unknown[])[]) {
  const { f } = await program(source);
  const results = calls.map((args) => values(f!(...args))[0]);
  return { results, traces: graphOf(f!).tracingCount };
}

describe('a signature', () => {
  const two = tf.scalar(2);

  it('has host values by value: NaN, both zeros, strings, bigints, booleans', async () => {
    const source =
      'export function f(x, n) { "use graph"; return Number.isNaN(n) ? x * 0 : x * Number(n); }';
    const calls = [NaN, NaN, 0, -0, 0, 3n, 3, 3n, '4', '4', true, 1].map((n) => [two, n]);
    expect(await countTraces(source, calls)).toEqual({
      results: [0, 0, 0, -0, 0, 6, 6, 6, 8, 8, 2, 2],
      traces: 8,
    });
  });

  it('has optional and default parameters as they were given, where undefined is none', async () => {
    const source = 'export function f(x, y = 2, z = y + 1) { "use graph"; return x * y + z; }';
    const calls = [[two], [two], [two, undefined], [two, 5], [two, 5, tf.scalar(1)], [two, 5, two]];
    expect(await countTraces(source, calls)).toEqual({ results: [7, 7, 7, 16, 11, 12], traces: 3 });
    const { f } = await compile<{ f: (x: tf.Tensor, y?: number) => tf.Tensor }>(source);
    const concrete = graphOf(f).getConcreteFunction(two, undefined);
    expect(concrete(two, undefined).dataSync()).toEqual(f(two).dataSync());
    const counting = 'export function f(x) { "use graph"; return x * arguments.length; }';
    expect(await countTraces(counting, [[two], [two, undefined]])).toEqual({
      results: [2, 4],
      traces: 2,
    });
  });

  it('has each argument of a rest parameter', async () => {
    const source =
      'export function f(x, ...more) { "use graph"; let t = x; for (const m of more) t = t + m; return t; }';
    const calls = [[two], [two, two, two], [two, two, tf.scalar(1)], [two, 1, 2], [two, 1, 2]];
    expect(await countTraces(source, calls)).toEqual({ results: [2, 6, 5, 5, 5], traces: 3 });
  });

  it('has the leaves of an options object, and the order of its keys', async () => {
    const source =
      'export function f(x, { rate = 0.5, mode = "a" } = {}) { "use graph"; return mode === "a" ? x * rate : -x; }';
    const calls = [
      ...[
        [two],
        [two, {}],
        [two, { rate: 3 }],
        [two, { rate: two }],
        [two, { rate: tf.scalar(4) }],
      ],
      ...[
        [two, { rate: 3, mode: 'b' }],
        [two, { mode: 'b', rate: 3 }],
      ],
    ];
    expect(await countTraces(source, calls)).toEqual({
      results: [1, 1, 6, 4, 8, -2, -2],
      traces: 6,
    });
  });

  it('has the structure of arrays, maps and sets, with the keys of maps by value', async () => {
    const source = `
      export function f(given) { "use graph"; let t = 0; for (const item of [...given.values()]) t = t + item; return t; }
    `;
    const one = tf.scalar(1);
    const calls = [
      ...[
        new Map([
          ['a', two],
          ['b', one],
        ]),
        new Map([
          ['a', one],
          ['b', one],
        ]),
        new Map([
          ['a', one],
          ['c', one],
        ]),
      ],
      ...[
        new Set([one, two]),
        new Set([two, tf.scalar(3)]),
        new Set([one, 4]),
        [one, two],
        [two, two],
      ],
    ].map((given) => [given]);
    expect(await countTraces(source, calls)).toEqual({
      results: [3, 2, 2, 3, 5, 5, 3, 4],
      traces: 5,
    });
  });

  it('has typed arrays of every kind like tensors of their dtype and shape', async () => {
    const source = 'export function f(x) { "use graph"; return x * 2; }';
    const floats = [new Float32Array([1, 2]), new Float64Array([3, 4]), tf.tensor1d([5, 6])];
    const integers = [
      Int8Array,
      Int16Array,
      Int32Array,
      Uint8Array,
      Uint8ClampedArray,
      Uint16Array,
      Uint32Array,
    ];
    const calls = [...floats, ...integers.map((Kind) => new Kind([7, 8]))].map((x) => [x]);
    const { results, traces } = await countTraces(source, calls);
    expect(results).toEqual([2, 6, 10, ...integers.map(() => 14)]);
    expect(traces).toBe(2);
    const { f } = await program('export function f(x) { "use graph"; return x; }');
    expect(f!(new BigInt64Array([1n]))).toEqual(new BigInt64Array([1n]));
  });

  it('uses the most specific trace that fits', () => {
    const shapes: string[] = [];
    const f = graph((x: tf.Tensor) => {
      shapes.push(JSON.stringify(x.shape));
      return tf.mul(tf.sum(x), shapes.length);
    });
    for (const shape of [
      [null, 2],
      [3, 2],
    ])
      f.getConcreteFunction(tensorSpec(shape));
    const given = [[3, 2], [4, 2], [3, 2], [5]].map((shape) => f(tf.ones(shape)).dataSync()[0]);
    expect(given).toEqual([12, 8, 12, 15]);
    expect(shapes).toEqual(['[null,2]', '[3,2]', '[5]']);
  });

  it('declared beforehand takes typed arrays of its dtype only', () => {
    const f = graph((x: tf.Tensor | ArrayBufferView) => tf.mul(x as tf.Tensor, 1), {
      inputSignature: [tensorSpec([null], 'int32')],
    });
    expect(values(f(new Int16Array([1, 2])))).toEqual([1, 2]);
    expect(() => f(new Float32Array([1.5]))).toThrow(/int32[\s\S]*float32/);
    const mask = graph((x: tf.Tensor | ArrayBufferView) => tf.logicalNot(x as tf.Tensor), {
      inputSignature: [tensorSpec([null], 'bool')],
    });
    expect(values(mask(new Uint8Array([1, 0])))).toEqual([0, 1]);
  });
});
