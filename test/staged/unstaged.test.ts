import * as tf from '@tensorflow/tfjs-core';
import * as layers from '@tensorflow/tfjs-layers';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as ug from '../../runtime/staged/index.js';
import { decidingArgument } from '../../runtime/trace/decidingArguments.js';
import { isStagedAlong } from '../../runtime/trace/unstagedText.js';
import { compile } from '../support/compile.js';
import { useCpu } from '../support/index.js';
import { AT, bool, float, int, runAsGraph } from './program.js';

beforeAll(useCpu);
afterEach(() => vi.restoreAllMocks());

/** A function that no plugin has seen; bundlers call what it imports `greater`, `greater$1` or `less_2`. */
function unstaged(text: string): unknown {
  const imported =
    'const { greater, less, sum, neg, add } = tf; const greater$1 = greater, less_2 = less;';
  return new Function('tf', `${imported} return ${text};`)(tf);
}

const callOf =
  (f: unknown) =>
  (...args: unknown[]) =>
    ug.call(f, args, AT);

describe('a function that was not staged and decides with a traced tensor is refused', () => {
  it.each<[string, string, tf.Tensor]>([
    ['if', 'function f(x) { if (tf.greater(x, 0)) return x; return tf.neg(x); }', float(1)],
    ['?:', '(x) => tf.less(tf.sum(x), 3) ? x : tf.neg(x)', float(1)],
    [
      'a condition in a variable',
      '(x) => { const ok = tf.less(x, 1); return ok ? x : tf.neg(x); }',
      float(1),
    ],
    ['&&', '(x, y) => tf.less(x, 1) && y', float(1)],
    ['!', '(x) => { if (!tf.less(x, 1)) return x; return tf.neg(x); }', float(1)],
    ['while', '(x) => { while (tf.less(x, 1)) x = tf.add(x, 1); return x; }', float(0)],
    ['an import', '(x, n) => { if (greater(sum(x), 2)) return neg(x); return x; }', float(1)],
    ['an import that a bundler renamed', '(x) => greater$1(sum(x), 2) ? x : neg(x)', float(1)],
    ['a negated import', '(x) => { if (!less_2(x, 1)) return x; return neg(x); }', float(1)],
    [
      'a loop with an import',
      '(x) => { while (less_2(sum(x), 1)) x = add(x, 1); return x; }',
      float(0),
    ],
    ['a bool argument', '(c) => { if (c) return 1; return 2; }', bool(false)],
    ['a bool argument of ?:', 'c => c ? 1 : 2', bool(false)],
    ['a negated bool argument', '(c) => { if (!c) return 1; return 2; }', bool(false)],
    ['a bool argument of &&', '(c) => c && 2', bool(false)],
    ['identity with a number', '(x) => (x === 0 ? 1 : 2)', float(0)],
    [
      'identity with a number, the other way round',
      '(x) => { if (0 !== x) return 1; return 2; }',
      int(0),
    ],
    [
      'a function that opted out',
      '(x) => { "use no graph"; if (tf.greater(x, 0)) return x; return tf.neg(x); }',
      float(1),
    ],
    ['switch', '(x) => { switch (x) { case 0: return 1; default: return 2; } }', int(0)],
    ['a later parameter', '(a, [b], x) => (x ? 1 : 2)', bool(false)],
  ])('%s', (_, text, argument) => {
    const f = unstaged(text);
    const args = text.startsWith('(a, [b]') ? [1, [2], argument] : [argument];
    expect(() => runAsGraph(callOf(f), args)).toThrow(
      /decides with|loops for as long.*was not staged.*\[unstaged-condition\]/s,
    );
  });

  it.each([
    [
      'if',
      '(xs, f) => { const kept = []; for (const x of xs) if (f(x)) kept.push(x); return kept[0]; }',
    ],
    [
      'beside another test',
      '(xs, f) => { let i = 0; if (i === 0 && f(xs[0])) return 1; return 2; }',
    ],
    ['?:', '(xs, pick) => (pick(xs[0], 0) ? 1 : 2)'],
    ['!', '(xs, f) => { for (const x of xs) if (!f(x)) return 1; return 2; }'],
    ['&&', '(xs, f) => f(xs[0]) && 2'],
    ['call', '(xs, f) => (f.call(null, xs[0]) ? 1 : 2)'],
    ['a variable', '(xs, f) => { const is = f(xs[0]); if (is) return 1; return 2; }'],
    ['while', '(xs, f) => { let n = 0; while (f(xs[0])) n++; return n; }'],
  ])('so is one that decides with what a staged function returns: %s', (_, text) => {
    const f = unstaged(text);
    const isBig = (x: unknown) => ug.gt(x, 0, AT);
    expect(() => runAsGraph((x: unknown) => ug.call(f, [[x], isBig], AT), [float(-1)])).toThrow(
      /decides with what `\w+\(\)` returns|loops for as long.*was not staged/s,
    );
  });

  it('what hides how it decides with that is warned of, and what does not decide is not', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const isBig = (x: unknown) => ug.gt(x, 0, AT);
    const run = (text: string) =>
      runAsGraph((x: unknown) => ug.call(unstaged(text), [[x], isBig], AT), [float(-1)]);
    run('(xs, f) => xs.map(f)');
    expect(warn).not.toHaveBeenCalled();
    run('function some(xs, f) { return xs.some((x) => f(x)) ? 1 : 2; }');
    expect(String(warn.mock.calls[0])).toMatch(
      /some is given a function that compares.*unused-comparison/s,
    );
  });

  const packages: [name: string, call: string, text: string][] = [
    [
      'if',
      'foreign(tf.unstack(x), (e) => e > 1)',
      'function foreign(xs, test) { const out = []; for (const x of xs) if (test(x)) out.push(x); return out; }',
    ],
    [
      'filter',
      'foreign(tf.unstack(x), (e) => e > 1)',
      'function foreign(xs, test) { return xs.filter(test); }',
    ],
    [
      '?:',
      'foreign(x[0], (e) => { if (e > 1) return true; return false; })',
      'function foreign(x, test) { return test(x) ? 1 : 2; }',
    ],
    [
      'while',
      'foreign(x[0], (e) => e < 10)',
      'function foreign(x, test) { let n = 0; while (test(x)) n++; return n; }',
    ],
    [
      'a method',
      'foreign.some(tf.unstack(x), (e) => e > 1)',
      'const foreign = { some(xs, is) { for (const x of xs) if (is(x)) return true; return false; } };',
    ],
    [
      'a named function',
      'foreign(tf.unstack(x), isLarge)',
      'function foreign(xs, test) { return xs.findIndex(test); }',
    ],
  ];

  it.each(packages)(
    'so is one of a package by what a function of the program returns: %s',
    async (_, call, text) => {
      const { f } = await compile(
        `const isLarge = (e) => e > 1; export function f(x) { "use graph"; return ${call}; }`,
        { tf, foreign: new Function(`${text} return foreign;`)() },
      );
      expect(() => f!(tf.tensor1d([3, 1, 2]))).toThrow(
        /decides with what `\w+\(\)` returns|loops for as long.*was not staged/s,
      );
    },
  );

  const keepers: [name: string, made: string, text: string][] = [
    ['!', 'foreign((e) => e > 1)(x[0]) ? 1 : 2', 'const foreign = (f) => (...a) => !f(...a);'],
    [
      '&&',
      'foreign((e) => e > 1, (e) => e < 2)(x[0]) ? 1 : 2',
      'const foreign = (f, g) => (...a) => f(...a) && g(...a);',
    ],
    [
      '?:',
      'foreign((e) => { if (e > 1) return true; return false; })(x[0])',
      'const foreign = (p) => (x) => p(x) ? 1 : 2;',
    ],
    [
      'a method',
      'new foreign(isLarge).first(tf.unstack(x))',
      'class foreign { constructor(f) { this.test = f; } first(xs) { for (const x of xs) if (this.test(x)) return x; } }',
    ],
  ];

  it.each(keepers)(
    'so is one of a package that was given the function before: %s',
    async (_, made, text) => {
      const [making, use] = [
        /^(?:new )?foreign\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/.exec(made)![0],
        'kept',
      ];
      const { f } = await compile(
        `const isLarge = (e) => e > 1; const ${use} = ${making}; export function f(x) { "use graph"; return ${made.replace(making, use)}; }`,
        { tf, foreign: new Function(`${text} return foreign;`)() },
      );
      expect(() => f!(tf.tensor1d([3, 1, 2]))).toThrow(
        /decides with what `[\w.]+\(\)` returns.*was not staged/s,
      );
    },
  );

  it('what hides that is warned of, and what the graph uses, or the function gives, is not', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const run = async (text: string, use: string) => {
      const { f } = await compile(
        `const kept = foreign((e) => e > 1); export function f(x) { "use graph"; return ${use}; }`,
        { tf, foreign: new Function(`${text} return foreign;`)() },
      );
      f!(tf.tensor1d([3, 1, 2]));
    };
    await run('const foreign = (f) => (x) => f(x);', 'kept(x[0]) ? 1 : 2');
    await run('const foreign = (f) => (xs) => xs.map((x) => f(x));', 'kept(tf.unstack(x))');
    expect(warn).not.toHaveBeenCalled();
    await run(
      'const foreign = (f) => { const some = (xs) => xs.some((x) => f(x)); return some; };',
      'kept(tf.unstack(x)) ? 1 : 2',
    );
    expect(String(warn.mock.calls[0])).toMatch(
      /some calls a function that compares.*unused-comparison/s,
    );
  });

  it('also in an object', () => {
    const run = (text: string) => () =>
      runAsGraph((c: unknown) => ug.call(unstaged(text), [{ flag: c }], AT), [bool(false)]);
    expect(run('(options) => (options.flag ? 1 : 2)')).toThrow(/`options\.flag`/);
    expect(run('({ flag }) => (flag ? 1 : 2)')).toThrow(/`flag`/);
    expect(run('({ flag: on }) => (on ? 1 : 2)')).toThrow(/`on`/);
  });

  it('also as a callback of a function that is not', () => {
    const f = unstaged('function pick(x) { if (tf.greater(x, 0)) return x; return tf.neg(x); }');
    const map = (x: unknown) => ug.call_method([x], 'map', [f], AT);
    expect(() => runAsGraph(map, [float(-1)])).toThrow(/pick decides/);
  });

  it('also behind another function', () => {
    const f = unstaged(
      'function outer(x) { const inner = (y) => { if (tf.greater(y, 0)) return y; return tf.neg(y); }; return inner(x); }',
    );
    expect(() => runAsGraph(callOf(f), [float(-1)])).toThrow(/outer decides/);
  });

  it('and the next trace is none the worse', () => {
    const f = unstaged('(x) => tf.greater(x, 0) ? x : tf.neg(x)');
    expect(() => runAsGraph(callOf(f), [float(1)])).toThrow();
    expect(runAsGraph((x: tf.Tensor) => tf.neg(x), [float(1)]).result).toBe('float32 -1');
  });
});

describe('no alarm is raised', () => {
  it.each<[string, string, unknown[]]>([
    [
      'where a tensor may be missing',
      '(x, bias) => { if (bias) x = tf.add(x, bias); return x; }',
      [float(1), float(2)],
    ],
    ['where a comparison is used', '(x) => tf.where(tf.greater(x, 0), x, tf.neg(x))', [float(1)]],
    ['where an import is used', '(x) => tf.where(greater$1(x, 0), x, neg(x))', [float(1)]],
    ['where it is returned', '(x) => tf.greater(x, 0)', [float(1)]],
    ['where it is returned in an array', '(x) => [tf.greater(x, 0), x]', [float(1)]],
    ['where another argument decides', '(x, flag) => (flag ? x : tf.neg(x))', [float(1), true]],
    ['for null and undefined', '(x) => (x === null || x === undefined ? 1 : x)', [float(1)]],
  ])('%s', (_, text, args) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    runAsGraph(callOf(unstaged(text)), args);
    expect(warn).not.toHaveBeenCalled();
  });

  it('for a function that was staged, whatever a minifier made of its text', () => {
    const divert = ug.is_staging;
    const f = (c: boolean) => {
      if (divert())
        return ug.if_exp(
          c,
          () => 1,
          () => 2,
          AT,
        );
      return c ? 1 : 2;
    };
    expect(runAsGraph(callOf(f), [bool(false)]).result).toBe('int32 2');
  });

  it('for one that stages what the function does that it is given', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { f } = await compile(`
      function safe(compute) { try { return [compute(), null]; } catch (error) { return [null, error]; } }
      export function f(n, a) {
        "use graph";
        let failed = 0;
        for (let i = 0; i < n; i++) {
          const [value, error] = safe(() => { if (i > a) throw new Error('too large'); return i; });
          if (error) failed++; else failed += value * 10;
        }
        return failed;
      }`);
    expect((f!(int(4), float(1)) as tf.Tensor).dataSync()[0]).toBe(12);
    expect(warn).not.toHaveBeenCalled();
  });

  it.each([
    [
      'elements of an array at a tensor index',
      '[0, 1].map(() => [{ p: x[0] }, { p: x[1] }][tf.argMax(x)].p)',
    ],
    [
      'a package that hands on what a function returns',
      'foreign([1, 2], (i) => x[i - 1] > 1).map((is) => is ? 1 : 2)',
    ],
  ])('for %s', async (_, expression) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const foreign = new Function(
      'xs',
      'f',
      'const out = []; for (const x of xs) out.push(f(x)); return out;',
    );
    const { f } = await compile(`export function f(x) { "use graph"; return ${expression}; }`, {
      tf,
      foreign,
    });
    f!(tf.tensor1d([3, 1]));
    expect(warn).not.toHaveBeenCalled();
  });

  it('for functions that are staged along, asynchronous ones too, which their texts tell', async () => {
    const { helper, arrow, later, soon } = await compile(`
      export function helper(x) { return x > 0 ? x : -x; }
      export const arrow = (x) => x > 0 ? x : -x;
      export async function later(x) { return x > 0 ? x : -x; }
      export const soon = async (x) => x > 0 ? x : -x;
      export async function f(x) { "use graph"; return helper(x) + arrow(x) + await later(x) + await soon(x); }`);
    expect([helper, arrow, later, soon].map((f) => isStagedAlong(String(f)))).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });

  it("for TensorFlow.js's own functions", () => {
    const scalars = [bool(true), bool(true), bool(true), bool(true), bool(true), bool(true)];
    const isTensor = (value: unknown): value is tf.Tensor => value instanceof tf.Tensor;
    const suspected = Object.entries({ ...tf, ...layers, ...tf.losses, ...tf.image })
      .filter(([, f]) => typeof f === 'function')
      .filter(([, f]) => decidingArgument(String(f), { args: scalars }, isTensor) !== null)
      .map(([name]) => name)
      .filter((name) => !/^[A-Z]/.test(name));
    // It does ask whether its step is the number 0.
    expect(suspected).toEqual(['range']);
  });
});

it('a comparison that nothing uses is warned of, once a function', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const f = unstaged('function looks(x) { tf.greater(x, 0); return x; }');
  runAsGraph(callOf(f), [float(1)]);
  runAsGraph(callOf(f), [float(1)]);
  expect(warn).toHaveBeenCalledTimes(1);
  expect(warn.mock.calls[0]![0]).toMatch(/looks compares.*"use graph".*\[unused-comparison\]/s);
});
