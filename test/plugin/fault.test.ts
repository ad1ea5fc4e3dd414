import type * as t from '@babel/types';
import { expect, it, vi } from 'vitest';
import { transform } from '../../plugin/transform.js';

vi.mock('../../plugin/staging/index.js', async (original) => {
  const { stageFunction, ...rest } =
    await original<typeof import('../../plugin/staging/index.js')>();
  const failing: typeof stageFunction = (fn, ...more) => {
    if ((fn as t.FunctionDeclaration).id?.name === 'strange') throw new TypeError('no such node');
    return stageFunction(fn, ...more);
  };
  return { ...rest, stageFunction: failing };
});

const marked = `
export function f(x) {
  "use graph";
  return strange(x) + usual(x);
}
function usual(x) { return x > 0 ? x : -x; }
`;

it('a fault on a function that is merely reached is a warning, and the function stays', () => {
  const { code, diagnostics } = transform(
    `${marked}function strange(x) { return x; }`,
    '/model.js',
    {
      root: '/',
    },
  )!;
  expect(diagnostics).toMatchObject([
    {
      code: 'staging-failed',
      category: 'warning',
      location: { file: 'model.js', line: 7 },
      message: expect.stringContaining('TypeError: no such node'),
    },
  ]);
  expect(code).toContain('function strange(x) { return x; }');
  expect(code).toMatch(/function usual\(x\) \{\n {2}if \(ug\.is_staging\(/);
});

it('a fault on a function that carries the directive ends the build, and says which function', () => {
  const source = 'export function strange(x) { "use graph"; return x; }';
  expect(() => transform(source, '/model.js', { root: '/' })).toThrow(
    /use-graph failed on the function at model\.js:1: no such node/,
  );
});
