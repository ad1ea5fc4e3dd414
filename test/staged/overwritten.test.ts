import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { executors, useCpu } from '../support/index.js';
import { plain, programOf } from './compare.js';

/*
 * `x[i] = v` makes a new tensor in `x`. Of an array everyone who holds it sees the change, and so who reads the tensor of before
 * by another name is told. `m` is a matrix, `c` a bool.
 */

type Matrix = number[][];

const matrix: Matrix = [
  [1, 2, 3],
  [4, 5, 6],
  [7, 8, 10],
];

function wanted(body: string, condition: boolean): unknown {
  const run = new Function('m', 'c', `const f = (m, c) => { ${body} }; return f(m, c);`);
  return run(structuredClone(matrix), condition);
}

const same: readonly string[] = [
  // Rows that are taken out, changed and put back, while others are read.
  'for (let r = 0; r < 3; r++) { let row = m[r]; for (let i = 0; i < 3; i++) row[i] = row[i] - m[(r + 1) % 3][i]; m[r] = row; } return m;',
  'let r = 0; while (r < m[2][0] - 5) { let row = m[r]; row[0] = row[0] + 1; row[1] = m[r + 1][1]; m[r] = row; r += 1; } return m;',
  'let row = m[1]; row[0] = 7; return [row[0], m[0][0]];',
  'm[0][1] = 3; m[1][2] = m[0][1] + 1; return m;',
  'for (let i = 0; i < m[0][2]; i++) for (let j = 0; j < 3; j++) { if (m[i][j] > 2) m[i][j] = 0; } return m;',
  '[m[0], m[1]] = [m[1], m[0]]; return m;',
  'let t = m[0]; m[0] = m[1]; m[1] = t; return m;',
  'let s = 0; let i = 0; while (i < m[2][0] - 5) { let row = m[i]; row[0] = row[1] * 2; s += row[0]; i += 1; } return s;',
  'let s = 0; for (const row of m) { let r = row; r[0] = 1; s += r[0] + r[1]; } return s;',
  'let s = 0; for (const row of m) { if (row[0] > 5) break; let r = row; r[0] = 1; s += r[0] + r[1]; } return s;',
  'const rows = [...m]; rows[1] = rows[0]; return [rows, m];',
  'let [p, q] = m; p[0] = 5; return [p, q, m[1]];',
  // One branch changes it, the other reads it.
  'let s = 0; if (c) { s = m[0][0]; m[0] = m[1]; } else { s = m[2][1]; } return [s, m];',
  'let s = 0; if (c) m[0][0] = 9; else s = m[0][0]; if (!c) m[1][0] = 4; return [s, m];',
  'let s = 0; switch (m[0][0]) { case 1: m[0][0] = 2; case 2: s = m[0][0]; break; default: s = m[1][1]; } return [s, m];',
  'try { m[0][0] = 5; if (c) throw new Error("x"); m[0][1] = 6; } catch { m[0][2] = 7; } return m;',
  // Who changes it throws: nothing runs after that.
  'if (m[0][0] > 5) { m[0][0] = 9; throw new Error("x"); } return m;',
  'if (m[0][0] > 5) { if (c) m[0] = m[1]; if (m[1][0] > 3) throw new Error("x"); else throw new RangeError("y"); } else if (c) return m[0]; return m[1][0];',
  'if (m[0][0] > 5) { m[0][0] = 9; if (c) return m; throw new Error("x"); } return m;',
  'switch (m[0][0]) { case 2: try { if (c) m[0][0] = 9; throw new Error("x"); } finally { let [p, q] = m; } break; case 1: return m[1]; } return m;',
  'let s = 0; for (let i = 0; i < m[0][2]; i++) { if (m[i][0] > 50) { m[i][0] = 0; throw new Error("x"); } s += m[i][1]; } return [s, m];',
  // The one of before is read before.
  'const y = m; const s = y[0][0] + 1; m[0][0] = 5; return [s, m];',
  'let v = m[0]; let i = 0; while (i < m[1][0]) { const before = v[0]; v[0] = before + 1; if (v[0] > 3) break; i += 1; } return [v, i];',
  'const swap = (x, i, j) => { const t = x[i]; x[i] = x[j]; x[j] = t; return x; }; m = swap(m, 0, 1); m = swap(m, 1, 2); return m;',
  'const at = () => m[0][0]; const p = at(); m[0][0] = 8; return [p, at()];',
  'const o = { m, bump() { this.m[0][0] += 1; return this; } }; if (c) o.bump(); o.bump(); return o.m;',
];

const refused: readonly string[] = [
  'const y = m; m[0] = m[1]; return y;',
  'const fix = (x) => { x[0] = x[1]; return x[0]; }; fix(m); return m;',
  'const swap = (x, i, j) => { const t = x[i]; x[i] = x[j]; x[j] = t; return x; }; swap(m, 0, 1); swap(m, 1, 2); return m;',
  'const y = m; if (c) m[0] = m[1]; return [y[0], m];',
  'const y = m; try { if (m[0][0] < 5) { m[0][0] = 9; throw new Error("x"); } } catch { return y; } return m;',
  'const y = m; let i = 0; while (i < m[0][1]) { m[i] = m[2]; i += 1; } return [y, m];',
  'const y = m; let s = 0; for (let i = 0; i < m[0][1]; i++) { m[0][0] = i; s += y[0][0]; } return [s, m];',
  'const y = m; let s = 0; let i = 0; while (i < m[2][0] - 5) { s += y[0][0]; m[0][0] = 5; i += 1; } return s;',
  'const o = { m }; o.m[0] = m[1]; return [o.m, m];',
  'const all = [m]; m[0] = m[1]; return [all[0], m];',
  // Of a row that is changed by itself.
  'let row = m[1]; row[0] = 7; return [row, m[1][0]];',
  'let row = m[1]; row[0] = 7; return [row, m];',
  'const set = (r) => { r[0] = 1; return r; }; const x = set(m[0]); return [x, m[0]];',
  'let [p, q] = m; p[0] = 5; return [p, q, m];',
  'const rows = [...m]; rows[1][0] = 5; return [rows, m[1]];',
  'let s = 0; for (const row of m) { let r = row; r[0] = 1; s += r[0] + r[1]; } return [s, m];',
  'let i = 0; while (i < m[0][1]) { let row = m[i]; row[0] = row[1]; i += row[0]; } return [i, m];',
];

describe.each(executors)('elements of tensors that have other names, on $backend', ({ start }) => {
  beforeAll(start);

  describe.each([true, false])('where c is %s', (condition) => {
    it.each(same)('%s', async (body) => {
      const f = await programOf(`export async function f(m, c) { "use graph"; ${body} }`);
      const result = await f(tf.tensor2d(matrix), tf.scalar(condition, 'bool'));
      expect(await plain(result)).toEqual(await plain(wanted(body, condition)));
    });
  });

  it.each(refused)('%s', async (body) => {
    const f = await programOf(`export async function f(m, c) { "use graph"; ${body} }`);
    const call = async () => f(tf.tensor2d(matrix), tf.scalar(true, 'bool'));
    await expect(call()).rejects.toMatchObject({ code: 'overwritten-tensor' });
  });
});

describe('gradients of what has been changed', () => {
  beforeAll(useCpu);

  it('are of the elements of before', async () => {
    const f = await programOf(
      'export function f(x, n) { "use graph"; return tf.grad((x) => { let y = tf.mul(x, 2); y[0] = y[1] * y[0]; let i = 0; while (i < n) { y[i] = y[0] * 3; i += 1; } return tf.sum(tf.mul(y, y)); })(x); }',
    );
    // y = [12ab, 36ab, 2c]: the sum of the squares is 1440 a²b² + 4c².
    const gradient = f(tf.tensor1d([1, 2, 3]), tf.scalar(2, 'int32')) as tf.Tensor;
    expect([...gradient.dataSync()]).toEqual([2880 * 4, 2880 * 2, 24]);
  });
});

it('is said with both places, and what to do', async () => {
  await useCpu();
  const f = await programOf(
    'export function f(v) {\n"use graph";\nconst y = v;\nv[0] = 5;\nreturn tf.sub(v, y);\n}',
  );
  expect(() => f(tf.tensor1d([1, 2]))).toThrow(
    /An element of the tensor 'v' \(float32\[2\], a parameter of f\) was assigned at program\.js:\d+:1, which made a new tensor[\s\S]*\n {4}at program\.js:\d+:8\n[\s\S]*tf\.clone\(x\)/,
  );
});
