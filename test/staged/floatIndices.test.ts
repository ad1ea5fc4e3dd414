import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { runFunctionsEagerly } from '../../runtime/index.js';
import { compile } from '../support/compile.js';
import { executors, useCpu } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* The numbers of a tensor are float32 unless its maker says otherwise: an index of JavaScript's may be one of them. */
const bodies: readonly string[] = [
  'const price = { 0: 5, 1: 10, 2: 20, 3: 30 }; let t = 0; for (const x of v) t += price[x] ?? 0; return t;',
  'const counts = new Array(6).fill(0); for (const x of v) counts[Math.abs(x)]++; return counts;',
  'const names = ["z", "p", "q", "r", "s", "t"]; let k = 0; for (const x of v) if (names[Math.abs(x)] === "p") k++; return k;',
  'const g = [[1], [2], [3]]; let s = 0; for (const x of v) { const r = g[x]; if (r) s += r[0]; else s -= 1; } return s;',
  'const o = [{ c: 1 }, { c: 2 }]; for (const x of v) o[x > 2 ? 1 : 0].c += x; return o.map((p) => p.c);',
  'const l = []; for (let i = 0; i < n; i++) l.push({ c: i }); const k = v[2] - 3; if (k >= 0 && k < l.length) { l[k].c = 9; return l[k].c; } return -1;',
  'const next = [1, 2, 0]; let k = v[2] % 3; const seen = []; while (!seen.includes(k)) { seen.push(k); k = next[k]; } return seen.length;',
  'let t = 0; for (const x of v) if (x >= 0 && x < 3) t += v[x] * 10; return t;',
  'return "abcdef"[v[1] < 0 ? 0 : v[1]] === "c";',
];

describe.each(executors)('indices that are float32, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

describe('an index that is no whole number', () => {
  beforeAll(useCpu);

  it.each(['x[i]', '[1, 2, 3][i]', '[...x].with(i, 0)'])('%s', async (expression) => {
    const { f } = await compile(
      `export function f(x, i) {\n"use graph";\nreturn ${expression};\n}`,
    );
    const [x, i] = [tf.tensor1d([1, 2, 3]), tf.scalar(1.5)];
    expect(() => f!(x, i)).toThrow('an index must be a whole number');
    tf.dispose([x, i]);
  });

  it.each(['x[i]', '[1, 2, 3][i]'])('%s, in an eager run', async (expression) => {
    const { f } = await compile(
      `export function f(x, i) {\n"use graph";\nreturn ${expression};\n}`,
    );
    const [x, i] = [tf.tensor1d([1, 2, 3]), tf.scalar(1.5)];
    runFunctionsEagerly(true);
    try {
      expect(() => f!(x, i)).toThrow('an index must be a whole number, such as Math.floor() gives');
    } finally {
      runFunctionsEagerly(false);
    }
    tf.dispose([x, i]);
  });
});
