import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { compile, divertedNames, runStaged, stagedCode } from './support.js';

/** Which of the functions named `a`, `b`, `c`, … got a staged body. */
function stagedAlong(code: string): string[] {
  const names = divertedNames(stagedCode(code)).map((name) => name.replace('#', ''));
  return names.filter((name) => /^[a-z]$/.test(name));
}

const root = (body: string) => `export function marked(x, o) { "use graph"; return ${body}; }\n`;

describe('functions of the module that staged code reaches', () => {
  test.each([
    [
      'a declaration',
      `${root('a(x)')}function a(x) { return -x; }\nfunction b(x) { return -x; }`,
      'a',
    ],
    ['an arrow', `${root('a(x)')}const a = (x) => -x, b = (x) => -x;`, 'a'],
    ['a function expression', `const a = function (x) { return -x; };\n${root('a(x)')}`, 'a'],
    [
      'through each other',
      `${root('a(x)')}function a(x) { return b(x); }\nconst b = (x) => c(x);\nfunction c(x) { return a(x); }\nfunction d() { return -1; }`,
      'a,b,c',
    ],
    ['given as a value', `${root('o.map(a)')}const a = (x) => -x;`, 'a'],
    [
      'from a table',
      `${root('table[o](x)')}const table = { a: (x) => -x, b(x) { return -x; } };\nconst c = (x) => -x;`,
      'a,b',
    ],
    [
      'from an array',
      `${root('table[0](x)')}const table = [a, b];\nfunction a(x) { return -x; }\nfunction b(x) { return -x; }\nfunction c() { return -1; }`,
      'a,b',
    ],
    [
      'put into what an object or class has',
      `const app = { hooks: [], on: {} };\nclass K { static all = new Map(); }\napp.hooks.push((x) => a(x));\napp.on.click = b;\nK.all.set('c', (x) => c(x));\nconst a = (x) => -x, b = (x) => -x, c = (x) => -x, d = (x) => -x;\n${root('app.hooks[0](x) + app.on[o](x) + K.all.get(o)(x)')}`,
      'a,b,c',
    ],
    [
      'given to a class',
      `class Registry { static #m = new Map(); static add(n, f) { Registry.#m.set(n, f); return this; } static find(n) { return Registry.#m.get(n); } }\nRegistry.add('a', (x) => a(x)).add('b', b);\nfunction a(x) { return -x; }\nconst b = (x) => -x;\n${root('Registry.find(o)(x)')}`,
      'a,b',
    ],
    [
      'put into a list, a map and a table',
      `${root('l[0](x) + m.get(o)(x) + t[o](x)')}const l = [], m = new Map(), t = {}, n = [];\nl.push((x) => b(x), a);\nfunction a(x) { return -x; }\nfunction b(x) { return -x; }\nconst c = (x) => -x, d = (x) => -x, e = (x) => -x;\nm.set('c', c);\nt['d'] = d;\nn.push(e);`,
      'a,b,c,d',
    ],
    [
      'put into a list by a function of the module',
      `${root('l.forEach((f) => f(x))')}const l = new Set();\nconst on = (name, f) => { if (f) l.add(f); };\non('a', a);\non('b', (x) => b(x));\nfunction a(x) { return -x; }\nfunction b(x) { return -x; }\nfunction c(x) { return -x; }\nexport const other = (f) => f(c);`,
      'a,b',
    ],
    [
      'put into a list one after another',
      `${root('l[o](x)')}const l = [];\nconst use = (f) => (l.push(f), use);\nuse(a)((x) => b(x));\nfunction a(x) { return -x; }\nfunction b(x) { return -x; }`,
      'a,b',
    ],
    [
      'made before any trace, by way of others',
      `${root('f(x) + g[0](x) + h()(x)')}const f = parse(), g = each([1]), h = lazy(() => (x) => c(x));\nfunction parse() { const sum = () => { let l = (x) => -x; const k = l; l = (x) => a(k(x)); return l; }; return sum(); }\nfunction each(l) { return l.map((k) => (x) => b(x, k)); }\nfunction lazy(make) { let v; return () => v ??= make(); }\nfunction a(x) { return -x; }\nfunction b(x) { return -x; }\nfunction c(x) { return -x; }`,
      'a,b,c,l',
    ],
    [
      'given to an object of the module',
      `class Registry { #m = new Map(); register(n, f) { this.#m.set(n, f); } find(n) { return this.#m.get(n); } }\nconst r = new Registry();\nr.register('a', (x) => a(x));\nfunction a(x) { return -x; }\n${root('r.find(o)(x)')}`,
      'a',
    ],
    [
      'composed',
      `${root('f(x)')}const f = compose(a, (x) => b(x));\nconst a = (x) => -x;\nfunction b(x) { return -x; }\nfunction compose(f, g) { return (x) => f(g(x)); }`,
      'a,b',
    ],
    ['assigned later', `${root('a(x)')}let a;\na = (x) => -x;`, 'a'],
    [
      'a method by its name',
      `${root('o.a(x)')}class A { a(x) { return -x; } b(x) { return -x; } }`,
      'a',
    ],
    [
      'a private method',
      `class A { go(x) { "use graph"; return this.#a(x); } #a(x) { return -x; } #b(x) { return -x; } }`,
      'a',
    ],
    ['a class field', `${root('o.a(x)')}class A { a = (x) => -x; b = (x) => -x; }`, 'a'],
    ['a static method', `${root('A.a(x)')}class A { static a(x) { return -x; } }`, 'a'],
    ['a method taken apart', `${root('(({ a }) => a(x))(o)')}class A { a(x) { return -x; } }`, 'a'],
    ['a method given as a value', `${root('x.map(o.a)')}class A { a(x) { return -x; } }`, 'a'],
    ['an optional call', `${root('o?.a?.(x)')}const p = { a(x) { return -x; } };`, 'a'],
    [
      'a computed call',
      `${root('o[x](x)')}class A { a(x) { return -x; } b(x) { return -x; } }`,
      'a,b',
    ],
    [
      'methods of a base class',
      `class A { b(x) { return -x; } }\nclass B extends A { go(x) { "use graph"; return super.b(x); } }`,
      'b',
    ],
    [
      'not a shadowed name',
      `export function marked(x, a) { "use graph"; return a(x); }\nfunction a(x) { return -x; }`,
      '',
    ],
    [
      'not a nested function',
      `export function marked(x) { "use graph"; const a = (y) => -y; return a(x); }`,
      '',
    ],
    [
      'not a library of the same name',
      `import * as tf from 'tf';\n${root('tf.a(x) + Math.b(x)')}const p = { a(x) { return -x; }, b(x) { return -x; } };`,
      '',
    ],
    [
      'not what opts out',
      `${root('a(x)')}function a(x) { "use no graph"; return b(x); }\nfunction b(x) { return -x; }`,
      '',
    ],
    [
      'what is given to a call that gives a member',
      `${root('net.g(x) + net.h(x)')}class Net { h = wrap((x) => b(x)); constructor() { this.g = wrap((x) => a(x)); } }
const net = new Net();
function a(x) { return -x; }
function b(x) { return -x; }
function c() { return -1; }`,
      'a,b',
    ],
    [
      'accessors, generators, and constructors with what they call',
      `${root('a(x) + o.b + new C()')}function* a(x) { yield -x; }\nclass C { constructor() { this.d(); } get b() { return -this.v; } d() { return -this.v; } }`,
      'a,b,d',
    ],
    [
      'constructors where a static method makes an object of its class',
      `${root('o.make(x)')}class A { static make(x) { return new this(x); } }\nclass B extends A { constructor(x) { super(); this.y = b(x); } }\nfunction b(x) { return -x; }`,
      'b',
    ],
    [
      'constructors where new.target is made',
      `${root('o.twin(x)')}class A { constructor(x) { this.x = x; } twin(x) { const go = () => new new.target(x); return -go(); } }\nclass B { constructor(x) { this.y = b(x); } }\nfunction b(x) { return -x; }`,
      'b',
    ],
    [
      'no constructors where an object is only read',
      `${root('o.make(x)')}class A { static scale = 2; static make(x) { return this.scale * x; } }\nclass B extends A { constructor(x) { super(); this.y = b(x); } }\nfunction b(x) { return -x; }`,
      '',
    ],
    [
      'from a function given to graph by name',
      `import { graph } from 'use-graph';\nexport const f = graph(a);\nfunction a(x) { return b(x); }\nfunction b(x) { return -x; }\nfunction c() { return -1; }`,
      'b',
    ],
    [
      'a function inside of one that is staged along',
      `${root('a(x)')}function a(x) { const b = (y) => -y; return b(x); }`,
      'a',
    ],
    [
      'the inner functions of a mark inside',
      `function a(x) { const b = (y) => -y; function inner(z) { "use graph"; return b(z); } return inner(x); }`,
      'b',
    ],
  ])('%s', (_, code, names) => {
    expect(stagedAlong(code).join()).toBe(names);
  });
});

test('a method that is assigned to a prototype is reached by its name', () => {
  const staged = stagedCode(
    `${root('o.a(x)')}function F() {}\nF.prototype.a = function (x) { return this.y + x; };`,
  );
  expect(staged).toContain(
    'F.prototype.a = function (x) {\n  if (ug.is_staging("staged from model.ts:3:17")) return (x => {',
  );
});

test('a function that cannot be staged stays as written, with a warning', () => {
  const helper = `function helper(x, code) { return eval(code) + x; }`;
  const { code, diagnostics } = compile(`${root('helper(x, o)')}${helper}`);
  expect(diagnostics).toMatchObject([
    {
      code: 'direct-eval',
      category: 'warning',
      location: { file: 'model.ts', line: 2, column: 35 },
    },
  ]);
  expect(code).toContain(helper);
  expect(code).toContain('ug.enter');
});

describe('a function that is staged along', () => {
  const code = `
export function marked(x) { "use graph"; return declared(x) + arrow(x) + new Model().method(x) + self(x) + later(x); }
export function declared(x, y = 1) { 'use strict'; /* kept */ return x + y   ; }
export const arrow = (x)   => x + arguments_(1, 2);
function arguments_() { return arguments.length; }
export const self = function me(n) { return n > 0 ? 1 + me(n - 1) : 0; };
export async function later(x) { var x = x ; return x ; }
export class Model {
  scale = 2;
  method(x) { return x * this.scale; }
  async slow(x) { return x * this.scale + arguments.length; }
}
export function usesSlow(x) { "use graph"; return new Model().slow(x, 0); }
`.replace("'use strict'; ", '');

  test('means the same inside and outside of a trace', async () => {
    const { exports, staging } = runStaged(code);
    const seen = () => [
      exports.declared(1),
      exports.arrow(1),
      exports.self(3),
      new exports.Model().method(4),
    ];
    expect(seen()).toEqual([2, 3, 3, 8]);
    expect(await exports.later(5)).toBe(5);
    expect(await new exports.Model().slow(4, 0)).toBe(10);
    staging.on = true;
    expect(seen()).toEqual([2, 3, 3, 8]);
    expect(exports.later(5)).toBe(5);
    expect(new exports.Model().slow(4, 0)).toBe(10);
  });

  test('is left alone where no tensor could change what it does', () => {
    const text = `class Model {
  constructor(rate, parts) { this.rate = rate; this.parts = parts; }
  get first() { return this.parts; }
  part(x) { return { x, rate: this.rate, of: (y) => y }; }
}`;
    const staged = stagedCode(
      `${text}\n${root('new Model(x, o).first[0] + new Model(x, o).part(x)')}`,
    );
    expect(staged).toContain(text);
  });

  test('keeps its text', () => {
    const staged = stagedCode(code);
    expect(staged).toContain('return x + y   ;\n}');
    expect(staged).toMatch(
      /= \(x\) {3}=> ug\.is_staging\(\S+ \S+ \S+\) \? .* : x \+ arguments_\(1, 2\);/s,
    );
    expect(staged).toContain('{ var x = x ; return x ; }');
    expect(staged).toContain('return x * this.scale;\n  }');
  });

  test('evaluates defaults and patterns once, and staged in a trace', () => {
    const { exports, staging, code } = runStaged(
      `let count = 0;
export function helper(x, y = x > 0 ? ++count : -1, [z] = [y]) { var x = x; return [x, y, z, arguments.length]; }
export class A { method(x, y = super.toString() + this.k) { return y; } k = 1; }
export function marked(x) { "use graph"; return [helper(x), new A().method(x)]; }`,
    );
    expect(exports.helper(5)).toEqual([5, 1, 1, 1]);
    expect(new exports.A().method(0)).toBe('[object Object]1');
    staging.on = true;
    expect(exports.helper(5)).toEqual([5, 2, 2, 1]);
    expect(new exports.A().method(0)).toBe('[object Object]1');
    expect(exports.helper.length).toBe(1);
    expect(code).toContain('{ var x = x; return [x, y, z, arguments.length]; }');
  });

  test('goes when nobody uses it', async () => {
    const kept = await build({
      stdin: { contents: 'import "m"' },
      bundle: true,
      format: 'esm',
      write: false,
      plugins: [
        {
          name: 'module',
          setup(setup) {
            setup.onResolve({ filter: /m$/ }, () => ({ path: 'm', namespace: 'm' }));
            setup.onResolve({ filter: /staged$/ }, () => ({
              path: 's',
              external: true,
              sideEffects: false,
            }));
            setup.onLoad({ filter: /./, namespace: 'm' }, () => ({
              contents: stagedCode(
                `export const f = (x) => { "use graph"; return g(x) };\nexport const g = (x) => -x;\nexport const h = function me(x) { "use graph"; return me(x); };`,
              ),
              loader: 'ts',
            }));
          },
        },
      ],
    });
    expect(kept.outputFiles[0]!.text).not.toContain('graph_function');
    expect(kept.outputFiles[0]!.text).not.toContain('is_staging');
  });

  test('keeps name and length', () => {
    const { exports } = runStaged(code);
    expect([
      exports.arrow.name,
      exports.self.name,
      exports.declared.length,
      exports.later.length,
    ]).toEqual(['arrow', 'me', 1, 1]);
  });
});

describe('a namespace of TypeScript', () => {
  test('has its functions staged where it is named', () => {
    const source = `namespace Util { export const a = (x) => -x; export function b(x) { return -x; } }
      namespace Other { export const c = (x) => -x; }
      export function marked(x) { "use graph"; return Util.a(x); }`;
    const staged = stagedCode(source, 'program.ts');
    expect(staged).toMatch(/const a = \(x\) => ug\.is_staging\(/);
    expect(staged).toMatch(/function b\(x\) \{\n +if \(ug\.is_staging/);
    expect(staged).toMatch(/const c = \(x\) => -x/);
  });
});
