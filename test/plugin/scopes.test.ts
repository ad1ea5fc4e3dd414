import type { NodePath } from '@babel/traverse';
import type * as t from '@babel/types';
import { expect, it } from 'vitest';
import type { Binding } from '../../plugin/syntax/binding.js';
import { parse } from '../../plugin/syntax/parse.js';
import { scopeOf } from '../../plugin/syntax/scopes.js';
import { traverse } from '../support/traverse.js';

/** What Babel says of a name, which it takes longer for. */
type Known = Pick<
  Binding,
  'identifier' | 'kind' | 'constant' | 'path' | 'constantViolations' | 'referencePaths'
>;

const placesOf = (paths: readonly NodePath[]): string[] =>
  paths.map(({ node }) => `${node.type} ${node.start}`);

function described(binding: Known | undefined): unknown {
  if (binding === undefined) return null;
  const { identifier, kind, constant, path, constantViolations, referencePaths } = binding;
  const [declared] = placesOf([path]);
  const changes = placesOf(constantViolations);
  return {
    at: identifier.start,
    kind,
    constant,
    declared,
    changes,
    uses: placesOf(referencePaths),
  };
}

function expectSameAsBabel(code: string, file: string): number {
  let count = 0;
  const compare = (path: NodePath<t.Identifier | t.JSXIdentifier>): void => {
    const { name } = path.node;
    const found = described(scopeOf(path).getBinding(name));
    const expected = described(path.scope.getBinding(name) as Known | undefined);
    expect(found, `${name} at ${path.node.start} of ${code}`).toEqual(expected);
    count++;
  };
  traverse(parse(code, file), { Identifier: compare, JSXIdentifier: compare });
  return count;
}

it.each([
  `import a, { b as c, type D } from './a'; import * as e from 'e'; import type { F } from 'f'; a(c, e.x); export { c, e as g };`,
  `import e = require('e'); e.x; namespace N { export const x = 1; export function f() { return x; } } N.f(); enum E { A = 1 }`,
  `const x = 1; { x; let x = 2; x = 3; { var y = x; y++; } } y = 4; delete x.y;`,
  `for (var i = 0; i < 3; i++) { var j = i; let k = j; } for (const o in i) o; for (j of i) { function h() {} } while (j) { var v; }`,
  `for (let i = 0, n = 3; i < n; i++) { (() => i)(); } let q; for (q in i) ; for ([q] of q) ; do { var w = 1; } while (w);`,
  `function f(a, { b, c: [d = a] }, ...e) { var a; return arguments, b + d + e + f; } f = 1; function f() {}`,
  `function f(a = x, b = () => x) { var x = 1; return x; } var x; const g = function g2() { g2(); }; var arguments;`,
  `class A extends A { static #p = A; [A.k]() { return A; } get x() { return this.#p; } static { var z = 1; z; } } const B = class C { m() { C; } }; C;`,
  `try { throw 1; } catch ({ e, ...r }) { var e; let s = r; e = s; } try {} catch { } switch (s) { case 1: let s; s; default: const u = 1; u; }`,
  `export const a = 1, { b, c } = a; export default function d() { return a; } export class E {} export let g; d; E; g = b;`,
  `l: for (;;) { break l; } const o = { l, m() { return o; }, [o.l]: 1, n: l }; ({ l: o.p, q: o } = o); [o, ...o.r] = o;`,
  `function m(@dec x: T, y: typeof x): asserts y is T { return x as typeof y; } type T = { m: typeof m }; interface I extends T {} let w: I = <I>m(w);`,
  `declare class A { x: A } declare const q: A; class B { declare y; constructor(private z: A) { this.z = z; } } function o(): void; function o(x?) { return x; }`,
  `async function* f() { for await (const x of f()) yield x; } const { [f]: p = f, ...q } = await f(); new.target; import.meta; q?.p?.[p];`,
])('finds what names stand for as Babel does: %s', (code) => {
  expect(expectSameAsBabel(code, 'case.ts')).toBeGreaterThan(0);
});

it('finds the names of JSX, and of Flow', () => {
  expectSameAsBabel(
    `import { Panel, div } from './panel'; const a = <Panel.Part x={div} {...a}><div>{Panel}</div></Panel.Part>;`,
    'case.jsx',
  );
  expectSameAsBabel(
    `// @flow\ntype T = { t: T }; opaque type O = T; declare var v: T; declare function g(x: O): T; const c = (v: T); g(c);`,
    'case.js',
  );
});

it('refuses a name that is declared twice', () => {
  const declared = (code: string) => () => {
    traverse(parse(code, 'case.js'), { noScope: true, Program: (path) => void scopeOf(path) });
  };
  expect(declared('let a; let a;')).toThrow('Duplicate declaration "a"');
  expect(declared('var a; var a; function a() {}')).not.toThrow();
});
