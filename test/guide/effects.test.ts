import * as tf from '@tensorflow/tfjs-core';
import * as data from '@tensorflow/tfjs-data';
import { expect, it } from 'vitest';
import { graphOf } from '../../runtime/index.js';
import { float, int, onEachExecutor, program, read } from './support.js';

/** On webgpu a printed tensor appears when it has been read. */
const allPrinted = () => tf.add(tf.scalar(0), 1).data();

onEachExecutor((_, printed) => {
  it('G60 the host prints for each trace, print for each call', async () => {
    const { f } = await program(`
      export function f(x) { "use graph"; console.log('Traced with', x); print('Executed with', x); }
    `);
    expect([f!(1), f!(1), f!(2)]).toEqual([undefined, undefined, undefined]);
    expect(printed()).toEqual([
      'Traced with 1',
      'Executed with 1',
      'Executed with 1',
      'Traced with 2',
      'Executed with 2',
    ]);
  });

  it('G61 an outer array is appended to while tracing', async () => {
    const external: unknown[] = [];
    const { f } = await program(
      `export function f(x) { "use graph"; console.log('side effect'); external.push(x); }`,
      { external },
    );
    for (let call = 0; call < 3; call++) f!(1);
    expect(external).toHaveLength(1);
    expect(printed()).toEqual(['side effect']);
  });

  it('G62 and G63: a host counter as a guard, and initScope', async () => {
    const { Model } = await program<{
      Model: new (v: tf.Variable) => { counter: number; step(): tf.Tensor; once(): tf.Tensor };
    }>(`
      export class Model {
        counter = 0;
        constructor(v) { this.v = v; }
        step() {
          "use graph";
          if (this.counter === 0) { this.counter += 1; this.v.assign(this.v + 1); }
          return this.v;
        }
        once() {
          "use graph";
          if (this.counter === 0) initScope(() => { this.counter += 1; this.v.assign(this.v + 1); });
          return this.v;
        }
      }
    `);
    const variables = [tf.variable(int(0)), tf.variable(int(0))];
    const [model, other] = variables.map((v) => new Model(v));
    expect(await read([model!.step(), model!.step(), model!.step()])).toEqual([1, 2, 3]);
    expect(await read([other!.once(), other!.once(), other!.once()])).toEqual([1, 1, 1]);
    expect([model!.counter, other!.counter]).toEqual([1, 1]);
    tf.dispose(variables);
  });

  it('G64 jsFunction is host code in every call', async () => {
    const external: tf.Tensor[] = [];
    const { f } = await program(
      `
      function sideEffect(x) { console.log('side effect'); external.push(x); }
      export function f(x) { "use graph"; jsFunction(sideEffect, [x], []); }
    `,
      { external },
    );
    for (let call = 0; call < 3; call++) f!(1);
    expect(printed()).toEqual(['side effect', 'side effect', 'side effect']);
    expect(await read(external)).toEqual([1, 1, 1]);
    expect(graphOf(f!).tracingCount).toBe(1);
  });

  it('G65 and G66: a host iterator is read while tracing only', async () => {
    const external = tf.variable(int(0));
    const { consume, accumulate } = await program(
      `export function consume(iterator) { "use graph"; print('Value:', iterator.next().value); }
       export function accumulate(iterator) {
         "use graph";
         external.assign(external + iterator.next().value);
         return external;
       }`,
      { external },
    );
    const iterator = [1, 2, 3][Symbol.iterator]();
    for (let call = 0; call < 3; call++) consume!(iterator);
    expect(printed()).toEqual(Array(3).fill('Value: 1'));
    expect(graphOf(consume!).tracingCount).toBe(1);
    expect(iterator.next().value).toBe(2);
    const zeros = [0, 1, 2, 3][Symbol.iterator]();
    expect(await read([1, 2, 3].map(() => accumulate!(zeros)))).toEqual([0, 0, 0]);
    const fives = [5, 6, 7][Symbol.iterator]();
    expect(await read([1, 2, 3].map(() => accumulate!(fives)))).toEqual([5, 10, 15]);
    external.dispose();
  });

  it('G67 the iterator of a dataset advances, in a jsFunction', async () => {
    const { f, wrong } = await program(`
      export async function f(iterator) {
        "use graph";
        const next = await jsFunction(async () => (await iterator.next()).value, [], tensorSpec([], 'int32'));
        print('Value:', next);
      }
      export async function wrong(iterator) { "use graph"; print('Value:', (await iterator.next()).value); }
    `);
    const iterator = await data.array([1, 2, 3]).iterator();
    for (let call = 0; call < 3; call++) await f!(iterator);
    await expect(wrong!(iterator)).rejects.toThrow(/jsFunction/);
    expect(printed()).toEqual(['Value: 1', 'Value: 2', 'Value: 3']);
    expect(graphOf(f!).tracingCount).toBe(1);
  });

  it('G68 reads and writes of variables keep the order of the program', async () => {
    for (const [x, y] of [
      [1, 2],
      [float(1), float(2)],
    ]) {
      const [a, b] = [tf.variable(float(1)), tf.variable(float(2))];
      const { f } = await program(
        `export function f(x, y) { "use graph"; a.assign(y * b); b.assign(b + x * a); return a + b; }`,
        { a, b },
      );
      expect(await read(f!(x, y))).toBe(10);
      expect(await read([a, b])).toEqual([4, 6]);
      tf.dispose([a, b]);
    }
  });

  it('G69 a host variable is seen as it was, a tf.Variable as it is', async () => {
    const v = tf.variable(int(10));
    const { example, change } = await program(
      `let external = 10;
       export function change(value) { external = value; }
       export function example() {
         "use graph";
         const result = external * 2;
         v.assign(v + 1);
         print(result, v);
         return v;
       }`,
      { v },
    );
    const first = example!();
    change!(100);
    expect(await read([first, example!(), example!()])).toEqual([11, 12, 13]);
    await allPrinted();
    expect(printed()).toEqual(['20 11', '20 12', '20 13']);
    expect(await read(v)).toBe(13);
    expect(graphOf(example!).tracingCount).toBe(1);
    v.dispose();
  });

  it('G70 to G73: tensors that leak', async () => {
    const outside: { x: tf.Tensor | null; list: tf.Tensor[]; field: tf.Tensor | null } = {
      x: null,
      list: [],
      field: null,
    };
    const { leaky, leakyAndReturned, uses, throughObjects } = await program(
      `export function leaky(a) { "use graph"; outside.x = a + 1; return a + 2; }
       export function leakyAndReturned(a) { "use graph"; outside.x = a + 1; return outside.x; }
       export function uses(b) { "use graph"; b = b + outside.x; return b; }
       export function throughObjects(a) { "use graph"; const b = a * 2; outside.list.push(b); outside.field = b; }`,
      { outside },
    );
    expect(await read(leaky!(int(1)))).toBe(3);
    const leak = /leaked[\s\S]*leaky[\s\S]*tf\.add[\s\S]*program\.js:\d+:\d+[\s\S]*[Rr]eturn it/;
    expect(() => outside.x!.dataSync()).toThrow(leak);
    await expect(outside.x!.data()).rejects.toThrow(leak);
    expect(await read(leakyAndReturned!(int(1)))).toBe(2);
    expect(() => outside.x!.dataSync()).toThrow(/leaked/);
    expect(() => uses!(int(2))).toThrow(/leakyAndReturned[\s\S]*tf\.add[\s\S]*program\.js/);
    outside.x = int(5);
    expect(await read(uses!(int(2)))).toBe(7);
    throughObjects!(int(1));
    expect(() => outside.list[0]!.dataSync()).toThrow(/leaked/);
    expect(() => outside.field!.dataSync()).toThrow(/leaked/);
  });

  it('G74 and G75: recursion', async () => {
    const { recursive } = await program(`
      export function recursive(n) {
        "use graph";
        if (n > 0) { console.log('tracing'); return recursive(n - 1); }
        else return 1;
      }
    `);
    expect(() => recursive!(int(5))).toThrow(/recursion of recursive[\s\S]*loop/);
    const before = printed().length;
    expect(recursive!(5)).toBe(1);
    expect(printed().slice(before)).toEqual(Array(5).fill('tracing'));
  });
});
