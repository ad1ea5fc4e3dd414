import * as tf from '@tensorflow/tfjs-core';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { graph, UseGraphError } from '../../runtime/index.js';
import { compile } from '../support/compile.js';
import { useCpu } from '../support/index.js';

describe('a warning of the runtime', () => {
  beforeAll(useCpu);
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  function retrace(): void {
    const f = graph((x: tf.Tensor, step: number) => tf.mul(x, step));
    for (let step = 0; step < 6; step++) f(tf.scalar(1), step).dispose();
  }

  it('is a warning', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    retrace();
    expect(warn.mock.calls.map(String).join()).toMatch(/use-graph: 5 out of .*\[retracing\]/s);
    expect(warn.mock.calls.map(String).join()).toContain(
      'which is slow. The latest was for step=4, and the one before for step=3.\n',
    );
  });

  it.each(['environment', 'global'])('is an error where USE_GRAPH_STRICT is set: %s', (where) => {
    if (where === 'environment') vi.stubEnv('USE_GRAPH_STRICT', '1');
    else vi.stubGlobal('USE_GRAPH_STRICT', true);
    expect(retrace).toThrow(UseGraphError);
    expect(retrace).toThrow('[retracing]');
  });

  it.each(['', '0', 'false'])('is none where it is set to %o', (value) => {
    vi.stubEnv('USE_GRAPH_STRICT', value);
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    expect(retrace).not.toThrow();
  });
});

it('a warning of traces does not tell of arguments that are the same', async () => {
  await useCpu();
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const f = graph((x: tf.Tensor, step: number) => tf.mul(x, step));
  for (let size = 1; size < 6; size++) f(tf.ones([size]), 2).dispose();
  expect(warn.mock.calls.map(String).join()).toContain(
    'The latest was for x: TensorSpec(shape=[5], dtype=float32), and the one before for x: TensorSpec(shape=[4], dtype=float32).\n',
  );
  vi.restoreAllMocks();
});

it.each<[string, (step: number) => unknown, string]>([
  ['a function', () => (x: tf.Tensor) => tf.neg(x), 'another by than the one before.'],
  [
    'an object of a class',
    () => ({ rates: [new (class Rate {})()] }),
    'another by.rates[0] than the one before.',
  ],
])('a warning of traces tells which argument is another: %s', async (_, made, told) => {
  await useCpu();
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const f = graph((x: tf.Tensor, by: unknown) => (by === null ? x : tf.neg(x)));
  for (let step = 1; step < 6; step++) f(tf.scalar(1), made(step)).dispose();
  expect(String(warn.mock.calls[0])).toContain(`The latest was for ${told}`);
  expect(String(warn.mock.calls[0])).toContain('make them once, and pass the same');
  vi.restoreAllMocks();
});

it('a warning of traces advises only what would help', async () => {
  await useCpu();
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const [byValue, bySize] = [0, 1].map(() => graph((x: tf.Tensor, n: number) => tf.mul(x, n)));
  for (let step = 1; step < 6; step++) {
    byValue!(tf.scalar(1), step).dispose();
    bySize!(tf.ones([step]), 2).dispose();
  }
  const [ofValues, ofSizes] = warn.mock.calls.map(String);
  expect(ofValues).toMatch(/pass tensors, such as tf\.scalar\(n\)\)\. \[/);
  expect(ofSizes).toMatch(
    /\n {2}It happens where tensors have ever new shapes \(give an inputSignature/,
  );
  vi.restoreAllMocks();
});

describe('a graph function that is made anew for each call', () => {
  const made = `
    export function component(x, scale) {
      const predict = (x) => { "use graph"; return x * scale; };
      return [predict(x), ...(scale === 0 ? [predict(x)] : [])];
    }
    class Model {
      predict(x) { "use graph"; return x * this.scale; }
      scale = 2;
    }
    export const method = (x) => [new Model().predict(x)];`;

  it.each(['component', 'method'])('is warned of, once: %s', async (name) => {
    await useCpu();
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const module = await compile(made, {}, `${name}.js`);
    for (let call = 0; call < 45; call++) module[name]!(tf.scalar(1), call + 1);
    expect(warn.mock.calls.map(String)).toEqual([
      expect.stringMatching(
        /^use-graph: The latest 20 calls of predict were of a new function each.*\n {4}at (?:component\.js:3:23|method\.js:7:7)\n.*once, and pass/s,
      ),
    ]);
    vi.restoreAllMocks();
  });

  it('may be called again', async () => {
    await useCpu();
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const module = await compile(made, {}, 'again.js');
    for (let call = 0; call < 45; call++) module.component!(tf.scalar(1), call % 10);
    expect(warn).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });
});
