import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useCpu } from '../support/backends.js';
import { compile } from '../support/compile.js';

const source = `
  export let traces = 0;

  function count() {
    'use no graph';
    traces++;
  }

  export function shortest(n, far) {
    'use graph';
    const d = [[0, far, 1], [far, 0, 3], [2, 1, far * 2]];
    for (let k = 0; k < n; k++)
      for (let i = 0; i < n; i++)
        for (let j = 0; j < n; j++) {
          count();
          if (d[i][k] + d[k][j] < d[i][j]) d[i][j] = d[i][k] + d[k][j];
        }
    return d.flat();
  }
`;

interface Module {
  readonly traces: number;
  shortest(n: tf.Tensor, far: tf.Tensor): tf.Tensor[];
}

describe('loops in loops', () => {
  beforeAll(useCpu);

  it('are traced twice each where they write an array: to find what they write, and with that', async () => {
    const module = await compile<Module>(source);
    const found = module.shortest(tf.scalar(3, 'int32'), tf.scalar(9.5));
    expect(module.traces).toBe(8);
    expect(found.map((distance) => distance.dataSync()[0])).toEqual([0, 2, 1, 5, 0, 3, 2, 1, 3]);
  });
});
