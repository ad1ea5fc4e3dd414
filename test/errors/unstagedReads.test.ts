import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { functionNameOf, includeOf, packageOf } from '../../runtime/trace/unstagedFrames.js';
import { compile } from '../support/compile.js';
import { useCpu } from '../support/index.js';

const helpers = `import * as tf from '@tensorflow/tfjs-core';
function area(x) { "use no graph"; return x > 0 ? x : 0; }
function outer(x) { "use no graph"; return inner(x); }
function inner(x) { return x + 1; }
function shown(x) { "use no graph"; return \`\${x}\`; }
function read(x) { "use no graph"; return x.dataSync()[0]; }
function written(x) { "use no graph"; return JSON.stringify({ x }); }
class Shape { area(x) { "use no graph"; return Math.max(x, 0); } }
const foreign = new Function('x', 'return x * 2;');
`;

async function errorOf(body: string): Promise<Error> {
  const { f } = await compile(`${helpers}export function f(x) {\n"use graph";\n${body}\n}`);
  try {
    await f!(tf.scalar(1));
  } catch (error) {
    return error as Error;
  }
  throw new Error('Nothing was thrown.');
}

describe('a read of a traced tensor', () => {
  beforeAll(() => useCpu());

  it.each([
    ['return area(x);', 'area', 'by an operator'],
    ['return outer(x);', 'inner', 'by an operator'],
    ['return [x].map(area)[0];', 'area', 'by an operator'],
    ['return x > 0 ? area(x) : 1;', 'area', 'by an operator'],
    ['return shown(x);', 'shown', 'by a template literal'],
    ['return read(x);', 'read', 'by dataSync()'],
    ['return written(x);', 'written', 'by JSON.stringify()'],
    ['return new Shape().area(x);', 'area', 'by an operator'],
  ])('names the function that was not staged: %s', async (body, name, how) => {
    const { message, stack = '' } = await errorOf(body);
    expect(message).toMatch(
      new RegExp(`, in \`${name}\` \\(\\S+:\\d+:\\d+\\), which was not staged`),
    );
    expect(message).toContain(`, ${how}`);
    expect(message).toMatch(new RegExp(`"use (no )?graph" (into|out of) \`${name}\`[ ,]`));
    const frames = stack.split('\n').filter((line) => /^ {4}at \S+ \(/.test(line));
    expect(functionNameOf(frames[0]!)).toBe(name);
    expect(frames.some((frame) => frame.startsWith('    at f (program.js'))).toBe(true);
  });

  it('says that the directive is to go where it keeps the function from being staged', async () => {
    expect((await errorOf('return area(x);')).message).toContain(
      'Take "use no graph" out of `area`',
    );
    expect((await errorOf('return outer(x);')).message).toContain('Put "use graph" into `inner`');
  });

  it.each([
    ["return 'ab'.repeat(x);", 'by repeat(), which takes a number'],
    ['return /1/.test(x) ? 1 : 2;', 'by test(), which takes a text'],
    [
      'const b = tf.buffer([2]); b.set(x, 0); return b.toTensor();',
      'by set(), which takes a number',
    ],
    ['return x.dataSync();', 'by dataSync()'],
    ['return JSON.stringify({ x });', 'by JSON.stringify()'],
  ])('names what staged code calls: %s', async (body, how) => {
    const { message } = await errorOf(body);
    expect(message).toContain(`while tracing 'f', ${how}`);
    expect(message).not.toContain('not staged');
  });

  it('in a function that has no name tells where that is', async () => {
    const { message } = await errorOf('return foreign(x);');
    expect(message).toContain('which was not staged');
    expect(message).toContain('Put "use graph" into');
  });
});

describe('a frame', () => {
  it.each([
    ['    at area (/a/geo.ts:1:38)', 'area'],
    ['    at Shape.area (/a/geo.ts:1:38)', 'area'],
    ['    at Object.area [as size] (/a/geo.ts:1:38)', 'area'],
    ['    at new Shape (/a/geo.ts:1:38)', 'Shape'],
    ['    at async area (/a/geo.ts:1:38)', 'area'],
    ['    at /a/geo.ts:1:38', ''],
    ['    at Function.<anonymous> (/a/geo.ts:1:38)', ''],
    ['    at eval (webpack-internal:///./src/geo.ts:1:38)', ''],
    ['    at Shape.eval (eval at load (/a/geo.ts:1:38), <anonymous>:2:3)', ''],
    ['area@http://a/geo.ts:1:38', 'area'],
    ['@http://a/geo.ts:1:38', ''],
  ])('names its function: %s', (frame, name) => {
    expect(functionNameOf(frame)).toBe(name);
  });

  it.each([
    [
      '    at map (/a/node_modules/lodash-es/map.js:1:2)',
      'lodash-es',
      String.raw`/node_modules\/lodash-es/`,
    ],
    ['    at map (/a/node_modules/@b/c/map.js:1:2)', '@b/c', String.raw`/node_modules\/@b\/c/`],
    [
      '    at map (/a/node_modules/.pnpm/d3.x@1.0.0/node_modules/d3.x/i.js:1:2)',
      'd3.x',
      String.raw`/node_modules\/d3\.x/`,
    ],
    [
      String.raw`    at map (C:\a\node_modules\lodash\map.js:1:2)`,
      'lodash',
      String.raw`/node_modules\/lodash/`,
    ],
    [
      '    at eval (eval at load (/a/node_modules/loader/i.js:1:2), <anonymous>:3:4)',
      null,
      String.raw`/node_modules\/its-name/`,
    ],
    ['    at map (/a/src/map.js:1:2)', null, String.raw`/node_modules\/its-name/`],
  ])('tells the package of its code: %s', (frame, name, pattern) => {
    expect(packageOf(frame)).toBe(name);
    expect(includeOf(name)).toBe(`useGraph({ include: ${pattern} })`);
  });
});
