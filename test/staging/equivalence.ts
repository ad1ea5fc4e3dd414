import type { NodePath } from '@babel/traverse';
import * as t from '@babel/types';
import { stageFunction } from '../../plugin/staging/index.js';
import { generate } from '../../plugin/syntax/babel.js';
import { nameSource, wordsOf } from '../../plugin/syntax/names.js';
import { scopeOf } from '../../plugin/syntax/scopes.js';
import { traverse } from '../support/traverse.js';
import { BudgetError, type Mode, makeHost } from './host.js';
import { parseModule } from './stage.js';

/** The program with its function `f` staged. */
export function stageProgram(source: string): string {
  const file = parseModule(source);
  const uniqueName = nameSource(wordsOf(file).identifiers);
  traverse(file, {
    FunctionDeclaration(path: NodePath<t.FunctionDeclaration>) {
      if (path.node.id?.name !== 'f') return;
      const { node } = path;
      const names = { uniqueName, moduleName: uniqueName };
      const context = {
        file: 'case.js',
        runtime: 'ug',
        ...names,
        mayWait: false,
        isReadElsewhere: () => false,
        report: () => {},
      };
      const staged = stageFunction(
        path.node,
        path.parent,
        scopeOf(path).parent!,
        context,
        true,
      ).code;
      const passed = [t.spreadElement(t.identifier('arguments'))];
      node.params = [];
      node.body = t.blockStatement([t.returnStatement(t.callExpression(staged, passed))]);
      path.stop();
    },
  });
  return generate(file).code;
}

export interface Outcome {
  result?: unknown;
  error?: string;
  log: string[];
  receiver: unknown;
}

const steps = 20_000;

async function run(code: string, args: () => unknown[], mode: Mode): Promise<Outcome> {
  let left = steps;
  const spend = (): void => {
    if (left-- <= 0) throw new BudgetError('out of steps');
  };
  const log: string[] = [];
  const record = (value: unknown): unknown => {
    spend();
    log.push(show(value));
    return value;
  };
  const receiver = { w: 1, inner: { count: 0 }, list: [1, 2, 3] };
  const outcome: Outcome = { log, receiver };
  try {
    const make = new Function('ug', 'log', 'spend', `'use strict';\n${code}\nreturn f;`);
    const f = make(makeHost(mode, spend), record, spend) as (...args: unknown[]) => unknown;
    outcome.result = show(await Reflect.apply(f, receiver, args()));
  } catch (error) {
    if (error instanceof SyntaxError) throw new Error(`${error.message}\n${code}`);
    outcome.error = error instanceof BudgetError ? 'out of steps' : String(error);
  }
  return outcome;
}

function show(value: unknown): string {
  return (
    JSON.stringify(value, function (this: unknown, _, inner: unknown) {
      if (inner === undefined) return Array.isArray(this) ? 'undefined!' : inner;
      if (typeof inner === 'number' && !Number.isFinite(inner)) return String(inner);
      if (Object.is(inner, -0)) return '-0';
      if (typeof inner === 'bigint') return `${inner}n`;
      if (inner instanceof Map || inner instanceof Set) return [...inner];
      if (typeof inner === 'function') return 'function!';
      return inner;
    }) ?? 'undefined!'
  );
}

export interface Comparison {
  expected: Outcome;
  actual: Outcome;
  code: string;
}

/** Runs a program as it is written and staged. */
export async function compare(
  source: string,
  args: () => unknown[] = () => [],
  mode: Mode = 'piped',
): Promise<Comparison> {
  const code = stageProgram(source);
  const expected = await run(source, args, 'plain');
  const actual = await run(code, args, mode);
  if (mode === 'both branches') {
    expected.log = [];
    actual.log = [];
  }
  return { expected, actual, code };
}
