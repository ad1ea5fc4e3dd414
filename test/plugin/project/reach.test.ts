import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findDemands } from '../../../plugin/project/demandSearch.js';
import { Project } from '../../../plugin/project/index.js';
import { parseFile } from '../../../plugin/project/parsedFile.js';
import { type Files, stagedAlong, stagedIn, writeProject } from './support.js';

const marked = (imports: string, body: string) =>
  `${imports}\nexport function train(x, o) { "use graph"; return ${body}; }\n`;

const helpers = `export function a(x) { return x > 0 ? x : b(x); }
export function b(x) { return -x; }
export const c = (x) => -x;
export default function d(x) { return -x; }
`;

describe('what staged code uses of other files is staged along', () => {
  test.each<[string, Files, string[]]>([
    [
      'a named import',
      { 'm.js': marked(`import { a } from './h.js';`, 'a(x)'), 'h.js': helpers },
      ['h.js: a, b'],
    ],
    [
      'an import under another name',
      { 'm.js': marked(`import { c as a } from './h.js';`, 'a(x)'), 'h.js': helpers },
      ['h.js: c'],
    ],
    [
      'a default import',
      { 'm.js': marked(`import a from './h.js';`, 'a(x)'), 'h.js': helpers },
      ['h.js: d'],
    ],
    [
      'a namespace',
      { 'm.js': marked(`import * as h from './h.js';`, 'h.b(x)'), 'h.js': helpers },
      ['h.js: b'],
    ],
    [
      'a namespace as a value',
      { 'm.js': marked(`import * as h from './h.js';`, 'h[o](x)'), 'h.js': helpers },
      ['h.js: a, b, c, d'],
    ],
    [
      'a function given as a value',
      { 'm.js': marked(`import { c } from './h.js';`, 'x.map(c)'), 'h.js': helpers },
      ['h.js: c'],
    ],
    [
      'constructors of classes that only the program tells',
      {
        'm.js': marked('', 'o.make(x)'),
        'h.js': `export class A { static make(x) { return new this(x); } }`,
        'k.js': `import { A } from './h.js';\nexport class B extends A { constructor(x) { super(); this.y = b(x); } }\nfunction b(x) { return -x; }`,
      },
      ['h.js: make', 'k.js: b, constructor'],
    ],
    [
      'files that Vite finds by patterns',
      {
        'm.js': marked(
          `const all = import.meta.glob(['./h/*.js', '!./h/no.js'], { eager: true });`,
          'all[o].b(x)',
        ),
        'h/a.js': helpers,
        'h/no.js': helpers,
        'k.js': helpers,
      },
      ['h/a.js: a, b, c, d'],
    ],
    [
      'files that webpack finds below a directory',
      {
        'm.ts': marked(`const all = require.context('./h', true, /\\.js$/);`, 'all(o).b(x)'),
        'h/k/a.js': helpers,
        'k.js': helpers,
      },
      ['h/k/a.js: a, b, c, d'],
    ],
    [
      'modules whose names are put together, also those of a table in another file',
      {
        'm.js': marked(`import { all } from './all.js';`, 'all(o).b(x)'),
        'all.js': `export const all = (name) => name ? import(\`./h/\${name}.js\`) : import('./k/' + name);`,
        'h/a.js': helpers,
        'k/a.js': helpers,
        'l/a.js': helpers,
      },
      ['all.js: all', 'h/a.js: a, b, c, d', 'k/a.js: a, b, c, d'],
    ],
    [
      'no patterns of a file that has nothing to do with graphs',
      {
        'm.js': marked('', 'x'),
        'k.js': `export const all = import.meta.glob('./h/*.js');`,
        'h/a.js': helpers,
      },
      [],
    ],
    [
      'a chain of files',
      {
        'm.js': marked(`import { f } from './f.js';`, 'f(x)'),
        'f.js': `import { g } from './g.js';\nexport const f = (x) => g(x);\nexport const unused = (x) => -x;`,
        'g.js': `import { b } from './h.js';\nexport function g(x) { return b(x); }`,
        'h.js': helpers,
      },
      ['f.js: f', 'g.js: g', 'h.js: b'],
    ],
    [
      'a barrel',
      {
        'm.js': marked(`import { a, e, all } from './index.js';`, 'a(x) + e(x) + all.b(x)'),
        'index.js': `export * from './h.js';\nexport { c as e } from './h.js';\nexport * as all from './g.js';`,
        'h.js': helpers,
        'g.js': `export const b = (x) => -x, z = (x) => -x;`,
      },
      ['g.js: b, z', 'h.js: a, b, c'],
    ],
    [
      'an import that is exported again',
      {
        'm.js': marked(`import { e } from './index.js';`, 'e(x)'),
        'index.js': `import { c } from './h.js';\nexport { c as e };`,
        'h.js': helpers,
      },
      ['h.js: c'],
    ],
    [
      'files that import each other',
      {
        'm.js': `import { f } from './n.js';\nexport function go(x) { "use graph"; return f(x); }\nexport function back(x) { return -x; }`,
        'n.js': `import { back } from './m.js';\nexport function f(x) { return back(x); }`,
      },
      ['m.js: back', 'n.js: f'],
    ],
    [
      'a default export of an expression',
      { 'm.js': marked(`import h from './h.js';`, 'h(x)'), 'h.js': 'export default (x) => -x;' },
      ['h.js: default'],
    ],
    [
      'an object of functions',
      {
        'm.js': marked(`import { table } from './h.js';`, 'table.p(x)'),
        'h.js':
          'export const table = { p: (x) => -x, q(x) { return -x; } };\nexport const r = (x) => -x;',
      },
      ['h.js: p, q'],
    ],
    [
      'an export list',
      {
        'm.js': marked(`import { p } from './h.js';`, 'p(x)'),
        'h.js': 'const q = (x) => -x;\nfunction r() {}\nexport { q as p, r };',
      },
      ['h.js: q'],
    ],
    [
      'a function made by another',
      {
        'm.js': marked(`import { p } from './h.js';`, 'p(x)'),
        'h.js': 'const scale = (k) => (x) => -x * k;\nexport const p = scale(2);',
      },
      ['h.js: , scale'],
    ],
    [
      'require',
      {
        'm.cjs': `const { a } = require('./h.cjs');\nconst h = require('./g.cjs');\nexports.train = function (x) { "use graph"; return a(x) + h.p(x) + require('./f.cjs')(x); };`,
        'h.cjs': `exports.a = (x) => -x;\nexports.b = (x) => -x;`,
        'g.cjs': `module.exports = { p(x) { return -x; }, q(x) { return -x; } };`,
        'f.cjs': `module.exports = function f(x) { return -x; };`,
      },
      ['f.cjs: f', 'g.cjs: p', 'h.cjs: '],
    ],
    [
      'import()',
      {
        'm.js': `export async function f(x) { "use graph"; const { a } = await import('./h.js'); return a(x); }`,
        'h.js': helpers,
      },
      ['h.js: a, b'],
    ],
    [
      'import() with then',
      {
        'm.js': `let p, q;\nimport('./h.js').then((h) => { p = h.a; });\nawait import('./g.js').then(({ r: s }) => { q = s; });\n${marked('', 'p(x) + q(x)')}`,
        'h.js': helpers,
        'g.js': 'export const r = (x) => -x, t = (x) => -x;',
      },
      ['g.js: r', 'h.js: a, b'],
    ],
    [
      'a class and its base class',
      {
        'm.js': marked(`import { Model } from './model.js';`, 'new Model().forward(x)'),
        'model.js': `import { Base } from './base.js';\nexport class Model extends Base { forward(x) { return this.add(x) + super.scaled(x); } unused(x) { return -x; } }`,
        'base.js': `export class Base { add(x) { return -x; } scaled(x) { return -x; } other(x) { return -x; } }`,
      },
      ['base.js: add, scaled', 'model.js: forward'],
    ],
    [
      'a method of an object from elsewhere',
      {
        'main.js': `import { train } from './m.js';\nimport { Model } from './model.js';\ntrain(1, new Model());`,
        'm.js': marked('', 'o.forward(x)'),
        'model.js': `export class Model { forward(x) { return -x; } backward(x) { return -x; } }`,
      },
      ['model.js: forward'],
    ],
    [
      'not what is named like a method of tensors, on something unknown',
      {
        'm.js': marked('', 'x.add(o)'),
        'store.js': `export class Store { add(x) { return -x; } }`,
      },
      [],
    ],
    [
      'what is named like a method of tensors, on something unknown, in what files with staged code import',
      {
        'm.js': `import { total } from './total.js';\nimport { Store } from './store.js';\nexport function go(x) { "use graph"; return total([new Store(x), Store.of(x)]); }`,
        'total.js': 'export const total = (l) => l.reduce((a, b) => a.add(b)).size;',
        'store.js': `import { Base } from './base.js';\nexport class Store extends Base { static of(x) { return -x; } add(o) { return -o; } get(x) { return -x; } }`,
        'base.js': 'export class Base { get size() { return -this.n; } map(x) { return -x; } }',
        'other.js': 'export class Other { add(o) { return -o; } }',
      },
      ['base.js: size', 'store.js: add, of', 'total.js: total'],
    ],
    [
      'not what is named like a method of tensors, on what is surely none of the project',
      {
        'm.js': `import * as tf from '@tensorflow/tfjs-core';\nimport { Store } from './store.js';\nexport function go(x) { "use graph"; const m = new Map(); return [1, 2].map((k) => tf.add(x, k)).concat(m.get(new Store(x))); }`,
        'store.js':
          'export class Store { map(o) { return -o; } get(x) { return -x; } concat(x) { return -x; } add(x) { return -x; } }',
      },
      [],
    ],
    [
      'what is named like a method of tensors, of objects that a graph function is given',
      {
        'main.js': `import { train } from './m.js';\nimport { Buffer } from './buffer.js';\nimport { View } from './view.js';\nconst buffer = new Buffer(3);\nexport const run = (x) => { new View().add(x); return train(x, buffer); };`,
        'm.js': marked('', 'o.add(x)'),
        'buffer.js': 'export class Buffer { add(x) { return -x; } }',
        'view.js': 'export class View { add(x) { return -x; } }',
      },
      ['buffer.js: add'],
    ],
    [
      'what is given to something that keeps it where staged code finds it',
      {
        'm.js': marked(
          `import { bus } from './bus.js';\nimport { apply } from './hooks.js';`,
          'bus.emit(x) + apply(x)',
        ),
        'bus.js':
          'class Bus { #l = {}; on(k, f) { (this.#l[k] ??= []).push(f); return this; } emit(x) { return this.#l[x].map((f) => f(x)); } }\nexport const bus = new Bus();',
        'hooks.js':
          'let handler = null;\nexport function setHandler(h) { handler = h; }\nexport const apply = (x) => handler(-x);\nlet other = null;\nexport function setOther(h) { other = h; }',
        'a.js': `import { bus } from './bus.js';\nbus.on('a', (x) => -x).on('b', b);\nfunction b(x) { return -x; }`,
        'd.js': `import { setHandler as set, setOther } from './hooks.js';\nexport default (bus) => { bus.on('d', function d(x) { return -x; }); setOther(function e(x) { return -x; }); };`,
        'f.js': `import { setHandler } from './hooks.js';\nsetHandler(function f(x) { return -x; });`,
      },
      ['a.js: , b', 'bus.js: emit', 'd.js: d', 'f.js: f', 'hooks.js: apply'],
    ],
    [
      'what is put into properties of objects that may be anyone else',
      {
        'm.js': marked('', 'o.run(x)'),
        'layer.js':
          'export class Layer { hooks = []; table = {}; byName = new Map(); run(x) { for (const f of this.hooks) x = f(x); for (const k in this.table) x = this.table[k][0](x); for (const [, f] of this.byName) x = f(x); return -this.caps.top(x); } }',
        'setup.js': `import { c } from './h.js';
export function setUp(layer) { layer.hooks.push(function a(x) { return -x; }, c); layer.caps = { top: (x) => -x }; (layer.table[1] ??= []).push(b); layer.byName.set('d', function d(x) { return -x; }); layer.other.push(function e(x) { return -x; }); }\nconst b = (x) => -x;`,
        'h.js': helpers,
      },
      ['h.js: c', 'layer.js: run', 'setup.js: a, b, d, top'],
    ],
    [
      'methods that the base class of a package calls',
      {
        'm.js': marked(`import { Swish } from './swish.js';`, 'new Swish().apply(x)'),
        'swish.js': `import { Layer } from 'layers';
export class Swish extends Layer { transform(x) { return -x; } }
class Other extends Layer { transform(x) { return -x; } }`,
        'own.js': `import { Base } from './base.js';
export class Own extends Base { transform(x) { return -x; } }`,
      },
      ['swish.js: transform'],
    ],
    [
      'the layers of a model that TensorFlow.js runs',
      {
        'm.js': marked(`import { model } from './model.js';`, 'model.predict(x)'),
        'model.js': `import * as tf from '@tensorflow/tfjs';
import { Swish } from './swish.js';
export const model = tf.sequential({ layers: [new Swish()] });`,
        'swish.js': `import * as tf from '@tensorflow/tfjs';
export class Swish extends tf.layers.Layer { call(x) { return -x; } }`,
      },
      ['swish.js: call'],
    ],
    [
      'what is given to constructors and to those of base classes',
      {
        'm.js': marked(`import { net } from './net.js';`, 'o.run(net, x)'),
        'net.js': `import { Net } from './seq.js';\nexport const net = make();\nfunction make() { return new Net({ layers: [(x) => -x], loss: mse }); }\nfunction mse(x) { return -x; }`,
        'seq.js': `import { Base } from './base.js';\nexport class Net extends Base { constructor(options) { super({ ...options, clip(x) { return -x; } }); } run(net, x) { return this.parts.reduce((y, f) => f(-y), x); } }`,
        'base.js':
          'export class Base { constructor({ layers, loss, clip }) { this.parts = [...layers, loss, clip]; } }',
        'main.js': `import { Net } from './seq.js';\nexport const other = new Net({ layers: [], loss: function g(x) { return -x; } });`,
      },
      [
        'base.js: constructor',
        'main.js: g',
        'net.js: , make, mse',
        'seq.js: clip, constructor, run',
      ],
    ],
    [
      'what functions that make graph functions are given',
      {
        'make.js':
          'export function makeStep(act, { post }) { return (x) => { "use graph"; return post(act(x)); }; }\nexport class Trainer { constructor(fn) { this.run = (x) => { "use graph"; return fn(x); }; } }',
        'compile.js': `import { graph } from 'use-graph';\nexport const compile = (fn) => graph(fn);\nexport function all(fns) { return Object.entries(fns).map(([k, fn]) => [k, graph(fn)]); }`,
        'm.js': `import { makeStep, Trainer } from './make.js';\nimport { compile } from './compile.js';\nconst a = (x) => -x;\nmakeStep(a, { post: function b(x) { return -x; } });\nnew Trainer(function c(x) { return -x; });\ncompile(function d(x) { return e(x); });\nfunction e(x) { return -x; }\n[1].map(function g(x) { return -x; });`,
        'table.js': `import { graph } from 'use-graph';\nimport * as h from './h.js';\nexport const table = Object.entries(h).map(([k, fn]) => [k, graph(fn)]);`,
        'h.js': helpers,
      },
      ['h.js: a, b, c, d', 'm.js: a, b, c, d, e'],
    ],
    [
      'what files put into what another exports by default, of lists of names, and under other names',
      {
        'm.js': marked(
          `import table, { list, parts, every } from './t.js';`,
          'table.get(o)(x) + list[0](x) + parts[o](x) + every[0](x)',
        ),
        't.js': `const own = [], some = {}, unused = [];\nexport { own as list, some as parts, unused };\nexport default new Map();\nexport { default as every } from './every.js';`,
        'every.js': 'export default [];',
        'a.js': `import map, { list as l, parts as p, unused as u } from './t.js';\nmap.set('a', function a(x) { return -x; });\nl.push(b);\nfunction b(x) { return -x; }\np['c'] = function c(x) { return -x; };\nu.push(function d(x) { return -x; });`,
        'e.js': `import { every as all } from './t.js';\nall.push(function e(x) { return -x; });`,
        'f.js': `import * as t from './every.js';\nt.default.push(function f(x) { return -x; });`,
      },
      ['a.js: a, b, c', 'e.js: e', 'f.js: f'],
    ],
    [
      'what functions put into what they are given, and what follows in a chain',
      {
        'm.js': marked(
          `import { install } from './i.js';\nimport * as more from './j.js';\nimport table from './t.js';\nconst own = new Map();\ninstall(own);\nmore.install(own);\nfill(own);\nfunction fill(map) { map.set('b', function b(x) { return -x; }); }`,
          'own.get(o)(x) + table.get(o)(x)',
        ),
        'i.js': `export function install(map) { map.set('a', function a(x) { return -x; }); }`,
        'j.js': `export function install(map) { map.set('e', function e(x) { return -x; }); }\nexport function other(map) { map.set('f', function f(x) { return -x; }); }`,
        't.js': 'class Table extends Map {}\nexport default new Table();',
        'c.js': `import table from './t.js';\ntable.set('c', function c(x) { return -x; }).set('d', function d(x) { return -x; });`,
      },
      ['c.js: c, d', 'i.js: a, install', 'j.js: e, install', 'm.js: b'],
    ],
    [
      'what files hand on under other names, and give to functions that are imported so',
      {
        'm.js': marked(
          `import { run } from './t.js';\nimport { list } from './u.js';`,
          'run(x) + list[0](x)',
        ),
        't.js':
          'const kept = [];\nexport default (f) => { kept.push(f); };\nexport function add(f) { kept.push(f); }\nexport function run(x) { for (const f of kept) x = f(x); return x; }',
        'u.js': `import { kept } from './v.js';\nexport { kept as list };`,
        'v.js': 'const kept = [];\nexport { kept };',
        'a.js': `import register, { add as also } from './t.js';\nregister(function a(x) { return -x; });\nalso(function b(x) { return -x; });`,
        'c.js': `import { list as all } from './u.js';\nall.push(function c(x) { return -x; });`,
      },
      ['a.js: a, b', 'c.js: c', 't.js: run'],
    ],
    [
      'what functions of other files put into a table that they import, are given, or hand on',
      {
        'm.js': marked(
          `import table, { list, object } from './t.js';\nimport './s.js';`,
          'table.get(o)(x) + list[0](x) + object.run(x)',
        ),
        't.js':
          'export default new Map();\nexport const list = [];\nclass Steps { all = []; add(f) { this.all.push(f); } run(x) { return this.all[0](x); } }\nexport const object = new Steps();',
        'r.js': `import { list as own } from './t.js';\nexport default function (f) { own.push(f); }`,
        'a.js': `import register from './r.js';\nregister(function a(x) { return -x; });`,
        's.js': `import table, { list, object } from './t.js';\nimport all, { install } from './i.js';\nall(table);\nfill(object);\nfunction fill(target) { target.add(function b(x) { return -x; }); install(target); }\nconst same = list;\nsame.push(function c(x) { return -x; });\nfunction unused(x) { return -x; }`,
        'i.js': `export default function every(map) { some(map); }\nfunction some(map) { map.set('d', function d(x) { return -x; }); }\nexport function install(target) { target.add(function e(x) { return -x; }); }`,
      },
      ['a.js: a', 'i.js: d, e, every, install, some', 's.js: b, c', 't.js: add, run'],
    ],
    [
      'nothing of files that import a marked function, or only read a table',
      {
        'm.js': marked(`import { list } from './t.js';`, 'list[0](x)'),
        't.js': 'export const list = [];',
        'u.js': `import { train } from './m.js';\nimport { start } from './v.js';\nstart(train);`,
        'v.js': 'export function start(f) { return f(1); }',
        'w.js': `import { list } from './t.js';\nimport { start } from './v.js';\nstart(1);\nexport const size = list.length + list.indexOf(2);`,
      },
      [],
    ],
    [
      'what another file puts into a collection or object',
      {
        'm.js': marked(
          `import { table, list, parts } from './t.js';`,
          'table.get(o)(x) + list[0](x) + parts[o](x)',
        ),
        't.js': 'export const table = new Map(), list = [], parts = {}, unused = [];',
        'a.js': `import { table, list, parts, unused } from './t.js';\ntable.set('a', function a(x) { return -x; });\nlist.push(b);\nfunction b(x) { return -x; }\nparts['c'] = function c(x) { return -x; };\nunused.push(function d(x) { return -x; });`,
      },
      ['a.js: a, b, c'],
    ],
    [
      'what descriptors define',
      {
        'm.js': marked('', 'o.p + o.q(x) + o.r'),
        'h.js':
          "export function H() {}\nObject.defineProperty(H.prototype, 'p', { get() { return -this.x; } });\nObject.defineProperties(H.prototype, { q: { value: function (x) { return -x; } }, r: { get: () => -1, set(x) { this.x = -x; } }, s: { get() { return -this.y; } } });",
      },
      ['h.js: get, set, value'],
    ],
    [
      'what is given to a marked function',
      {
        'main.js': `import { train } from './m.js';\nimport { mse } from './losses.js';\nconst activation = (x) => -x;\nexport const run = () => train(1, mse, activation, (x) => -x + 1, { loss: (x) => -x });\nexport const other = (x) => -x;`,
        'm.js': marked('', 'o(x)'),
        'losses.js': `export const mse = (x) => -x, mae = (x) => -x;`,
      },
      ['losses.js: mse', 'main.js: , activation, loss'],
    ],
    [
      'what calls give that are given to a marked function, and not what these call for it',
      {
        'main.js': `import { train } from './m.js';\nimport { clip, load } from './clip.js';\nimport * as all from './clip.js';\nconst later = clip(2);\nexport const run = () => [train(1, clip(3)), train(1, later), train(1, all.scale(2)), train(1, load(3))];`,
        'm.js': marked('', 'o(x)'),
        'clip.js': `export { scale } from './scale.js';\nimport { guard } from './scale.js';\nexport function clip(limit) { check(limit > 0); return guard(function a(x) { return -x; }); }\nexport const load = (n) => { const rows = [n].map((r) => -r); return rows; };\nfunction check(ok) { if (!ok) throw new Error(); }`,
        'scale.js': `export const scale = (k) => { const b = (x) => -x * k; return b; };\nexport const guard = (inner) => function c(x) { return -inner(x); };`,
      },
      ['clip.js: a', 'scale.js: b, c'],
    ],
    [
      'what calls give that are given to something that keeps it',
      {
        'm.js': marked(
          `import { lookup, config } from './registry.js';`,
          'lookup(o)(x) + config.f(x)',
        ),
        'registry.js':
          'const table = new Map();\nexport const register = (k, f) => { table.set(k, f); };\nexport const lookup = (k) => table.get(k);\nexport const config = {};\nexport function configure(options) { Object.assign(config, options); }',
        'main.js': `import { register, configure } from './registry.js';\nimport { compose, memo, clip, Scale } from './ops.js';\nconst s = new Scale();\nregister('a', compose(clip(3), function d(x) { return -x; }));\nregister('b', memo(clip)(3));\nconfigure({ f: s.apply.bind(s), g: s.rescale.bind(s) });`,
        'ops.js':
          'export const compose = (...fs) => function a(x) { for (const f of fs) x = f(-x); return x; };\nexport const memo = (make) => { const known = {}; return (k) => (known[k] ??= make(-k)); };\nexport const clip = (k) => function c(x) { return x > k ? k : x; };\nexport class Scale { rescale(x) { return -x; } }',
      },
      ['main.js: d', 'ops.js: , a, c, clip, rescale', 'registry.js: lookup'],
    ],
    [
      'modules that tables of functions load, and what is taken from these',
      {
        'm.js': marked('', 'o.step(x) + o(x)'),
        'main.js': `import { train } from './m.js';\nconst models = { a: () => import('./a.js'), b: async () => (await import('./b.js')).run };\nexport async function run(kind) { const m = await models[kind](); const { step } = await models[kind](); return [train(1, m.step), train(1, m), train(1, step)]; }`,
        'a.js': 'export function step(x) { return -x; }',
        'b.js': 'export const run = (x) => -x, other = (x) => -x;',
      },
      ['a.js: step', 'b.js: run', 'main.js: a, b'],
    ],
    [
      'what is given to a marked function in its own file',
      {
        'm.js': `${marked('', 'o(x)')}const l = (x) => -x;\nexport const run = (x) => train(x, l);\nconst unused = (x) => -x;`,
      },
      ['m.js: l'],
    ],
    [
      'not what opts out',
      {
        'm.js': marked(
          `import { a, b } from './h.js';\nimport { c } from './g.js';`,
          'a(x) + b(x) + c(x)',
        ),
        'h.js': `"use no graph";\nexport const a = (x) => -x, b = (x) => -x;`,
        'g.js': `export function c(x) { "use no graph"; return d(x); }\nfunction d(x) { return -x; }`,
      },
      [],
    ],
    [
      'not what is of a package',
      {
        'm.js': marked(`import { a } from 'pack';`, 'a(x)'),
        'node_modules/pack/package.json': '{ "name": "pack", "main": "index.js" }',
        'node_modules/pack/index.js': helpers,
      },
      [],
    ],
    [
      'from a function given to graph',
      {
        'm.js': `import { graph } from 'use-graph';\nimport { a, c } from './h.js';\nexport const f = graph(a), g = graph((x) => c(x));`,
        'h.js': helpers,
      },
      ['h.js: a, b, c'],
    ],
    [
      'TypeScript',
      {
        'm.ts': `import { a, type T } from './h.js';\nimport type { Model } from './model.js';\nexport function f(x: T, m: Model): T { "use graph"; return a(x) + m.forward(x); }`,
        'h.ts': `export type T = number;\nexport function a(x: T): T;\nexport function a(x: T): T { return -x; }`,
        'model.ts': `export class Model { forward(x: number): number { return -x; } }`,
      },
      ['h.ts: a', 'model.ts: forward'],
    ],
    [
      'a default that is exported again',
      {
        'm.js': marked(`import { d, e } from './index.js';`, 'd(x) + e(x)'),
        'index.js': `export { default as d } from './h.js';\nexport { default as e } from './g.js';`,
        'h.js': helpers,
        'g.js': 'const g = (x) => -x;\nexport { g as default };',
      },
      ['g.js: g', 'h.js: d'],
    ],
    [
      'static methods, and methods of an instance that is exported',
      {
        'm.js': marked(`import { A, b } from './h.js';`, 'A.p(x) + b.add(x)'),
        'h.js':
          'export class A { static p(x) { return -x; } static q(x) { return -x; } }\nclass B { add(x) { return -x; } }\nexport const b = new B();',
      },
      ['h.js: add, p'],
    ],
    [
      'an object of functions as the default',
      {
        'm.js': marked(`import h from './h.js';`, 'h.p(x)'),
        'h.js': 'export default { p(x) { return -x; }, q: (x) => -x };',
      },
      ['h.js: p, q'],
    ],
    [
      'methods of a subclass in another file',
      {
        'm.js':
          'export class Base { run(x) { "use graph"; return this.hook(x); } hook(x) { return -x; } }',
        'sub.js': `import { Base } from './m.js';\nexport class Sub extends Base { hook(x) { return -x; } other() {} }`,
      },
      ['m.js: hook', 'sub.js: hook'],
    ],
    [
      'layers in a list',
      {
        'm.js': marked('', 'o.layers.reduce((y, layer) => layer.apply(y), x)'),
        'dense.js':
          'export class Dense { apply(x) { return activations.relu(x); } }\nimport * as activations from "./activations.js";',
        'activations.js': 'export const relu = (x) => -x, tanh = (x) => -x;',
      },
      ['activations.js: relu', 'dense.js: apply'],
    ],
    [
      'a function that another one makes',
      {
        'm.js': marked(`import { scaled } from './h.js';\nconst twice = scaled(2);`, 'twice(x)'),
        'h.js': 'export function scaled(k) { return (x) => { if (x > k) return x; return k; }; }',
      },
      ['h.js: , scaled'],
    ],
    [
      'a module with the directive that imports one without',
      {
        'm.js': `"use graph";\nimport { c } from './h.js';\nexport const f = (x) => c(x);`,
        'h.js': helpers,
      },
      ['h.js: c'],
    ],
    [
      'import = require',
      {
        'm.ts': `import h = require('./h');\nexport function f(x: number) { "use graph"; return h.p(x); }`,
        'h.ts': 'export const p = (x: number) => -x, q = (x: number) => -x;',
      },
      ['h.ts: p'],
    ],
    [
      'a namespace of TypeScript',
      {
        'm.ts': `import { N, M as L, O } from './h';\nexport function f(x: number) { "use graph"; return N.p(x) + L.I.r(x) + O.t(x); }`,
        'h.ts':
          'export namespace N { export function p(x) { return q(x); } const q = (x) => -x; }\nexport namespace N { export const n = (x) => -x; }\nnamespace M { export namespace I { export const r = (x) => -x; } }\nexport { M };\nexport function O(x) { return -x; }\nexport namespace O { export const t = (x) => -x; }\nexport namespace P { export const u = (x) => -x; }',
      },
      ['h.ts: O, n, p, q, r, t'],
    ],
    [
      'a namespace of TypeScript by the namespace of its module, and as the default',
      {
        'm.ts': `import * as h from './h';\nimport N from './g';\nexport function f(x: number) { "use graph"; return h[x].p(x) + N.p(x); }`,
        'h.ts': 'export namespace N { export const p = (x) => -x; }',
        'g.ts': 'namespace N { export const q = (x) => -x; }\nexport default N;',
      },
      ['g.ts: q', 'h.ts: p'],
    ],
    [
      'a variable that is assigned later',
      {
        'm.js': marked(`import { p, q, r } from './h.js';`, 'p(x) + q(x) + r[0](x)'),
        'h.js': `export let p, q = null, r = [], s;\nlet t;\np = (x) => -x;\nfunction u() { q = t ?? v; r.push((x) => -x); s = (x) => -x; }\nfunction v(x) { return -x; }`,
      },
      ['h.js: , p, v'],
    ],
    [
      'a function that is bound to an object',
      {
        'm.js': marked(
          `import { a, c, e } from './h.js';\nconst b = a({ k: 1 }), d = c(1);`,
          'b(x) + d(x) + e[0](x)',
        ),
        'h.js': `export function a(o) { return (function p(x) { return -x * this.k; }).bind(o); }\nexport const c = (k) => { const q = function (x) { return -x; }; return { f: q.bind(null, k).bind(1) }; };\nexport const e = [];\ne.push(r.bind(1));\nfunction r(x) { return -x; }`,
      },
      ['h.js: a, c, p, q, r'],
    ],
    [
      'a component that imports',
      {
        'App.vue': `<template><p/></template>\n<script setup lang="ts">\nimport { a } from './h';\nfunction f(x: number) { "use graph"; return a(x); }\n</script>`,
        'h.ts': `export const a = (x: number) => -x, b = 1;`,
      },
      ['h.ts: a'],
    ],
  ])('%s', (_, files, expected) => {
    expect(stagedAlong(files)).toEqual(expected);
  });
});

describe('files are found', () => {
  const h = 'export function p(x) { return -x; }';
  const from = (specifier: string) => marked(`import { p } from '${specifier}';`, 'p(x)');

  test.each<[string, Files, string]>([
    ['without extension', { 'm.js': from('./h'), 'h.js': h }, 'h.js'],
    ['in a directory', { 'm.js': from('./h'), 'h/index.ts': h }, 'h/index.ts'],
    ['under the name of the JavaScript', { 'm.ts': from('./h.js'), 'h.tsx': h }, 'h.tsx'],
    ['from the root', { 'src/m.js': from('/src/h.js'), 'src/h.js': h }, 'src/h.js'],
    [
      'by paths of tsconfig.json',
      {
        'src/m.ts': from('~lib/h'),
        'src/lib/h.ts': h,
        'tsconfig.json':
          '{ // paths\n "compilerOptions": { "paths": { "~lib/*": ["./src/lib/*"], }, } }',
      },
      'src/lib/h.ts',
    ],
    [
      'by baseUrl of a tsconfig.json that is extended',
      {
        'src/m.ts': from('lib/h'),
        'src/lib/h.ts': h,
        'tsconfig.json': '{ "extends": "./base.json" }',
        'base.json': '{ "compilerOptions": { "baseUrl": "src" } }',
      },
      'src/lib/h.ts',
    ],
    [
      'by imports of package.json',
      {
        'm.js': from('#lib/h'),
        'lib/h.js': h,
        'package.json': '{ "imports": { "#lib/*": { "default": "./lib/*.js" } } }',
      },
      'lib/h.js',
    ],
    [
      'by the own name of the package',
      {
        'm.js': from('app/h'),
        'src/h.js': h,
        'package.json': '{ "name": "app", "exports": { "./h": { "import": "./src/h.js" } } }',
      },
      'src/h.js',
    ],
  ])('%s', (_, files, file) => {
    expect(stagedAlong(files)).toEqual([`${file}: p`]);
  });

  test('by aliases', () => {
    const files = { 'src/m.js': from('@/h'), 'src/h.js': h };
    expect(stagedAlong(files, [{ find: '@', replacement: './src' }])).toEqual(['src/h.js: p']);
    expect(stagedAlong(files, [{ find: /^@\//, replacement: '/src/' }])).toEqual(['src/h.js: p']);
  });
});

test('what bundlers wrote before is no code of the project', () => {
  const files = {
    'm.js': `export function f(x, o) { "use graph"; return o.forward(x); }`,
    'dist/bundle.js': 'class A { forward(x) { return -x; } }',
    'www/bundle.js': 'class A { forward(x) { return -x; } }',
    'long.js': `class A { forward(x) { return -x; } }${' '.repeat(300_000)}`,
    'model.js': 'class A { forward(x) { return -x; } }',
  };
  const root = writeProject(files);
  const project = new Project({ root, outputs: ['www'], parse: parseFile, search: findDemands });
  expect(stagedIn(project, root, files)).toEqual(['model.js: forward']);
});

test('an alias that leads to the sources of the package stages none of them', () => {
  const source = new URL('../../../runtime/index.ts', import.meta.url).pathname;
  const root = writeProject({
    'm.js': `import { cond } from 'use-graph';\nexport function f(x) { "use graph"; return cond(x, () => 1, () => 2); }`,
  });
  const project = new Project({
    root,
    aliases: [{ find: 'use-graph', replacement: source }],
    parse: parseFile,
    search: findDemands,
  });
  expect(project.enter(source, readFileSync(source, 'utf8')).wanted).toBe(null);
});
