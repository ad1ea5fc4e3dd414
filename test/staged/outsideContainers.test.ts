import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile, compileEager } from '../support/compile.js';
import { executors } from '../support/index.js';

/*
 * What a function reads of an array, Map or Set from outside after a branch or loop that may have changed it is what
 * JavaScript reads on the first call; the change itself is made while tracing.
 */

const modules = [
  'const xs = [1, 2, 3]; export function f(x) { "use graph"; if (x > 0) xs.pop(); return xs.length; }',
  'const xs = [1, 2, 3]; export function f(x) { "use graph"; if (x > 0) xs.push(x); return xs.length + xs[0]; }',
  'const xs = [1, 2, 3]; export function f(x) { "use graph"; if (x > 0) xs.sort((a, b) => b - a); return xs[0]; }',
  'const xs = [1, 2, 3]; export function f(x) { "use graph"; for (let i = 0; i < x; i++) xs.push(i); return xs.length; }',
  'const xs = [1, 2, 3]; export function f(x) { "use graph"; const y = x > 0 ? xs.shift() : 7; return y + xs[0]; }',
  'const o = { xs: [1, 2] }; export function f(x) { "use graph"; if (x > 0) o.xs.push(5); return o.xs.length; }',
  'const s = new Set([1]); export function f(x) { "use graph"; if (x > 0) s.add(2); else s.delete(1); return s.size; }',
  'const m = new Map([["a", 1]]); export function f(x) { "use graph"; if (x > 0) m.set("a", 5); return m.get("a"); }',
  'const xs = [1, 2, 3]; export function f(x) { "use graph"; if (x > 0) xs.fill(0); let s = 0; for (const y of xs) s += y; return s; }',
  'const xs = [1, 2, 3]; export function f(x) { "use graph"; const take = () => xs.pop(); if (x > 0) take(); return xs.length; }',
  'let xs = [1, 2, 3]; export function f(x) { "use graph"; if (x > 0) xs.reverse(); return xs[0] * 10 + xs[2]; }',
  'const xs = [1, 2, 3]; export function f(x) { "use graph"; x > 0 && xs.splice(0, 1); return xs[0]; }',
  'const xs = []; const add = (y) => { xs.push(y); }; export function f(x) { "use graph"; xs.length = 0; add(1); if (x > 0) add(2); return xs.length; }',
  'const xs = []; const add = (y) => { xs.push(y); }; const size = () => xs.length; export function f(x) { "use graph"; add(1); const before = size(); if (x > 0) add(2); return size() - before; }',
  'const m = new Map(); const put = (k, y) => { m.set(k, y); }; const get = (k) => m.get(k) ?? 0; export function f(x) { "use graph"; put("a", 1); if (x > 0) put("a", 5); return get("a"); }',
  'class Log { static all = []; static add(y) { Log.all.push(y); } static get size() { return Log.all.length; } } export function f(x) { "use graph"; Log.add(1); if (x > 0) Log.add(2); return Log.size; }',
  'const o = { xs: [], level: 2 }; const add = (y) => { o.xs.push(y); }; const count = () => o.xs.length * o.level; export function f(x) { "use graph"; for (let i = 0; i < x; i++) add(i); return count(); }',
] as const;

type F = (x: unknown) => unknown;

describe.each(executors)(
  'arrays, maps and sets from outside that a branch or loop changes, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    describe.each([2, -1])('at %s', (x) => {
      it.each(modules)('%s', async (source) => {
        const isAsync = backend === 'webgpu';
        const text = isAsync ? source.replace('export function', 'export async function') : source;
        const { f: plain } = await compileEager<{ f: F }>(source.replace('"use graph";', ''));
        const { f } = await compile<{ f: F }>(text);
        const result = await f(tf.scalar(x));
        const value = result instanceof tf.Tensor ? (await result.data())[0] : result;
        expect(value).toBe(plain(x));
      });
    });
  },
);

it('an array that the function only adds to is a log of what is traced', async () => {
  const source =
    'const log = []; export const logged = () => log; export function f(x) { "use graph"; if (x > 0) log.push("main"); else log.push("other"); return x; }';
  const { f, logged } = await compile<{ f: F; logged: () => unknown }>(source);
  f(tf.scalar(1));
  f(tf.scalar(2));
  expect(logged()).toEqual(['main', 'other']);
});

it.each([
  'const log = []; const note = (text) => { log.push(text); };',
  'const debug = { log: [], isOn: true }; const { log } = debug; const isOn = () => debug.isOn; const add = (text) => { debug.log.push(text); }; const note = (text) => { if (isOn()) add(text); };',
])('so is one that only functions of the module add to: %s', async (declared) => {
  const source = `${declared} export const logged = () => log; export function f(x) { "use graph"; if (x > 0) note("main"); else note("other"); return x; }`;
  const { f, logged } = await compile<{ f: F; logged: () => unknown }>(source);
  f(tf.scalar(1));
  f(tf.scalar(2));
  expect(logged()).toEqual(['main', 'other']);
});
