import * as tf from '@tensorflow/tfjs-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { printNode, whileNode } from '../../runtime/graph/builder.js';
import { PrintHole } from '../../runtime/graph/graph.js';
import { formatFloat, formatTensor } from '../../runtime/interpret/formatTensor.js';
import { createInterpreter } from '../../runtime/interpret/interpreter.js';
import { allPrinted, formatLine, printInOrder } from '../../runtime/interpret/print.js';
import { graph, parameter } from '../graph/build.js';
import { executors, expectNoLeak } from '../support/index.js';

const integers = (size: number) => Int32Array.from({ length: size }, (_, index) => index);

describe('the format of tf.print', () => {
  it.each([
    [0.1, '0.1'],
    [1, '1'],
    [1 / 3, '0.333333343'],
    [100000, '100000'],
    [1e6, '1e+06'],
    [16777216, '16777216'],
    [1e10, '1e+10'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [-2.5, '-2.5'],
    [Number.NaN, 'nan'],
    [Number.NEGATIVE_INFINITY, '-inf'],
    [-0, '-0'],
  ])('writes the float %f as %s', (value, text) => {
    expect(formatFloat(Math.fround(value))).toBe(text);
  });

  it('puts rows on lines and shortens long axes', () => {
    expect(formatTensor(integers(6), [6], 'int32')).toBe('[0 1 2 3 4 5]');
    expect(formatTensor(integers(10), [10], 'int32')).toBe('[0 1 2 ... 7 8 9]');
    expect(formatTensor(integers(4), [2, 2], 'int32')).toBe('[[0 1]\n [2 3]]');
    expect(formatTensor(integers(8), [2, 2, 2], 'int32')).toBe(
      '[[[0 1]\n  [2 3]]\n\n [[4 5]\n  [6 7]]]',
    );
    expect(formatTensor(integers(14), [7, 2], 'int32')).toBe(
      '[[0 1]\n [2 3]\n [4 5]\n ...\n [8 9]\n [10 11]\n [12 13]]',
    );
    expect(formatTensor(integers(0), [0], 'int32')).toBe('[]');
    expect(formatTensor(integers(5), [], 'int32')).toBe('0');
  });

  it('quotes strings inside tensors and structures only', () => {
    const words = [tf.util.encodeString('a'), tf.util.encodeString('b')];
    expect(formatTensor(words, [2], 'string')).toBe('["a" "b"]');
    expect(formatTensor(words.slice(0, 1), [], 'string')).toBe('a');
    expect(
      formatLine(
        ['loss', new PrintHole(0), { step: 1, at: ['x', new PrintHole(1)] }],
        ['[1 2]', '3'],
      ),
    ).toBe("loss [1 2] {'step': 1, 'at': ['x', 3]}");
  });
});

describe('lines', () => {
  beforeEach(() => {
    vi.spyOn(console, 'log').mockImplementation(() => {});
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  const lines = () => vi.mocked(console.log).mock.calls.map(([line]) => line as unknown);

  it('wait for the ones before them', async () => {
    let finish = (_: string) => {};
    printInOrder('first');
    printInOrder(
      new Promise((resolve) => {
        finish = resolve;
      }),
    );
    printInOrder('third');
    printInOrder(Promise.reject(new Error('lost')));
    expect(lines()).toEqual(['first']);
    finish('second');
    await allPrinted();
    expect(lines()).toEqual(['first', 'second', 'third', 'print failed: Error: lost']);
    printInOrder('fifth');
    expect(lines()).toHaveLength(5);
  });

  describe.each(executors)('of a graph on $backend', ({ backend, start }) => {
    beforeAll(start);

    it('appear in program order, from loops too, with nothing leaked', async () => {
      const test = graph('test', [parameter([], 'int32')], (b, i) => [
        b.call('Less', { a: i!, b: b.scalar(3, 'int32') }),
      ]);
      const body = graph('body', [parameter([], 'int32')], (b, i) => {
        b.add(printNode(['i is', new PrintHole(0)], [i!]));
        return [b.call('Add', { a: i!, b: b.scalar(1, 'int32') })];
      });
      const f = graph('f', [parameter([2])], (b, x) => {
        const double = b.call('Add', { a: x!, b: x! });
        b.add(printNode([new PrintHole(0)], [double]));
        b.add(whileNode([b.scalar(0, 'int32')], test, body, 1, { tripCount: 3 }));
        b.add(printNode(['end'], []));
        return [];
      });
      const x = tf.tensor1d([1, 2]);
      await expectNoLeak(async () => {
        const executor = createInterpreter(f, backend);
        executor.run([x]);
        await allPrinted();
        await executor.runAsync([x]);
        executor.dispose();
      });
      const once = ['[2 4]', 'i is 0', 'i is 1', 'i is 2', 'end'];
      expect(lines()).toEqual([...once, ...once]);
      x.dispose();
    });
  });
});
