import * as tf from '@tensorflow/tfjs-core';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { graph, UseGraphError } from '../../runtime/index.js';
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
