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
