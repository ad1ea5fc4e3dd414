import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { settled } from '../programs/results.js';
import { compile } from '../support/compile.js';
import { executors } from '../support/index.js';

const meter = `
  export class Meter {
    constructor(v) { this.v = v; }
    get value() { return this.v > 1 ? this.v : 1; }
    set value(v) { this.v = v * 2; }
  }
  export const gauge = (v) => ({
    v,
    get value() { return this.v > 1 ? this.v : 1; },
    set value(v) { this.v = v * 2; },
  });
  export function made(x) { "use graph"; return new Meter(x).value + gauge(x).value; }
`;

const program = `
  export async function branch(x) {
    "use graph";
    const meter = new Meter(x);
    if (x > 0) meter.value += 1;
    return [meter.value, meter.v];
  }
  export async function loop(x) {
    "use graph";
    const meter = new Meter(x);
    while (meter.value < 20) meter.value += 1;
    return [meter.value, meter.v];
  }
  export async function decided(x) {
    "use graph";
    const made = gauge(x);
    if (x > 0) made.value += 1;
    return [made.value, made.v];
  }
  export async function given(meter, x) {
    "use graph";
    if (x > 5) meter.value = 3;
    return meter.v;
  }
`;

interface Programs {
  branch(x: tf.Tensor): Promise<unknown>;
  loop(x: tf.Tensor): Promise<unknown>;
  decided(x: tf.Tensor): Promise<unknown>;
  given(meter: object, x: tf.Tensor): Promise<unknown>;
}

describe.each(executors)(
  'a setter of a class of another module runs once on $backend',
  ({ start }) => {
    beforeAll(start);

    it('in a branch, in a loop, of an argument', async () => {
      const { Meter, gauge } = await compile<{
        Meter: new (v: unknown) => object;
        gauge(v: unknown): object;
      }>(meter);
      const { branch, loop, decided, given } = await compile<Programs>(program, { Meter, gauge });
      expect(await settled(await decided(tf.scalar(3)))).toEqual([8, 8]);
      expect(await settled(await decided(tf.scalar(-3)))).toEqual([1, -3]);
      expect(await settled(await branch(tf.scalar(3)))).toEqual([8, 8]);
      expect(await settled(await branch(tf.scalar(-3)))).toEqual([1, -3]);
      expect(await settled(await loop(tf.scalar(3)))).toEqual([38, 38]);
      expect(await settled(await given(new Meter(7), tf.scalar(3)))).toBe(7);
      expect(await settled(await given(new Meter(7), tf.scalar(6)))).toBe(6);
    });
  },
);
