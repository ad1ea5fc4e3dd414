import * as tf from '@tensorflow/tfjs-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { transform } from '../../plugin/transform.js';
import { UseGraphError } from '../../runtime/index.js';
import { compile } from '../support/compile.js';
import { useCpu } from '../support/index.js';

const v = tf.variable(tf.ones([2]), true, 'weights');

/** The error that a program raises when it runs, which calls its functions itself. */
async function raised(program: string): Promise<Error> {
  try {
    await compile(program, { tf, v }, 'app.js');
  } catch (error) {
    return error as Error;
  }
  throw new Error('Nothing was thrown.');
}

const calling = (body: string, args: string, parameters = 'x, y') =>
  `function f(${parameters}) {\n  "use graph";\n  ${body}\n}\nf(${args});`;

beforeEach(useCpu);

describe('a message says what to do, and where', () => {
  it.each([
    [
      'return { [["a", "b"][y]]: x };',
      "tf.scalar(1), tf.scalar(1, 'int32')",
      'which of the properties a, b an object has',
      '3:13',
    ],
    ['return new Date(x).getTime();', 'tf.scalar(1)', 'by Date(), which takes a number', '3:10'],
    [
      'return tf.grad((z) => z > 0)(x);',
      'tf.scalar(1)',
      'must return numbers, but returned bool[]',
      '3:10',
    ],
    ['v.assign(3); return x;', 'tf.scalar(1)', "'weights' (float32[2]) is assigned 3", '3:3'],
    [
      'v.assign(x); return x;',
      'tf.scalar(1)',
      'is assigned float32[]: a variable keeps its dtype and shape',
      '3:3',
    ],
    [
      'v.assign(x); return x;',
      "tf.tensor1d([1, 2], 'int32')",
      'is assigned int32[2]: a variable keeps its dtype and shape',
      '3:3',
    ],
    [
      'return tf.tensor([[1, 2], [3]]) + x;',
      'tf.scalar(1)',
      'An array of 3 elements cannot be a tensor float32[2,2]: its rows have different lengths',
      '3:10',
    ],
    ['const [a, b] = x; return a + b;', 'tf.scalar(1)', 'no rows that a pattern', '3:18'],
    [
      'for (const [i, row] of x) y = y + row; return y;',
      'tf.ones([2]), tf.scalar(0)',
      'for (const [index, row] of x.entries())',
      '3:8',
    ],
    ['return x.length;', 'tf.scalar(1)', 'has no rows, and so no length', '3:10'],
    [
      'return tf.concat([x, y]);',
      'tf.ones([2, 2]), tf.ones([2, 3])',
      'sizes 2 and 3 differ in axis 1',
      '3:10',
    ],
    [
      'return tf.matMul(x, y);',
      'tf.ones([2, 3]), tf.ones([2, 3])',
      'the inner sizes 3 and 2 differ.',
      '3:10',
    ],
    [
      'return tf.matMul(x, y, true);',
      'tf.ones([2, 3]), tf.ones([3, 3])',
      'the inner sizes 2 and 3 differ where the first one is transposed.',
      '3:10',
    ],
    ['return !x;', 'tf.ones([2])', 'To reduce it to one element, call tf.all or tf.any.', '3:10'],
    [
      "try { if (x > 0) throw new Error('a'); } catch (e) { return e; } return x;",
      'tf.scalar(1)',
      'an Error in the branch that breaks, continues, returns or throws',
      '3:3',
    ],
  ])('%s', async (body, args, message, place) => {
    const error = await raised(calling(body, args));
    expect(error).toBeInstanceOf(UseGraphError);
    expect(error.message).toContain(message);
    const { location } = error as UseGraphError;
    expect(`${location?.line}:${location?.column}`).toBe(place);
  });

  it.each([
    ['[tensorSpec([2])]', 'f(tf.ones([2]), 1);', 'it takes 1, but was given 2 arguments.\n'],
    ['tensorSpec([2])', '', 'Put it in an array: inputSignature: [tensorSpec([2, 3])].'],
    ['[[2]]', '', 'Wrap the shape: tensorSpec([2, 3]).'],
  ])('graph() with the inputSignature %s', async (signature, call, message) => {
    const program = `import { graph, tensorSpec } from 'use-graph';\nconst f = graph((x) => x, { inputSignature: ${signature} });\n${call}`;
    expect((await raised(program)).message).toContain(message);
  });
});

it.each(['reduceRetracing', 'autograph'])('graph() takes no text as its %s', async (option) => {
  const program = `import { graph } from 'use-graph';\ngraph((x) => x, { ${option}: 'yes' });`;
  const { message } = await raised(program);
  expect(message).toContain(`takes true or false as its option '${option}', but was given 'yes'`);
});

it('a misspelt directive is told how it is written', () => {
  const source =
    'function f(x) {\n  "use nograph";\n  return x;\n}\nexport const g = (x) => { "use graph"; return f(x); };';
  const [problem] = transform(source, '/project/app.js', { root: '/project' })!.diagnostics;
  expect(problem!.message).toContain('the directive is written "use no graph"');
  expect(problem!.suggestion).toContain('"use no graph"');
});

describe('a name that is wrong would be worse than none', () => {
  it.each([
    ['return a + b + c;', 'float32[] + c (undefined) has no meaning.'],
    ['let z = a; z = z + c + b; return z;', 'float32[] + undefined has no meaning.'],
    ['return a + (a + c);', 'a (float32[]) + c (undefined) has no meaning.'],
    ['return a * b + c;', 'float32[] + c (undefined) has no meaning.'],
    ["return a + 'text' * b;", 'the string "text" * b (float32[]) has no meaning.'],
    ['return b + a + null;', 'float32[] + null has no meaning.'],
  ])('%s', async (body, message) => {
    const error = await raised(calling(`const [a, b, c] = x; ${body}`, 'tf.ones([2])'));
    expect(error.message).toContain(message);
  });

  it('of an import that its module does not have', async () => {
    const error = await raised(
      `import { asert } from 'use-graph';\n${calling("asert(x > 0, 'no'); return x;", 'tf.scalar(1)')}`,
    );
    expect(error.message).toBe('asert is not a function: it is undefined');
  });
});

describe('an error that comes out of no graph lists functions of the program only', () => {
  const loop = `async function f(x, items) {
  "use graph";
  for await (const y of items) x += y;
  return x;
}
`;

  it.each([
    [
      'an asynchronous generator throws',
      'async function* items() { yield tf.scalar(1); throw new Error("down"); }',
      'items()',
    ],
    ['what is iterated cannot be', '', 'undefined'],
    ['what is iterated cannot be', '', '5'],
  ])('where %s: %s%s', async (_, generator, items) => {
    const error = await raised(`${generator}\n${loop}await f(tf.scalar(1), ${items});`);
    expect(error).not.toBeInstanceOf(UseGraphError);
    expect(error.stack).toContain('app.js');
    expect(error.stack).not.toMatch(/staged\/(?:asynchronous|exceptions)|anonymous/);
  });
});
