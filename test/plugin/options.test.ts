import { describe, expect, test } from 'vitest';
import webpack from 'webpack';
import useGraphBabel from '../../plugin/babel.js';
import useGraphEsbuild from '../../plugin/esbuild.js';
import useGraphRollup from '../../plugin/rollup.js';
import { transform } from '../../plugin/transform.js';
import useGraphVite from '../../plugin/vite.js';
import useGraphWebpack from '../../plugin/webpack.js';

const plugins: Record<string, (options?: never) => unknown> = {
  Vite: useGraphVite,
  Rollup: useGraphRollup,
  webpack: (options) => webpack({ plugins: [useGraphWebpack(options)] }),
  // Asked when a build begins.
  esbuild: (options) =>
    useGraphEsbuild(options).setup({ initialOptions: {}, onEnd: () => {} } as never),
};

describe.each(Object.entries(plugins))('the plugin for %s', (_, plugin) => {
  test.each([
    [{ includes: /layers/ }, "has no option 'includes'."],
    [{ include: 5 }, "an array of these as its option 'include', but was given 5."],
    [{ exclude: ['a', () => true] }, 'as its option \'exclude\', but was given ["a",null].'],
    [{ root: true }, "takes a directory as its option 'root', but was given true."],
    [{ cache: 5 }, "takes a directory, or false as its option 'cache', but was given 5."],
  ])('refuses %o', (options, message) => {
    expect(() => plugin(options as never)).toThrow(message);
    expect(() => plugin(options as never)).toThrow('[plugin-options]');
  });
});

test('the Babel plugin has one option', () => {
  expect(() => useGraphBabel(null, { include: /a/ } as never)).toThrow('Its option is root.');
  expect(useGraphBabel(null, { root: '/' }).name).toBe('use-graph');
});

test('options that are right, or left out, are taken', () => {
  expect(useGraphVite()).toHaveLength(4);
  expect(
    useGraphRollup({ include: [/a/, 'b'], exclude: 'c', root: '/', cache: false } as never),
  ).toHaveLength(3);
});

test('syntax that the parser does not know is told without what the parser could be told', () => {
  const { diagnostics } = transform('function f(x) { "use graph"; return x |> y; }', '/p/f.js', {
    root: '/p',
  })!;
  expect(diagnostics.map(({ message }) => message)).toEqual([
    'The file cannot be parsed: Experimental syntax ("pipelineOperator")',
  ]);
});
