import { parse as babelParse, type ParserOptions, type ParserPlugin } from '@babel/parser';
import type { NodePath } from '@babel/traverse';
import type * as t from '@babel/types';
import { isTypeScript, mayContainJsx } from './moduleId.js';
import { scopesOf } from './scopes.js';

/** Parses a module in the language that its id tells. Throws a `SyntaxError` where it cannot be read. */
export function parse(code: string, id: string): t.File {
  const options: ParserOptions = {
    sourceType: 'unambiguous',
    allowReturnOutsideFunction: true,
    allowAwaitOutsideFunction: true,
    allowNewTargetOutsideFunction: true,
    allowSuperOutsideMethod: true,
    allowUndeclaredExports: true,
    errorRecovery: true,
    plugins: parserPlugins(code, id),
  };
  return babelParse(code, options);
}

function parserPlugins(code: string, id: string): ParserPlugin[] {
  const plugins: ParserPlugin[] = [
    'decorators',
    'decoratorAutoAccessors',
    'explicitResourceManagement',
    'importAttributes',
    'sourcePhaseImports',
    'deferredImportEvaluation',
    'throwExpressions',
  ];
  if (mayContainJsx(id)) plugins.push('jsx');
  if (isTypeScript(id)) plugins.push('typescript');
  else if (/@flow\b/.test(code)) plugins.push('flow');
  return plugins;
}

/** Whether a module gets its imports by `require`. */
export function usesRequire(program: NodePath<t.Program>, isCommonJsFile: boolean): boolean {
  const hasModuleSyntax = program.node.body.some(({ type }) =>
    /^(?:TS)?(?:Import|Export)/.test(type),
  );
  if (hasModuleSyntax) return false;
  return (
    isCommonJsFile ||
    ['require', 'exports', 'module'].some((name) => scopesOf(program).hasGlobal(name))
  );
}
