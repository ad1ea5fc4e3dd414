import * as tf from '@tensorflow/tfjs-core';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  caseOf,
  cond,
  graph,
  graphOf,
  jsFunction,
  shapeOf,
  switchCase,
  tensorSpec,
  whileLoop,
} from '../../runtime/index.js';
import * as ug from '../../runtime/staged/index.js';
import { compile } from '../support/compile.js';
import { useCpu } from '../support/index.js';

const head = `import * as tf from '@tensorflow/tfjs-core';\nexport function f(x) {\n  "use graph";\n`;

const ours =
  'assert, caseOf, cond, initScope, range, setLoopOptions, switchCase, TensorArray, whileLoop';

async function failure(body: string, scope: Record<string, unknown> = {}): Promise<string> {
  const program = `import { ${ours} } from 'use-graph'; ${head}  ${body}\n}`;
  const { f } = await compile(program, scope, 'model.js');
  try {
    f!(tf.tensor1d([1, 2]));
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('Nothing was thrown.');
}

describe('misuse', () => {
  beforeAll(useCpu);
  afterEach(() => vi.restoreAllMocks());

  it.each([
    [tf.scalar(1), 'a float32 tensor of shape []'],
    [undefined, 'undefined'],
    [{ rate: 1 }, '{ rate: 1 }'],
    [class Model {}, 'the class Model'],
  ])('graph() of what is no function says what it is', (given, what) => {
    expect(() => graph(given as never)).toThrow(`takes a function, but was given ${what}.`);
  });

  it('graph() of a signature in the place of options says what it takes', () => {
    expect(() => graph((x) => x, [tensorSpec([2])] as never)).toThrow(
      'graph() takes an object with options, but was given an array.\n  Name what it is: graph(f, { inputSignature:',
    );
  });

  it('a tensor has no place in what is no object', async () => {
    expect(await failure('return tf.sum(x) in 3;')).toBe(
      "Cannot use 'in' operator to search for a tensor float32[] in 3",
    );
  });

  it('a recursion of the host that fills the stack is told', async () => {
    const told = await failure('const down = (v, n) => down(v * 2, n + 1); return down(x, 0);');
    expect(told).toMatch(/^Calls go ever deeper while f is traced/);
  });

  it('a body of whileLoop() that returns too many values is told so', () => {
    const loop = graph((x: tf.Tensor) =>
      whileLoop(
        (a) => tf.less(a, 10),
        (a) => [a, a] as never,
        [x],
      ),
    );
    expect(() => loop(tf.scalar(1))).toThrow(
      'The body of whileLoop() returns 2 values for 1 loop variable.',
    );
  });

  it.each<readonly [() => unknown, string]>([
    [
      () => cond(true, null as never, () => 1),
      'cond() takes a function as its first branch, but was given null.',
    ],
    [
      () => whileLoop(() => true, 3 as never, []),
      'whileLoop() takes a function as its body, but was given 3.',
    ],
    [
      () =>
        whileLoop(
          () => true,
          (x) => [x],
          tf.scalar(1) as never,
        ),
      'whileLoop() takes an array as its loop variables, but was given a tensor float32[].',
    ],
    [
      () => switchCase(0, null as never),
      'switchCase() takes an array as its branches, but was given null.',
    ],
    [
      () => caseOf(undefined as never),
      'caseOf() takes an array as its pairs of a predicate and a function, but was given undefined.',
    ],
    [
      () => jsFunction((x) => x, tf.scalar(1) as never, tensorSpec([])),
      'jsFunction() takes an array as the inputs, but was given a tensor float32[].',
    ],
    [
      () => jsFunction('f' as never, []),
      'jsFunction() takes a function as what it calls, but was given the string "f".',
    ],
    [
      () => shapeOf([1, 2] as never),
      'shapeOf() takes a tensor as its argument, but was given an array of 2 elements.',
    ],
  ])('%s says what it takes', (call, message) => {
    const remedy = {
      function: '\n  Pass a function that gives it, such as () => x.',
      array: '\n  Put it in an array: [x].',
      tensor: '\n  Make a tensor of it: tf.tensor(x).',
    }[/takes an? (\w+)/.exec(message)![1] as 'function' | 'array' | 'tensor'];
    expect(call).toThrow(`${message}${remedy} [wrong-argument]`);
  });

  it.each([
    [
      'return switchCase(tf.scalar(0, "int32"), [1, 2]);',
      'switchCase() takes a function as its branch 0, but was given 1.',
    ],
    [
      'return caseOf([x, () => 1]);',
      'caseOf() takes an array as pair 0 of a predicate and a function, but was given a tensor float32[2].',
    ],
    [
      'return new TensorArray().stack();',
      'new TensorArray() takes a dtype as the first argument, one of float32, int32, bool, complex64, string, but was given undefined.',
    ],
    [
      "return new TensorArray('float32', x);",
      'new TensorArray() takes a whole number as its size, but was given a tensor float32[2].',
    ],
    [
      "return new TensorArray('float32', 1, { dynamic: true });",
      "new TensorArray() has no option 'dynamic', but dynamicSize and elementShape.",
    ],
    [
      'if (tf.sum(x) > 0) return; return x;',
      'The function returns nothing in the main branch, but a value otherwise',
    ],
    [
      'return initScope(x);',
      'initScope() takes a function as what it runs, but was given a tensor float32[2].',
    ],
    [
      'while (tf.sum(x) > 0) { setLoopOptions(); x = x - 1; } return x;',
      'setLoopOptions() takes an object as the options, but was given undefined.',
    ],
    [
      "while (tf.sum(x) > 0) { setLoopOptions({ shapeInvariants: [['x', [null]]] }); x = x - 1; } return x;",
      'shapeInvariants must be an array of pairs of a loop variable and a shape',
    ],
    [
      'return whileLoop((a) => tf.sum(a) < 9, (a) => { a = a + 1; }, [x]);',
      'The body of whileLoop() returns undefined for 1 loop variable.',
    ],
    [
      'return cond(tf.sum(x) > 0, () => x, () => [x]);',
      'The value of cond() must have the same nested structure',
    ],
    [
      'return switchCase(tf.scalar(0, "int32"), [() => tf.cast(x, "int32"), () => x]);',
      'The value of switchCase() has dtype int32 in a branch',
    ],
    [
      'return caseOf([[x, () => 1]], () => 2);',
      'The condition of caseOf() must be a bool tensor of one element',
    ],
    [
      "assert('all positive', tf.all(x > 0)); return x;",
      'assert() takes a text as its message, but was given a tensor bool[].',
    ],
    ['assert(x); return x;', 'The condition of assert() must be a bool tensor, but is float32[2].'],
    [
      'console.assert(x); return x;',
      'The condition of console.assert() must be a bool tensor, but is float32[2].',
    ],
    [
      "return tf.grad((y) => 'a')(x);",
      'The function whose gradient is taken must return a tensor, but returned "a".',
    ],
    [
      'return tf.grad((y) => { tf.sum(y); })(x);',
      'The function whose gradient is taken must return a tensor, but returned undefined.',
    ],
    [
      'return tf.grad((y) => tf.sum(tf.unique(y).values))(x);',
      'A gradient is asked for through tf.unique alone, which has none',
    ],
    [
      'const y = x * 2; x.dispose(); return y;',
      "An argument of the graph function 'f', the tensor 'x' (float32[2], a parameter of f), is disposed in it",
    ],
    [
      "return Math.hypot(x, 'a');",
      'hypot() of a tensor float32[2] and the string "a" has no meaning',
    ],
    [
      'const list = []; list.length = tf.sum(x); return list;',
      'is given a length that is larger than the one it has',
    ],
    ['x.length = 1; return x;', 'The length of float32[2] is assigned, but a tensor is a value.'],
    [
      'return caseOf([x, () => 1]);',
      'Put each pair in an array of its own: caseOf([[x > 0, () => x]]).',
    ],
    [
      'while (tf.sum(x) > 0) { setLoopOptions({ shapeInvariants: [x, [null]] }); x = x - 1; } return x;',
      'Put each pair in an array of its own: [[x, [null, 3]]].',
    ],
    ['return [...range(tf.sum(x))];', 'A bound of a range is the traced tensor float32[]'],
  ])('is told, with the place: %s', async (code, message) => {
    const told = await failure(code);
    expect(told).toContain(message);
    expect(told).toMatch(/\n {4}at model\.js:4:\d+\n?/);
  });

  it('an object of JavaScript with functions is called by its name', async () => {
    expect(await failure('return Math.foo(x);')).toBe(
      'foo is not a function: Math has no such method',
    );
  });

  it('graph() refuses options that are none', () => {
    const f = (x: tf.Tensor) => x;
    expect(() => graph(f, 'step' as never)).toThrow(
      "takes an object as its options, but was given 'step'",
    );
    expect(() => graph(f, { name: 5 as never })).toThrow(
      'takes a text as the name, but was given 5',
    );
  });

  it('an object that contains itself can be printed', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    const { f } = await compile(
      `${head}  const o = { x, list: [] }; o.o = o; o.list.push(o.list); print(o); return x;\n}`.replace(
        'import',
        "import { print } from 'use-graph';\nimport",
      ),
    );
    f!(tf.scalar(1));
    expect(log.mock.calls).toEqual([["{'x': 1, 'list': [[Circular]], 'o': [Circular]}"]]);
  });

  it('graphOf() of what is no function says so, and cond() by its name what its condition has to be', () => {
    expect(() => graphOf(null as never)).toThrow(/; null is neither\. \[not-a-graph-function\]/);
    const choose = graph(
      (x: tf.Tensor) =>
        cond(
          x,
          () => x,
          () => x,
        ),
      { autograph: false },
    );
    expect(() => choose(tf.scalar(1))).toThrow(/The condition of cond\(\) must be a bool tensor/);
  });

  it('code that was staged for another runtime is refused', () => {
    const info = { name: 'f', at: 'src/model.js:3:1', version: 2 };
    expect(() => ug.slot(info)).toThrow(/f was staged.*src\/model\.js:3:1.*\[version-mismatch\]/s);
    expect(() => ug.graph_function(() => 1, info)).toThrow('[version-mismatch]');
  });

  it('an operation that no backend has is told without our own backend', async () => {
    const message = await failure("return tf.engine().runKernel('Nope', { x });");
    expect(message).toMatch(/kernel 'Nope'.*model\.js:4:.*\[missing-kernel\]/s);
    expect(message).not.toContain("'use-graph'");
  });

  it('a function of a package that carries the directive is told once', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const fromPackage = new Function('x', '"use graph"; return x;');
    const { f } = await compile(
      `${head}  return fromPackage(fromPackage(x));\n}`,
      { fromPackage },
      'model.js',
    );
    f!(tf.scalar(1));
    const told = warn.mock.calls.map(String).filter((text) => text.includes('[not-transformed]'));
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(/carries the directive.*model\.js:4:/s);
  });

  it('is told in plain words, with the names of the user', async () => {
    const messages = await Promise.all([
      failure("if (tf.sum(x) > 0) return x; return 'no';"),
      failure('return tf.sum(x) > 0 ? x : null;'),
      failure("const all = new Set(); if (tf.sum(x) > 0) all.add('a'); return all;"),
      failure('let y = [[x], [1]]; if (tf.sum(x) > 0) y = [{ x }, [1]]; return y;'),
      failure(
        'class P { #v; } class Q {} let p = new P(); if (tf.sum(x) > 0) p = new Q(); return p;',
      ),
      failure('let o = { a: x }; if (tf.sum(x) > 0) o = { b: x }; return o;'),
      failure('const f = tf.sum(x) > 0 ? (y) => y + 1 : (y) => y * 2; return f;'),
      failure('let f = () => x; if (tf.sum(x) > 0) f = function double() {}; return f;'),
      failure('class P { #v; constructor(v) { this.#v = v; } } return new P(tf.sum(x));'),
      failure('let best = null; if (tf.sum(x) > 0) best = { x }; return { best };'),
      failure("const o = { x };\n if (tf.sum(x) > 0) o['y'] = 1;\n return o;"),
    ]);
    expect(messages.map((message) => message.split('\n')[0])).toEqual([
      'A tensor decides whether the return value is a tensor float32[2] or the string "no", and no tensor holds both: no graph can return, list or copy it.',
      'The value of ?: is null at the end of the else branch, but has a value otherwise: a tensor decides which of them runs.',
      expect.stringMatching(/^A tensor decides which entries a Set has, since a branch/),
      expect.stringMatching(/^'y\[0\]' must .* an object with the key x .* an array of 1 element /),
      expect.stringMatching(
        /^'p' is one of two objects of different classes, or with private fields, as a tensor chooses/,
      ),
      expect.stringMatching(
        /^A tensor decides whether 'o' is an object with the key b or an object with the key a/,
      ),
      expect.stringMatching(/^This is one of several functions, as a tensor chooses/),
      expect.stringMatching(/^This is one of several functions \(double, f\), as a tensor/),
      "A graph function returned an instance of P that holds a traced tensor in '#v'.",
      "A tensor decides whether 'best' is an object with the key x or null, which no graph can return, list or copy.",
      expect.stringMatching(/^A tensor decides whether the object with x, y has y/),
    ]);
    expect(messages.at(-1)).toMatch(/model\.js:5:2/);
    for (const message of messages) {
      expect(message).not.toMatch(/\bug\.|\$graph|did_return|return_value|undefined in/);
    }
  });
});
