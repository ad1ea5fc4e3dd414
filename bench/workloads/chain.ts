import { jit, numpy as np } from '@jax-js/jax';
import * as tf from '@tensorflow/tfjs-core';
import { graph } from 'use-graph';
import { ModelJson } from '../systems/modelJson.js';
import { numbers } from './data.js';
import { type Workload, workload } from './workload.js';

/** 100 elementwise ops, one needing the one before. */
const rounds = 25;

function chain(x: tf.Tensor): tf.Tensor {
  let y = x;
  for (let round = 0; round < rounds; round++) y = tf.tanh(y.mul(1.1).add(0.25)).sub(0.125);
  return y;
}

const jaxChain = (x: np.Array): np.Array => {
  let y = x;
  for (let round = 0; round < rounds; round++) y = np.tanh(y.mul(1.1).add(0.25)).sub(0.125);
  return y;
};

/** Four elements an invocation, all ops in registers. */
const shader = /* wgsl */ `
@group(0) @binding(0) var<storage, read> x: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> y: array<vec4f>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= arrayLength(&x)) { return; }
  var v = x[id.x];
  for (var round = 0; round < ${rounds}; round++) { v = tanh(v * 1.1 + 0.25) - 0.125; }
  y[id.x] = v;
}`;

function chainWorkload(full: readonly number[], small: readonly number[]): Workload {
  const input = (shape: readonly number[]) => ({
    data: numbers(
      shape.reduce((a, b) => a * b),
      1,
      1,
    ),
    shape: [...shape],
  });
  return workload({
    about: `100 elementwise ops on [${full}]`,
    sizes: { full, small },
    tolerance: 1e-4,
    tensorflow(shape, as) {
      const x = tf.tensor(input(shape).data, [...shape]);
      const run = as === 'graph' ? graph((x: tf.Tensor) => chain(x)) : chain;
      return { call: () => [run(x)] };
    },
    graphModel(shape) {
      const model = new ModelJson();
      let y = model.input(input(shape));
      for (let round = 0; round < rounds; round++) {
        y = model.op('Mul', [y, model.scalar(1.1)]);
        y = model.op('Tanh', [model.op('AddV2', [y, model.scalar(0.25)])]);
        y = model.op('Sub', [y, model.scalar(0.125)]);
      }
      return model.program(y);
    },
    jax(shape) {
      const x = np.array(input(shape).data).reshape([...shape]);
      const run = jit(jaxChain);
      return { call: () => [run(x.ref)] };
    },
    wgsl(shape, gpu) {
      const { data } = input(shape);
      const result = gpu.empty(data.length);
      const workgroups = Math.ceil(data.length / 256);
      const kernel = gpu.kernel(shader, [gpu.upload(data), result], [workgroups]);
      return {
        call() {
          gpu.run([kernel]);
          return [result];
        },
      };
    },
  });
}

export const chainSmall = chainWorkload([64], [8]);
export const chainLarge = chainWorkload([1024, 1024], [8, 16]);
