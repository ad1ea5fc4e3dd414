import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { runFunctionsEagerly } from '../../runtime/function/eagerMode.js';
import { type AnyFunction, graphOf, type SignatureError } from '../../runtime/index.js';
import { compile } from '../support/compile.js';
import { executors } from '../support/index.js';

type Functions = Record<string, AnyFunction>;

const program = (source: string) =>
  compile<Functions>(`
    import * as tf from '@tensorflow/tfjs-core'; import { graph, tensorSpec } from 'use-graph';
    ${source}`);

async function read(value: unknown): Promise<unknown> {
  const given = await value;
  if (given instanceof tf.Tensor) return given.array();
  return Array.isArray(given) ? Promise.all(given.map(read)) : given;
}

/** What `run` of the program gives op by op and as graphs, each with variables and optimizers of its own. */
async function expectSame(source: string): Promise<unknown> {
  const results: unknown[] = [];
  for (const isEager of [true, false]) {
    const { run } = await program(source);
    runFunctionsEagerly(isEager);
    try {
      results.push(await read(run!()));
    } finally {
      runFunctionsEagerly(false);
    }
  }
  expect(JSON.stringify(rounded(results[1]))).toBe(JSON.stringify(rounded(results[0])));
  return results[1];
}

function rounded(value: unknown): unknown {
  return Array.isArray(value) ? value.map(rounded) : Number(Number(value).toPrecision(4));
}

const model = `
  class Model {
    w = tf.variable(tf.scalar(3)); b = tf.variable(tf.scalar(1));
    predict(x) { return x * this.w + this.b; }
  }
  const [x, y] = [tf.tensor1d([1, 2]), tf.tensor1d([3, 4])];
  const lossOf = (model) => tf.mean((model.predict(x) - y) ** 2);`;

describe.each(executors)('a variable that is an argument and in the loss, on $backend', (on) => {
  beforeAll(on.start);

  it.each([
    [
      'given to variableGrads',
      `const w = tf.variable(tf.scalar(3)); const loss = () => w * w;
       function step(v) {
         "use graph";
         const { value, grads } = tf.variableGrads(loss, [v]);
         return [value, grads[v.name]];
       }
       export const run = () => [step(w), step(w)];`,
    ],
    [
      'given to an optimizer, among others',
      `${model}
       function step(optimizer, model, variables) {
         "use graph";
         return optimizer.minimize(() => lossOf(model), true, variables);
       }
       export function run() {
         const [one, other] = [new Model(), new Model()];
         const optimizer = tf.train.sgd(0.1);
         const losses = [[one, one.w], [one, one.w], [other, other.b], [one, one.b], [other, other.w]]
           .map(([model, variable]) => step(optimizer, model, [variable]));
         return [...losses, step(optimizer, one, [one.w, one.b]), one.w, one.b, other.w, other.b];
       }`,
    ],
    [
      'in an object of options, of an optimizer that remembers',
      `${model}
       class Trainer {
         optimizer = tf.train.adam(0.1);
         step({ vars, loss }) { "use graph"; return this.optimizer.minimize(loss, true, vars); }
       }
       export function run() {
         const [model, trainer] = [new Model(), new Trainer()];
         const loss = () => lossOf(model);
         const losses = [1, 2, 3].map(() => trainer.step({ loss, vars: [model.w] }));
         return [...losses, model.w, model.b];
       }`,
    ],
    [
      "in a user's own optimizer",
      `${model}
       class Descent {
         minimize(loss, variables) {
           "use graph";
           const { value, grads } = tf.variableGrads(loss, variables);
           for (const variable of variables) variable.assign(variable - grads[variable.name] * 0.1);
           return value;
         }
       }
       export function run() {
         const [model, descent] = [new Model(), new Descent()];
         const loss = () => lossOf(model);
         const losses = [1, 2, 3].map(() => descent.minimize(loss, [model.w, model.b]));
         return [...losses, model.w, model.b];
       }`,
    ],
    [
      'or another one of them, given to tf.grad',
      `const [w, u] = [tf.variable(tf.scalar(3)), tf.variable(tf.scalar(5))];
       function slope(v) { "use graph"; return tf.grad((q) => q * w)(v); }
       export const run = () => [slope(u), slope(w), slope(u), slope(w)];`,
    ],
    [
      'where code may catch that it is not',
      `const [w, u] = [tf.variable(tf.scalar(3)), tf.variable(tf.scalar(5))];
       function slope(v) {
         "use graph";
         try { return tf.variableGrads(() => w * w, [v]).grads[v.name]; }
         catch { return tf.scalar(-1); }
       }
       export const run = () => [slope(u), slope(w), slope(u)];`,
    ],
    [
      'in a branch',
      `const w = tf.variable(tf.scalar(3));
       async function slope(v, x) {
         "use graph";
         let result = x;
         if (x > 0) result = tf.variableGrads(() => w * v * x, [v]).grads[v.name];
         return result;
       }
       export const run = () => [slope(w, tf.scalar(2)), slope(w, tf.scalar(-2))];`,
    ],
  ])('is the variable itself, %s', async (_, source) => {
    await expectSame(source);
  });
});

describe.each(executors)(
  'a gradient in a graph counts every use of a tensor, on $backend',
  (on) => {
    beforeAll(on.start);

    const outside = 'const c = tf.scalar(2); const x = tf.scalar(3);';
    const calls = '[g(c, x), g(tf.scalar(2), x), g(x, x), g(c, c), g(x, c), g(c, x)]';

    it.each([
      ['as an argument and from outside', 'return tf.grad((q) => q * c * x)(v);'],
      ['from outside alone', 'return tf.grad((q) => q * v * x)(c);'],
      ['of several', 'return tf.grads((p, q) => p * q * c * v)([v, x]);'],
      ['in a branch', 'if (x > 2) return tf.grad((q) => q * c * x)(v); return x;'],
      [
        'in a loop',
        'let r = x; for (let i = 0; i < x; i++) r = r + tf.grad((q) => q * c * x)(v); return r;',
      ],
      [
        'through a loop',
        'return tf.grad((q) => { let r = q; while (r < 100) r = r * c * v; return r * x; })(v);',
      ],
      ['of a gradient', 'return tf.grad((p) => tf.grad((q) => q * q * c * x * p)(p))(v);'],
      [
        'where it is known to code that there is none',
        'try { return tf.grad((q) => c * 5)(v); } catch { return tf.scalar(-1); }',
      ],
    ])('%s', async (_, body) => {
      await expectSame(`${outside}
      async function g(v, x) { "use graph"; ${body} }
      export const run = () => ${calls};`);
    });

    it('of a variable, too', async () => {
      await expectSame(`const c = tf.variable(tf.scalar(2)); const x = tf.scalar(3);
      function g(v, x) { "use graph"; return tf.grad((q) => q * c * x)(v); }
      export const run = () => ${calls};`);
    });

    it.each(['inputSignature: [tensorSpec([null]), tensorSpec([null])]', 'reduceRetracing: true'])(
      'of any size, with %s',
      async (options) => {
        await expectSame(`const c = tf.tensor1d([2, 3]); const x = tf.tensor1d([4, 5]);
        const g = graph((v, x) => tf.grad((q) => tf.sum(q * c * x))(v), { ${options} });
        const other = tf.tensor1d([7, 1]);
        export const run = () => [g(c, x), g(x, x), g(other, x), g(c, c), g(x, c), g(other, other)];`);
      },
    );

    it('in structures, with a trace for each way in which the tensors are the same', async () => {
      const { g } = await program(`
      export function g({ list: [a, b] }) { "use graph"; return tf.grad((q) => tf.sum(q * b))(a); }`);
      const [a, b] = [tf.scalar(3), tf.scalar(4)];
      const pairs = [[a, b], [a, a], [b, a], [b, b]]; // biome-ignore format: as a list
      expect(await read(pairs.map((list) => g!({ list })))).toEqual([4, 6, 3, 8]);
      expect(graphOf(g!).tracingCount).toBe(2);
    });

    it('and one trace serves all where none is taken for a tensor', async () => {
      const { g } = await program(`
      const w = tf.variable(tf.scalar(3));
      export const step = (x, y) => tf.variableGrads(() => tf.sum(w * x * y), [w]).grads[w.name];
      export function g(x, y) { "use graph"; return step(x, y); }`);
      const [a, b] = [tf.scalar(3), tf.scalar(4)];
      expect(await read([g!(a, b), g!(a, a)])).toEqual([12, 9]);
      expect(graphOf(g!).tracingCount).toBe(1);
    });

    it('or says that a concrete function cannot', async () => {
      const { g } = await program(
        'export function g(a, b) { "use graph"; return tf.grad((q) => q * b)(a); }',
      );
      const [a, b] = [tf.scalar(3), tf.scalar(4)];
      const concrete = graphOf(g!).getConcreteFunction(a, b);
      expect(await read(concrete(a, b))).toBe(4);
      let refusal: Partial<SignatureError> = {};
      try {
        concrete(a, a);
      } catch (error) {
        refusal = error as SignatureError;
      }
      expect(refusal.code).toBe('arguments-do-not-fit');
      expect(refusal.message).toContain('one tensor for several arguments');
      expect(await read(g!(a, a))).toBe(6);
    });
  },
);
