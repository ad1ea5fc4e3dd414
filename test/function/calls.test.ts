import * as tf from '@tensorflow/tfjs-core';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  functionsRunEagerly,
  graph,
  graphOf,
  print,
  runFunctionsEagerly,
  SignatureError,
  tensorSpec,
  toCode,
} from '../../runtime/index.js';
import { compile } from '../support/compile.js';
import { executors, useCpu } from '../support/index.js';

const elements = async (tensor: unknown) => Array.from(await (tensor as tf.Tensor).data());

describe('signatures', () => {
  beforeAll(useCpu);

  it('are traced once each', async () => {
    const seen: unknown[] = [];
    const f = graph((x: unknown, factor: number) => {
      seen.push(factor);
      return tf.mul(x as tf.Tensor, factor);
    });
    for (const [x, factor] of [
      [tf.scalar(1), 2],
      [tf.scalar(5), 2],
      [tf.scalar(1), 3],
      [tf.tensor1d([1, 2]), 2],
      [tf.scalar(1, 'int32'), 2],
      [new Float32Array([1, 2]), 2],
      [tf.scalar(1), Number.NaN],
      [tf.scalar(1), Number.NaN],
    ] as const) {
      f(x, factor);
    }
    expect(seen).toEqual([2, 3, 2, 2, Number.NaN]);
    expect(f.tracingCount).toBe(5);
  });

  it('keep true apart from 1, 0 from -0, null from undefined, and objects from each other', () => {
    const f = graph((x: unknown) => tf.scalar(Object.is(x, -0) ? 1 : 0));
    const [one, other] = [new Date(0), new Date(0)];
    for (const value of [1, true, 0, -0, null, undefined, 'a', one, other, one]) f(value);
    expect(f.tracingCount).toBe(9);
  });

  it('see the structure of arrays and objects', () => {
    const f = graph(({ a, b }: { a: tf.Tensor; b: tf.Tensor[] }) => tf.addN([a, ...b]));
    const s = tf.scalar(1);
    expect(f({ a: s, b: [s, s] }).dataSync()[0]).toBe(3);
    expect(f({ a: s, b: [s] }).dataSync()[0]).toBe(2);
    expect(f({ a: s, b: [s, s] }).dataSync()[0]).toBe(3);
    expect(f.tracingCount).toBe(2);
  });

  it('given in advance are the only ones', () => {
    const f = graph((x: tf.Tensor) => tf.sum(tf.mul(x, 2)), {
      inputSignature: [tensorSpec([null])],
    });
    expect(f(tf.tensor1d([1, 2])).dataSync()[0]).toBe(6);
    expect(f(tf.tensor1d([1, 2, 3])).dataSync()[0]).toBe(12);
    expect(f.tracingCount).toBe(1);
    expect(() => f(tf.tensor2d([[1]]))).toThrow(SignatureError);
    expect(() => f(tf.tensor1d([1], 'int32'))).toThrow(/float32.*int32/s);
    expect(() => (f as unknown as () => unknown)()).toThrow(SignatureError);
  });

  it('make concrete functions', () => {
    const power = graph((a: tf.Tensor, b: number) => tf.pow(a, b), { name: 'power' });
    const square = power.getConcreteFunction(tensorSpec([], 'float32'), 2);
    expect((square(tf.scalar(10), 2) as tf.Tensor).dataSync()[0]).toBe(100);
    expect((square as unknown as (a: tf.Tensor) => tf.Tensor)(tf.scalar(3)).dataSync()[0]).toBe(9);
    expect(() => square(tf.scalar(10), 3)).toThrow(SignatureError);
    expect(square.prettyPrintedSignature()).toContain('float32');
    expect(power.prettyPrintedConcreteSignatures()).toContain('power');
    expect(square.graph.toString()).toContain('Pow');
    expect(square.inputs).toHaveLength(1);
    expect(square.outputs).toHaveLength(1);
  });
});

describe.each(executors)('a call on $backend', ({ start }) => {
  beforeAll(start);

  it('returns structures and host values as they are', async () => {
    const f = graph((x: tf.Tensor) => ({ sum: tf.sum(x), list: [x, 7, 'text', null], same: x }));
    const x = tf.tensor1d([1, 2]);
    const { sum, list, same } = f(x);
    expect(await elements(sum)).toEqual([3]);
    expect(list.slice(1)).toEqual([7, 'text', null]);
    x.dispose();
    expect(await elements(same)).toEqual([1, 2]);
    expect(await elements(list[0])).toEqual([1, 2]);
  });

  it('reads and assigns variables in program order and leaks nothing', async () => {
    const a = tf.variable(tf.scalar(1));
    const b = tf.variable(tf.scalar(2));
    const f = graph((x: tf.Tensor, y: tf.Tensor) => {
      a.assign(tf.mul(y, b));
      b.assign(tf.add(b, tf.mul(x, a)));
      return tf.add(a, b);
    });
    const [x, y] = [tf.scalar(1), tf.scalar(2)];
    f(x, y).dispose();
    const before = tf.memory();
    for (let index = 0; index < 3; index++) f(x, y).dispose();
    expect(tf.memory().numTensors).toBe(before.numTensors);
    expect(tf.memory().numDataBuffers).toBe(before.numDataBuffers);
    expect(await elements(a)).toEqual([108]);
    expect(await elements(b)).toEqual([162]);
    b.assign(tf.scalar(0));
    expect(await elements(f(x, y))).toEqual([0]);
    tf.dispose([a, b]);
  });

  it('creates variables at the first call only', async () => {
    let traces = 0;
    const model: { weight: tf.Variable | null } = { weight: null };
    const f = graph((x: tf.Tensor) => {
      traces++;
      model.weight ??= tf.variable(tf.mul(x, 2));
      model.weight.assign(tf.add(model.weight, 1));
      return tf.mul(model.weight, x);
    });
    expect(await elements(f(tf.scalar(3)))).toEqual([21]);
    expect(await elements(f(tf.scalar(3)))).toEqual([24]);
    expect(traces).toBe(2);
    const bad = graph((x: tf.Tensor) => tf.add(tf.variable(tf.scalar(1)), x));
    const before = tf.memory().numTensors;
    expect(() => bad(tf.scalar(1))).toThrow(/variable/i);
    expect(tf.memory().numTensors - before).toBeLessThanOrEqual(1);
  });

  it('takes gradients from outside', async () => {
    const weight = tf.variable(tf.scalar(3));
    const f = graph((x: tf.Tensor) => tf.mul(tf.mul(x, x), weight) as tf.Scalar);
    expect(await elements(tf.grad((x) => f(x))(tf.scalar(2)))).toEqual([12]);
    expect(await elements(tf.grad((x) => tf.grad((y) => f(y))(x))(tf.scalar(2)))).toEqual([6]);
    const { grads } = tf.variableGrads(() => f(tf.scalar(2)), [weight]);
    expect(await elements(grads[weight.name])).toEqual([4]);
    weight.dispose();
  });

  it('leaves nothing behind when the function throws', async () => {
    const variable = tf.variable(tf.scalar(1));
    const f = graph((x: tf.Tensor) => {
      variable.assign(tf.add(variable, x));
      throw new RangeError('mine');
    });
    const x = tf.scalar(1);
    const before = tf.memory().numTensors;
    expect(() => f(x)).toThrow(RangeError);
    expect(tf.memory().numTensors).toBe(before);
    expect(await elements(variable)).toEqual([1]);
    variable.dispose();
  });

  it('runs nested graph functions as one graph', async () => {
    const inner = graph((x: tf.Tensor) => tf.square(x));
    const outer = graph((x: tf.Tensor) => tf.add(inner(x), inner(tf.add(x, 1))));
    expect(await elements(outer(tf.scalar(2)))).toEqual([13]);
  });

  it('is refused with a tensor that was disposed', () => {
    const f = graph((x: tf.Tensor) => tf.neg(x));
    const x = tf.scalar(1);
    x.dispose();
    expect(() => f(x)).toThrow(/disposed/);
  });

  it('of an async function may read conditions', async () => {
    const { f } = await compile<{ f: (x: tf.Tensor) => Promise<tf.Tensor> }>(
      `import * as tf from '@tensorflow/tfjs-core';
       export async function f(x) {
         "use graph";
         let steps = 0;
         while (tf.sum(x) > 1) { x = tf.div(x, 2); steps++; }
         if (x < 0.5) x = tf.neg(x);
         return [x, steps];
       }`,
    );
    const [x, steps] = (await f(tf.scalar(9))) as unknown as tf.Tensor[];
    expect(await elements(x)).toEqual([0.5625]);
    expect(await elements(steps)).toEqual([4]);
  });
});

describe('on webgpu', () => {
  beforeAll(executors[1]!.start);

  it('a loop in a synchronous function is refused with its line, and the next call works', async () => {
    const module = await compile(
      `import * as tf from '@tensorflow/tfjs-core';
       export function shrink(x) {
         "use graph";
         while (tf.sum(x) > 1) x = x / 2;
         return x;
       }
       export function relu(x) {
         "use graph";
         if (tf.sum(x) > 0) x = x * 2;
         return x;
       }
       export function rows(x) {
         "use graph";
         let total = tf.zeros([2]);
         for (const row of x) total = total + row;
         return total;
       }`,
      {},
      'model.js',
    );
    expect(() => module.shrink!(tf.ones([1024, 2048]))).toThrow(/model\.js:4:[\s\S]*async/);
    expect(await elements(module.relu!(tf.scalar(3)))).toEqual([6]);
    expect(await elements(module.relu!(tf.scalar(-3)))).toEqual([-3]);
    expect(
      await elements(
        module.rows!(
          tf.tensor2d([
            [1, 2],
            [3, 4],
          ]),
        ),
      ),
    ).toEqual([4, 6]);
  });
});

describe('running eagerly', () => {
  beforeAll(useCpu);
  afterEach(() => runFunctionsEagerly(false));

  it('gives the same', async () => {
    const { f } = await compile<{ f: (n: tf.Tensor) => tf.Tensor }>(
      `export function f(n) {
         "use graph";
         let total = 0;
         while (n > 0) { if (n % 2 === 0) { n -= 1; continue; } total += n; n -= 1; }
         return total;
       }`,
    );
    const asGraph = await elements(f(tf.scalar(7)));
    runFunctionsEagerly(true);
    expect(functionsRunEagerly()).toBe(true);
    expect(await elements(f(tf.scalar(7)))).toEqual(asGraph);
    runFunctionsEagerly(false);
    expect(graphOf(f).tracingCount).toBe(1);
    expect(toCode(f)).toContain('while_stmt');
  });

  it('prints at every call of a graph', async () => {
    const lines: string[] = [];
    const log = vi.spyOn(console, 'log').mockImplementation((...values) => {
      lines.push(values.map(String).join(' '));
    });
    const f = graph((x: tf.Tensor) => {
      print('x is', x, { x });
      return tf.neg(x);
    });
    f(tf.scalar(1));
    f(tf.scalar(2));
    print('eager', tf.scalar(3));
    await new Promise((resolve) => setTimeout(resolve, 0));
    log.mockRestore();
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^x is 1/);
    expect(lines[1]).toMatch(/^x is 2/);
    expect(lines[2]).toMatch(/^eager 3/);
  });
});
