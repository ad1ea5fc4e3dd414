import * as tf from '@tensorflow/tfjs-core';
import { transformSync } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { compile, compileEager, stage } from '../support/compile.js';
import { executors } from '../support/index.js';

/*
 * Constructors of TypeScript whose parameters are properties are staged along. The program is compiled as Vite does, and by
 * esbuild: both assign the properties where the constructor begins or behind `super(…)`.
 */

type F = (...args: unknown[]) => Promise<tf.Tensor[]> | tf.Tensor[];

const source = `
import * as tf from '@tensorflow/tfjs-core';
class Base {
  kind = 0;
  constructor(protected readonly v: number, public limit = 3) {
    if (v > 0) this.kind = 1;
    else { this.kind = limit; this.limit = 9; }
  }
}
class Sub extends Base {
  readonly extra: number;
  constructor(v: number, private readonly w: number, private options: { k: number } = { k: 2 }) {
    super(v, 1);
    if (w > v) this.extra = w;
    else this.extra = v * this.options.k;
  }
  get total() { return this.extra + this.w + this.options.k; }
}
class Deep extends Sub {
  constructor(v: number, readonly z: number) {
    const t = v > 2 ? 2 : v;
    super(t, z);
    this.limit += z;
  }
}
class Patterns {
  sum: number;
  constructor({ a, b = 2 }: { a: number; b?: number }, public k: number, ...rest: number[]) {
    if (a < 0) k = 7;
    this.sum = a * b * k + rest[0];
    if (k > 5) this.k = -1;
  }
}
export async function f(a: number, b: number) {
  "use graph";
  const s = new Sub(a, b), d = new Deep(a, b), p = new Patterns({ a }, 3, b);
  return [s.kind, s.limit, s.extra, s.total, d.kind, d.limit, d.total, d.z, p.sum, p.k].map(
    (x) => tf.add(x, 0),
  );
}
`;

const compiled = (text: string) => transformSync(text, { loader: 'ts', target: 'es2022' }).code;

describe.each(executors)('$backend', ({ start }) => {
  beforeAll(start);

  test.each([
    ['Vite', () => compile<{ f: F }>(source, {}, 'program.ts')],
    ['esbuild', () => compileEager<{ f: F }>(compiled(stage(source, 'program.ts')))],
  ])('%s', async (_, load) => {
    const plain = source.replace('"use graph";', '').replace('tf.add(x, 0)', 'x');
    const { f } = await load();
    const reference = (await compileEager<{ f: (...args: number[]) => number[] }>(compiled(plain)))
      .f;
    for (const [a, b] of [
      [3, 1],
      [-3, 1],
      [1, 4],
    ] as const) {
      const found = await f(tf.scalar(a), tf.scalar(b));
      const values = await Promise.all(found.map(async (x) => (await x.data())[0]));
      expect(values).toEqual(await reference(a, b));
    }
  });
});

const thrower = `
class Failure extends Error {
  constructor(message: string, public code: number) {
    super(message);
  }
}
export async function f(x: number) {
  "use graph";
  for (let i = 0; i < x; i++) if (i > 2) throw new Failure('m', i);
  return x;
}
`;

test('what a thrown error has of them arrives outside', async () => {
  await executors[0]!.start();
  const { f } = await compile<{ f: F }>(thrower, {}, 'program.ts');
  const call = async () => f(tf.scalar(5));
  await expect(call).rejects.toMatchObject({ message: 'm', code: 3 });
  expect(stage(thrower, 'program.ts')).toContain('"program.ts:3:32"');
});
