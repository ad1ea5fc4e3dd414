import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { executors, useCpu } from '../support/index.js';
import { bool, expectSame, float32, type Given, int32, programOf } from './compare.js';

const counter = `
  class Counter {
    #secret = 0;
    constructor(start) { this.y = start; this.log = []; }
    bump() { this.y = this.y + 1; }
    twice() { this.bump(); this.bump(); }
    hide(v) { this.#secret = this.#secret + v; }
    note(v) { this.log.push(v); }
    get secret() { return this.#secret; }
    set value(v) { this.y = v * 2; }
    get value() { return this.y / 2; }
  }
`;

const programs: readonly [name: string, source: string, calls: readonly (readonly Given[])[]][] = [
  [
    'a method called in a loop',
    `${counter} export async function f(n) { "use graph"; const c = new Counter(0); while (n > 0) { c.bump(); n = n - 1; } return c.y; }`,
    [[int32(3)], [int32(0)]],
  ],
  [
    'methods that call methods',
    `${counter} export async function f(n) { "use graph"; const c = new Counter(n); while (n > 0) { c.twice(); n = n - 1; } return c.y; }`,
    [[int32(3)], [int32(0)]],
  ],
  [
    'a method called in a branch',
    `${counter} export async function f(c, x) { "use graph"; const k = new Counter(x); if (c) k.bump(); else k.twice(); return k.y; }`,
    [
      [bool(true), int32(3)],
      [bool(false), int32(3)],
    ],
  ],
  [
    'in one branch only',
    `${counter} export async function f(c, x) { "use graph"; const k = new Counter(x); if (c) k.twice(); return k.y; }`,
    [
      [bool(true), int32(3)],
      [bool(false), int32(3)],
    ],
  ],
  [
    'private fields',
    `${counter} export async function f(x) { "use graph"; const k = new Counter(0); for (const v of x) { if (v > 1) k.hide(v); } return k.secret; }`,
    [[float32([1, 2, 3])]],
  ],
  [
    'arrays that a method fills',
    `${counter} export async function f(x) { "use graph"; const k = new Counter(0); for (const v of x) k.note(v * 2); return k.log; }`,
    [[float32([1, 2, 3])]],
  ],
  [
    'arrays that a function fills',
    `function put(list, v) { list.push(v); list.push(v + 1); } export async function f(x) { "use graph"; const out = []; for (const v of x) { if (v > 1) put(out, v); } return tf.stack(out); }`,
    [[float32([1, 2, 3])]],
  ],
  [
    'objects that a function changes',
    `function move(o, by) { o.x = o.x + by; o.inner.seen = by; } export async function f(x) { "use graph"; const o = { x: 0, inner: { seen: -1 } }; for (const v of x) move(o, v); return o; }`,
    [[float32([1, 2, 3])]],
  ],
  [
    'elements that a function changes',
    `function swap(list, i, j) { const t = list[i]; list[i] = list[j]; list[j] = t; } export async function f(c, x, y) { "use graph"; const list = [x, y]; if (c) swap(list, 0, 1); return list; }`,
    [
      [bool(true), int32(3), int32(4)],
      [bool(false), int32(3), int32(4)],
    ],
  ],
  [
    'objects made in a branch',
    `${counter} function move(o, by) { o.x = o.x + by; o.new = by; } export async function f(c, x) { "use graph"; let r = x; if (c) { const o = { x: x }; move(o, 2); const k = new Counter(o.x); k.twice(); r = k.y + o.new; } return r; }`,
    [
      [bool(true), int32(3)],
      [bool(false), int32(3)],
    ],
  ],
  [
    'objects made in an iteration',
    `${counter} function move(o, by) { o.x = o.x + by; o.new = by; } export async function f(x) { "use graph"; let s = 0; for (const v of x) { const o = { x: v }; move(o, 2); const k = new Counter(1); k.twice(); k.note(v); s = s + k.y * o.x; } return s; }`,
    [[float32([1, 2, 3])]],
  ],
  [
    'objects old and new',
    `${counter} export async function f(x) { "use graph"; const all = new Counter(0); for (const v of x) { const k = new Counter(v); k.twice(); all.twice(); all.note(k.y); } return [all.y, all.log]; }`,
    [[float32([1, 2, 3])]],
  ],
  [
    'nested loops',
    `${counter} export async function f(n) { "use graph"; const k = new Counter(0); for (const i of range(n)) for (const j of range(i)) { if (j > 0) k.bump(); else k.twice(); } return k.y; }`,
    [[int32(4)], [int32(0)]],
  ],
  [
    'two names of one object',
    `export async function f(n) { "use graph"; const state = { x: 0 }; const model = { state }; const s = model.state; while (n > 0) { s.x = s.x + model.state.x + 1; n = n - 1; } return [model.state.x, state.x]; }`,
    [[int32(3)]],
  ],
  [
    'a setter',
    `${counter} export async function f(c, x) { "use graph"; const k = new Counter(x); if (c) k.value = x + 1; return [k.value, k.y]; }`,
    [
      [bool(true), int32(3)],
      [bool(false), int32(3)],
    ],
  ],
  [
    'a setter in a loop',
    `${counter} export async function f(n) { "use graph"; const k = new Counter(1); while (n > 0) { k.value = k.value + 1; n = n - 1; } return k.y; }`,
    [[int32(3)], [int32(0)]],
  ],
  [
    'deleted properties of what a branch made',
    `function clean(o) { delete o.junk; return o; } export async function f(c, x) { "use graph"; let y = x; if (c) y = clean({ junk: x, kept: x * 2 }).kept; return y; }`,
    [
      [bool(true), int32(3)],
      [bool(false), int32(3)],
    ],
  ],
  [
    'a closure that changes an object',
    `export async function f(n) { "use graph"; const o = { x: 0 }; const up = () => { o.x = o.x + 2; }; while (n > 0) { up(); n = n - 1; } return o.x; }`,
    [[int32(3)]],
  ],
  [
    'Map contents',
    `function put(m, k, v) { m.set(k, v); } export async function f(n) { "use graph"; const m = new Map([["a", 0]]); while (n > 0) { put(m, "a", m.get("a") + n); n = n - 1; } return m.get("a"); }`,
    [[int32(3)]],
  ],
  [
    'nested structures',
    `function deep(o, v) { o.a.b.c[0].d = v; } export async function f(c, x) { "use graph"; const o = { a: { b: { c: [{ d: 0 }] } } }; if (c) deep(o, x); else o.a.b.c[0].d = x + 1; return o; }`,
    [
      [bool(true), int32(3)],
      [bool(false), int32(3)],
    ],
  ],
  [
    'a lazily made field',
    `class Lazy { total; add(v) { if (this.total === undefined) this.total = v; else this.total = this.total + v; } } export async function f(x) { "use graph"; const l = new Lazy(); for (const v of x) l.add(v); return l.total; }`,
    [[float32([1, 2, 3])]],
  ],
  [
    'static members',
    `class S { static n = 0; static up(v) { S.n = v; } } export async function f(x) { "use graph"; class T { static n = 0; static up() { T.n = T.n + 1; } } for (const v of x) if (v > 1) T.up(); return T.n; }`,
    [[float32([1, 2, 3])]],
  ],
];

describe.each(executors)('what called functions change, on $backend', (executor) => {
  beforeAll(executor.start);

  it.each(programs)('%s', (_, source, calls) => expectSame(source, calls, executor));
});

describe('what called functions change', () => {
  beforeAll(useCpu);

  it('is an error where it is read and no tensor can be both', async () => {
    const f = await programOf(`${counter}
      function name(o, label) { o.label = label; }
      export function f(c) { "use graph"; const o = { label: /a/ }; if (c) name(o, /b/); return o.label; }
      export function g(c) { "use graph"; const o = { label: /a/ }; if (c) name(o, /b/); return 1; }
    `);
    expect(() => f(tf.scalar(true, 'bool'))).toThrow(/label/);
  });

  it('is none of the graph where it is a host effect', async () => {
    const log: string[] = [];
    const f = await programOf(
      `function note(text) { log.push(text); } export function f(c, x) { "use graph"; if (c) { note('yes'); x = x + 1; } else { note('no'); } return x; }`,
      { log },
    );
    f(tf.scalar(true, 'bool'), tf.scalar(1));
    expect(log).toEqual(['yes', 'no']);
  });
});
