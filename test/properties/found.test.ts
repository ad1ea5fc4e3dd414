import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compare } from './compare.js';
import { found } from './found.js';
import type { Arguments } from './programs/program.js';

const calls: readonly Arguments[] = [
  [1, 2, 1, [1, -1, 0.5], true],
  [3, -1, 0, [0, 0, 0], false],
  [-0.5, 0.25, -3, [2, 3, -4], true],
];

describe.each(executors)('programs that once failed, on $backend', ({ backend, start }) => {
  beforeAll(start);
  const isAsync = backend === 'webgpu';

  it.each(found)('$why', async ({ body }) => {
    const source = `export function program(a, b, n, v, flag) {\n"use graph";\n${body}\n}`;
    const options = isAsync ? { isAsync, only: ['graph', 'mixed'] as const } : {};
    expect(await compare({ source, calls }, options)).toEqual({ failure: null, refusals: [] });
  });
});
