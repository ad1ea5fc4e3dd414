import * as tf from '@tensorflow/tfjs-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { graphOf, runFunctionsEagerly } from '../../runtime/index.js';
import { compile } from '../support/compile.js';
import { executors } from '../support/index.js';

/* `import()` in an asynchronous graph function: the call begins again when the module is there. */

type F = (x: tf.Tensor) => Promise<tf.Tensor>;

/** What programs give for 3 and for -3; the modules are those that a compiled test module can have. */
const programs: Record<string, readonly [body: string, ofThree: number, ofMinusThree: number]> = {
  'taken apart': [
    `const { square: s } = await import('@tensorflow/tfjs-core'); return x > 0 ? s(x) : x;`,
    9,
    -3,
  ],
  'as a whole, twice': [
    `const t = await import('@tensorflow/tfjs-core'); const u = await import('use-graph'); return t.sum(t.stack([typeof u.range === 'function' ? x : -x, x]));`,
    6,
    -6,
  ],
  'in a branch': [
    `if (x > 0) { const t = await import('@tensorflow/tfjs-core'); return t.square(x); } return x;`,
    9,
    -3,
  ],
  'in a loop': [
    `for (let i = 0; i < 3; i++) { const t = await import('@tensorflow/tfjs-core'); if (x > 5) break; x = t.add(x, i); } return x;`,
    6,
    0,
  ],
  'in a function that staged code calls': [
    `const t = await load(); return (await squared(x)) + t.abs(x);`,
    12,
    12,
  ],
  'with then': [`return import('@tensorflow/tfjs-core').then((t) => t.square(x));`, 9, 9],
  'among several': [
    `const [t, u] = await Promise.all([import('@tensorflow/tfjs-core'), import('use-graph')]); return typeof u.range === 'function' ? t.square(x) : x;`,
    9,
    9,
  ],
  'that fails': [
    `let y = x; try { const m = await import('nowhere'); y = m.g(x); } catch (e) { y = x * 2; } return y;`,
    6,
    -6,
  ],
};

const moduleOf = (body: string) => `
const load = () => import('@tensorflow/tfjs-core');
async function squared(x) { const t = await import('@tensorflow/tfjs-core'); return t.square(x); }
export async function f(x) { "use graph"; ${body} }`;

describe.each(executors)('$backend', ({ backend, start }) => {
  beforeAll(start);
  afterEach(() => runFunctionsEagerly(false));

  describe.each(Object.entries(programs))('%s', (_, [body, ofThree, ofMinusThree]) => {
    const check = async (f: F) => {
      for (const [given, wanted] of [
        [3, ofThree],
        [-3, ofMinusThree],
      ] as const) {
        const result = await f(tf.scalar(given));
        expect((await result.data())[0]).toBeCloseTo(wanted, 4);
      }
    };

    it('in a graph, which is traced once', async () => {
      const { f } = await compile<{ f: F }>(moduleOf(body));
      const before = tf.memory().numTensors;
      const both = await Promise.all([f(tf.scalar(3)), f(tf.scalar(3))]);
      for (const one of both) expect((await one.data())[0]).toBeCloseTo(ofThree, 4);
      tf.dispose(both);
      expect(tf.memory().numTensors).toBe(before + 2);
      await check(f);
      expect(graphOf(f).tracingCount).toBe(1);
    });

    it.runIf(backend === 'cpu')('op by op', async () => {
      runFunctionsEagerly(true);
      await check((await compile<{ f: F }>(moduleOf(body))).f);
    });
  });

  it('what was done before is done once', async () => {
    const v = tf.variable(tf.scalar(0));
    const { f } = await compile<{ f: F }>(
      moduleOf(
        `v.assign(v + 1); const t = await import('@tensorflow/tfjs-core'); return t.mul(x, v);`,
      ),
      { v },
    );
    const result = await f(tf.scalar(5));
    expect([(await v.data())[0], (await result.data())[0]]).toEqual([1, 5]);
    if (backend !== 'cpu') return;
    runFunctionsEagerly(true);
    const { f: again } = await compile<{ f: F }>(
      moduleOf(`v.assign(v + 1); await import('@tensorflow/tfjs-core'); return x;`),
      { v },
    );
    await expect(again(tf.scalar(5))).rejects.toThrow(
      /module is imported .* after a variable has been assigned/,
    );
  });

  it('a function that cannot wait is refused', async () => {
    const { g } = await compile<{ g: F }>(
      `export function g(x) { "use graph"; return h(x); } async function h(x) { const t = await import('@tensorflow/tfjs-core'); return t.square(x); }`,
    );
    expect(() => g(tf.scalar(5))).toThrow(/A promise is awaited in a graph function/);
  });
});
