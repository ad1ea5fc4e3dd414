import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Object.is tells 0 from -0, and takes NaN for NaN, as includes() does and indexOf() does not. */
const bodies: readonly string[] = [
  `return Object.is(-0, a) ? 1 : 2;`,
  `return Object.is(a, b) ? 1 : 2;`,
  `return Object.is(a, a) ? 1 : 2;`,
  `return Object.is(a, 1.5) ? 1 : 2;`,
  `return Object.is(a / 0 * 0, NaN) ? 1 : 2;`,
  `const z = a * 0; return Object.is(z, -0) ? 1 : Object.is(z, 0) ? 2 : 3;`,
  `const z = a * 0; return [Object.is(z, 0), Object.is(0, z), Object.is(z, b * 0)];`,
  `const q = Math.sqrt(a); return Object.is(q, NaN) ? 1 : 2;`,
  `const q = Math.sqrt(a); return Object.is(q, q) ? 1 : 2;`,
  `const q = Math.sqrt(a); return Object.is(q, Math.sqrt(b)) ? 1 : 2;`,
  `return Object.is(n, 3) ? 1 : 2;`,
  `return Object.is(n, a) ? 1 : 2;`,
  `return Object.is(flag, true) ? 1 : 2;`,
  `return Object.is(flag, 1) ? 1 : 2;`,
  `return Object.is(flag, a > 0) ? 1 : 2;`,
  `return Object.is(a, '1.5') ? 1 : 2;`,
  `const t = flag ? 'x' : 'y'; return Object.is(t, 'x') ? 1 : 2;`,
  `const t = flag ? 'x' : 'y'; return Object.is(t, a > 0 ? 'x' : 'y') ? 1 : 2;`,
  `const o = { p: a }, q = { p: b }; const c = flag ? o : q; return Object.is(c, o) ? 1 : 2;`,
  `let t = null; if (flag) t = a; return Object.is(t, null) ? 1 : 2;`,
  `let t; if (flag) t = a; return Object.is(t, undefined) ? 1 : 2;`,
  `let t; if (flag) t = a; return Object.is(t, 1.5) ? 1 : 2;`,
  `return [a, NaN].includes(NaN) ? 1 : 2;`,
  `return [a, b].includes(NaN) ? 1 : 2;`,
  `return [Math.sqrt(a), b].includes(NaN) ? 1 : 2;`,
  `return [Math.sqrt(a), b].indexOf(NaN);`,
  `return [a, b, Math.sqrt(a)].includes(Math.sqrt(a)) ? 1 : 2;`,
  `const q = Math.sqrt(a); return [1, q].indexOf(q) + ([1, q].includes(q) ? 10 : 0) + [1, q].lastIndexOf(q) * 100;`,
  `const L = []; for (let i = 0; i < n; i++) L.push(Math.sqrt(a)); return L.includes(NaN) ? 1 : L.indexOf(NaN);`,
  `const L = []; for (let i = 0; i < n; i++) L.push(i * a); return (L.includes(-0) ? 1 : 2) + L.indexOf(-0) * 10;`,
  `return [0].includes(a * 0) ? 1 : 2;`,
  `return v.includes(NaN) ? 1 : 2;`,
  `return [a, b, 1.5].filter((x) => Object.is(x, a)).length;`,
  `return Object.is(Math.round(a * 0.1), -0) ? 1 : 2;`,
  `const q = -(a - a); return [Object.is(q, -0), Object.is(q, 0), Object.is(-q, q)];`,
  `const z = a * 0; const y = -z; return [Object.is(z, -0), Object.is(y, -0)];`,
];

describe.each(executors)(
  'what Object.is and includes() take for the same, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });
  },
);
