import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops';
import * as tf from '@tensorflow/tfjs-core';
import {
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  type MockInstance,
  vi,
} from 'vitest';
import { graph, graphOf, StagingError, tensorSpec } from '../../runtime/index.js';
import { compile } from '../support/compile.js';
import { useCpu } from '../support/index.js';

/** Cases F05, G02, G07, G09, G11, G12, G14, G18, H02 and H06 of TensorFlow's behaviour. */

const value = (tensor: unknown) => (tensor as tf.Tensor).dataSync()[0];
const int = (n: number) => tf.scalar(n, 'int32');

beforeAll(useCpu);

let warn: MockInstance<typeof console.warn>;
beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => warn.mockRestore());

describe('recursion', () => {
  const source = `
    export function countdown(n) {
      "use graph";
      if (n > 0) return countdown(n - 1);
      return 1;
    }
    export function power(n, x) {
      "use graph";
      if (n > 0) return n * power(n - 1, x);
      else return x;
    }`;

  it('on a host number ends, with a trace for each number', async () => {
    const { countdown, power } = await compile(source);
    expect(countdown!(5)).toBe(1);
    expect(graphOf(countdown!).tracingCount).toBe(6);
    const x = tf.variable(tf.scalar(1));
    const { value: y, grads } = tf.variableGrads(() => power!(5, x) as tf.Scalar, [x]);
    expect([value(y), value(grads[x.name])]).toEqual([120, 120]);
    x.dispose();
  });

  it('on a tensor is refused, and the next call works', async () => {
    const { countdown } = await compile(source);
    const before = tf.memory().numTensors;
    const n = int(5);
    expect(() => countdown!(n)).toThrow(StagingError);
    expect(() => countdown!(n)).toThrow(/recursion-on-tensors/);
    n.dispose();
    expect(tf.memory().numTensors).toBe(before);
    expect(countdown!(2)).toBe(1);
  });
});

describe('retracing', () => {
  it('is warned of at 5 tracings among the latest calls, and at most twice', () => {
    const f = graph((x: unknown) => x);
    for (let n = 0; n < 4; n++) f(n);
    expect(warn).toHaveBeenCalledTimes(0);
    f(4);
    expect(warn.mock.calls[0]![0]).toMatch(/5 out of the last 5 calls/);
    f(5);
    expect(warn.mock.calls[1]![0]).toMatch(/6 out of the last 6 calls/);
    for (let n = 6; n < 20; n++) f(n);
    expect(warn).toHaveBeenCalledTimes(2);
    const g = graph((x: unknown) => x);
    for (let n = 0; n < 8; n++) {
      g(n);
      for (let i = 0; i < 12; i++) g(0);
    }
    expect(warn).toHaveBeenCalledTimes(2);
  });

  it('is not warned of where calls fail, which say so themselves', () => {
    const f = graph((x: tf.Tensor) => tf.reshape(x, [5]));
    for (let n = 0; n < 8; n++) expect(() => f(tf.zeros([2]))).toThrow();
    expect(warn).not.toHaveBeenCalled();
  });

  it('counts calls that did not trace', () => {
    const f = graph((x: unknown) => tf.neg(x as tf.TensorLike));
    for (const x of [int(1), int(2), int(3), tf.scalar(0.1), 1, 1, 0.1, 0.2]) f(x);
    expect(f.tracingCount).toBe(5);
    expect(warn.mock.calls[0]![0]).toMatch(/5 out of the last 8 calls/);
  });

  it('can be reduced by unknown sizes', () => {
    const shapes: unknown[] = [];
    const f = graph(
      (x: tf.Tensor) => {
        shapes.push(x.shape);
        return tf.sum(x);
      },
      { reduceRetracing: true },
    );
    const results = [
      [1, 2],
      [2, 2],
      [3, 2],
      [2, 1],
      [9, 9],
    ].map((shape) => value(f(tf.ones(shape))));
    expect(results).toEqual([2, 4, 6, 2, 81]);
    expect(shapes).toEqual([
      [1, 2],
      [null, 2],
      [null, null],
    ]);
    expect(value(f(tf.ones([4])))).toBe(4);
    expect(value(f(tf.ones([1, 1, 1])))).toBe(1);
    expect(value(f(tf.tensor1d([1, 2], 'int32')))).toBe(3);
    expect(value(f(tf.ones([1, 2])))).toBe(2);
  });
});

describe('an input signature', () => {
  const successor = () => {
    let traces = 0;
    const f = graph(
      function next(x: tf.Tensor): tf.Tensor {
        traces++;
        return tf.add(x, tf.scalar(1, 'int32'));
      },
      { inputSignature: [tensorSpec([null], 'int32')] },
    );
    return { f: f as unknown as (...args: unknown[]) => tf.Tensor, traces: () => traces };
  };

  it('converts arrays and refuses what does not fit, before tracing', () => {
    const { f, traces } = successor();
    expect(() => f(tf.tensor2d([[1, 2]], undefined, 'int32'))).toThrow(
      /shape=\[null\], dtype=int32[\s\S]*shape=\[1, 2\], dtype=int32/,
    );
    expect(() => f(tf.tensor1d([1, 2]))).toThrow(/dtype=int32[\s\S]*dtype=float32/);
    expect(() => f(tf.tensor1d([1], 'int32'), 3)).toThrow(/takes 1, but was given 2/);
    expect(() => f()).toThrow(/argument x is missing/);
    expect(() => f([1.5])).toThrow(/\[1.5\]/);
    expect(() => f(null)).toThrow(/x must be .* but is null/);
    expect(traces()).toBe(0);
    const before = tf.memory().numTensors;
    const result = f([5, 6]);
    expect(Array.from(result.dataSync())).toEqual([6, 7]);
    expect(result.dtype).toBe('int32');
    result.dispose();
    f(new Int32Array([1, 2, 3])).dispose();
    expect(tf.memory().numTensors).toBe(before);
    expect(traces()).toBe(1);
  });

  it('of unknown sizes lets tf.where broadcast', async () => {
    const { next, chained } = await compile(`
      import * as tf from '@tensorflow/tfjs-core';
      import { graph, tensorSpec } from 'use-graph';
      const inputSignature = [tensorSpec([null], 'int32')];
      export const next = graph((x) => tf.where(x % 2 === 0, tf.floorDiv(x, 2), 3 * x + 1), { inputSignature });
      export const chained = graph((x) => x.where(x > 2, 0), { inputSignature });`);
    const of = (f: unknown, x: number[]) => (f as (x: number[]) => tf.Tensor)(x);
    expect(Array.from(of(next, [1, 2]).dataSync())).toEqual([4, 1]);
    expect(Array.from(of(next, [1, 2, 3, 4]).dataSync())).toEqual([4, 1, 10, 2]);
    expect(of(next, [5]).dtype).toBe('int32');
    expect(Array.from(of(chained, [1, 2, 3, 4]).dataSync())).toEqual([0, 0, 3, 4]);
  });

  it('must consist of tensorSpecs', () => {
    const signature = [[2, 3], tensorSpec([2])] as never;
    expect(() => graph((a: unknown, b: unknown) => [a, b], { inputSignature: signature })).toThrow(
      /got 2 \(number\), 3 \(number\)/,
    );
  });

  it('may be nested, and may leave out parameters that have defaults', () => {
    const f = graph(
      ({ a, list }: { a: tf.Tensor; list: tf.Tensor[] }, scale = 2) =>
        tf.mul(tf.add(a, list[0]!), scale),
      { inputSignature: [{ a: tensorSpec([]), list: [tensorSpec([])] }] },
    );
    expect(value(f({ a: tf.scalar(1), list: [tf.scalar(2)] }))).toBe(6);
    expect(() => f({ a: tf.scalar(1), list: [] })).toThrow(/list must be an array of 1/);
  });
});

describe('a concrete function', () => {
  const power = graph(function pow(a: tf.Tensor, b: number): tf.Tensor {
    return tf.pow(a, b);
  });

  it('has host arguments bound', () => {
    const square = power.getConcreteFunction(tensorSpec([null]), 2);
    const call = square as unknown as (...args: unknown[]) => tf.Tensor;
    expect(Array.from(call(tf.tensor1d([1, 2])).dataSync())).toEqual([1, 4]);
    expect(value(call(tf.tensor1d([3]), 2))).toBe(9);
    expect(() => call(tf.tensor1d([3]), 3)).toThrow(/b is bound to 2, but was given as 3/);
    expect(() => call(tf.tensor1d([3], 'int32'))).toThrow(/a must be .*float32.* but is .*int32/);
    expect(square.prettyPrintedSignature()).toBe(
      'pow(a: TensorSpec(shape=[null], dtype=float32), b=2) -> TensorSpec(shape=[null], dtype=float32)',
    );
    expect(square.structuredInputSignature).toEqual([tensorSpec([null], 'float32', 'a'), 2]);
    expect(square.structuredOutputs).toEqual(tensorSpec([null]));
    expect(power.getConcreteFunction(tensorSpec([null]), 2)).toBe(square);
  });

  it('may be of any rank', () => {
    const square = power.getConcreteFunction(tensorSpec(null), 2);
    expect(square.prettyPrintedSignature()).toBe(
      'pow(a: TensorSpec(shape=null, dtype=float32), b=2) -> TensorSpec(shape=null, dtype=float32)',
    );
    const call = square as unknown as (...args: unknown[]) => tf.Tensor;
    expect(value(call(tf.scalar(10)))).toBe(100);
    expect(Array.from(call(tf.tensor1d([1, 2])).dataSync())).toEqual([1, 4]);
    expect(call(tf.ones([2, 3])).shape).toEqual([2, 3]);
    expect(() => call(tf.scalar(1, 'int32'))).toThrow(/float32[\s\S]*int32/);
    const total = graph((x: tf.Tensor) => tf.sum(x), { inputSignature: [tensorSpec(null)] });
    expect([2, 2, 3].map((rank) => value(total(tf.ones(Array(rank).fill(2)))))).toEqual([4, 4, 8]);
    expect(total.getConcreteFunction().structuredOutputs).toEqual(tensorSpec([]));
  });

  it('is the one that a call made, where that fits', () => {
    const double = graph((a: tf.Tensor) => tf.add(a, a));
    double(tf.scalar(1));
    const concrete = double.getConcreteFunction(tf.scalar(2));
    expect(double.getConcreteFunction(tensorSpec([]))).toBe(concrete);
    expect(double.tracingCount).toBe(1);
  });

  it('may be called without the objects that it was made with', () => {
    class Linear {
      bias = 0;
      weight = 2;
    }
    const model = new Linear();
    const evaluate = (m: Linear, x: tf.Tensor) => tf.add(tf.mul(m.weight, x), m.bias);
    const x = tf.scalar(10);
    const first = graph(evaluate).getConcreteFunction(model, x) as unknown as (
      x: tf.Tensor,
    ) => tf.Tensor;
    model.bias += 5;
    const second = graph(evaluate).getConcreteFunction(model, x) as unknown as (
      x: tf.Tensor,
    ) => tf.Tensor;
    expect([value(first(x)), value(second(x)), value(first(x))]).toEqual([20, 25, 20]);
  });

  it('for each of two optimizers gives the eager steps', () => {
    const run = (asGraph: boolean): number[] => {
      const [first, second] = [tf.train.adam(0.01), tf.train.adam(0.001)];
      const w = tf.variable(tf.scalar(2));
      const [x, y] = [tf.tensor1d([-1]), tf.tensor1d([2])];
      const step = (v: tf.Variable, a: tf.Tensor, b: tf.Tensor, optimizer: tf.Optimizer) => {
        const { grads } = tf.variableGrads(() => tf.sum(tf.square(tf.sub(tf.mul(v, a), b))), [v]);
        optimizer.applyGradients(grads);
      };
      const steps = [first, second].map((optimizer) => {
        if (!asGraph) return () => step(w, x, y, optimizer);
        const concrete = graph(step).getConcreteFunction(w, x, y, optimizer);
        return () => (concrete as unknown as (...args: unknown[]) => void)(w, x, y);
      });
      return Array.from({ length: 10 }, (_, index) => {
        steps[index % 2]!();
        return w.dataSync()[0]!;
      });
    };
    const [eager, compiled] = [run(false), run(true)];
    for (const [index, w] of compiled.entries()) expect(w).toBeCloseTo(eager[index]!, 5);
  });
});

describe('methods', () => {
  const source = `
    import * as tf from '@tensorflow/tfjs-core';
    export let traces = 0;
    export class Model {
      weight = null;
      apply(x) {
        "use graph";
        traces++;
        if (this.weight === null) this.weight = tf.variable(tf.scalar(2));
        return this.weight * x;
      }
    }`;

  it('have traces of their own for each object', async () => {
    const { Model } = await compile<{
      Model: new () => { weight: tf.Variable; apply(x: tf.Tensor): tf.Tensor };
    }>(source);
    const [m0, m1] = [new Model(), new Model()];
    expect(value(m0.apply(tf.scalar(3)))).toBe(6);
    m0.weight.assign(tf.scalar(3));
    expect(value(m0.apply(tf.scalar(3)))).toBe(9);
    expect(value(m1.apply(tf.scalar(3)))).toBe(6);
    expect(graphOf(m0.apply.bind(m0)).tracingCount).toBe(2);
    expect(graphOf(m1.apply.bind(m1)).tracingCount).toBe(2);
    expect(graphOf(m0.apply).tracingCount).toBe(4);
    expect(value(graphOf(m0.apply.bind(m0))(tf.scalar(1)))).toBe(3);
  });
});

describe('arguments that the function changes', () => {
  const push = graph((list: tf.Tensor[]) => {
    list.push(tf.scalar(0));
  });
  const set = graph((record: Record<string, tf.Tensor>) => {
    record.other = tf.scalar(3);
  });
  const copy = graph((list: tf.Tensor[]) => [...list, tf.scalar(0)].length);

  it('are refused, and stay as they were', () => {
    const list = [tf.scalar(0), tf.scalar(1)];
    expect(() => push(list)).toThrow(/modifies its argument 'list'/);
    expect(list).toHaveLength(2);
    const record = { one: tf.scalar(0) };
    expect(() => set(record)).toThrow(/modifies its argument 'record'/);
    expect(Object.keys(record)).toEqual(['one']);
    expect(copy([tf.scalar(0)])).toBe(2);
  });
});

describe('variables created in a function', () => {
  it('are refused at every call but the first', () => {
    const state: tf.Variable[] = [];
    const later = graph((n: number) => {
      if (n > 1) state.push(tf.variable(tf.scalar(1)));
      return n;
    });
    expect(later(1)).toBe(1);
    const names = Object.keys(tf.engine().registeredVariables);
    expect(() => later(2)).toThrow(/variable-created-later/);
    expect(Object.keys(tf.engine().registeredVariables)).toEqual(names);
  });

  it.each(['sgd', 'momentum', 'adagrad', 'adam'] as const)(
    'may be found by %s, which makes what it keeps for them',
    (name) => {
      const bias = tf.variable(tf.scalar(0));
      let weight: tf.Variable | null = null;
      const optimizer = name === 'momentum' ? tf.train.momentum(0.1, 0.9) : tf.train[name](0.1);
      const step = graph(
        (x: tf.Tensor) =>
          optimizer.minimize(() => {
            weight ??= tf.variable(tf.scalar(1));
            return tf.square(tf.sub(tf.add(tf.mul(weight, x), bias), 3)) as tf.Scalar;
          }, true)!,
      );
      const losses = Array.from({ length: 4 }, () => value(step(tf.scalar(2))));
      expect(losses.at(-1)).toBeLessThan(losses[0]!);
      expect(value(weight!)).toBeGreaterThan(1);
      expect(step.tracingCount).toBeLessThanOrEqual(3);
      tf.dispose([bias, weight!]);
      optimizer.dispose();
    },
  );

  it('are refused where each run creates one, and nothing is left of them', () => {
    const bad = graph((x: number) => tf.add(tf.variable(tf.scalar(1)), x));
    const names = Object.keys(tf.engine().registeredVariables);
    const before = tf.memory().numTensors;
    expect(() => bad(1)).toThrow(/variable-created-each-call/);
    expect(Object.keys(tf.engine().registeredVariables)).toEqual(names);
    expect(tf.memory().numTensors).toBe(before);
  });

  it('may start with what depends on an argument', () => {
    const state: tf.Variable[] = [];
    const f = graph((x: tf.Tensor) => {
      if (state.length === 0) state.push(tf.variable(tf.mul(2, x)));
      return tf.mul(state[0]!, x);
    });
    expect([value(f(tf.scalar(1))), value(f(tf.scalar(3)))]).toEqual([2, 6]);
  });
});

describe('gradients from outside', () => {
  it('go to captured tensors and variables', () => {
    const t = tf.scalar(3);
    const w = tf.variable(tf.scalar(2));
    const fixed = tf.variable(tf.scalar(5), false);
    const f = graph((x: tf.Tensor) => tf.add(tf.mul(tf.mul(x, w), t), fixed) as tf.Scalar);
    const { value: y, grads } = tf.variableGrads(() => f(tf.scalar(4)));
    expect(value(y)).toBe(29);
    expect(Object.keys(grads)).toContain(w.name);
    expect(value(grads[w.name])).toBe(12);
    const concrete = f.getConcreteFunction(tf.scalar(1));
    expect(concrete.variables).toHaveLength(2);
    expect(concrete.trainableVariables).toEqual([w]);
    expect(concrete.captures).toEqual([t]);
    tf.dispose([w, fixed]);
  });

  it('are those of tf.customGrad where the function uses it', () => {
    const clipped = tf.customGrad((x) => ({
      value: tf.square(x as tf.Tensor),
      gradFunc: (dy) => tf.mul(dy, 100),
    }));
    let runs = 0;
    const f = graph((x: tf.Tensor) => {
      runs++;
      return tf.mul(clipped(x), 2) as tf.Scalar;
    });
    expect(value(f(tf.scalar(2)))).toBe(8);
    expect(value(tf.grad((x) => f(x))(tf.scalar(2)))).toBe(200);
    expect(value(f(tf.scalar(3)))).toBe(18);
    expect([runs, f.tracingCount]).toEqual([1, 1]);
    const concrete = f.getConcreteFunction(tf.scalar(1));
    expect(value(tf.grad((x) => concrete(x))(tf.scalar(2)))).toBe(200);
    const log = graph((x: tf.Tensor) => tf.sum(tf.logSoftmax(x)) as tf.Scalar);
    const concreteLog = log.getConcreteFunction(tensorSpec([2]));
    const gradient = tf.grad((x) => concreteLog(x))(tf.tensor1d([1, 1]));
    expect(Array.from(gradient.dataSync())).toEqual([0, 0]);
  });

  it('go through staged if, while and for', async () => {
    const { cond, loop, product } = await compile(`
      import * as tf from '@tensorflow/tfjs-core';
      import { range } from 'use-graph';
      export function cond(x, y) {
        "use graph";
        let z;
        if (x > y) z = x * y; else z = x + 3 * y;
        return z;
      }
      export function loop(x) {
        "use graph";
        let v = x;
        while (v < 8) v = v * v;
        return v;
      }
      export function product(x, n) {
        "use graph";
        let acc = tf.scalar(1);
        for (const i of range(n)) {
          if (i === 3) break;
          acc = acc * x;
        }
        return acc;
      }`);
    const gradients = (f: (...args: tf.Tensor[]) => tf.Tensor, ...xs: number[]) =>
      tf
        .grads(f)(xs.map((x) => tf.scalar(x)))
        .map(value);
    const asFunction = (f: unknown) => f as (...args: tf.Tensor[]) => tf.Tensor;
    expect(gradients(asFunction(cond), 3, 2)).toEqual([2, 3]);
    expect(gradients(asFunction(cond), 1, 2)).toEqual([1, 3]);
    expect(gradients(asFunction(loop), 2)).toEqual([32]);
    const forN = (n: number) => gradients((x) => asFunction(product)(x!, int(n)), 2);
    expect([forN(10), forN(2), forN(0)]).toEqual([[12], [4], [0]]);
  });
});
