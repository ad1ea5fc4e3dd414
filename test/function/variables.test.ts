import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type AnyFunction, cond, graphOf, range } from '../../runtime/index.js';
import { compile } from '../support/compile.js';
import { executors } from '../support/index.js';

type Functions = Record<string, AnyFunction>;

const program = <Module = Functions>(source: string, scope: Record<string, unknown> = {}) =>
  compile<Module>(`import * as tf from '@tensorflow/tfjs-core'; ${source}`, scope);
const variable = (value: number, trainable = true) => tf.variable(tf.scalar(value), trainable);
async function read(value: unknown): Promise<unknown> {
  const given = await value;
  if (given instanceof tf.Tensor) return given.array();
  return Array.isArray(given) ? Promise.all(given.map(read)) : given;
}

describe.each(executors)('a variable as an argument, on $backend', ({ start }) => {
  beforeAll(start);

  it('shares the trace of others of its type, which reads and assigns the one that is given', async () => {
    const { step } = await program(`
      export async function step(v, x) {
        "use graph";
        if (x > 0) v.assign(v + x); else v.assign(-v);
        let i = 0;
        while (i < x) { v.assign(v * 2); i++; }
        return v + 1;
      }`);
    const [v, w] = [variable(1), variable(10)];
    const results: unknown[] = [];
    for (const [given, x] of [
      [v, 1],
      [w, 1],
      [v, 1],
      [w, -1],
    ] as const)
      results.push(await read(step!(given, tf.scalar(x))));
    expect(results).toEqual([5, 23, 11, -21]);
    expect(await read([v, w])).toEqual([10, -22]);
    expect(graphOf(step!).tracingCount).toBe(1);
    tf.dispose([v, w]);
  });

  it('is used in the order of the calls, also when these overlap', async () => {
    const { add } = await program(`
      export async function add(v, x) { "use graph"; while (v < x) v.assign(v + 1); return v + 0; }`);
    const [v, w] = [variable(0), variable(5)];
    const results = [add!(v, tf.scalar(3)), add!(w, tf.scalar(7)), add!(v, tf.scalar(4))];
    expect(await read(results)).toEqual([3, 7, 4]);
    expect(await read([v, w])).toEqual([4, 7]);
    tf.dispose([v, w]);
  });

  it('that is given twice is one variable, and another trace', async () => {
    const { f } = await program(`
      export function f(a, b) { "use graph"; a.assign(a + 1); b.assign(b * 10); return tf.stack([a, b]); }
      export function inside({ list: [a, b] }) { "use graph"; a.assign(a + 1); return b + 0; }`);
    const [v, w] = [variable(1), variable(2)];
    expect(await read([f!(v, v), f!(v, w), f!(w, v), f!(w, w)])).toEqual([
      [20, 20],
      [21, 20],
      [21, 210],
      [220, 220],
    ]);
    expect(graphOf(f!).tracingCount).toBe(2);
    const printed = graphOf(f!).prettyPrintedConcreteSignatures();
    expect(printed).toContain('a: VariableSpec(shape=[], dtype=float32, alias=0)');
    expect(printed).toContain('b: VariableSpec(shape=[], dtype=float32, alias=1)');
    tf.dispose([v, w]);
  });

  it('counts in structures by which others are the same', async () => {
    const { f } = await program(`
      export function f({ list: [a, b] }, c) { "use graph"; a.assign(a + 1); return b + c; }`);
    const [v, w, u] = [variable(1), variable(2), variable(3)];
    const calls = [
      [{ list: [v, w] }, u],
      [{ list: [w, u] }, v],
      [{ list: [v, v] }, w],
      [{ list: [u, w] }, u],
    ];
    const results: unknown[] = [];
    for (const call of calls) results.push(await read(f!(...call)));
    expect(results).toEqual([5, 5, 6, 7]);
    expect(graphOf(f!).tracingCount).toBe(3);
    tf.dispose([v, w, u]);
  });

  it('may be one that the function uses from outside too', async () => {
    const shared = variable(1);
    const { reads, writes, written } = await program(
      `export function reads(v) { "use graph"; return v * 10 + shared; }
       export function writes(v) { "use graph"; v.assign(v + 1); return v * 10 + shared; }
       export function written(v) { "use graph"; shared.assign(shared + 1); return v * 10 + shared; }`,
      { shared },
    );
    const other = variable(5);
    for (const f of [reads!, writes!, written!]) {
      const results: unknown[] = [];
      const expected: number[] = [];
      let [one, five] = [await read(shared), await read(other)] as [number, number];
      for (const given of [other, shared, other, shared]) {
        results.push(await read(f(given)));
        const isShared = given === shared;
        if (f === written! || (f === writes! && isShared)) one++;
        if (f === writes! && !isShared) five++;
        expected.push((isShared ? one : five) * 10 + one);
      }
      expect(results).toEqual(expected);
      expect(await read([shared, other])).toEqual([one, five]);
      expect(graphOf(f).tracingCount).toBe(f === reads! ? 1 : 2);
    }
    tf.dispose([shared, other]);
  });

  it('and one that is not trainable are two kinds', async () => {
    const { f } = await program(`
      export function f(v, w) {
        "use graph";
        const { grads } = tf.variableGrads(() => tf.sum(v * w));
        return Object.keys(grads).length;
      }`);
    const [v, w] = [variable(2), variable(3, false)];
    expect([f!(v, w), f!(w, v), f!(v, w)]).toEqual([1, 1, 1]);
    expect(graphOf(f!).tracingCount).toBe(2);
    tf.dispose([v, w]);
  });

  it('has its gradient taken around the call', async () => {
    const { f } = await program(`
      export function f(v, x) { "use graph"; return tf.sum(v * v * x); }`);
    for (const v of [variable(2), variable(3)]) {
      const { value, grads } = tf.variableGrads(() => f!(v, tf.scalar(5)) as tf.Scalar, [v]);
      const given = (await read(v)) as number;
      expect(await read([value, grads[v.name]])).toEqual([given * given * 5, given * 10]);
      v.dispose();
    }
    expect(graphOf(f!).tracingCount).toBe(1);
  });

  it('is known by its name to gradients, and to optimizers with what they keep for it', async () => {
    const source = `
      export function gradients(v) {
        "use graph";
        return tf.variableGrads(() => tf.sum(v * v), [v]).grads;
      }
      export function step(v, optimizer) {
        "use graph";
        optimizer.minimize(() => tf.sum(v * v), false, [v]);
        return v + 0;
      }`;
    for (const make of [() => tf.train.sgd(0.1), () => tf.train.momentum(0.1, 0.9)]) {
      const { gradients, step } = await program(source);
      const [v, w, copy] = [variable(2), variable(3), variable(2)];
      expect(await read((gradients!(v) as tf.NamedTensorMap)[v.name])).toBe(4);
      expect(await read((gradients!(w) as tf.NamedTensorMap)[w.name])).toBe(6);
      const [optimizer, eager] = [make(), make()];
      for (let count = 0; count < 4; count++) {
        eager.minimize(() => tf.sum(tf.mul(copy, copy)), false, [copy]);
        expect(await read(step!(v, optimizer))).toBeCloseTo((await read(copy)) as number, 5);
      }
      expect(await read(w)).toBe(3);
      expect(await read(step!(w, tf.train.sgd(0.1)))).toBeCloseTo(2.4, 5);
      tf.dispose([v, w, copy]);
      optimizer.dispose();
    }
  });

  it('goes on to functions that are called inside', async () => {
    const { outer } = await program(`
      function add(v, x) { "use graph"; v.assign(v + x); return v; }
      export function outer(v, w) { "use graph"; return tf.stack([add(v, 1) + 0, add(w, 2) + 0, add(v, 3) + 0]); }`);
    const [v, w] = [variable(0), variable(10)];
    expect(await read(outer!(v, w))).toEqual([1, 12, 4]);
    expect(await read(outer!(w, v))).toEqual([13, 6, 16]);
    expect(await read(outer!(v, v))).toEqual([7, 9, 12]);
    expect(graphOf(outer!).tracingCount).toBe(2);
    tf.dispose([v, w]);
  });
});

describe.each(executors)(
  'a variable that takes over a tensor as it is, on $backend',
  ({ start }) => {
    beforeAll(start);

    it('has its elements, in the function, in a branch and in a loop', async () => {
      const [v, w, outer] = [variable(1), variable(100), tf.scalar(42)];
      const functions = await program(
        `export function given(x) { "use graph"; v.assign(x); return v + 0; }
       export function fromOutside(x) { "use graph"; v.assign(outer); const y = v + 0; v.assign(x); return y; }
       export function branch(x) { "use graph"; if (x > 0) v.assign(x); else v.assign(outer); return v + 0; }
       export function chosen(x) { "use graph"; cond(x > 0, () => { v.assign(x); }, () => { v.assign(-x); }); return v + 0; }
       export function other(x) { "use graph"; if (x > 0) v.assign(w); return v + 0; }
       export function loop(x) {
         "use graph";
         for (const _ of range(tf.scalar(2, 'int32'))) { v.assign(w); w.assign(outer); }
         return v + 0;
       }`,
        { v, w, outer, cond, range },
      );
      const results: unknown[] = [];
      for (const f of Object.values(functions)) {
        results.push([await read(f(tf.scalar(2))), await read(v)]);
      }
      expect(Object.keys(functions)).toEqual([
        'given',
        'fromOutside',
        'branch',
        'chosen',
        'other',
        'loop',
      ]);
      expect(results).toEqual([
        [2, 2],
        [42, 2],
        [2, 2],
        [2, 2],
        [100, 100],
        [42, 42],
      ]);
      expect(await read([w, outer])).toEqual([42, 42]);
      expect(await read(functions.branch!(tf.scalar(-1)))).toBe(42);
      tf.dispose([v, w]);
    });
  },
);

describe('a variable in a condition', () => {
  beforeAll(executors[0]!.start);

  it('is there or not, as any object: it is created once', async () => {
    const { f, choose } = await program(`
      const kept = {};
      export function f(x) {
        "use graph";
        if (!kept.a) kept.a = tf.variable(tf.scalar(1));
        kept.b ||= tf.variable(tf.scalar(2));
        kept.c = kept.c ? kept.c : tf.variable(tf.scalar(0));
        kept.c.assign(kept.c + x);
        return kept.a + kept.b + kept.c;
      }
      export function choose(v, x) { "use graph"; return v && x; }`);
    const results = [f!(tf.scalar(10)), f!(tf.scalar(20))];
    expect(await read(results)).toEqual([13, 33]);
    const flag = tf.variable(tf.scalar(false, 'bool'));
    expect(await read(choose!(flag, tf.scalar(true, 'bool')))).toBe(0);
    tf.disposeVariables();
  });
});

describe('a variable as an argument', () => {
  beforeAll(executors[0]!.start);

  it('of a concrete function may be left out, or be another one', async () => {
    const { f, named } = await program(`
      export function f(v, x) { "use graph"; v.assign(v + x); return v * 10; }
      export function named(v) { "use graph"; return tf.variableGrads(() => tf.sum(v), [v]).grads; }`);
    const [v, w] = [variable(1), variable(2)];
    const concrete = graphOf(f!).getConcreteFunction(v, tf.scalar(1));
    expect(concrete.variables).toEqual([v]);
    expect(concrete.structuredInputSignature[0]).toBe(v);
    expect(await read([concrete(tf.scalar(1)), concrete(w, tf.scalar(1))])).toEqual([20, 30]);
    expect(await read([v, w])).toEqual([2, 3]);
    expect(() => concrete(tf.scalar(1), tf.scalar(1))).toThrow(
      /v must be a variable.*arguments-do-not-fit/s,
    );
    const bound = graphOf(named!).getConcreteFunction(v);
    expect(() => bound(w)).toThrow(/another variable than it was made for/);
    tf.dispose([v, w]);
  });

  it('that code keeps on the host stays the variable', async () => {
    const { keep, use, Holder } = await program<Functions & { Holder: new () => object }>(`
      export class Holder {}
      export function keep(holder, v) { "use graph"; holder.v = v; return v + 1; }
      export function use(holder) { "use graph"; holder.v.assign(holder.v + 1); return holder.v + 0; }`);
    const [v, holder] = [variable(1), new Holder() as { v: tf.Variable }];
    expect(await read(keep!(holder, v))).toBe(2);
    expect(await read(use!(holder))).toBe(2);
    expect(await read([v, holder.v])).toEqual([2, 2]);
    holder.v.assign(tf.scalar(7));
    expect(await read([use!(holder), v])).toEqual([8, 8]);
    v.dispose();
  });

  it('is refused when it was disposed', async () => {
    const { f } = await program('export function f(v) { "use graph"; return v + 1; }');
    const v = variable(1);
    v.dispose();
    expect(() => f!(v)).toThrow(/The variable '.*' that f uses was disposed/);
    expect(Object.keys(tf.engine().registeredVariables)).not.toContain(v.name);
  });
});

describe.each(executors)('variables from outside, on $backend', ({ start }) => {
  beforeAll(start);

  it('take over each other, whichever was made first, in the function, in branches and in loops', async () => {
    const [first, second] = [variable(1), variable(2)];
    const functions = await program(
      `import { range } from 'use-graph';
       export function inFunction() { "use graph"; second.assign(first); }
       export function inBranch(c) { "use graph"; if (c) second.assign(first); else first.assign(second); }
       export function inLoop(n) { "use graph"; for (const i of range(n)) second.assign(first); }
       export function swapped(n) {
         "use graph";
         for (const i of range(n)) { const was = first.clone(); first.assign(second); second.assign(was); }
       }
       export function afterStep(c) { "use graph"; first.assign(first + 1); if (c) second.assign(first); }`,
      { first, second },
    );
    const found: unknown[] = [];
    const call = async (name: string, ...args: tf.Tensor[]) => {
      first.assign(tf.scalar(1));
      second.assign(tf.scalar(2));
      functions[name]!(...args);
      found.push(await read([first, second]));
    };
    await call('inFunction');
    for (const c of [true, false]) await call('inBranch', tf.scalar(c, 'bool'));
    for (const n of [0, 2]) await call('inLoop', tf.scalar(n, 'int32'));
    for (const n of [2, 3]) await call('swapped', tf.scalar(n, 'int32'));
    for (const c of [true, false]) await call('afterStep', tf.scalar(c, 'bool'));
    expect(found).toEqual([
      [1, 1],
      [1, 1],
      [2, 2],
      [1, 2],
      [1, 1],
      [1, 2],
      [2, 1],
      [2, 2],
      [2, 2],
    ]);
  });
});
