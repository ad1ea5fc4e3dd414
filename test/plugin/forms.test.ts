import { describe, expect, test } from 'vitest';
import { runStaged } from './support.js';

/** A program whose `subject(3)` is 7, in every form that a function can carry the directive. */
const forms: Record<string, string> = {
  declaration: `export function subject(x) { "use graph"; return x * 2 + 1; }`,
  'single quotes': `export function subject(x) { 'use graph'; return x * 2 + 1; }`,
  'no semicolon': `export function subject(x) {\n  "use graph"\n  return x * 2 + 1\n}`,
  'after use strict': `export function subject(x) { 'use strict'; "use graph"; return x * 2 + 1; }`,
  'exported apart': `function inner(x) { "use graph"; return x * 2 + 1; }\nexport { inner as subject };`,
  expression: `export const subject = function (x) { "use graph"; return x * 2 + 1; };`,
  'named expression': `export const subject = function named(x) { "use graph"; return x * 2 + 1; };`,
  arrow: `export const subject = (x) => { "use graph"; return x * 2 + 1; };`,
  'arrow without parentheses': `export const subject = x => { "use graph"; return x * 2 + 1; };`,
  parenthesised: `export const subject = ((x) => { "use graph"; return x * 2 + 1; });`,
  'default value': `const { subject = (x) => { "use graph"; return x * 2 + 1; } } = {};\nexport { subject };`,
  assignment: `let subject;\nsubject = function (x) { "use graph"; return x * 2 + 1; };\nexport { subject };`,
  'object method': `const o = { two: 2, m(x) { "use graph"; return x * this.two + 1; } };\nexport const subject = (x) => o.m(x);`,
  'object property': `const o = { m: function (x) { "use graph"; return x * this.two + 1; }, two: 2 };\nexport const subject = (x) => o.m(x);`,
  'computed object method': `const k = 'key';\nconst o = { [k + 1](x) { "use graph"; return x * 2 + 1; } };\nexport const subject = (x) => o.key1(x);`,
  'class method': `class A { two = 2; m(x) { "use graph"; return x * this.two + 1; } }\nexport const subject = (x) => new A().m(x);`,
  'static method': `class A { static two = 2; static m(x) { "use graph"; return x * this.two + 1; } }\nexport const subject = (x) => A.m(x);`,
  'private method': `class A { #two = 2; #m(x) { "use graph"; return x * this.#two + 1; } go(x) { return this.#m(x); } }\nexport const subject = (x) => new A().go(x);`,
  'static private method': `class A { static #m(x) { "use graph"; return x * 2 + 1; } static go(x) { return A.#m(x); } }\nexport const subject = (x) => A.go(x);`,
  'computed class method': `const k = Symbol();\nclass A { [k](x) { "use graph"; return x * 2 + 1; } }\nexport const subject = (x) => new A()[k](x);`,
  'super call': `class B { m(x) { return x * 2; } }\nclass A extends B { m(x) { "use graph"; return super.m(x) + 1; } }\nexport const subject = (x) => new A().m(x);`,
  'class field': `class A { two = 2; m = (x) => { "use graph"; return x * this.two + 1; }; }\nexport const subject = (x) => new A().m(x);`,
  'static class field': `class A { static m = (x) => { "use graph"; return x * 2 + 1; }; }\nexport const subject = (x) => A.m(x);`,
  'class expression': `const A = class { m(x) { "use graph"; return x * 2 + 1; } };\nexport const subject = (x) => new A().m(x);`,
  'default parameter': `export function subject(x, two = 2) { "use graph"; return x * two + 1; }`,
  'patterns and rest': `function f({ x }, [two] = [2], ...[one]) { "use graph"; return x * two + one; }\nexport const subject = (x) => f({ x }, undefined, 1);`,
  arguments: `function f(x) { "use graph"; return arguments[0] * 2 + arguments.length; }\nexport const subject = (x) => f(x);`,
  'arguments beside parameters': `function f(x, two = 2, ...rest) { "use graph"; return x * two + arguments.length - rest.length; }\nexport const subject = (x) => f(x, 2, 0) - 1;`,
  'self call': `const go = function me(n) { "use graph"; return n > 0 ? 2 + me(n - 1) : 1; };\nexport const subject = go;`,
  'called before its declaration': `export const early = subject(3);\nexport function subject(x) { "use graph"; return x * 2 + 1; }`,
  closure: `const make = (k) => function (x) { "use graph"; return x * k + 1; };\nexport const subject = make(2);`,
  'arrow in an arrow': `const make = (k) => (x) => { "use graph"; return x * k + 1; };\nexport const subject = make(2);`,
  'method in an expression': `const make = (k) => ({ m(x) { "use graph"; return x * k + 1; } });\nexport const subject = (x) => make(2).m(x);`,
  'method in a parameter': `function f(k, o = { m(x) { "use graph"; return x * k + 1; } }) { return o; }\nexport const subject = (x) => f(2).m(x);`,
  'method in a loop without braces': `const all = [];\nfor (const k of [2, 3]) all.push({ m(x) { "use graph"; return x * k + 1; } });\nexport const subject = (x) => all[0].m(x);`,
  'static block': `let subject;\nclass A { static { function inner(x) { "use graph"; return x * 2 + 1; } subject = inner; } }\nexport { subject };`,
  'case of a switch': `function make(k) { switch (k) { case 1: function f(x) { "use graph"; return x * 2 + 1; } return f; } }\nexport const subject = make(1);`,
  'statement of an if': `let o;\nif (true) o = { m(x) { "use graph"; return x * 2 + 1; } };\nexport const subject = (x) => o.m(x);`,
  'body of a do loop': `let o;\ndo o = { m(x) { "use graph"; return x * 2 + 1; } }; while (!o);\nexport const subject = (x) => o.m(x);`,
  'method of a class in a method': `class A { make() { return new (class { m(x) { "use graph"; return x * 2 + 1; } })(); } }\nexport const subject = (x) => new A().make().m(x);`,
  'returned object': `function make() { return { m(x) { "use graph"; return x * 2 + 1; } } }\nexport const subject = (x) => make().m(x);`,
  'computed key of a class': `let f;\nclass A { [(f = (x) => { "use graph"; return x * 2 + 1; }, 'key')] = 1; }\nexport const subject = f;`,
  'logical assignment': `let subject;\nsubject ??= (x) => { "use graph"; return x * 2 + 1; };\nexport { subject };`,
  'immediately called': `export const subject = (() => { const two = 2; return (x) => { "use graph"; return x * two + 1; }; })();`,
  'new.target': `export const subject = function (x) { "use graph"; return x * 2 + (new.target === undefined ? 1 : 0); };`,
  'names of helpers': `const ug = 2, arguments$1 = 1;\nexport function subject(x) { "use graph"; return arguments[0] * ug + arguments$1; }`,
  'with types': `export function subject<T extends number>(this: void, x: T, two?: number): number { "use graph"; return (x as number) * (two ?? 2) + 1; }`,
  'types inside': `export function subject(x: number) { "use graph"; let y!: number; class A { [key: string]: unknown; two = 2; one!: number } y = x * (new A().two as number) + 1; return y; }`,
  namespace: `namespace N { export function f(x) { "use graph"; return x * 2 + 1; } }\nexport const subject = N.f;`,
  'abstract class': `abstract class B { abstract m(x: number): number; }\nclass A extends B { override m(x: number): number { "use graph"; return x * 2 + 1; } }\nexport const subject = (x) => new A().m(x);`,
  overloads: `export function subject(x: number): number;\nexport function subject(x: string): string;\nexport function subject(x: never): unknown { "use graph"; return x * 2 + 1; }`,
  'inline to graph': `import { graph as g } from 'use-graph';\nexport const subject = g((x) => x * 2 + 1);`,
  'inline to graph of a namespace': `import * as all from 'use-graph';\nexport const subject = all.graph(function (x) { return x * 2 + 1; }, { name: 'f' });`,
  'required graph': `const { graph } = require('use-graph');\nexports.subject = graph((x) => x * 2 + 1);`,
};

const packages = { 'use-graph': { graph: (f: unknown) => f } };

describe('a function with the directive', () => {
  test.each(Object.entries(forms))('%s', (_, code) => {
    const { exports, slots } = runStaged(code, 'model.ts', packages);
    expect(exports.subject(3)).toBe(7);
    expect(slots.some(({ calls }) => calls > 0)).toBe(true);
  });

  test.each(
    Object.entries(forms).filter(([name]) => !/types|overloads|namespace|abstract/.test(name)),
  )('%s, in a JavaScript file', (_, code) => {
    const { exports, slots } = runStaged(code, 'model.jsx', packages);
    expect(exports.subject(3)).toBe(7);
    expect(slots.some(({ calls }) => calls > 0)).toBe(true);
  });
});

describe('what stays as it was to callers', () => {
  const code = `
export function plain(a, b) { "use graph"; return a; }
export function defaults(a, b = a, c) { "use graph"; return b; }
export function pattern({ a }, [b], ...rest) { "use graph"; return a; }
export const arrow = (a, { b } = {}) => { "use graph"; return a; };
export const named = function inner(a) { "use graph"; return a; };
export default (a) => { "use graph"; return a; };
export class Model {
  method(a, b) { "use graph"; return a; }
  static make(a) { "use graph"; return a; }
  field = (a, b, c) => { "use graph"; return a; };
}
`;

  test('names and lengths', () => {
    const { exports } = runStaged(code);
    const { Model } = exports;
    const seen = [
      exports.plain,
      exports.defaults,
      exports.pattern,
      exports.arrow,
      exports.named,
      exports.default,
      Model.prototype.method,
      Model.make,
      new Model().field,
    ].map(({ name, length }) => [name, length]);
    expect(seen).toEqual([
      ['plain', 2],
      ['defaults', 1],
      ['pattern', 2],
      ['arrow', 1],
      ['inner', 1],
      ['default', 1],
      ['method', 2],
      ['make', 1],
      ['field', 3],
    ]);
  });

  test('defaults and patterns are evaluated once', () => {
    const { exports } = runStaged(
      `let count = 0;\nexport function f(a, b = ++count, { c } = { get c() { count += 10; return 1; } }) { "use graph"; return [b, c, count]; }`,
    );
    expect(exports.f(0)).toEqual([1, 1, 11]);
  });

  test('the runtime is told names, places and parameters', () => {
    const { exports, told } = runStaged(
      `\nexport function settle(x, { y }, ...rest) {\n  "use graph";\n  return x;\n}\n`,
    );
    exports.settle(1, { y: 2 });
    expect(told).toEqual([
      { name: 'settle', at: 'model.ts:2:8', length: 2, parameters: ['x', '{ y }', '...rest'] },
    ]);
  });
});

describe('async functions', () => {
  const body = `"use graph"; const y = await (x * 2); return y + 1;`;
  const asyncForms: Record<string, string> = {
    declaration: `export async function subject(x) { ${body} }`,
    expression: `export const subject = async function (x) { ${body} };`,
    arrow: `export const subject = async (x) => { ${body} };`,
    'arrow without parentheses': `export const subject = async x => { ${body} };`,
    'object method': `const o = { async m(x) { ${body} } };\nexport const subject = (x) => o.m(x);`,
    'class method': `class A { /* async */ async m(x) { ${body} } }\nexport const subject = (x) => new A().m(x);`,
    'static private method': `class A { static async #m(x) { ${body} } static go(x) { return A.#m(x); } }\nexport const subject = (x) => A.go(x);`,
    'method named async': `class A { async async(x) { ${body} } }\nexport const subject = (x) => new A().async(x);`,
  };

  test.each(Object.entries(asyncForms))('%s', async (_, code) => {
    const { exports, told } = runStaged(code);
    const result = exports.subject(3);
    expect(result).toBeInstanceOf(Promise);
    expect(await result).toBe(7);
    expect(told[0]!.async).toBe(true);
  });

  test('inside of a trace it gives its value at once', () => {
    const { exports, staging } = runStaged(asyncForms.declaration!);
    staging.on = true;
    expect(exports.subject(3)).toBe(7);
  });

  test('an error becomes a rejection', async () => {
    const { exports } = runStaged(
      `export async function subject(x) { "use graph"; throw new RangeError(x); }`,
    );
    await expect(exports.subject('no')).rejects.toThrow(RangeError);
  });
});

describe('each closure has its own graph function', () => {
  const closures: Record<string, string> = {
    'declaration in a function': `export function make(k) { return f; function f(x) { "use graph"; return x * k; } }`,
    'declaration in a block': `export const made = [];\nfor (const k of [2, 3]) { made.push(f); function f(x) { "use graph"; return x * k; } }\nexport const make = (k) => made[k - 2];`,
    'object method': `export function make(k) { const o = { m(x) { "use graph"; return x * k; } }; return (x) => o.m(x); }`,
    'method of an arrow': `const inner = (k) => ({ m(x) { "use graph"; return x * k; } });\nexport const make = (k) => { const o = inner(k); return (x) => o.m(x); };`,
    'class in a function': `export function make(k) { class A { static m(x) { "use graph"; return x * k; } } return (x) => A.m(x); }`,
    'method in a parameter': `const inner = (k, o = { m(x) { "use graph"; return x * k; } }) => o;\nexport const make = (k) => { const o = inner(k); return (x) => o.m(x); };`,
    'method in a loop': `const made = [];\nfor (const k of [2, 3]) made.push({ m(x) { "use graph"; return x * k; } });\nexport const make = (k) => (x) => made[k - 2].m(x);`,
  };

  test.each(Object.entries(closures))('%s', (_, code) => {
    const { exports, slots } = runStaged(code);
    const [double, triple] = [exports.make(2), exports.make(3)];
    expect([double(5), triple(5), double(6)]).toEqual([10, 15, 12]);
    expect(slots.map(({ calls }) => calls)).toEqual([2, 1]);
  });
});
