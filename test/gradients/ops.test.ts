import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { graph } from '../../runtime/index.js';
import { executors, useCpu } from '../support/index.js';
import { expectNear } from './finiteDifferences.js';
import { type Differentiable, differentiable, weights } from './ops.js';

/*
 * The first and the second gradient of each op, taken inside of a graph function, of a graph function from outside, and
 * by TensorFlow.js alone, against finite differences.
 */

type Operation = (x: tf.Tensor) => tf.Tensor;

function slopes(f: Operation, values: readonly number[], shape: number[]): number[] {
  const step = 1e-2;
  const at = (given: number[]) => tf.tidy(() => f(tf.tensor(given, shape)).dataSync()[0]!);
  return values.map((_, index) => {
    const moved = (by: number) => values.map((v, other) => (other === index ? v + by : v));
    return (at(moved(step)) - at(moved(-step))) / (2 * step);
  });
}

function losses({ op, shape }: Differentiable) {
  const weighted = (y: tf.Tensor, seed: number) => tf.sum(tf.mul(y, weights(y.shape, seed)));
  const loss = (x: tf.Tensor) => weighted(op(x), 7);
  const first = (x: tf.Tensor) => tf.grad(loss)(x);
  const ofFirst = (x: tf.Tensor) => tf.sum(tf.mul(first(x), weights(shape, 5)));
  const second = (x: tf.Tensor) => tf.grad(ofFirst)(x);
  const inGraph = graph(loss);
  return {
    loss,
    ofFirst,
    first: [first, graph(first), tf.grad(inGraph)] as Operation[],
    second: [
      second,
      graph(second),
      tf.grad(graph(ofFirst)),
      (x) => tf.grad((y) => tf.sum(tf.mul(tf.grad(inGraph)(y), weights(shape, 5))))(x),
    ] as Operation[],
  };
}

describe.each(executors)('gradients on $backend', ({ start }) => {
  beforeAll(start);

  it.each(Object.entries(differentiable))('of %s', async (_, given) => {
    const { shape, low = -1.1, high = 1.3, order = 2 } = given;
    const size = shape.reduce((a, b) => a * b, 1);
    const values = Array.from(
      { length: size },
      (_, index) => low + (high - low) * ((index * 0.61803 + 0.317) % 1),
    );
    await useCpu();
    const { loss, ofFirst, first, second } = losses(given);
    const expected = [slopes(loss, values, shape)];
    if (order === 2) expected.push(slopes(ofFirst, values, shape));
    await start();
    const x = tf.tensor(values, shape);
    for (const [index, gradients] of [first, second].slice(0, order).entries()) {
      for (const gradient of gradients) {
        const found = gradient(x);
        expect(found.shape).toEqual(shape);
        expectNear(await found.data(), expected[index]!);
      }
    }
  });
});
