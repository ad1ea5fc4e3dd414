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

  it('what elements decide the size of is run by TensorFlow.js, and leaves nothing behind', async () => {
    const { nodes } = dynamicModels['a detector']!;
    const traced = graphModel(await load(nodes));
    const run = async (count: number) => {
      const x = tf.randomUniform([count, 4], -2, 2);
      const results = (await traced.executeAsync(x, ['doubled', 'y'])) as tf.Tensor[];
      const expected = tf.tanh(x);
      expect(results[0]!.shape[0]).toBeLessThanOrEqual(3);
      await expectClose(results[1]!, expected);
      tf.dispose([x, expected, results]);
    };
    await run(5);
    const before = tf.memory().numTensors;
    for (let call = 0; call < 10; call++) await run(5);
    expect(tf.memory().numTensors).toBe(before);
    traced.dispose();
  });

  it('a call that cannot wait for TensorFlow.js is refused, by the op, and may run the part before it', async () => {
    const model = await load([
      placeholder('x', -1),
      constant('zero', 0, 'float32'),
      node('positive', 'Greater', ['x', 'zero']),
      node('where', 'Where', ['positive'], { T: type('bool') }),
    ]);
    const { f } = await compile<{ f: (x: tf.Tensor, output: string) => tf.Tensor }>(
      `export function f(x, output) {
         "use graph";
         return model.execute(x, [output]);
       }`,
      { model },
    );
    const x = tf.tensor1d([1, -3]);
    expect(() => f(x, 'where')).toThrow(
      /Where, called by a GraphModel.*program\.js:3.*Make the (graph )?function async.*js-function-needs-async/s,
    );
    await expectClose(f(x, 'positive'), tf.tensor1d([1, 0], 'bool'));
    model.dispose();
  });

  it('code that is not staged is told to wrap the model, which it then can call', async () => {
    const { nodes, inputs, outputs } = dynamicModels['Switch and Merge']!;
    const model = await load(nodes);
    const f = graph((v: tf.Tensor) => model.execute(v, [...outputs]) as tf.Tensor[], {
      autograph: false,
    });
    const x = tf.tensor1d([...inputs[0]!]);
    const eager = (await model.executeAsync(x, [...outputs])) as tf.Tensor[];
    expect(() => f(x)).toThrow(/op \w+ of its node .*graphModel\(model\).*dynamic-graph-model/s);
    graphModel(model);
    if (tf.getBackend() === 'cpu') await expectSame(f(x), eager);
    const g = graph((v: tf.Tensor) => model.executeAsync(v, [...outputs]), { autograph: false });
    if (tf.getBackend() === 'cpu') await expectSame(await g(x), eager);
    model.dispose();
  });

  it('a list gives its last element back', async () => {
    const lists = { element_dtype: type('float32') };
    const model = await load([
      placeholder('x', 3, 2),
      constant('element', [2]),
      node('rows', 'TensorListFromTensor', ['x', 'element'], lists),
      node('pop', 'TensorListPopBack', ['rows', 'element'], lists),
      node('again', 'TensorListPopBack', ['pop', 'element'], lists),
      node('left', 'TensorListStack', ['again', 'element'], {
        ...lists,
        num_elements: { i: '-1' },
      }),
      node('length', 'TensorListLength', ['pop']),
    ]);
    const { f } = await calling(
      "return model.executeAsync(x, ['pop:1', 'again:1', 'left', 'length']);",
      { model },
    );
    const [last, middle, left, length] = (await f(
      tf.tensor2d([
        [1, 2],
        [3, 4],
        [5, 6],
      ]),
    )) as tf.Tensor[];
    await expectClose(last!, tf.tensor1d([5, 6]));
    await expectClose(middle!, tf.tensor1d([3, 4]));
    await expectClose(left!, tf.tensor2d([[1, 2]]));
    await expectClose(length!, tf.scalar(2, 'int32'));
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
