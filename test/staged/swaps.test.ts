import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Objects that change places in an array, where a tensor decides which: each stays the one object that it is. */
const bodies: readonly string[] = [
  'const m = [[a, 2, 1], [b, 1, 0], [1, 3, 2]]; let det = 1; for (let i = 0; i < 3; i++) { let p = i; for (let r = i + 1; r < 3; r++) if (Math.abs(m[r][i]) > Math.abs(m[p][i])) p = r; if (Math.abs(m[p][i]) < 1e-9) { det = 0; break; } if (p !== i) { [m[i], m[p]] = [m[p], m[i]]; det = -det; } det *= m[i][i]; for (let r = i + 1; r < 3; r++) { const f = m[r][i] / m[i][i]; for (let c = i; c < 3; c++) m[r][c] -= f * m[i][c]; } } return Math.round(det * 1000) / 1000;',
  'const m = [[1, 2], [3, 4], [5, 6]]; let p = 0; if (a > 0) p = 1; if (flag) p = 2; [m[0], m[p]] = [m[p], m[0]]; m[0][0] += 10; m[1][1] += 100; return m;',
  'const m = [[1, 2], [3, 4], [5, 6]]; let p = 0; if (a > 0) p = 1; if (flag) p = 2; m[0] = m[p]; m[0][0] += 10; m[1][1] += 100; m[p][1] += 1000; return m;',
  'const m = [{ x: 1 }, { x: 2 }, { x: 3 }]; const first = m[0]; let p = 0; if (a > 0) p = 1; [m[0], m[p]] = [m[p], m[0]]; let q = 2; if (b > 0) q = 0; [m[1], m[q]] = [m[q], m[1]]; m[0].x += 10; m[1].x += 100; first.x += 1000; return [m, first.x];',
  'const m = [[1, a], [2, b], [3, 0]]; for (let i = 0; i < 3; i++) { let k = i; for (let j = i + 1; j < 3; j++) if (m[j][1] < m[k][1]) k = j; [m[i], m[k]] = [m[k], m[i]]; } return m.map((r) => r[0]);',
  'const m = [{ id: 1, w: a }, { id: 2, w: b }, { id: 3, w: 0 }]; for (let i = 0; i < 2; i++) { let k = i; for (let j = i + 1; j < 3; j++) if (m[j].w < m[k].w) k = j; if (k !== i) { const t = m[i]; m[i] = m[k]; m[k] = t; } m[i].w += 1; } return m;',
  'const A = [[2, a, 1], [b, 3, 2], [1, 1, a]]; const y = [1, 2, 3]; const N = 3; for (let i = 0; i < N; i++) { let p = i; for (let r = i + 1; r < N; r++) if (Math.abs(A[r][i]) > Math.abs(A[p][i])) p = r; [A[i], A[p]] = [A[p], A[i]]; [y[i], y[p]] = [y[p], y[i]]; for (let r = i + 1; r < N; r++) { const f = A[r][i] / (A[i][i] === 0 ? 1 : A[i][i]); for (let c = i; c < N; c++) A[r][c] -= f * A[i][c]; y[r] -= f * y[i]; } } return y.map((e) => Math.round(e * 100));',
  'const deck = [{ c: 1 }, { c: 2 }, { c: 3 }]; for (let i = 2; i > 0; i--) { const j = v[i] > 1 ? 0 : i; [deck[i], deck[j]] = [deck[j], deck[i]]; } deck[0].c *= 10; return deck.map((d) => d.c);',
];

describe.each(executors)('objects that change places, on $backend', ({ backend, start }) => {
  beforeAll(start);

  // What swaps rows of rows takes a while to trace.
  it.each(bodies)('%s', { timeout: 240_000 }, async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
