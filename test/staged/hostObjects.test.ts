import { beforeAll, describe, expect, it } from 'vitest';
import { executors, useCpu } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Methods of texts at places that tensors tell, and objects of JavaScript's own classes that a branch changes. */
const bodies: readonly string[] = [
  `const t = flag ? 'abc' : 'bcd'; let s = 0; for (let i = 0; i < n; i++) if (i < 3) s += t.charCodeAt(i); return s;`,
  `const t = 'hello'; let s = 0; for (let i = 0; i < n; i++) if (t.charAt(i) === 'l') s++; return s;`,
  `const t = flag ? 'a' : 'x'; return /[ab]/.test(t);`,
  `let t = null; if (flag) t = 'null'; return [/^null$/.test(t), /u/.test(t)];`,
  `const w = /a/g; if (a > 0) w.test('aa'); return w.lastIndex;`,
  `const w = /a/g; if (a > 0 || a <= 0) w.test('aa'); return w.lastIndex;`,
  `const w = /a(.)/g; let k = 0; if (a > 0) { let m; while ((m = w.exec('abac')) !== null) k += m[1].length; } return k;`,
  'const o = new Date(5); if (a > 0) { o.setTime(7); o.setTime(5); } return o.getTime();',
  'const o = new Date(0); if (a > 0) { const d = new Date(0); d.setTime(9); return d.getTime(); } return o.getTime();',
  'const f = () => { const d = new Date(2020, 1, 1); d.setDate(15); return d.getDate(); }; let s = 0; for (const x of v) if (x > 1) s += f(); return s;',
];

describe.each(executors)('objects of JavaScript, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

describe('what a tensor cannot change', () => {
  beforeAll(useCpu);

  it.each([
    [
      'a Date',
      'const o = new Date(0); if (a > 0) o.setTime(5); return o.getTime();',
      /which time a Date has/,
    ],
    [
      'an element of a typed array',
      'const o = new Float32Array(2); o[0] = a; return o[0];',
      /a typed array holds numbers only/,
    ],
    [
      'one in a branch',
      'const o = new Float32Array(2); if (a > 0) o[1] = 2; return o[1];',
      /an element of a typed array/,
    ],
  ])('%s', async (_, body, message) => {
    const { failure } = await compareBody(body, 'cpu');
    expect(failure?.actual.error).toMatch(message);
  });
});
