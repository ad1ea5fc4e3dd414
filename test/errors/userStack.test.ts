import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile, compileMinified } from '../support/compile.js';
import { useCpu } from '../support/index.js';

const source = `import * as tf from '@tensorflow/tfjs-core';
import { assert, graph } from 'use-graph';

const scale = (x) => (tf.sum(x) > 0 ? widen(x) : x);

function widen(x) {
  return x * tf.ones([7]);
}

export function mismatch(x) {
  "use graph";
  const y = tf.neg(x);
  return scale(y);
}

export const rank = (x) => {
  "use graph";
  return tf.matMul(x, tf.ones([3, 3]));
};

function check(x) {
  if (x.shape[0] === 2) throw new RangeError('two rows');
  return x;
}

export async function thrown(x) {
  "use graph";
  const y = check(x);
  return y;
}

export const given = graph((x) => widen(x));

export function asserted(x) {
  "use graph";
  assert(tf.sum(x) < 0, 'x must be negative');
  return x;
}

function demand(x) {
  const total = tf.sum(x);
  assert(total < 0, 'x must be negative');
  return total;
}

export function demanding(x) {
  "use graph";
  let y = x;
  for (const row of x) y = y * demand(y);
  return y;
}

export async function waiting(x) {
  "use graph";
  return demand(x);
}

export const endless = (x) => {
  "use graph";
  return tf.sum(x) > 0 ? endless(x - 1) : x;
};

export function mapped(x) {
  "use graph";
  return [x, x].map((item) => widen(item))[0];
}
`;

/** The frames above the test's own code. */
async function framesOf(run: () => unknown): Promise<{ error: Error; frames: string[] }> {
  try {
    await run();
  } catch (error) {
    const { stack, name, message } = error as Error;
    expect(stack!.startsWith(`${name}: ${message}\n`)).toBe(true);
    const frames = stack!.slice(`${name}: ${message}\n`.length).split('\n');
    const end = frames.findIndex((frame) => frame.includes('userStack.test.ts'));
    expect(frames.join('\n')).not.toMatch(/runtime\/|tfjs-core/);
    return {
      error: error as Error,
      frames: frames.slice(0, end).map((frame) => frame.trim().replace(/^at /, '')),
    };
  }
  throw new Error('Nothing was thrown.');
}

describe('the stack of an error that leaves a graph function', () => {
  let module: Record<string, (x: tf.Tensor) => unknown>;
  const x = () => tf.tensor1d([1, 2]);

  beforeAll(async () => {
    await useCpu();
    module = await compile(source, {}, 'model.js');
  });

  it('says which function called which, and where', async () => {
    const { frames, error } = await framesOf(() => module.mismatch!(tf.neg(x())));
    expect(frames).toEqual([
      'widen (model.js:7:10)',
      'scale (model.js:4:39)',
      'the main branch of the ?: expression (model.js:4:23)',
      'mismatch (model.js:13:10)',
    ]);
    expect(error.message).toContain('at model.js:7:10');
  });

  it('does so for arrows and for functions given to graph()', async () => {
    expect((await framesOf(() => module.rank!(x()))).frames).toEqual(['rank (model.js:18:10)']);
    const { frames } = await framesOf(() => module.given!(x()));
    expect(frames[0]).toBe('widen (model.js:7:10)');
    expect(frames[1]).toBe('given (model.js:32:35)');
  });

  it("keeps the type and the message of the user's own error", async () => {
    const { frames, error } = await framesOf(() => module.thrown!(x()));
    expect(error).toBeInstanceOf(RangeError);
    expect(error.message).toBe('two rows');
    expect(frames[0]).toMatch(/^check \(model\.js:\d+:\d+\)$/);
    expect(frames[1]).toBe('thrown (model.js:28:13)');
    expect(frames).toHaveLength(2);
  });

  it('begins with the place in the source where the graph failed while it ran', async () => {
    const { frames } = await framesOf(() => module.asserted!(x()));
    expect(frames).toEqual(['asserted (model.js:36:3)']);
  });

  it('lists the functions that led to what failed while it ran, at every call and in async ones', async () => {
    for (let call = 0; call < 2; call++) {
      const { frames } = await framesOf(() => module.demanding!(x()));
      expect(frames).toEqual(['demand (model.js:42:3)', 'demanding (model.js:49:32)']);
      const { stack } = (await Promise.resolve(module.waiting!(x())).catch(
        (error) => error,
      )) as Error;
      expect(stack).toContain('at demand (model.js:42:3)\n    at waiting (model.js:55:10)');
    }
  });

  it('has no frames of built-in functions in between', async () => {
    const { frames } = await framesOf(() => module.mapped!(x()));
    expect(frames).toEqual(['widen (model.js:7:10)', 'mapped (model.js:65:31)']);
  });

  it('lists a function that calls itself once', async () => {
    const { frames } = await framesOf(() => module.endless!(x()));
    expect(frames).toEqual([
      'endless (model.js:60:26)',
      'the main branch of the ?: expression (model.js:60:10)',
    ]);
  });
});

const constructs = `import * as tf from '@tensorflow/tfjs-core';
const bad = (x) => x + tf.ones([7]);

export function branch(x) {
  "use graph";
  let y = x;
  let n = 0;
  while (tf.sum(y) < 100) {
    if (n > 3) y = bad(y);
    n++;
  }
  return y;
}

export function unrolled(x) {
  "use graph";
  for (const step of [1, 2, 3]) {
    if (step === 2) x = bad(x);
  }
  return x;
}

export function choice(x) {
  "use graph";
  switch (tf.argMax(x)) {
    case 0: return x;
    case 1: return bad(x);
    default: return -x;
  }
}

export function early(x) {
  "use graph";
  for (let i = 0; i < 9; i++) {
    if (tf.sum(x) > 9) break;
    x = bad(x);
  }
  return x;
}

export function caught(x) {
  "use graph";
  try {
    if (tf.sum(x) > 9) throw new Error('no');
  } catch {
    x = bad(x);
  }
  return x;
}

export function test(x) {
  "use graph";
  do { x = x * 2; } while (tf.sum(x) < 9 && tf.all(bad(x) > 0));
  return x;
}

export function own(x) {
  "use graph";
  if (tf.sum(x) > 0) JSON.parse('{');
  return x;
}

export function vector(x) {
  "use graph";
  switch (x) {
    case 1: return x;
    default: return -x;
  }
}
`;

describe('an error that leaves a branch or an iteration', () => {
  let module: Record<string, (x: tf.Tensor) => unknown>;

  beforeAll(async () => {
    await useCpu();
    module = await compile(constructs, {}, 'model.js');
  });

  const failing = async (name: string) => framesOf(() => module[name]!(tf.tensor1d([1, 2])));

  it.each([
    [
      'branch',
      'in the main branch of the if statement at model.js:9:5',
      'in the first iteration of the while loop at model.js:8:3, where y is float32[2], n is int32[]',
    ],
    ['unrolled', 'in iteration 2 of the for loop at model.js:17:3'],
    ['choice', 'in a case of the switch statement at model.js:27:5'],
    [
      'early',
      'in what follows the conditional break, continue or return at model.js:35:5',
      'in iteration 1 of the for loop at model.js:34:3',
    ],
    ['caught', 'in the catch block of the try statement at model.js:43:3'],
    [
      'test',
      'in the right side of && at model.js:53:28',
      'in iteration 1 of the do-while loop at model.js:53:3',
    ],
  ])('says which, and the types of loop variables: %s', async (name, ...parts) => {
    const { error, frames } = await failing(name);
    expect(error.message.match(/^ +in .*/gm)?.map((line) => line.trim())).toEqual(parts);
    const own = parts.map((part) => part.replace(/^in (.*) at (model.js:\d+:\d+).*/, '$1 ($2)'));
    expect(frames.slice(-own.length)).toEqual(own);
  });

  it('keeps its message where it is none of ours, and says so in its stack', async () => {
    const { error, frames } = await failing('own');
    expect(error).toBeInstanceOf(SyntaxError);
    expect(error.message).not.toContain('model.js');
    expect(frames.slice(-2)).toEqual([
      'own (model.js:59:22)',
      'the main branch of the if statement (model.js:59:3)',
    ]);
  });

  it('is told what the user wrote: a switch is no if statement', async () => {
    const { error } = await failing('vector');
    expect(error.message).toMatch(/^The condition of a switch statement .* bool\[2\]/);
  });
});

const places = `import * as tf from '@tensorflow/tfjs-core';
function deep(x) {
  const options = {};
  return x * options.a.b;
}

export function typed(x) {
  "use graph";
  const buffer = new Float32Array(2);
  const y = x * 2;
  buffer[0] = y;
  return y;
}

export function texts(x) {
  "use graph";
  const y = x * 2;
  const z = tf.sum(x) > 0 ? 'a' : y;
  return z;
}

export function results(x) {
  "use graph";
  const y = tf.sum(x);
  if (y > 0) return { a: y };
  return null;
}

export function given(x) {
  "use graph";
  return deep(x);
}

export function misspelt(x) {
  "use graph";
  if (tf.sum(x) > 0) return xx;
  return x;
}

const cloneDeep = new Function('value', \`
  const clone = (v) => typeof v !== 'object' || v === null ? v
    : Object.assign(Object.create(Object.getPrototypeOf(v)), Object.fromEntries(
      Object.entries(v).map(([k, inner]) => [k, k === 'dataId' ? clone(inner) : inner])));
  return clone(value);
\`);

export function copied(x) {
  "use graph";
  return tf.add(cloneDeep(x * 2), 1);
}
`;

describe('the first frame', () => {
  let module: Record<string, (x: tf.Tensor) => unknown>;

  beforeAll(async () => {
    await useCpu();
    module = await compile(places, {}, 'model.js');
  });

  const failing = async (name: string) => framesOf(() => module[name]!(tf.tensor1d([1, 2])));

  it.each(['typed', 'texts', 'results', 'copied'])(
    'is the place of the message: %s',
    async (name) => {
      const { error, frames } = await failing(name);
      const [, place] = /^ {4}at (model\.js:\d+:\d+)/m.exec(error.message)!;
      expect(frames[0]).toBe(`${name} (${place})`);
    },
  );

  it('is that of a helper once, by its name', async () => {
    const { frames } = await failing('given');
    expect(frames[0]).toMatch(/^deep \(model\.js:\d+:\d+\)$/);
    expect(frames.slice(1)).toEqual([expect.stringMatching(/^given \(model\.js:31:\d+\)$/)]);
  });

  it('names no function of staged code', async () => {
    const { frames } = await failing('misspelt');
    expect(frames[0]).toMatch(/^misspelt \(model\.js:\d+:\d+\)$/);
  });

  it('names no function of what a bundler makes of staged code', async () => {
    const bundled = await compileMinified(
      'export function looped(x) {\n  "use graph";\n  for (const row of x) x = x * row * xx;\n  return x;\n}',
    );
    const { frames } = await framesOf(() => bundled.looped!(tf.tensor1d([1, 2])));
    expect(frames[0]).toMatch(/^looped \(/);
  });

  it('of a copy of a traced tensor says what it is', async () => {
    expect((await failing('copied')).error.message).toContain('A copy of a traced tensor is used');
  });
});
