import { jit, lax, nn, numpy as np, tree } from '@jax-js/jax';
import * as tf from '@tensorflow/tfjs-core';
import { graph } from 'use-graph';
import { type ConvnetSize, convnetData, convnetSizes } from '../models/convnet.js';
import { type Data, ModelJson } from '../systems/modelJson.js';
import { workload } from './workload.js';

type Model<Value> = {
  image: Value;
  stem: Value;
  stemBias: Value;
  separable: {
    depthwise: Value;
    depthwiseBias: Value;
    pointwise: Value;
    pointwiseBias: Value;
  }[];
  classifier: Value;
};

function modelOf<Value>(
  size: ConvnetSize,
  convert: (data: Data, kind: 'filter' | 'depthwise' | 'bias' | 'image' | 'matrix') => Value,
): Model<Value> {
  const data = convnetData(size);
  return {
    image: convert(data.image, 'image'),
    stem: convert(data.stem, 'filter'),
    stemBias: convert(data.stemBias, 'bias'),
    separable: data.separable.map((block) => ({
      depthwise: convert(block.depthwise, 'depthwise'),
      depthwiseBias: convert(block.depthwiseBias, 'bias'),
      pointwise: convert(block.pointwise, 'filter'),
      pointwiseBias: convert(block.pointwiseBias, 'bias'),
    })),
    classifier: convert(data.classifier, 'matrix'),
  };
}

function classify(
  model: Model<tf.Tensor>,
  image: tf.Tensor4D,
  strides: readonly number[],
): tf.Tensor {
  const stem = tf.conv2d(image, model.stem as tf.Tensor4D, 2, 'same');
  let x = tf.relu6(stem.add(model.stemBias)) as tf.Tensor4D;
  for (const [index, block] of model.separable.entries()) {
    const filter = block.depthwise as tf.Tensor4D;
    const depthwise = tf.depthwiseConv2d(x, filter, strides[index]!, 'same');
    x = tf.relu6(depthwise.add(block.depthwiseBias)) as tf.Tensor4D;
    const pointwise = tf.conv2d(x, block.pointwise as tf.Tensor4D, 1, 'same');
    x = tf.relu6(pointwise.add(block.pointwiseBias)) as tf.Tensor4D;
  }
  return tf.softmax(tf.matMul(tf.mean(x, [1, 2]), model.classifier));
}

/** The permutations from TensorFlow's order of dimensions to that of jax-js: channels first. */
const channelsFirst = {
  image: [0, 3, 1, 2],
  filter: [3, 2, 0, 1],
  depthwise: [2, 3, 0, 1],
} as const;

function jaxClassify(model: Model<np.Array>, strides: readonly number[]): np.Array {
  const bent = (x: np.Array, bias: np.Array) => nn.relu6(x.add(bias));
  const convolve = (x: np.Array, filter: np.Array, stride: number, featureGroupCount = 1) =>
    lax.convGeneralDilated(x, filter, [stride, stride], 'SAME', { featureGroupCount });
  let x = bent(convolve(model.image, model.stem, 2), model.stemBias);
  for (const [index, block] of model.separable.entries()) {
    const depthwise = convolve(x, block.depthwise, strides[index]!, x.shape[1]);
    x = bent(depthwise, block.depthwiseBias);
    x = bent(convolve(x, block.pointwise, 1), block.pointwiseBias);
  }
  return nn.softmax(np.matmul(np.mean(x, [2, 3]), model.classifier));
}

export const convnet = workload<ConvnetSize>({
  about: 'a stack of six depthwise-separable convolutions on 112×112',
  sizes: convnetSizes,
  tolerance: 1e-4,
  tensorflow(size, as) {
    const model = modelOf(size, ({ data, shape }) => tf.tensor(data, shape));
    const strides = size.blocks.map(([, stride]) => stride);
    const image = model.image as tf.Tensor4D;
    const run =
      as === 'graph'
        ? graph((x: tf.Tensor4D) => classify(model, x, strides))
        : (x: tf.Tensor4D) => classify(model, x, strides);
    return { call: () => [run(image)] };
  },
  graphModel(size) {
    const data = convnetData(size);
    const json = new ModelJson();
    const convolve = (op: string, x: string, filter: Data, bias: Data, stride: number): string => {
      const made = json.op(op, [x, json.constant(filter)], {
        strides: { list: { i: [1, stride, stride, 1] } },
        dilations: { list: { i: [1, 1, 1, 1] } },
        padding: { s: btoa('SAME') },
        data_format: { s: btoa('NHWC') },
      });
      return json.op('Relu6', [json.op('BiasAdd', [made, json.constant(bias)])]);
    };
    let x = convolve('Conv2D', json.input(data.image), data.stem, data.stemBias, 2);
    for (const block of data.separable) {
      const { depthwise, depthwiseBias, pointwise, pointwiseBias, stride } = block;
      x = convolve('DepthwiseConv2dNative', x, depthwise, depthwiseBias, stride);
      x = convolve('Conv2D', x, pointwise, pointwiseBias, 1);
    }
    const pooled = json.op('Mean', [x, json.integers(1, 2)], { keep_dims: { b: false } });
    const logits = json.op('MatMul', [pooled, json.constant(data.classifier)]);
    return json.program(json.op('Softmax', [logits]));
  },
  jax(size) {
    const model = modelOf(size, ({ data, shape }, kind) => {
      const array = np.array(data as Float32Array<ArrayBuffer>).reshape(shape);
      if (kind === 'bias') return array.reshape([1, shape[0]!, 1, 1]);
      return kind === 'matrix' ? array : array.transpose([...channelsFirst[kind]]);
    });
    const strides = size.blocks.map(([, stride]) => stride);
    const run = jit((arrays: Model<np.Array>) => jaxClassify(arrays, strides));
    return { call: () => [run(tree.ref(model))] };
  },
  wgsl: 'hand-written for the chains and for matmul only',
});
