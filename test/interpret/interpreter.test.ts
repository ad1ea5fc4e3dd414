import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { formatLocation } from '../../diagnostics/index.js';
import { UseGraphError } from '../../runtime/errors.js';
import { assertNode, constantNode, ifNode, whileNode } from '../../runtime/graph/builder.js';
import { createInterpreter } from '../../runtime/interpret/interpreter.js';
import { graph, parameter } from '../graph/build.js';
import { executors, expectNoLeak } from '../support/index.js';
import { branching, doubling, onMatrix } from './graphs.js';
import { elementsOf, execute } from './run.js';

async function failure(body: () => unknown): Promise<UseGraphError> {
  try {
    await body();
  } catch (error) {
    expect(error).toBeInstanceOf(UseGraphError);
    return error as UseGraphError;
  }
  return expect.fail('nothing was thrown');
}

/** Runs with one tensor for each list of numbers: a scalar for one of one element. */
async function withScalars<T>(
  numbers: readonly number[],
  body: (inputs: tf.Tensor[]) => Promise<T>,
): Promise<T> {
  const inputs = numbers.map((number) => tf.scalar(number));
  try {
    return await body(inputs);
  } finally {
    tf.dispose(inputs);
  }
}

describe.each(executors)('the interpreter on $backend', ({ backend, start }) => {
  beforeAll(start);

  it('runs kernels in order and frees what it makes on the way', async () => {
    const f = onMatrix((b, x) => {
      const product = b.call(
        'BatchMatMul',
        { a: x, b: x },
        { transposeA: false, transposeB: false },
      );
      return [b.call('Relu', { x: product }), b.call('Concat', [x, product], { axis: 0 })];
    });
    const x = tf.tensor2d([1, -2, 3, 4], [2, 2]);
    const [relu, joined] = await expectNoLeak(() => elementsOf(f, [x]));
    expect(relu).toEqual([0, 0, 15, 10]);
    expect(joined).toEqual([1, -2, 3, 4, -5, -10, 15, 10]);
    x.dispose();
  });

  it('gives each output a reference of its own', async () => {
    const f = onMatrix((b, x) => {
      const same = b.call('Identity', { x });
      const flat = b.call('Reshape', { x }, { shape: [4] });
      return [x, x, same, flat, b.scalar(7), b.scalar(7)];
    });
    const x = tf.tensor2d([1, 2, 3, 4], [2, 2]);
    await expectNoLeak(async () => {
      const outputs = await execute(f, [x]);
      expect(tf.memory().numTensors).toBeGreaterThanOrEqual(7);
      for (const output of outputs.slice(0, 3)) output.dispose();
      expect(await outputs[3]!.array()).toEqual([1, 2, 3, 4]);
      expect(await outputs[5]!.array()).toBe(7);
      tf.dispose(outputs);
    });
    expect(await x.array()).toEqual([
      [1, 2],
      [3, 4],
    ]);
    x.dispose();
  });

  it('leaves its inputs as they are', async () => {
    const f = onMatrix((b, x) => {
      const [indices] = b.add(
        constantNode({ values: new Int32Array([1]) }, { dtype: 'int32', shape: [1, 1] }),
      ).outputs;
      const [updates] = b.add(
        constantNode({ values: new Float32Array([8, 9]) }, { dtype: 'float32', shape: [1, 2] }),
      ).outputs;
      return [b.call('TensorScatterUpdate', { tensor: x, indices: indices!, updates: updates! })];
    });
    const x = tf.tensor2d([1, 2, 3, 4], [2, 2]);
    const [updated] = await expectNoLeak(() => elementsOf(f, [x]));
    expect([updated, Array.from(await x.data())]).toEqual([
      [1, 2, 8, 9],
      [1, 2, 3, 4],
    ]);
    x.dispose();
  });

  it('takes the branch that the predicate chooses', async () => {
    await expectNoLeak(async () => {
      expect(await withScalars([2], (x) => elementsOf(branching(), x))).toEqual([[3], [2]]);
      expect(await withScalars([-2], (x) => elementsOf(branching(), x))).toEqual([[-3], [-2]]);
    });
  });

  it('repeats a body while the test holds', async () => {
    await expectNoLeak(async () => {
      expect(await withScalars([1, 100], (x) => elementsOf(doubling(), x))).toEqual([[128]]);
      expect(await withScalars([200, 100], (x) => elementsOf(doubling(), x))).toEqual([[200]]);
      const bounded = doubling({ maximumIterations: 3 });
      expect(await withScalars([1, 100], (x) => elementsOf(bounded, x))).toEqual([[8]]);
    });
  });

  it('runs a loop of known length without reading', async () => {
    const executor = createInterpreter(doubling({ tripCount: 5 }), backend);
    await withScalars([1, 0], async (inputs) => {
      const result = tf.engine().makeTensorFromTensorInfo(executor.run(inputs)[0]!);
      expect(await result.array()).toBe(32);
      result.dispose();
    });
    executor.dispose();
  });

  it('holds branches in loops in branches', async () => {
    const step = branching();
    const shape: number[] = [];
    const test = graph('test', [parameter(shape)], (b, x) => [
      b.call('Less', { a: b.call('Abs', { x: x! }), b: b.scalar(5) }),
    ]);
    const body = graph('body', [parameter(shape)], (b, x) => {
      const positive = b.call('Greater', { a: x!, b: b.scalar(0) });
      const [up, down] = ['Add', 'Sub'].map((kernel) =>
        graph(kernel, [parameter(shape)], (inner, y) => [
          inner.call(kernel, { a: y!, b: inner.scalar(1) }),
        ]),
      );
      return [b.add(ifNode(positive, [x!], up!, down!)).outputs[0]!];
    });
    const f = graph('f', [parameter(shape)], (b, x) => [
      b.add(whileNode([x!], test, body, 1)).outputs[0]!,
    ]);
    await expectNoLeak(async () => {
      expect(await withScalars([2], (x) => elementsOf(f, x))).toEqual([[5]]);
      expect(await withScalars([-2], (x) => elementsOf(f, x))).toEqual([[-5]]);
      expect(await withScalars([0], (x) => elementsOf(step, x))).toEqual([[-1], [0]]);
    });
  });

  it('lets the caller dispose the inputs while it runs', async () => {
    await expectNoLeak(async () => {
      const executor = createInterpreter(doubling(), backend);
      const inputs = [tf.scalar(1), tf.scalar(100)];
      const running = executor.runAsync(inputs);
      executor.dispose();
      tf.dispose(inputs);
      const result = tf.engine().makeTensorFromTensorInfo((await running)[0]!);
      expect(await result.array()).toBe(128);
      result.dispose();
    });
  });

  it('keeps its constants from a caller who writes into results', async () => {
    const f = graph('f', [], (b) => [
      b.add(constantNode({ values: Float32Array.of(1, 2) }, { dtype: 'float32', shape: [2] }))
        .outputs[0]!,
    ]);
    const executor = createInterpreter(f, backend);
    for (let call = 0; call < 2; call++) {
      const result = tf.engine().makeTensorFromTensorInfo((await executor.runAsync([]))[0]!);
      const elements = await result.data();
      expect(Array.from(elements)).toEqual([1, 2]);
      elements[0] = 9;
      result.dispose();
    }
    executor.dispose();
  });

  it('gives a constant that a branch leaves, and that is cast, the dtype of the cast', async () => {
    const type = { dtype: 'bool', shape: [] } as const;
    const f = graph('f', [parameter([])], (b, x) => {
      const isLarge = b.call('Greater', { a: x!, b: b.scalar(1) });
      const yes = graph('yes', [], (inner) => [
        inner.add(constantNode({ splat: 1 }, type)).outputs[0]!,
      ]);
      const no = graph('no', [], (inner) => [
        inner.add(constantNode({ splat: 0 }, type)).outputs[0]!,
      ]);
      const chosen = b.add(ifNode(isLarge, [], yes, no)).outputs[0]!;
      return [b.call('Cast', { x: chosen }, { dtype: 'int32' })];
    });
    const executor = createInterpreter(f, backend);
    const x = tf.scalar(3);
    const [result] = await executor.runAsync([x]);
    expect(result!.dtype).toBe('int32');
    tf.engine().makeTensorFromTensorInfo(result!).dispose();
    executor.dispose();
    x.dispose();
  });

  it('carries complex numbers, strings and bools', async () => {
    const f = graph('f', [parameter([2], 'complex64')], (b, z) => [
      b.call('Real', { input: z! }),
      b.call('Imag', { input: z! }),
      b.add(constantNode({ splat: 1 }, { dtype: 'bool', shape: [3] })).outputs[0]!,
    ]);
    const z = tf.complex([1, 2], [3, 4]);
    expect(await expectNoLeak(() => elementsOf(f, [z]))).toEqual([
      [1, 2],
      [3, 4],
      [1, 1, 1],
    ]);
    const text = graph('text', [], (b) => [
      b.add(
        constantNode(
          { values: ['ä', 'b'].map((one) => tf.util.encodeString(one)) },
          { dtype: 'string', shape: [2] },
        ),
      ).outputs[0]!,
    ]);
    expect(await elementsOf(text, [])).toEqual([['ä', 'b']]);
    z.dispose();
  });

  it('names a kernel that fails, its inputs and its place, and keeps the cause', async () => {
    const f = onMatrix((b, x) => {
      const squared = b.call('Square', { x });
      return [
        b.call(
          'GatherV2',
          { x: squared, indices: b.scalar(0, 'int32') },
          { axis: 0, batchDims: 0 },
          'model.ts:9:1',
        ),
      ];
    });
    const broken = {
      ...f,
      nodes: f.nodes.map((node) =>
        node.kind === 'kernel' && node.kernel === 'GatherV2'
          ? { ...node, kernel: 'BatchMatMul', inputNames: ['a', 'b'] }
          : node,
      ),
    };
    const x = tf.ones([2, 2]) as tf.Tensor2D;
    const error = await expectNoLeak(async () => {
      const executor = createInterpreter(broken, backend);
      const thrown = await failure(() => executor.runAsync([x]));
      executor.dispose();
      return thrown;
    });
    expect(error.code).toBe('kernel-failed');
    expect(formatLocation(error.location!)).toBe('model.ts:9:1');
    expect(error.message).toContain('tf.matMul cannot take float32[2,2] and int32[]: ');
    expect(error.cause).toBeInstanceOf(Error);
    x.dispose();
  });

  it('frees everything when a kernel in a loop fails', async () => {
    const shape = [2];
    const test = graph('test', [parameter(shape), parameter([])], (b, x, limit) => [
      b.call('Less', {
        a: b.call('Max', { x: x! }, { reductionIndices: [0], keepDims: false }),
        b: limit!,
      }),
    ]);
    const body = graph('body', [parameter(shape), parameter([])], (b, x) => {
      const next = b.call('Add', { a: x!, b: x! });
      const small = b.call('Less', {
        a: b.call('Max', { x: next }, { reductionIndices: [0], keepDims: false }),
        b: b.scalar(10),
      });
      b.add(assertNode(small, 'x must stay below ten', 'model.ts:4:7'));
      return [next];
    });
    const f = graph('f', [parameter(shape), parameter([])], (b, x, limit) => [
      b.add(whileNode([b.call('Relu', { x: x! }), limit!], test, body, 1)).outputs[0]!,
    ]);
    await expectNoLeak(async () => {
      const inputs = [tf.tensor1d([1, 2]), tf.scalar(100)];
      const error = await failure(() => execute(f, inputs));
      expect(error.code).toBe('assertion-failed');
      expect(error.message).toContain('x must stay below ten');
      expect(formatLocation(error.location!)).toBe('model.ts:4:7');
      tf.dispose(inputs);
    });
  });

  it('names a kernel that the backend lacks', async () => {
    const f = onMatrix((b, x) => [b.call('Relu', { x })]);
    const unknown = {
      ...f,
      nodes: f.nodes.map((node) => ({ ...node, kernel: 'Levitate' })),
    } as typeof f;
    const x = tf.ones([2, 2]);
    const executor = createInterpreter(unknown, backend);
    const error = await expectNoLeak(() => failure(() => executor.runAsync([x])));
    expect(error.code).toBe('missing-kernel');
    expect(error.message).toContain(`'${backend}' has no kernel 'Levitate'`);
    x.dispose();
  });

  it('refuses disposed inputs by name, and other numbers of inputs', async () => {
    const f = onMatrix((b, x) => [b.call('Relu', { x })]);
    const x = tf.ones([2, 2]);
    x.dispose();
    const disposed = await failure(() => createInterpreter(f, backend).run([x]));
    expect(disposed.code).toBe('disposed-tensor');
    expect(disposed.message).toContain("'x'");
    expect((await failure(() => createInterpreter(f, backend).run([]))).code).toBe(
      'internal-error',
    );
  });

  it('moves inputs from another backend', async () => {
    const other = backend === 'cpu' ? 'webgpu' : 'cpu';
    await executors.find((one) => one.backend === other)!.start();
    const x = tf.add(tf.tensor2d([1, 2, 3, 4], [2, 2]), 1);
    const z = tf.complex([1, 2], [3, 4]);
    await start();
    const f = graph('f', [parameter([2, 2]), parameter([2], 'complex64')], (b, m, c) => [
      b.call('Square', { x: m! }),
      b.call('Imag', { input: c! }),
    ]);
    const before = tf.memory().numTensors;
    expect(await elementsOf(f, [x, z])).toEqual([
      [4, 9, 16, 25],
      [3, 4],
    ]);
    expect(tf.memory().numTensors).toBe(before);
    expect(await x.array()).toEqual([
      [2, 3],
      [4, 5],
    ]);
    tf.dispose([x, z]);
  });

  it('refuses to run after it was disposed', async () => {
    const executor = createInterpreter(doubling(), backend);
    executor.dispose();
    expect((await failure(() => executor.run([]))).code).toBe('internal-error');
  });
});
