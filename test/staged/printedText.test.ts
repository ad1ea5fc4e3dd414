import * as tf from '@tensorflow/tfjs-core';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { allPrinted } from '../../runtime/interpret/print.js';
import { executors } from '../support/index.js';
import { programOf } from './compare.js';

afterEach(() => vi.restoreAllMocks());

describe.each(executors)('$backend', ({ start }) => {
  beforeAll(start);

  it('shows the tensors in a template literal that print() is given, at every execution', async () => {
    const f = await programOf(`
      export async function f(x, v) {
        "use graph";
        let n = 0;
        while (x > 1) { x /= 2; n++; print(\`step \${n}: \${x}\`); }
        const kind = n > 1 ? 'many' : 'few';
        print(\`\${kind} steps\`, { n }, \`v is \${v}, \${v.length} elements\`);
        return n;
      }
    `);
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    const args = [tf.scalar(3), tf.tensor1d([1, 2])];
    for (let call = 0; call < 2; call++) {
      log.mockClear();
      await (await (f(...args) as Promise<tf.Tensor>)).data();
      await allPrinted();
      expect(log.mock.calls.flat()).toEqual([
        'step 1: 1.5',
        'step 2: 0.75',
        "many steps {'n': 2} v is [1 2], 2 elements",
      ]);
    }
  });

  it('names the place of a tensor in the text that another function is given', async () => {
    const f = await programOf(`
      const lengthOf = (text) => text.length;
      export function f(x) {
        "use graph";
        return lengthOf(
          \`x is \${x}\`);
      }
    `);
    expect(() => f(tf.scalar(1))).toThrow(/text of float32\[\].*program\.js:9:19/s);
  });
});
