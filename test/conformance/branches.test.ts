import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { graphOf } from '../../runtime/index.js';
import { executors } from '../support/index.js';
import { B, C, constructs, each, expectFailure, F, observer } from './observe.js';

describe.each(executors)('on $backend', ({ backend, start }) => {
  beforeAll(start);
  const { program, seen } = observer(backend);

  describe('conditionals', () => {
    it('A01 stages both branches on a tensor and runs one on a host value', async () => {
      const log: string[] = [];
      const { f } = await program(
        `export function f(c) { "use graph";
        log.push('before');
        let r;
        if (c) { log.push('true'); r = 1; } else { log.push('false'); r = 2; }
        return r;
      }`,
        { log },
      );
      expect(await seen(f!(B(true)))).toBe('int32 1');
      expect(log).toEqual(['before', 'true', 'false']);
      expect(await seen(f!(B(false)))).toBe('int32 2');
      expect(log.length).toBe(3);
      expect(await f!(true)).toBe(1);
      expect(log.slice(3)).toEqual(['before', 'true']);
      expect(constructs(f!, B(true))).toEqual(['if']);
      expect(constructs(f!, true)).toEqual([]);
      expect(graphOf(f!).tracingCount).toBe(2);
    });

    it('A02 keeps what a branch does not assign', async () => {
      const { f, g } = await program(`
      export function f(n) { "use graph"; let a = 0, b = 0; if (n > 0) { a = -n; } else { b = 2 * n; } return [a, b]; }
      export function g(n) { "use graph"; if (n > 0) n = 3; return n; }
    `);
      expect(await seen(f!(C(1)))).toEqual(['int32 -1', 'int32 0']);
      expect(await seen(f!(C(-1)))).toEqual(['int32 0', 'int32 -2']);
      expect(await seen(g!(C(2)))).toBe('int32 3');
      expect(await seen(g!(C(-3)))).toBe('int32 -3');
    });

    it('A03 names a variable that one branch does not initialize', async () => {
      const { one, other } = await program(`
      export function one(c) { "use graph"; let i; if (c) { i = 1; } return i; }
      export function other(c) { "use graph"; let i; if (c) { } else { i = 2; } return i; }
    `);
      await expectFailure(() => one!(B(true)), /'i' must also be initialized in the else branch/);
      await expectFailure(() => other!(B(true)), /'i' must also be initialized in the main branch/);
      expect(await one!(true)).toBe(1);
      expect(await one!(false)).toBe(undefined);
    });

    it('A04 names a variable that one branch makes null', async () => {
      const { main, other } = await program(`
      export function main(c) { "use graph"; let i = 0, j = 1; if (c) { i = null; j = 2; } return [i, j]; }
      export function other(c) { "use graph"; let i = 1, j = 1; if (c) { } else { i = null; j = 2; } return [i, j]; }
    `);
      await expectFailure(() => main!(B(true)), /'i' is null at the end of the main branch/);
      await expectFailure(() => other!(B(true)), /'i' is null at the end of the else branch/);
      expect(await main!(true)).toEqual([null, 2]);
    });

    it('A05 names dtypes that differ, with the place', async () => {
      const { f } = await program(`
      export function f(c) { "use graph"; let x; if (c) { x = tf.scalar(1, 'int32'); } else { x = tf.scalar(1); } return x; }
    `);
      await expectFailure(
        () => f!(B(true)),
        /'x' has dtype int32 in the main branch, but dtype float32 in the else branch[\s\S]*program\.js:\d+:\d+/,
      );
      expect(await seen(f!(true))).toBe('int32 1');
    });

    it('A06 lets shapes differ', async () => {
      const shapes: unknown[] = [];
      const { f } = await program(
        `export function f(c) { "use graph"; let x;
        if (c) { x = tf.zeros([2, 3]); } else { x = tf.zeros([5, 3]); }
        shapes.push(String(x.shape), JSON.stringify(x.shape));
        return x;
      }`,
        { shapes },
      );
      expect(((await f!(B(true))) as tf.Tensor).shape).toEqual([2, 3]);
      expect(((await f!(B(false))) as tf.Tensor).shape).toEqual([5, 3]);
      expect(shapes).toEqual([',3', '[null,3]']);
    });

    it('A06 lets ranks differ', async () => {
      const { g, shape } = await program(`
      export function g(c) { "use graph"; let x;
        if (c) { x = tf.zeros([2, 3]); } else { x = tf.zeros([4]); }
        return shapeOf(x);
      }
      export function shape(c) { "use graph"; let x;
        if (c) { x = tf.zeros([2, 3]); } else { x = tf.zeros([4]); }
        return x.shape;
      }
    `);
      expect(await seen(g!(B(false)))).toBe('int32 [4]');
      expect(await seen(g!(B(true)))).toBe('int32 [2,3]');
      await expectFailure(() => shape!(B(true)), /How many axes .* is not known while tracing/);
    });

    it('A07 merges equal structures and names others', async () => {
      const { f, same } = await program(`
      const s = (x) => tf.scalar(x, 'int32');
      export function f(c) { "use graph"; let x; if (c) { x = [s(1), s(2)]; } else { x = [s(1)]; } return x; }
      export function same(c) { "use graph"; let x;
        if (c) { x = { a: s(1), b: [s(2), 3] }; } else { x = { a: s(10), b: [s(20), 30] }; }
        return x;
      }
    `);
      await expectFailure(
        () => f!(B(true)),
        /'x' must have the same nested structure in the main and else branches/,
      );
      expect(await seen(same!(B(false)))).toEqual({ a: 'int32 10', b: ['int32 20', 'int32 30'] });
    });

    it('A08 takes one bool as its condition and nothing else', async () => {
      const { f, g } = await program(`
      export function f(c) { "use graph"; let x = 0; if (c) x = 1; return x; }
      export function g(c) { "use graph"; let x = 0; while (c) x += 1; return x; }
    `);
      await expectFailure(
        () => f!(C(1)),
        /condition of an if statement must be a bool tensor of one element, but is int32\[\].*tf\.cast.*null/s,
      );
      await expectFailure(() => f!(B([true, false])), /bool\[2\].*null/s);
      expect(await seen(f!(B([[true]])))).toBe('int32 1');
      await expectFailure(
        () => g!(C(1)),
        /condition of a while loop must be a bool tensor of one element, but is int32\[\]/,
      );
    });

    it('A10 makes a host value that it assigns a tensor', async () => {
      const kinds: boolean[] = [];
      const { f } = await program(
        `export function f(c) { "use graph"; let i = 0;
        kinds.push(i instanceof tf.Tensor);
        if (c) i = 1;
        kinds.push(i instanceof tf.Tensor);
        return i;
      }`,
        { kinds },
      );
      expect(await seen(f!(B(true)))).toBe('int32 1');
      expect(kinds).toEqual([false, true]);
    });

    it('A12 pipes properties through', async () => {
      const { f, m } = await program(`
      class Foo { constructor() { this.b = 2; this.c = 3; } }
      export function f(condition) { "use graph";
        const x = new Foo(); let z = 5;
        if (condition) { x.b = 7; x.c = 11; z = 13; }
        return [x.b, x.c, z];
      }
      export function m(condition) { "use graph";
        const d = { k: 1 }; const list = [1, 2]; const key = 'k';
        if (condition) { d["k"] = 5; list[1] = 6; } else { d[key] = 8; }
        return [d, list];
      }
    `);
      expect(await seen(f!(B(true)))).toEqual(['int32 7', 'int32 11', 'int32 13']);
      expect(await seen(f!(B(false)))).toEqual(['int32 2', 'int32 3', 'int32 5']);
      expect(await seen(m!(B(true)))).toMatchObject([{ k: 'int32 5' }, { 1: 'int32 6' }]);
      expect(await seen(m!(B(false)))).toMatchObject([{ k: 'int32 8' }, { 1: 'int32 2' }]);
    });
  });

  describe('conditional expressions', () => {
    it('B01 ?: on tensors and host values', async () => {
      const { consecutive, bad, none, host } = await program(`
      function steps(x) {
        if (x > 0) { x = x < 5 ? -x : x; } else { x = x < 5 ? -2 * x : 1; }
        if (x > 0) { x = x < 5 ? -x : x; } else { x = x < 5 ? 3 * x : x; }
        return x;
      }
      export function consecutive(x) { "use graph"; return steps(x); }
      export function host(x) { return steps(x); }
      export function bad(c) { "use graph"; return c ? tf.scalar(1, 'int32') : tf.scalar(1); }
      export function none(c) { "use graph"; return c ? tf.scalar(1, 'int32') : null; }
    `);
      expect(await each([-1, 1, 5], (k) => seen(consecutive!(C(k))))).toEqual([
        'int32 -2',
        'int32 -3',
        'int32 5',
      ]);
      expect(await each([-1, 1, 5], (k) => consecutive!(k))).toEqual([-2, -3, 5]);
      expect(await each([-1, 1, 5], (k) => host!(k))).toEqual([-2, -3, 5]);
      await expectFailure(
        () => bad!(B(true)),
        /dtype int32 in the main branch, but dtype float32 in the else branch/,
      );
      await expectFailure(() => none!(B(true)), /is null at the end of the else branch/);
      expect(await none!(false)).toBe(null);
    });

    it('B02 && and || are lazy', async () => {
      const v = tf.variable(tf.scalar(0));
      const { f, g } = await program(
        `function touch(x) { v.assign(tf.add(v, 1)); return x; }
       export function f(a, b) { "use graph"; return a && touch(b); }
       export function g(a, b) { "use graph"; return a || touch(b); }`,
        { v },
      );
      const run = async (fn: typeof f, a: unknown, b: unknown) => {
        v.assign(tf.scalar(0));
        return [await seen(fn!(a, b)), (await v.data())[0]];
      };
      expect(await run(f, B(false), B(true))).toEqual(['bool 0', 0]);
      expect(await run(f, B(true), B(true))).toEqual(['bool 1', 1]);
      expect(await run(g, B(true), B(false))).toEqual(['bool 1', 0]);
      expect(await run(g, B(false), B(false))).toEqual(['bool 0', 1]);
      expect(await run(f, false, B(true))).toEqual([false, 0]);
      expect(await run(f, true, B(true))).toEqual(['bool 1', 1]);
      v.dispose();
    });

    it('B06 console.assert of a tensor fails the execution', async () => {
      const { f } = await program(`
      export function f(x) { "use graph"; console.assert(x > 0, 'x must be positive'); return x + 1; }
    `);
      expect(await seen(f!(C(1)))).toBe('int32 2');
      await expectFailure(() => f!(C(0)), /x must be positive/);
      expect(await seen(f!(C(2)))).toBe('int32 3');
      expect(graphOf(f!).tracingCount).toBe(1);
      const logged = vi.spyOn(console, 'assert').mockImplementation(() => {});
      expect(await f!(0)).toBe(1);
      logged.mockRestore();
    });
  });

  describe('returns', () => {
    it('D07 in branches', async () => {
      const { withDefault, nested, elseOnly } = await program(`
      export function withDefault(x) { "use graph"; if (x > 0) { return x; } return x * x; }
      export function nested(x) { "use graph";
        if (x > 0) { if (x < 5) { return x; } else { return x * x; } } else { return x * x * x; }
        return x * x * x * x;
      }
      export function elseOnly(x) { "use graph"; if (x < 0) { x *= x; } else { return x; } return x + 100; }
    `);
      expect(await each([1, -3], (k) => seen(withDefault!(C(k))))).toEqual(['int32 1', 'int32 9']);
      expect(await each([3, 6, -2], (k) => seen(nested!(C(k))))).toEqual([
        'int32 3',
        'int32 36',
        'int32 -8',
      ]);
      expect(await each([-2, 2], (k) => seen(elseOnly!(C(k))))).toEqual(['int32 104', 'int32 2']);
    });

    it('D08 on some staged paths only', async () => {
      const { f } = await program(`
      export function f(x) { "use graph"; if (x > 0) { if (x < 5) { return x; } } else { return x * x * x; } }
    `);
      await expectFailure(() => f!(C(3)), /must also have a return statement/);
      expect(await each([3, -2, 9], (k) => f!(k))).toEqual([3, -8, undefined]);
    });

    it('join chains of else if', async () => {
      const { grade } = await program(`
      export function grade(x) { "use graph";
        if (x > 90) return 4; else if (x > 80) return 3; else if (x > 70) return 2;
        return 0;
      }
    `);
      expect(await each([95, 85, 75, 5], (k) => seen(grade!(F(k))))).toEqual([
        'int32 4',
        'int32 3',
        'int32 2',
        'int32 0',
      ]);
    });
  });
});
