import * as tf from '@tensorflow/tfjs-core';
import { expect, it } from 'vitest';
import { graph, graphOf, StagingError } from '../../runtime/index.js';
import { expectNoLeak } from '../support/index.js';
import { float, int, onEachExecutor, program, read } from './support.js';

const simpleModel = `
  export class SimpleModel { bias = 0; weight = 2; }
  export function evaluate(model, x) { "use graph"; return model.weight * x + model.bias; }
  export function plainEvaluate(model, x) { return tf.add(tf.mul(model.weight, x), model.bias); }
`;

interface Models {
  SimpleModel: new () => { bias: number; weight: number };
  evaluate(model: object, x: tf.Tensor): tf.Tensor;
  plainEvaluate(model: object, x: tf.Tensor): tf.Tensor;
}

onEachExecutor(() => {
  it('G76 and G77: an outer value, an argument, an outer variable', async () => {
    const foo = tf.variable(int(1));
    const { buggy, recommended, ofVariable, change } = await program(
      `let foo = 1;
       export function change(value) { foo = value; }
       export function buggy() { "use graph"; return 1 + foo; }
       export function recommended(foo) { "use graph"; return 1 + foo; }
       export function ofVariable() { "use graph"; return 1 + fooVariable; }`,
      { fooVariable: foo },
    );
    expect([buggy!(), recommended!(1)]).toEqual([2, 2]);
    change!(100);
    expect([buggy!(), recommended!(100)]).toEqual([2, 101]);
    expect([graphOf(buggy!).tracingCount, graphOf(recommended!).tracingCount]).toEqual([1, 2]);
    const first = ofVariable!() as tf.Tensor;
    foo.assign(int(100));
    expect(await read([first, ofVariable!()])).toEqual([2, 101]);
    expect([first.dtype, graphOf(ofVariable!).tracingCount]).toEqual(['int32', 1]);
    foo.dispose();
  });

  it('G78 a changed attribute of an object is not seen', async () => {
    const { SimpleModel, evaluate } = await program<Models>(simpleModel);
    const model = new SimpleModel();
    expect(await read(evaluate(model, float(10)))).toBe(20);
    model.bias += 5;
    expect(await read(evaluate(model, float(10)))).toBe(20);
    const second = new SimpleModel();
    second.bias = 5;
    expect(await read(evaluate(second, float(10)))).toBe(25);
    const literal = { weight: 2, bias: 0 };
    expect(await read(evaluate(literal, float(10)))).toBe(20);
    literal.bias = 5;
    expect(await read(evaluate(literal, float(10)))).toBe(25);
  });

  it('G79 a new concrete function after each change', async () => {
    const { SimpleModel, plainEvaluate } = await program<Models>(
      `${simpleModel} export const made = graph(plainEvaluate);`,
    );
    const model = new SimpleModel();
    const x = float(10);
    const without = graph(plainEvaluate).getConcreteFunction(model, x);
    const call = without as unknown as (...args: unknown[]) => unknown;
    expect(await read(call(x))).toBe(20);
    model.bias += 5;
    const withBias = graph(plainEvaluate).getConcreteFunction(model, x) as unknown as typeof call;
    expect(await read([withBias(x), call(x)])).toEqual([25, 20]);
  });

  it('G80 variables as attributes', async () => {
    const { evaluate } = await program<Models>(simpleModel);
    class BetterModel {
      bias = tf.variable(float(0));
      weight = tf.variable(float(2));
    }
    const model = new BetterModel();
    expect(await read(evaluate(model, float(10)))).toBe(20);
    model.bias.assign(float(5));
    expect(await read(evaluate(model, float(10)))).toBe(25);
    expect(graphOf(evaluate).tracingCount).toBe(1);
    tf.dispose([model.bias, model.weight]);
  });

  it('G81 a new variable at every call is refused', async () => {
    const { f } = await program(`
      export function f(x) { "use graph"; const v = tf.variable(tf.scalar(1)); v.assign(v + x); return v; }
    `);
    await expectNoLeak(() => {
      expect(() => f!(1)).toThrow(StagingError);
      expect(() => f!(1)).toThrow(/creates a new variable whenever it runs[\s\S]*program\.js/);
    });
  });

  it('G82 to G84: variables made outside, and in the first call only', async () => {
    const v = tf.variable(float(1));
    const { f, g, Count } = await program<{
      f(x: number): tf.Tensor;
      g(x: number): tf.Tensor;
      Count: new () => { count: tf.Variable | null; next(): tf.Tensor };
    }>(
      `export function f(x) { "use graph"; v.assign(v + x); return v; }
       const holder = { v: null };
       export function g(x) {
         "use graph";
         if (holder.v === null) holder.v = tf.variable(tf.scalar(1));
         holder.v.assign(holder.v + x);
         return holder.v;
       }
       export class Count {
         count = null;
         next() {
           "use graph";
           if (this.count === null) this.count = tf.variable(tf.scalar(0, 'int32'));
           this.count.assign(this.count + 1);
           return this.count;
         }
       }`,
      { v },
    );
    expect(await read([f(1), f(2)])).toEqual([2, 4]);
    expect(await read([g(1), g(2)])).toEqual([2, 4]);
    const [one, other] = [new Count(), new Count()];
    expect(await read([one.next(), one.next(), other.next()])).toEqual([1, 2, 1]);
    expect(one.count!.dtype).toBe('int32');
    expect(await read(one.count)).toBe(2);
    tf.dispose([v, one.count!, other.count!]);
  });

  function step(w: tf.Variable, x: tf.Tensor, y: tf.Tensor, optimizer: tf.Optimizer): void {
    const loss = (): tf.Scalar => tf.sum(tf.square(tf.sub(tf.mul(w, x), y)));
    optimizer.applyGradients(tf.variableGrads(loss, [w]).grads);
  }
  const eagerSteps = [
    1.99, 1.989, 1.979001, 1.978001, 1.968003, 1.967003, 1.957007, 1.956007, 1.946013, 1.945014,
  ];

  it('G85 a second optimizer in the same function is refused', async () => {
    const optimizers = [tf.train.adam(0.01), tf.train.adam(0.001)] as const;
    const w = tf.variable(float(2));
    const [x, y] = [float([-1]), float([2])];
    const f = graph(step);
    f(w, x, y, optimizers[0]);
    expect(await read(w)).toBeCloseTo(1.99, 6);
    expect(() => f(w, x, y, optimizers[1])).toThrow(/creates the variable[\s\S]*first/);
    expect(await read(w)).toBeCloseTo(1.99, 6);
    f(w, x, y, optimizers[0]);
    expect(await read(w)).toBeCloseTo(1.98, 4);
    optimizers[0].dispose();
    w.dispose();
  });

  it('G86 a graph function for each optimizer', async () => {
    const optimizers = [tf.train.adam(0.01), tf.train.adam(0.001)];
    const w = tf.variable(float(2));
    const [x, y] = [float([-1]), float([2])];
    const steps = optimizers.map((optimizer) => {
      const concrete = graph(step).getConcreteFunction(w, x, y, optimizer);
      return () => concrete(w, x, y, optimizer);
    });
    expect(await read(w)).toBe(2);
    for (const [index, expected] of eagerSteps.entries()) {
      steps[index % 2]!();
      expect(await read(w)).toBeCloseTo(expected, 5);
    }
    for (const optimizer of optimizers) optimizer.dispose();
    w.dispose();
  });
});
