import { transformSync } from '@babel/core';
import { describe, expect, test } from 'vitest';
import useGraph from '../../plugin/babel.js';
import { plainRuntime } from './plainRuntime.js';
import { evaluate, stagedCode } from './support.js';

/** Parameters of a method that is called with `[1]` and undefined. */
const parameters = [
  `[x], @seen k = 2`,
  `@seen { 0: x }, @seen @seen k = two()`,
  `@seen { 0: x }, @seen { 0: k } = [two()]`,
  `@seen { 1: x = two() - 1 }, @seen { k } = { k: 2 }`,
  `@seen { 0: x }: any, @seen k?: any`,
];

const result = `return x > 0 ? [x, k ?? 2, this.own] : 0;`;

const methods: Record<string, string> = {
  'a marked method': `m(PARAMETERS): any { "use graph"; ${result} }`,
  'a marked method that is asynchronous': `async m(PARAMETERS) { "use graph"; ${result} }`,
  'a marked static method': `static own = 3; static m(PARAMETERS): any { "use graph"; ${result} }`,
  'a helper': `m(PARAMETERS) { ${result} }`,
  'a helper that has the arguments': `m(PARAMETERS) { if (arguments.length !== 2) return 0; ${result} }`,
  'an asynchronous helper': `async m(PARAMETERS) { ${result} }`,
  'a constructor': `made: any; constructor(PARAMETERS) { if (x > 0) this.made = [x, k ?? 2, this.own]; } m() { return this.made; }`,
};

function program(method: string): string {
  const classes = parameters.map(
    (given, index) =>
      `class A${index} { own = 3; ${methods[method]!.replace('PARAMETERS', given)} }`,
  );
  return `
    export const told: unknown[] = [];
    function seen(owner: any, key: any, index: number) { told.push([typeof owner, key, index]); }
    function two() { return 2; }
    ${classes.join('\n')}
    export const classes: any[] = [${classes.map((_, index) => `A${index}`)}];
    const call = (A: any) => ${method.includes('static') ? 'A' : 'new A([1], undefined)'}.m([1], undefined);
    export const results = () => classes.map(call);
    export const traced = () => { "use graph"; return results(); };
    export const lengths = classes.map((A) => (A.prototype.m ?? A.m).length + A.length);
  `;
}

describe.each(Object.keys(methods))('decorators of the parameters of %s', (method) => {
  const code = program(method);

  async function check(staged: string): Promise<void> {
    const plain = evaluate(code, 'model.ts');
    const built = evaluate(staged, 'model.ts', { 'use-graph/staged': plainRuntime().helpers });
    expect(built.told).toEqual(plain.told);
    expect(built.lengths).toEqual(plain.lengths);
    for (const results of [plain.results(), built.results(), built.traced()])
      expect(await Promise.all(results)).toEqual(parameters.map(() => [1, 2, 3]));
  }

  test('stay on the method', () => check(stagedCode(code)));

  test('stay on the method, by Babel', () => {
    const { code: staged } = transformSync(code, {
      filename: '/project/model.ts',
      babelrc: false,
      configFile: false,
      parserOpts: { plugins: ['typescript', 'decorators-legacy'] },
      plugins: [[useGraph, { root: '/project' }]],
    })!;
    return check(staged!);
  });
});
