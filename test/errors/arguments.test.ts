import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, expect, it } from 'vitest';
import { compile } from '../support/compile.js';
import { useCpu } from '../support/index.js';

beforeAll(useCpu);

/** What a program gives for a vector of three, or how it fails. */
async function outcome(body: string): Promise<{ message: string; stack: string; code?: string }> {
  const source = `import * as tf from '@tensorflow/tfjs-core';\nimport { gather } from '@tensorflow/tfjs-core';\nexport function f(v) {\n  "use graph";\n  ${body}\n}`;
  const { f } = await compile(source, { gather: tf.gather }, 'model.js');
  try {
    return { message: String(f!(tf.tensor1d([1, 2, 3]))), stack: '' };
  } catch (error) {
    return error as { message: string; stack: string; code?: string };
  }
}

it.each<[string, string]>([
  [
    'return tf.matMul(tf.ones([1, 3]));',
    "tf.matMul cannot take float32[1,3]: its argument 'b' is missing.",
  ],
  [
    'return tf.add(v, undefined);',
    "tf.add cannot take float32[3] and undefined: its argument 'b' is undefined.",
  ],
  [
    'return tf.add(v, { rate: 1 });',
    "tf.add cannot take float32[3] and { rate: 1 }: its argument 'b' is no tensor.",
  ],
  ['return tf.sum();', "tf.sum cannot be called without an argument: its argument 'x' is missing."],
  [
    'return tf.where(v, v, v);',
    "tf.where cannot take float32[3], float32[3] and float32[3]: 'condition' is to hold elements of dtype bool, and holds float32.\n    at model.js:5:10\n  Compare it (x > 0), or convert it: tf.cast(x, 'bool').",
  ],
  [
    'return gather(v, v);',
    "tf.gather cannot take float32[3] and float32[3]: 'indices' is to hold elements of dtype int32, and holds float32.\n    at model.js:5:10\n  Convert it: tf.cast(x, 'int32').",
  ],
  [
    'return tf.neg(new Promise(() => {}));',
    "tf.neg cannot take a Promise: its argument 'x' is a promise.",
  ],
  [
    'return tf.stack(v.map((x) => { x * 2; }));',
    "tf.stack cannot take [undefined, undefined, undefined]: its argument 'tensors[0]' is undefined.",
  ],
  ["return tf.add(v, 'x');", "'b' is to hold numbers, and holds string."],
  ['return tf.concat(v);', 'tf.concat cannot take float32[3]: it takes an array of tensors.'],
  [
    'return tf.reshape(v);',
    'tf.reshape cannot take float32[3]: an argument is missing, or is of another kind',
  ],
  [
    "return tf.sum(v, 'x');",
    'tf.sum cannot take float32[3] and "x": an argument is missing, or is of another kind',
  ],
  [
    'return tf.minimum(v, [1, 2]);',
    'tf.minimum cannot take float32[3] and [1, 2]: the shapes [3] and [2] do not broadcast.',
  ],
  ["return tf.conv2d(v, v, 1, 'same');", 'and "same": input must be rank 4, but got rank 1.'],
  [
    'return tf.losses.meanSquaredError(v, tf.ones([2]));',
    'tf.losses.meanSquaredError cannot take float32[3] and float32[2]: shapes 3 and 2 must match.',
  ],
  ["return tf.cast(v, 'int');", "There are 'float32', 'int32', 'bool', 'complex64' and 'string'."],
  ['return tf.zeros([2, -1]);', 'tf.zeros cannot take [2, -1]: tensor must have'],
  [
    'return tf.slice(v, [0, 0], [1, 1]);',
    'tf.slice cannot take float32[3]: 2 beginnings do not fit the rank 1.',
  ],
  [
    'if (v[0] > 0) return tf.where(v, v, v);\n  return v;',
    'in the main branch of the if statement at model.js:5:3',
  ],
])('%s is refused in words of the program', async (body, says) => {
  const { message, stack, code } = await outcome(body);
  expect(message).toContain(says);
  expect(message).toContain('\n    at model.js:5:');
  expect(code).toBe('incompatible-inputs');
  expect(stack).toMatch(/\n {4}at f \(model\.js:5:/);
});

it('a handler of the program is given what TensorFlow.js throws', async () => {
  const { message } = await outcome(
    'try { return tf.where(v, v, v); } catch (e) { return e.message; }',
  );
  expect(message).toMatch(/^Argument 'condition' passed to 'where' must be bool tensor/);
});

it('what the function throws that an op calls is its own', async () => {
  const { message, code } = await outcome(
    "return tf.tidy(() => { throw new RangeError('mine'); });",
  );
  expect([message, code]).toEqual(['mine', undefined]);
});

it('an op that fails when the graph runs is called by its name', async () => {
  const { message } = await outcome('return tf.gather(v, [0, 5]);');
  expect(message).toMatch(
    /^tf\.gather of float32\[3\], int32\[2\] failed: the index 5 is not in \[0, 2\]\n {4}at model\.js:5:10/,
  );
});

it('so is one whose operands turn out not to fit', async () => {
  const { message } = await outcome('return tf.stack(v.filter((x) => x > 1)) * v;');
  expect(message).toMatch(
    /^tf\.mul cannot take float32\[2\] and float32\[3\]: sizes 2 and 3 do not broadcast\./,
  );
});

it('what a tensor has no method for is no number of it', async () => {
  const { message } = await outcome('return v.length();');
  expect(message).toContain('length is not a function');
});
