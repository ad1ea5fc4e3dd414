import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { withOperators } from '../properties/operators.js';
import { compile } from '../support/compile.js';
import { useCpu } from '../support/index.js';

/* Functions that objects with a marked method hold: what staged code calls of them is staged, wherever they were given. */
const modules: readonly string[] = [
  `const relu6 = (x) => x > 3 ? 3 : x;
class A { act = relu6; step(x) { "use graph"; return this.act(x); } }
const t = new A(); export const run = (x) => t.step(x);`,
  `const relu6 = (x) => x > 3 ? 3 : x;
class A { constructor() { this.act = relu6; } step(x) { "use graph"; return this.act(x); } }
const t = new A(); export const run = (x) => t.step(x);`,
  `const relu6 = (x) => x > 3 ? 3 : x;
const t = { act: relu6, step(x) { "use graph"; return this.act(x); } };
export const run = (x) => t.step(x);`,
  `const relu6 = (x) => x > 3 ? 3 : x;
const t = { relu6, step(x) { "use graph"; return this.relu6(x); } };
export const run = (x) => t.step(x);`,
  `class A { constructor(act) { this.act = act; } step(x) {"use graph"; return this.act(x); } } const t = new A((l) => l > 1 ? l : 0);
export const run = (x) => t.step(x);`,
  `class A { constructor(...ls) { this.ls = ls; } step(x) {"use graph"; let r = x; for (const l of this.ls) r = l(r); return r; } } const t = new A((l) => l > 1 ? l : 0, (l) => l > 4 ? 4 : l);
export const run = (x) => t.step(x);`,
  `const relu6 = (x) => x > 3 ? 3 : x;
class A { constructor({ loss }) { this.loss = loss; } step(x) {"use graph"; return this.loss(x); } } const t = new A({ loss: relu6 });
export const run = (x) => t.step(x);`,
  `const loss = (x) => x > 3 ? 3 : x;
class A { constructor({ loss }) { this.loss = loss; } step(x) {"use graph"; return this.loss(x); } } const t = new A({ loss });
export const run = (x) => t.step(x);`,
  `const losses = { huber: (x) => x > 3 ? 3 : x, mse(x) { return x * x; } };
class A { constructor({ loss }) { this.loss = loss; } step(x) {"use graph"; return this.loss(x); } } const t = new A({ loss: losses.huber });
export const run = (x) => t.step(x);`,
  `class A { cbs = []; on(cb) { this.cbs.push(cb); } step(x) {"use graph"; let r = 0; for (const c of this.cbs) r += c(x); return r; } } const t = new A(); t.on((l) => l > 1 ? l : 0);
export const run = (x) => t.step(x);`,
  `class A { cbs = new Map(); on(k, cb) { this.cbs.set(k, cb); return this; } step(x) {"use graph"; let r = 0; for (const [k, c] of this.cbs) r += c(x); return r; } } const t = new A().on('a', (l) => l > 1 ? l : 0).on('b', (l) => l > 2 ? 7 : 1);
export const run = (x) => t.step(x);`,
  `class A { #cbs = []; on(cb) { this.#cbs.push(cb); } step(x) {"use graph"; let r = 0; for (const c of this.#cbs) r += c(x); return r; } } const t = new A(); t.on((l) => l > 1 ? l : 0);
export const run = (x) => t.step(x);`,
  `const relu6 = (x) => x > 3 ? 3 : x;
class A { step(x) {"use graph"; return this.act(x); } } const t = new A(); t.act = relu6;
export const run = (x) => t.step(x);`,
  `class A { constructor() { this.h = this.g.bind(this, 2); } g(k, x) { return x > k ? k : x; } step(x) {"use graph"; return this.h(x); } } const t = new A();
export const run = (x) => t.step(x);`,
  `class A { #act; constructor() { this.#act = this.#relu; } #relu(x) { return x > 0 ? x : 0; } step(x) {"use graph"; return this.#act(x); } } const t = new A();
export const run = (x) => t.step(x);`,
  `class B { constructor(f) { this.f = f; } step(x) {"use graph"; return this.f(x); } } class A extends B { constructor() { super((x) => x > 1 ? 1 : x); } } const t = new A();
export const run = (x) => t.step(x);`,
  `class A { constructor({ act = (x) => x > 3 ? 3 : x } = {}) { this.a = act; } step(x) {"use graph"; return this.a(x); } } const t = new A();
export const run = (x) => t.step(x);`,
  `const acts = { relu: (x) => x > 0 ? x : 0, id: (x) => x };
class A { constructor(n) { this.act = acts[n]; } step(x) {"use graph"; return this.act(x); } } const t = new A('relu');
export const run = (x) => t.step(x);`,
  `class A { set act(g) { this._g = g; } step(x) {"use graph"; return this._g(x); } } const t = new A(); t.act = (x) => x > 3 ? 3 : x;
export const run = (x) => t.step(x);`,
  `const relu6 = (x) => x > 3 ? 3 : x;
class A { set act(g) { this._g = g; } step(x) {"use graph"; return this._g(x); } } const t = new A(); t.act = relu6;
export const run = (x) => t.step(x);`,
  `const relu6 = (x) => x > 3 ? 3 : x; const make = ({ act = relu6 } = {}) => (x) => { "use graph"; return act(x); }; const f = make();
export const run = (x) => f(x);`,
  `const make = ({ act } = {}) => (x) => { "use graph"; return act(x); }; const f = make({ act: (x) => x > 1 ? 9 : x });
export const run = (x) => f(x);`,
  `const relu6 = (x) => x > 3 ? 3 : x;
class A { act = relu6; step(x) { "use graph"; const { act } = this; return act(x); } } const t = new A();
export const run = (x) => t.step(x);`,
  `const relu6 = (x) => x > 3 ? 3 : x;
class A { act = relu6; step(x) { "use graph"; return [x].map(this.act)[0]; } } const t = new A();
export const run = (x) => t.step(x);`,
  `const relu6 = (x) => x > 3 ? 3 : x;
class A { cfg = { act: relu6 }; step(x) { "use graph"; return this.cfg.act(x); } } const t = new A();
export const run = (x) => t.step(x);`,
  `const clip = (k) => (x) => x > k ? k : x;
class A { act = clip(3); step(x) { "use graph"; return this.act(x); } } const t = new A();
export const run = (x) => t.step(x);`,
  `const clip = (k) => (x) => x > k ? k : x;
class A { constructor(act) { this.act = act ?? clip(1); } step(x) { "use graph"; return this.act(x); } } const t = new A(); const u = new A(clip(4));
export const run = (x) => u.step(t.step(x));`,
  `const clip = (x) => x > 3 ? 3 : x;
class L { constructor(f) { this.f = f; } call(x) { return this.f(x); } } class Model { constructor(layers) { this.layers = layers; } predict(x) { "use graph"; for (const l of this.layers) x = l.call(x); return x; } } const m = new Model([new L(clip), new L((x) => x > 0 ? x : -x)]);
export const run = (x) => m.predict(x);`,
  `const soft = (x) => x > 3 ? 3 : x; const hard = (x) => x > 1 ? 1 : x;
class A { pick(n) { this.act = n > 1 ? soft : hard; return this; } step(x) { "use graph"; return this.act(x); } } const t = new A().pick(2);
export const run = (x) => t.step(x);`,
  `const relu6 = (x) => x > 3 ? 3 : x;
function Model() { this.act = relu6; } Model.prototype.step = function (x) { "use graph"; return this.act(x); }; const t = new Model();
export const run = (x) => t.step(x);`,
  `const relu6 = (x) => x > 3 ? 3 : x;
const t = { step(x) { "use graph"; return this.act(x); } }; Object.assign(t, { act: relu6 });
export const run = (x) => t.step(x);`,
  `const relu6 = (x) => x > 3 ? 3 : x;
class A { static act = relu6; static step(x) { "use graph"; return A.act(x); } } 
export const run = (x) => A.step(x);`,
  `const relu6 = (x) => x > 3 ? 3 : x;
class A { static act = relu6; static step(x) { "use graph"; return this.act(x); } } 
export const run = (x) => A.step(x);`,
  `const hooks = []; const add = (h) => { hooks.push(h); }; add((x) => x > 1 ? 5 : x);
export const step = (x) => { "use graph"; let r = x; for (const h of hooks) r = h(r); return r; };
export const run = (x) => step(x);`,
];

/** What JavaScript makes of the module's function on a number. */
function onNumbers(source: string): (x: number) => number {
  const text = source.replaceAll('"use graph";', '').replaceAll('export ', '');
  return new Function(`${text}\nreturn run;`)() as (x: number) => number;
}

describe('functions held by what has a marked method', () => {
  beforeAll(useCpu);

  it.each(modules)('%s', async (source) => {
    const wanted = onNumbers(source);
    const { run } = await compile(withOperators(source), { tf });
    const found: unknown[] = [];
    const inputs = [-2, 0.5, 2, 5];
    for (const x of inputs) {
      const result = await (run as (x: tf.Tensor) => tf.Tensor | Promise<tf.Tensor>)(tf.scalar(x));
      found.push(await result.array());
    }
    expect(found).toEqual(inputs.map(wanted));
  });
});
