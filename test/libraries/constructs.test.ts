import { describe, expect, test, vi } from 'vitest';
import { transform } from '../../plugin/transform.js';
import * as staged from '../../runtime/staged/index.js';
import { Pairs } from './compare.js';
import { constructs } from './constructs.js';

interface Outcome {
  readonly logged: unknown[];
  readonly result?: unknown;
  readonly error?: unknown;
}

function run(code: string): Outcome {
  const make = new Function('require', 'module', 'exports', `${code}\nreturn program;`);
  const program = make(() => staged, {}, {}) as (log: (...values: unknown[]) => unknown) => unknown;
  const logged: unknown[] = [];
  const log = (...values: unknown[]): unknown => {
    logged.push(values);
    return values[0];
  };
  try {
    return { logged, result: program(log) };
  } catch (error) {
    return { logged, error };
  }
}

function stagedText(code: string): string {
  const result = transform(code, `${process.cwd()}/program.cjs`);
  const wrong = result?.diagnostics.find(({ category }) => category === 'error');
  if (result === null || wrong !== undefined) throw new Error(wrong?.message ?? 'nothing staged');
  return result.code;
}

describe.each(Object.entries(constructs))('%s', (_, body) => {
  test.each([
    ['strict', `'use strict';`],
    ['sloppy', ''],
  ])('%s code does the same staged', (_mode, mode) => {
    const plain = `${mode}\nfunction program(log) {${body}\n}`;
    const expected = run(plain);
    const forms = [
      `${mode}\n"use graph";\nfunction program(log) {${body}\n}`,
      `${mode}\nfunction program(log) { "use graph";${body}\n}`,
      `${mode}\nfunction called(log) {${body}\n}\nfunction program(log) { "use graph"; return called(log); }`,
    ];
    const found = forms.map((form) => new Pairs().compare(expected, run(stagedText(form)), ''));
    expect(found).toEqual([null, null, null]);
  });
});

test('a function of a module is the same wherever it is handed on', () => {
  const code = `
const [F, G, H] = [function F(log) { log('F'); this.a = 1; }, (x) => x, async (x, { y } = { y: 2 }) => [x, y]];
F.prototype = Object.create({ inherited: true });
const known = new Map([[F, 'F'], [G, 'G']]);
function program(log) {
  const same = (t) => t === F, id = (t) => t;
  const made = (T) => [new T(log) instanceof F, new F(log) instanceof T, T.prototype === F.prototype];
  return [same(F), id(F) === F, id(G) === G, made(F), new F(log).inherited, [F, G].map((t) => known.get(t)),
    [F, G].includes(id(G)), F.name, G.name, H.name, F.length, G.length, H.length, [1, 2].map(G)];
}`;
  const found = new Pairs().compare(run(code), run(stagedText(`"use graph";\n${code}`)), '');
  expect(found).toBe(null);
});

test('functions of a module that call each other without tensors are not asked where they stand', () => {
  const code = `
const parser = {};
parser.sum = function (list) { let total = 0; for (const item of list) { if (Array.isArray(item)) total += this.sum(item); else total += parser.one(item) } return total };
parser.one = (x) => { if (x > 2) return x; return -x };
function program() { return parser.sum([1, [2, [3, [4, 5]]]]) }`;
  const asked = vi.spyOn(Error, 'captureStackTrace');
  const found = run(stagedText(`"use graph";\n${code}`));
  const count = asked.mock.calls.length;
  asked.mockRestore();
  expect([found.result, count]).toEqual([9, 0]);
});
