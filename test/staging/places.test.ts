import * as t from '@babel/types';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { passes } from '../../plugin/staging/pipeline.js';
import { stage, stageTree } from './stage.js';

const source = `function f(x, o) {
  for (let i = 0; i < x; i++) {
    if (o.list?.[i]) continue;
    switch (x) { case 1: return i; case 2: x += i++; default: o.m(...x); }
  }
  do { try { x--; } finally { if (x) break; } } while ((x = o.next(x)) > 0);
  for (const key in o) o[key] ||= () => x;
}`;

describe('places in the source', () => {
  test('every call has one, so that a stack frame does', () => {
    const without: string[] = [];
    t.traverseFast(stageTree(source), (node) => {
      if (t.isCallExpression(node) && !node.loc) without.push(node.callee.type);
    });
    expect(without).toEqual([]);
  });

  test('helpers get the line and column of what they stand for, counted from one', () => {
    expect(stage('function f(x) {\n  return 1 +\n    x * 2;\n}')).toContain(
      'ug.add(1, ug.mul(x, 2, "case.ts:3:5"), "case.ts:2:10")',
    );
  });
});

test('state names a variable as the source does where another one stands in for it', () => {
  const text = stage('function f(n) { for (let i = 0; i < n; i++) g(() => i); }');
  expect(text).toContain('ug.state(["i"], () => [i$1]');
});

describe('USE_GRAPH_DUMP', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  function dumped(wanted: string): string {
    vi.stubEnv('USE_GRAPH_DUMP', wanted);
    let text = '';
    vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
      text += chunk;
      return true;
    });
    stage('function f(x) { if (x) return 1; return x++; }');
    return text;
  }

  test('prints the function after the passes that it names', () => {
    const text = dumped('jumps,assignments');
    expect(text).toContain('// jumps: case.ts:1:1\nx => {\n  let return_value = ug.not_returned;');
    expect(text).toContain('// assignments: ');
    expect(text).not.toContain('// loops');
  });

  test('prints it after every pass', () => {
    const text = dumped('all');
    for (const [name] of passes) expect(text).toContain(`// ${name}: `);
  });

  test('prints nothing otherwise', () => {
    expect(dumped('')).toBe('');
  });
});
