import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as tf from '@tensorflow/tfjs-core';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type AnyFunction,
  graph,
  graphOf,
  runFunctionsEagerly,
  StagingError,
  SymbolicTensorError,
  tensorSpec,
  toCode,
} from '../../runtime/index.js';
import { compile } from '../support/compile.js';
import { expectNoLeak, useCpu } from '../support/index.js';

type Functions = Record<string, AnyFunction>;

const read = (result: unknown): unknown =>
  Array.isArray(result)
    ? result.map(read)
    : result instanceof tf.Tensor
      ? result.arraySync()
      : result;
/** `tf.tidy` around the start of an asynchronous call, whose arguments are gone afterwards. */
function inTidy<T>(body: () => T): T {
  let result: T | undefined;
  tf.tidy(() => {
    result = body();
  });
  return result as T;
}
const s = (value: number) => tf.scalar(value);

beforeAll(useCpu);

describe('a marked function', () => {
  it('of any form is called as before', async () => {
    const m = await compile<Functions & { A: new () => Functions; object: Functions }>(`
      import * as tf from '@tensorflow/tfjs-core';
      export const arrow = (x) => { "use graph"; return x * 2; };
      export const expression = function named(x, k = 3) { "use graph"; return x * k; };
      export function rest(...xs) { "use graph"; let t = 0; for (const x of xs) t = t + x; return t; }
      export function count(x) { "use graph"; return arguments.length; }
      export function pattern({ a, b: [c, d] }, [e = 1] = []) { "use graph"; return a + c + d + e; }
      export function self() { "use graph"; return this; }
      export function none(x) { "use graph"; x + 1; }
      export class A {
        w = 3;
        static twice(x) { "use graph"; return x * 2; }
        #hidden(x) { "use graph"; return x + this.w; }
        hidden(x) { return this.#hidden(x); }
        field = (x) => { "use graph"; return x * this.w; };
      }
      export const object = {
        k: 5,
        method(x) { "use graph"; return x * this.k; },
        field: function (x) { "use graph"; return x * this.k; },
      };
      export function make(k) { return function inner(x) { "use graph"; return x * k; }; }
      export function makeInPlace(k) { function inner(x) { "use graph"; return x * k; } return inner; }`);
    const a = new m.A();
    const holder = { self: m.self! };
    expect(
      read([
        m.arrow!(s(2)),
        m.expression!(s(2)),
        m.expression!(s(2), 5),
        m.rest!(s(1), s(2)),
        m.count!(s(1)),
        m.count!(s(1), 2, 3),
        m.pattern!({ a: s(1), b: [s(2), 3] }),
        m.none!(s(1)),
        (m.A as unknown as Functions).twice!(s(1)),
        a.hidden!(s(1)),
        a.field!(s(2)),
        m.object.method!(s(2)),
        m.object.field!(s(2)),
        (m.make!(2) as AnyFunction)(s(3)),
        (m.make!(4) as AnyFunction)(s(3)),
        (m.makeInPlace!(2) as AnyFunction)(s(3)),
        (m.makeInPlace!(4) as AnyFunction)(s(3)),
      ]),
    ).toEqual([4, 6, 10, 3, 1, 3, 7, undefined, 2, 4, 6, 10, 10, 6, 12, 6, 12]);
    expect(holder.self()).toBe(holder);
    expect([m.arrow!.name, m.arrow!.length, m.expression!.name, m.expression!.length]).toEqual([
      'arrow',
      1,
      'named',
      1,
    ]);
  });

  it('is not traced again for arguments that it has no parameter for', async () => {
    const { double } = await compile<Functions>(
      'export function double(x) { "use graph"; return x + x; }',
    );
    expect(read([s(1), s(2), s(3)].map(double!))).toEqual([2, 4, 6]);
    expect(graphOf(double!).tracingCount).toBe(1);
  });

  it('can be made a second graph function, with traces of its own', async () => {
    const m = await compile<Functions & { object: Functions }>(`
      export const arrow = (x) => { "use graph"; return x * 2; };
      export function inPlace(x) { "use graph"; return x * 3; }
      export async function waits(x) { "use graph"; return x * 4; }
      export const object = { k: 5, method(x) { "use graph"; return x * this.k; } };`);
    const second = graph(m.arrow!, { name: 'second' });
    expect([read(second(s(2))), second.name, second.tracingCount]).toEqual([4, 'second', 1]);
    expect(graphOf(m.arrow!).tracingCount).toBe(0);
    const other = graph(m.inPlace!, { inputSignature: [tensorSpec([])] });
    expect([read(other(2)), other.original]).toEqual([6, m.inPlace]);
    expect(read(await graph(m.waits!)(s(1)))).toBe(4);
    const borrowed = { k: 7, method: graph(m.object.method!) };
    expect([read(borrowed.method(s(2))), borrowed.method.tracingCount]).toEqual([14, 1]);
  });

  it('shows its staged code without the places', async () => {
    const m = await compile<Functions>(`
      export function relu(x) { "use graph"; if (x > 0) return x; return 0 * x; }`);
    expect(toCode(m.relu!)).toMatch(/if_stmt\([\s\S]*gt\(x, 0\)/);
    expect(toCode(m.relu!)).not.toContain('program.js');
    expect(toCode((x: number) => x)).toBe('(x) => x');
  });
});

describe('graphOf', () => {
  it('refuses a function that is none, without running it', () => {
    const fn = vi.fn(() => 1);
    expect(() => graphOf(() => fn())).toThrow(/not-a-graph-function/);
    expect(fn).not.toHaveBeenCalled();
  });
});

describe('a function that the plugin has not transformed', () => {
  it('runs eagerly, which is said', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const f = graph(function unseen(x: tf.Tensor) {
      'use graph';
      return x.dataSync()[0]! > 0 ? tf.neg(x) : x;
    });
    expect(read([f(s(1)), f(s(-2))])).toEqual([-1, -2]);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn.mock.calls[0]![0]).toMatch(/unseen carries the directive/);
    warn.mockRestore();
  });
});

describe('results', () => {
  it('keep their structure, host values and objects', () => {
    const date = new Date(0);
    const f = graph((x: tf.Tensor) => ({
      set: new Set([x]),
      map: new Map([['a', x]]),
      date,
      nested: [[x, -0], undefined],
    }));
    const first = f(s(1));
    const second = f(s(2));
    expect(read([...second.set])).toEqual([2]);
    expect(read(second.map.get('a'))).toBe(2);
    expect(second.date).toBe(date);
    expect(read(second.nested)).toEqual([[2, -0], undefined]);
    expect(second.nested).not.toBe(first.nested);
  });

  it('that hide a traced tensor or a promise are refused', () => {
    class Box {
      constructor(readonly content: tf.Tensor) {}
    }
    expect(() => graph((x: tf.Tensor) => new Box(tf.neg(x)))(s(1))).toThrow(
      /Box that holds .*'content'/,
    );
    expect(() => graph((x: tf.Tensor) => x, { reduceRetrace: true } as never)).toThrow(
      /no option 'reduceRetrace'.*reduceRetracing.*graph-options/s,
    );
    expect(() => graph(async (x: tf.Tensor) => x)(s(1))).toThrow(StagingError);
    const cyclic: unknown[] = [];
    cyclic.push(cyclic);
    expect(() => graph((x: tf.Tensor) => [cyclic, x])(s(1))).toThrow(/contains itself/);
  });

  it('are tensors of their own, also of a variable', async () => {
    const w = tf.variable(s(1));
    const f = graph((x: tf.Tensor) => {
      w.assign(tf.add(w, x));
      return [w, w];
    });
    const [first] = f(s(1));
    const [second, twin] = f(s(1));
    second!.dispose();
    expect(read([first, twin, w])).toEqual([2, 3, 3]);
    tf.dispose([first!, twin!, w]);
    const x = s(1);
    await expectNoLeak(() => tf.dispose(graph((y: tf.Tensor) => [y, tf.neg(y)])(x)));
  });
});

describe('calls', () => {
  afterEach(() => runFunctionsEagerly(false));

  it('swap variables, as a graph, in another graph and under a tape', () => {
    const [p, q] = [tf.variable(s(1)), tf.variable(s(2))];
    const swap = graph((x: tf.Scalar) => {
      const content = tf.clone(p);
      p.assign(q as tf.Scalar);
      q.assign(content);
      return x;
    });
    const twice = graph((x: tf.Scalar) => swap(swap(x)));
    swap(s(0));
    expect(read([p, q])).toEqual([2, 1]);
    twice(s(0));
    expect(read([p, q])).toEqual([2, 1]);
    tf.grad((x) => swap(x as tf.Scalar))(s(0));
    expect(read([p, q])).toEqual([1, 2]);
    tf.dispose([p, q]);
  });

  it('of concrete functions work in other graphs', () => {
    const w = tf.variable(s(0));
    const add = graph((x: tf.Tensor) => {
      w.assign(tf.add(w, x));
      return tf.mul(w, 1);
    }).getConcreteFunction(tensorSpec([]));
    const outer = graph((x: tf.Tensor) => tf.add(add(x), add(x)));
    expect(read([outer(s(2)), w])).toEqual([6, 4]);
    w.dispose();
  });

  it('refuse a tensor that leaked from a trace', () => {
    let leaked: tf.Tensor | undefined;
    graph((x: tf.Tensor) => {
      leaked = tf.add(x, 1);
      return x;
    })(s(1));
    const f = graph((x: tf.Tensor) => tf.neg(x));
    expect(() => f(leaked!)).toThrow(SymbolicTensorError);
    expect(read(f(s(1)))).toBe(-1);
  });

  it('keep at most 128 traces', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const f = graph((x: tf.Tensor, n: number) => tf.add(x, n));
    for (let n = 0; n < 140; n++) f(s(1), n);
    expect(f.prettyPrintedConcreteSignatures().split('\n\n')).toHaveLength(128);
    expect([read(f(s(1), 139)), f.tracingCount]).toEqual([140, 140]);
    expect([read(f(s(1), 0)), f.tracingCount]).toEqual([1, 141]);
    warn.mockRestore();
  });

  it('of async functions keep their order, and their arguments while they wait', async () => {
    const { add, w } = await compile<{
      add: (x: tf.Tensor) => Promise<tf.Tensor>;
      w: tf.Variable;
    }>(`
      import * as tf from '@tensorflow/tfjs-core';
      export const w = tf.variable(tf.scalar(0));
      export async function add(x) { "use graph"; while (w < 0) x = x + 1; w.assign(w + x); return w * 1; }`);
    const calls = [1, 2, 3].map((value) => inTidy(() => add(s(value))));
    expect(read(await Promise.all(calls))).toEqual([1, 3, 6]);
    expect(read(w)).toBe(6);
    await expect(add('text' as never)).rejects.toThrow(StagingError);
  });

  it('run eagerly when told so, also async ones inside of others', async () => {
    const { outer } = await compile<{ outer: (x: tf.Tensor) => Promise<tf.Tensor> }>(`
      export async function inner(x) { "use graph"; if (x > 0) return x; return -x; }
      export async function outer(x) { "use graph"; return (await inner(x)) * 2; }`);
    runFunctionsEagerly(true);
    expect(read(await outer(s(-3)))).toBe(6);
    expect(graphOf(outer).tracingCount).toBe(0);
    runFunctionsEagerly(false);
    expect(read(await outer(s(-3)))).toBe(6);
  });
});

describe('the cache', () => {
  it('keeps no object of the user alive', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const { Model } = await compile<{
      Model: new () => { step(x: tf.Tensor, o: object): tf.Tensor };
    }>(`
      export class Model { k = 2; step(x, options) { "use graph"; return x * this.k; } }`);
    const f = graph((_: object, x: tf.Tensor) => tf.neg(x));
    const call = (): WeakRef<object>[] => {
      const objects = [new Date(0), () => 1, new Model()];
      const x = s(1);
      for (const object of objects) f(object, x);
      (objects[2] as InstanceType<typeof Model>).step(x, objects[0]!);
      return objects.map((object) => new WeakRef(object));
    };
    const references = call();
    await new Promise((resolve) => setTimeout(resolve, 10));
    collect();
    await new Promise((resolve) => setTimeout(resolve, 10));
    collect();
    expect(references.map((reference) => reference.deref())).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
