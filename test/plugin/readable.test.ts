import { readFileSync } from 'node:fs';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { describe, expect, test } from 'vitest';
import { compile, stagedCode } from './support.js';

const source = readFileSync(new URL('cases/settle.js', import.meta.url), 'utf8');

describe('the text of a module', () => {
  test('can be read: names, comments, blank lines and the order of lines stay', async () => {
    const staged = stagedCode(source, 'settle.js');
    await expect(staged).toMatchFileSnapshot('cases/settle.staged.js');
    for (const [comment] of source.matchAll(/\/\/ .*|\/\*.*\*\//g))
      expect(staged).toContain(comment);
  });

  test('can be stepped through: a statement of each line of the source leads there', () => {
    const { code, map } = compile(source, 'settle.js');
    const trace = new TraceMap(map as never);
    const reached = new Set<number>();
    for (const [index, line] of code.split('\n').entries()) {
      const column = line.search(/\S/);
      if (column < 0) continue;
      const { line: original } = originalPositionFor(trace, { line: index + 1, column });
      if (original !== null) reached.add(original);
      const inside = line.matchAll(/\b(?:ug|const|let|return)\b/g);
      for (const { index: at } of inside) {
        const found = originalPositionFor(trace, { line: index + 1, column: at }).line;
        if (found !== null) reached.add(found);
      }
    }
    const statements = source.split('\n').flatMap((line, index) => {
      const isStatement = /^\s+\w.*[;{]/.test(line) && !/^\s+break;/.test(line);
      return isStatement ? [index + 1] : [];
    });
    expect(statements.filter((line) => !reached.has(line))).toEqual([]);
  });
});

describe('what the user wrote on one line', () => {
  const staged = (body: string) => stagedCode(`export function f(x) {\n  "use graph";\n${body}\n}`);

  test('stays on one', () => {
    const code = staged(`  let a = 1, b = 2;
  for (const { left, right = { of: 1 } } of x) a = { left, right: [b] };
  const long = { a: x.add(1).sub(2).mul(3), b: x.add(1).sub(2).mul(3) };
  return { a, 'b-c': { b }, long };`);
    expect(code).toContain('let a = 1, b = 2;');
    expect(code).toContain(
      'const { left, right } = ug.with_defaults(item, { right: () => ({ of: 1 }) }, ',
    );
    expect(code).toContain('a = { left, right: [b] };');
    expect(code).toContain(`return { a, 'b-c': { b }, long };`);
    expect(code).toMatch(/const long = \{\n/);
  });

  test('and what only begins like a listing is told from one at once', () => {
    const entries = Array.from({ length: 60 }, (_, index) => `    key${index}: x`);
    const method = 'last() {\n      const kept = this;\n      return kept;\n    }';
    const code = staged(`  return {\n${[...entries, method].join(',\n')}\n  };`);
    expect(code).toContain('    key59: x,\n');
  });

  test('and nothing else does', () => {
    const code = staged(`  const text = \`{
  a,
  b
}\`;
  return {
    text,
    x
  };`);
    expect(code).toContain('`{\n  a,\n  b\n}`');
    expect(code).toMatch(/return \{\n +text,\n +x\n +\};/);
    const withComments = staged('  return { a: 1, // one\n    b: 2 };');
    expect(withComments).toMatch(/a: 1,\s+\/\/ one\n\s+b: 2\n/);
  });
});

test('comments of jumps that go stay, where they were written', () => {
  const code = stagedCode(`export function f(x, rows) {
  "use graph";
  let sum = 0;
  for (const row of rows) {
    if (row < 0) {
      // nothing to add
      continue; // really nothing
    }
    switch (x) {
      case 1:
        sum += 1;
        // falls through
      case 2:
        sum += row;
        break; // done
    }
  }
  for (const row of rows) {
    if (row > sum) break; // enough
    sum += row;
  }
  if (sum > x) return sum;
  else {
    // go on
  }
  return x;
}`);
  expect(code).toMatch(/\{\s+\/\/ nothing to add\s+\/\/ really nothing\s+\}/);
  expect(code).toMatch(/\n +\/\/ falls through\n +ug\.if_stmt\(ug\.le\(entry, 1/);
  expect(code).toMatch(/row, "[^"]*"\);\s+\/\/ done\s+\}/);
  expect(code).toMatch(/did_break\S* = true; \/\/ enough\n/);
  expect(code).toMatch(/\{\s+\/\/ go on\s+return_value/);
});

test('each function has the plain names for itself', () => {
  const one = (name: string) =>
    `export function ${name}(x) { "use graph"; if (x > 0) return x; return -x; }\n`;
  const code = stagedCode(`${one('f')}${one('g')}const return_value = 1;`);
  expect(code.match(/let return_value\S* =/g)).toEqual(Array(2).fill('let return_value$1 ='));
  expect(stagedCode(`${one('f')}${one('g')}`)).not.toContain('return_value$');
});

test('the body of a loop is one block, in which the update stands last', () => {
  const loop = (update: string) =>
    stagedCode(
      `export function f(x) { "use graph"; for (let i = 0; i < x; ${update}) { const k = x + i; x -= k; } return x; }`,
    );
  expect(loop('i++')).not.toMatch(/=> \{\s*\{\s*const/);
  expect(loop('i += k')).toMatch(/\{\s*\{\s*const k = /);
});

test('a body that jumps is one block with what its head declares, unless they share a name', () => {
  const loop = (body: string) =>
    stagedCode(
      `export function f(x) { "use graph"; let n = 0; for (const [i, row] of x) { ${body} n += i; } return n; }`,
    );
  const inHead = /const \[i, row\] = [^\n]*\n\s*/.source;
  expect(loop('const k = row; if (k < 0) continue;')).toMatch(new RegExp(`${inHead}const k = row`));
  expect(loop('const row = n; if (row < 0) continue;')).toMatch(new RegExp(`${inHead}\\{`));
});

test.each([
  ['60 * 60 - -1', 'x = 60 * 60 - -1;'],
  ["'a' + 'b'", "x = 'a' + 'b';"],
  ['!0 === true', 'x = !0 === true;'],
  ['-(2 ** 3) % 5 < ~1', 'x = -(2 ** 3) % 5 < ~1;'],
  ['1 in 2', 'x = ug.has_key(1, 2, '],
  ['2 * x', 'x = ug.mul(2, x, '],
])('what is computed of literals only stays as it is: %s', (written, expected) => {
  const code = stagedCode(`export function f(x) { "use graph"; x = ${written}; return x; }`);
  expect(code).toContain(expected);
});

test('a state is on one line, whatever is in it', () => {
  const code = stagedCode(`export function f(x, o) {
  "use graph";
  if (x > 0) {
    o.p = x;
    o.list[0] = x;
    return x;
  }
  x += 1;
  return o;
}`);
  expect(
    code.match(/ug\.state\(\[.*\], \(\) => \[.*\], \$ => \{ .* \}, \{ .* \}\), "/g),
  ).toHaveLength(1);
});

describe('staging', () => {
  test('of staged code changes nothing, by whichever plugin', () => {
    const once = stagedCode(source, 'settle.js');
    expect(() => compile(once, 'settle.js')).toThrow('Nothing was transformed');
    const commonJs = stagedCode(`exports.f = (x) => { "use graph"; return x };`, 'f.cjs');
    expect(() => compile(commonJs, 'f.cjs')).toThrow('Nothing was transformed');
  });

  test('gives the same bytes each time, wherever the project lies', () => {
    const texts = ['/project', '/home/someone/elsewhere', '/project'].map((root) => {
      compile('export function other(a) { "use graph"; return a + 1 }', 'other.js');
      return compile(source, `../${root}/settle.js`, { root }).code;
    });
    expect(new Set(texts).size).toBe(1);
  });
});
