import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { executors, expectNoLeak, useCpu } from '../support/index.js';
import { bool, expectSame, float32, type Given, int32, programOf } from './compare.js';

const programs: readonly [name: string, source: string, calls: readonly (readonly Given[])[]][] = [
  [
    'is sorted',
    `export async function f(x) { "use graph"; const out = []; for (const e of x) if (e > 0) out.push(e); out.sort((a, b) => b - a); let r = 0; for (const e of out) r = r * 10 + e; return r; }`,
    [[float32([1, 3, -2, 2, 3])], [float32([-1])]],
  ],
  [
    'of objects is sorted, and equals keep their order',
    `export async function f(x) { "use graph"; const out = []; let i = 0; for (const w of x) out.push({ id: i++, w }); const s = out.toSorted((a, b) => (a.w > b.w ? 1 : a.w < b.w ? -1 : 0)); return [...s.map((e) => e.id), ...out.map((e) => e.id)]; }`,
    [[float32([2, 1, 2, 1])]],
  ],
  [
    'is taken apart',
    `export async function f(x) { "use graph"; const out = []; for (const e of x) if (e > 0) out.push(e); const [first, second] = out; return (first ?? -1) * 10 + (second ?? -2); }`,
    [[float32([1, 3])], [float32([4])], [float32([-1])]],
  ],
  [
    'is taken apart, with a rest',
    `export async function f(x) { "use graph"; const out = []; for (const e of x) if (e > 0) out.push({ e }); const [first, ...rest] = out; let s = rest.length; for (const { e } of rest) s += e * 10; return (first?.e ?? -1) + s; }`,
    [[float32([1, 3, 2])], [float32([4])], [float32([-1])]],
  ],
  [
    'is spread in literals that are used at once',
    `export async function f(x) { "use graph"; const l = [...x].filter((e) => e > 0); const [p, q] = [...l, 5]; return [[...l, 5].length, [5, ...l].length, [...l].length, [...[...l, 1], 2].length, p, q ?? 7, Math.max(...[...l, 2]), [(() => [...l, ...l])().length, 1][0]]; }`,
    [[float32([1, 3])], [float32([-1, 4])], [float32([-1])]],
  ],
  [
    'has what it is asked for',
    `export async function f(x) { "use graph"; const l = [...x].filter((e) => e > 0); return [1 in l, 0 in l, 2 in [...l, 5]]; }`,
    [[float32([1, 3])], [float32([-1, 4])], [float32([-1])]],
  ],
  [
    'holds a NaN that is the same as any other',
    `export async function f(x) { "use graph"; const nan = Math.sqrt(-1 - x[0] * x[0]); const l = [...x, nan].filter((e) => !(e < 0)); return [l.includes(NaN), l.includes(1), [nan].includes(NaN), [NaN, 2].includes(nan), [1, 2].includes(nan), [NaN].includes(x[0]), new Set([NaN, 1]).has(nan), new Set([1, 2]).has(nan), tf.stack(l).includes(NaN)]; }`,
    [[float32([1, 3])], [float32([-1, 4])]],
  ],
  [
    'is stacked',
    `export async function f(n) { "use graph"; const out = []; let i = 0; while (i < n) { out.push(i * 2); i = i + 1; } return tf.stack(out); }`,
    [[int32(3)], [int32(1)]],
  ],
  [
    'what is popped is undefined where there is none',
    `export async function f(x) { "use graph"; const stack = []; for (const e of x) { if (e > 0) stack.push(e); else { const a = stack.pop() ?? 7; stack.push(a * 2); } } return [stack.length, stack[0]]; }`,
    [[float32([1, 2, -1])], [float32([-1, 2, -1])]],
  ],
  [
    'a calculator',
    `export async function f(x) { "use graph"; const stack = []; for (const e of x) { if (e >= 0) stack.push(e); else { const b = stack.pop(), a = stack.pop(); stack.push(e === -1 ? a + b : a * b); } } return stack[0]; }`,
    [[float32([2, 3, -1, 4, -2])], [float32([5])]],
  ],
  [
    'for push tensors',
    `export async function f(x) { "use graph"; const out = []; for (const r of x) { out.push(tf.mul(r, 2)); } return tf.stack(out); }`,
    [
      [
        float32([
          [1, 2],
          [3, 4],
        ]),
      ],
    ],
  ],
  [
    'concat',
    `export async function f(n, x) { "use graph"; const out = []; for (const i of range(n)) { out.push(tf.add(x, i)); } return tf.concat(out); }`,
    [
      [int32(3), float32([[1, 2]])],
      [int32(1), float32([[1, 2]])],
    ],
  ],
  [
    'concat axis 1',
    `export async function f(n, x) { "use graph"; const out = []; for (const i of range(n)) { out.push(tf.add(x, i)); } return tf.concat(out, 1); }`,
    [
      [
        int32(3),
        float32([
          [1, 2],
          [3, 4],
        ]),
      ],
    ],
  ],
  [
    'returns array',
    `export async function f(n, x) { "use graph"; const out = []; for (const i of range(n)) { out.push(tf.add(x, i)); } return out; }`,
    [
      [int32(3), float32([1, 2])],
      [int32(0), float32([1, 2])],
    ],
  ],
  [
    'returns nested',
    `export async function f(n, x) { "use graph"; const out = []; for (const i of range(n)) { out.push({ a: tf.add(x, i), b: [i] }); } return { out, n: 2 }; }`,
    [[int32(3), float32([1, 2])]],
  ],
  [
    'two pushes, starts full',
    `export async function f(n, x) { "use graph"; const out = [x]; for (const i of range(n)) { out.push(tf.add(x, i)); out.push(tf.sub(x, i)); } return out; }`,
    [[int32(3), float32([1, 2])]],
  ],
  [
    'conditional push',
    `export async function f(x) { "use graph"; const out = []; for (const e of x) { if (e > 2) out.push(e); } return [tf.stack(out), out.length]; }`,
    [[float32([1, 3, 2, 5])], [float32([3])]],
  ],
  [
    'index, at, length',
    `export async function f(n) { "use graph"; const out = [1, 1]; while (out.length < n) { out.push(out[out.length - 1] + out[out.length - 2]); } return [out, out.at(-1), out[0], out.length]; }`,
    [[int32(7)]],
  ],
  [
    'for of, map, reduce',
    `export async function f(x) { "use graph"; const out = []; for (const e of x) out.push(e * 2); let s = 0; for (const y of out) s += y; const m = out.map((y, i) => y + i); return [s, m, out.reduce((a, b) => a + b, 0), out.reduce((a, b) => a * b), out.some((v) => v > 5), out.every(v => v > 5), out.filter(v => v > 3)]; }`,
    [[float32([1, 2, 3])]],
  ],
  [
    'if without loop',
    `export async function f(c, x) { "use graph"; const out = [x]; if (c) { out.push(x * 2); } return [out.length, tf.stack(out)]; }`,
    [
      [bool(true), float32(3)],
      [bool(false), float32(3)],
    ],
  ],
  [
    'if return',
    `export async function f(c, x) { "use graph"; const out = [x]; if (c) { out.push(x * 2); out.push(x) } return out; }`,
    [
      [bool(true), float32(3)],
      [bool(false), float32(3)],
    ],
  ],
  [
    'if empty',
    `export async function f(c, x) { "use graph"; const out = []; if (c) { out.push(x * 2); } else { } return out; }`,
    [
      [bool(true), float32(3)],
      [bool(false), float32(3)],
    ],
  ],
  [
    'nested loops',
    `export async function f(n) { "use graph"; const out = []; for (const i of range(n)) { for (const j of range(i)) { out.push(i * 10 + j); } } return out; }`,
    [[int32(4)], [int32(1)]],
  ],
  [
    'inner lists',
    `export async function f(n) { "use graph"; const rows = []; for (const i of range(n)) { const row = []; for (const j of range(3)) { row.push(i * 10 + j); } rows.push(tf.stack(row)); } return tf.stack(rows); }`,
    [[int32(4)]],
  ],
  [
    'break',
    `export async function f(x) { "use graph"; const out = []; for (const e of x) { if (e > 3) break; out.push(e); } return out; }`,
    [[float32([1, 2, 5, 1])]],
  ],
  [
    'property',
    `export async function f(x) { "use graph"; const s = { history: [], total: 0 }; for (const e of x) { s.total = s.total + e; s.history.push(s.total); } return s; }`,
    [[float32([1, 2, 5, 1])]],
  ],
  [
    'floats after ints',
    `export async function f(n, x) { "use graph"; const out = [0]; let i = 0; while (i < n) { out.push(out[i] + x); i++; } return out; }`,
    [[int32(3), float32(0.5)]],
  ],
  [
    'index assign',
    `export async function f(n) { "use graph"; const out = []; for (const i of range(n)) { out.push(i); } out[1] = 7; return out; }`,
    [[int32(3)]],
  ],
  [
    'filled by index instead',
    `export async function f(n) { "use graph"; const out = new Array(4).fill(0); for (let i = 0; i < n; i++) { out[i] = i * i; } return out; }`,
    [[int32(3)], [int32(4)]],
  ],
  [
    'slice and concat',
    `export async function f(n) { "use graph"; const out = []; for (const i of range(n)) { out.push(i); } const o = out.slice(); o.push(5); return [out, o, out.concat([1, 2], 3)]; }`,
    [[int32(3)]],
  ],
  [
    'continue',
    `export async function f(x) { "use graph"; const out = []; for (const e of x) { if (e % 2 === 0) continue; out.push(e); } return out; }`,
    [[int32([1, 2, 5, 1])]],
  ],
  [
    'early return',
    `export async function f(x) { "use graph"; const out = []; for (const e of x) { if (e > 3) return out; out.push(e); } return out; }`,
    [[float32([1, 2, 5, 1])], [float32([1, 2])]],
  ],
  [
    'floats after an int, where a tensor decides',
    `export async function f(x) { "use graph"; const out = [3]; if (x[0] > 1) out.push(x[1]); return [out, out.length]; }`,
    [[float32([1, 0.5])], [float32([2, 0.5])]],
  ],
  [
    'once, and then taken together',
    `export async function f(x) { "use graph"; const out = [x]; for (const k of range(1)) out.push(x * 2); return out.reduce((s, e) => s + e, 0); }`,
    [[float32(3)]],
  ],
  [
    'a stack of one',
    `export async function f(x) { "use graph"; const stack = [x]; let n = 0; while (stack.length > 0 && n < 12) { const e = stack.pop(); n++; if (e > 0) { stack.push(e - 1); stack.push(e - 2); } } return [n, stack.length]; }`,
    [[float32(3)], [float32(-1)]],
  ],
  [
    'a queue of objects',
    `export async function f(x) { "use graph"; const queue = [{ v: x, depth: 0 }]; let deepest = 0; while (queue.length > 0) { const { v, depth } = queue.shift(); if (depth > deepest) deepest = depth; if (v > 0 && depth < 3) { queue.push({ v: v - 1, depth: depth + 1 }); queue.push({ v: v - 2, depth: depth + 1 }); } } return deepest; }`,
    [[float32(2)], [float32(-1)]],
  ],
  [
    'for of sees what its iterations add',
    `export async function f(x) { "use graph"; const queue = [x]; let n = 0; for (const e of queue) { n++; if (e > 0) queue.push(e - 1); } return [n, queue]; }`,
    [[float32(3)], [float32(-1)]],
  ],
  [
    'for of sees what its iterations take away',
    `export async function f(x) { "use graph"; const queue = []; for (const e of x) queue.push(e); let n = 0; for (const e of queue) { n += e; queue.pop(); if (n > 100) break; } const rest = [1, 2, 3]; for (const e of rest) if (x[0] > e) rest.pop(); return [n, queue, rest]; }`,
    [[float32([1, 2, 3, 4])], [float32([5])]],
  ],
  [
    'a window',
    `export async function f(n, x) { "use graph"; let last = [x]; for (let k = 0; k < n; k++) last = [...last, x * k].slice(-3); return [last, last.length]; }`,
    [
      [int32(5), float32(2)],
      [int32(1), float32(2)],
    ],
  ],
  [
    'one that becomes shorter',
    `export async function f(n, x) { "use graph"; const a = [x, 2, 3]; let b = [1, x, 3]; for (let k = 0; k < n; k++) { a.pop(); b = b.slice(1); } return [a, b, a.length, b.length]; }`,
    [
      [int32(2), float32(2)],
      [int32(3), float32(2)],
    ],
  ],
  [
    'emptied',
    `export async function f(n, x) { "use graph"; const a = [x, 2, 3], o = { list: [1, 2] }; for (let k = 0; k < n; k++) { a.length = 0; a.push(k); o.list.length = 0; } if (x > 1) a.length = 0; return [a, o.list, a.length]; }`,
    [
      [int32(2), float32(2)],
      [int32(0), float32(0.5)],
    ],
  ],
  [
    'an object that has a length itself',
    `export async function f(n, x) { "use graph"; const snake = { length: 3, x }; for (let k = 0; k < n; k++) { snake.length++; snake.x += snake.length; } if (x > 1) snake.length = 7; return snake; }`,
    [
      [int32(2), float32(2)],
      [int32(3), float32(0)],
    ],
  ],
  [
    'holds arrays',
    `export async function f(x) { "use graph"; const out = []; const w = []; for (const e of x) { out.push(e); w.push([e, e + 1]); } return [out, w]; }`,
    [[float32([1, 2, 5, 1])]],
  ],
];

describe.each(executors)('an array that grows where a tensor decides, on $backend', (executor) => {
  beforeAll(executor.start);

  it.each(programs)('%s', (_, source, calls) => expectSame(source, calls, executor));
});

/** What is done with `out`, which holds the elements of `x` that are not 0, and a 9 behind them. */
const uses: readonly [name: string, use: string][] = [
  ['forEach', 'let s = 0; out.forEach((e, i) => { if (e > s) s = e + i; }); return s;'],
  [
    'find',
    'return [out.find((e) => e < 0) ?? 7, out.findLast((e) => e > 100) ?? 8, out.findLast((e) => e > 1) ?? 6];',
  ],
  [
    'find, asked for',
    'const found = out.find((e) => e < 0); return found === undefined ? 1 : found;',
  ],
  [
    'findIndex',
    'return [out.findIndex((e) => e < 0), out.findLastIndex((e) => e < 5), out.findIndex((e, i) => i === 1)];',
  ],
  [
    'includes and indexOf',
    'return [out.includes(3) ? 1 : 2, out.includes(-1) ? 1 : 2, out.indexOf(3), out.lastIndexOf(9), out.indexOf(-7)];',
  ],
  ['pop', 'const last = out.pop(); return [last, out.length, out];'],
  ['shift', 'const first = out.shift(); out.shift(); return [first, out.length, out];'],
  ['unshift', 'const n = out.unshift(1, 2); return [n, out[0], out];'],
  [
    'slice',
    'return [out.slice(1), out.slice(-2), out.slice(0, -1), out.slice(1, 3), out.slice(-3, 5), out.slice(1).length, out.slice(2, 4).length];',
  ],
  ['splice', 'const gone = out.splice(1, 2, 5, 6); return [gone, out];'],
  ['splice to the end', 'const gone = out.splice(-2); out.splice(0, 0, 4); return [gone, out];'],
  ['reverse', 'const other = out.toReversed(); out.push(1); out.reverse(); return [other, out];'],
  ['reduceRight', 'return out.reduceRight((s, e) => s * 2 - e, 1);'],
  ['flatMap', 'return out.flatMap((e) => [e, e * 2]);'],
  [
    'entries and keys',
    'let s = 0; for (const [i, e] of out.entries()) s += i * e; for (const k of out.keys()) s += k; return s;',
  ],
  ['Math.max', 'return [Math.max(...out), Math.min(...out, -50), Math.max(0, ...out)];'],
  ['push of all', 'const all = [1]; all.push(...out); return [all, all.length];'],
  ['emptied', 'out.length = 0; out.push(2); return [out, out.length];'],
  [
    'a stack',
    'let n = 0; while (out.length > 0 && n < 20) { const e = out.pop(); n++; if (e > 3) out.push(e - 2); } return n;',
  ],
  [
    'a queue',
    'let s = 0, n = 0; while (out.length > 0 && n < 20) { const e = out.shift(); n++; s = s * 2 % 64 + e; if (e > 3) out.push(e - 3); } return [s, n];',
  ],
];

describe.each(executors)('methods of an array that has grown, on $backend', (executor) => {
  beforeAll(executor.start);

  it.each(uses)('%s', (_, use) =>
    expectSame(
      `export async function f(x) { "use graph"; const out = []; for (const e of x) if (e !== 0) out.push(e); out.push(9); ${use} }`,
      [[float32([1, 3, -2, 5])], [float32([0, 3, 0, 4])], [float32([7, 0])]],
      executor,
    ),
  );
});

describe('an array that grows where a tensor decides', () => {
  beforeAll(useCpu);

  const loop = (body: string, after = 'return out;') =>
    `export function f(x) { "use graph"; const out = [tf.zeros([2])]; for (const e of x) { ${body} } ${after} }`;
  const tested = (body: string) =>
    `export function f(x) { "use graph"; const out = [tf.zeros([2])]; let k = 0; while (x[k] < 3) { ${body} k++; } return out; }`;
  const x = tf.tensor1d([1, 2, 3]);

  it.each([
    [
      'other shapes',
      tested('out.push(x[k]);'),
      /elements of 'out'.*float32\[2\].*float32\[\]|'out' has 1 element .*not alike/s,
    ],
    [
      'other structures',
      tested('out.push([x[k]]);'),
      /elements of 'out'.*float32\[2\].*an array of 1 element/s,
    ],
    [
      'sort',
      loop('out.push(tf.add(tf.zeros([2]), e));', 'return out.sort();'),
      /sort\(\) without a function, which compares texts, cannot be used on 'out'/,
    ],
    [
      'spread',
      loop('out.push(tf.zeros([2]));', 'return String.fromCharCode(...out);'),
      /'out' cannot be spread.*slice\(\)/s,
    ],
    [
      'for in',
      loop('out.push(tf.zeros([2]));', 'let n = 0; for (const i in out) n += 1; return n;'),
      /for…in cannot be used on 'out'/,
    ],
    [
      'delete',
      loop('out.push(tf.zeros([2]));', 'delete out[0]; return out;'),
      /delete cannot be used on 'out'/,
    ],
    [
      'delete of an element of another array that it may be',
      'export function f(x) { "use graph"; const out = [1, 2]; let all = out; if (x[0] > 0) all = [3]; delete out[0]; return all.length; }',
      /delete cannot be used on 'all'/,
    ],
    [
      'another array that it may be, which gets holes',
      'export function f(x) { "use graph"; const out = [1, 2]; let all = out; if (x[0] > 0) all = [3]; out[4] = 1; return all.length; }',
      /An assignment behind its end cannot be used on 'all'/,
    ],
    [
      'a callback that pushes to its own array',
      'export function f(x) { "use graph"; const out = [1, 2]; out.forEach((e) => { if (x[0] > e) out.push(e); }); return out; }',
      /'out' is changed while forEach\(\) of it.*for \(const element of out\)/s,
    ],
    [
      'entries of an array that becomes longer',
      'export function f(x) { "use graph"; const out = [1, 2]; for (const [i, e] of out.entries()) { if (x[0] > e) out.push(i); } return out; }',
      /'out' is changed while entries\(\)/s,
    ],
    ['another op', loop('out.push(tf.zeros([2]));', 'return tf.einsum("i->i", out);'), /list/],
    [
      'negative index',
      loop('out.push(tf.zeros([2]));', 'out[-1] = tf.zeros([2]); return out;'),
      /'out'.*no element -1.*at\(-1\)/s,
    ],
    [
      'rows of different lengths that hold objects from before',
      'export function f(x) { "use graph"; const o = { k: 1 }, p = { k: 2 }; const rows = [[o]]; for (let i = 0; i < x[0]; i++) { const row = [p]; for (let j = 0; j < i; j++) row.push(i > 1 ? o : p); rows.push(row); } return rows.length; }',
      /elements of 'rows'.*different lengths, and hold objects that were there before.*indices/s,
    ],
    ...[
      'const rows = []; let i = 0; while (i < x[0]) { if (x[i] > 1) rows.push(tf.stack([x[i], x[i]])); else rows.push(x[i]); i++; } return tf.sum(rows[0]);',
      'const rows = []; for (let i = 0; i < x[0]; i++) { if (i > 1) rows.push({ v: x }); else rows.push({ v: x[0] }); } return rows.at(-1).v;',
    ].map((body): [string, string, RegExp] => [
      'elements of different ranks',
      `export function f(x) { "use graph"; ${body} }`,
      /elements of 'rows'.*must be alike|How many axes/s,
    ]),
  ])('names what it cannot do: %s', async (_, source, message) => {
    const f = await programOf(source);
    expect(() => f(x)).toThrow(message);
    expect(() => f(x)).toThrow(/program\.js:\d+:\d+/);
  });

  it('holds nothing after a call', async () => {
    const f = await programOf(loop('out.push(tf.add(tf.zeros([2]), e));'));
    const call = () => {
      for (const tensor of f(x) as tf.Tensor[]) tensor.dispose();
    };
    call();
    await expectNoLeak(call);
  });

  it('lets gradients flow', async () => {
    const f = await programOf(`
      export function f(x) { "use graph";
        const out = [];
        for (const e of x) out.push(e * e);
        return tf.sum(tf.stack(out));
      }
    `);
    expect(
      await tf
        .grad((given) => f(given) as tf.Tensor)(x)
        .array(),
    ).toEqual([2, 4, 6]);
  });
});
