import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parse } from '@babel/parser';
import * as t from '@babel/types';
import { transformSync } from 'esbuild';
import { functionName } from '../../plugin/directive/index.js';
import { type TransformOptions, type TransformResult, transform } from '../../plugin/transform.js';
import { traverse } from '../support/traverse.js';
import { plainRuntime, type Slot, type Told } from './plainRuntime.js';

export const root = '/project';

export function compile(
  code: string,
  file = 'model.ts',
  options: TransformOptions = {},
): TransformResult {
  const result = transform(code, join(root, file), { root, ...options });
  if (result === null) throw new Error('Nothing was transformed.');
  return result;
}

/** The transformed text of a module that gives rise to no diagnostic. */
export function stagedCode(code: string, file?: string): string {
  const result = compile(code, file);
  if (result.diagnostics.length > 0) throw new Error(result.diagnostics[0]!.message);
  return result.code;
}

const questions = ['ug.is_staging', 'ug.stages_async', 'ug.is_driven'];

/** The names of the functions without the directive that got a staged body. */
export function divertedNames(code: string): string[] {
  const names = new Set<string>();
  traverse(parse(code, { sourceType: 'unambiguous', plugins: ['typescript', 'jsx'] }), {
    Function(path) {
      const { body } = path.node;
      const first = t.isBlockStatement(body) ? body.body.slice(0, 2) : [body];
      const tests = first.map((node) =>
        t.isIfStatement(node) || t.isConditionalExpression(node) ? node.test : null,
      );
      const asks = (test: t.Node | null) =>
        t.isCallExpression(test) &&
        questions.some((question) => t.matchesPattern(test.callee, question));
      if (tests.some(asks)) names.add(functionName(path));
    },
  });
  return [...names].sort();
}

export interface Running {
  // biome-ignore lint/suspicious/noExplicitAny: the exports of programs under test.
  exports: Record<string, any>;
  told: Told[];
  slots: Slot[];
  staging: { on: boolean };
  code: string;
}

/** Stages a module and runs it on the plain helpers. `given` are modules that it may import. */
export function runStaged(
  code: string,
  file = 'model.ts',
  given: Record<string, unknown> = {},
): Running {
  const staged = stagedCode(code, file);
  const runtime = plainRuntime();
  const modules: Record<string, unknown> = { 'use-graph/staged': runtime.helpers, ...given };
  return { exports: evaluate(staged, file, modules), code: staged, ...runtime };
}

/** Runs a module as it is. */
export function evaluate(
  code: string,
  file: string,
  modules: Record<string, unknown> = {},
  // biome-ignore lint/suspicious/noExplicitAny: the exports of programs under test.
): Record<string, any> {
  const loader = /x$/.test(file) ? 'tsx' : 'ts';
  const plain = transformSync(code, {
    loader,
    format: 'cjs',
    target: 'es2022',
    jsxFactory: 'h',
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
  });
  const module = { exports: {} };
  const load = (name: string) => modules[name] ?? createRequire(import.meta.url)(name);
  const h = (tag: unknown, properties: unknown, ...children: unknown[]) => ({
    tag,
    properties,
    children,
  });
  new Function('module', 'exports', 'require', 'h', plain.code)(module, module.exports, load, h);
  return module.exports;
}
