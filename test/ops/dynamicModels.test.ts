import { type GraphModel, loadGraphModel } from '@tensorflow/tfjs-converter';
import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { graph } from '../../runtime/index.js';
import { compile } from '../support/compile.js';
import { executors } from '../support/index.js';
import { graphModelArtifacts } from './graphModel.js';

const T = { type: 'DT_FLOAT' };
const size = (...sizes: string[]) => ({ dim: sizes.map((each) => ({ size: each })) });
const constant = (name: string, dtype: string, ...sizes: string[]) => ({
  name,
  op: 'Const',
  attr: { dtype: { type: dtype }, value: { tensor: { dtype, tensorShape: size(...sizes) } } },
});
const sum = [
  { name: 'x', op: 'Placeholder', attr: { dtype: T, shape: { shape: size('-1') } } },
  constant('zero', 'DT_FLOAT'),
  constant('axis', 'DT_INT32', '1'),
  { name: 'sum', op: 'Sum', input: ['x', 'axis'], attr: { T, keep_dims: { b: false } } },
];

/** `tf.cond(sum(x) > 0, relu(x), -x)`, as TensorFlow 1 wrote it. */
const conditional = [
  ...sum,
  { name: 'pred', op: 'Greater', input: ['sum', 'zero'], attr: { T } },
  { name: 'switch', op: 'Switch', input: ['x', 'pred'], attr: { T } },
  { name: 'neg', op: 'Neg', input: ['switch'], attr: { T } },
  { name: 'relu', op: 'Relu', input: ['switch:1'], attr: { T } },
  { name: 'merge', op: 'Merge', input: ['neg', 'relu'], attr: { T } },
];

function load(artifacts: tf.io.ModelArtifacts): Promise<GraphModel> {
  return loadGraphModel({ load: async () => artifacts });
}

function loadNodes(node: readonly object[]): Promise<GraphModel> {
  return load({
    modelTopology: { node, versions: { producer: 1 } },
    format: 'graph-model',
    weightSpecs: [
      { name: 'zero', shape: [], dtype: 'float32' },
      { name: 'axis', shape: [1], dtype: 'int32' },
    ],
    weightData: new ArrayBuffer(8),
  });
}

const calling = (body: string, model: GraphModel) =>
  compile<{ f: (x: tf.Tensor) => Promise<tf.Tensor> }>(
    `export async function f(x) { "use graph"; ${body} }`,
    { model },
  );

describe.each(executors)('model.executeAsync on $backend', ({ start }) => {
  beforeAll(start);

  it('is traced where no op of the model waits', async () => {
    const model = await load(graphModelArtifacts());
    const x = tf.tensor2d([[1, -2, 0.5, 3]]);
    const eager = await (model.predict(x) as tf.Tensor).array();
    for (const method of ['executeAsync', 'predictAsync']) {
      const { f } = await calling(`return await model.${method}(x) * 2;`, model);
      const doubled = (await (await f(x)).array()) as number[][];
      expect(doubled.map((row) => row.map((value) => value / 2))).toEqual(eager);
    }
    model.dispose();
  });

  it('is refused with the op that does, and the part before it is traced', async () => {
    const model = await loadNodes(conditional);
    const x = tf.tensor1d([1, -3]);
    expect(await ((await model.executeAsync(x)) as tf.Tensor).array()).toEqual([-1, 3]);
    const whole = await calling('return model.executeAsync(x);', model);
    await expect(whole.f(x)).rejects.toThrow(
      /op Merge of its node 'merge'.*program\.js.*executeAsync\(\) outside.*dynamic-graph-model/s,
    );
    const part = await calling("return model.execute(x, ['sum']) * 10;", model);
    expect(await (await part.f(x)).array()).toBe(-20);
    model.dispose();
  });

  it('in a function that is not staged gives a promise, which is refused', async () => {
    const model = await loadNodes(conditional);
    const f = graph(async (x: tf.Tensor) => model.executeAsync(x), { autograph: false });
    expect(() => f(tf.tensor1d([1]))).toThrow(/GraphModel is traced by execute\(\) or predict\(\)/);
    model.dispose();
  });
});
