import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../support/compile.js';
import { executors, useCpu } from '../support/index.js';
import { expectNear, finiteDifferences, type Scalar } from './finiteDifferences.js';

type F = (x: tf.Tensor) => tf.Tensor | Promise<tf.Tensor>;

const point = [0.6, 0.9, 1.1];

/** Bodies of functions of a vector `x` that give a scalar. */
const bodies: Readonly<Record<string, string>> = {
  'an if': 'let y; if (tf.sum(x) > 0) y = x * x; else y = x * 3; return tf.sum(y);',
  'a conditional expression': 'return tf.sum(tf.sum(x) > 0 ? tf.exp(x) : x);',
  'a while': 'let y = x; while (tf.sum(y) < 10) y = y * 1.5 + 0.1; return tf.sum(y * y);',
  'a while of no iteration':
    'let y = x * x; while (tf.sum(y) > 1000) y = y * 1.5; return tf.sum(y * y);',
  'a for over a range':
    'let y = x; for (const i of range(tf.scalar(3, "int32"))) y = tf.sin(y) + x; return tf.sum(y);',
  'a for over a tensor': 'let s = tf.scalar(0); for (const v of x) s = s * 0.5 + v * v; return s;',
  'a loop of JavaScript':
    'let y = x; for (let i = 0; i < 3; i++) y = tf.sin(y) + x; return tf.sum(y);',
  'a break':
    'let y = x; for (const i of range(tf.scalar(10, "int32"))) { if (tf.sum(y) > 4) break; y = y * 1.3; } return tf.sum(y * y);',
  'a continue':
    'let y = x; for (const i of range(tf.scalar(5, "int32"))) { if (i % 2 === 0) continue; y = y * 1.3; } return tf.sum(y * y);',
  'an early return':
    'let y = x; while (tf.sum(y) < 10) { if (tf.max(y) > 3) return tf.sum(y * y * 7); y = y * 1.5; } return tf.sum(y * y);',
  'nested loops':
    'let y = x; for (const i of range(tf.scalar(2, "int32"))) { let z = y; while (tf.sum(z) < 5) z = z * z + 0.4; y = y + z * 0.1; } return tf.sum(y);',
  'a switch':
    'let y = x; switch (tf.cast(x[0] * 0 + 1, "int32")) { case 0: y = x * 2; break; case 1: y = x * x; default: y = y * 3; } return tf.sum(y);',
  'a try':
    'let y = x; try { if (tf.sum(x) > 100) throw new Error("no"); y = x * x; } catch { y = x * 3; } return tf.sum(y);',
  'a TensorArray':
    'let t = new TensorArray("float32", 3); for (const i of range(tf.scalar(3, "int32"))) t = t.write(i, x[i] * x[i]); return tf.sum(t.stack() * x);',
  'a TensorArray that grows':
    'let t = new TensorArray("float32", 0, { dynamicSize: true, elementShape: [] }); for (const i of range(tf.scalar(3, "int32"))) t = t.write(i, x[i] * x[i]); return tf.sum(t.stack() * x);',
  'a TensorArray of as many elements as a tensor says':
    'let t = new TensorArray("float32", 0, { dynamicSize: true, elementShape: [3] }); let i = tf.scalar(0, "int32"); let y = x; while (tf.sum(y) < 10) { t = t.write(i, y); i = i + 1; y = y * 1.5; } return tf.sum(t.stack() * x);',
  'reads of a TensorArray':
    'const t = new TensorArray("float32", 3).unstack(x * x); let s = tf.scalar(0); for (const i of range(tf.scalar(3, "int32"))) s = s + t.read(i) * t.read(2); return s;',
  'TensorArray.gather and concat':
    'const t = new TensorArray("float32", 3).unstack(tf.outerProduct(x, x)); return tf.sum(t.gather([2, 0])) + tf.sum(t.concat());',
  'TensorArray.scatter and split':
    'const t = new TensorArray("float32", 3).scatter([2, 0], tf.slice(tf.outerProduct(x, x), [0, 0], [2, 3])); const p = new TensorArray("float32", 3).split(x * x, [1, 1, 1]); return tf.sum(t.stack()) + tf.sum(p.read(2)) + tf.sum(p.read(0) * x);',
  'an array that a loop fills':
    'const l = []; for (const i of range(tf.scalar(3, "int32"))) l.push(x[i] * x[i]); return tf.sum(tf.stack(l) * x);',
  'a tensor that grows':
    'let y = x; for (const i of range(tf.scalar(2, "int32"))) { setLoopOptions({ shapeInvariants: [[y, [null]]] }); y = tf.concat([y, x * y[0]]); } return tf.sum(y * y);',
  'assignments by index':
    'let y = x * 1; for (const i of range(tf.scalar(3, "int32"))) y[i] = x[i] * x[i] * 2; return tf.sum(y * x);',
  cond: 'return tf.sum(cond(tf.greater(tf.sum(x), 0), () => tf.exp(x), () => x));',
  whileLoop:
    'const [y] = whileLoop((y) => tf.less(tf.sum(y), 10), (y) => [tf.mul(y, 1.5)], [x]); return tf.sum(y * y);',
  switchCase:
    'return tf.sum(switchCase(tf.scalar(1, "int32"), [() => x, () => x * x, () => x * 3]));',
  caseOf:
    'return tf.sum(caseOf([[tf.greater(tf.sum(x), 100), () => x], [tf.greater(tf.sum(x), 0), () => x * x]], () => x * 3));',
  'a captured tensor': 'let y = x; while (tf.sum(y) < 10) y = y * captured; return tf.sum(y * y);',
  'functions that call functions':
    'const square = (v) => { if (tf.sum(v) > 0) return v * v; return v; }; return tf.sum(square(square(x)));',
  'tf.customGrad':
    'const f = tf.customGrad((v, save) => { save([v]); return { value: v * v, gradFunc: (dy, [s]) => dy * s * 2 }; }); return tf.sum(f(x));',
  'tf.customGrad in a loop':
    'const f = tf.customGrad((v, save) => { save([v]); return { value: v * v, gradFunc: (dy, [s]) => dy * s * 2 }; }); let y = x; for (const i of range(tf.scalar(2, "int32"))) y = f(y); return tf.sum(y);',
  'a broadcast product of matrices':
    'return tf.sum(tf.matMul(tf.reshape(tf.concat([x, x * x]), [2, 1, 3]), tf.reshape(x, [1, 3, 1])));',
  'sums along the first axis':
    'return tf.sum(tf.cumsum(tf.reshape(tf.concat([x, x * x]), [2, 3]), 0) * tf.reshape(tf.concat([x, x]), [2, 3]));',
  'an index that follows from values': 'return x[tf.argMax(x)] * x[0] * 3;',
  'a convolution':
    'return tf.sum(tf.square(tf.conv2d(tf.reshape(tf.tile(x, [12]), [1, 6, 6, 1]), tf.reshape(tf.tile(x, [3]), [3, 3, 1, 1]), 1, "same")));',
  'a pooling':
    'return tf.sum(tf.square(tf.avgPool(tf.reshape(tf.tile(x, [12]), [1, 6, 6, 1]), 2, 2, "same")));',
  'a mirrored padding':
    'return tf.sum(tf.square(tf.mirrorPad(x, [[1, 1]], "reflect")) * tf.range(0, 5));',
  'a flipped image':
    'return tf.sum(tf.square(tf.image.flipLeftRight(tf.reshape(tf.tile(x, [12]), [1, 6, 6, 1]))) * tf.reshape(tf.range(0, 36), [1, 6, 6, 1]));',
  'weighted counts':
    'return tf.sum(tf.square(tf.bincount(tf.tensor1d([0, 1, 1], "int32"), x, 2)));',
  'a band of a matrix': 'return tf.sum(tf.linalg.bandPart(tf.outerProduct(x, x), 1, 0));',
};

const forms = ['inside', 'outside', 'second', 'ofVariables'] as const;

async function programs(body: string, async = '') {
  const captured = tf.scalar(1.33);
  const variable = tf.variable(tf.tensor1d(point));
  return compile<Record<(typeof forms)[number] | 'value', F>>(
    `import * as tf from '@tensorflow/tfjs-core';
import { range, TensorArray, cond, whileLoop, switchCase, caseOf, setLoopOptions } from 'use-graph';
function g(x) { "use graph"; ${body} }
export ${async} function value(x) { "use graph"; ${body} }
export ${async} function inside(x) { "use graph"; return tf.grad(g)(x); }
export function outside(x) { return tf.grad(g)(x); }
export ${async} function second(x) { "use graph"; return tf.grad((x) => tf.sum(tf.square(tf.grad(g)(x))))(x); }
export ${async} function ofVariables(x) { "use graph"; const { grads } = tf.variableGrads(() => g(variable + (x - x)), [variable]); return grads[variable.name]; }`,
    { captured, variable },
  );
}

async function expectGradient(gradient: F, f: Scalar): Promise<void> {
  const expected = await finiteDifferences(f, point);
  expect(expected).not.toBe(null);
  const found = await gradient(tf.tensor1d(point));
  expectNear(await found.data(), expected!);
}

describe('a gradient through', () => {
  beforeAll(useCpu);

  it.each(Object.entries(bodies))('%s', async (_, body) => {
    const { value, inside, outside, second, ofVariables } = await programs(body);
    for (const gradient of [inside, outside, ofVariables]) await expectGradient(gradient, value);
    await expectGradient(second, async (x) => tf.sum(tf.square(await inside(x))));
  });

  it('leaves nothing behind where it is taken op by op', async () => {
    const { inside } = await programs(bodies['a tensor that grows']!);
    const x = tf.tensor1d(point);
    tf.dispose(await inside(x));
    const before = [tf.memory().numTensors, tf.backend().numDataIds()];
    for (let call = 0; call < 3; call++) tf.dispose(await inside(x));
    expect([tf.memory().numTensors, tf.backend().numDataIds()]).toEqual(before);
  });
});

describe.each(executors)('in an async function on $backend a gradient through', ({ start }) => {
  beforeAll(start);

  it.each([
    'a while',
    'nested loops',
    'a break',
    'a TensorArray',
    'a TensorArray of as many elements as a tensor says',
    'a tensor that grows',
  ])('%s', async (name) => {
    const { value, inside, second } = await programs(bodies[name]!, 'async');
    await expectGradient(inside, value);
    await expectGradient(second, async (x) => tf.sum(tf.square(await inside(x))));
  });
});
