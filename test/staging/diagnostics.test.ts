import { describe, expect, test } from 'vitest';
import { codeFrame, formatDiagnostic } from '../../plugin/diagnostics/index.js';
import { refusal } from './stage.js';

describe('what cannot become a graph is refused where it is written', () => {
  test.each([
    ['generator', 'function* f(x) { yield x; }', 1, 1],
    ['generator', 'export const o = {\n  async *f(x) { yield x; } };', 2, 3],
    ['getter-or-setter', 'class A {\n  get f() { "use graph"; return 1; } }', 2, 3],
    ['getter-or-setter', 'class A { set f(x) { "use graph"; this.x = x; } }', 1, 11],
    ['constructor', 'class A { constructor(x) { "use graph"; this.x = x; } }', 1, 11],
    [
      'for-await',
      'async function f(x) {\n  switch (x) {\n    case 1: for await (const y of x) y; } }',
      2,
      3,
    ],
    ['for-await', 'function f(x) { return async () => { for await (const y of x) y; } }', 1, 38],
    ['using-declaration', 'function f(x) {\n  using y = x; }', 2, 3],
    ['unknown-syntax', 'function f(x) { return do { x; }; }', 1, 24],
    ['direct-eval', 'function f(x) { return eval("x"); }', 1, 24],
  ])('%s: %s', (code, source, line, column) => {
    const problem = refusal(source)!;
    expect(problem.code).toBe(code);
    expect(problem.category).toBe('error');
    expect(problem.location).toMatchObject({ file: 'case.ts', line, column });
    expect(formatDiagnostic(problem)).toContain(`case.ts:${line}:${column}`);
    expect(formatDiagnostic(problem)).toContain(problem.suggestion);
  });

  test('what is nested and stays as written is not refused', () => {
    expect(refusal('function f(x) { function* g() { yield x; } return [...g()]; }')).toBeNull();
    expect(
      refusal(
        'function f(x) { const g = async () => { "use no graph"; for await (const y of x) y; }; }',
      ),
    ).toBeNull();
    expect(refusal('function f(x) { return { get a() { return x; } }; }')).toBeNull();
  });
});

describe('a code frame', () => {
  const source = 'one\n\ttwo three\nfour\nfive\nsix';

  test('shows the lines around the place and underlines it', () => {
    const end = { line: 2, column: 11 };
    expect(codeFrame(source, { file: 'a.ts', line: 2, column: 6, end })).toBe(
      '  1 | one\n> 2 | \ttwo three\n    | \t    ^^^^^\n  3 | four\n  4 | five',
    );
  });

  test('underlines to the end of the line where the place goes on', () => {
    const end = { line: 5, column: 2 };
    expect(codeFrame(source, { file: 'a.ts', line: 4, column: 2, end })).toContain(
      '> 4 | five\n    |  ^^^',
    );
  });

  test('marks at least one character', () => {
    expect(codeFrame('', { file: 'a.ts', line: 1, column: 1 })).toBe('> 1 |\n    | ^');
  });
});
