import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* An element of an array of arrays, read anew for each of its own elements, before and after it has been changed, in branches and behind them. */
const bodies: readonly string[] = [
  `const t = Array.from({ length: n + 1 }, (_, i) => [i]); for (let i = 0; i < n; i++) { if (t[i][0] > 1) t[i].push(7); else t[i + 1].push(3); if (t[i].length > 1) t[i][1] += 1; t[i][0] += t[i].length; } return t.map((r) => r.reduce((p, q) => p * 10 + q, 0));`,
  `const t = Array.from({ length: n + 2 }, (_, i) => [i, 0]); for (let i = 1; i <= n; i++) { t[i][1] = t[i - 1][0] + t[i + 1][0]; if (a > 0) { t[i][0] = t[i][1] + t[i][0]; t[i - 1][1] = t[i][0]; } t[i + 1][1] = t[i][1]; } return t.flat();`,
  `const t = []; for (let i = 0; i < n; i++) t.push([i, i * i]); for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) if (t[i][1] > t[j][1]) { const x = t[i]; t[i] = [...t[j]]; t[j] = [...x]; } return t.flat();`,
  `const t = []; for (let i = 0; i < n; i++) t.push([i]); for (let i = 0; i + 1 < n; i++) { t[i + 1].push(t[i][0]); t[i].push(t[i + 1].length); const p = t[i], q = t[i + 1]; p.push(q[0]); q[0] = p.length; t[i][0] += q[0]; } return t.map((r) => r.reduce((p, q) => p * 10 + q, 0));`,
  `const t = Array.from({ length: n + 1 }, () => []); let k = 0; while (k < n) { t[k].push(k); k++; t[k].push(t[k - 1].length); if (t[k].length > 0 && flag) { t[k - 1].push(9); } } return t.map((r) => r.length * 10 + (r[0] ?? -1));`,
  `const t = Array.from({ length: n + 1 }, () => [0]); for (let i = 0; i < n; i++) { let j = i; while (j > 0 && t[j][0] < 3) { t[j][0]++; t[j - 1][0] += t[j][0]; j--; } } return t.map((r) => r[0]);`,
  `const t = Array.from({ length: n + 1 }, () => [0, 0]); for (let i = 0; i < n; i++) { const k = i % 2; t[k][0] += i; t[i][1] += t[k][0]; t[k + 1 > n ? 0 : k + 1][0] = t[i][1]; } return t.flat();`,
  `const t = Array.from({ length: n + 1 }, (_, i) => [i]); for (let i = 0; i < n; i++) { try { if (t[i][0] === 1) throw t[i][0]; t[i].push(4); } catch (e) { t[i].push(e + 1); } t[i][0] += t[i].length; } return t.map((r) => r.reduce((p, q) => p * 10 + q, 0));`,
  `const t = Array.from({ length: n + 1 }, (_, i) => [i]); for (let i = 0; i < n; i++) { const f = () => t[i][0] + t[i].length; const x = f(); t[i].push(x); t[i].push(f()); } return t.map((r) => r.reduce((p, q) => p * 10 + q, 0));`,
  `const t = Array.from({ length: n + 1 }, (_, i) => [i]); for (let i = 0; i < n; i++) { switch (t[i][0]) { case 0: t[i].push(1); break; case 1: t[i].push(2); default: t[i][0] += 5; } t[i + 1].push(t[i].length); } return t.map((r) => r.reduce((p, q) => p * 10 + q, 0));`,
  `const t = Array.from({ length: n + 1 }, (_, i) => [i, 2]); for (let i = n; i > 0; i--) { [t[i][0], t[i - 1][0]] = [t[i - 1][0], t[i][0]]; t[i][1] *= t[i][0]; t[i - 1][1] += t[i][1]; } return t.flat();`,
  `const t = Array.from({ length: n + 1 }, (_, i) => [i, 2]); for (let i = 0; i < n; i++) { t[i].pop(); t[i].push(t[i].length, t[i][0]); t[i].reverse(); t[i + 1].splice(0, 1, t[i].length); t[i].sort((p, q) => p - q); } return t.flat();`,
  `const m = Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => i * n + j)); for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) { const x = m[i][j]; m[i][j] = m[j][i]; m[j][i] = x; } return m.flat();`,
  `const m = Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => (i * 3 + j * 5) % 4)); let s = 0; for (let i = 1; i < n; i++) for (let j = 1; j < n; j++) { if (m[i][j] > m[i - 1][j]) m[i][j] = m[i - 1][j]; if (m[i][j] > m[i][j - 1]) m[i][j] = m[i][j - 1]; s += m[i][j]; } return [s, ...m.flat()];`,
  `const t = Array.from({ length: n + 1 }, () => new Array(n + 1).fill(1)); for (let i = 1; i <= n; i++) { t[i][0] += t[i][0] + t[i][1]; const r = t[i]; r.push(9); t[i][0] += t[i][n + 1] + t[i].length; t[i - 1][0] += t[i][0]; t[i] = [5, 6]; t[i][1] += t[i][0] + t[i].length; } return t.map((r) => r.length * 100 + r[0]);`,
  `const t = Array.from({ length: n + 1 }, (_, i) => [i]); for (let i = 0; i < n; i++) { if (t[i][0] > 1) t[i].push(t[i][0]); else t[i][0] += t[i].length; t[i + 1][0] += t[i].length + t[i][0]; } return t.map((r) => r.length * 100 + r[0]);`,
  `const t = Array.from({ length: n + 1 }, (_, i) => [i, 1]); let k = 0; for (let i = 0; i < n; i++) { const s = t[k][0] + t[i][1]; t[k].push(s); k = i; t[k][0] = t[k][0] + t[i].length + s; } return t.map((r) => r.reduce((p, q) => p + q, 0));`,
  `const t = Array.from({ length: n + 1 }, (_, i) => [i, 1]); const s = []; for (let i = 0; i <= n; i++) { s.push(t[i][0] + t[i][1]); t.push([t[i][0], i]); s.push(t[i][1] + t[t.length - 1][1]); t.shift(); s.push((t[i]?.[0] ?? -1) + t.length); } return s;`,
  `const t = Array.from({ length: n + 1 }, (_, i) => [i]); for (let i = 0; i < n; i++) { if (t[i][0] > 1) t[i].push(7); t[i][0] += 1; } return t.map((r) => r.length * 100 + r[0]);`,
  `const t = Array.from({ length: n + 1 }, (_, i) => [i]); for (let i = 0; i < n; i++) { if (t[i][0] > 1) t[i][0] = 7; t[i + 1][0] += t[i][0]; } return t.map((r) => r.length * 100 + r[0]);`,
  `const t = Array.from({ length: n + 1 }, (_, i) => [i]); for (let i = 0; i < n; i++) { if (t[i][0] > 1) t[i].push(7); t[i + 1][0] += t[i].length; } return t.map((r) => r.length * 100 + r[0]);`,
  `const t = Array.from({ length: n + 1 }, (_, i) => [i]); for (let i = 0; i < n; i++) { const l = t[i].length; if (l > 1) t[i].push(7); } return t.map((r) => r.length * 100 + r[0]);`,
];

describe.each(executors)('rows that a program reads again, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
