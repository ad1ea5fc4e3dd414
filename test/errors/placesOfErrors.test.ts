import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { runFunctionsEagerly } from '../../runtime/function/eagerMode.js';
import { programOf } from '../staged/compare.js';
import { useCpu } from '../support/index.js';

/** The type and message of the error, and the frames of the program's own code, outermost last. */
async function failure(run: () => unknown): Promise<readonly string[]> {
  try {
    await run();
  } catch (error) {
    const { name, message, stack } = error as Error;
    const frames = stack!
      .slice(`${name}: ${message}\n`.length)
      .split('\n')
      .filter((frame) => frame.includes('program.js') || /runtime\/|tfjs-core/.test(frame));
    return [`${name}: ${message}`, ...frames.map((frame) => frame.trim())];
  }
  throw new Error('Nothing was thrown.');
}

const x = () => tf.scalar(5);

async function inBothModes(source: string): Promise<{ eager: unknown[]; graph: unknown[] }> {
  const f = await programOf(source);
  runFunctionsEagerly(true);
  const eager = await failure(() => f(x()));
  runFunctionsEagerly(false);
  const graph = await failure(() => f(x()));
  // The same error, thrown once more.
  expect(await failure(() => f(x()))).toEqual(graph);
  return { eager: [...eager], graph: [...graph] };
}

const body = (text: string, async = '') =>
  `export ${async}function f(x) {\n  "use graph";\n  const y = x + 1;\n${text}\n}`;

describe('an error that a tensor decides about', () => {
  beforeAll(() => useCpu());

  it.each([
    ['a property of null', 'let p = null; if (x < 3) p = { a: 1 };\n return x * p.a;'],
    [
      'an assignment to one',
      'let p = null; if (x < 3) p = { a: 1 };\n const z = 3;\n p.a = x; return x;',
    ],
    ['a pattern', 'let p = null; if (x < 3) p = [x, 1];\n const [a, b] = p;\n return a + b;'],
    [
      'a loop',
      'let p = null; if (x < 3) p = [x, 1];\n let s = 0;\n for (const v of p) s += v;\n return s;',
    ],
    ['a method', 'let p = null; if (x < 3) p = { go: () => 3 };\n return x * p.go();'],
    [
      'what is found',
      'const l = [{ k: 1, v: 2 }, { k: 2, v: 3 }];\n const z = l.find((e) => e.k === x).v;\n return z;',
    ],
    [
      'an entry',
      "const m = new Map(); if (x < 3) m.set('k', { v: 3 });\n return x * m.get('k').v;",
    ],
    ['an element', 'const items = []; if (x < 3) items.push({ v: 3 });\n return x * items[0].v;'],
    [
      'an object under a chosen key',
      "const rows = { big: [], small: [] };\n rows[x > 3 ? 'big' : 'smal'].push(x);\n rows[x < 3 ? 'big' : 'smal'].push(x);\n return x;",
    ],
    [
      'an error made earlier',
      "const e = new RangeError('late');\n if (x > 3) throw e;\n return x;",
    ],
    ['a throw', "if (x > 3)\n throw new RangeError('late');\n return x;"],
  ])('is placed as in an eager run: %s', async (_, text) => {
    for (const async of ['', 'async ']) {
      const { eager, graph } = await inBothModes(body(text, async));
      expect(graph).toEqual(eager);
      expect(graph).toHaveLength(2);
    }
  });

  it('names what JavaScript reads, where that is taken apart', async () => {
    const text = 'let p = null; if (x < 3) p = { k: x };\n const { k } = p;\n return k;';
    const { eager, graph } = await inBothModes(body(text));
    expect(graph[1]).toBe(eager[1]);
    expect(graph[0]).toBe("TypeError: Cannot read properties of null (reading 'k')");
  });

  it.each(['', 'async '])('lists the functions that led to it: %s', async (async) => {
    const thrown = await inBothModes(`
      const helper = (x) => {
        if (x > 3) throw new RangeError('late');
        return x;
      };
      function middle(x) { return helper(x + 1); }
      ${body('return middle(y);', async)}`);
    expect(thrown.graph).toEqual(thrown.eager);
    expect(thrown.graph.map((line) => String(line).split(' (')[0])).toEqual([
      'RangeError: late',
      'at helper',
      'at middle',
      'at f',
    ]);
    const read = await inBothModes(`
      function helper(p, x) { return x * p.a; }
      ${body('let p = null; if (x < 3) p = { a: 1 };\n return helper(p, x);', async)}`);
    expect(read.graph.map((line) => String(line).split(' (')[0])).toEqual([
      'TypeError: Cannot read properties of null',
      'at helper',
      'at f',
    ]);
  });

  it.each([
    ['of the module', 'let g;\nexport const set = (h) => { g = h; };\n', ''],
    ['that a tensor leaves undefined', '', 'let g; if (x < 3) g = (v) => v;'],
  ])('names a variable %s that is no function', async (_, before, inside) => {
    const { eager, graph } = await inBothModes(before + body(`${inside}\n return g(x);`));
    expect(graph).toEqual(eager);
    expect(graph[0]).toBe('TypeError: g is not a function');
  });

  it('is one of the line that uses a property which the object does not have', async () => {
    const text = `
      let s = 0;
      for (const v of [1, 2]) {
        const o = x > 3 ? { b: 1 } : { a: 1 };
        s += x * o.a;
      }
      return s;`;
    const { graph } = await inBothModes(body(text));
    expect(graph[0]).toContain("has no property 'a' here\n    at program.js:11:14");
  });

  it('of what cannot be returned is placed where a tensor chooses it', async () => {
    const f = await programOf(body('if (x > 3) {\n return { a: 1, b: 2 };\n }\n return { a: 1 };'));
    const [message] = await failure(() => f(x()));
    expect(message).toMatch(/\n {4}at program\.js:7:1\n.*\[branch-structures-differ\]/s);
  });

  it('of an assignment to a constant is placed where that stands', async () => {
    const f = await programOf(
      `export function f(x) {\n"use graph";\nconst c = 0;\nfor (const v of x) {\nif (v > 1) c = v;\n}\nreturn c;\n}`,
    );
    const lines = await failure(() => f(tf.tensor1d([1, 2])));
    expect(lines[0]).toBe('TypeError: Assignment to constant variable.');
    expect(lines.some((line) => line.includes('the main branch of the if statement'))).toBe(true);
  });
});
