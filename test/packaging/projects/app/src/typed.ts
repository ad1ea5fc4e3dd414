import * as tf from '@tensorflow/tfjs-core';
import { graph, graphOf, tensorSpec, UseGraphError } from 'use-graph';
import useGraphBabel from 'use-graph/babel';
import useGraphEsbuild from 'use-graph/esbuild';
import { useWebGPU } from 'use-graph/node';
import useGraphRollup from 'use-graph/rollup';
import unplugin from 'use-graph/unplugin';
import useGraphVite from 'use-graph/vite';
import useGraphWebpack from 'use-graph/webpack';

const double = graph((x: tf.Tensor1D): tf.Tensor1D => tf.mul(x, 2), {
  inputSignature: [tensorSpec([null])],
});
const doubled: tf.Tensor1D = double(tf.tensor1d([1, 2]));

function settle(x: tf.Tensor): tf.Tensor {
  'use graph';
  return tf.tanh(x);
}
const traces: number = graphOf(settle).tracingCount;
// @ts-expect-error: a graph function takes what the function takes
double('text');

export const plugins = [
  useGraphEsbuild(),
  useGraphRollup(),
  useGraphVite({ root: '.' }),
  useGraphWebpack(),
  unplugin.rolldown(),
];
export const results: unknown[] = [doubled, traces, UseGraphError, useWebGPU, useGraphBabel];
