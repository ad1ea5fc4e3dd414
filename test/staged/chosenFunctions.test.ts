import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { compare } from '../properties/compare.js';
import type { Arguments } from '../properties/programs/program.js';
import { executors } from '../support/index.js';
import { programOf } from './compare.js';

const functions = `
  const up = (v) => v + 1;
  const twice = (v) => v * 2;
  const back = (v) => (v > 3 ? v - 3 : -v);
`;

/* Which function is called depends on a tensor. */
const programs: readonly (readonly [name: string, body: string])[] = [
  ['of ?:', 'const f = a > 0 ? up : twice; return f(b);'],
  ['called at once', 'return (a > 0 ? (v) => v + n : (v) => v * 3)(b);'],
  ['assigned in a branch', 'let act = up; if (a > 0) act = back; b = act(b); return act(b);'],
  [
    'assigned in a switch',
    'let f; switch (n) { case 0: f = up; break; case 1: case 2: f = twice; break; default: f = back; } return f(a);',
  ],
  [
    'of several',
    'const f = a > 0 ? (flag ? up : twice) : back; const g = flag ? f : up; return [f(b), g(b)];',
  ],
  ['of an array', 'const all = [up, twice, back, up]; const f = all[n]; return f(a) + all[n](b);'],
  [
    'of an object, by a text',
    "const all = { up, twice }; const name = a > 0 ? 'up' : 'twice'; const f = all[name]; return [all[name](b), f(a)];",
  ],
  [
    'of a Map',
    "const all = new Map([['p', up], ['q', twice]]); return all.get(flag ? 'p' : 'q')(b);",
  ],
  [
    'in objects',
    'const one = a > 0 ? { act: up, k: 1 } : { act: (v) => v * 5, k: 2 }; return one.act(b) + one.k;',
  ],
  ['taken apart', 'const { f } = a > 0 ? { f: up } : { f: twice }; return f(b);'],
  [
    'as the state of a loop',
    'let f = up; let x = a; for (let k = 0; k < n; k++) { x = f(x); if (x > 2) f = twice; } return [x, f(1)];',
  ],
  [
    'exchanged by a loop',
    'let f = up, g = twice; let x = a; for (let k = 0; k < n; k++) { x = f(x); [f, g] = [g, f]; } return [x, f(x), f === up];',
  ],
  [
    'as the state of a machine',
    'const states = { idle: (v) => (v > 0 ? states.run : states.idle), run: (v) => (v > 2 ? states.stop : states.run), stop: () => states.stop }; ' +
      'let s = states.idle; let ran = 0; for (const e of v) { s = s(e); if (s === states.run) ran += 1; } return [ran, s === states.stop];',
  ],
  [
    'that changes what it closes over',
    'let total = 0; const inc = () => { total += a; return total; }; const dec = () => { total -= b; return total * 2; }; ' +
      'const f = flag ? inc : dec; const first = f(); return [first, f(), total];',
  ],
  [
    'that gives nothing, or something',
    'let total = 0; const inc = (v) => { total += v; }; const dec = (v) => { total -= v; return 7; }; const f = flag ? inc : dec; f(a); f(b); return total;',
  ],
  [
    'that closes over what a branch made',
    'let f; if (a > 0) { const k = a * 2; const j = b > 0 ? k + 1 : k; f = (v) => v + j; } else { f = (v) => v * b; } return f(b) + f(1);',
  ],
  [
    'made by a function',
    'const adder = (k) => (v) => v + k; const f = a > 0 ? adder(a * b) : adder(2); return f(b);',
  ],
  [
    'with this',
    'const o = { k: 2, twice(v) { this.k += v; return this.k; }, minus(v) { this.k -= v; return this.k * 2; } }; ' +
      'const m = a > 0 ? o.twice : o.minus; return [m.call(o, b), m.apply({ k: 9 }, [1]), o.k];',
  ],
  [
    'bound',
    'const scaled = (k, v) => v * k; const f = a > 0 ? scaled.bind(null, 2) : scaled.bind(null, b); return f(b);',
  ],
  [
    'handed to others',
    'const f = a > 0 ? up : twice; const apply = (g, v) => g(g(v)); return [apply(f, b), [1, 2, b].map(f), [a, b].reduce((s, e) => f(s) + e, 0)];',
  ],
  [
    'of the library',
    'const act = a > 0 ? Math.abs : Math.sign; const best = flag ? Math.max : Math.min; return [act(b), best(a, b)];',
  ],
  [
    'that throws',
    "const fail = () => { throw new Error('no'); }; const f = a > 0 ? up : fail; try { return f(b); } catch { return -1; } ",
  ],
  [
    'whose arguments are evaluated once',
    'let calls = 0; const next = () => { calls++; return b; }; const f = a > 0 ? up : twice; return [f(next()), calls];',
  ],
  [
    'a class',
    'class P { constructor(v) { this.v = v; } area() { return this.v; } } class Q extends P { area() { return this.v * this.v; } } const C = a > 0 ? P : Q; return new C(b).area();',
  ],
  [
    'in a private field',
    'class Rule { #act = up; use(f) { this.#act = f; } go(v) { return this.#act(v); } } const r = new Rule(); if (a > 0) r.use((v) => v * a); ' +
      'const first = r.go(b); if (flag) r.use(back); return [first, r.go(b)];',
  ],
  [
    'that a method assigns',
    'class Rule { act = up; harden() { this.act = (v) => v * 2; } } const r = new Rule(); if (a > 0) r.harden(); return r.act(b);',
  ],
  [
    'that a closure assigns',
    'let f = up; const set = () => { f = (v) => v * 2; }; if (a > 0) set(); return f(b);',
  ],
  [
    'compared',
    'const f = a > 0 ? up : twice; return [f === up, f !== twice, f === back, typeof f === "function"];',
  ],
  [
    'called as the first element of a list',
    'const fs = [(x) => x + 1, (x) => x * 2].slice(flag ? 0 : 1); return fs[0](5);',
  ],
  [
    'called as an element of what is left of a list',
    'const fs = [(x) => x + 1, (x) => x * 2].filter((f, i) => v[i] > 0); return fs.length > 0 ? fs[0](a) : 0;',
  ],
  [
    'called as the last element of a list',
    'const fs = []; if (flag) fs.push((x) => x + 1); fs.push((x) => x * 3); return fs[0](a) + fs[fs.length - 1](b);',
  ],
  [
    'called as an element at a variable',
    'const fs = [(x) => x + 1, (x) => x * 2].slice(flag ? 0 : 1); let i = 0; return fs[i](5) + fs.at(-1)(2);',
  ],
  [
    'called as an element of a list in a property',
    'const o = { hs: [] }; if (flag) o.hs.push((x) => x + a); o.hs.push((x) => x - b); return o.hs[0](1);',
  ],
  [
    'called as a method of its list',
    'const fs = [function (x) { return this.length + x; }, function (x) { return x * 2; }].slice(flag ? 0 : 1); return fs[0](5);',
  ],
  [
    'called for each element of a list',
    'let s = 0; const fs = [(x) => x + 1, (x) => x * 2].slice(flag ? 0 : 1); for (let i = 0; i < fs.length; i++) s = fs[i](s + 1); return s;',
  ],
  [
    'called at a text that is an index',
    'const fs = [(x) => x + 1, (x) => x * 2].slice(flag ? 0 : 1); const key = "0"; return fs[key](5);',
  ],
  [
    'called as an element of a list that has none',
    'const fs = [(x) => x + 1, (x) => x * 2].filter((f, i) => v[i] > 100); try { return fs[0](a); } catch (e) { return e instanceof TypeError ? -1 : -2; }',
  ],
];

const calls: readonly Arguments[] = [
  [1, 2, 3, [1, -1, 3], true],
  [3, -1, 0, [0.5, 2, -3], false],
  [-2, 5, 1, [0, 0, 0], true],
  [-1, -1, 2, [2, 3, -4], false],
];

describe.each(executors)('a function that a tensor chooses, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(programs)('%s', async (_name, body) => {
    const source = `export function program(a, b, n, v, flag) {\n"use graph";\n${functions}\n${body}\n}`;
    const only = backend === 'webgpu' ? (['graph'] as const) : undefined;
    // Where it may throw, only who waits is told on a GPU.
    const isAsync = backend === 'webgpu';
    expect(await compare({ source, calls }, { isAsync, ...(only && { only }) })).toEqual({
      failure: null,
      refusals: [],
    });
  });

  it('is awaited where it is async', async () => {
    const f = await programOf(`
      const slow = async (v) => v + 1;
      const fast = async (v) => (await slow(v)) * 2;
      export async function f(x, v) { "use graph"; const g = x > 0 ? slow : fast; return await g(v); }
    `);
    expect(await ((await f(tf.scalar(1), tf.scalar(5))) as tf.Tensor).array()).toBe(6);
    expect(await ((await f(tf.scalar(-1), tf.scalar(5))) as tf.Tensor).array()).toBe(12);
  });
});

/* Objects and texts that are no rows of a tensor. */
describe.each(executors)(
  'an element of an array that a tensor chooses, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each([
      [
        'an object of functions',
        'const rules = [{ is: (v) => v > 1, act: (v) => v * 2 }, { is: (v) => v < 0, act: (v) => -v }, { is: () => true, act: (v) => v }, { is: () => false, act: (v) => v }]; const r = rules[n]; return r.is(a) ? r.act(a) : b;',
      ],
      [
        'a text',
        "const name = ['up', 'down', 'up', 'same'][n]; if (name === 'up') return a + 1; return name === 'down' ? a - 1 : a;",
      ],
    ])('%s', async (_name, body) => {
      const source = `export function program(a, b, n, v, flag) {\n"use graph";\n${body}\n}`;
      const only = backend === 'webgpu' ? (['graph'] as const) : undefined;
      expect(await compare({ source, calls }, only && { only })).toEqual({
        failure: null,
        refusals: [],
      });
    });
  },
);

describe.each(executors)(
  'an object with private fields that a branch makes, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each([
      ['', 'const o = a > 0 ? new Box(a * 2) : new Box(b); o.add(1); return o.value;'],
      [
        ' in a branch',
        'let o = new Box(b); if (a > 0) { if (b > 0) { const k = a * b; o = new Box(k + 1); } o.add(1); } o.add(10); return [o.value, o.add(1).value];',
      ],
    ])('holds what it made%s', async (_name, body) => {
      const box =
        'class Box { #v; constructor(v) { this.#v = v; } get value() { return this.#v; } add(q) { this.#v += q; return this; } }';
      const source = `export function program(a, b, n, v, flag) {\n"use graph";\n${box}\n${body}\n}`;
      const only = backend === 'webgpu' ? (['graph'] as const) : undefined;
      expect(await compare({ source, calls }, only && { only })).toEqual({
        failure: null,
        refusals: [],
      });
    });
  },
);

describe('functions that no graph can choose', () => {
  beforeAll(executors[0]!.start);

  it.each([
    ['returned', 'return x > 0 ? (v) => v : (v) => -v;', /no graph can return which of them it is/],
    [
      'made by each iteration',
      'let f = (v) => v; let k = 0; while (k < x) { const g = f; f = (v) => g(v) + 1; k++; } return f(x);',
      /'f' is given a function in each iteration that calls the one before it/,
    ],
    [
      'getters of objects that each iteration makes',
      'const make = (v) => ({ v, get twice() { return v + v; }, next: () => make(v + 1) }); let o = make(x); while (o.twice < 9) o = o.next(); return o.v;',
      /'o(\.next)?' is given a new function in each iteration/,
    ],
    [
      'of different dtypes',
      'const f = x > 0 ? (v) => v > 1 : (v) => v + 1; return f(x);',
      /The result of the call has dtype bool in one function, but dtype float32 in the other function/,
    ],
  ])('are refused: %s', async (_name, body, message) => {
    const f = await programOf(`export function f(x) { "use graph"; ${body} }`);
    expect(() => f(tf.scalar(1))).toThrow(message);
    expect(() => f(tf.scalar(1))).toThrow(message);
  });
});
