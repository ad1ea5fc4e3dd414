import { transform } from 'esbuild';
import { expect, it } from 'vitest';
import { stage } from '../support/compile.js';

/*
 * `x[i] = v` gives a new `x` where `x` is a tensor, which is put into the variable. A constant is not assigned to, whatever the
 * program calls while it evaluates key and value: it would be no JavaScript that bundlers take.
 */
const bodies: readonly string[] = [
  'const r = {}, p = []; v.forEach(function (key) { let f = (x) => x[key]; r[key] = p.map(f); }); return r;',
  'const r = [1, 2]; const g = () => { r[f()] = f(a); r[f()] += f(a); r[f()]++; [r[f()]] = [f(a)]; }; g(); return r;',
  'return function () { arguments[arguments.length - 1] = f(v); arguments[f()] += f(v); return arguments; };',
  'const g = () => { unknown[f()] = f(a); outer[f()] = f(a); imported[f()] = f(a); whole[f()][f()] = f(a); }; g(); return 1;',
  'class K { static m() { K[f()] = f(a); } } function g() { g[f()] = f(a); } const e = function h() { h[f()] = f(a); }; return [K, g, e];',
  'for (const x of v) { x[f()] = f(a); const g = () => { x[f()] = f(a); }; g(); } return v;',
  'const [r, { s }] = v; const g = () => { r[f()][f()] = f(a); s[f()] = f(a); }; g(); return r;',
  'const r = [[1], [2]]; for (let i = 0; i < a; i++) { const row = r[f()]; const g = () => { row[i] = f(a); r[i][f()] = f(row); }; g(); } return r;',
];

const around =
  "import { imported } from './x.js'; import * as whole from './y.js'; const outer = [];";

it.each(bodies)('%s', async (body) => {
  const staged = stage(`${around} export function program(a, v, f) { "use graph"; ${body} }`);
  const { warnings } = await transform(staged, { logLevel: 'silent' });
  expect(warnings).toEqual([]);
});
