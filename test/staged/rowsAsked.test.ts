import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Outside of an array JavaScript finds undefined, and a program may ask for that at an index that is a tensor. */
const bodies: readonly string[] = [
  `return v[n] ?? 100;`,
  `return v[n - 4] ?? 7;`,
  `return v[n] === undefined ? -1 : v[n];`,
  `return v[n] !== undefined ? v[n] : -1;`,
  `let s = 0, miss = 0; for (let i = 0; i < n + 2; i++) { s += v[i] ?? 100; if (v[i] === undefined) miss++; } return [s, miss];`,
  `const m = [v, v]; return m[1][n] ?? -1;`,
  `return typeof v[n] === 'undefined';`,
  `return v[n] == null ? 1 : 2;`,
  `let s = 0; for (let i = 0; i < n; i++) { const left = v[i - 1] ?? 0, right = v[i + 1] ?? 0; s += left - right; } return s;`,
  `const [x, y] = [v[n - 3] ?? 9, v[n - 2] ?? 8]; return x + y;`,
  `let s = 0; for (let i = 0; i < v.length; i++) s += v[i]; return s;`,
  `const k = Math.min(n, 2); return v[k] ?? 5;`,
  `let s = 0; for (const k of [n, n - 1, n - 5]) { const x = v[k] ?? -1; s = s * 3 + x; } return s;`,
  `const at = (k) => v[k] ?? (k > 2 ? 50 : -50); return [at(n), at(n - 4), at(n - 3)];`,
  `let best = -1; for (let i = n; i >= -1; i--) { if (v[i] !== undefined && v[i] > best) best = v[i]; } return best;`,
];

/* Other than in JavaScript, what stands at a negative index counts from the end, but for who asks. */
const atNumbers: readonly string[] = [
  `return v[-1] ?? 7;`,
  `return v[-1] === undefined ? 1 : v[-1];`,
  `return [v[-2] != null, typeof v[-1] === 'undefined', v[1] ?? 5];`,
  `let s = 0; for (let i = 0; i < 3; i++) { const p = v[i - 1]; if (p !== undefined) s += p; s += v[i - 2] ?? 10; } return s;`,
  `let c = 0; for (let i = 0; i < 3; i++) if (v[i - 1] === undefined || v[i] > v[i - 1]) c++; return c;`,
];

describe.each(executors)(
  'rows of a tensor that may not be there, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      // Eagerly, and at a number, an index outside of the tensor is an error.
      const only = ['numbers', 'graph'] as const;
      expect(await compareBody(body, backend, only)).toEqual({ failure: null, refusals: [] });
    });

    it.each(atNumbers)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });
  },
);
