import * as tf from '@tensorflow/tfjs-core';
import { transformSync } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { compileEager, stage } from '../support/compile.js';
import { executors } from '../support/index.js';

/* What runs where a class is defined, before any trace, may put functions into what it is given: they run in a trace later. */

type F = (a: unknown, b: unknown) => Promise<unknown> | unknown;

const programs: Record<string, string> = {
  'a function that gives an object a method': `
    function install(o: any) { o.step = (x: number) => (x > 0 ? x * 2 : -x); }
    const model: any = {}; install(model);
    export async function f(a: number, b: number) { "use graph"; return [model.step(a), model.step(b)]; }`,
  'a decorator of a method': `
    const twice = (_t: any, _k: string, d: any) => {
      const inner = d.value;
      d.value = function (this: any, x: number) { const y = inner.call(this, x); return y > 3 ? y : y * 2; };
    };
    class M { base = 1; @twice step(x: number) { if (x > 0) this.base += x; return this.base; } }
    export async function f(a: number, b: number) { "use graph"; const m = new M(); return [m.step(a), m.step(b), m.base]; }`,
  'a decorator with an argument': `
    function bound(scale: number) {
      return function (_t: any, _k: string, d: any) {
        const inner = d.value;
        d.value = function (x: number) { const y = inner.apply(this, [x]); if (y > 3) return y; return y * scale; };
      };
    }
    class M { base = 1; @bound(3) step(x: number) { if (x > 0) this.base += x; return this.base; } @bound(2) static s(x: number) { return x > 0 ? x : 0; } }
    export async function f(a: number, b: number) { "use graph"; const m = new M(); return [m.step(a), m.step(b), M.s(a)]; }`,
  'a decorator of a class': `
    function logged(C: any) { return class extends C { step(x: any) { const y = super.step(x); return y > 2 ? y : y + 10; } } as any; }
    @logged class M { base = 1; step(x: number) { if (x > 0) this.base += x; return this.base; } }
    export async function f(a: number, b: number) { "use graph"; const m = new M(); return [m.step(a), m.step(b)]; }`,
};

function compiled(text: string): string {
  const tsconfigRaw = { compilerOptions: { experimentalDecorators: true } };
  return transformSync(text, { loader: 'ts', target: 'es2022', tsconfigRaw }).code;
}

async function numbersOf(results: unknown): Promise<number[]> {
  return Promise.all(
    (results as (tf.Tensor | number)[]).map(async (x) =>
      x instanceof tf.Tensor ? (await x.data())[0]! : x,
    ),
  );
}

describe.each(executors)('functions put into what a function is given, on $backend', (executor) => {
  beforeAll(executor.start);

  test.each(Object.entries(programs))('%s', async (_, source) => {
    const plain = compiled(source.replace('"use graph";', ''));
    const expected = (await compileEager<{ f: F }>(plain)).f;
    const { f } = await compileEager<{ f: F }>(compiled(stage(source, 'program.ts')));
    for (const [a, b] of [
      [2, 3],
      [-1, 0.5],
    ] as const) {
      const results = await f(tf.scalar(a), tf.scalar(b));
      expect(await numbersOf(results)).toEqual(await expected(a, b));
    }
  });
});
