import { transformSync } from '@babel/core';
import { transform as transformWithEsbuild } from 'esbuild';
import { describe, expect, test } from 'vitest';
import useGraph from '../../plugin/babel.js';
import { compile, compileEager, stage } from '../support/compile.js';

/** What stands in the class of a module whose staged function makes an object of it. */
function fieldsOf(members: string, file?: string): string {
  const code = stage(
    `class C { ${members} }\nexport const f = () => { "use graph"; return new C(); };`,
    file,
  );
  return /class C \{ ([\s\S]*?) \}\nexport/.exec(code)![1]!;
}

test('what a tensor may decide about has a staged form beside it', () => {
  expect(fieldsOf('kind = this.v ? 1 : 2; m = new Map();')).toBe(
    'kind = ug.is_staging("staged from program.js:1:11") ? ug.if_exp(this.v, () => 1, () => 2, "program.js:1:18") : this.v ? 1 : 2; ' +
      'm = ug.is_staging("staged from program.js:1:34") ? ug.construct(Map, [], "program.js:1:38", "Map") : new Map();',
  );
});

test('two expressions stay one value', () => {
  expect(fieldsOf('k = (this.a, this.b > 1);')).toBe(
    'k = (ug.is_staging("staged from program.js:1:11") ? (this.a, ug.gt(this.b, 1, "program.js:1:24")) : (this.a, this.b > 1));',
  );
});

test.each([
  'one = 1; text = "a"; list = []; o = { p: null }; bare; minus = this.one;',
  'static kind = current ? 1 : 2; static m = new Map();',
  'on = (x) => x; made = class { q = 1 }; named = (function () {});',
])('%s stays as it is written', (members) => {
  expect(fieldsOf(members)).toBe(members);
});

test('types stay, and no staged form has one', () => {
  const members =
    'declare d: number; readonly k: number = (this.v as number) > 1 ? 1 : 2; z!: number; o = <T>(this.v! * 2);';
  expect(fieldsOf(members, 'program.ts')).toBe(
    'declare d: number; readonly k: number = ug.is_staging("staged from program.ts:1:30") ? ' +
      'ug.if_exp(ug.gt(this.v, 1, "program.ts:1:51"), () => 1, () => 2, "program.ts:1:51") : (this.v as number) > 1 ? 1 : 2; ' +
      'z!: number; o = ug.is_staging("staged from program.ts:1:95") ? ug.mul(this.v, 2, "program.ts:1:103") : <T>(this.v! * 2);',
  );
});

const source = `
  class B { constructor(v) { this.v = v; } }
  class D extends B {
    static made = 0;
    count = (D.made += 1, D.made);
    kind = this.v > 0 ? 'up' : 'down';
    #twice = this.v * 2;
    on = (x) => (x > 0 ? this.kind : this.#twice);
    Inner = class { k = D.made > 1 ? 1 : 2; };
    same = [this, this][0] === this;
    ['comp' + 'uted'] = new Map([[this.v, 1]]).size;
    constructor(v) { super(v); this.later = this.kind; }
  }
  export function f(v) {
    "use graph";
    const d = new D(v);
    return [d.count, d.kind, d.on(1), d.on(-1), d.on.name, d.Inner.name, new d.Inner().k, d.same, d.computed, d.later, Object.keys(d).join()];
  }
`;

describe('a class does what it did where nothing is staged', () => {
  const twice = ({ f }: { f: (v: number) => unknown }) => [f(3), f(-1)];

  test('as it is written', async () => {
    expect(twice(await compile(source))).toEqual(twice(await compileEager(source)));
  });

  test('as the Babel plugin leaves it', async () => {
    const { code } = transformSync(source, { plugins: [useGraph], configFile: false })!;
    expect(twice(await compileEager(code!))).toEqual(twice(await compileEager(source)));
  });

  test('with fields that become assignments', async () => {
    const tsconfigRaw = { compilerOptions: { useDefineForClassFields: false } };
    const lowered = async (text: string): Promise<string> =>
      (await transformWithEsbuild(text, { loader: 'ts', tsconfigRaw, target: 'es2021' })).code;
    const staged = await compileEager<{ f: (v: number) => unknown }>(await lowered(stage(source)));
    expect(twice(staged)).toEqual(twice(await compileEager(await lowered(source))));
  });
});
