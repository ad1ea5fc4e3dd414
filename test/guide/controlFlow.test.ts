import * as tf from '@tensorflow/tfjs-core';
import { expect, it } from 'vitest';
import { graphOf, tensorSpec, toCode } from '../../runtime/index.js';
import {
  allNodes,
  bool,
  float,
  int,
  onEachExecutor,
  operations,
  program,
  read,
} from './support.js';

const fizzbuzzTo = (n: number) =>
  Array.from({ length: n }, (_, index) => {
    const i = index + 1;
    if (i % 15 === 0) return 'fizzbuzz';
    if (i % 3 === 0) return 'fizz';
    return i % 5 === 0 ? 'buzz' : String(i);
  });

onEachExecutor((_, printed) => {
  it('G43 to G45: if on a tensor, its code and its graph', async () => {
    const { relu, reluOfOperator } = await program(`
      export async function relu(x) { "use graph"; if (tf.greater(x, 0)) { return x; } else { return 0; } }
      export async function reluOfOperator(x) { "use graph"; if (x > 0) return x; else return 0; }
    `);
    for (const f of [relu!, reluOfOperator!]) {
      const results = [await f(int(1)), await f(int(-1))] as tf.Tensor[];
      expect(results.map(({ dtype }) => dtype)).toEqual(['int32', 'int32']);
      expect(await read(results)).toEqual([1, 0]);
      expect(graphOf(f).tracingCount).toBe(1);
    }
    const code = toCode(relu!);
    expect(() => new Function('ug', 'tf', `return ${code}`)).not.toThrow();
    expect(code.match(/if_stmt\(/g)).toHaveLength(1);
    expect(code).toMatch(/call_method\([^;]*"greater"/);
    expect(code).toContain('x');
    const { graph } = graphOf(reluOfOperator!).getConcreteFunction(int(1));
    expect(operations(graph)).toEqual(['constant', 'Greater', 'if']);
    const [conditional] = graph.nodes.filter(({ kind }) => kind === 'if');
    expect(conditional!.outputs).toHaveLength(1);
    expect(conditional!.outputs[0]).toEqual(expect.objectContaining({ shape: [], dtype: 'int32' }));
  });

  it('G46 and G47: assignment in both branches', async () => {
    const { square } = await program(`
      export async function square(x) { "use graph"; if (x > 0) { x = x * x; } else { x = 0; } return x; }
    `);
    const results = [await square!(int(1)), await square!(int(-1)), await square!(int(3))];
    expect((results as tf.Tensor[]).map(({ dtype }) => dtype)).toEqual(Array(3).fill('int32'));
    expect(await read(results)).toEqual([1, 0, 9]);
    expect(graphOf(square!).tracingCount).toBe(1);
    for (const fn of [square!, graphOf(square!).original]) {
      expect(toCode(fn)).toMatch(/if_stmt\([\s\S]*state\(\["x"\]/);
    }
  });

  it('G48 fizzbuzz', async () => {
    const { overRange, counted } = await program(`
      export async function overRange(n) {
        "use graph";
        for (const i of range(1, n + 1)) {
          console.log('Tracing for loop');
          if (i % 15 === 0) { console.log('Tracing fizzbuzz branch'); print('fizzbuzz'); }
          else if (i % 3 === 0) { console.log('Tracing fizz branch'); print('fizz'); }
          else if (i % 5 === 0) { console.log('Tracing buzz branch'); print('buzz'); }
          else { console.log('Tracing default branch'); print(i); }
        }
      }
      export async function counted(n) {
        "use graph";
        for (let i = 1; i <= n; i++) {
          if (i % 15 === 0) print('fizzbuzz');
          else if (i % 3 === 0) print('fizz');
          else if (i % 5 === 0) print('buzz');
          else print(i);
        }
      }
    `);
    await overRange!(int(5));
    await overRange!(int(20));
    const tracing = ['for loop', 'fizzbuzz branch', 'fizz branch', 'buzz branch', 'default branch'];
    expect(printed()).toEqual([
      ...tracing.map((what) => `Tracing ${what}`),
      ...fizzbuzzTo(5),
      ...fizzbuzzTo(20),
    ]);
    const before = printed().length;
    await counted!(int(20));
    expect(printed().slice(before)).toEqual(fizzbuzzTo(20));
  });

  it('G49 and G50: a host condition is decided while tracing, a tensor stays in the graph', async () => {
    const { dropout } = await program(`
      export async function dropout(x, training = true) { "use graph"; if (training) x = tf.dropout(x, 0.5); return x; }
    `);
    const x = tf.ones([64]);
    const kinds = (...args: unknown[]) =>
      allNodes(graphOf(dropout!).getConcreteFunction(...args).graph).filter(
        ({ kind }) => kind === 'if',
      );
    expect(kinds(x, true)).toHaveLength(0);
    const [one, other] = [await read(dropout!(x)), await read(dropout!(x, true))] as number[][];
    expect(new Set([...one!, ...other!])).toEqual(new Set([0, 2]));
    expect(one).not.toEqual(other);
    expect(await read(dropout!(x, false))).toEqual(Array(64).fill(1));
    expect(kinds(x, bool(true))).toHaveLength(1);
    expect(new Set((await read(dropout!(x, bool(true)))) as number[])).toEqual(new Set([0, 2]));
    expect(await read(dropout!(x, bool(false)))).toEqual(Array(64).fill(1));
  });

  it('G51 and G52: while on a tensor', async () => {
    const { f } = await program(`
      export async function f(x) {
        "use graph";
        while (tf.sum(x) > 1) { print(x); x = tf.tanh(x); }
        return x;
      }
    `);
    const runs = [
      {
        input: [0.666458249, 0.713946581, 0.723879576, 0.330758929, 0.184087753],
        count: 28,
        output: [0.21746822, 0.21890487, 0.21917202, 0.18925412, 0.14400077],
      },
      {
        input: [0.654489756, 0.378447413, 0.843570352, 0.706569076, 0.899703264],
        count: 34,
        output: [0.19903852, 0.18320207, 0.20260146, 0.20029978, 0.20325728],
      },
    ];
    for (const { input, count, output } of runs) {
      const before = printed().length;
      const result = (await read(f!(float(input)))) as number[];
      for (const [index, element] of output.entries()) {
        expect(result[index]).toBeCloseTo(element, 5);
      }
      expect(printed().length - before).toBe(count);
    }
    expect(graphOf(f!).tracingCount).toBe(1);
    expect(operations(graphOf(f!).getConcreteFunction(tensorSpec([5])).graph)).toEqual(['while']);
    const code = toCode(f!);
    expect(code.match(/while_stmt\(/g)).toHaveLength(1);
    expect(code).toMatch(/gt\(/);
    expect(code).toMatch(/state\(\["x"\]/);
  });

  it('G53 to G57: host loops are unrolled, loops over tensors, ranges and by tensors are loops', async () => {
    const { unrolled, overRange, overTensor, hostWhile, tensorWhile } = await program(`
      export async function unrolled() { "use graph"; let x = 0; for (let i = 0; i < 5; i++) x += i; return x; }
      export async function overRange() { "use graph"; let x = tf.scalar(0, 'int32'); for (const i of range(5)) x += i; return x; }
      export async function overTensor(v) { "use graph"; let x = tf.scalar(0, 'int32'); for (const e of v) x += e; return x; }
      export async function hostWhile() { "use graph"; let x = 5; while (x > 0) x -= 1; return x; }
      export async function tensorWhile() { "use graph"; let x = tf.scalar(5, 'int32'); while (x > 0) x -= 1; return x; }
    `);
    const loops = (f: (...args: unknown[]) => unknown, ...args: unknown[]) =>
      operations(graphOf(f).getConcreteFunction(...args).graph).filter((name) => name === 'while')
        .length;
    expect(await read([await unrolled!(), await hostWhile!()])).toEqual([10, 0]);
    expect([loops(unrolled!), loops(hostWhile!)]).toEqual([0, 0]);
    const v = int([0, 1, 2, 3, 4]);
    expect(await read([await overRange!(), await overTensor!(v), await tensorWhile!()])).toEqual([
      10, 10, 0,
    ]);
    expect([loops(overRange!), loops(overTensor!, v), loops(tensorWhile!)]).toEqual([1, 1, 1]);
  });

  it('G58 the graph grows with host data', async () => {
    const { train } = await program(`
      export function train(data) {
        "use graph";
        let loss = tf.scalar(0, 'int32');
        for (const [x, y] of data) loss = loss + tf.abs(y - x);
        return loss;
      }
    `);
    const size = (n: number) =>
      graphOf(train!).getConcreteFunction(Array.from({ length: n }, () => [int(1), int(1)])).graph
        .nodes.length;
    expect((size(10) - size(3)) / 7).toBe(size(4) - size(3));
    expect(size(4)).toBeGreaterThan(size(3));
    expect(
      await read(
        train!([
          [int(1), int(4)],
          [int(2), int(0)],
        ]),
      ),
    ).toBe(5);
  });

  it('G59 collects the values of a loop in a TensorArray', async () => {
    const { rnn } = await program(`
      function step(input, state) { return input + state; }
      async function dynamicRnn(step, data, initial) {
        "use graph";
        data = tf.transpose(data, [1, 0, 2]);
        const length = data.shape[0];
        let states = new TensorArray('float32', length);
        let state = initial;
        for (const i of range(length)) {
          state = step(data[i], state);
          states = states.write(i, state);
        }
        return tf.transpose(states.stack(), [1, 0, 2]);
      }
      export const rnn = (data, initial) => dynamicRnn(step, data, initial);
    `);
    const data = tf.randomUniform([2, 3, 4]);
    const result = (await rnn!(data, tf.zeros([2, 4]))) as tf.Tensor;
    expect(result.shape).toEqual([2, 3, 4]);
    const expected = await tf.cumsum(data, 1).data();
    for (const [index, element] of (await result.data()).entries()) {
      expect(element).toBeCloseTo(expected[index]!, 5);
    }
  });
});
