import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { ExecutionError } from '../../runtime/errors.js';
import {
  assertNode,
  ifNode,
  printNode,
  throwNode,
  whileNode,
} from '../../runtime/graph/builder.js';
import type { Graph } from '../../runtime/graph/graph.js';
import { createInterpreter } from '../../runtime/interpret/interpreter.js';
import { graph, parameter } from '../graph/build.js';
import { expectNoLeak, useCpu, useWebGPU } from '../support/index.js';
import { programOf } from '../webgpu/controlFlow.js';
import { branching, doubling } from './graphs.js';

/** The error of a synchronous run on WebGPU, which must come before anything ran. */
function refusal(f: Graph): ExecutionError {
  const inputs = f.parameters.map(({ shape, dtype }) => tf.zeros(shape as number[], dtype));
  const executor = createInterpreter(f, 'webgpu');
  try {
    executor.run(inputs);
  } catch (error) {
    expect(error).toBeInstanceOf(ExecutionError);
    return error as ExecutionError;
  } finally {
    executor.dispose();
    tf.dispose(inputs);
  }
  return expect.fail('the run was not refused');
}

describe('a synchronous run on webgpu', () => {
  beforeAll(useWebGPU);

  it('refuses a loop that a tensor ends, and names it and the ways out', async () => {
    const error = await expectNoLeak(() => refusal(doubling()));
    expect(error).toMatchObject({
      code: 'loop-needs-async',
      location: { file: 'model.ts', line: 3, column: 5 },
    });
    expect(error.message).toContain('async');
    expect(error.message).toContain('range(');
    expect(error.message).toContain("tf.setBackend('cpu')");
    expect(refusal(doubling({ maximumIterations: 3 })).code).toBe('loop-needs-async');
  });

  it('refuses a conditional and an assertion', () => {
    expect(refusal(branching())).toMatchObject({
      code: 'condition-needs-async',
      location: { file: 'model.ts', line: 7, column: 3 },
    });
    const asserting = graph('f', [parameter([], 'bool')], (b, condition) => {
      b.add(assertNode(condition!, 'must hold', 'model.ts:1:1'));
      return [];
    });
    expect(refusal(asserting)).toMatchObject({
      code: 'assert-needs-async',
      location: { file: 'model.ts', line: 1, column: 1 },
    });
  });

  it('says of a check that it decides about an exception', () => {
    const branch = (isCheck: boolean) =>
      graph(isCheck ? 'check' : 'else', [], (b) => {
        if (isCheck) b.add(throwNode(new RangeError('negative'), [], []));
        return [];
      });
    const f = graph('f', [parameter([], 'bool')], (b, condition) => {
      b.add(ifNode(condition!, [], branch(true), branch(false)));
      return [];
    });
    expect(refusal(f).message).toContain('Whether an exception is thrown');
  });

  it('finds what needs a read inside loops of known length', () => {
    const test = graph('test', [parameter([])], (b, x) => [b.call('Less', { a: x!, b: x! })]);
    const f = graph('f', [parameter([])], (b, x) => {
      b.add(printNode(['never printed'], []));
      const outer = doubling();
      const body = graph('body', [parameter([])], (inner, y) => [
        inner.add(
          whileNode(
            [y!, y!],
            (outer.nodes[0] as never as { test: Graph }).test,
            (outer.nodes[0] as never as { body: Graph }).body,
            1,
            {},
            'inner.ts:2:2',
          ),
        ).outputs[0]!,
      ]);
      return [b.add(whileNode([x!], test, body, 1, { tripCount: 2 })).outputs[0]!];
    });
    expect(refusal(f)).toMatchObject({
      code: 'loop-needs-async',
      location: { file: 'inner.ts', line: 2, column: 2 },
    });
  });

  it.each([
    [
      'an array that a loop of unknown length pushes onto',
      'const all = []; let i = 0; while (i < n) { all.push(x); i++; } return tf.stack(all);',
      /setLoopOptions\(\{ maximumIterations \}\), and let each iteration push once.*only the length, elements.*TensorArray/,
    ],
    [
      'an array that a loop with a limit pushes onto twice',
      `const all = [];
       let i = 0;
       while (i < n) { setLoopOptions({ maximumIterations: 9 }); all.push(x); all.push(x); i++; }
       return tf.stack(all);`,
      /or let each iteration push once onto an array.*TensorArray/,
    ],
    [
      'an array of another length in each branch',
      'const all = []; if (n > 1) all.push(x); all.push(x); return tf.stack(all);',
      /or let both branches leave tensors of one shape, and arrays of one length/,
    ],
    [
      'a kernel that has no shader',
      `while (x.sum() < n) x = x.add(tf.reshape(tf.multinomial(tf.stack([x, x]), 1, 7), [2]));
       return x;`,
      /or do without the kernel Multinomial at program\.js:3:\d+, for which there is no shader, in the loop/,
    ],
    [
      'a gradient of a gradient of a loop that a tensor ends',
      `const end = (y) => { while (tf.sum(y) < n) y = y * y + 1; return tf.sum(y); };
       return tf.grad((y) => tf.sum(tf.grad(end)(y)))(x);`,
      /for a gradient of a gradient, let loops run for a plain number of iterations/,
    ],
    [
      'a gradient of a gradient of a loop with a break',
      `const end = (y) => { for (let i = 0; i < 4; i++) { y = y * y; if (tf.sum(y) > n) break; } return tf.sum(y); };
       return tf.grad((y) => tf.sum(tf.grad(end)(y)))(x);`,
      /for a gradient of a gradient, let loops run for a plain number of iterations/,
    ],
    [
      'a print in a branch',
      'if (n > 1) print(x); return x;',
      /or do without print\(\) in its branches/,
    ],
  ])('says how to do without %s', async (_, body, ways) => {
    const f = await programOf(body, false);
    expect(() => f(tf.tensor1d([1, 2]), tf.scalar(2))).toThrow(ways);
  });

  it('refuses to move an input to another backend', async () => {
    const x = tf.add(tf.tensor1d([1, 2]), 1);
    await useCpu();
    const f = graph('f', [parameter([2], 'float32', 'x')], (b, input) => [
      b.call('Square', { x: input! }),
    ]);
    const executor = createInterpreter(f, 'cpu');
    expect(() => executor.run([x])).toThrow(/'x' of the graph 'f' lives on the backend 'webgpu'/);
    executor.dispose();
    x.dispose();
    await useWebGPU();
  });
});
