import * as tf from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import { settled } from '../programs/results.js';
import { compile, compileMinified } from '../support/compile.js';
import { useCpu } from '../support/index.js';

/* What the runtime knows of a function by its text, it knows too where a bundler has renamed all in it. */

type Module = { f: (...args: unknown[]) => unknown };

const programs: Record<string, string> = {
  'a closure of a graph function that is called later, and calls a function that is staged along': `
    function clip(x) { if (x > 1) return x * 10; return x; }
    function makeStep(k) { "use graph"; return { v: k + 1, step: (x) => clip(x) + 1 }; }
    export function f(k) { const { v, step } = makeStep(k); return [v, step(k)]; }`,
  'a method that is staged along, of what a graph function returns': `
    class Gate { constructor(limit) { this.limit = limit; } pass(x) { return x > this.limit ? x : -x; } }
    function make(k) { "use graph"; const gate = new Gate(2); return { v: k + 1, through: (x) => gate.pass(x) }; }
    export function f(k) { const { v, through } = make(k); return [v, through(k)]; }`,
  'default parameters that a tensor may leave out': `
    function scaled(x, by = 3) { return x * by; }
    export function f(k) { "use graph"; let by; if (k > 1) by = 2; return scaled(k, by); }`,
  'arguments spread from a list whose length a tensor decides': `
    function total(...xs) { let s = 0; for (const x of xs) s += x; return s; }
    export function f(k) { "use graph"; const list = []; for (let i = 0; i < k; i++) list.push(i * 2); return total(...list); }`,
  'objects of classes that only hold values, in a for await loop': `
    class Holder { constructor(v) { this.v = v; } get() { return this.v; } set(v) { this.v = v; } }
    async function* items() { yield 0; yield 1; yield 5; }
    export async function f(k) { "use graph"; let s = 0; const h = new Holder(1); for await (const x of items()) { s += h.get() * x * k; h.set(x); } return s; }`,
  'a generator': `
    function* odd(n) { for (let i = 0; i < n; i++) if (i % 2 === 1) yield i; }
    export function f(k) { "use graph"; let s = 0; for (const x of odd(k)) s += x * k; return s; }`,
  'an asynchronous function that is staged along': `
    async function larger(x, y) { if (x > y) return x; return y * 2; }
    export async function f(k) { "use graph"; return (await larger(k, 2)) + 1; }`,
  'a class with private fields': `
    class Mean { #sum = 0; #count = 0; add(x) { const next = new Mean(); next.#sum = this.#sum + x; next.#count = this.#count + 1; return next; } get value() { return this.#sum / this.#count; } }
    export function f(k) { "use graph"; let m = new Mean(); for (let i = 0; i < k; i++) m = m.add(i + k); return m.value; }`,
  'recursion, and functions that a tensor chooses': `
    const fact = (n) => (n <= 1 ? 1 : n * fact(n - 1));
    const half = (x) => (x > 1 ? x / 2 : x);
    export function f(k) { "use graph"; const g = k > 1 ? half : (x) => x + 1; return g(k) + fact(4); }`,
};

describe.each(Object.entries(programs))('%s', (_, source) => {
  it.each([4, 0.5])('of %s', async (k) => {
    await useCpu();
    const { f: plain } = await compile<Module>(source);
    const { f } = await compileMinified<Module>(source);
    expect(await settled(f(tf.scalar(k)))).toEqual(await settled(plain(tf.scalar(k))));
  });
});
