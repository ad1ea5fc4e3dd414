import { expect, test } from 'vitest';
import { type Files, stagedAlong } from './support.js';

const caller = `import { a, b, c } from './index.js';
export function train(x) { "use graph"; return a(x) + b(x) + c(x); }
`;

const helpers: Files = {
  'a.js': 'exports.a = a; function a(x) { return -x; } exports.z = (x) => -x;',
  'b.js': 'exports.b = b; function b(x) { return -x; } exports.default = (x) => -x;',
};

/** Files that give `a` of a.js, `b` of b.js, and a `c` of their own, as compilers write that for Node. */
const barrels: Record<string, string> = {
  TypeScript: `"use strict";
var __createBinding = (this && this.__createBinding) || function (o, m, k, k2) { o[k2] = m[k]; };
var __exportStar = (this && this.__exportStar) || function (m, exports) { for (var p in m) __createBinding(exports, m, p); };
Object.defineProperty(exports, "__esModule", { value: true });
exports.c = exports.a = void 0;
var a_1 = require("./a");
Object.defineProperty(exports, "a", { enumerable: true, get: function () { return a_1.a; } });
__exportStar(require("./b"), exports);
const c = (x) => -x, d = (x) => -x;
exports.c = c;`,
  'TypeScript with tslib': `"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
const tslib_1 = require("tslib");
const a_1 = require("./a");
Object.defineProperty(exports, "a", { enumerable: true, get() { return a_1.a; } });
(0, tslib_1.__exportStar)(require("./b"), exports);
exports.c = c;
function c(x) { return -x; }`,
  'an early TypeScript': `"use strict";
function __export(m) { for (var p in m) if (!exports.hasOwnProperty(p)) exports[p] = m[p]; }
var a_1 = require("./a");
exports.a = a_1.a;
__export(require("./b"));
function c(x) { return -x; }
exports.c = c;`,
  Babel: `"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.c = void 0;
Object.defineProperty(exports, "a", { enumerable: true, get: function () { return _a.a; } });
var _a = require("./a");
var _b = require("./b");
Object.keys(_b).forEach(function (key) {
  if (key === "default" || key === "__esModule") return;
  if (key in exports && exports[key] === _b[key]) return;
  Object.defineProperty(exports, key, { enumerable: true, get: function () { return _b[key]; } });
});
const c = exports.c = function c(x) { return -x; }, d = exports.d = (x) => -x;`,
  SWC: `"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
function _export(target, all) { for (var name in all) Object.defineProperty(target, name, { enumerable: true, get: all[name] }); }
_export(exports, { get a () { return _a.a; }, c: function() { return c; } });
const _a = require("./a");
_export_star(require("./b"), exports);
function _export_star(from, to) { Object.keys(from).forEach(function(k) { to[k] = from[k]; }); return from; }
function c(x) { return -x; }`,
  hands: `Object.assign(module.exports, require('./b'), { a: () => 0 });
Object.defineProperty(module.exports, 'a', { get: () => require('./a').a });
Object.defineProperty(module.exports, 'c', { value: function c(x) { return -x; } });`,
};

test.each(Object.keys(barrels))('what a CommonJS file gives as %s writes it', (compiler) => {
  const files = { 'm.js': caller, 'index.js': barrels[compiler]!, ...helpers };
  expect(stagedAlong(files)).toEqual(['a.js: a', 'b.js: b', 'index.js: c']);
});

test('what nobody uses of a CommonJS file is left', () => {
  const used = `import { a } from './index.js';\nexport function train(x) { "use graph"; return a(x); }`;
  for (const barrel of Object.values(barrels)) {
    const found = stagedAlong({ 'm.js': used, 'index.js': barrel, ...helpers });
    expect(found).toEqual(['a.js: a']);
  }
});

test.each([
  [
    'assignments',
    'exports.a = (x) => -x; module.exports.b = function b(x) { return -x; };',
    'h.cjs: , b',
  ],
  [
    'an object',
    'module.exports = { a: function a(x) { return -x; } }; module.exports.b = b; function b(x) { return -x; }',
    'h.cjs: a, b',
  ],
  ['a barrel', `__exportStar(require('./g.cjs'), exports);`, 'g.cjs: c'],
])('what is imported as the default of a CommonJS file that has %s', (_, text, expected) => {
  const files = {
    'm.js': `import h from './h.cjs';\nexport function train(x) { "use graph"; return h.a(x) + h.b(x); }`,
    'h.cjs': text,
    'g.cjs': 'exports.c = function c(x) { return -x; };',
  };
  expect(stagedAlong(files)).toEqual([expected]);
});
