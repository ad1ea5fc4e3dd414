import * as tf from '@tensorflow/tfjs-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { graphOf, runFunctionsEagerly } from '../../runtime/index.js';
import { compile } from '../support/compile.js';
import { executors, expectNoLeak, useCpu, useWebGPU } from '../support/index.js';

const program = (source: string, scope: Readonly<Record<string, unknown>> = {}) =>
  compile(
    `import * as tf from '@tensorflow/tfjs-core';
     import { range, runFunctionsEagerly } from 'use-graph';\n${source}`,
    scope,
  );

const values = async (result: unknown) => Array.from(await ((await result) as tf.Tensor).data());

const settle = `
  export async function settle(x) {
    "use graph";
    while (tf.sum(x) > 1) x = x / 2;
    return x;
  }
`;

afterEach(() => runFunctionsEagerly(false));

describe.each(executors)('running eagerly, on $backend', ({ start }) => {
  beforeAll(start);

  it('can be turned on and off between calls, also while one runs', async () => {
    const v = tf.variable(tf.scalar(0));
    const { count, slow } = await program(
      `
      export function count(x) { "use graph"; v.assign(v + x); return v * 1; }
      export async function slow(x) { "use graph"; for (const _ of range(3)) x = x * 2; return x; }
      `,
      { v },
    );
    const given = [1, 10, 100, 1000].map((x) => tf.scalar(x));
    const results: number[][] = [];
    for (const [index, x] of given.entries()) {
      runFunctionsEagerly(index % 2 === 1);
      const waiting = slow!(x);
      runFunctionsEagerly(index % 2 === 0);
      results.push(await values(count!(x)), await values(waiting));
    }
    runFunctionsEagerly(false);
    expect(results).toEqual([[1], [8], [11], [80], [111], [800], [1111], [8000]]);
    expect([graphOf(count!).tracingCount, graphOf(slow!).tracingCount]).toEqual([1, 1]);
    v.dispose();
  });

  it('leaves no tensor that the eager program would not', async () => {
    const { f } = await program('export function f(x) { "use graph"; return x * 2; }');
    const x = tf.scalar(3);
    runFunctionsEagerly(true);
    await expectNoLeak(() => tf.tidy(() => void f!(x)));
  });

  it('turned on in a function that is being traced, changes the calls after it', async () => {
    const { f, g } = await program(`
      export function g(x) { "use graph"; return x + 1; }
      export function f(x) { "use graph"; runFunctionsEagerly(true); return g(x) * 2; }
    `);
    expect(await values(f!(tf.scalar(1)))).toEqual([4]);
    expect(await values(g!(tf.scalar(1)))).toEqual([2]);
    expect(graphOf(f!).tracingCount).toBe(1);
  });
});

/** What a graph does and an eager run of staged code cannot, which must not look like an exception of the program's. */
const unable: readonly [name: string, code: string, body: string][] = [
  ['a condition', 'synchronous-read', 'if (tf.sum(x) > 0) x = x * 2; return x;'],
  [
    'a condition in a try, whose handler does not run',
    'synchronous-read',
    'try { if (tf.sum(x) > 0) x = x * 2; } catch { seen.push(1); x = x * 0; } return x;',
  ],
  [
    'a condition in a function that is not staged',
    'synchronous-read',
    'return careful(() => { if (tf.sum(x) > 0) return x * 2; return x; });',
  ],
  [
    'a handler that throws another error',
    'synchronous-read',
    'return renaming(() => { if (tf.sum(x) > 0) return x * 2; return x; });',
  ],
  [
    'a loop that its finalizer would begin again',
    'synchronous-read',
    'for (;;) { try { if (tf.sum(x) > 0) return x; } finally { continue; } }',
  ],
  ['positions', 'await-in-eager-run', 'return await tf.whereAsync(x > 0);'],
  [
    'a promise in a try',
    'await-in-eager-run',
    'try { return await tf.booleanMaskAsync(x, x > 0); } catch { seen.push(1); return x; }',
  ],
  ['elements', 'await-in-eager-run', 'return (await tf.neg(x).data())[0];'],
];

describe('running eagerly on webgpu, what needs elements at once', () => {
  beforeAll(useWebGPU);

  it.each(unable)('is refused, whatever catches it: %s', async (_, code, body) => {
    const seen: unknown[] = [];
    const careful = (run: () => unknown) => {
      try {
        return run();
      } catch {
        return tf.scalar(-1);
      }
    };
    const renaming = (run: () => unknown) => {
      try {
        return run();
      } catch (cause) {
        throw new Error('It failed.', { cause });
      }
    };
    const { f } = await program(
      `export async function f(x) { "use graph"; ${body} }
       export async function g(x) { "use graph"; return f(x); }`,
      { seen, careful, renaming },
    );
    runFunctionsEagerly(true);
    const x = tf.neg(tf.ones([4]));
    await expect(f!(x)).rejects.toMatchObject({ code });
    expect(seen).toEqual([]);
    const { plus } = await program('export function plus(x) { "use graph"; return x + 1; }');
    expect(await values(plus!(x))).toEqual([0, 0, 0, 0]);
  });
});

describe('running eagerly on cpu', () => {
  beforeAll(useCpu);

  it('waits for elements, which are there', async () => {
    const { f, later, promised } = await program(
      `export async function f(x) {
         "use graph";
         const [first] = await x.data();
         const rows = await tf.neg(x).array();
         const [a, b] = await Promise.all([x.data(), (x * 2).array()]);
         return [first, rows, Array.from(a), b, await x.data().then((each) => each[1])];
       }
       export async function later(x) { "use graph"; return x.data(); }
       export function promised(x) { "use graph"; return x.data(); }`,
    );
    runFunctionsEagerly(true);
    const x = tf.tensor1d([1, 2]);
    expect(await f!(x)).toEqual([1, [-1, -2], [1, 2], [2, 4], 2]);
    expect(Array.from((await later!(x)) as Float32Array)).toEqual([1, 2]);
    expect(promised!(x)).toBeInstanceOf(Promise);
  });

  it('cannot wait for anything else, and says so', async () => {
    const { f } = await program(
      `export async function f(x) {
         "use graph";
         try { return x * (await new Promise((done) => setTimeout(() => done(3), 1))); } catch { return x; }
       }`,
    );
    runFunctionsEagerly(true);
    await expect(f!(tf.scalar(1))).rejects.toThrow(/runs eagerly.*cannot wait/);
  });
});

describe('several backends in one process', () => {
  beforeAll(async () => {
    await useWebGPU();
    await useCpu();
  });

  it('run one trace, each with constants of its own', async () => {
    const { f } = await program(
      'export function f(x) { "use graph"; return x * tf.tensor1d([1, 10]) + 1; }',
    );
    for (const backend of ['cpu', 'webgpu', 'cpu', 'webgpu']) {
      await tf.setBackend(backend);
      expect(await values(f!(tf.tensor1d([2, 3]))), backend).toEqual([3, 31]);
    }
    expect(graphOf(f!).tracingCount).toBe(1);
  });

  it('have their tensors and variables moved where a call can wait for that', async () => {
    await tf.setBackend('cpu');
    const v = tf.variable(tf.tensor1d([1, 2]));
    const captured = tf.tensor1d([3, 4]);
    const { f, g } = await program(
      `
      export async function f(x) { "use graph"; v.assign(v + x); return v + captured; }
      export function g(x) { "use graph"; return v * x; }
      `,
      { v, captured },
    );
    const results: number[][] = [];
    for (const backend of ['cpu', 'webgpu', 'cpu', 'webgpu', 'cpu']) {
      await tf.setBackend(backend);
      results.push(await values(f!(tf.tensor1d([1, 1]))));
    }
    expect(results).toEqual([5, 6, 7, 8, 9].map((first) => [first, first + 2]));
    await tf.setBackend('webgpu');
    await values(f!(tf.tensor1d([1, 1])));
    await tf.setBackend('cpu');
    expect(() => g!(tf.tensor1d([1, 1]))).toThrow(/input-needs-async/);
    expect(await values(f!(tf.tensor1d([1, 1])))).toEqual([11, 13]);
    expect(await values(g!(tf.tensor1d([1, 1])))).toEqual([8, 9]);
    tf.dispose([v, captured]);
  });

  it('may be changed while an asynchronous call runs', async () => {
    await tf.setBackend('webgpu');
    const { settle: f } = await program(settle);
    const onWebGPU = f!(tf.tensor1d([3, 5]));
    await tf.setBackend('cpu');
    const onCpu = f!(tf.tensor1d([30, 50]));
    expect(await Promise.all([values(onWebGPU), values(onCpu)])).toEqual([
      [0.375, 0.625],
      [0.234375, 0.390625],
    ]);
    expect(tf.getBackend()).toBe('cpu');
  });
});
