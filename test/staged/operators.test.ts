import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import * as ug from '../../runtime/staged/index.js';
import { useCpu } from '../support/index.js';
import { AT, bool, both, count, float, int, runAsGraph, runEagerly } from './program.js';

beforeAll(useCpu);

type Binary = (a: unknown, b: unknown, at: string) => unknown;

const numbers = [-7, -3.5, -2, -1, -0.5, 0, 0.5, 1, 2, 2.5, 3, 8];
const hostOperators: [string, Binary, (a: number, b: number) => unknown][] = [
  ['+', ug.add, (a, b) => a + b],
  ['-', ug.sub, (a, b) => a - b],
  ['*', ug.mul, (a, b) => a * b],
  ['/', ug.div, (a, b) => a / b],
  ['%', ug.rem, (a, b) => a % b],
  ['**', ug.pow, (a, b) => a ** b],
  ['<', ug.lt, (a, b) => a < b],
  ['<=', ug.le, (a, b) => a <= b],
  ['>', ug.gt, (a, b) => a > b],
  ['>=', ug.ge, (a, b) => a >= b],
  ['===', ug.eq, (a, b) => a === b],
  ['!==', ug.ne, (a, b) => a !== b],
  // biome-ignore lint/suspicious/noDoubleEquals: it is what is tested
  ['==', ug.loose_eq, (a, b) => a == b],
  // biome-ignore lint/suspicious/noDoubleEquals: it is what is tested
  ['!=', ug.loose_ne, (a, b) => a != b],
];

describe.each(hostOperators)('%s', (symbol, staged, host) => {
  it('means on host values what JavaScript means', () => {
    const values = [...numbers, Number.NaN, -0, 'a', '2', true, null, undefined, 2n];
    for (const a of values) {
      for (const b of values) {
        if ((typeof a === 'bigint') !== (typeof b === 'bigint')) continue;
        expect(staged(a, b, AT)).toBe(host(a as number, b as number));
      }
    }
  });

  it('means on tensors what it means on numbers, whichever operand is one', () => {
    const programs = [
      (a: number, b: number) => staged(float([a]), b, AT),
      (a: number, b: number) => staged(a, float([b]), AT),
      (a: number, b: number) => staged(float([a]), float([b]), AT),
    ];
    for (const a of numbers) {
      for (const b of numbers) {
        if (symbol === '/' && b === 0) continue;
        if (symbol === '%' && b === 0) continue;
        const expected = host(a, b);
        for (const program of programs) {
          const result = (program(a, b) as tf.Tensor).dataSync()[0]!;
          if (Number.isNaN(expected))
            expect({ a, b, result }).toEqual({ a, b, result: Number.NaN });
          else
            expect({ a, b, result }).toEqual({ a, b, result: expect.closeTo(Number(expected), 4) });
        }
      }
    }
  });

  it('keeps integers where the result is whole', () => {
    const program = (a: unknown, b: unknown) => staged(a, b, AT);
    for (const [a, b] of [
      [7, 2],
      [-7, 2],
      [7, 3],
      [2, 3],
    ] as const) {
      const dtype = symbol === '/' ? 'float32' : /[<>=]/.test(symbol) ? 'bool' : 'int32';
      for (const [x, y] of [
        [int(a), int(b)],
        [int(a), b],
        [a, int(b)],
      ]) {
        const result = both(program, x, y) as string;
        // The exponent may be negative.
        const isPower = symbol === '**' && x === a;
        expect(result.split(' ')[0]).toBe(isPower ? 'float32' : dtype);
        expect(Number(result.split(' ')[1])).toBeCloseTo(Number(host(a, b)), 5);
      }
    }
  });
});

describe('operands', () => {
  it('give a number the dtype of the tensor where it fits', () => {
    expect(both((x: unknown) => ug.add(x, 0.5, AT), int(1))).toBe('float32 1.5');
    expect(both((x: unknown) => ug.add(x, 2 ** 40, AT), int(0))).toBe('float32 1099511627776');
    expect(both((x: unknown) => ug.mul(x, 2, AT), float(1.5))).toBe('float32 3');
    expect(both((x: unknown) => ug.lt(x, 0.5, AT), int([0, 1]))).toBe('bool [1,0]');
    expect(both((x: unknown) => ug.eq(x, 0.5, AT), int(0))).toBe('bool 0');
    expect(both((x: unknown) => ug.pow(x, -1, AT), int(2))).toBe('float32 0.5');
  });

  it('count bools as 0 and 1', () => {
    expect(both((x: unknown) => ug.add(x, x, AT), bool([true, false]))).toBe('int32 [2,0]');
    expect(both((x: unknown) => ug.div(x, 2, AT), bool(true))).toBe('float32 0.5');
    expect(both((x: unknown) => ug.neg(x, AT), bool(true))).toBe('int32 -1');
    expect(both((x: unknown) => ug.plus(x, AT), bool(true))).toBe('int32 1');
    expect(both((x: unknown) => ug.add(x, true, AT), float(1))).toBe('float32 2');
    expect(both((x: unknown) => ug.eq(x, true, AT), bool([true, false]))).toBe('bool [1,0]');
    expect(both((x: unknown) => ug.ne(x, true, AT), bool([true, false]))).toBe('bool [0,1]');
    expect(
      both((x: unknown, y: unknown) => ug.eq(x, y, AT), bool([true, false]), bool([false, false])),
    ).toBe('bool [0,1]');
  });

  it('may be arrays', () => {
    expect(both((x: unknown) => ug.add(x, [1, 2], AT), int(1))).toBe('int32 [2,3]');
    expect(both((x: unknown) => ug.add([[1], [2.5]], x, AT), int([1, 2]))).toBe(
      'float32 [[2,3],[3.5,4.5]]',
    );
    expect(both((x: unknown) => ug.mul(x, new Float32Array([1, 2]), AT), int(2))).toBe(
      'float32 [2,4]',
    );
    expect(both((x: unknown) => ug.mul(x, [x, 3], AT), int(2))).toBe('int32 [4,6]');
  });

  it('are refused where they mean nothing', () => {
    const fail = (other: unknown) => () =>
      runAsGraph((x: unknown) => ug.add(x, other, AT), [float([1, 2])]);
    expect(fail(undefined)).toThrow(
      /float32\[2\] \+ undefined has no meaning.*src\/model.ts:12:5/s,
    );
    expect(fail({})).toThrow(/an empty object/);
    expect(fail('a')).toThrow(
      /float32\[2\] \+ the string "a" asks for the text of float32\[2\], a traced tensor/,
    );
    const chosen = (x: unknown) =>
      ug.if_exp(
        ug.gt(ug.get_item(x, 0, AT), 0, AT),
        () => 'a',
        () => 'b',
        AT,
      );
    expect(() => runAsGraph((x: unknown) => ug.add(chosen(x), x, AT), [float([1])])).toThrow(
      /string\[\] \+ float32\[1\] asks for the text of string\[\], a traced tensor/,
    );
  });

  it('are compared with null, undefined, and strictly with strings and objects, by the host', () => {
    const object = {};
    const program = (x: unknown) => [
      ug.eq(x, null, AT),
      ug.loose_ne(x, undefined, AT),
      ug.eq(x, 'a', AT),
      ug.ne(x, object, AT),
    ];
    expect(both(program, float(1))).toEqual([false, true, false, true]);
  });
});

describe('get_item', () => {
  const get = (index: unknown) => (x: unknown) => ug.get_item(x, index, AT);
  const matrix = () =>
    int([
      [1, 2],
      [3, 4],
      [5, 6],
    ]);

  it('gives rows', () => {
    expect(both(get(1), matrix())).toBe('int32 [3,4]');
    expect(both(get(-1), matrix())).toBe('int32 [5,6]');
    expect(both(get(int(2)), matrix())).toBe('int32 [5,6]');
    expect(both(get(int(-3)), matrix())).toBe('int32 [1,2]');
    expect(both(get([0, 2]), matrix())).toBe('int32 [[1,2],[5,6]]');
    expect(both(get(int([2, -1])), matrix())).toBe('int32 [[5,6],[5,6]]');
    expect(both(get('1'), matrix())).toBe('int32 [3,4]');
    expect(runAsGraph(get('shape'), [matrix()]).result).toEqual([3, 2]);
    expect(runAsGraph(get(-1), [matrix()], [[null, 2]]).result).toBe('int32 [5,6]');
    expect(runAsGraph(get(1), [matrix()], [[null, 2]]).result).toBe('int32 [3,4]');
  });

  it('refuses what is no index', () => {
    const fail = (index: unknown) => () => runAsGraph(get(index), [matrix()]);
    expect(fail(3)).toThrow(/index 3 is out of range: the first axis has the size 3/);
    expect(fail(0.5)).toThrow(/must be a whole number or an int32 tensor/);
    expect(fail(float([1, 2]))).toThrow(/but is float32\[2\]/);
    expect(fail(bool([true, false, true]))).toThrow(/mask bool\[3\].*tf.where/s);
    expect(() => runAsGraph(get(0), [int(1)])).toThrow(/scalar int32\[\] has no elements/);
  });

  it('lets gradients flow', () => {
    for (const index of [1, -1, int(1), int([1, 1])]) {
      const program = (x: unknown) =>
        tf.grad((t) => tf.mul(ug.get_item(t, index, AT) as tf.Tensor, 3))(x as tf.Tensor);
      expect(both(program, float([1, 2]))).toBe(
        `float32 [0,${index instanceof tf.Tensor && index.rank === 1 ? 6 : 3}]`,
      );
    }
  });

  it('indexes arrays with tensors', () => {
    const program = (i: unknown, x: unknown) => ug.get_item([x, ug.mul(x, 2, AT), 7], i, AT);
    expect(both(program, int(1), int(5))).toBe('int32 10');
    expect(both(program, int(2), int(5))).toBe('int32 7');
    expect(() => runAsGraph((i: unknown) => ug.get_item([1, 'b'], i, AT), [int(1)])).toThrow(
      /needs an array of numbers/,
    );
  });
});

describe('set_item', () => {
  it('gives a new tensor', () => {
    const program = (x: tf.Tensor, i: unknown, v: unknown) => [
      ug.set_item(tf.clone(x), i, v, AT),
      x,
    ];
    expect(both(program, int([1, 2, 3]), 1, 9)).toEqual(['int32 [1,9,3]', 'int32 [1,2,3]']);
    expect(both(program, int([1, 2, 3]), int(-1), int(9))).toEqual([
      'int32 [1,2,9]',
      'int32 [1,2,3]',
    ]);
    expect(
      both(
        program,
        float([
          [1, 2],
          [3, 4],
        ]),
        0,
        9,
      ),
    ).toEqual(['float32 [[9,9],[3,4]]', 'float32 [[1,2],[3,4]]']);
    expect(
      both(
        program,
        float([
          [1, 2],
          [3, 4],
        ]),
        1,
        [7, 8],
      ),
    ).toEqual(['float32 [[1,2],[7,8]]', 'float32 [[1,2],[3,4]]']);
    expect(
      both(
        program,
        float([
          [1, 2],
          [3, 4],
        ]),
        bool([true, false]),
        0,
      ),
    ).toEqual(['float32 [[0,0],[3,4]]', 'float32 [[1,2],[3,4]]']);
  });

  it('keeps the dtype of the tensor', () => {
    const program = (x: unknown, v: unknown) => ug.set_item(x, 0, v, AT);
    expect(both(program, float([1, 2]), int(9))).toBe('float32 [9,2]');
    expect(() => runAsGraph(program, [int([1, 2]), 0.5])).toThrow(
      /float32 value is assigned to an element of int32\[2\]/,
    );
  });

  it('lets gradients flow to the tensor and the value', () => {
    const program = (x: unknown, v: unknown) =>
      tf.grads((a, b) => tf.mul(ug.set_item(a, 0, b, AT) as tf.Tensor, [2, 3]))([
        x as tf.Tensor,
        v as tf.Tensor,
      ]);
    expect(both(program, float([1, 2]), float(5))).toEqual(['float32 [0,3]', 'float32 2']);
  });

  it('changes arrays in place', () => {
    const program = (i: unknown, v: unknown) => {
      const list: unknown[] = [1, 2, 3];
      expect(ug.set_item(list, i, v, AT)).toBe(list);
      return list;
    };
    expect(both(program, 1, int(7))).toEqual([1, 'int32 7', 3]);
    expect(both(program, int(2), int(7))).toEqual(['int32 1', 'int32 2', 'int32 7']);
  });
});

describe('calls', () => {
  it('of Math take tensors', () => {
    const inputs = [-1.5, -0.5, 0, 0.5, 2.5, 0.25];
    const positive = new Set(['acosh', 'log', 'log10', 'log2', 'sqrt']);
    const unary = [
      'abs',
      'acos',
      'acosh',
      'asin',
      'asinh',
      'atan',
      'atanh',
      'cbrt',
      'ceil',
      'cos',
      'cosh',
      'exp',
      'expm1',
      'floor',
      'fround',
      'log',
      'log10',
      'log1p',
      'log2',
      'round',
      'sign',
      'sin',
      'sinh',
      'sqrt',
      'tan',
      'tanh',
      'trunc',
    ] as const;
    for (const name of unary) {
      const values = positive.has(name) ? inputs.map((x) => Math.abs(x) + 1) : inputs;
      const program = (x: unknown) => ug.call_method(Math, name, [x], AT);
      const result = runAsGraph(program, [float(values)]).result as string;
      const expected = values.map((x) => Math[name](x));
      const actual = JSON.parse(result.replace('float32 ', '')) as (number | null)[];
      actual.forEach((y, index) => {
        if (y === null)
          expect({ name, expected: expected[index] }).toEqual({
            name,
            expected: expect.toSatisfy((v) => !Number.isFinite(v)),
          });
        else expect({ name, y }).toEqual({ name, y: expect.closeTo(expected[index]!, 3) });
      });
    }
    const call =
      (name: string) =>
      (...args: unknown[]) =>
        ug.call_method(Math, name, args, AT);
    expect(both(call('max'), int([1, 5]), 3)).toBe('int32 [3,5]');
    expect(both(call('min'), 3, float([1, 5]), 2.5)).toBe('float32 [1,2.5]');
    expect(both(call('hypot'), int(3), 4)).toBe('float32 5');
    expect(both(call('pow'), int(3), 2)).toBe('int32 9');
    expect(both(call('atan2'), float(0), float(1))).toBe('float32 0');
    expect(both(call('exp'), int(0))).toBe('float32 1');
    expect(both(call('floor'), int(3))).toBe('int32 3');
    expect(runAsGraph(call('max'), [1, 2]).result).toBe(2);
  });

  it('of Number, Boolean and the tests of numbers take tensors', () => {
    const call = (f: unknown) => (x: unknown) => ug.call(f, [x], AT);
    expect(both(call(Boolean), float([0, 2, Number.NaN]))).toBe('bool [0,1,0]');
    expect(both(call(Boolean), int([0, 2]))).toBe('bool [0,1]');
    expect(both(call(Number), bool(true))).toBe('int32 1');
    // biome-ignore lint/suspicious/noGlobalIsNan: it is what is tested
    expect(both(call(isNaN), float([0, Number.NaN]))).toBe('bool [0,1]');
    expect(both(call(Number.isInteger), float([0.5, 2]))).toBe('bool [0,1]');
    expect(both(call(Number.isFinite), float([Number.POSITIVE_INFINITY, 2]))).toBe('bool [0,1]');
  });

  it('of array methods take callbacks that decide with tensors', () => {
    const some = (xs: unknown) =>
      ug.call_method(ug.iterable(xs, AT), 'some', [(x: unknown) => ug.gt(x, 2, AT)], AT);
    expect(both(some, int([1, 3]))).toBe('bool 1');
    expect(both(some, int([1, 2]))).toBe('bool 0');
    const every = (xs: unknown) =>
      ug.call_method(xs, 'every', [(x: unknown) => ug.gt(x, 0, AT)], AT);
    expect(both(every, int([1, 0]))).toBe('bool 0');
    const filter = (xs: unknown) =>
      ug.call_method(xs, 'filter', [(x: unknown) => ug.gt(x, 2, AT)], AT);
    expect(runEagerly(filter, [int([1, 3])])).toEqual(['int32 3']);
    const find = (xs: unknown) => ug.call_method(xs, 'find', [(x: unknown) => ug.gt(x, 2, AT)], AT);
    expect(both(find, int([1, 3]))).toBe('int32 3');
    const reduce = (xs: unknown) =>
      ug.call_method(xs, 'reduce', [(a: unknown, x: unknown) => ug.add(a, x, AT), 0], AT);
    expect(both(reduce, int([1, 3]))).toBe('int32 4');
  });

  it('use the staged form of a function, also as a callback and through call, apply and bind', () => {
    const staged = (x: unknown) =>
      ug.if_exp(
        ug.gt(x, 0, AT),
        () => x,
        () => ug.neg(x, AT),
        AT,
      );
    const absolute = (x: never) => (ug.is_staging() ? staged(x) : x > 0 ? x : -x);
    const programs = [
      (x: unknown) => ug.call(absolute, [x], AT),
      (x: unknown) => (ug.call_method([x], 'map', [absolute], AT) as unknown[])[0],
      (x: unknown) => ug.call_method(absolute, 'call', [null, x], AT),
      (x: unknown) => ug.call_method(absolute, 'apply', [null, [x]], AT),
      (x: unknown) => ug.call(ug.call_method(absolute, 'bind', [null], AT), [x], AT),
    ];
    for (const program of programs) expect(runAsGraph(program, [int(-3)]).result).toBe('int32 3');
  });

  it('name what is no function', () => {
    expect(() => ug.call_method({ a: 1 }, 'a', [], AT)).toThrow(
      new TypeError('a is not a function: it is 1'),
    );
    expect(() => ug.call(undefined, [], AT, 'f')).toThrow(new TypeError('f is not a function'));
    expect(() => ug.call_method(int([1]), 'foo', [], AT)).toThrow(
      /foo is not a function: .*int32\[1\]/,
    );
  });

  it('of console.assert check at execution', () => {
    const program = (x: unknown) => {
      ug.call_method(console, 'assert', [ug.gt(x, 0, AT), 'x must be positive'], AT);
      return ug.add(x, 1, AT);
    };
    expect(runAsGraph(program, [int(1)]).result).toBe('int32 2');
    expect(() => runAsGraph(program, [int(0)])).toThrow(/x must be positive/);
  });

  it('of console.assert may be told of other tensors', () => {
    const program = (x: unknown) => {
      ug.call_method(console, 'assert', [ug.gt(x, 0, AT), 'x must be positive:', x, 3], AT);
      return x;
    };
    expect(runAsGraph(program, [int(1)]).result).toBe('int32 1');
    expect(() => runAsGraph(program, [int(0)])).toThrow('x must be positive: 0 3');
  });
});

describe('other expressions', () => {
  it('refuse the text of a traced tensor, and a promise', () => {
    expect(() => runAsGraph((x: unknown) => `${ug.text(x, AT)}`, [float(1)])).toThrow(
      /template literal asks for the text of float32\[\]/,
    );
    expect(ug.text(3, AT)).toBe('3');
    expect(() => ug.await_value(Promise.reject(new Error('no')), AT)).toThrow(/promise is awaited/);
    expect(ug.await_value(3, AT)).toBe(3);
  });

  it('refuse a return that a tensor decides about, without one after it', () => {
    expect(() => runAsGraph((c: unknown) => ug.function_result(c, 1, AT), [bool(true)])).toThrow(
      /must also have a return statement/,
    );
    expect(ug.function_result(true, 5, AT)).toBe(5);
    expect(ug.function_result(false, 5, AT)).toBe(undefined);
  });

  it('end a recursion that a tensor decides about', () => {
    const program = (n: unknown): unknown =>
      ug.if_exp(
        ug.gt(n, 0, AT),
        () => program(ug.sub(n, 1, AT)),
        () => 1,
        AT,
      );
    expect(() => runAsGraph(program, [int(5)])).toThrow(/nested more than 110 deep/);
  });

  it('spread the rows of a tensor', () => {
    const program = (x: unknown) => {
      const [a, b] = ug.iterable(x, AT) as unknown[];
      return [b, a];
    };
    expect(both(program, int([1, 2]))).toEqual(['int32 2', 'int32 1']);
    expect(() => runAsGraph(program, [int([1, 2])], [[null]])).toThrow(
      /rows of int32\[\?\] cannot be spread/,
    );
    expect(count(runAsGraph(program, [int([1, 2])]).graph, 'Unpack')).toBe(1);
  });
});
