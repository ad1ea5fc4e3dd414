import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../support/compile.js';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Numbers and texts of the program that a graph carries as tensors: JavaScript says which of them are true. */
const programs: readonly (readonly [name: string, body: string])[] = [
  [
    'null behind a tensor and &&',
    `let o = null; return a > -100 && o !== null && o.p > 1 ? 1 : 2;`,
  ],
  [
    'null behind a tensor and ||',
    `let o = null; return a > -100 || o === null || o.p > 1 ? 1 : 2;`,
  ],
  [
    'null behind a tensor, and ?.',
    `let o = null; const r = a > 100 && o !== null; return r || o?.p ? 1 : 2;`,
  ],
  [
    'null behind a counter in a loop',
    `let o = null, k = 0; while (k < n && o !== null && o.p > 1) k++; return k;`,
  ],
  [
    'an empty array behind a tensor',
    `const names = []; return a > 0 && names.length > 0 && names[0].x > 1 ? 1 : 2;`,
  ],
  ['false behind a tensor', `const r = a > 0 && false; return r === false ? 1 : 2;`],
  ['true behind a tensor', `const r = a > 0 || true; return !r ? 1 : 2;`],
  [
    'a length beside an assignment in a loop',
    `const stack = [a]; let guard = 0; while (stack.length && guard++ < 20) { const t = stack.pop(); if (t > 0) { stack.push(t - 1); } } return guard;`,
  ],
  [
    'the size of a Set beside an assignment',
    `let k = 0; const s = new Set([1]); if (flag) s.clear(); if (s.size && ++k < 3) return 10 + k; return k;`,
  ],
  [
    'a length or an assignment, negated',
    `let k = 0; const s = []; if (flag) s.push(a); if (!(s.length || k++ > 3)) return 10 + k; return k;`,
  ],
  [
    'an object and an assignment',
    `let k = 0; const o = flag ? { p: a } : null; const r = (o && k++ < 3) ? 5 : 6; return r * 10 + k;`,
  ],
  [
    'an object or an assignment',
    `let k = 0; const o = flag ? { p: a } : null; const r = (o || k++ > 3) ? 5 : 6; return r * 10 + k;`,
  ],
  [
    'a length in an if',
    'const q = []; let s = 0; for (let k = 0; k < n; k++) { if (v[0] > k) q.push(k); } if (q.length) s = 1; return s + (q.length ? 2 : 4);',
  ],
  [
    'a length in a while, beside a comparison',
    'const q = []; for (let k = 0; k < n; k++) { if (v[0] > k) q.push(a); } let s = 0; while (q.length && s < 9) s += q.pop() + 1; return s;',
  ],
  [
    'a length negated',
    'const q = []; for (let k = 0; k < n; k++) { if (v[0] > k) q.push(a); } return !q.length ? -1 : q.length;',
  ],
  [
    'what a length is, or another number',
    'const q = []; for (let k = 0; k < n; k++) { if (v[0] > k) q.push(a); } return [q.length || 7, !!q.length ? 1 : 0, Boolean(q.length) ? 1 : 0];',
  ],
  [
    'a length beside a flag',
    'const q = []; for (let k = 0; k < n; k++) { if (v[0] > k) q.push(a); } if (flag || q.length) return 1; if (!(q.length && a > 0)) return 2; return 3;',
  ],
  [
    'a remainder of a counter',
    'let k = 0, odd = 0; while (k < n) { if (k % 2) odd++; k++; } return [odd, k];',
  ],
  [
    'a bit of a counter, and a countdown',
    'let k = 0, odd = 0; while (k < n) { odd += k & 1 ? 1 : 0; k++; } let left = k; while (left--) odd += 2; return [odd, left];',
  ],
  [
    'a count in ?:',
    'let count = 0; for (const y of v) { if (y > 0) count++; } return count ? a / count : 0;',
  ],
  [
    'a sum',
    'let sum = 0; for (const y of v) { if (y > 0) sum += 0.5; } if (sum) return 1; return sum && b;',
  ],
  [
    'a text that may be empty',
    "let s = ''; if (a > 0) s = 'up'; if (s) return 1; return !s ? 2 : 3;",
  ],
  [
    'a countdown without a comparison',
    'let i = 3; for (let k = 0; k < n; k++) { i -= 1; } for (; i; i--) { if (i < 0) break; } return i;',
  ],
  [
    'a number in do-while, and negated in a switch',
    'let i = 3, t = 0; for (let k = 0; k < n; k++) { if (v[k % 3] > 0) i -= 1; } do { t += i; i = i > 0 ? i - 1 : 0; } while (i); switch (true) { case !i: t += 1; break; default: t += 2; } return t;',
  ],
  [
    'a length or a number in a for',
    'const q = []; for (let k = 0; k < n; k++) { if (v[0] > k) q.push(a); } let r = 0; for (let k = 3; q.length || k; k--) { r += k; if (q.length) q.pop(); if (r > 20) break; } return [r, q.length];',
  ],
  [
    'a count beside comparisons',
    'let c = 0; for (const y of v) if (y > 0) c++; if (c || a > 5) c += 10; if (flag || c % 2) c += 100; if (c % 2 && b > 0) c += 1000; return c;',
  ],
  [
    'what a count is, or another value',
    'let c = 0; for (const y of v) if (y > 0) c++; return [c || 7, c && 9, c || b, (c && b > 0) ? 1 : 0, !c ? 1 : 0];',
  ],
];

describe.each(executors)('the truth of numbers and texts, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(programs)('%s', async (_, body) => {
    expect((await compareBody(body, backend)).failure).toBeNull();
  });
});

describe('the truth of what the program has beside comparisons of tensors', () => {
  beforeAll(executors[0]!.start);

  it.each([
    'const f = (c) => a > 3 || (c && a > 1) ? 1 : 0; return [f(0), f(1), f(null)];',
    "const f = (c) => (a > 0 && (c && b > 0)) || (a < 9 && (c || b > 0)) ? 1 : 0; return [f(0), f(1), f(undefined), f('')];",
    'const f = (c) => { if (a > 3 || (c && (c && a > 1)) || (!c && (c.x && a < 9))) return 1; return 0; }; return [f(0), f(1)];',
  ])('%s', async (body) => {
    expect(await compareBody(body, 'cpu')).toEqual({ failure: null, refusals: [] });
  });
});

describe('the truth of tensors that are not bool', () => {
  beforeAll(executors[0]!.start);

  it.each([
    ['an if', 'if (x) return x; return 0;'],
    ['a negation', 'return !x ? 1 : 2;'],
    ['a sum', 'const y = x + 1; return y && x > 0 ? 1 : 2;'],
  ])('is asked for in %s, which is refused', async (_, body) => {
    const { f } = await compile(`export function f(x) {\n"use graph";\n${body}\n}`);
    expect(() => (f as (x: unknown) => unknown)(tf.scalar(2))).toThrow(
      expect.objectContaining({ code: 'condition-type' }),
    );
  });

  it.each([
    ['a number', 'return x || 1;'],
    [
      'what an object may not have, in an iteration',
      "const m = {}; for (const y of [x, x + 1].map((z) => tf.stack([z, z]))) for (const z of y) { const k = z > 1 ? 'hi' : 'lo'; m[k] = (m[k] || 0) + z; } return m.hi ?? 0;",
    ],
  ])('is asked for by ||, and the error names ??: %s', async (_, body) => {
    const { f } = await compile(`export function f(x) {\n"use graph";\n${body}\n}`, { tf });
    expect(() => (f as (x: unknown) => unknown)(tf.scalar(2))).toThrow(
      'To replace null and undefined alone, write ?? instead of ||.',
    );
  });
});

describe('a value of && or ?: that is false or an array', () => {
  beforeAll(executors[0]!.start);

  it.each(['x > 0 && [x]', 'x > 0 ? [x] : false'])(
    'is refused where it is returned: %s',
    async (value) => {
      const { f } = await compile(
        `export function f(x) {\n"use graph";\nconst r = ${value};\nreturn r;\n}`,
      );
      expect(() => (f as (x: unknown) => unknown)(tf.scalar(-2))).toThrow(
        expect.objectContaining({ code: 'branch-structures-differ' }),
      );
    },
  );
});
