import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { compare } from '../properties/compare.js';
import type { Arguments } from '../properties/programs/program.js';
import { executors } from '../support/index.js';
import { programOf } from './compare.js';

/* A text that a tensor chooses, as a key and in comparisons; no GPU knows texts. */
const programs: readonly (readonly [name: string, body: string])[] = [
  [
    'an element counted at it',
    "const counts = { pos: 0, neg: 0 }; counts[a > 0 ? 'pos' : 'neg']++; return counts;",
  ],
  [
    'one that the object does not have, where nothing uses it',
    "const o = { p: 3 }; const k = o[flag ? 'p' : 'q']; const m = new Map([['p', 4]]); const l = m.get(flag ? 'p' : 'q'); if (flag) return k * 2 + l; return [k ?? 5, l ?? 6].length;",
  ],
  [
    'in a loop',
    "const sums = { pos: 0, neg: 0, zero: 0 }; for (const e of v) { sums[e > 0 ? 'pos' : e < 0 ? 'neg' : 'zero'] += e; } return sums;",
  ],
  [
    'in a loop whose length a tensor decides',
    "const counts = { odd: 0, even: 0 }; for (let k = 0; k < n; k++) counts[k % 2 === 0 ? 'even' : 'odd'] += k; return counts;",
  ],
  [
    'of a variable that branches assign',
    "const table = { low: a, high: b, none: 7 }; let key = 'none'; if (a > b) { key = 'high'; if (n > 0) key = 'low'; } " +
      'table[key] = table[key] + 1; return table;',
  ],
  [
    'of an object in the object',
    "const o = { p: { v: 1 }, q: { v: 2 } }; o[flag ? 'p' : 'q'].v += a; return o.p.v * 10 + o.q.v;",
  ],
  [
    'in a branch',
    "const o = { p: 1, q: 2 }; if (a > b) { o[flag ? 'p' : 'q'] = a; } return o.p * 10 + o.q;",
  ],
  [
    'a method at it',
    "const ways = { up: (x) => x + 1, down: (x) => x * 2 }; return ways[a > b ? 'up' : 'down'](n);",
  ],
  ['whether there is one', "const o = { p: 1 }; return (a > b ? 'p' : 'q') in o ? 1 : 2;"],
  [
    'of a Map',
    "const m = new Map([['p', a], ['q', 2]]); const key = flag ? 'p' : 'q'; m.set(key, m.get(key) * 2); return m.get('p') * 100 + m.get('q') + (m.has(key) ? 1000 : 0);",
  ],
  [
    'compared with a text',
    "const sign = a > 0 ? 'pos' : a < 0 ? 'neg' : 'zero'; if (sign === 'pos') return 1; return sign !== 'zero' ? 2 : 3;",
  ],
  [
    'that a loop changes',
    "let mode = 'idle'; let sum = 0; for (const e of v) { if (mode === 'idle') { if (e > 0) mode = 'run'; } else if (e > 1) { sum += e; mode = 'stop'; } } return mode === 'stop' ? sum : mode === 'run' ? -1 : -2;",
  ],
  [
    'that a loop changes in a table',
    "const next = { red: 'green', green: 'yellow', yellow: 'red' }; let light = a > 0 ? 'red' : 'green'; const seen = { red: 0, green: 0, yellow: 0 }; for (let k = 0; k < n; k++) { light = next[light]; seen[light]++; } return [seen, light === 'red'];",
  ],
  [
    'that says why a loop ends',
    "let why = ''; let x = a; do { x = x - 1; if (x < -3) { why = 'low'; break; } if (x > 1) why = 'high'; } while (why === ''); return [x, why === 'low'];",
  ],
  [
    'of an object that a loop changes',
    "const s = { mode: 'a', k: 0 }; while (s.k < n) { s.k++; s.mode = a > s.k ? 'b' : 'c'; } return [s.k, { a: 1, b: 2, c: 3 }[s.mode]];",
  ],
  [
    'in a switch',
    "let mode = 'idle'; if (a > b) mode = 'run'; if (flag) mode = n > 1 ? 'stop' : mode; switch (mode) { case 'run': return 1; case 'stop': return 2; default: return 3; }",
  ],
];

const calls: readonly Arguments[] = [
  [1, 2, 3, [1, -1, 0], true],
  [3, -1, 0, [0.5, 2, -3], false],
  [0, -2, 1, [0, 0, 0], true],
  [-1, -1, 2, [2, 3, -4], false],
];

describe.each(executors)('a key that a tensor chooses, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(programs)('%s', async (_name, body) => {
    const source = `export function program(a, b, n, v, flag) {\n"use graph";\n${body}\n}`;
    const only = backend === 'webgpu' ? (['graph'] as const) : undefined;
    expect(await compare({ source, calls }, only && { only })).toEqual({
      failure: null,
      refusals: [],
    });
  });
});

describe('a text that is an argument', () => {
  beforeAll(executors[0]!.start);

  it('is no key: which keys it may be is not known', async () => {
    const f = await programOf('export function f(t) { "use graph"; return { a: 1, b: 2 }[t]; }');
    expect(() => f(tf.scalar('a', 'string'))).toThrow(/Choose the key where it is used/);
  });
});

describe('a property that a branch deletes', () => {
  beforeAll(executors[0]!.start);
  const changed = 'const o = { p: 1, q: 2 }; if (x > 0) { delete o.p; o.q = x; }';

  it('may be deleted where nothing asks for it afterwards', async () => {
    const f = await programOf(`export function f(x) { "use graph"; ${changed} return o.q; }`);
    expect((f(tf.scalar(-1)) as tf.Tensor).arraySync()).toBe(2);
    expect((f(tf.scalar(5)) as tf.Tensor).arraySync()).toBe(5);
  });

  it.each([
    ['read', `${changed} return o.p;`],
    [
      'read of an object that a tensor chooses',
      'const a = { p: 1 }, b = { p: 2 }; const o = x > 0 ? a : b; delete o.p; return a.p;',
    ],
  ])('cannot be %s', async (_name, body) => {
    const f = await programOf(`export function f(x) { "use graph"; ${body} }`);
    expect(() => f(tf.scalar(1))).toThrow(
      /property 'p' must also be initialized in the main branch/,
    );
  });
});
