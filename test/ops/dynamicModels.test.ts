import { loadGraphModel } from '@tensorflow/tfjs-converter';
import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { graph, graphModel, graphOf, tensorSpec } from '../../runtime/index.js';
import { compile } from '../support/compile.js';
import { executors, expectClose } from '../support/index.js';
import { dynamicModels, nestedLoops } from './dynamicPrograms.js';
import { graphModelArtifacts } from './graphModel.js';
import { constant, load, node, placeholder, type } from './topology.js';

interface Program {
  f(x: tf.Tensor): Promise<tf.Tensor | tf.Tensor[]>;
}

const calling = (body: string, scope: object) =>
  compile<Program>(`export async function f(x) { "use graph"; ${body} }`, { ...scope });

const values = (tensors: tf.Tensor | tf.Tensor[]) =>
  Promise.all([tensors].flat().map((tensor) => tensor.array()));

async function expectSame(
  found: tf.Tensor | tf.Tensor[],
  expected: tf.Tensor | tf.Tensor[],
): Promise<void> {
  const [actual, wanted] = [[found].flat(), [expected].flat()];
  expect(actual.length).toBe(wanted.length);
  for (const [index, tensor] of wanted.entries()) await expectClose(actual[index]!, tensor);
}

describe.each(executors)('a GraphModel with control flow on $backend', ({ start }) => {
  beforeAll(start);

  for (const [name, { nodes, functions, inputs, size, outputs }] of Object.entries(dynamicModels)) {
    it(`${name}: gives what executeAsync does`, async () => {
      const model = await load(nodes, functions);
      const { f } = await calling('return model.executeAsync(x, outputs);', { model, outputs });
      for (const input of inputs) {
        const x = tf.tensor([...input], [...size]);
        const eager = (await model.executeAsync(x.clone(), [...outputs])) as tf.Tensor[];
        await expectSame(await f(x), eager);
      }
      expect(graphOf(f).tracingCount).toBe(1);
      model.dispose();
    });
  }

  it('a loop in a loop', async () => {
    const model = await load(nestedLoops.nodes);
    const { f } = await calling('return model.executeAsync(x);', { model });
    const x = tf.tensor1d([0.5, -2]);
    let expected: tf.Tensor = x;
    for (const i of [0, 0, 1, 1, 2, 2]) expected = tf.tanh(tf.add(expected, i));
    await expectSame(await f(x), expected);
    model.dispose();
  });

  it('runs in a synchronous function, and has gradients', async () => {
    const { nodes } = dynamicModels['Switch and Merge']!;
    const model = await load(nodes);
    const { g } = await compile<{ g: (x: tf.Tensor) => tf.Tensor }>(
      `import * as tf from '@tensorflow/tfjs-core';
       export function g(x) { "use graph"; return tf.grad((v) => model.execute(v, ['merge_mul']))(x); }`,
      { model },
    );
    // For a positive sum s of x the result is s x; else it is x.
    await expectClose(g(tf.tensor1d([1, 3])), tf.tensor1d([8, 8]));
    await expectClose(g(tf.tensor1d([-1, -3])), tf.tensor1d([1, 1]));
    model.dispose();
  });

  it('graphModel() has the model itself run so, for every size of a batch', async () => {
    const { nodes } = dynamicModels['a loop with a conditional']!;
    const [model, traced] = [await load(nodes), graphModel(await load(nodes))];
    for (const x of [tf.tensor1d([1, 3]), tf.tensor1d([1, 3, 5]), tf.tensor1d([200])]) {
      const eager = (await model.executeAsync({ x: x.clone() }, ['y', 'n'])) as tf.Tensor[];
      await expectSame(traced.execute({ x }, ['y', 'n']), eager);
      await expectSame(await traced.executeAsync({ x }, ['y', 'n']), eager);
      await expectSame(traced.predict(x) as tf.Tensor[], eager);
      await expectSame((await traced.predictAsync(x)) as tf.Tensor[], eager);
    }
    expect(graphModel(traced)).toBe(traced);
    model.dispose();
    traced.dispose();
  });

  it('asks for sizes that a signature leaves open', async () => {
    const model = await load([
      placeholder('x', -1, 3),
      ...['zero', 'one'].map((name, value) => constant(name, [value])),
      constant('rest', -1),
      node('shape', 'Shape', ['x']),
      node('rows', 'StridedSlice', ['shape', 'zero', 'one', 'one'], { shrink_axis_mask: { i: 1 } }),
      node('sizes', 'Pack', ['rest', 'rows'], { axis: { i: 0 } }),
      node('y', 'Reshape', ['x', 'sizes']),
    ]);
    const { f } = await compile<{ f: (x: tf.Tensor) => tf.Tensor }>(
      `import { graph } from 'use-graph';
       export const f = graph((x) => model.predict(x), { reduceRetracing: true });`,
      { model },
    );
    for (const rows of [1, 2, 3, 4]) {
      const x = tf.reshape(tf.range(0, 3 * rows), [rows, 3]);
      await expectSame(f(x), tf.reshape(x, [3, rows]));
    }
    const unstaged = graph((x: tf.Tensor) => model.predict(x) as tf.Tensor, {
      inputSignature: [tensorSpec([null, 3])],
    });
    for (const rows of [1, 3, 1]) {
      const x = tf.reshape(tf.range(0, 3 * rows), [rows, 3]);
      await expectSame(unstaged(x), tf.reshape(x, [3, rows]));
    }
    model.dispose();
  });

  it('executeAsync and predictAsync are traced where no op of the model waits', async () => {
    const model = await loadGraphModel({ load: async () => graphModelArtifacts() });
    const x = tf.tensor2d([[1, -2, 0.5, 3]]);
    for (const method of ['executeAsync', 'predictAsync']) {
      const { f } = await calling(`return await model.${method}(x) * 2;`, { model });
      await expectSame(await f(x), tf.mul(model.predict(x) as tf.Tensor, 2));
    }
    model.dispose();
  });

  it('an op that has to read a tensor is refused by name, and the part before it is traced', async () => {
    const model = await load([
      placeholder('x', -1),
      constant('zero', 0, 'float32'),
      node('positive', 'Greater', ['x', 'zero']),
      node('where', 'Where', ['positive'], { T: type('bool') }),
    ]);
    const x = tf.tensor1d([1, -3]);
    const whole = await calling('return model.executeAsync(x);', { model });
    await expect(whole.f(x)).rejects.toThrow(
      /op Where of its node 'where'.*program\.js.*executeAsync\(\) outside.*dynamic-graph-model/s,
    );
    const part = await calling("return model.execute(x, ['positive']) * 10;", { model });
    expect(await values(await part.f(x))).toEqual([[10, 0]]);
    model.dispose();
  });

  it('what a conditional needs is not told from one side of it: the Merge is named', async () => {
    const model = await load([
      placeholder('x', -1),
      node('neg', 'Neg', ['x']),
      node('merge', 'Merge', ['x', 'neg']),
    ]);
    const { f } = await calling('return model.executeAsync(x);', { model });
    await expect(f(tf.tensor1d([1]))).rejects.toThrow(
      /node 'merge' \(Merge\).*dynamic-graph-model/s,
    );
    model.dispose();
  });

  it('in a function that is not staged gives a promise, which is refused', async () => {
    const model = await load(dynamicModels['Switch and Merge']!.nodes);
    const f = graph(async (x: tf.Tensor) => model.executeAsync(x), { autograph: false });
    expect(() => f(tf.tensor1d([1]))).toThrow(/GraphModel is traced by execute\(\) or predict\(\)/);
    model.dispose();
  });
});
