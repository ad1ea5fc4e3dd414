import '@tensorflow/tfjs-core/dist/register_all_gradients';
import '@tensorflow/tfjs-backend-cpu';
import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { SymbolicTensorError } from '../../runtime/errors.js';
import { printGraph } from '../../runtime/graph/printer.js';
import type { TensorType } from '../../runtime/graph/types.js';
import { verifyGraph } from '../../runtime/graph/verifier.js';
import { createInterpreter } from '../../runtime/interpret/interpreter.js';
import { emitIf, emitWhile } from '../../runtime/trace/controlFlow.js';
import { type Trace, traceFunction } from '../../runtime/trace/function.js';
import { isTracing } from '../../runtime/trace/session.js';
import { traceSubgraph } from '../../runtime/trace/subgraph.js';

const scalar: TensorType = { dtype: 'float32', shape: [] };
const vector: TensorType = { dtype: 'float32', shape: [3] };

beforeAll(async () => {
  await tf.setBackend('cpu');
  factors = tf.tensor1d([2, 4], 'int32');
  variable = tf.variable(tf.tensor1d([1]));
});

const sizes = (x: tf.Tensor) => tf.tensor1d([...x.shape, 1], 'int32');
let factors: tf.Tensor | null = null;
const captured = () => factors!;
let variable: tf.Variable | null = null;
const weights = () => variable!;

/** Runs a trace once on the cpu backend and returns its results; assigns its variables. */
function run(trace: Trace, args: tf.Tensor[]): tf.Tensor[] {
  verifyGraph(trace.graph);
  const executor = createInterpreter(trace.graph, 'cpu');
  const infos = executor.run([...args, ...trace.captures, ...trace.variables]);
  executor.dispose();
  const tensors = infos.map((info) => tf.engine().makeTensorFromTensorInfo(info));
  const results = tensors.length - trace.updates.length;
  trace.updates.forEach((variable, index) => {
    variable.assign(tensors[results + index]!);
    tensors[results + index]!.dispose();
  });
  return tensors.slice(0, results);
}

/** Everything of the engine that a trace could change. */
function engineState(): unknown {
  const { state, backendName, backendInstance } = tf.engine() as unknown as {
    state: Record<string, unknown>;
    backendName: string;
    backendInstance: object;
  };
  const { numTensors, numBytes, numDataBuffers, gradientDepth, kernelDepth, activeScope } = state;
  const methods = Object.getOwnPropertyNames(tf.engine()).sort();
  const counters = {
    numTensors,
    numBytes,
    numDataBuffers,
    gradientDepth,
    kernelDepth,
    activeScope,
  };
  return { ...counters, backendName, backendInstance, methods, random: Math.random };
}

describe('a trace', () => {
  it('records the kernels that a function runs and leaves the engine as it was', () => {
    const before = engineState();
    const trace = traceFunction('double', [vector], ([x]) => [
      tf.tidy(() => tf.mul(tf.relu(x!), 2)),
    ]);
    expect(engineState()).toEqual(before);
    expect(isTracing()).toBe(false);
    expect(printGraph(trace.graph)).toContain('Relu');
    expect(run(trace, [tf.tensor1d([-1, 2, 3])])[0]!.arraySync()).toEqual([0, 4, 6]);
  });

  it('leaves the engine as it was when the function throws', () => {
    const before = engineState();
    const failing = () =>
      traceFunction('failing', [vector], ([x]) =>
        tf.tidy(() => {
          tf.grad(() => {
            throw new RangeError('mine');
          })(x!);
          return [];
        }),
      );
    expect(failing).toThrow(RangeError);
    expect(engineState()).toEqual(before);
  });

  it('captures tensors by reference and variables by content', () => {
    const weight = tf.variable(tf.tensor1d([1, 2, 3]));
    const offset = tf.tensor1d([10, 10, 10]);
    const trace = traceFunction('f', [vector], ([x]) => {
      const before = tf.add(tf.mul(x!, weight), offset);
      weight.assign(tf.add(weight, 1));
      return [before, tf.mul(x!, weight)];
    });
    expect(trace.captures).toEqual([offset]);
    expect(trace.updates).toEqual([weight]);
    expect(weight.arraySync()).toEqual([1, 2, 3]);
    const [first, second] = run(trace, [tf.tensor1d([1, 1, 1])]);
    expect(first!.arraySync()).toEqual([11, 12, 13]);
    expect(second!.arraySync()).toEqual([2, 3, 4]);
    expect(weight.arraySync()).toEqual([2, 3, 4]);
    weight.dispose();
  });

  it('differentiates inside', () => {
    const trace = traceFunction('f', [scalar], ([x]) => [
      tf.grad((y: tf.Tensor) => tf.grad((z: tf.Tensor) => tf.mul(z, tf.mul(z, z)))(y))(x!),
    ]);
    expect(run(trace, [tf.scalar(3)])[0]!.arraySync()).toBeCloseTo(18, 4);
  });

  it('takes the first contents of variables that it creates', () => {
    let slot: tf.Variable | null = null;
    const trace = traceFunction('f', [vector], ([x]) => {
      slot = tf.variable(tf.zerosLike(x!));
      return [tf.add(slot, 1)];
    });
    expect(trace.created).toEqual([slot]);
    expect(trace.initializer?.outputs).toHaveLength(1);
    slot!.dispose();
  });

  it.each<[string, (x: tf.Tensor) => unknown]>([
    ['dataSync', (x) => x.dataSync()],
    ['data', (x) => void x.data()],
    ['a comparison', (x) => (x as unknown as number) > 0],
    ['a template literal', (x) => `${x}`],
    ['JSON.stringify', (x) => JSON.stringify({ x })],
    ['print', (x) => x.print()],
  ])('refuses a read by %s', (_, read) => {
    const before = engineState();
    const reading = () =>
      traceFunction('f', [vector], ([x]) => {
        read(tf.neg(x!));
        return [x!];
      });
    expect(reading).toThrow(SymbolicTensorError);
    expect(reading).toThrow(/tf\.neg/);
    expect(engineState()).toEqual(before);
  });

  it.each<[string, (x: tf.Tensor) => tf.Tensor, number[] | null]>([
    ['a constant', () => tf.tensor1d([2, 5]), [2, 5]],
    [
      'a captured tensor and a size',
      (x) => tf.mul(captured(), tf.scalar(x.size, 'int32')),
      [6, 12],
    ],
    ['a size among others', (x) => tf.stridedSlice(sizes(x), [-1], [-3], [-1]), [1, 3]],
    ['sizes joined', (x) => tf.concat([sizes(x), tf.reshape(tf.prod(sizes(x)), [1])]), [3, 1, 3]],
    [
      'sizes stacked and chosen',
      (x) => tf.gather(tf.stack([x.size, 7, 9].map((n) => tf.scalar(n, 'int32'))), [2, 0]),
      [9, 3],
    ],
    ['an argument', (x) => tf.mul(x, 0), null],
    ['a random number', () => tf.randomUniform([2]), null],
    ['a variable', () => tf.add(weights(), 1), null],
  ])('reads what no argument decides: %s', (_, make, expected) => {
    let found: number[] | null = null;
    const trace = () =>
      traceFunction('f', [vector], ([x]) => {
        found = Array.from(make(x!).dataSync());
        return [x!];
      });
    if (expected === null) expect(trace).toThrow(SymbolicTensorError);
    else trace();
    expect(found).toEqual(expected);
  });

  it('refuses a tensor that leaked out of another trace', async () => {
    let leaked: tf.Tensor | null = null;
    traceFunction('maker', [vector], ([x]) => {
      leaked = tf.neg(x!);
      return [x!];
    });
    expect(() => traceFunction('user', [], () => [tf.relu(leaked!)])).toThrow(/maker.*tf\.neg/s);
    expect(() => leaked!.dataSync()).toThrow(SymbolicTensorError);
    expect(() => tf.add(leaked!, 1)).toThrow(SymbolicTensorError);
    await expect(leaked!.data()).rejects.toThrow(SymbolicTensorError);
  });

  it('draws random numbers at every run', () => {
    const trace = traceFunction('f', [], () => [
      tf.randomNormal([1000], 5, 2),
      tf.dropout(tf.ones([1000]), 0.5),
    ]);
    const [normal, dropped] = run(trace, []);
    expect(tf.mean(normal!).arraySync()).toBeCloseTo(5, 0);
    expect(tf.moments(normal!).variance.arraySync()).toBeGreaterThan(2.5);
    expect(Math.abs((tf.mean(dropped!).arraySync() as number) - 1)).toBeLessThan(0.3);
    expect(run(trace, [])[0]!.arraySync()).not.toEqual(normal!.arraySync());
  });
});

describe('control flow', () => {
  const relu = (x: tf.Tensor): tf.Tensor =>
    emitIf(
      tf.greater(tf.sum(x), 0),
      traceSubgraph('then', [], () => [tf.mul(x, x)]),
      traceSubgraph('else', [], () => [tf.mul(x, 3)]),
    )[0]!;

  /** Doubles x, n times. */
  const double = (x: tf.Tensor, n: tf.Tensor): tf.Tensor => {
    const types: TensorType[] = [{ dtype: 'int32', shape: [] }, vector];
    const test = traceSubgraph('test', types, ([i]) => [tf.less(i!, n)]);
    const body = traceSubgraph('body', types, ([i, y]) => [
      tf.add(i!, tf.scalar(1, 'int32')),
      tf.mul(y!, x),
    ]);
    return emitWhile([tf.scalar(0, 'int32'), x], test, body)[1]!;
  };

  it('takes the branch that the predicate says, with gradients', () => {
    const trace = traceFunction('f', [vector], ([x]) => [
      relu(x!),
      tf.grad((y: tf.Tensor) => relu(y))(x!),
    ]);
    const [value, gradient] = run(trace, [tf.tensor1d([1, 2, 3])]);
    expect(value!.arraySync()).toEqual([1, 4, 9]);
    expect(gradient!.arraySync()).toEqual([2, 4, 6]);
    const [other, otherGradient] = run(trace, [tf.tensor1d([-1, -2, -3])]);
    expect(other!.arraySync()).toEqual([-3, -6, -9]);
    expect(otherGradient!.arraySync()).toEqual([3, 3, 3]);
  });

  it('loops, with gradients', () => {
    const trace = traceFunction('f', [vector, { dtype: 'int32', shape: [] }], ([x, n]) => [
      double(x!, n!),
      tf.grad((y: tf.Tensor) => double(y, n!))(x!),
    ]);
    for (const n of [0, 1, 3]) {
      const [value, gradient] = run(trace, [tf.tensor1d([1, 2, 3]), tf.scalar(n, 'int32')]);
      expect(value!.arraySync()).toEqual([1, 2, 3].map((x) => x ** (n + 1)));
      expect(gradient!.arraySync()).toEqual([1, 2, 3].map((x) => (n + 1) * x ** n));
    }
  });

  it('assigns variables in branches and loops', () => {
    const counter = tf.variable(tf.scalar(0));
    const trace = traceFunction('f', [scalar], ([x]) => {
      const types: TensorType[] = [scalar];
      const test = traceSubgraph('test', types, ([y]) => [tf.greater(y!, 0)]);
      const body = traceSubgraph('body', types, ([y]) => {
        const then = traceSubgraph('then', [], () => {
          counter.assign(tf.add(counter, 10));
          return [];
        });
        emitIf(
          tf.greater(y!, 2),
          then,
          traceSubgraph('else', [], () => []),
        );
        counter.assign(tf.add(counter, 1));
        return [tf.sub(y!, 1)];
      });
      return [emitWhile([x!], test, body)[0]!, tf.clone(counter)];
    });
    expect(counter.arraySync()).toBe(0);
    expect(run(trace, [tf.scalar(4)]).map((tensor) => tensor.arraySync())).toEqual([0, 24]);
    expect(counter.arraySync()).toBe(24);
    counter.dispose();
  });
});
