import { beforeAll, describe, expect, it } from 'vitest';
import { executors, useCpu } from '../support/index.js';
import { argumentOf, expectSame, float32, int32, programOf } from './compare.js';

/* Elements of an array that grows whose sizes are known only when the graph runs. */
const kept = 'await tf.booleanMaskAsync(x, x > i)';
const module = (body: string) =>
  `export async function f(x, n) { "use graph"; const same = async () => await tf.booleanMaskAsync(x, x > 3); ${body} }`;

const alike: Readonly<Record<string, string>> = {
  pushed: 'const all = []; for (const i of range(n)) all.push(await same()); return tf.stack(all);',
  'put at the front':
    'const all = []; for (const i of range(n)) all.unshift((await same()) + i); return tf.stack(all);',
  'of two arrays, one of which is empty':
    'const all = [], none = []; for (const i of range(n)) { all.push((await same()) * i); if (i > 7) none.push(await same()); } return [tf.stack(all.concat(none)), tf.stack(none.concat(all))];',
  'written to a TensorArray':
    "let all = new TensorArray('float32', 0, { dynamicSize: true }); for (const i of range(n)) all = all.write(i, await same()); return all.stack();",
};

/** What is refused, and as what the array is named. */
const unlike: Readonly<Record<string, readonly [body: string, name: string]>> = {
  pushed: [
    `const all = []; for (const i of range(n)) all.push(${kept}); return tf.stack(all);`,
    "'all'",
  ],
  'pushed onto an array that has one': [
    `const all = [x]; for (const i of range(n)) all.push(${kept}); return tf.stack(all);`,
    "'all'",
  ],
  'pushed onto an array in an object': [
    `const o = { parts: [] }; for (const i of range(n)) o.parts.push(${kept}); return tf.stack(o.parts);`,
    "'o.parts'",
  ],
  'put behind a copy': [
    `let all = []; for (const i of range(n)) all = [...all, ${kept}]; return tf.stack(all);`,
    "'all'",
  ],
  'assigned to its end': [
    `const all = []; let i = 0; while (i < n) { all[i] = ${kept}; i++; } return tf.stack(all);`,
    "'all'",
  ],
  'put at the front': [
    `const all = []; for (const i of range(n)) all.unshift(${kept}); return tf.stack(all);`,
    "'all'",
  ],
  'written to a TensorArray': [
    `let all = new TensorArray('float32', 0, { dynamicSize: true }); for (const i of range(n)) all = all.write(i, ${kept}); return all.stack();`,
    'the TensorArray',
  ],
};

describe.each(executors)('elements of sizes that the graph finds, on $backend', (executor) => {
  beforeAll(executor.start);
  const given = [float32([1, 2, 3, 4, 5]), int32(3)];

  it.each(Object.entries(alike))('fit: %s', async (_, body) => {
    await expectSame(module(body), [given], executor);
  });

  it.each(Object.entries(unlike))(
    'do not fit, and the error says where: %s',
    async (_, [body, name]) => {
      await useCpu();
      const f = await programOf(module(body));
      await executor.start();
      const error = await Promise.resolve(f(...given.map(argumentOf))).catch(
        (thrown: Error) => thrown,
      );
      expect(error).toMatchObject({ code: 'list-element' });
      expect((error as Error).message).toContain(`The elements of ${name}, `);
      expect((error as Error).message).toMatch(
        /have shape \[\d\], but here one of shape \[\d\] is added/,
      );
    },
  );

  it('need room in a TensorArray of a known size', async () => {
    await useCpu();
    const body = `let all = new TensorArray('float32', 3); for (const i of range(n)) all = all.write(i, ${kept}); return all.stack();`;
    const f = await programOf(module(body));
    await expect(Promise.resolve().then(() => f(...given.map(argumentOf)))).rejects.toThrow(
      /has shape \[\?\].*is not known while tracing.*elementShape.*tensor-array-element/s,
    );
  });
});
