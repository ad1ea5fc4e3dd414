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
