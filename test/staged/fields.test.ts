import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { runFunctionsEagerly } from '../../runtime/function/eagerMode.js';
import { compile, compileEager } from '../support/compile.js';
import { executors } from '../support/index.js';

/*
 * The values of fields of classes are what a constructor would assign: where a tensor decides in them, plain JavaScript
 * would take it for an object.
 */

type Value = boolean | number | readonly number[];
type Program = (...values: unknown[]) => unknown;

const base = 'class B { constructor(v, w) { this.v = v; this.w = w; } }';

/** Modules whose `f` gives numbers, bools and lists of them, with what it is called with. */
const programs: readonly (readonly [source: string, calls: readonly (readonly Value[])[]])[] = [
  [
    `${base} class D extends B { kind = this.v ? 1 : 2; not = !this.v; }
    export function f(v) { "use graph"; const d = new D(v); return [d.kind, d.not]; }`,
    [[false], [true]],
  ],
  [
    `"use graph"; ${base} class D extends B { kind = this.v ? 1 : 2; not = !this.v; }
    export function f(v) { const d = new D(v); return [d.kind, d.not]; }`,
    [[false]],
  ],
  [
    `${base} class D extends B { both = this.v > 0 && this.w > 0; same = this.v === this.w; twice = this.v * 2; }
    export function f(v, w) { "use graph"; const d = new D(v, w); return [d.both, d.same, d.twice]; }`,
    [
      [0, 3],
      [3, 3],
    ],
  ],
  [
    `let current = false; class D { kind = current ? 1 : 2; }
    export function f(v) { "use graph"; current = v; const d = new D(); return [d.kind]; }`,
    [[false], [true]],
  ],
  [
    `${base} class D extends B { #kind = this.v ? 1 : 2; get kind() { return this.#kind; } }
    export function f(v) { "use graph"; return [new D(v).kind]; }`,
    [[false]],
  ],
  [
    `const key = 'kind'; ${base} class D extends B { [key] = this.v ? 1 : 2; 'a b' = (this.w, !this.v); 7 = (this.v); }
    export function f(v) { "use graph"; const d = new D(v); return [d.kind, d['a b'], d[7]]; }`,
    [[false]],
  ],
  [
    `class C { get k() { return 3; } } class B extends C { constructor(v) { super(); this.v = v; } }
    class D extends B { k = this.v > 0 ? super.k : -super.k; copy = (this.seen = this.k) + 1; }
    export function f(v) { "use graph"; const d = new D(v); return [d.k, d.copy, d.seen]; }`,
    [[-1], [1]],
  ],
  [
    `${base} class D extends B { sizes = [this.v > 0 ? 1 : 2, ...[this.w].map((x) => (x > 0 ? 3 : 4))]; o = { big: this.v > 5, 'is new': new.target === undefined }; }
    export function f(v, w) { "use graph"; const d = new D(v, w); return [...d.sizes, d.o.big, d.o['is new']]; }`,
    [
      [-1, 1],
      [6, -1],
    ],
  ],
  [
    `${base} class D extends B { found = (() => { for (const x of this.v) if (x > this.w) return x; return -1; })(); }
    export function f(v, w) { "use graph"; return [new D(v, w).found]; }`,
    [
      [[1, 2, 3], 1],
      [[1, 2, 3], 5],
    ],
  ],
  [
    `class E { kind = this.pick(); pick() { return 0; } } let current = 0;
    class D extends E { pick() { return current > 0 ? 1 : 2; } }
    export function f(v) { "use graph"; current = v; return [new D().kind]; }`,
    [[-1]],
  ],
  [
    `${base} const wider = (Base) => class extends Base { kind = this.v ? 1 : 2; }; const D = wider(B);
    export function f(v) { "use graph"; return [new D(v).kind]; }`,
    [[false]],
  ],
  [
    `const D = (() => { class D { constructor(v) { this.v = v; this.kind = v ? 1 : 2; } } return D; })();
    export function f(v) { "use graph"; return [new D(v).kind]; }`,
    [[false]],
  ],
  [
    `${base} class D extends B { kind = this.v ? 1 : 2; } const made = {}; made.D = D;
    export function f(v) { "use graph"; return [new made.D(v).kind]; }`,
    [[false]],
  ],
  [
    `${base} class D extends B { kind = this.v ? 1 : 2; }
    function run(D, v) { "use graph"; return [new D(v).kind]; } export const f = (v) => run(D, v);`,
    [[false]],
  ],
  [
    `class A { m = new Map(); set(k, v) { this.m.set(k, v); } }
    export async function f(v) { "use graph"; const c = new A(); for (let i = 0; i < 3; i++) c.set(v[i], 1); return [c.m.size]; }`,
    [[[1, 2, 1]]],
  ],
  [
    `class A { #s = new Set(); add(k) { this.#s.add(k); } has(k) { return this.#s.has(k); } get size() { return this.#s.size; } }
    export async function f(v) { "use graph"; const c = new A(); for (const x of v) c.add(x); return [c.size, c.has(2), c.has(3)]; }`,
    [[[1, 2, 1]]],
  ],
  [
    `class Q { items = []; head = 0; push(v) { this.items.push(v); } pop() { const v = this.items[this.head]; this.head += 1; return v; }
      get size() { return this.items.length - this.head; } }
    export async function f(v) { "use graph"; const q = new Q(); q.push(v); let s = 0;
      while (q.size > 0) { const x = q.pop(); s += x; if (x < 10) { q.push(x * 2); q.push(x * 3); } } return [s]; }`,
    [[3], [11]],
  ],
  [
    `class A { cell = { n: 1 }; constructor(v) { this.v = v; } bump() { if (this.v > 1) this.cell.n += 1; return this.cell.n; } }
    export function f(v) { "use graph"; const b = new A(v); b.bump(); return [b.bump()]; }`,
    [[3], [0]],
  ],
  // An object that a loop leaves is made without its constructor, which nothing may stumble over.
  [
    `class P { #x; constructor(o) { this.#x = o.x > 0 ? o.x : 0; } get x() { return this.#x; } }
    export function f(v) { "use graph"; let p = new P({ x: v }); while (p.x < 10) p = new P({ x: p.x * 2 }); return [p.x]; }`,
    [[3]],
  ],
  [
    `${base} class P extends B { #kind = this.v > 5 ? 1 : 2; get kind() { return this.#kind; } }
    export function f(v) { "use graph"; let p = new P(v); for (let i = v; i < 10; i++) p = new P(i); return [p.kind]; }`,
    [[3], [12]],
  ],
];

describe.each(executors)('values of fields, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(programs)('%s', async (source, calls) => {
    const written = await compileEager<{ f: Program }>(source.replace(/^"use graph";/, ''));
    const { f } = await compile<{ f: Program }>(source);
    for (const values of calls) {
      const wanted = await numbers(await written.f(...values));
      const found = await numbers(await f(...values.map(asTensor)));
      expect({ found }).toEqual({ found: wanted });
      if (backend === 'cpu') expect(await eagerly(f, values)).toEqual(wanted);
      // Without a tensor the program is what it was.
      expect(await numbers(await f(...values))).toEqual(wanted);
    }
  });
});

async function eagerly(f: Program, values: readonly Value[]): Promise<number[]> {
  runFunctionsEagerly(true);
  try {
    return await numbers(await f(...values.map(asTensor)));
  } finally {
    runFunctionsEagerly(false);
  }
}

function asTensor(value: Value): tf.Tensor {
  return typeof value === 'boolean' ? tf.scalar(value, 'bool') : tf.tensor(value as number);
}

async function numbers(result: unknown): Promise<number[]> {
  const parts = (result as unknown[]).map(async (part) =>
    part instanceof tf.Tensor ? (await part.data())[0]! : Number(part),
  );
  return Promise.all(parts);
}
