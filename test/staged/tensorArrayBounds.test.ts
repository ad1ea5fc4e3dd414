import { beforeAll, describe, expect, it } from 'vitest';
import { toCode } from '../../runtime/index.js';
import { executors, useCpu } from '../support/index.js';
import { argumentOf, expectSame, float32, int32, programOf } from './compare.js';

/* Writes of a TensorArray at indices that a tensor tells; `n` is within it, or is not. */
interface Case {
  readonly body: string;
  readonly inside: number;
  readonly outside: readonly number[];
}

const made = "let all = new TensorArray('float32', 3, { elementShape: [] }); let s = 0;";

const cases: Readonly<Record<string, Case>> = {
  'a single write': {
    body: 'all = all.write(n, x); return all.stack();',
    inside: 2,
    outside: [3, -1],
  },
  'a loop': {
    body: 'for (const i of range(n)) all = all.write(i, x * i); return all.stack();',
    inside: 3,
    outside: [4, 9],
  },
  'a loop with a break': {
    body: 'for (let i = 0; i < 5; i++) { all = all.write(i, x * i); if (i === n) break; } return all.stack();',
    inside: 1,
    outside: [3, 4],
  },
  'a branch': {
    body: 'if (x > 0) all = all.write(n, x); return all.read(0);',
    inside: 2,
    outside: [3],
  },
  'a loop that reads too': {
    body: 'for (const i of range(n)) { all = all.write(i, x * i); s += all.read(0); } return s;',
    inside: 3,
    outside: [4],
  },
  'a loop before one that reads': {
    body: 'for (const i of range(n)) all = all.write(i, x * i); for (const i of range(n)) s += all.read(i); return s;',
    inside: 3,
    outside: [4],
  },
  'an array of each iteration': {
    body: `for (const j of range(n)) { let own = new TensorArray('float32', 3, { elementShape: [] }); for (const i of range(n)) own = own.write(i, x * j); s += tf.sum(own.stack()); } return s;`,
    inside: 3,
    outside: [4],
  },
  'an array with rows': {
    body: "let rows = new TensorArray('float32', 2); for (const i of range(n)) rows = rows.write(i, tf.stack([x, x * i])); return rows.concat();",
    inside: 2,
    outside: [3],
  },
};

const module = (body: string, kind = 'async ') =>
  `export ${kind}function f(x, n) { "use graph"; ${made} ${body} }`;

describe.each(executors)('a TensorArray of known size, on $backend', (executor) => {
  beforeAll(executor.start);

  it.each(Object.entries(cases))('%s', async (_, { body, inside, outside }) => {
    await expectSame(module(body), [[float32(2), int32(inside)]], executor);
    await useCpu();
    const f = await programOf(module(body));
    await executor.start();
    for (const n of outside) {
      const result = Promise.resolve().then(() => f(...[float32(2), int32(n)].map(argumentOf)));
      await expect(result).rejects.toThrow(
        /written to at an index that lies outside.*program\.js/s,
      );
    }
  });

  it('is left alone by a synchronous call where nobody can read', async () => {
    await useCpu();
    const f = await programOf(module('all = all.write(n, x); return all.stack();', ''));
    await executor.start();
    const run = () => f(...[float32(2), int32(7)].map(argumentOf));
    if (executor.backend === 'webgpu') expect(run).not.toThrow();
    else expect(run).toThrow(/lies outside/);
  });
});

const growing = "let all = new TensorArray('float32', 0, { dynamicSize: true, elementShape: [] });";

describe.each(executors)('a TensorArray that grows, on $backend', (executor) => {
  beforeAll(executor.start);

  it.each([
    'for (const i of range(n)) all = all.write(i, x); all = all.write(0, x * 3); return [all.stack(), all.size()];',
    'all = all.write(0, x); for (const i of range(n)) all = all.write(i + 1, x * i); all = all.write(2, x * 3); return [all.stack(), all.size()];',
    'for (const i of range(n)) all = all.write(0, x * i); return [all.stack(), all.size()];',
    'for (const i of range(n)) all = all.write(i, x); all = all.write(2, x * 3); return [all.stack(), all.size()];',
  ])('is written at a number that may be inside: %s', async (body) => {
    const program = `export async function f(x, n) { "use graph"; ${growing} ${body} }`;
    await expectSame(
      program,
      [3, 2].map((n) => [float32(2), int32(n)]),
      executor,
    );
  });

  it('fails the execution where the number is behind its end', async () => {
    await useCpu();
    const f = await programOf(
      `export async function f(x, n) { "use graph"; ${growing} for (const i of range(n)) all = all.write(i, x); return all.write(3, x).stack(); }`,
    );
    await executor.start();
    const result = Promise.resolve().then(() => f(...[float32(2), int32(2)].map(argumentOf)));
    await expect(result).rejects.toThrow(/written in order/);
  });
});

describe('a TensorArray', () => {
  beforeAll(useCpu);

  it.each([
    'for (const i of range(3)) all = all.write(i, x);',
    'for (const i of range(2, -1, -1)) all = all.write(i, x);',
    'for (const i of range(n)) all = all.write(i % 3, x);',
    'all = all.write(Math.min(Math.max(n, 0), 2), x);',
  ])('is not looked at where the index is inside for sure: %s', async (body) => {
    const f = await programOf(module(`${body} return all.stack();`, ''));
    f(...[float32(2), int32(3)].map(argumentOf));
    expect(toCode(f as never)).not.toContain('assert');
  });

  it.each([
    ['all.write(3, x)', 3],
    ['all.write(-1, x)', -1],
  ])('refuses a number outside: %s', async (write, index) => {
    const f = await programOf(module(`return ${write}.stack();`, ''));
    expect(() => f(...[float32(2), int32(3)].map(argumentOf))).toThrow(
      `The index ${index} is out of range: the TensorArray has the size 3.`,
    );
  });
});
