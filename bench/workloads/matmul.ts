import { jit, numpy as np } from '@jax-js/jax';
import * as tf from '@tensorflow/tfjs-core';
import { graph } from 'use-graph';
import { ModelJson } from '../systems/modelJson.js';
import { weights } from './data.js';
import { workload } from './workload.js';

const operands = (side: number) =>
  [1, 2].map((seed) => ({ data: weights(side, side * side, seed), shape: [side, side] })) as [
    { data: Float32Array<ArrayBuffer>; shape: number[] },
    { data: Float32Array<ArrayBuffer>; shape: number[] },
  ];

const tile = 64;

/** Text for each of an invocation's four rows, and for each of a vector's four components. */
const rows = (text: (row: number) => string) => [0, 1, 2, 3].map(text).join(' ');
const inner = (text: (index: number, component: string) => string) =>
  ['x', 'y', 'z', 'w'].map((component, index) => text(index, component)).join('');

/**
 * Tiles of 64×64 for a workgroup, of 4×8 for an invocation, in steps of 16 along the inner dimension; rows of `b` and of the
 * result as vectors of four. Sides are multiples of the tile's, or smaller than it.
 */
const tiledShader = (side: number) => /* wgsl */ `
const side = ${side}u;
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> c: array<vec4f>;
var<workgroup> tileA: array<array<f32, ${tile}>, 16>;
var<workgroup> tileB: array<array<vec4f, ${tile / 4}>, 16>;
@compute @workgroup_size(8, 16) fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_id) local: vec3u,
  @builtin(local_invocation_index) index: u32,
) {
  let row = group.y * ${tile}u;
  let column = group.x * ${tile / 4}u;
  var sums: array<array<vec4f, 2>, 4>;
  for (var start = 0u; start < side; start += 16u) {
    for (var i = index; i < 1024u; i += 128u) {
      let inner = start + i % 16u;
      let source = row + i / 16u;
      tileA[i % 16u][i / 16u] = select(0.0, a[min(source, side - 1u) * side + inner], source < side && inner < side);
    }
    for (var i = index; i < 256u; i += 128u) {
      let inner = start + i / 16u;
      let source = column + i % 16u;
      tileB[i / 16u][i % 16u] = select(
        vec4f(), b[min(inner, side - 1u) * (side / 4u) + source], inner < side && source < side / 4u);
    }
    workgroupBarrier();
    for (var k = 0u; k < 16u; k++) {
      let right = array(tileB[k][local.x * 2u], tileB[k][local.x * 2u + 1u]);
      for (var i = 0u; i < 4u; i++) {
        let left = tileA[k][local.y * 4u + i];
        sums[i][0] += left * right[0];
        sums[i][1] += left * right[1];
      }
    }
    workgroupBarrier();
  }
  for (var i = 0u; i < 4u; i++) {
    for (var j = 0u; j < 2u; j++) {
      let to = vec2u(column + local.x * 2u + j, row + local.y * 4u + i);
      if (to.x < side / 4u && to.y < side) { c[to.y * (side / 4u) + to.x] = sums[i][j]; }
    }
  }
}`;

/** 4×8 elements an invocation, straight from the buffers, which a processor's caches serve well. */
const directShader = (side: number) => /* wgsl */ `
const rowLength = ${side / 4}u;
@group(0) @binding(0) var<storage, read> a: array<vec4f>;
@group(0) @binding(1) var<storage, read> b: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> c: array<vec4f>;
@compute @workgroup_size(8, 8) fn main(@builtin(global_invocation_id) id: vec3u) {
  let column = id.x * 2u;
  let row = id.y * 4u;
  if (column >= rowLength || row >= ${side}u) { return; }
  ${rows((i) => `var s${i}0 = vec4f(); var s${i}1 = vec4f();`)}
  for (var k = 0u; k < rowLength; k++) {
    ${rows((i) => `let a${i} = a[(row + ${i}u) * rowLength + k];`)}
    ${inner(
      (j, part) => `
    let p${j} = b[(k * 4u + ${j}u) * rowLength + column];
    let q${j} = b[(k * 4u + ${j}u) * rowLength + column + 1u];
    ${rows((i) => `s${i}0 += a${i}.${part} * p${j}; s${i}1 += a${i}.${part} * q${j};`)}`,
    )}
  }
  ${rows((i) => `c[(row + ${i}u) * rowLength + column] = s${i}0; c[(row + ${i}u) * rowLength + column + 1u] = s${i}1;`)}
}`;

export const matmul = workload<number>({
  about: 'a product of 1024×1024 matrices',
  sizes: { full: 1024, small: 8 },
  tolerance: 1e-4,
  tensorflow(side, as) {
    const [a, b] = operands(side).map(({ data, shape }) => tf.tensor(data, shape));
    const product = (left: tf.Tensor, right: tf.Tensor) => tf.matMul(left, right);
    const run =
      as === 'graph' ? graph((left: tf.Tensor, right: tf.Tensor) => product(left, right)) : product;
    return { call: () => [run(a!, b!)] };
  },
  graphModel(side) {
    const [a, b] = operands(side);
    const model = new ModelJson();
    return model.program(model.op('MatMul', [model.input(a), model.input(b)]));
  },
  jax(side) {
    const [a, b] = operands(side).map(({ data, shape }) => np.array(data).reshape(shape));
    const run = jit((left: np.Array, right: np.Array) => np.matmul(left, right));
    return { call: () => [run(a!.ref, b!.ref)] };
  },
  wgsl(side, gpu) {
    const [a, b] = operands(side);
    const result = gpu.empty(side * side);
    const buffers = [gpu.upload(a.data), gpu.upload(b.data), result];
    const kernel = gpu.isSoftware
      ? gpu.kernel(directShader(side), buffers, [Math.ceil(side / 64), Math.ceil(side / 32)])
      : gpu.kernel(tiledShader(side), buffers, [Math.ceil(side / tile), Math.ceil(side / tile)]);
    return {
      call() {
        gpu.run([kernel]);
        return [result];
      },
    };
  },
});
