import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { isTracing } from '../../runtime/trace/session.js';
import { compile, stage } from '../support/compile.js';
import { useCpu } from '../support/index.js';

/*
 * Asynchronous functions of modules that a directive marks as a whole, and that have nothing of TensorFlow.js: they wait
 * where no tensor is near, and are graphs where one is.
 */

beforeAll(useCpu);

type Functions = Record<string, (...args: unknown[]) => Promise<unknown>>;

const later = async <T>(value: T): Promise<T> => {
  await new Promise((resolve) => setTimeout(resolve, 1));
  return value;
};

async function readValue(result: unknown): Promise<unknown> {
  const value = await result;
  return value instanceof tf.Tensor ? value.arraySync() : value;
}

const decide = `"use graph";
export async function decide(x) { if (x > 1) return x * 2; return x - 1; }
export async function sum(tasks) { let total = 0; for (const task of tasks) total += await task(); return total; }
export async function count(task) { let n = 0; let x = await task(); while (x > 0) { x -= 1; n++; } return n; }
export async function kinds(tasks) {
  const out = [];
  for (const task of tasks) { const x = await task(); if (x > 1 && !(x > 5)) out.push('middle'); else out.push(await task() > 5 ? 'large' : 'small'); }
  return out;
}
export function start(task) { return task().then((x) => x); }
export const each = (items, f) => Promise.all(items.map(async (item) => (await f(item)) + 1));
export async function total(items) { let n = 0; for await (const item of items) { n += item; } return n; }
`;

describe('an asynchronous function of a module without tensors', () => {
  it('is a graph where it is called with a tensor', async () => {
    const { decide: call } = await compile<Functions>(decide);
    expect(await readValue(call!(tf.scalar(3)))).toBe(6);
    expect(await readValue(call!(tf.scalar(0)))).toBe(-1);
    expect(await readValue(call!(3))).toBe(6);
  });

  it('takes tensors that come while it waits as tensors', async () => {
    const { sum, count, kinds, each } = await compile<Functions>(decide);
    const tasks = [1, 2, 3].map((n) => () => later(tf.scalar(n)));
    expect(await readValue(sum!(tasks))).toBe(6);
    expect(await readValue(sum!([() => 1, () => later(tf.scalar(2)), () => 3]))).toBe(6);
    expect(await readValue(count!(() => later(tf.scalar(3))))).toBe(3);
    expect(await kinds!([1, 2, 7].map((n) => () => tf.scalar(n)))).toEqual([
      'small',
      'middle',
      'large',
    ]);
    const all = (await each!([1, 2], (n: unknown) => later(tf.scalar(n as number)))) as unknown[];
    expect(await Promise.all(all.map(readValue))).toEqual([2, 3]);
  });

  it('iterates what JavaScript does, and datasets and tensors too', async () => {
    const { total } = await compile<Functions>(decide);
    async function* items(make: (n: number) => unknown) {
      for (const n of [1, 2, 3]) yield make(n);
    }
    expect(await total!(items((n) => n))).toBe(6);
    expect(await total!([later(1), 2])).toBe(3);
    expect(await readValue(total!(items((n) => tf.scalar(n))))).toBe(6);
    expect(await readValue(total!(tf.tensor1d([1, 2, 3])))).toBe(6);
    const values = [tf.scalar(4), tf.scalar(5)].values();
    expect(await readValue(total!({ iterator: async () => values }))).toBe(9);
  });

  it('runs callbacks that wait outside of the trace, with tensors of their own', async () => {
    const { start } = await compile<Functions>(decide);
    const traced: boolean[] = [];
    const task = async () => {
      traced.push(isTracing());
      const x = tf.scalar(2);
      const [value] = await x.data();
      return value;
    };
    expect(await start!(task)).toBe(2);
    expect(traced).toEqual([false]);
  });

  it('gives its value to staged code that traces', async () => {
    const { f } = await compile<Functions>(`"use graph";
async function scaled(x, by) { const [a] = await Promise.all([by]); return x * a; }
export async function f(x) { const y = await scaled(x, 2); if (y > 3) return scaled(y, await half(3)); return y; }
async function half(n) { return n / 2; }`);
    expect(await readValue(f!(tf.scalar(2)))).toBe(6);
    expect(await readValue(f!(tf.scalar(1)))).toBe(2);
    expect(await f!(2)).toBe(6);
  });

  it('gives a function that is staged along the tensors that it has', async () => {
    const { f, g } = await compile<Functions>(`"use graph";
class Row { constructor(x) { this.x = x > 1 ? x : 0; } }
function* parts(x) { if (x > 1) yield x; yield x + 1; }
export async function f(task) { const row = new Row(await task()); return row.x > 0 ? 'x' : 'y'; }
export async function g(task) { const x = await task(); let n = 0; for (const part of parts(x)) n += part; return n; }`);
    expect(await f!(() => later(tf.scalar(3)))).toBe('x');
    expect(await f!(() => later(tf.scalar(1)))).toBe('y');
    expect(await readValue(g!(() => later(tf.scalar(3))))).toBe(7);
    expect(await readValue(g!(() => later(tf.scalar(1))))).toBe(2);
  });

  it('rejects what nobody handles as JavaScript does', async () => {
    const { f } = await compile<Functions>(`"use graph";
export function f(log) { const p = (async () => { throw new RangeError('unhandled'); })(); log(p instanceof Promise); }`);
    const seen: unknown[] = [];
    const listeners = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection');
    process.on('unhandledRejection', (error) => seen.push((error as Error).message));
    f!((value: unknown) => seen.push(value));
    await later(null);
    await later(null);
    process.removeAllListeners('unhandledRejection');
    for (const listener of listeners) process.on('unhandledRejection', listener);
    expect(seen).toEqual([true, 'unhandled']);
  });
});

describe('a module that has something of TensorFlow.js', () => {
  const train = `"use graph";
import * as tf from '@tensorflow/tfjs-core';
export async function main() { let x = tf.scalar(5); let n = 0; while (x > 0) { x = x - (await step()); n += 1; } return x + n; }
async function step() { return 2; }`;

  it('keeps its asynchronous functions graphs, also where they are given no tensor', async () => {
    expect(stage(train)).not.toContain('waits: true');
    const { main } = await compile<Functions>(train);
    expect(await readValue(main!())).toBe(2);
  });
});

it('a function with a directive of its own stays a graph', () => {
  const code = stage(`"use graph";
export async function own(x) { "use graph"; return await x; }
export async function other(x) { return await x; }`);
  expect(code.match(/waits: true/g)).toHaveLength(1);
  expect(code.match(/async \(\) =>/g)).toHaveLength(1);
});
