import { scalar } from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { executors, useCpu } from '../support/index.js';
import { expectSame, float32, type Given, programOf } from './compare.js';

/* What `new` gives where a tensor decides what a constructor returns, and what an object has itself where one decides what it is assigned. */
const calls: readonly (readonly Given[])[] = [[float32(1.5)], [float32(-2)]];

const modules: Readonly<Record<string, string>> = {
  'a return without a value': `class A { constructor(x) { this.x = x; if (x > 0) return; this.x = 9; } }
export async function f(x) { "use graph"; const a = new A(x); return a.x; }`,
  'a value that is no object': `class A { constructor(x) { this.x = x; if (x > 0) return 5; } }
export async function f(x) { "use graph"; const a = new A(x); return a.x; }`,
  'objects in both branches': `class A { constructor(x) { this.x = x; if (x > 0) { return { x: 100 }; } else { return { x: 200 }; } } }
export async function f(x) { "use graph"; const a = new A(x); return a.x; }`,
  'an object of another class': `class Q { constructor() { this.x = 100; } }
class A { constructor(x) { this.x = x; if (x > 0) return new Q(); } }
export async function f(x) { "use graph"; const a = new A(x); return a.x; }`,
  'an object of the same keys, one of which the constructor has yet to assign': `class A { constructor(x) { this.x = x; if (x > 0) return { x: 100, k: 1 }; this.k = 2; } }
export async function f(x) { "use graph"; const a = new A(x); return [a.x, a.k]; }`,
  'another object of the class': `class A { constructor(x, other) { this.x = x; if (other && x > 0) return other; } }
export async function f(x) { "use graph"; const o = new A(3, null); const a = new A(x, o); return [a.x, a === o ? 1 : 2]; }`,
  'an object of another class, from a class that is extended': `class Q { constructor() { this.x = 100; } }
class A { constructor(x) { this.x = x; if (x > 0) return new Q(); } }
class B extends A { constructor(x) { super(x); this.x += 1; } }
export async function f(x) { "use graph"; return new B(x).x; }`,
  'a value that may be an object': `class Q { constructor() { this.x = 100; } }
function find(x) { return x > 0 ? new Q() : null; }
class A { constructor(x) { this.x = x; const found = find(x); if (x < 5) return found; this.x = 7; } }
export async function f(x) { "use graph"; return new A(x).x; }`,
  'inherited properties that are assigned in a branch': `class A { m(x) { if (x > 0) this.q = 2; return [Object.hasOwn(this, 'q') ? 1 : 0, this.q, 'q' in this ? 1 : 0]; } }
A.prototype.q = 5;
export async function f(x) { "use graph"; const a = new A(); return a.m(x); }`,
  'keys of these': `class A { m(x) { if (x > 0) this.q = 2; return Object.keys(this).length; } }
A.prototype.q = 5;
export async function f(x) { "use graph"; const a = new A(); return a.m(x); }`,
  hasOwnProperty: `class A { m(x) { if (x > 0) this.q = 2; return this.hasOwnProperty('q') ? 1 : 0; } }
A.prototype.q = 5;
export async function f(x) { "use graph"; const a = new A(); return a.m(x); }`,
  'of an object with a prototype': `const base = { q: 5 };
export async function f(x) { "use graph"; const o = Object.create(base); if (x > 0) o.q = 2; return [o.q, Object.hasOwn(o, 'q') ? 1 : 0, Object.keys(o).length]; }`,
  'a setter that is inherited': `class A { get q() { return this._q ?? 5; } set q(v) { this._q = v; } }
export async function f(x) { "use graph"; const o = new A(); if (x > 0) o.q = 2; return [o.q, Object.hasOwn(o, 'q') ? 1 : 0, Object.keys(o).length]; }`,
  'a method that is inherited': `class A { toString() { return 'a'; } m() { return 1; } }
export async function f(x) { "use graph"; const o = new A(); if (x > 0) o.m = () => 2; return [o.m(), Object.hasOwn(o, 'm') ? 1 : 0, Object.keys(o).length]; }`,
  'in a loop': `const base = { q: 5 };
export async function f(x) { "use graph"; const o = Object.create(base); let i = 0; while (i < 3) { if (x > i) o.q = i; i++; } return [o.q, Object.hasOwn(o, 'q') ? 1 : 0]; }`,
  'deleted in a branch': `const base = { q: 5 };
export async function f(x) { "use graph"; const o = Object.create(base); o.q = 3; if (x > 0) delete o.q; return [o.q, Object.hasOwn(o, 'q') ? 1 : 0]; }`,
};

const refused: Readonly<Record<string, string>> = {
  'branch-structures-differ': `class A { constructor(x) { this.x = x; if (x > 0) return { x: 100, k: [1, 2] }; this.k = 2; } }
export async function f(x) { "use graph"; const a = new A(x); return [a.x, a.k]; }`,
  'return-in-some-branches': `function A(x) { this.x = x; if (x > 0) return { x: 100 }; }
export async function f(x) { "use graph"; const a = new A(x); return a.x; }`,
};

describe.each(executors)('objects that constructors return, on $backend', (executor) => {
  beforeAll(executor.start);

  it.each(Object.entries(modules))('%s', async (_name, source) => {
    await expectSame(source, calls, executor);
  });
});

describe('objects that constructors return in one branch only', () => {
  beforeAll(useCpu);

  it.each(Object.entries(refused))('%s', async (code, source) => {
    const f = await programOf(source);
    await expect(async () => f(scalar(-2))).rejects.toMatchObject({ code });
  });
});
