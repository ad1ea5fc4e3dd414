import { describe, expect, test } from 'vitest';
import { transform } from '../../plugin/transform.js';
import { compile, root, stagedCode } from './support.js';

const surroundings = (marked: string) => `#!/usr/bin/env node
// @ts-check
/* a licence */
'use client'
import x, { y as z } from "./y"  with { type: 'json' }

   const odd   = [ 1,2 , 3 ]; // trailing
const text = \`line
  \${ odd } \\u{1F600} "use graph"\`, accent = 'é😀'
\tlabel: for (;;) { break label }
${marked}
class Kept { @dec() #p = 1;  static { this.q = 2 } get p() { return this . #p } }
export * as everything from './all'
/** the end */`;

describe('what is not marked', () => {
  const marked = 'export function f(a) { "use graph"; return a; }';
  const code = surroundings(marked);

  test.each(['lf', 'crlf'])('stays byte for byte (%s)', (ending) => {
    const source = ending === 'crlf' ? code.replaceAll('\n', '\r\n') : code;
    const staged = stagedCode(source, 'a.ts');
    const [before, after] = source.split(marked) as [string, string];
    const importLine = /import \* as ug from "use-graph\/staged"; var f\$graph; /;
    expect(staged.replace(importLine, '').startsWith(before)).toBe(true);
    expect(staged.endsWith(after)).toBe(true);
    expect(staged.search(importLine)).toBe(source.indexOf('import x'));
  });

  test('keeps its line numbers up to the first staged function', () => {
    const line = (text: string, of: string) => text.slice(0, text.indexOf(of)).split('\n').length;
    const staged = stagedCode(code, 'a.ts');
    for (const part of ['import x', 'const odd', 'label:', 'export function f']) {
      expect(line(staged, part)).toBe(line(code, part));
    }
  });

  test('the helpers get a name that is free', () => {
    const staged = stagedCode(`const ug = 1;\n${marked}\nfunction g(ug$1) { return f$graph; }`);
    expect(staged).toContain('import * as ug$2 from "use-graph/staged"; var f$graph$1;');
  });

  test('a module directive goes, its line stays', () => {
    const staged = stagedCode(`'use strict';\n"use graph";\n// note\nexport const f = (a) => a;\n`);
    expect(staged.split('\n')[1]).toBe('');
    expect(staged).toMatch(/^'use strict';\n\n\/\/ note\nimport \* as ug/);
  });
});

describe('modules without marks', () => {
  test.each([
    ['no mention', `export const a = 1;`],
    ['a mention that is no directive', `export const a = "use graph";`],
    ['a mention in a comment', `// "use graph"\nexport const a = 1;`],
    [
      'an import that is not used to mark',
      `import { tensorSpec } from 'use-graph'; export const graph = tensorSpec([]);`,
    ],
    [
      'what has been staged',
      `import * as ug from 'use-graph/staged'; export function f(a) { "use graph"; return a; }`,
    ],
  ])('%s', (_, code) => {
    expect(transform(code, `${root}/a.js`, { root })).toBeNull();
  });

  test('are not parsed', () => {
    expect(transform('this is (no program', `${root}/a.js`, { root })).toBeNull();
  });
});

describe('the result', () => {
  const code = surroundings(
    'export function f(a) { "use graph"; return a; }\nexport const g = (b) => { "use graph"; return f(b); };',
  );

  test('is left alone when it comes again', () => {
    expect(transform(stagedCode(code), `${root}/model.ts`, { root })).toBeNull();
  });

  test('has no types in what is staged', () => {
    const staged = stagedCode(
      `type A = number;
export function f<T>(this: void, x: T, y?: A): A { "use graph"; type B = A; const z: B = (x as A)! < (y as A) ? <A>x : (y satisfies A); return g<A>(z)!; }
const g = <T,>(x: T): T => new Map<string, T>().get('a') ?? (x as T);`,
      'model.mts',
    );
    const body = staged.slice(staged.indexOf('ug.enter'));
    expect(body).toContain('ug.lt(x, y, ');
    expect(body.slice(0, body.indexOf('const g'))).not.toMatch(/\bA\b|\bB\b|!|satisfies/);
    expect(staged).toContain(
      'const g = <T,>(x: T): T => ug.is_staging("staged from model.mts:3:11") ? ',
    );
    expect(staged).toContain(" : new Map<string, T>().get('a') ?? (x as T);");
  });

  test('is the same each time', () => {
    expect(compile(code)).toEqual(compile(code));
  });

  test('of a CommonJS module loads the helpers by require', () => {
    const staged = stagedCode(
      `'use strict';\nconst a = require('a');\nexports.f = function (x) { "use graph"; return a(x); };`,
      'a.cjs',
    );
    expect(staged).toContain(`'use strict';\nconst ug = require("use-graph/staged"); const a`);
  });

  test.each([
    ['a.js', `export const f = (x) => { "use graph"; return <b>{x}</b>; };`],
    ['a.jsx', `export const f = (x) => { "use graph"; return <b>{x}</b>; };`],
    ['a.mjs', `export const f = (x) => { "use graph"; return x; };`],
    ['a.ts', `export const f = <T>(x: T) => { "use graph"; return <T>x; };`],
    ['a.tsx', `export const f = <T,>(x: T) => { "use graph"; return <b>{x as T}</b>; };`],
    ['a.mts', `export const f = (x: number) => { "use graph"; return x!; };`],
    [
      'a.cts',
      `import a = require('a');\nexport function f(x: number) { "use graph"; return x satisfies number; }`,
    ],
    ['a.cjs', `module.exports = (x) => { "use graph"; return x; };`],
    [
      'App.vue?vue&type=script&setup=true&lang.ts',
      `export const f = <T>(x: T) => { "use graph"; return <T>x; };`,
    ],
    [
      'App.vue?vue&type=script&lang=tsx',
      `export const f = (x: number) => { "use graph"; return <b>{x}</b>; };`,
    ],
    ['App.vue', `export const f = (x) => { "use graph"; return x; };`],
    ['App.svelte', `export const f = (x) => { "use graph"; return x; };`],
    ['store.svelte.ts', `export const f = (x: number) => { "use graph"; return x; };`],
    ['a.js?v=123', `export const f = (x) => { "use graph"; return x; };`],
    ['decorated.ts', `@a() export class B { @c d(@e x: number) { "use graph"; return x; } }`],
  ])('is made in the language of %s', (file, text) => {
    expect(stagedCode(text, file)).toContain('use-graph/staged');
  });
});
