import { parse } from '@babel/parser';
import type { NodePath } from '@babel/traverse';
import type * as t from '@babel/types';
import { type Diagnostic, DiagnosticError } from '../../plugin/diagnostics/index.js';
import { stageFunction } from '../../plugin/staging/index.js';
import { generate, traverse } from '../../plugin/syntax/babel.js';
import { identifierNames, nameSource } from '../../plugin/syntax/names.js';

/** The tree of a module in JavaScript or TypeScript. */
export function parseModule(source: string): t.File {
  return parse(source, {
    sourceType: 'module',
    plugins: ['typescript', 'jsx', 'explicitResourceManagement', 'doExpressions'],
  });
}

/** The staged form of the first function of a module, and its tree. */
export function stageTree(source: string): t.ArrowFunctionExpression {
  const file = parseModule(source);
  const uniqueName = nameSource(identifierNames(file));
  let staged: t.ArrowFunctionExpression | undefined;
  traverse(file, {
    Function(path: NodePath<t.Function>) {
      if (staged) return;
      const context = { file: 'case.ts', runtime: uniqueName('ug'), uniqueName, report: () => {} };
      staged = stageFunction(path, context);
      path.stop();
    },
  });
  return staged!;
}

export function stage(source: string): string {
  return generate(stageTree(source)).code;
}

/** What staging has to say against the first function of a module. */
export function refusal(source: string): Diagnostic | null {
  try {
    stageTree(source);
    return null;
  } catch (error) {
    if (error instanceof DiagnosticError) return error.diagnostic;
    throw error;
  }
}
