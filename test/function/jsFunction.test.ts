import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  graph,
  graphOf,
  jsFunction,
  runFunctionsEagerly,
  tensorSpec,
} from '../../runtime/index.js';
import { compile } from '../support/compile.js';
import { executors, expectNoLeak, useCpu, useWebGPU } from '../support/index.js';

const imports = `
  import * as tf from '@tensorflow/tfjs-core';
  import { assert, graph, jsFunction, print, range, tensorSpec } from 'use-graph';
`;

const program = (source: string, scope: Readonly<Record<string, unknown>> = {}) =>
  compile(imports + source, scope);

const values = async (result: unknown) => Array.from(await ((await result) as tf.Tensor).data());

describe.each(executors)('jsFunction on $backend', ({ start }) => {
  beforeAll(start);

  it('is called at every execution with real tensors, and gives tensors back', async () => {
    const { f } = await program(`
      export async function f(x) {
        "use graph";
        const [twice, label] = await jsFunction((value, factor) => {
          const [first] = value.dataSync();
          return [tf.mul(value, factor), first > 1 ? 1 : 0];
        }, [x, 2], [tensorSpec([null]), tensorSpec([], 'int32')]);
        return { twice: twice + 1, label };
      }
    `);
    const results = [];
    for (const x of [1, 2, 3]) {
      const { twice, label } = (await f!(tf.tensor1d([x, 0]))) as Record<string, tf.Tensor>;
      results.push([await values(twice), label!.dtype, await values(label)]);
    }
    expect(results).toEqual([
      [[3, 1], 'int32', [0]],
      [[5, 1], 'int32', [1]],
      [[7, 1], 'int32', [1]],
    ]);
    expect(graphOf(f!).tracingCount).toBe(1);
  });

  it('is awaited where it is asynchronous, in the order of the program', async () => {
    const lines: string[] = [];
    const { f } = await program(
      `
      const named = async (x) => { lines.push('read ' + (await x.data())[0]); return x; };
      export async function f(x) {
        "use graph";
        jsFunction(() => { lines.push('begin'); }, []);
        for (const i of range(3)) {
          x = x + await jsFunction(async (value, index) => {
            await new Promise((resolve) => setTimeout(resolve, 1));
            lines.push('step ' + (await index.data())[0]);
            return value;
          }, [x, i], tensorSpec([]));
        }
        if (x > 5) await jsFunction(named, [x], tensorSpec([]));
        else jsFunction(() => lines.push('not'), []);
        return x;
      }
    `,
      { lines },
    );
    expect(await values(f!(tf.scalar(1)))).toEqual([8]);
    expect(lines).toEqual(['begin', 'step 0', 'step 1', 'step 2', 'read 8']);
    lines.length = 0;
    expect(await values(f!(tf.scalar(0.5)))).toEqual([4]);
    expect(lines.at(-1)).toBe('not');
    runFunctionsEagerly(true);
    try {
      lines.length = 0;
      if (tf.getBackend() === 'cpu') {
        const { eager } = await program(
          `
          async function pause(x) { await null; lines.push('eager'); return x; }
          export async function eager(x) { "use graph"; return jsFunction(pause, [x], tensorSpec([])); }
        `,
          { lines },
        );
        expect(await values(eager!(tf.scalar(2)))).toEqual([2]);
        expect(lines).toEqual(['eager']);
      }
    } finally {
      runFunctionsEagerly(false);
    }
  });

  it('is ordered among prints, and never left out', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    const { f } = await program(`
      export async function f(x) {
        "use graph";
        print('a', x);
        jsFunction(() => console.log('b'), []);
        jsFunction(() => 1, [], tensorSpec([]));
        print('c');
        jsFunction(() => console.log('d'), []);
      }
    `);
    try {
      await f!(1);
      await f!(1);
      const lines = log.mock.calls.map((line) => line.join(' '));
      expect(lines).toEqual(['a 1', 'b', 'c', 'd', 'a 1', 'b', 'c', 'd']);
    } finally {
      log.mockRestore();
    }
  });

  it('checks what is returned', async () => {
    const { f } = await program(`
      const returned = { shape: 1, nothing: undefined, text: 'a', dtype: tf.tensor1d([1, 2], 'int32') };
      export async function f(x, wrong) {
        "use graph";
        if (wrong === 'structure') return jsFunction(() => 1, [], [tensorSpec([2])]);
        if (wrong === 'a text') return jsFunction(() => '3', [], tensorSpec([]));
        if (wrong === 'texts') return jsFunction(() => ['a', 'b'], [], tensorSpec([2]));
        return jsFunction(() => returned[wrong], [], tensorSpec([2]));
      }
    `);
    for (const wrong of ['shape', 'nothing', 'text', 'dtype', 'structure', 'a text', 'texts']) {
      await expect(f!(tf.scalar(1), wrong), wrong).rejects.toMatchObject({
        code: 'js-function-result',
      });
    }
  });

  it('keeps the errors of the function, which say where it was called', async () => {
    const { f, g } = await program(`
      class Refused extends RangeError { constructor(text) { super(text); this.extra = 7; } }
      function check(x) {
        jsFunction((value) => { throw new Refused('too much'); }, [2]);
        return x;
      }
      export function f(x) { "use graph"; return check(x * 2); }
      export async function g(x) {
        "use graph";
        await jsFunction(async () => { await null; throw new Refused('later'); }, []);
        return x;
      }
    `);
    for (let call = 0; call < 2; call++) {
      expect(() => f!(tf.scalar(1))).toThrow(
        expect.objectContaining({
          message: 'too much',
          extra: 7,
          stack: expect.stringMatching(/check \(program\.js:\d+:\d+\)[\s\S]*f \(program\.js/),
        }),
      );
      await expect(g!(tf.scalar(1))).rejects.toMatchObject({
        message: 'later',
        stack: expect.stringMatching(/g \(program\.js:\d+:\d+\)/),
      });
    }
  });

  it('refuses a gradient through it, and lets one pass beside it', async () => {
    const { f, g } = await program(
      `
      const square = (x) => x * jsFunction((value) => value.clone(), [x], tensorSpec([]));
      export async function f(x) { "use graph"; return tf.grad(square)(x); }
      export async function g(x) {
        "use graph";
        return tf.grad((y) => {
          for (const i of range(2)) { jsFunction(() => calls.push(1), []); y = y * y; }
          return y;
        })(x);
      }
    `,
      { calls },
    );
    await expect(f!(tf.scalar(3))).rejects.toThrow(/gradient-of-js-function/);
    calls.length = 0;
    expect(await values(g!(tf.scalar(2)))).toEqual([32]);
    expect(calls).toHaveLength(2);
  });
});

const calls: number[] = [];

describe('jsFunction', () => {
  it('lends what it is given, and frees what it makes', async () => {
    await useCpu();
    const kept: tf.Tensor[] = [];
    const f = graph((x: tf.Tensor) =>
      jsFunction(
        (value: tf.Tensor) => {
          if (kept.length === 0) kept.push(value);
          else value.dispose();
          return tf.square(value.isDisposed ? kept[0]! : value);
        },
        [x],
        tensorSpec([]),
      ),
    );
    const x = tf.scalar(3);
    f(x).dispose();
    await expectNoLeak(() => f(x).dispose());
    expect(await values(kept[0])).toEqual([9 / 3]);
  });

  it('is called at once outside of a graph, and refuses a gradient there too', async () => {
    await useCpu();
    const twice = (x: tf.Tensor) =>
      jsFunction((value: tf.Tensor) => tf.mul(value, 2), [x], tensorSpec([]));
    expect(await values(twice(tf.scalar(2)))).toEqual([4]);
    expect(await values(jsFunction(async () => 5, [], tensorSpec([])))).toEqual([5]);
    expect(() => tf.grad(twice)(tf.scalar(2))).toThrow(/gradient-of-js-function/);
    expect(() => tf.grad(graph(twice))(tf.scalar(2))).toThrow(/gradient-of-js-function/);
  });

  it('in a synchronous call is refused where the backend cannot be read so, or a promise comes', async () => {
    await useWebGPU();
    let called = 0;
    const count = () => {
      called++;
    };
    const f = graph((x: tf.Tensor) => {
      jsFunction(count, [x]);
      return x;
    });
    expect(() => f(tf.scalar(1))).toThrow(/js-function-needs-async/);
    expect(called).toBe(0);
    const ofConstants = graph((x: tf.Tensor) => {
      jsFunction(
        (one: tf.Tensor) => {
          called += one.dataSync()[0]!;
        },
        [1],
      );
      return x;
    });
    ofConstants(tf.scalar(1));
    expect(called).toBe(1);
    await useCpu();
    f(tf.scalar(1));
    expect(called).toBe(2);
    const later = graph((x: tf.Tensor) => {
      jsFunction(async () => {}, [x]);
      return x;
    });
    expect(() => later(tf.scalar(1))).toThrow(/js-function-needs-async/);
  });

  it.each([
    ['return jsFunction((v) => v.dataSync()[0] + 1, [x]) * 2;'],
    ['const y = jsFunction((v) => v, [x]); return tf.add(x, y);'],
    ['let y = 1; if (x > 0) y = jsFunction((v) => v, [x]); return y + 1;'],
  ])('gives nothing to use without a third argument: %s', async (body) => {
    await useCpu();
    const { f } = await compile(
      `import * as tf from '@tensorflow/tfjs-core';
       import { jsFunction } from 'use-graph';
       export function f(x) { "use graph"; ${body} }`,
    );
    expect(() => f!(tf.scalar(1))).toThrow(/no third argument.*\[wrong-argument\]/s);
  });

  it('may be awaited and passed on without a third argument', async () => {
    await useCpu();
    const { f } = await compile(
      `import { jsFunction, tensorSpec } from 'use-graph';
       const seen = [];
       const note = (v) => jsFunction((value) => seen.push(value.dataSync()[0]), [v]);
       export async function f(x) {
         "use graph";
         await Promise.all([note(x), note(x + 1)]);
         if (x > 0) await note(x + 2);
         return jsFunction(() => seen.length, [], tensorSpec([]));
       }`,
    );
    const count = (await f!(tf.scalar(1))) as tf.Tensor;
    expect(await count.data()).toEqual(Float32Array.of(3));
  });

  it('tells of a result that is another than was said', async () => {
    await useCpu();
    const f = graph((x: tf.Tensor) => jsFunction((v: tf.Tensor) => v, [x], tensorSpec([2])));
    expect(() => f(tf.scalar(1))).toThrow(
      /^What the function, called by jsFunction\(\), returns is not what its third argument says/,
    );
  });

  it('in an eager run may be asynchronous where nothing waits for what it gives', async () => {
    await useCpu();
    const seen: number[] = [];
    const { f, g, h } = await compile(
      `import { jsFunction, tensorSpec } from 'use-graph';
       export async function f(x) {
         "use graph";
         jsFunction(async (value) => { seen.push((await value.data())[0]); }, [x]);
         return x + 1;
       }
       export async function g(x) {
         "use graph";
         return jsFunction(async () => 5, [], tensorSpec([])) + x;
       }
       export async function h(x) {
         "use graph";
         return await jsFunction(async () => 5, [], tensorSpec([])) + x;
       }`,
      { seen },
    );
    runFunctionsEagerly(true);
    try {
      expect(await values(await f!(tf.scalar(2)))).toEqual([3]);
      for (const [use, line] of [
        [g!, 9],
        [h!, 13],
      ] as const) {
        await expect(use(tf.scalar(2))).rejects.toThrow(
          RegExp(`returned a promise.*runs eagerly.*js:${line}.*js-function-needs-async`, 's'),
        );
      }
    } finally {
      runFunctionsEagerly(false);
    }
    expect(seen).toEqual([2]);
    expect(await values(await g!(tf.scalar(2)))).toEqual([7]);
  });
});
