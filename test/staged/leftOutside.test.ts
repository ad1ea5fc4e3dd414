import * as tf from '@tensorflow/tfjs-core';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { compile } from '../support/compile.js';
import { useCpu } from '../support/index.js';

beforeAll(useCpu);
afterEach(() => vi.restoreAllMocks());

/** What a call of `f` of the module warns of. */
async function warningsOf(source: string): Promise<string[]> {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { f } = await compile(source, { tf });
  f!(tf.scalar(1));
  return warn.mock.calls.map(String).filter((text) => text.startsWith('use-graph'));
}

const cell = `
  class Cell {
    h = 0;
    #c = 0;
    state = { h: 0 };
    step(x) { "use graph"; this.h = this.h + x; return this.h; }
    when(x) { "use graph"; if (x > 0) this.h = x; return x; }
    hidden(x) { "use graph"; this.#c = this.#c + x; return this.#c; }
    kept(x) { "use graph"; this.state = { h: this.state.h + x }; return x; }
    restored(x) { "use graph"; const before = this.h; this.h = x; this.h = before; return x; }
    seen = [];
    #last = new Map();
    noted(x) { "use graph"; this.seen.push(x); return this.seen.length; }
    secret(x) { "use graph"; if (!this.#last.has('k')) this.#last.set('k', x * 2); return this.#last.get('k'); }
    counted(x) { "use graph"; this.h++; return x; }
    static total = 0;
    static add(x) { "use graph"; Cell.total += x; return Cell.total; }
  }
  const cell = new Cell();
`;

describe('a tensor of a graph is left in', () => {
  it.each<[string, string, string]>([
    ['a field', `${cell} export const f = (x) => cell.step(x);`, "'Cell.h'"],
    ['a field, in a branch', `${cell} export const f = (x) => cell.when(x);`, "'Cell.h'"],
    ['a private field', `${cell} export const f = (x) => cell.hidden(x);`, "'Cell.#c'"],
    [
      'an object that a field holds',
      `${cell} export const f = (x) => cell.kept(x);`,
      "'Cell.state'",
    ],
    [
      'a field of another object',
      `${cell} export function f(x) { "use graph"; return cell.step(x); }`,
      "'Cell.h'",
    ],
    ['an array of a field', `${cell} export const f = (x) => cell.noted(x);`, "'Cell.seen'"],
    ['a Map of a private field', `${cell} export const f = (x) => cell.secret(x);`, "'Cell.#last'"],
    ['a static field', `${cell} export const f = (x) => Cell.add(x);`, "'Cell.total'"],
    [
      'a variable',
      'let sum = 0; export function f(x) { "use graph"; sum += x; return sum; }',
      "'sum'",
    ],
    [
      'a variable that another function assigns',
      'let sum = 0; const add = (y) => { sum += y; }; export function f(x) { "use graph"; add(x); return sum; }',
      "'sum'",
    ],
    [
      'a variable around the function',
      'function make() { let last = 0; return (x) => { "use graph"; const d = x - last; last = x; return d; }; } export const f = make();',
      "'last'",
    ],
    [
      'an object',
      'const o = { last: null }; export function f(x) { "use graph"; const d = o.last === null ? x : x - o.last; o.last = x; return d; }',
      "'o.last'",
    ],
    [
      'a property of the function',
      'export function f(x) { "use graph"; f.last = (f.last ?? 0) + x; return f.last; }',
      "'f.last'",
    ],
    [
      'an array',
      'const list = []; export function f(x) { "use graph"; list.push(x); return list.length; }',
      "'list'",
    ],
    [
      'an element of an array',
      'const list = [0]; export function f(x) { "use graph"; list[0] += x; return list[0]; }',
      "'list'",
    ],
    [
      'an element of an array in an array',
      'const rows = [[0]]; export function f(x) { "use graph"; rows[0][0] += x; return rows[0][0]; }',
      "'rows'",
    ],
    [
      'an element of an array of an object',
      'const o = { list: [0] }; export function f(x) { "use graph"; o.list[0] = x; return o.list[0]; }',
      "'o.list'",
    ],
    [
      'an element of an array of a variable that may be assigned',
      'let list = [0]; export function f(x) { "use graph"; list[0] = list[0] + x; return list[0]; }',
      "'list'",
    ],
    [
      'an element of an array of a field',
      'class Cell { h = [0]; step(x) { "use graph"; this.h[0] = this.h[0] + x; return this.h[0]; } } const cell = new Cell(); export const f = (x) => cell.step(x);',
      "'Cell.h'",
    ],
    [
      'an element that a branch leaves',
      'const list = [0]; export function f(x) { "use graph"; if (x > 0) list[0] = 3; return list[0]; }',
      "'list'",
    ],
    [
      'a property with a computed key',
      'const o = {}; export function f(x) { "use graph"; for (const k of ["p", "q"]) o[k] = (o[k] ?? 0) + x; return o.p; }',
      "'o'",
    ],
    [
      'a property of an element',
      'const list = [{ h: 0 }]; export function f(x) { "use graph"; list[0].h += x; return list[0].h; }',
      "'list.h'",
    ],
    [
      'a property of an element that is assigned',
      'const list = [{ h: 0 }]; export function f(x) { "use graph"; list[0].h = x; return list[0].h; }',
      "'list.h'",
    ],
    [
      'an element, by a pattern',
      'const list = [0, 1]; export function f(x) { "use graph"; [list[0], list[1]] = [x, list[0]]; return list[0]; }',
      "'list'",
    ],
    [
      'a property, by a pattern',
      'const o = { h: 0 }; export function f(x) { "use graph"; ({ h: o.h } = { h: x }); return o.h; }',
      "'o.h'",
    ],
    [
      'a Map',
      'const known = new Map(); export function f(x) { "use graph"; if (!known.has("k")) known.set("k", x * 2); return known.get("k"); }',
      "'known'",
    ],
  ])('%s', async (_, source, name) => {
    const warnings = await warningsOf(source);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(name);
    expect(warnings[0]).toContain('left-outside');
  });
});

describe('a branch or loop changes what is outside, of which nothing is read', () => {
  const log = 'const log = [1, 2];';
  it.each<[string, string, string]>([
    [
      'a push',
      `${log} export function f(x) { "use graph"; if (x > 0) log.push(1); return x; }`,
      "'log'",
    ],
    [
      'a push in a function of the module',
      `${log} const note = (y) => { log.push(y); }; export function f(x) { "use graph"; if (x > 0) note(1); return x; }`,
      "'log'",
    ],
    [
      'a push in a loop',
      `${log} export function f(x) { "use graph"; for (let i = 0; i < x; i++) log.push('one'); return x; }`,
      "'log'",
    ],
    [
      'a push behind a return',
      `${log} export function f(x) { "use graph"; if (x > 0) return x; log.push(1); return x; }`,
      "'log'",
    ],
    [
      'elements that are removed',
      `${log} export function f(x) { "use graph"; if (x > 0) log.splice(0, 1); return x; }`,
      "'log'",
    ],
    [
      'elements that are sorted',
      `${log} export function f(x) { "use graph"; if (x > 0) log.sort((p, q) => q - p); return x; }`,
      "'log'",
    ],
    [
      'an entry',
      'const known = new Map(); export function f(x) { "use graph"; if (x > 0) known.set("a", 1); return x; }',
      "'known'",
    ],
    [
      'an array of an object',
      'const o = { log: [] }; export function f(x) { "use graph"; if (x > 0) o.log.push(1); return x; }',
      "'o.log'",
    ],
    [
      'a variable around the function',
      'function make() { const log = []; return (x) => { "use graph"; if (x > 0) log.push(1); return x; }; } export const f = make();',
      "'log'",
    ],
  ])('%s', async (_, source, name) => {
    const warnings = await warningsOf(source);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(name);
    expect(warnings[0]).toContain('changed-outside');
  });

  it.each(['if (x > 0) log.push(x);', 'log.push(x * 2);'])(
    'a tensor is told of as one that is left: %s',
    async (statement) => {
      const warnings = await warningsOf(
        `${log} export function f(x) { "use graph"; ${statement} return x; }`,
      );
      expect(warnings).toHaveLength(1);
      expect(warnings[0]).toContain('left-outside');
    },
  );

  it('a log of what is traced is none', async () => {
    const source = `${log} export function f(x, n = 2) { "use graph"; log.push(1); if (n > 1) log.push(2); return x; }`;
    expect(await warningsOf(source)).toEqual([]);
  });
});

it('the warning tells where a variable is assigned, and what made the tensor', async () => {
  const [warning] = await warningsOf(
    'let last = 0;\nexport function f(x) {\n  "use graph";\n  const twice = x * 2;\n  last = twice;\n  return x;\n}',
  );
  expect(warning).toContain("(float32[], made by tf.mul at program.js:4:17) in 'last'");
  expect(warning).toContain('\n    at program.js:5:3\n');
});

it.each([
  ['a variable', 'let w = tf.variable(tf.scalar(1)); const f0 = (x) => { w += x; };'],
  [
    'a field',
    'class M { w = tf.variable(tf.scalar(1)); } const m = new M(); const f0 = (x) => { m.w += x; };',
  ],
])('a tf.Variable that is replaced, in %s, is told of', async (_, source) => {
  const warnings = await warningsOf(
    `${source} export function f(x) { "use graph"; f0(x); return x; }`,
  );
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain('call its assign()');
});

describe('nothing is said of', () => {
  it.each<[string, string]>([
    [
      'an object made with a prototype',
      'const proto = { twice() { return this.x * 2; } }; const make = (x) => { const p = Object.create(proto); p.x = x; return p; }; export function f(x) { "use graph"; const p = make(x * 2); p.x += 1; return p.twice(); }',
    ],
    ['a field that holds what it did', `${cell} export const f = (x) => cell.restored(x);`],
    ['a number', `${cell} export const f = (x) => cell.counted(x);`],
    [
      'an object that the graph function makes',
      `${cell} export function f(x) { "use graph"; const own = new Cell(); own.step(x); own.hidden(x); own.noted(x); own.secret(x); return own.kept(x); }`,
    ],
    [
      'a variable of the graph function',
      'export function f(x) { "use graph"; let sum = 0; const add = (y) => { sum += y; }; add(x); return sum; }',
    ],
    [
      'a variable of a function that is called',
      'function counter() { let c = 0; return (y) => { "use graph"; c = c + y; return c; }; } export function f(x) { "use graph"; const add = counter(); add(x); return add(x); }',
    ],
    [
      'an object of a function that is called',
      'function put(o, y) { o.last = y; } export function f(x) { "use graph"; const o = { last: 0 }; put(o, x); return o.last; }',
    ],
    [
      'a tf.Variable',
      'const w = tf.variable(tf.scalar(1)); const o = { w }; export function f(x) { "use graph"; o.w.assign(x); o.w = w; return w * 1; }',
    ],
    [
      'a variable made at the first call',
      'class A { w = null; f(x) { "use graph"; if (this.w === null) this.w = tf.variable(tf.scalar(0)); return this.w * x; } } const a = new A(); export const f = (x) => a.f(x);',
    ],
    [
      'what is of JavaScript',
      'export function f(x) { "use graph"; const word = /a/g; if (x > 0) word.test("aa"); return word.lastIndex; }',
    ],
    [
      'an error',
      'class E extends Error { constructor(c) { super("e"); this.c = c; } } export function f(x) { "use graph"; let r = 0; try { if (x > 0) throw new E(x); } catch (e) { r = e.c; } return r; }',
    ],
    [
      'objects of an array',
      'class P { constructor(x) { this.x = x; } add(y) { this.x += y; return this; } } export function f(x) { "use graph"; const list = []; for (let i = tf.scalar(0); i < 3; i++) { list.push(new P(i)); list.at(-1).add(x); } let p = list[0]; if (x > 0) p = new P(x); p.add(x); return list[1].add(x).x + p.x; }',
    ],
    [
      'an object with a prototype',
      'export function f(x) { "use graph"; const base = { set(y) { this.k = y; } }; const o = { __proto__: base }; for (let i = tf.scalar(0); i < 3; i++) o.set(x + i); return o.k ?? x; }',
    ],
    [
      'a log of texts',
      'const log = []; export function f(x) { "use graph"; log.push("traced " + x.shape); return x; }',
    ],
  ])('%s', async (_, source) => {
    expect(await warningsOf(source)).toEqual([]);
  });
});
