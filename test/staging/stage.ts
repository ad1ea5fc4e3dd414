import { parse } from '@babel/parser';
import type { NodePath } from '@babel/traverse';
import type * as t from '@babel/types';
import { type BuildDiagnostic, BuildError } from '../../plugin/diagnostics/index.js';
import { type StagingContext, stageFunction } from '../../plugin/staging/index.js';
import { passes } from '../../plugin/staging/pipeline.js';
import { arrowOf, startStaging } from '../../plugin/staging/tree/start.js';
import { generate } from '../../plugin/syntax/babel.js';
import { nameSource, wordsOf } from '../../plugin/syntax/names.js';
import { scopeOf } from '../../plugin/syntax/scopes.js';
import { traverse } from '../support/traverse.js';

/** The tree of a module in JavaScript or TypeScript. */
export function parseModule(source: string): t.File {
  return parse(source, {
    sourceType: 'module',
    plugins: ['typescript', 'jsx', 'explicitResourceManagement', 'doExpressions'],
  });
}

/** Finds the first function of a module. */
function onFirstFunction<T>(
  source: string,
  use: (path: NodePath<t.Function>, context: StagingContext) => T,
): T {
  const file = parseModule(source);
  const uniqueName = nameSource(wordsOf(file).identifiers);
  let result: T | undefined;
  traverse(file, {
    Function(path: NodePath<t.Function>) {
      const names = { uniqueName, moduleName: uniqueName };
      const context = {
        file: 'case.ts',
        runtime: uniqueName('ug'),
        ...names,
        mayWait: false,
        isReadElsewhere: () => false,
        report: () => {},
      };
      result = use(path, context);
      path.stop();
    },
  });
  return result as T;
}

/** The staged form of the first function of a module. */
export function stageTree(source: string): t.ArrowFunctionExpression {
  return onFirstFunction(
    source,
    (path, context) =>
      stageFunction(path.node, path.parent, scopeOf(path).parent!, context, true).code,
  );
}

/** The first function of a module after the passes up to the named one. */
export function afterPass(last: string, source: string): string {
  return onFirstFunction(source, (path, context) => {
    const root = arrowOf(path.node);
    const staging = startStaging(path.node, path.parent, scopeOf(path).parent!, context, true);
    for (const [name, pass] of passes) {
      pass(root, staging);
      if (name === last) break;
    }
    return generate(root).code;
  });
}

export function stage(source: string): string {
  return generate(stageTree(source)).code;
}

/** What staging has to say against the first function of a module. */
export function refusal(source: string): BuildDiagnostic | null {
  try {
    stageTree(source);
    return null;
  } catch (error) {
    if (error instanceof BuildError) return error.diagnostic;
    throw error;
  }
}
