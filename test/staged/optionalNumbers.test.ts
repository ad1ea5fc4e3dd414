import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../support/compile.js';
import { executors, useCpu } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Numbers that a tensor leaves null or undefined: the program asks whether they are there. */
const programs: readonly (readonly [name: string, body: string])[] = [
  [
    'the first that passes, or null',
    'let found = null; for (const y of v) { if (y > b) { found = y; break; } } return found === null ? -1 : found * 2;',
  ],
  [
    'the first that passes, or undefined',
    'let found; for (const y of v) { if (y > b) { found = y; break; } } return found === undefined ? -1 : found * 2;',
  ],
  [
    'set in one branch',
    'let found; if (a > b) found = a; return found === undefined ? -1 : found;',
  ],
  [
    'the larger of what is there',
    'let best = null; if (a > 0) best = a; if (b > 0 && (best === null || b > best)) best = b; return best ?? -7;',
  ],
  [
    'the best of an array',
    'let best = null; const see = (y) => { if (best === null || y > best) best = y; }; for (const y of [v[0], v[1], v[2]]) if (y < 3) see(y); return best === null ? -1 : best;',
  ],
  [
    'what a function returns, or null',
    'const safe = (x, y) => y === 0 ? null : x * y; const q = safe(a, b); return q == null ? 99 : q;',
  ],
  [
    'what a function returns, or nothing',
    'const f = (x) => { if (x > 0) return x * 2; }; const y = f(a); if (y !== undefined && y > 2) return y; return f(b) ?? -1;',
  ],
  [
    'a host number, or nothing',
    'const f = (x) => { if (x > 0) return 1; }; return f(a) === undefined ? 5 : 6;',
  ],
  [
    'what a search of an array returns',
    'const find = (list, test) => { for (const y of list) if (test(y)) return y; }; const r = find([a, b], (y) => y > 1); return r ?? 0;',
  ],
  [
    'an element that is there or not',
    'const at = (list, k) => k >= 0 && k < list.length ? list[k] : undefined; return at([a, b, 1], n) ?? 42;',
  ],
  [
    'typeof, ?? and another one',
    'let y; if (a > 0) y = a; const z = y ?? b; let w = null; if (flag) w = z; return [z, w ?? 3, typeof y === "undefined" ? 1 : 0];',
  ],
  [
    'assigned by a callback',
    'let found = null; [a, b, 2].forEach((y) => { if (y > 1 && found === null) found = y; }); return found ?? -1;',
  ],
  [
    'an index',
    'let found = null; v.forEach((y, i) => { if (y > 1 && found === null) found = i; }); return found ?? -1;',
  ],
  [
    'two of them',
    'let first = null, last = null; for (let k = 0; k < 3; k++) { if (v[k] > 1) { first ??= k; last = k; } } return [first ?? -1, last ?? -1];',
  ],
  [
    'properties',
    'class Node { constructor(v) { this.v = v; this.left = null; this.right = null; } } const root = new Node(a); if (b < a) root.left = b; else root.right = b; return (root.left ?? 0) - (root.right ?? 0);',
  ],
  [
    'a property that a loop sets',
    'let t = null; const o = { p: null }; while (o.p === null || o.p < 3) { if (a > 0) o.p = (o.p ?? 0) + 1; else { o.p = 7; } t = o.p; } return [o.p, t];',
  ],
  [
    'a memory',
    'const memo = { last: null }; const f = (x) => { if (memo.last !== null && x > 0) return memo.last; const y = x * 2; if (x > 1) memo.last = y; return y; }; return [f(a), f(b), f(2), memo.last ?? 0];',
  ],
];

describe.each(executors)('numbers that may be missing, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(programs)('%s', async (_, body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

describe('of a number that may be missing', () => {
  beforeAll(useCpu);

  const program = async (body: string) => {
    const { f } = await compile(
      `import * as tf from '@tensorflow/tfjs-core';\nexport function f(x) {\n"use graph";\n${body}\n}`,
    );
    return f as (x: tf.Tensor) => unknown;
  };

  it.each([
    ['a use without asking', 'let y; if (x > 0) y = x; return y * 2;', 'undefined-in-branch'],
    ['a return', 'let y = null; if (x > 0) y = x; return y;', 'null-in-branch'],
    [
      'a return of what a call gave',
      'const g = () => { if (x > 0) return x; }; return g();',
      'return-in-some-branches',
    ],
    [
      'what a loop would have to carry',
      'let best = null; for (const e of tf.stack([x, x])) if (e < 3) { if (best === null || e > best) best = e; } return best ?? 0;',
      'null-in-branch',
    ],
  ])('%s is refused while tracing', async (_, body, code) => {
    const f = await program(body);
    const x = tf.scalar(1);
    expect(() => f(x)).toThrow(expect.objectContaining({ code }));
    x.dispose();
  });

  it('a use where the program asked, but goes on, is an error of the call that has none', async () => {
    const f = await program(
      'let y = null; if (x > 0) y = x; const none = y === null; return none ? y * 2 : y;',
    );
    const [some, none] = [tf.scalar(1), tf.scalar(-1)];
    expect((f(some) as tf.Tensor).arraySync()).toBe(1);
    expect(() => f(none)).toThrow(/'y' is null after the else branch/);
  });
});
