import { jit, nn, numpy as np, tree } from '@jax-js/jax';
import * as tf from '@tensorflow/tfjs-core';
import { graph } from 'use-graph';
import {
  type AttentionData,
  type AttentionSize,
  attentionData,
  attentionSizes,
  epsilon,
  gelu,
} from '../models/attention.js';
import { ModelJson } from '../systems/modelJson.js';
import { workload } from './workload.js';

type Block = Readonly<Record<keyof AttentionData, tf.Tensor>>;
type JaxBlock = Record<keyof AttentionData, np.Array>;

function layerNorm(x: tf.Tensor, scale: tf.Tensor, shift: tf.Tensor): tf.Tensor {
  const { mean, variance } = tf.moments(x, -1, true);
  return x
    .sub(mean)
    .mul(tf.rsqrt(variance.add(epsilon)))
    .mul(scale)
    .add(shift);
}

function geluOf(x: tf.Tensor): tf.Tensor {
  const inner = x.add(x.mul(x).mul(x).mul(gelu.cubic)).mul(gelu.linear);
  return x.mul(0.5).mul(tf.tanh(inner).add(1));
}

function block(w: Block, x: tf.Tensor, heads: number): tf.Tensor {
  const [tokens, width] = x.shape as [number, number];
  const size = width / heads;
  const projected = tf.matMul(layerNorm(x, w.scale1, w.shift1), w.projection);
  const [q, k, v] = tf
    .split(projected, 3, 1)
    .map((part) => tf.transpose(part.reshape([tokens, heads, size]), [1, 0, 2])) as [
    tf.Tensor,
    tf.Tensor,
    tf.Tensor,
  ];
  const scores = tf.softmax(tf.matMul(q, k, false, true).mul(1 / Math.sqrt(size)));
  const mixed = tf.transpose(tf.matMul(scores, v), [1, 0, 2]).reshape([tokens, width]);
  const attended = x.add(tf.matMul(mixed, w.output));
  const hidden = geluOf(tf.matMul(layerNorm(attended, w.scale2, w.shift2), w.up).add(w.upBias));
  return attended.add(tf.matMul(hidden, w.down).add(w.downBias));
}

function jaxLayerNorm(x: np.Array, scale: np.Array, shift: np.Array): np.Array {
  const centred = x.ref.sub(np.mean(x, -1, { keepdims: true }));
  const variance = np.mean(np.square(centred.ref), -1, { keepdims: true });
  return centred
    .div(np.sqrt(variance.add(epsilon)))
    .mul(scale)
    .add(shift);
}

function jaxBlock(w: JaxBlock, { tokens, width, heads }: AttentionSize): np.Array {
  const size = width / heads;
  const x = w.tokens;
  const projected = np.matmul(jaxLayerNorm(x.ref, w.scale1, w.shift1), w.projection);
  const [q, k, v] = np
    .split(projected, 3, 1)
    .map((part) => part.reshape([tokens, heads, size]).transpose([1, 0, 2])) as [
    np.Array,
    np.Array,
    np.Array,
  ];
  const scores = nn.softmax(np.matmul(q, k.transpose([0, 2, 1])).mul(1 / Math.sqrt(size)));
  const mixed = np.matmul(scores, v).transpose([1, 0, 2]).reshape([tokens, width]);
  const attended = x.add(np.matmul(mixed, w.output));
  const up = np.matmul(jaxLayerNorm(attended.ref, w.scale2, w.shift2), w.up).add(w.upBias);
  const hidden = nn.gelu(up, { approximate: true });
  return attended.add(np.matmul(hidden, w.down).add(w.downBias));
}

export const attention = workload<AttentionSize>({
  about: "a transformer's block: 128 tokens, 256 wide, 4 heads, layer norm, GELU",
  sizes: attentionSizes,
  tolerance: 1e-3,
  tensorflow(size, as) {
    const tensors = Object.fromEntries(
      Object.entries(attentionData(size)).map(([name, { data, shape }]) => [
        name,
        tf.tensor(data, shape),
      ]),
    ) as Block;
    const { heads } = size;
    const run =
      as === 'graph'
        ? graph((x: tf.Tensor) => block(tensors, x, heads))
        : (x: tf.Tensor) => block(tensors, x, heads);
    return { call: () => [run(tensors.tokens)] };
  },
  graphModel(size) {
    const { tokens, width, heads } = size;
    const data = attentionData(size);
    const model = new ModelJson();
    const flags = { keep_dims: { b: true } };
    const binary = (op: string, a: string, b: string) => model.op(op, [a, b]);
    const weight = (name: keyof AttentionData) => model.constant(data[name]);
    const norm = (x: string, scale: string, shift: string): string => {
      const axis = model.integers(-1);
      const centred = binary('Sub', x, model.op('Mean', [x, axis], flags));
      const variance = model.op('Mean', [model.op('Square', [centred]), axis], flags);
      const inverse = model.op('Rsqrt', [binary('AddV2', variance, model.scalar(epsilon))]);
      return binary('AddV2', binary('Mul', binary('Mul', centred, inverse), scale), shift);
    };
    const x = model.input(data.tokens);
    const normed = norm(x, weight('scale1'), weight('shift1'));
    const projected = binary('MatMul', normed, weight('projection'));
    const split = model.op('Split', [model.integer(1), projected], { num_split: { i: 3 } });
    const [q, k, v] = [split, `${split}:1`, `${split}:2`].map((part) => {
      const headed = model.op('Reshape', [part, model.integers(tokens, heads, width / heads)]);
      return model.op('Transpose', [headed, model.integers(1, 0, 2)]);
    }) as [string, string, string];
    const products = model.op('BatchMatMulV2', [q, k], { adj_y: { b: true } });
    const scaled = binary('Mul', products, model.scalar(1 / Math.sqrt(width / heads)));
    const mixed = model.op('BatchMatMulV2', [model.op('Softmax', [scaled]), v]);
    const joined = model.op('Reshape', [
      model.op('Transpose', [mixed, model.integers(1, 0, 2)]),
      model.integers(tokens, width),
    ]);
    const attended = binary('AddV2', x, binary('MatMul', joined, weight('output')));
    const normed2 = norm(attended, weight('scale2'), weight('shift2'));
    const up = binary('AddV2', binary('MatMul', normed2, weight('up')), weight('upBias'));
    const cube = binary('Mul', binary('Mul', up, up), up);
    const bent = binary('AddV2', up, binary('Mul', cube, model.scalar(gelu.cubic)));
    const inner = model.op('Tanh', [binary('Mul', bent, model.scalar(gelu.linear))]);
    const half = binary('Mul', up, model.scalar(0.5));
    const hidden = binary('Mul', half, binary('AddV2', inner, model.scalar(1)));
    const down = binary('AddV2', binary('MatMul', hidden, weight('down')), weight('downBias'));
    return model.program(binary('AddV2', attended, down));
  },
  jax(size) {
    const arrays = Object.fromEntries(
      Object.entries(attentionData(size)).map(([name, { data, shape }]) => [
        name,
        np.array(data).reshape(shape),
      ]),
    ) as JaxBlock;
    const run = jit((w: JaxBlock) => jaxBlock(w, size));
    return { call: () => [run(tree.ref(arrays))] };
  },
  wgsl: 'hand-written for the chains and for matmul only',
});
