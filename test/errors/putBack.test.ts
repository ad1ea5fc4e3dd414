import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, expect, test } from 'vitest';
import { compile } from '../support/compile.js';
import { useCpu } from '../support/index.js';

beforeAll(useCpu);

test('what called functions changed before an error is as it was', async () => {
  const { inBranch, inLoop, state } = await compile(`
    const counter = { n: 0, log: [], bump(v) { this.n = v; this.log.push(v); JSON.parse('{'); } };
    let total = 0;
    const add = (v) => { total += v; null.x; };
    export function inBranch(x) { "use graph"; if (x > 0) counter.bump(x); return x; }
    export function inLoop(x) { "use graph"; for (let i = 0; i < x; i++) add(i); return x; }
    export function state() { return [counter.n, counter.log.length, total]; }
  `);
  const x = tf.scalar(1);
  const before = tf.memory().numTensors;
  for (let attempt = 0; attempt < 2; attempt++) {
    expect(() => inBranch!(x)).toThrow(SyntaxError);
    expect(() => inLoop!(x)).toThrow(TypeError);
    expect(state!()).toEqual([0, 0, 0]);
  }
  expect(tf.memory().numTensors).toBe(before);
  x.dispose();
});
