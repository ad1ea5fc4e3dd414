import * as tf from '@tensorflow/tfjs-core';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { compile } from '../support/compile.js';
import { useCpu } from '../support/index.js';
import { bool, float } from './program.js';

beforeAll(useCpu);
afterEach(() => vi.restoreAllMocks());

/** Runs a graph function with functions that no plugin has seen, as those of a package are. */
async function run(
  expression: string,
  foreign: string,
  args: tf.Tensor[] = [float(-1), float(3)],
): Promise<{ result: unknown; warnings: string[] }> {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const names = [...foreign.matchAll(/(?:function|class) (\w+)/g)].map(([, name]) => name!);
  const made = new Function('tf', `${foreign}; return { ${names.join(', ')} };`)(tf);
  const { f } = await compile(`export function f(x, y) { "use graph"; return ${expression}; }`, {
    tf,
    ...made,
  });
  const result: unknown = f!(...args);
  return { result, warnings: warn.mock.calls.map(String) };
}

const outer = 'function inner(c) { return c ? 1 : 2; } function outer(c) { return inner(c); }';

describe('a function that was not staged is refused where its text tells that it', () => {
  const box =
    'class Box { constructor(x) { this.x = x; } pick(a, b) { return this.x ? a : b; } same(y) { return this.x === y; } }';
  it.each<[string, string, string]>([
    [
      'gives it another name',
      'g(x > 0)',
      'function g(c) { const flag = c; if (flag) return 1; return 2; }',
    ],
    ['makes a boolean of it', 'g(x > 0)', 'function g(c) { return Boolean(c); }'],
    ['decides with what its object holds', 'new Box(x > 0).pick(1, 2)', box],
    ['compares what its object holds', 'new Box(x).same(3) ? 1 : 2', box],
    ['compares it with a number', 'g(x, 3)', 'function g(a, b) { return a === b ? 1 : 2; }'],
    ['compares two', 'g(x, y)', 'function g(a, b) { if (a !== b) return 1; return 2; }'],
    ['compares it with Object.is', 'g(x, 3)', 'function g(a, b) { return Object.is(b, a); }'],
    [
      'asks whether it is an integer',
      'g(x)',
      'function g(a) { return Number.isInteger(a) ? a : 0; }',
    ],
    ['looks for it', 'g([1, 2, 3], x)', 'function g(xs, x) { return xs.includes(x) ? 1 : 2; }'],
    ['looks for its index', 'g([y, 3], x)', 'function g(xs, x) { return xs.indexOf(x); }'],
    [
      'leaves out what is there twice',
      'g([x, y]).length',
      'function g(xs) { return [...new Set(xs)]; }',
    ],
  ])('%s', async (_, expression, foreign) => {
    await expect(run(expression, foreign)).rejects.toThrow(
      /decides with `[\w.]+`.*was not staged.*\[unstaged-condition\]/s,
    );
  });
});

describe('a function that was not staged is warned of', () => {
  it.each<[string, string, string, tf.Tensor[]?]>([
    ['which hands a truth value on', 'outer(x > 0)', outer],
    ['which hands an argument on', 'outer(x)', outer, [bool(false)]],
    [
      'which is given one in an array',
      'g([x > 0])',
      'function g(cs) { for (const c of cs) if (c) return 1; return 2; }',
    ],
    [
      'which is given several',
      'g(x > 0, x < 5)',
      'function g(...cs) { return cs.every((c) => c) ? 1 : 2; }',
    ],
    [
      'which leaves out what is not true',
      'g([x > 0]).length',
      'function g(cs) { return cs.filter(Boolean); }',
    ],
    [
      'which is given one deep in an object',
      'g({ a: { ready: x > 0 } })',
      'function g({ a: { ready } }) { return ready ? 1 : 2; }',
    ],
    [
      'whose object keeps one',
      'new G(x > 0).pick()',
      'class G { #c; constructor(c) { this.#c = c; } pick() { return this.#c ? 1 : 2; } }',
    ],
    [
      'whose getter decides',
      'new G(x > 0).pick',
      'class G { constructor(c) { this.c = c; } get pick() { return this.c ? 1 : 2; } }',
    ],
    [
      'which says no about a number',
      'g({ a: x }, { a: 3 }) ? 1 : 2',
      'function g(p, q) { return Object.keys(p).every((k) => p[k] === q[k]); }',
    ],
  ])('%s', async (_, expression, foreign, args) => {
    const { warnings } = await run(expression, foreign, args);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/(?:outer|g|G) is given a traced .*\[unused-comparison\]/s);
  });
});

describe('a function is warned of that looks for a traced number in what it has from elsewhere', () => {
  it.each<[string, string]>([
    ['in a list', 'const known = [1, 2]; function g(x) { return known.includes(x) ? 1 : 2; }'],
    ['by its index', 'const known = [1, 2]; function g(x) { return known.indexOf(x); }'],
    ['in a Set', 'const known = new Set([1, 2]); function g(x) { return known.has(x) ? 1 : 2; }'],
    ['in a Map', 'const known = new Map([[1, 2]]); function g(x) { return known.get(x) ?? 3; }'],
    ['in a list that it makes', 'function g(x) { return [1, 3].includes(x) ? 1 : 2; }'],
    ['in a Set that it makes', 'function g(x) { return new Set([1, 3]).has(x) ? 1 : 2; }'],
    [
      'by a loop',
      'const known = [1, 2]; function g(x) { for (const y of known) if (x === y) return 1; return 2; }',
    ],
    [
      'by a callback',
      'const known = [1]; function g(x) { return known.some((y) => y === x) ? 1 : 2; }',
    ],
  ])('%s', async (_, foreign) => {
    const { warnings } = await run('g(x)', foreign);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/g looks for `x`, a traced number.*\[unused-comparison\]/s);
  });
});

describe('no alarm is raised', () => {
  it.each<[string, string, string]>([
    [
      'where the graph uses the truth value',
      '(() => { const c = x > 0; log(c); return c ? 1 : 2; })()',
      'function log(c) { return typeof c; }',
    ],
    ['where it is returned', 'g(x > 0)', 'function g(c) { return [c]; }'],
    [
      'where an op takes it',
      'g(x > 0, x)',
      'function g(c, x) { return tf.where(c, x, tf.neg(x)); }',
    ],
    [
      'where staged code decides with it',
      'g(x > 0, (c) => (c ? 1 : 2))',
      'function g(c, f) { return f(c); }',
    ],
    ['where it is disposed', '(() => { tf.dispose(tf.keep(x > 0)); return x; })()', ''],
    [
      'where an object that holds it is asked',
      'new G(x > 0).c ? 1 : 2',
      'class G { constructor(c) { this.c = c; } }',
    ],
    [
      'for a search for the tensor itself',
      'g([x, y], x)',
      'function g(xs, x) { return xs.indexOf(x); }',
    ],
    [
      'for a memory of what was seen',
      'g(x)',
      'function g(x) { const seen = new Map(); if (!seen.has(x)) seen.set(x, tf.neg(x)); return seen.get(x); }',
    ],
    [
      'for a number that each tensor has',
      'g(x)',
      'const seen = new Map(); function g(x) { if (!seen.has(x)) seen.set(x, seen.size); return seen.get(x); }',
    ],
    ['for a question about one number', 'g(x) ? 1 : 2', 'function g(x) { return x === null; }'],
  ])('%s', async (_, expression, foreign) => {
    expect((await run(expression, foreign)).warnings).toEqual([]);
  });
});
