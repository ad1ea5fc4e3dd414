import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { graphOf, tensorSpec } from '../../runtime/index.js';
import { compile } from '../support/compile.js';
import { executors, expectNoLeak } from '../support/index.js';

type Scalars = Record<string, (x: tf.Tensor) => tf.Tensor>;

const program = (source: string, scope: Record<string, unknown> = {}) =>
  compile<Scalars>(`import * as tf from '@tensorflow/tfjs-core'; ${source}`, scope);
const value = async (tensor: tf.Tensor) => (await tensor.data())[0];
/** Its gradient is a hundred times what it would be. */
const steep = `const steep = tf.customGrad((v, save) => {
  const y = v * v;
  save([v, y]);
  return { value: y, gradFunc: (dy, [s]) => dy * s * 200 };
});`;

describe.each(executors)('tf.customGrad on $backend', ({ start }) => {
  beforeAll(start);

  it('keeps its gradient in the graph: the code does not run again', async () => {
    const runs: string[] = [];
    const { f } = await program(
      `export function f(x) { "use graph"; runs.push('run'); ${steep} return tf.sum(steep(x) * 3); }`,
      { runs },
    );
    expect(await value(f!(tf.scalar(2)))).toBe(12);
    expect(await value(tf.grad((x) => f!(x))(tf.scalar(2)))).toBe(1200);
    expect(await value(tf.grad((x) => f!(x))(tf.scalar(3)))).toBe(1800);
    expect(runs).toEqual(['run']);
    const concrete = graphOf(f!).getConcreteFunction(tensorSpec([]));
    expect(await value(tf.grad((x) => concrete(x))(tf.scalar(2)))).toBe(1200);
    expect(runs).toHaveLength(1);
  });

  it('has a second gradient, which is that of the code of the first', async () => {
    const { f, inside } = await program(`
      export function f(x) { "use graph"; ${steep} return tf.sum(steep(x) * x); }
      export function inside(x) { "use graph"; return tf.grad((y) => tf.grad(f)(y))(x); }`);
    const second = tf.grad((x) => tf.grad((y) => f!(y))(x));
    // f' = 200 x·x + x², f'' = 400 x + 200 x + …: the value inside is still x².
    const [outside, within] = [second(tf.scalar(2)), inside!(tf.scalar(2))];
    expect([await value(outside), await value(within)]).toEqual([1200, 1200]);
  });

  it('in a branch, in a loop, and in a function that is called', async () => {
    const { branch, loop, outer } = await program(`
      export async function branch(x) { "use graph"; ${steep} let y = x; if (x > 0) y = steep(x); return y; }
      export function loop(x) { "use graph"; ${steep} let y = x; for (let i = 0; i < 2; i++) y = steep(y); return y; }
      function called(x) { "use graph"; ${steep} return steep(x); }
      export function outer(x) { "use graph"; return called(x) + called(2 * x); }`);
    expect(await value(tf.grad((x) => loop!(x))(tf.scalar(2)))).toBe(200 * 4 * 200 * 2);
    expect(await value(tf.grad((x) => outer!(x))(tf.scalar(2)))).toBe(400 + 2 * 800);
    if (tf.getBackend() !== 'cpu') return;
    expect(await branch!(tf.scalar(2))).toBeInstanceOf(tf.Tensor);
  });

  it('takes tensors and variables that its gradient uses from outside', async () => {
    const [v, t] = [tf.variable(tf.scalar(5)), tf.scalar(7)];
    const { f } = await program(
      `export function f(x) {
         "use graph";
         const z = x + 1;
         const g = tf.customGrad((y) => ({ value: y * 2, gradFunc: (dy) => dy * v * t * z }));
         return tf.sum(g(x));
       }`,
      { v, t },
    );
    expect(await value(tf.grad((x) => f!(x))(tf.scalar(2)))).toBe(105);
    v.assign(tf.scalar(6));
    expect(await value(tf.grad((x) => f!(x))(tf.scalar(2)))).toBe(126);
    v.dispose();
  });

  it('of several inputs, and one that throws only when it is asked for', async () => {
    const { both, none } = await program(`
      export function both(x) {
        "use graph";
        const g = tf.customGrad((a, b) => ({ value: a + b, gradFunc: (dy) => [dy * 10, dy * 100] }));
        return tf.sum(g(x, x * x));
      }
      export function none(x) {
        "use graph";
        const g = tf.customGrad((a) => ({ value: a + 1, gradFunc: () => { throw new RangeError('no gradient'); } }));
        return tf.sum(g(x));
      }`);
    expect(await value(tf.grad((x) => both!(x))(tf.scalar(3)))).toBe(10 + 600);
    expect(await value(none!(tf.scalar(3)))).toBe(4);
    expect(() => tf.grad((x) => none!(x))(tf.scalar(3))).toThrow(RangeError);
  });

  it('leaves nothing behind', async () => {
    const { f } = await program(
      `export function f(x) { "use graph"; ${steep} return tf.sum(steep(x)); }`,
    );
    const x = tf.scalar(2);
    tf.dispose([f!(x), tf.grad((y) => f!(y))(x)]);
    await expectNoLeak(() => tf.dispose([f!(x), tf.grad((y) => f!(y))(x)]));
  });
});

describe('a gradient through complex numbers', () => {
  beforeAll(executors[0]!.start);

  it('is refused with the name of the op and its place', async () => {
    const { f } = await program(`
      export function f(x) {
        "use graph";
        return tf.grad((y) => tf.sum(tf.real(tf.fft(tf.complex(y, y)))))(x);
      }`);
    expect(() => f!(tf.tensor1d([1, 2]))).toThrow(
      /through tf\.real.*program\.js.*complex-gradient/s,
    );
  });
});

it.each([
  ['no object', '(v, save) => v * v', 'g(x)', /must return an object with a tensor as its value/],
  ['no tensor', '(v, save) => ({ value: 3, gradFunc: (dy) => dy })', 'g(x)', /tensor as its value/],
  ['no gradient', '(v, save) => ({ value: v * v })', 'g(x)', /a function as its gradFunc/],
  [
    'too few gradients',
    '(v, w, save) => ({ value: v * w, gradFunc: (dy) => [dy] })',
    'tf.grad((y) => g(y, y))(x)',
    /one gradient for each of its inputs[\s\S]*=> \[gradient1, gradient2\]/,
  ],
  [
    'gradients that are no tensors',
    '(v, save) => ({ value: v * v, gradFunc: (dy) => 3 })',
    'tf.grad((y) => g(y))(x)',
    /something other than tensors/,
  ],
])('a function with %s is told of where it is called', async (_, custom, called, message) => {
  const { f } = await program(
    `const g = tf.customGrad(${custom}); export function f(x) { "use graph"; return ${called}; }`,
  );
  expect(() => f!(tf.scalar(2))).toThrow(message);
  expect(() => f!(tf.scalar(2))).toThrow(/at program\.js:1:\d+\n.*\[custom-gradient\]$/);
});
