import * as tf from '@tensorflow/tfjs-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { UseGraphError } from '../../runtime/index.js';
import { compile } from '../support/compile.js';
import { executors } from '../support/index.js';

type Staged = (...args: unknown[]) => unknown;

interface BadProgram {
  readonly name: string;
  readonly source: string;
  readonly scope?: () => Record<string, unknown>;
  readonly code: string;
  /** Where the error says that it is. */
  readonly place: RegExp;
  /** What else the message must tell. */
  readonly says?: RegExp;
}

const head = `import * as tf from '@tensorflow/tfjs-core';\n`;

const programs: readonly BadProgram[] = [
  {
    name: 'a kernel of lists of tensors',
    source:
      'export function f(x) {\n  "use graph";\n  return tf.raggedTensorToTensor([2, 2], x, 0, [tf.tensor1d([0, 1, 2], "int32")], ["ROW_SPLITS"]);\n}',
    code: 'value-dependent-shape',
    place: /bad\.js:4:/,
  },
  {
    name: 'several open sections',
    source: 'export function f(x) {\n  "use graph";\n  return tf.split(x, [-1, -1]);\n}',
    code: 'incompatible-inputs',
    place: /bad\.js:4:/,
    says: /only one of the sections/,
  },
  {
    name: 'dataSync',
    source:
      'export function f(x) {\n  "use graph";\n  const y = tf.neg(x);\n  return y.dataSync()[0];\n}',
    code: 'host-read',
    place: /bad\.js:5:/,
    says: /made by tf\.neg at bad\.js:4:/,
  },
  {
    name: 'await data()',
    source:
      'export async function f(x) {\n  "use graph";\n  const v = await tf.neg(x).data();\n  return v[0];\n}',
    code: 'host-read',
    place: /bad\.js:4:/,
    says: /tf\.neg/,
  },
  {
    name: 'a promise',
    source:
      'export async function f(x) {\n  "use graph";\n  await new Promise(() => {});\n  return x;\n}',
    code: 'promise-in-trace',
    place: /bad\.js:4:/,
  },
  {
    name: 'a template literal',
    source:
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the program's own template.
      'export function f(x) {\n  "use graph";\n  const text = `x is ${x}`;\n  return tf.neg(x);\n}',
    code: 'host-read',
    place: /bad\.js:4:/,
  },
  {
    name: 'a comparison in a function that is not staged',
    source: 'export function f(x) {\n  "use graph";\n  return positive(x) ? x : tf.neg(x);\n}',
    scope: () => ({ positive: (x: number) => x > 0 }),
    code: 'host-read',
    place: /bad\.js:4:/,
  },
  {
    name: 'JSON.stringify',
    source: 'export function f(x) {\n  "use graph";\n  JSON.stringify({ x });\n  return x;\n}',
    code: 'host-read',
    place: /bad\.js:4:/,
  },
  {
    name: 'a disposed variable',
    source: 'export function f(x) {\n  "use graph";\n  return tf.add(x, variable);\n}',
    scope: () => {
      const variable = tf.variable(tf.scalar(1));
      variable.dispose();
      return { variable };
    },
    code: 'disposed-tensor',
    place: /bad\.js:4:/,
  },
  {
    name: 'recursion on a tensor',
    source:
      'export function f(x) {\n  "use graph";\n  if (tf.sum(x) > 0) return f(tf.sub(x, 1));\n  return x;\n}',
    code: 'recursion-on-tensors',
    place: /bad\.js:/,
    says: /\bf\b/,
  },
  {
    name: 'recursion on a tensor in a helper',
    source:
      'function down(x) {\n  if (tf.sum(x) > 0) return down(tf.sub(x, 1));\n  return x;\n}\nexport function f(x) {\n  "use graph";\n  return down(x);\n}',
    code: 'recursion-on-tensors',
    place: /bad\.js:/,
  },
  {
    name: 'a condition of several elements',
    source:
      'export function f(x) {\n  "use graph";\n  if (x > 0) return x;\n  return tf.neg(x);\n}',
    code: 'condition-type',
    place: /bad\.js:4:/,
  },
  {
    name: 'an element of a constant tensor assigned',
    source:
      'export function f(x) {\n  "use graph";\n  const y = tf.neg(x);\n  y[0] = 1;\n  return y;\n}',
    code: 'constant-tensor',
    place: /bad\.js:5:/,
    says: /'y'/,
  },
  {
    name: 'a variable that each run creates',
    source:
      'export function f(x) {\n  "use graph";\n  const w = tf.variable(tf.zeros([2]));\n  return w * x;\n}',
    code: 'variable-created-each-call',
    place: /bad\.js:4:/,
  },
  {
    name: 'a variable with a name that each run creates',
    source:
      'export function f(x) {\n  "use graph";\n  const w = tf.variable(tf.zeros([2]), true, "w");\n  return w * x;\n}',
    code: 'variable-created-each-call',
    place: /bad\.js:4:/,
  },
  ...['momentum(0.01, 0.9)', 'adam(0.01)'].map((optimizer) => ({
    name: `an optimizer that each run makes: ${optimizer}`,
    source: `export function f(x) {\n  "use graph";\n  const optimizer = tf.train.${optimizer};\n  optimizer.minimize(() => tf.sum(tf.square(tf.sub(weight, x))));\n  return x;\n}`,
    scope: () => ({ weight: tf.variable(tf.zeros([2])) }),
    code: 'variable-created-each-call',
    place: /bad\.js:[45]:/,
    says: /a new (Momentum|Adam) optimizer[\s\S]*outside of the function/,
  })),
  {
    name: 'shapes that do not fit',
    source: 'export function f(x) {\n  "use graph";\n  const w = tf.ones([7]);\n  return x * w;\n}',
    code: 'incompatible-inputs',
    place: /bad\.js:5:/,
  },
];

async function caught(call: () => unknown): Promise<Error> {
  try {
    await call();
  } catch (error) {
    return error as Error;
  }
  throw new Error('Nothing was thrown.');
}

function engineFields(): unknown {
  const engine = tf.engine() as unknown as { state: Record<string, unknown>; backendName: string };
  const { gradientDepth, kernelDepth, scopeStack, activeTape } = engine.state;
  return { gradientDepth, kernelDepth, scopes: (scopeStack as unknown[]).length, activeTape };
}

describe.each(executors)('a program that cannot become a graph, on $backend', ({ start }) => {
  beforeEach(start);

  it.each(programs.map((program) => [program.name, program] as const))('%s', async (_, bad) => {
    const good = 'export function good(x) {\n"use graph";\nreturn x * 2;\n}';
    const x = tf.tensor1d([1, 2]);
    const scope = bad.scope?.() ?? {};
    const module = (await compile(`${head}${bad.source}\n${good}`, scope, 'bad.js')) as Record<
      string,
      Staged
    >;
    const [memory, engine] = [tf.memory().numTensors, engineFields()];
    for (let attempt = 0; attempt < 2; attempt++) {
      const error = await caught(() => module.f!(x));
      expect(error.message).toMatch(bad.place);
      if (bad.says) expect(error.message).toMatch(bad.says);
      expect(error).toBeInstanceOf(UseGraphError);
      expect((error as UseGraphError).code).toBe(bad.code);
      expect(tf.memory().numTensors).toBe(memory);
      expect(engineFields()).toEqual(engine);
    }
    const result = module.good!(x) as tf.Tensor;
    expect(Array.from(await result.data())).toEqual([2, 4]);
    tf.dispose([x, result]);
  });
});
