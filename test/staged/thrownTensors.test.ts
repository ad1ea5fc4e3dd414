import { scalar, type Tensor } from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { programOf } from './compare.js';

/* What a thrown value holds of the graph's tensors arrives with those who catch it outside. */
const programs: readonly (readonly [body: string, expected: unknown])[] = [
  [`if (x < 0) throw Object.assign(new Error('m'), { x });`, { message: 'm', x: [-2] }],
  [
    `if (x < 0) throw Object.assign(new Error(\`\${x > 0}\`), { x, info: { deep: [x * 2, 'a'] } });`,
    { x: [-2], info: { deep: [[-4], 'a'] } },
  ],
  [`if (x < 0) throw new Error('m', { cause: x });`, { cause: [-2] }],
  [
    `if (x < 0) throw new Error('m', { cause: Object.assign(new Error('inner'), { x }) });`,
    { cause: { message: 'inner', x: [-2] } },
  ],
  [`if (x < 0) throw { code: 3, x };`, { code: 3, x: [-2] }],
  [`if (x < 0) throw [x, 1];`, [[-2], 1]],
  [`if (x < 0) throw x;`, [-2]],
  [`throw { x: x * 2 };`, { x: [-4] }],
  [
    `class Failure extends Error { constructor(m, x) { super(m); this.x = x; } } if (x < 0) throw new Failure('m', x);`,
    { x: [-2] },
  ],
  [
    `class Signal { k = 1; } if (x < 0) { const signal = new Signal(); signal.x = x; throw signal; }`,
    { k: 1, x: [-2] },
  ],
  [
    `try { if (x < 0) throw Object.assign(new Error('m'), { x }); } catch (e) { e.x = e.x + 5; throw e; }`,
    { x: [3] },
  ],
  [
    `for (let i = 0; i < x + 8; i++) if (i > 2) throw Object.assign(new Error('m'), { i, twice: i * 2 });`,
    { i: 3, twice: 6 },
  ],
  [`let s = 0; try { if (x < 0) throw { y: x }; } finally { s += 1; }`, { y: [-2] }],
];

async function plain(value: unknown): Promise<unknown> {
  if (typeof value !== 'object' || value === null) return value;
  if ('dataSync' in value) return [...(await (value as Tensor).data())];
  if (Array.isArray(value)) return Promise.all(value.map(plain));
  const own = Object.getOwnPropertyNames(value).filter((key) => key !== 'stack');
  return Object.fromEntries(
    await Promise.all(own.map(async (key) => [key, await plain(Reflect.get(value, key))])),
  );
}

const caught = async (call: () => unknown): Promise<unknown> => {
  try {
    await call();
  } catch (thrown) {
    return thrown;
  }
  throw new Error('Nothing was thrown.');
};

describe.each(executors)('tensors in what is thrown, on $backend', ({ start }) => {
  beforeAll(start);

  it.each(programs)('%s', async (body, expected) => {
    const f = await programOf(`export async function f(x) { "use graph"; ${body} return x; }`);
    for (const _ of ['traced', 'replayed']) {
      const thrown = await caught(() => f(scalar(-2)));
      expect(await plain(thrown)).toMatchObject(expected as object);
    }
  });

  it('are those of the call that has thrown', async () => {
    const f = await programOf(`
      class Failure extends RangeError { constructor(m, x) { super(m); this.x = x; } }
      export async function f(x) { "use graph"; if (x < 0) throw new Failure('m', x); return x; }`);
    const [one, other] = [await caught(() => f(scalar(-1))), await caught(() => f(scalar(-2)))];
    expect(one).toBeInstanceOf(RangeError);
    const read = async (error: unknown) => [...(await (error as { x: Tensor }).x.data())];
    expect([await read(one), await read(other)]).toEqual([[-1], [-2]]);
  });
});
