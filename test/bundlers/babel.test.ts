import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as babel7 from '@babel/core';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import * as babel8 from 'babel-core-8';
import { describe, expect, test } from 'vitest';
import useGraph from '../../plugin/babel.js';
import { transform } from '../../plugin/transform.js';
import { plainRuntime } from '../plugin/plainRuntime.js';
import { evaluate } from '../plugin/support.js';
import { project } from './support.js';

const filename = join(project, 'src/model.ts');
const source = readFileSync(filename, 'utf8');

describe.each([
  { version: 7, babel: babel7 },
  // Its types are its own; what the tests use of them is the same.
  { version: 8, babel: babel8 as unknown as typeof babel7 },
])('Babel $version', ({ version, babel }) => {
  const { transformSync } = babel;

  function transformed(code: string, file = filename) {
    return transformSync(code, {
      filename: file,
      cwd: project,
      babelrc: false,
      configFile: false,
      sourceMaps: true,
      parserOpts: { plugins: ['typescript', 'decorators'] },
      plugins: [useGraph],
    })!;
  }

  test('is of that version', () => {
    expect(babel.version).toMatch(new RegExp(`^${version}\\.`));
  });

  test('stages a module', async () => {
    const { helpers, told } = plainRuntime();
    const given = {
      'use-graph/staged': helpers,
      'use-graph': { graph: (f: unknown) => f },
      './helpers.js': { half: (x: number) => x / 2, shift: (x: number) => x + 3 },
    };
    const exports = evaluate(transformed(source).code!, 'model.ts', given);
    expect(exports.settle(8)).toBe(7);
    expect([exports.absolute(-4), exports.absolute(400)]).toEqual([4, 100]);
    expect(exports.Counter.make().apply(2)).toBe(7);
    expect(await exports.later(6)).toBe(3);
    expect(exports.wrapped(5)).toBe(3);
    expect(told.map(({ at }) => at)).toContain('src/model.ts:8:8');
  });

  test('agrees with the other entries', () => {
    const ours = transform(source, filename, { root: project })!.code;
    const plain = (code: string) =>
      transformSync(code, {
        filename,
        babelrc: false,
        configFile: false,
        compact: true,
        comments: false,
        parserOpts: { plugins: ['typescript'] },
      })!.code!.replace(/[()]/g, '');
    expect(plain(transformed(source).code!)).toBe(plain(ours));
  });

  test('works before other plugins, which see staged code', () => {
    const seen: string[] = [];
    const spy = {
      visitor: {
        CallExpression: ({
          node,
        }: {
          node: { callee: { type: string; property?: { name?: string } } };
        }) => {
          if (node.callee.type === 'MemberExpression') seen.push(node.callee.property?.name ?? '');
        },
      },
    };
    transformSync('export function f(x) { "use graph"; return x > 1 ? x : -x; }', {
      babelrc: false,
      configFile: false,
      plugins: [spy, useGraph],
    });
    expect(seen).toContain('enter');
  });

  test('its source map leads to the user', () => {
    const { code, map } = transformed(source);
    const lines = code!.split('\n');
    const line = lines.findIndex((text) => text.includes('new RangeError('));
    const column = lines[line]!.indexOf('RangeError');
    const found = originalPositionFor(new TraceMap(map as never), { line: line + 1, column });
    expect(source.split('\n')[found.line! - 1]!.slice(found.column!)).toMatch(
      /^RangeError\(message\)/,
    );
  });

  test('an error of the plugin is an error of Babel', () => {
    expect(() => transformed('class A { get f() { "use graph"; return 1; } }')).toThrow(
      /getter-or-setter/,
    );
  });

  test('a module that is staged already is left alone', () => {
    const once = transformed(source).code!;
    expect(transformed(once).code).toBe(
      transformSync(once, {
        babelrc: false,
        configFile: false,
        filename,
        parserOpts: { plugins: ['typescript'] },
      })!.code,
    );
  });
});
