import * as tf from '@tensorflow/tfjs-core';
import { expect, it } from 'vitest';
import { printGraph } from '../../runtime/graph/printer.js';
import {
  functionsRunEagerly,
  graph,
  graphOf,
  runFunctionsEagerly,
  SignatureError,
  tensorSpec,
} from '../../runtime/index.js';
import { optimize } from '../../runtime/optimize/pipeline.js';
import { eagerProgram, float, int, onEachExecutor, operations, program, read } from './support.js';

onEachExecutor((backend, printed) => {
  it('G1 an error has a class and names the culprit', async () => {
    const f = graph((x: tf.Tensor) => x, { inputSignature: [tensorSpec([2])] });
    expect(() => f(tf.zeros([3]))).toThrow(SignatureError);
    expect(() => f(tf.zeros([3]))).toThrow(/shape=\[2\][\s\S]*shape=\[3\]/);
    expect(await read(f(tf.zeros([2])))).toEqual([0, 0]);
  });

  it('G2 an imperative program, and G3 the same as a graph', async () => {
    const source = `
      function add(a, b) { return a + b; }
      export function fancy(a, b, c, d) {
        "use graph";
        const e = add(a, b);
        const f = add(c, d);
        const g = add(e, f);
        return g;
      }
      export function ofConstants() { "use graph"; return fancy(tf.scalar(1), tf.scalar(2), tf.scalar(3), tf.scalar(4)); }`;
    const { fancy, ofConstants } = await program(source);
    expect((await eagerProgram(source.replaceAll('"use graph";', ''))).fancy!(1, 2, 3, 4)).toBe(10);
    expect(fancy!(1, 2, 3, 4)).toBe(10);
    expect(await read(fancy!(int(1), int(2), int(3), int(4)))).toBe(10);
    const { graph } = graphOf(ofConstants!).getConcreteFunction();
    expect(operations(graph).filter((name) => name === 'Add')).toHaveLength(3);
    const optimized = optimize(graph);
    expect(operations(optimized)).toEqual(['constant']);
    expect(printGraph(optimized)).toContain('constant 10');
    expect(await read(ofConstants!())).toBe(10);
  });

  it('G4 a wrapped function gives the same', async () => {
    const { regular, asGraph } = await program(`
      export function regular(x, y, b) { x = tf.matMul(x, y); x = tf.add(x, b); return x; }
      export const asGraph = graph(regular);
    `);
    const args = [float([[1, 2]]), float([[2], [3]]), tf.scalar(4)];
    expect(await read(regular!(...args))).toEqual([[12]]);
    const result = asGraph!(...args) as tf.Tensor;
    expect([result.dtype, result.shape]).toEqual(['float32', [1, 1]]);
    expect(await read(result)).toEqual([[12]]);
  });

  it('G5 takes in the functions that are called', async () => {
    const { outer } = await program(`
      function inner(x, y, b) { x = tf.matMul(x, y); x = x + b; return x; }
      export function outer(x) { "use graph"; return inner(x, tf.tensor2d([[2], [3]]), tf.scalar(4)); }
    `);
    expect(await read(outer!(float([[1, 2]])))).toEqual([[12]]);
    const { graph } = graphOf(outer!).getConcreteFunction(tensorSpec([1, 2]));
    expect(operations(graph)).toEqual(expect.arrayContaining(['BatchMatMul', 'Add']));
  });

  it('G6 is used like an op, G7 has a gradient, G8 is used in others', async () => {
    const { add, dense, denseOfUnmarked } = await program(`
      export function add(a, b) { "use graph"; return a + b; }
      function plus(a, b) { return a + b; }
      export function dense(x, w, b) { "use graph"; return add(tf.matMul(x, w), b); }
      export function denseOfUnmarked(x, w, b) { "use graph"; return plus(tf.matMul(x, w), b); }
    `);
    expect(await read(add!(tf.ones([2, 2]), tf.ones([2, 2])))).toEqual([
      [2, 2],
      [2, 2],
    ]);
    const v = tf.variable(tf.scalar(1));
    const { value, grads } = tf.variableGrads(() => add!(v, 1) as tf.Scalar, [v]);
    expect([await read(value), await read(grads[v.name])]).toEqual([2, 1]);
    expect(await read(tf.grad((x) => add!(x, 1) as tf.Tensor)(tf.scalar(1)))).toBe(1);
    v.dispose();
    for (const layer of [dense!, denseOfUnmarked!]) {
      const result = layer(tf.ones([3, 2]), tf.ones([2, 2]), tf.ones([2]));
      expect(await read(result)).toEqual(Array(3).fill([3, 3]));
    }
  });

  it('G9 a variable changed inside is changed outside', async () => {
    const a = tf.variable(tf.scalar(0));
    const { g } = await program('export function g() { "use graph"; a.assign(a + 1); return a; }', {
      a,
    });
    const results = [g!(), g!(), g!()];
    expect(await read(results)).toEqual([1, 2, 3]);
    expect(await read(a)).toBe(3);
    expect(graphOf(g!).tracingCount).toBe(1);
    a.dispose();
  });

  it('G10 to G13: a graph by default, eagerly where told, the host prints while tracing', async () => {
    const { mse, whole } = await program(`
      export function mse(yTrue, yPred) {
        "use graph";
        console.log('Calculating MSE!');
        const difference = (yTrue - yPred) ** 2;
        return tf.mean(difference);
      }
      export function whole(yTrue, yPred) { "use graph"; return tf.floorDiv(tf.sum((yTrue - yPred) ** 2), 5); }
    `);
    const [yTrue, yPred] = [int([3, 6, 5, 2, 3]), int([4, 2, 3, 1, 3])];
    const inGraph = [mse!(yTrue, yPred), mse!(yTrue, yPred), mse!(yTrue, yPred)];
    expect(printed()).toEqual(['Calculating MSE!']);
    runFunctionsEagerly(true);
    try {
      expect(functionsRunEagerly()).toBe(true);
      const eagerly = [mse!(yTrue, yPred), mse!(yTrue, yPred), mse!(yTrue, yPred)];
      expect(printed()).toEqual(Array(4).fill('Calculating MSE!'));
      expect(await read(eagerly)).toEqual(await read(inGraph));
      expect(await read(whole!(yTrue, yPred))).toBe(4);
    } finally {
      runFunctionsEagerly(false);
    }
    expect(((await read(inGraph)) as number[])[0]).toBeCloseTo(4.4, 6);
    expect(await read(whole!(yTrue, yPred))).toBe(4);
    expect([functionsRunEagerly(), graphOf(mse!).tracingCount]).toEqual([false, 1]);
  });

  it('G14 and G15: an unused op is not run', async () => {
    const source = `export function unused(x) { "use graph"; tf.gather(x, [1]); return x; }`;
    if (backend === 'cpu') {
      const eager = await eagerProgram(source.replace('"use graph";', ''));
      expect(() => eager.unused!(float([0]))).toThrow(/GatherV2: the index value 1 is not in/);
    }
    const { unused } = await program(source);
    expect(await read(unused!(float([0])))).toEqual([0]);
  });

  it('G16 to G18: one trace for each dtype, listed', async () => {
    const { double } = await program(`
      export function double(a) { "use graph"; console.log(a.shape, a.dtype); return a + a; }
    `);
    const numbers = [int(1), float(1.1), tf.complex(1, 2)].map((x) => double!(x) as tf.Tensor);
    expect(printed()).toEqual([' int32', ' float32', ' complex64']);
    expect(numbers.map(({ dtype }) => dtype)).toEqual(['int32', 'float32', 'complex64']);
    expect(await numbers[0]!.array()).toBe(2);
    expect(await numbers[1]!.array()).toBeCloseTo(2.2, 6);
    expect([...(await numbers[2]!.data())]).toEqual([2, 4]);
    expect([...(await (double!(tf.complex(3, 4)) as tf.Tensor).data())]).toEqual([6, 8]);
    expect(printed()).toHaveLength(3);
    const blocks = graphOf(double!).prettyPrintedConcreteSignatures().split('\n\n');
    expect(blocks).toHaveLength(3);
    for (const [index, dtype] of ['int32', 'float32', 'complex64'].entries()) {
      expect(blocks[index]).toBe(
        `double\n  Arguments:\n    a: TensorSpec(shape=[], dtype=${dtype})\n  Returns:\n    TensorSpec(shape=[], dtype=${dtype})`,
      );
    }
  });

  it('G19 to G21: signatures, among them an array of numbers', async () => {
    const { relu } = await program(`
      export function relu(x) { "use graph"; return tf.maximum(0, x); }
    `);
    expect(await read([relu!(float(5.5)), relu!([1, -1]), relu!(float([3, -3]))])).toEqual([
      5.5,
      [1, 0],
      [3, 0],
    ]);
    expect(await read([relu!(float(-2.5)), relu!(float([-1, 1]))])).toEqual([0, [0, 1]]);
    expect(graphOf(relu!).tracingCount).toBe(3);
    const blocks = graphOf(relu!).prettyPrintedConcreteSignatures().split('\n\n');
    expect(blocks).toHaveLength(3);
    expect(blocks[1]).toBe(
      'relu\n  Arguments:\n    x=[1, -1]\n  Returns:\n    TensorSpec(shape=[2], dtype=float32)',
    );
  });

  it('G22 ten calls make five traces', async () => {
    const { f } = await program(`
      export function f(x) { "use graph"; console.log('tracing'); print(x); }
    `);
    const calls = [int(1), int(2), int(2), float(0.1), float(0.2), 1, 1, 0.1, 0.2, 0.1];
    for (const x of calls) f!(x);
    expect(graphOf(f!).tracingCount).toBe(5);
    expect(printed().filter((line) => line === 'tracing')).toHaveLength(5);
    const vectors = await program('export function g(x) { "use graph"; return x; }');
    vectors.g!(new Int32Array([2]));
    vectors.g!(int([3]));
    expect(graphOf(vectors.g!).tracingCount).toBe(1);
  });

  it('G23 and G24: tensors share a trace, host numbers do not', async () => {
    const { f } = await program(`
      export function f(x) { "use graph"; console.log('Tracing!'); return x * x + tf.scalar(2, 'int32'); }
    `);
    expect(await read([f!(int(2)), f!(int(3))])).toEqual([6, 11]);
    expect(printed()).toEqual(['Tracing!']);
    expect(await read([f!(2), f!(3), f!(2)])).toEqual([6, 11, 6]);
    expect(graphOf(f!).tracingCount).toBe(3);
  });

  it('G25 a new shape or kind of argument is a new trace', async () => {
    const { resize } = await program(`
      export function resize(x, newHeight) {
        "use graph";
        console.log('Tracing', x.shape.join());
        print('Executing for height', newHeight);
        if (typeof newHeight === 'number') x = tf.image.resizeBilinear(x, [newHeight, x.shape[2]]);
        return tf.sum(x);
      }
    `);
    resize!(tf.ones([1, 10, 10, 3]), 5);
    resize!(tf.zeros([1, 10, 10, 3]), 5);
    resize!(tf.ones([1, 12, 12, 3]), 5);
    resize!(tf.ones([1, 10, 10, 3]), int(6));
    expect(graphOf(resize!).tracingCount).toBe(3);
    expect(printed().filter((line) => line.startsWith('Tracing'))).toEqual([
      'Tracing 1,10,10,3',
      'Tracing 1,12,12,3',
      'Tracing 1,10,10,3',
    ]);
    expect(await read(resize!(tf.ones([1, 10, 10, 3]), 5))).toBeCloseTo(150, 3);
  });
});
