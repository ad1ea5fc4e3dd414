import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { compileEager, stage } from './compile.js';
import { useCpu } from './index.js';

const source = `
  import * as tf from '@tensorflow/tfjs-core';
  export function double(x: Tensor): Tensor { "use graph"; return factor > 1 ? tf.mul(x, factor) : x; }
`;

describe('compiling a module for a test', () => {
  beforeAll(useCpu);

  it('evaluates it with the imports of the test and names from its scope', async () => {
    const { double } = await compileEager<{ double: (x: tf.Tensor) => tf.Tensor }>(
      source,
      { factor: 2 },
      'double.ts',
    );
    const doubled = double(tf.scalar(4));
    expect(doubled).toBeInstanceOf(tf.Tensor);
    expect(doubled.arraySync()).toBe(8);
  });

  it('fails where there is nothing to stage or no such module', async () => {
    expect(() => stage('export const x = 1;')).toThrow('nothing to stage');
    await expect(compileEager("import 'elsewhere';")).rejects.toThrow("cannot import 'elsewhere'");
  });

  it('stages marked functions', () => {
    expect(stage(source, 'double.ts')).toContain('use-graph/staged');
  });
});
