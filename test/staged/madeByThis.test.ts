import { beforeAll, describe, it } from 'vitest';
import { executors } from '../support/index.js';
import { expectSame, float32 } from './compare.js';

/* Objects of classes that no staged code names: what makes them tells which class it is. */
const modules: Readonly<Record<string, string>> = {
  'by this': `class A { constructor(x) { this.x = x > 0 ? 1 : -1; } static make(x) { return new this(x); } }
function pick() { return A; }
async function go(x, K) { "use graph"; return K.make(x).x; }
export function f(x) { return go(x, pick()); }`,
  'of a class that inherits the method': `class A { static make(x) { return new this(x); } }
class B extends A { constructor(x) { super(); this.x = x; this.k = sign(x); } v() { return this.k; } }
function sign(x) { return x > 0 ? 1 : -1; }
function pick() { return B; }
async function go(x, K) { "use graph"; const b = K.make(x); return b.v() + b.k; }
export function f(x) { return go(x, pick()); }`,
  'by new.target': `class A { constructor(x, deep = 1) { this.x = x > 0 ? 1 : -1; if (deep) this.t = new new.target(-x, 0); } static make(x) { return new this(x); } }
function pick() { return A; }
async function go(x, K) { "use graph"; return K.make(x).t.x; }
export function f(x) { return go(x, pick()); }`,
  'by a constructor taken from this': `class A { make(x) { const { constructor } = this; return new constructor(x); } }
class B extends A { constructor(x) { super(); this.x = x > 0 ? 1 : -1; } }
function pick() { return new B(1); }
async function go(x, k) { "use graph"; return k.make(x).x; }
export function f(x) { return go(x, pick()); }`,
  'with fields': `class A { make(x) { return new this.constructor(x); } }
class B extends A { k = sign(2); constructor(x) { super(); this.x = x > 0 ? 1 : -1; } }
function sign(x) { return x > 0 ? 1 : -1; }
function pick() { return new B(1); }
async function go(x, k) { "use graph"; const b = k.make(x); return b.x + b.k; }
export function f(x) { return go(x, pick()); }`,
  'by another name of this': `class A { static make(x) { const C = this; return new C(x); } constructor(x) { this.x = x > 0 ? 1 : -1; }  }
function pick() { return A; }
async function go(x, K) { "use graph"; return K.make(x).x; }
export function f(x) { return go(x, pick()); }`,
  'by Reflect.construct': `class A { static make(x) { return Reflect.construct(this, [x]); } constructor(x) { this.x = x > 0 ? 1 : -1; }  }
function pick() { return A; }
async function go(x, K) { "use graph"; return K.make(x).x; }
export function f(x) { return go(x, pick()); }`,
};

describe.each(executors)('objects of a class that the program tells, on $backend', (executor) => {
  beforeAll(executor.start);

  it.each(Object.entries(modules))('%s', async (_name, source) => {
    await expectSame(source, [[float32(1.5)], [float32(-2)]], executor);
  });
});
