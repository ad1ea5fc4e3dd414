import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { describe, expect, test } from 'vitest';
import { transform } from '../../plugin/transform.js';
import { compile, root, runStaged } from './support.js';

describe('a directive at the top of the module', () => {
  const code = `"use graph";
import { other } from './other';
export function declared(x) { return inner(x); function inner(y) { return y; } }
export const arrow = (x) => x, value = 3;
export const wrapped = ((x) => x) as (x: number) => number;
export default class Model {
  constructor() { this.ready = true; }
  get size() { return 1; }
  method(x) { return x; }
  static make(x) { return x; }
  #secret(x) { return x; }
  field = (x) => x;
  open(x) { return this.#secret(x); }
}
export const table = { entry(x) { return x; }, arrow: (x) => x, deep: { leaf(x) { return x; } } };
export function* generator() { yield 1; }
export function left(x) { "use no graph"; return x; }
export const computed = other((x) => x);
`;

  test('marks every top-level function and method', () => {
    const {
      exports,
      told,
      code: staged,
    } = runStaged(code, 'model.ts', { './other': { other: (f: unknown) => f } });
    const model = new exports.default();
    for (const call of [
      exports.declared,
      exports.arrow,
      exports.wrapped,
      exports.default.make,
      exports.left,
      exports.computed,
      (x: number) => model.method(x),
      (x: number) => model.open(x),
      (x: number) => model.field(x),
      exports.table.entry,
      exports.table.arrow,
      exports.table.deep.leaf,
    ]) {
      expect(call(5)).toBe(5);
    }
    expect(told.map(({ name }) => name).sort()).toEqual(
      [
        '#secret',
        'arrow',
        'arrow',
        'declared',
        'entry',
        'field',
        'leaf',
        'make',
        'method',
        'open',
        'wrapped',
      ].sort(),
    );
    expect([...exports.generator(), model.ready, model.size]).toEqual([1, true, 1]);
    expect(staged).not.toContain('"use graph"');
  });

  test('"use no graph" at the top leaves all as written', () => {
    const text = `export function f(x) { "use graph"; return x; }\nexport function g(x) { "use graph"; }`;
    const { code, diagnostics } = compile(`"use no graph";\n${text}`);
    expect(code).toBe(`\n${text}`);
    // Who turns a module off for a while need not be told of each function.
    expect(diagnostics).toHaveLength(1);
  });

  test('"use no graph" at the top, of which bundlers would warn, goes, and the places stay', () => {
    const source = '"use strict"; "use no graph";\nexport const f = (x) => x;';
    const { code, map } = transform(source, `${root}/a.js`, { root })!;
    expect(code).toBe('"use strict"; \nexport const f = (x) => x;');
    const found = originalPositionFor(new TraceMap(JSON.stringify(map)), { line: 2, column: 13 });
    expect([found.line, found.column]).toEqual([2, 13]);
  });

  test('CommonJS modules', () => {
    const { exports, told } = runStaged(
      `"use graph";\nexports.f = (x) => x;\nmodule.exports.g = function (x) { return x; };\nexports.o = { m(x) { return x; } };`,
    );
    expect([exports.f(1), exports.g(2), exports.o.m(3)]).toEqual([1, 2, 3]);
    expect(told.map(({ name }) => name)).toContain('m');
    expect(told).toHaveLength(3);
  });
});

describe('graph(…)', () => {
  const stages = (code: string) => transform(code, `${root}/a.js`, { root }) !== null;

  test.each([
    `import { graph } from 'use-graph'; export const f = graph((x) => x, { autograph: false });`,
    `import { graph } from 'use-graph'; const options = { autograph: false }; export const f = graph((x) => x, options);`,
    `import { graph } from 'elsewhere'; import 'use-graph'; export const f = graph((x) => x);`,
    `import { graph } from 'use-graph'; export function f(graph) { return graph((x) => x); }`,
    `import { tensorSpec as graph } from 'use-graph'; export const f = graph((x) => x);`,
    `import { graph } from 'use-graph'; export const f = graph(imported);`,
  ])('leaves alone: %s', (code) => {
    const result = transform(code, `${root}/a.js`, { root });
    expect(result?.map ?? null).toBeNull();
  });

  test.each([
    `import { graph } from 'use-graph'; export const f = graph((x) => x, { autograph: true });`,
    `import { graph as make } from "use-graph"; export const f = make(function (x) { return x; });`,
    `import * as u from 'use-graph'; export const f = u.graph((x) => x);`,
    `const u = require('use-graph'); exports.f = u.graph((x) => x);`,
    `exports.f = require('use-graph').graph((x) => x);`,
    `const { graph: g } = await import('use-graph'); export const f = g((x) => x);`,
    `import { graph } from 'use-graph'; function f(x) { return x; } export const g = graph(f);`,
    `import { graph } from 'use-graph'; const f = (x) => x; export const g = graph(f, {});`,
    `import { graph } from 'use-graph'; class A { m(x) { return -x; } go() { return graph(this.m); } }`,
  ])('stages: %s', (code) => {
    expect(stages(code)).toBe(true);
  });

  test.each([
    [
      'a declaration',
      `export function f(x) { return x > 0 ? x : -x; }\nexport const g = graph(f);`,
    ],
    [
      'an arrow',
      `export const f = (x) => (x > 0 ? x : -x);\nexport const g = graph(f, { name: 'g' });`,
    ],
    [
      'a later assignment',
      `let f;\nf = (x) => (x > 0 ? x : -x);\nexport const g = graph(f);\nexport { f };`,
    ],
    [
      'a property',
      `const o = { f: (x) => (x > 0 ? x : -x) };\nexport const g = graph(o.f), f = o.f;`,
    ],
  ])('a function that is named there is marked: %s', (_, code) => {
    const given = { 'use-graph': { graph: (f: (x: number) => unknown) => (x: number) => [f(x)] } };
    const { exports, told } = runStaged(
      `import { graph } from 'use-graph';\n${code}`,
      'model.ts',
      given,
    );
    expect([exports.f(-2), exports.g(-3)]).toEqual([2, [3]]);
    expect(told).toMatchObject([{ name: 'f', parameters: ['x'] }]);
  });

  test('marks inside of a function that is named there are a part of it', () => {
    const given = { 'use-graph': { graph: (f: unknown) => f } };
    const { exports, told } = runStaged(
      `import { graph } from 'use-graph';\nfunction f(x) { const h = (y) => { "use graph"; return y + 1; }; return h(x); }\nexport const g = graph(f);`,
      'model.ts',
      given,
    );
    expect(exports.g(1)).toBe(2);
    expect(told.map(({ name }) => name)).toEqual(['f']);
  });
});

describe('"use no graph"', () => {
  test('keeps a function and all it contains as written', () => {
    const left = `function left(x) { "use no graph"; const f = (y) => { "use graph"; return y; }; return f(x); }`;
    const { code } = compile(`${left}\nexport function f(x) { "use graph"; return left(x); }`);
    expect(code).toContain(left);
  });
});

describe('refused', () => {
  test.each([
    ['generator', `export function* f(x) { "use graph"; yield x; }`, '1:25'],
    ['generator', `export async function* f(x) { "use graph"; yield x; }`, '1:31'],
    ['generator', `class A { *f(x) { 'use graph'; yield x; } }`, '1:19'],
    ['getter-or-setter', `class A { get f() { "use graph"; return 1; } }`, '1:21'],
    ['getter-or-setter', `const o = { set f(x) { "use graph"; } };`, '1:24'],
    ['constructor', `class A { constructor(x) { "use graph"; this.x = x; } }`, '1:28'],
    [
      'generator',
      `function f(x) { "use graph"; function* g() { "use graph"; yield 1; } return x; }`,
      '1:46',
    ],
  ])('%s: %s', (code, text, place) => {
    const { diagnostics } = compile(text);
    expect(diagnostics[0]).toMatchObject({ code, category: 'error' });
    const { file, line, column } = diagnostics[0]!.location;
    expect([file, `${line}:${column}`]).toEqual(['model.ts', place]);
  });

  test('the rest of the file is staged all the same', () => {
    const { code, diagnostics } = compile(
      `class A { get size() { "use graph"; return 1; } }\nexport function f(x) { "use graph"; return x; }`,
    );
    expect(diagnostics).toHaveLength(1);
    expect(code).toContain('ug.enter');
  });
});

describe('a file that cannot be parsed', () => {
  const read = (code: string) => transform(code, `${root}/model.js`, { root });

  test('is an error where the directive stands in it', () => {
    expect(read(`function f(x) {\n  "use graph";\n  return x +;\n}`)!.diagnostics).toMatchObject([
      {
        code: 'unreadable-file',
        category: 'error',
        location: { file: 'model.js', line: 3, column: 13 },
      },
    ]);
  });

  test.each([
    ['model.js', 'return x + (1 as number) + y!;', 'TypeScript', '.ts'],
    ['model.mjs', 'const z: number = x; return z;', 'TypeScript', '.mts'],
    ['model.jsx', 'const z: number = x; return <p>{z}</p>;', 'TypeScript', '.tsx'],
    ['model.js', 'return (x: ?number);', 'Flow', '@flow'],
  ])('tells what it looks like: %s, %s', (file, body, language, advice) => {
    const code = `export function f(x, y) {\n  "use graph";\n  ${body}\n}`;
    const [problem] = transform(code, `${root}/${file}`, { root })!.diagnostics;
    expect(problem!.message).toContain(`it looks like ${language}`);
    expect(problem!.suggestion).toContain(advice);
  });

  test.each([
    ['-x ** 2', 11],
    ['(x ?? 1 || 2)', 18],
    ['1; const y = 1; const y = 2', 32],
    ['1; break', 13],
  ])('staging does not hide what is wrong in a marked function: %s', (expression, column) => {
    const code = `export function f(x) {\n  "use graph";\n  return ${expression};\n}`;
    expect(read(code)!.diagnostics).toMatchObject([
      {
        code: 'unreadable-file',
        category: 'error',
        location: { file: 'model.js', line: 3, column },
      },
    ]);
    expect(
      read(`function g(x) { return -x ** 2; }\n${code.replace(expression, '1')}`)!.diagnostics,
    ).toEqual([]);
  });

  test('is left to the bundler otherwise', () => {
    expect(read(`// how to use graph\nfunction f( {`)).toBeNull();
  });
});

describe('a directive that is misspelt', () => {
  test.each([
    ['export function f(x) { "use  graph"; return x; }', '1:24', 'written "use graph"'],
    ['export const f = (x) => { "Use Graph"; return x; };', '1:27', 'written "use graph"'],
    ['export function f(x) { "use graph;"\n return x; }', '1:24', 'written "use graph"'],
    ['"use no  graph";\nexport const f = (x) => x;', '1:1', 'written "use no graph"'],
    ['export function f(x) { x++; "USE GRAPH"; return x; }', '1:29', 'written "use graph"'],
    ['export function f(x) { "use-graph"; return x; }', '1:24', 'written "use graph"'],
    ['export function f(x) { "use graf"; return x; }', '1:24', 'written "use graph"'],
    ['export function f(x) { "usegraph"; return x; }', '1:24', 'written "use graph"'],
    ['export function f(x) { "use no-graph"; return x; }', '1:24', 'written "use no graph"'],
    ['"use grpah";\nexport const f = (x) => x;', '1:1', 'written "use graph"'],
    ['export class A { "use graph"; f(x) { return x; } }', '1:18', 'body of each method'],
    ['export class A { "use no graph"; f(x) { return x; } }', '1:18', 'body of each method'],
    ['export function f(x) { ("use graph"); return x; }', '1:25', 'in no parentheses'],
    ['export function f(x) { `use graph`; return x; }', '1:24', 'a string in quotes'],
    ['export const f = ("use graph", (x) => x > 0);', '1:19', 'part of an expression'],
    ['export const f = (x) => ("use graph", x > 0);', '1:26', 'part of an expression'],
    ['export function f(x) { "use graph", x--; return x; }', '1:24', 'part of an expression'],
    ['export const f = (x) => "use graph" && x > 0;', '1:25', 'part of an expression'],
    ['export function f(x) { "use graph"\n(x).run(); return x; }', '1:24', 'goes on behind it'],
    ["export function f(x, y) { 'use graph'\n[x, y] = [y, x]; return x; }", '1:27', 'goes on'],
    ['export function f(x) { "use graph"\n+x; return x; }', '1:24', 'goes on behind it'],
    ['export function f(x) { "use graph"\n`of x`; return x; }', '1:24', 'goes on behind it'],
    ['export function f(x) { void "use graph"; return x; }', '1:29', 'goes on behind it'],
    ['export function f(x) { "use graph" as const; return x; }', '1:24', 'goes on behind it'],
    ['export class A { static { "use graph"; } f(x) { return x; } }', '1:27', 'static block'],
  ])('is warned of: %s', (code, place, message) => {
    const { diagnostics } = compile(code);
    const [problem] = diagnostics;
    expect(problem).toMatchObject({ code: 'misplaced-directive', category: 'warning' });
    expect(`${problem!.location.line}:${problem!.location.column}`).toBe(place);
    expect(problem!.message).toContain(message);
    expect(diagnostics).toHaveLength(1);
  });

  test('is no other string', () => {
    const { diagnostics } = compile(
      'export function f(x) { "use graph"; const s = "Use Graph"; return s + `use  graph`; }',
    );
    expect(diagnostics).toEqual([]);
  });

  test.each(['use graphql', 'use gpu', 'use strict', 'user graph', 'use graphics'])(
    'is not "%s"',
    (text) => {
      const { diagnostics } = compile(
        `"${text}";\nexport function f(x) { "use graph"; "${text}"; return x; }`,
      );
      expect(diagnostics).toEqual([]);
    },
  );
});

describe('a directive within what another one leaves as it is written', () => {
  test.each([
    ['"use no graph";\nexport const f = (x) => { "use graph"; return x; };', '2:27', 'the module'],
    ['"use graph";\n"use no graph";\nexport const f = (x) => x;', '1:1', 'the module'],
    [
      'export function f() { "use no graph"; return (x) => { "use graph"; return x; }; }',
      '1:55',
      'the function',
    ],
    ['export function f(x) { "use graph"; "use no graph"; return x; }', '1:24', 'the function'],
    [
      'export function f(x) { "use graph"; return () => { "use no graph"; return () => { "use graph"; }; }; }',
      '1:83',
      'the function',
    ],
  ])('is warned of: %s', (code, place, around) => {
    const { diagnostics } = compile(code);
    const [problem] = diagnostics;
    expect(problem).toMatchObject({ code: 'misplaced-directive', category: 'warning' });
    expect(`${problem!.location.line}:${problem!.location.column}`).toBe(place);
    expect(problem!.message).toContain(`${around} carries "use no graph"`);
    expect(problem!.suggestion).toBe('Take one of the two out.');
    expect(diagnostics).toHaveLength(1);
  });
});

describe('a directive that is part of something else', () => {
  test('is no text that a program uses', () => {
    const { diagnostics } = compile(
      `"use graph";
export const f = (x) => x === 'use graph' || 'use graph' === x;
export const g = (x) => (x, 'use graph');
export const h = () => 'use graph'.length;
console.log('use graph');`,
    );
    expect(diagnostics).toEqual([]);
  });
});

describe('a directive that is not at the beginning', () => {
  test.each([
    [`export function f(x) { const y = x; "use graph"; return y; }`, '1:37'],
    [`export function f(x) { if (x) { "use graph"; return x; } }`, '1:33'],
    [`import 'a';\n'use graph';`, '2:1'],
    [
      `export const f = (x) => { x++; "use no graph"; };\nexport const g = () => { 'use graph'; };`,
      '1:32',
    ],
  ])('is warned of: %s', (code, place) => {
    const { diagnostics } = compile(code);
    const [problem] = diagnostics;
    expect(problem).toMatchObject({ code: 'misplaced-directive', category: 'warning' });
    expect(`${problem!.location.line}:${problem!.location.column}`).toBe(place);
    expect(diagnostics).toHaveLength(1);
  });
});
